package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// moduleFiles lists the names of files that the go command maintains.
var moduleFiles = []string{"go.mod", "go.sum", "go.work", "go.work.sum"}

// maxText is the maximum size, in bytes, of a file that is searched for library paths.
const maxText = 1 << 20

// scan reports files and nested modules that mention a library but were not loaded. It returns the
// Go files among them, except those that the go command ignores with all build tags, such as the
// files in testdata.
func (m *module) scan(rep *report) (unloaded []string, err error) {
	ignore := func(path, text string) {
		rep.Ignored = append(rep.Ignored, finding{File: m.relative(path), Text: text})
	}
	for _, dir := range m.dirs {
		walked := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			name := filepath.Base(path)
			switch {
			case err != nil:
				return err
			case path == dir:
			case d.IsDir() && (name == ".git" || name == "node_modules"):
				return fs.SkipDir
			case d.IsDir() && name == "vendor":
				if m.hasLibrary(path) {
					ignore(path, "vendored code: run go mod vendor")
				}
				return fs.SkipDir
			case d.IsDir() && exists(filepath.Join(path, "go.mod")):
				if !slices.Contains(m.dirs, path) && m.anyMentions(path) {
					ignore(path, "this is a separate module: run the command in its directory")
				}
				return fs.SkipDir
			case !d.Type().IsRegular() || m.files[path] != nil || slices.Contains(moduleFiles, name):
			case !m.mentionsLibrary(path):
			case strings.HasSuffix(name, ".go") && !m.isIgnored(path):
				unloaded = append(unloaded, path)
				rep.Left = append(rep.Left, finding{File: m.relative(path), Text: m.whyUnloaded(path)})
			default: // also a Go file that the go command ignores
				ignore(path, "the file mentions the old library")
			}
			return nil
		})
		err = errors.Join(err, walked)
	}
	return unloaded, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isIgnored reports whether the go command ignores a file regardless of build tags.
func (m *module) isIgnored(path string) bool {
	rel, err := filepath.Rel(m.owner(path), path)
	return err == nil && slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), isSkipped)
}

// hasLibrary reports whether a vendor directory contains one of the libraries.
func (m *module) hasLibrary(vendor string) bool {
	return slices.ContainsFunc(m.libraryPaths(), func(path string) bool {
		return exists(filepath.Join(vendor, filepath.FromSlash(path)))
	})
}

// mentionsLibrary reports whether a file of at most maxText bytes contains a library's path.
func (m *module) mentionsLibrary(path string) bool {
	if info, err := os.Stat(path); err != nil || info.Size() > maxText {
		return false
	}
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

// whyUnloaded returns the reason why a file was not loaded, including the build constraint if the
// file has one.
func (m *module) whyUnloaded(path string) string {
	if why := m.why[path]; why != "" {
		return why
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err == nil && ast.IsGenerated(f) {
		return "no configuration loads the file, which is generated: generate it again"
	}
	if err == nil && buildLine(f) != "" {
		return "no configuration loads the file: its build constraint is " + buildLine(f)
	}
	return "no configuration loads the file: GOOS, GOARCH or -tags exclude it"
}

// buildLine returns the //go:build line of a file. It returns "" if there is none.
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

// refuseUncommitted returns an error if a directory contains uncommitted changes.
func refuseUncommitted(dir string) error {
	if repositoryOf(dir) == "" {
		return nil
	}
	cmd := exec.Command("git", "-C", dir, "status", "--porcelain", "--", ".")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	changes, err := cmd.Output()
	switch {
	case err != nil:
		output := bytes.TrimSpace(stderr.Bytes())
		return fmt.Errorf("git status in %s: %w; -force skips this check\n%s", dir, err, output)
	case len(changes) > 0:
		list := bytes.TrimRight(changes, "\n")
		return fmt.Errorf("there are uncommitted changes in %s; commit them, or use -force\n%s", dir, list)
	}
	return nil
}

// repositoryOf returns the root directory of the git repository that contains dir. It returns "" if
// there is none.
func repositoryOf(dir string) string {
	for !exists(filepath.Join(dir, ".git")) {
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	return dir
}

// changed returns the modules' files that have changed since the command read them. Writing the
// results would overwrite these changes.
func (m *module) changed() []finding {
	var found []finding
	for _, path := range slices.Sorted(maps.Keys(m.read)) {
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, m.read[path]) {
			found = append(found, finding{
				File: m.relative(path),
				Text: "the file has changed since the command read it: run the command again",
			})
		}
	}
	return found
}

// writeFiles replaces either all files or none. It writes each new file in the directory of the old
// file and renames the new files at the end. If a rename fails, it restores the files that were
// already renamed. It replaces the target of a symbolic link, not the link itself. After the first
// rename, it ignores ctx.
func writeFiles(ctx context.Context, files map[string][]byte) error {
	fresh := map[string]string{}
	defer func() {
		for _, temp := range fresh {
			os.Remove(temp) // the file exists only after a failure
		}
	}()
	before := map[string][]byte{}
	for path, src := range files {
		if ctx.Err() != nil {
			return fmt.Errorf("no files were written: %w", context.Cause(ctx))
		}
		path, err := filepath.EvalSymlinks(path)
		if err != nil {
			return err
		}
		before[path], err = os.ReadFile(path)
		if err != nil {
			return err
		}
		fresh[path], err = writeBeside(path, src)
		if err != nil {
			return err
		}
	}
	return replace(fresh, before)
}

// replace renames the temporary files in fresh to their final paths. If a rename fails, it restores
// the contents in before.
func replace(fresh map[string]string, before map[string][]byte) error {
	var replaced []string
	for _, path := range slices.Sorted(maps.Keys(fresh)) {
		if err := os.Rename(fresh[path], path); err != nil {
			errs := []error{err}
			for _, path := range replaced {
				errs = append(errs, os.WriteFile(path, before[path], 0o666))
			}
			return errors.Join(errs...)
		}
		replaced = append(replaced, path)
	}
	return nil
}

// writeBeside writes a temporary file in the directory of path, with the mode of the file at path,
// and returns its name.
func writeBeside(path string, src []byte) (name string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(src)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
