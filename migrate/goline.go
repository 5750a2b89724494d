package main

import (
	"fmt"
	"go/version"
	"path/filepath"
)

// goVersion notes what a higher language version changes for the module in dir.
func (m *module) goVersion(dir, from, to string) []finding {
	if from == "" || version.Lang("go"+from) == version.Lang("go"+to) {
		return nil
	}
	text := fmt.Sprintf("the go line goes from %s to %s, which the target needs; it sets the defaults of GODEBUG too", from, to)
	if versionLess(from, "1.22") {
		text += "; since 1.22 each iteration of a loop has variables of its own"
	}
	return []finding{{File: m.relative(filepath.Join(dir, "go.mod")), Text: text}}
}
