package main

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// findModules finds the modules of the repository that are compiled with each
// other's code as it is there: go.work lists them, or a replace line leads from
// one to another. A change of one of them changes the code that the others compile
// with, so they move together.
func (m *module) findModules(work string) error {
	file := &modfile.WorkFile{}
	if work != "" {
		src, err := os.ReadFile(work)
		if err != nil {
			return err
		}
		file, err = modfile.ParseWork(work, src, nil)
		if err != nil {
			return err
		}
	}
	var uses []string
	for _, use := range file.Use {
		uses = append(uses, absolute(use.Path, filepath.Dir(work)))
	}
	if work != "" && !slices.Contains(uses, m.dir) {
		m.env = append(os.Environ(), "GOWORK=off") // as a user must set it in this case
		work, uses, file = "", nil, &modfile.WorkFile{}
	}
	root := cmp.Or(repositoryOf(m.dir), filepath.Dir(cmp.Or(work, filepath.Join(m.dir, "go.mod"))))
	inRepository := modulesBelow(root)
	links := map[string][]string{} // both ways
	link := func(from, to string) {
		if slices.Contains(inRepository, to) {
			links[from] = append(links[from], to)
			links[to] = append(links[to], from)
		}
	}
	for _, dir := range slices.Concat(uses, directories(file.Replace, filepath.Dir(work))) {
		link(m.dir, dir)
	}
	for _, dir := range inRepository {
		f, err := readGoMod(dir)
		if err != nil {
			continue // nor does the go command read it
		}
		for _, to := range directories(f.Replace, dir) {
			link(dir, to)
		}
	}
	m.dirs = []string{m.dir}
	for i := 0; i < len(m.dirs); i++ {
		for _, dir := range links[m.dirs[i]] {
			if !slices.Contains(m.dirs, dir) {
				m.dirs = append(m.dirs, dir)
			}
		}
	}
	slices.Sort(m.dirs[1:])
	m.work, m.workFile, m.uses = work, file, uses
	for _, dir := range m.dirs {
		if !slices.Contains(m.uses, dir) {
			m.uses = append(m.uses, dir)
		}
	}
	if len(m.uses) == max(1, len(uses)) {
		return nil // the go command sees them all
	}
	var err error
	m.env, err = m.workspace(m.temp, "")
	return err
}

// isBelow reports whether a directory is another one or in it.
func isBelow(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(rel)
}

// absolute returns the path of a directory that is named in another directory.
func absolute(path, dir string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return realPath(path)
}

// realPath returns a path without links. It returns the path unchanged if the links cannot be resolved.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// directories returns those with which a file in dir replaces modules.
func directories(replaced []*modfile.Replace, dir string) []string {
	var dirs []string
	for _, r := range replaced {
		if r.New.Version == "" {
			dirs = append(dirs, absolute(r.New.Path, dir))
		}
	}
	return dirs
}

func readGoMod(dir string) (*modfile.File, error) {
	path := filepath.Join(dir, "go.mod")
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(path, src, nil)
}

// modulesBelow returns the directories of the modules below root that "./..."
// would look into.
func modulesBelow(root string) []string {
	var dirs []string
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil || d.IsDir() && path != root && (isSkipped(name) || name == "vendor" || name == "node_modules"):
			return fs.SkipDir
		case name == "go.mod" && !d.IsDir():
			dirs = append(dirs, filepath.Dir(path))
		}
		return nil
	})
	return dirs
}

// isSkipped reports whether the go command passes over files of this name.
func isSkipped(name string) bool {
	return name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}

// workspace writes a go.work file in dir that uses all modules, with a go line
// that is at least that of each of them, and returns the environment in which
// the go command reads it.
func (m *module) workspace(dir, least string) ([]string, error) {
	f := &modfile.WorkFile{Syntax: &modfile.FileSyntax{}}
	goVersion := cmp.Or(least, "1.18")
	// The go line of a workspace must be at least the go line of each module.
	for _, use := range m.uses {
		if err := f.AddUse(filepath.ToSlash(use), ""); err != nil {
			return nil, err
		}
		if mod, err := readGoMod(use); err == nil && mod.Go != nil && versionLess(goVersion, mod.Go.Version) {
			goVersion = mod.Go.Version
		}
	}
	for _, r := range m.workFile.Replace {
		path := r.New.Path
		if r.New.Version == "" {
			path = filepath.ToSlash(absolute(path, filepath.Dir(m.work)))
		}
		if err := f.AddReplace(r.Old.Path, r.Old.Version, path, r.New.Version); err != nil {
			return nil, err
		}
	}
	if err := f.AddGoStmt(goVersion); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "go.work")
	if sums, err := os.ReadFile(m.work + ".sum"); err == nil {
		if err := os.WriteFile(path+".sum", sums, 0o666); err != nil {
			return nil, err
		}
	}
	return withoutMod(append(os.Environ(), "GOWORK="+path)), os.WriteFile(path, modfile.Format(f.Syntax), 0o666)
}

// withoutMod drops -mod from GOFLAGS, which a workspace does not take.
func withoutMod(env []string) []string {
	flags := slices.DeleteFunc(strings.Fields(os.Getenv("GOFLAGS")), func(flag string) bool {
		return strings.HasPrefix(strings.TrimLeft(flag, "-"), "mod=")
	})
	return append(env, "GOFLAGS="+strings.Join(flags, " "))
}

// editGoWork returns go.work with the go line that its modules need, or nil if
// that is as it was, or is not in the repository.
func (m *module) editGoWork() ([]byte, error) {
	f := m.workFile
	if m.work == "" || !isBelow(cmp.Or(repositoryOf(m.dir), filepath.Dir(m.work)), m.work) || f.Go != nil && !versionLess(f.Go.Version, m.leastGo()) {
		return nil, nil
	}
	if err := m.raise(f, f.Toolchain); err != nil {
		return nil, err
	}
	return modfile.Format(f.Syntax), nil
}

// owner returns the directory of the module that a file belongs to.
func (m *module) owner(path string) string {
	own := ""
	for _, dir := range m.dirs {
		if isBelow(dir, path) && len(dir) > len(own) {
			own = dir
		}
	}
	return own
}
