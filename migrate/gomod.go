package main

import (
	"bytes"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	modversion "golang.org/x/mod/module"
	"golang.org/x/tools/go/packages"
)

// goCommand runs the go command and returns what it prints.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}

func versionLess(a, b string) bool { return version.Compare("go"+a, "go"+b) < 0 }

// A goMod is what go.mod becomes.
type goMod struct {
	src     []byte
	differs []finding
	unknown bool // whether the version of the library has to be found yet
}

// editGoMod returns what go.mod becomes if files have other contents and some
// are not loaded. lib says what version of the library to require, or what
// directory to replace it with.
func (m *module) editGoMod(contents map[string][]byte, unloaded []string, lib string) (*goMod, error) {
	path := filepath.Join(m.dir, "go.mod")
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := modfile.Parse(path, src, nil)
	if err != nil {
		return nil, err
	}
	res := &goMod{}
	from, least := "", strings.TrimPrefix(minGo[m.target], "go")
	if f.Go != nil {
		from = f.Go.Version
	}
	if from == "" || versionLess(from, least) {
		res.differs = m.goVersion(from, least+".0")
		if err := f.AddGoStmt(least + ".0"); err != nil {
			return nil, err
		}
		if f.Toolchain != nil && version.Compare(f.Toolchain.Name, minGo[m.target]) < 0 {
			f.DropToolchainStmt()
		}
	}
	if m.target == ours {
		if res.unknown, err = m.require(f, lib); err != nil {
			return nil, err
		}
	}
	users, err := m.libraryUsers(contents, unloaded)
	if err != nil {
		return nil, err
	}
	for _, l := range m.libraries {
		for _, path := range l.paths {
			switch users[path] {
			case nobody:
				if err := f.DropRequire(path); err != nil {
					return nil, err
				}
				f.Cleanup() // markIndirect does not expect what is dropped
			case others:
				markIndirect(f, path)
			}
		}
	}
	f.Cleanup()
	res.src, err = f.Format()
	return res, err
}

// require adds the library to go.mod unless it is there. It reports whether its
// version could not be found.
func (m *module) require(f *modfile.File, lib string) (unknown bool, err error) {
	if modfile.IsDirectoryPath(lib) {
		if err := f.AddReplace(ours, "", lib, ""); err != nil {
			return false, err
		}
		lib = ""
	}
	for _, r := range f.Require {
		if r.Mod.Path == ours {
			r.Indirect = false
			return false, nil
		}
	}
	if lib == "" {
		if lib = m.latest(f); lib == "" {
			return true, nil
		}
	}
	setRequires(f, append(f.Require, &modfile.Require{Mod: modversion.Version{Path: ours, Version: lib}}))
	return false, nil
}

// latest returns the version of the library to require, or nothing if it is not
// known.
func (m *module) latest(f *modfile.File) string {
	for _, r := range f.Replace {
		if r.Old.Path == ours && r.Old.Version != "" {
			return r.Old.Version
		}
		if r.Old.Path == ours {
			return "v0.0.0-00010101000000-000000000000" // as the go command writes it
		}
	}
	out, err := goCommand(m.dir, "list", "-mod=mod", "-m", "-f", "{{.Version}}", ours+"@latest")
	if err != nil {
		return ""
	}
	return out
}

// A use says who imports a module's packages.
type use int

const (
	nobody use = iota
	others     // packages of other modules
	own        // packages of the main module
)

// libraryUsers returns who imports each library afterwards.
func (m *module) libraryUsers(contents map[string][]byte, unloaded []string) (map[string]use, error) {
	var paths []string
	for _, l := range m.libraries {
		paths = append(paths, l.paths...)
	}
	users := map[string]use{}
	read := func(src []byte) {
		for _, p := range paths {
			if bytes.Contains(src, []byte(strconv.Quote(p))) {
				users[p] = own
			}
		}
	}
	for path, f := range m.files {
		if src, ok := contents[path]; ok {
			read(src)
		} else {
			read(f.src)
		}
	}
	for _, path := range unloaded {
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		read(src)
	}
	for _, c := range m.configs {
		pkgs, err := packages.Load(&packages.Config{
			Mode:       packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
			Dir:        m.dir,
			Tests:      true,
			BuildFlags: buildFlags(c.tags),
		}, "./...")
		if err != nil {
			return nil, err
		}
		packages.Visit(pkgs, nil, func(pkg *packages.Package) {
			if pkg.Module == nil || pkg.Module.Main {
				return
			}
			for p := range pkg.Imports {
				if slices.Contains(paths, p) {
					users[p] = max(users[p], others)
				}
			}
		})
	}
	return users, nil
}

// markIndirect moves a requirement to those that only other modules need.
func markIndirect(f *modfile.File, path string) {
	for _, r := range f.Require {
		if r.Mod.Path == path {
			r.Indirect = true
			setRequires(f, f.Require)
			return
		}
	}
}

// setRequires sets the requirements, with those that only other modules need in
// a block of their own.
func setRequires(f *modfile.File, list []*modfile.Require) {
	f.SetRequireSeparateIndirect(slices.Clone(list))
}
