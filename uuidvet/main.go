// Uuidvet reports wrong uses of UUIDs that compile, and mostly run without an error. Its README
// lists the checks:
//
//	go run github.com/seed-8298af95/uuid/uuidvet@latest ./...
package main

import (
	"log"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/multichecker"

	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
)

func main() {
	checks := analyzer.All()
	var said sync.Map
	for _, check := range checks {
		run := check.Run
		check.RunDespiteErrors = true // so that one line tells, and not one of each check
		check.Run = func(p *analysis.Pass) (any, error) {
			if len(p.TypeErrors) == 0 {
				return run(p)
			}
			if _, ok := said.LoadOrStore(p.Pkg.Path(), true); !ok {
				log.Printf("%s does not type-check, so it is not read", p.Pkg.Path())
			}
			return nil, nil
		}
	}
	multichecker.Main(checks...)
}
