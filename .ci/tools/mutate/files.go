package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
)

// unneededFiles returns the package's test files that are not needed by the tests matching the
// pattern. The mutated package is tested without these files, because compiling them would take
// most of the time. A file is needed if it contains a matching test, or declares a name that a
// needed file mentions.
func unneededFiles(dir, pattern string) (unneeded []string, err error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	mentions := make(map[string][]*ast.Ident)
	declaring := make(map[string][]string)
	var needed []string
	matches := regexp.MustCompile(pattern)
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil, err
		}
		mentions[path] = file.Unresolved
		// An external test file can mention a name that an internal test file declares, such as
		// uuid.Name in package uuid_test. file.Unresolved does not contain such a name.
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name+"_test" == file.Name.Name {
					mentions[path] = append(mentions[path], s.Sel)
				}
			}
			return true
		})
		for name := range file.Scope.Objects {
			declaring[name] = append(declaring[name], path)
			if name == "TestMain" || matches.MatchString(name) {
				needed = append(needed, path)
			}
		}
	}
	// needed is a queue. For each file, the loop appends the files that declare the names it
	// mentions.
	seen := make(map[string]bool)
	for ; len(needed) > 0; needed = needed[1:] {
		if path := needed[0]; !seen[path] {
			seen[path] = true
			for _, name := range mentions[path] {
				needed = append(needed, declaring[name.Name]...)
			}
		}
	}
	for _, path := range paths {
		if !seen[path] {
			unneeded = append(unneeded, path)
		}
	}
	return unneeded, err
}
