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
	// A name is declared by a package. The test files belong to two packages, such as uuid and
	// uuid_test.
	type name struct{ pkg, ident string }
	mentions := make(map[string][]name)  // by file
	declaring := make(map[name][]string) // files
	var needed []string
	matches := regexp.MustCompile(pattern)
	paths, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil, err
		}
		pkg := file.Name.Name
		for _, ident := range file.Unresolved {
			mentions[path] = append(mentions[path], name{pkg, ident.Name})
		}
		// An external test file can mention a name that an internal test file declares, such as
		// uuid.Name in package uuid_test. file.Unresolved does not contain such a name.
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name+"_test" == pkg {
					mentions[path] = append(mentions[path], name{x.Name, s.Sel.Name})
				}
			}
			return true
		})
		for ident := range file.Scope.Objects {
			declaring[name{pkg, ident}] = append(declaring[name{pkg, ident}], path)
			if ident == "TestMain" || matches.MatchString(ident) {
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
			for _, mention := range mentions[path] {
				needed = append(needed, declaring[mention]...)
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
