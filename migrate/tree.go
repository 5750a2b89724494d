package main

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// tree is what there is in the directories of the modules besides the files
// that were loaded.
type tree struct {
	unloaded []string // Go files of no configuration
	nested   []string // directories of other modules
	vendored []string // vendor directories
	mentions []string // files that are not Go and name a library
}

// moduleFiles are the files that the go command keeps.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum"}

// maxText is the size up to which files are searched for the names of libraries.
const maxText = 1 << 20

// scan walks the directories of the modules.
func (m *module) scan() (*tree, error) {
	t := &tree{}
	for _, dir := range m.dirs {
		if err := m.walk(dir, t); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// walk adds to t what is in the directory of a module.
func (m *module) walk(dir string, t *tree) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		// What the go command does not see may name a library, too.
		name := d.Name()
		if d.IsDir() {
			switch {
			case path == dir:
			case name == ".git" || name == "node_modules":
				return fs.SkipDir
			case name == "vendor":
				if m.hasLibrary(path) {
					t.vendored = append(t.vendored, path)
				}
				return fs.SkipDir
			case exists(filepath.Join(path, "go.mod")):
				if !slices.Contains(m.dirs, path) && m.anyMentions(path) {
					t.nested = append(t.nested, path)
				}
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || m.files[path] != nil || slices.Contains(moduleFiles, name) {
			return nil
		}
		if info, err := d.Info(); err != nil || info.Size() > maxText || !m.mentionsLibrary(path) {
			return nil
		}
		if strings.HasSuffix(name, ".go") && !m.isIgnored(path) {
			t.unloaded = append(t.unloaded, path)
		} else {
			t.mentions = append(t.mentions, path)
		}
		return nil
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isIgnored reports whether the go command leaves a file out whatever the build
// tags are.
func (m *module) isIgnored(path string) bool {
	rel, err := filepath.Rel(m.owner(path), path)
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), isSkipped)
}

// hasLibrary reports whether a vendor directory has one of the libraries.
func (m *module) hasLibrary(vendor string) bool {
	return slices.ContainsFunc(m.libraryPaths(), func(path string) bool {
		return exists(filepath.Join(vendor, filepath.FromSlash(path)))
	})
}

// mentionsLibrary reports whether a file has the path of a library in it.
func (m *module) mentionsLibrary(path string) bool {
	src, err := os.ReadFile(path)
	return err == nil && slices.ContainsFunc(m.libraryPaths(), func(path string) bool {
		return bytes.Contains(src, []byte(path))
	})
}

// anyMentions reports whether a Go file below dir mentions a library.
func (m *module) anyMentions(dir string) bool {
	found := false
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && m.mentionsLibrary(path) {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

// whyUnloaded returns why a file was not loaded: its build constraint, as far as
// it has one.
func (m *module) whyUnloaded(path string) string {
	if m.cgo[path] {
		return "it imports C"
	}
	if m.uncompiled[path] {
		return "its package did not compile before"
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err == nil && buildLine(f) != "" {
		return "no configuration loaded it: it has " + buildLine(f)
	}
	return "no configuration loaded it: GOOS, GOARCH and -tags choose others"
}

// buildLine returns the build constraint in a file, or nothing.
func buildLine(f *ast.File) string {
	for _, group := range f.Comments {
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) && c.Pos() < f.Package {
				return c.Text
			}
		}
	}
	return ""
}
