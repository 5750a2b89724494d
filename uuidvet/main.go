// Uuidvet reports mistakes in the use of UUIDs that compile and usually run without an error. Its README lists the
// checks:
//
//	go run github.com/seed-8298af95/uuid/uuidvet@latest ./...
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
)

func main() { multichecker.Main(analyzer.All()...) }
