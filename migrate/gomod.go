package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/version"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	modversion "golang.org/x/mod/module"
	"golang.org/x/tools/go/packages"
)

// goCommand runs the go command and returns its output. It interrupts the go command when m.ctx
// is done.
func (m *module) goCommand(dir string, env []string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(m.ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, env
	// An interrupted go command stops its child processes. If it were killed, they would keep running.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	err = cmd.Run()
	if m.ctx.Err() != nil {
		err = context.Cause(m.ctx)
	} else if err != nil {
		err = fmt.Errorf("go %s: %v\n%s", args[0], err, bytes.TrimSpace(messages.Bytes()))
	}
	return strings.TrimSpace(out.String()), messages.String(), err
}

func versionLess(a, b string) bool { return version.Compare("go"+a, "go"+b) < 0 }

// editGoMods returns the new contents of the go.mod files and of go.work, by path. The sources
// argument contains the changed files, and unloaded lists the files that no configuration loads. It
// adds findings about raised go lines and an unknown library version to rep.
func (m *module) editGoMods(
	sources map[string][]byte, unloaded []string, lib string, rep *report,
) (map[string][]byte, error) {
	users := m.users(sources, unloaded)
	edited := map[string][]byte{}
	for _, dir := range m.dirs {
		// A module without changed files may still need the target because it imports another module
		// that uses it.
		changes := func(path string) bool { return m.owner(path) == dir }
		if users[dir][m.target] == nobody && !slices.ContainsFunc(slices.Collect(maps.Keys(sources)), changes) {
			continue
		}
		path := filepath.Join(dir, "go.mod")
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		m.read[path] = src
		f, err := modfile.Parse(path, src, nil)
		if err != nil {
			return nil, err
		}
		if err := m.editGoMod(f, dir, users[dir], lib, rep); err != nil {
			return nil, err
		}
		edited[path] = modfile.Format(f.Syntax)
	}
	work, err := m.editGoWork()
	if work != nil {
		edited[m.work] = work
	}
	return edited, err
}

// editGoMod edits the go.mod file in dir. The lib argument is a library version to require, or a
// directory for a replace line.
func (m *module) editGoMod(f *modfile.File, dir string, users map[string]use, lib string, rep *report) (err error) {
	from, least := "1.16", m.leastGo() // without a go line, the language version is 1.16
	if f.Go != nil {
		from = f.Go.Version
	}
	if versionLess(from, least) {
		if version.Lang("go"+from) != version.Lang("go"+least) {
			rep.Facts = append(rep.Facts, m.goLine(f, from, least))
		}
		err = m.raise(f, f.Toolchain)
	}
	if m.target == ours && users[ours] != nobody {
		err = errors.Join(err, m.require(f, dir, lib, rep))
	}
	for _, path := range m.libraryPaths() {
		if users[path] == nobody {
			err = errors.Join(err, drop(f, path))
		}
	}
	f.Cleanup() // SetRequireSeparateIndirect cannot handle dropped lines
	// A requirement moves to another block only if its // indirect comment changes. All other lines
	// keep their order.
	changed := false
	for _, r := range f.Require {
		by := users[r.Mod.Path]
		indirect := by != own // only other modules import the package
		if by != nobody && r.Indirect != indirect {
			r.Indirect, changed = indirect, true
		}
	}
	if changed {
		f.SetRequireSeparateIndirect(slices.Clone(f.Require)) // a copy, because it may append to f.Require
	}
	f.Cleanup()
	return err
}

// raise sets the go line of a go.mod or go.work file to the lowest version that the target allows.
// It removes a toolchain line with a lower version.
func (m *module) raise(f interface {
	AddGoStmt(string) error
	DropToolchainStmt()
}, toolchain *modfile.Toolchain) error {
	if toolchain != nil && version.Compare(toolchain.Name, "go"+m.leastGo()) < 0 {
		f.DropToolchainStmt()
	}
	return f.AddGoStmt(m.leastGo())
}

// goLine returns a fact about a module whose language version changes.
func (m *module) goLine(f *modfile.File, from, to string) fact {
	found := fact{
		Name:   "go line",
		Text:   fmt.Sprintf("the version rises from %s to %s, the minimum for the new package", from, to),
		Places: []finding{{File: m.relative(f.Syntax.Name)}},
	}
	if versionLess(from, "1.22") {
		found.Text += "; since 1.22, each loop iteration has its own variables"
	}
	if !slices.ContainsFunc(f.Godebug, func(g *modfile.Godebug) bool { return g.Key == "default" }) {
		found.Text += "; the defaults of GODEBUG settings change too (https://go.dev/doc/godebug)"
		const keep = "the line \"godebug default=%s\" in go.mod, or in go.work if there is one, keeps the old defaults"
		found.Do = fmt.Sprintf(keep, version.Lang("go"+from))
	}
	return found
}

// drop removes the require line and the replace lines of a module that is no longer used.
func drop(f *modfile.File, path string) error {
	err := f.DropRequire(path)
	for _, r := range slices.Clone(f.Replace) {
		if r.Old.Path == path {
			err = errors.Join(err, f.DropReplace(path, r.Old.Version))
		}
	}
	return err
}

// require adds a requirement for version lib of the library to go.mod. If lib is not a version,
// require uses the version in go.mod, or the latest version.
func (m *module) require(f *modfile.File, dir, lib string, rep *report) error {
	if modfile.IsDirectoryPath(lib) {
		if err := f.AddReplace(ours, "", m.seenFrom(dir, lib), ""); err != nil {
			return err
		}
		lib = ""
	}
	requires := slices.Clone(f.Require)
	i := slices.IndexFunc(requires, func(r *modfile.Require) bool { return r.Mod.Path == ours })
	switch {
	case i >= 0:
		// The user chose the version in go.mod, so only -lib replaces it.
		requires[i].Mod.Version = cmp.Or(lib, requires[i].Mod.Version)
	case lib == "":
		latest, err := m.latest(f)
		if err != nil {
			rep.Stops = append(rep.Stops, finding{
				File: m.relative(f.Syntax.Name),
				Text: fmt.Sprintf("the version of %s is unknown: set it with -lib: %v", ours, err),
			})
			rep.Next = append(rep.Next, m.goIn(dir, "get "+ours+"@latest"))
			return nil
		}
		lib = latest
		fallthrough
	default:
		requires = append(requires, &modfile.Require{Mod: modversion.Version{Path: ours, Version: lib}})
	}
	f.SetRequireSeparateIndirect(requires)
	return nil
}

// seenFrom returns a directory's path as it must appear in a go.mod file in dir. Relative paths
// start at m.start on the command line, but at dir in go.mod.
func (m *module) seenFrom(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	rel, err := filepath.Rel(dir, filepath.Join(m.start, path))
	if err != nil {
		return filepath.Join(m.start, path)
	}
	rel = filepath.ToSlash(rel)
	if !modfile.IsDirectoryPath(rel) {
		rel = "./" + rel
	}
	return rel
}

// latest returns the version of the library to require.
func (m *module) latest(f *modfile.File) (string, error) {
	for _, r := range f.Replace {
		if r.Old.Path == ours {
			// The go command uses this pseudo-version if the replace line specifies no version.
			return cmp.Or(r.Old.Version, "v0.0.0-00010101000000-000000000000"), nil
		}
	}
	// The -mod=mod flag allows the query in a module with a vendor directory, but not in a workspace.
	env := append(os.Environ(), "GOWORK=off")
	latest, _, err := m.goCommand(m.dir, env, "list", "-mod=mod", "-m", "-f", "{{.Version}}", ours+"@latest")
	return latest, err
}

// A use specifies which packages import a given package.
type use int

const (
	nobody use = iota
	others     // packages in other modules
	own        // packages in the module itself
)

// users returns, for each module, which packages import each library and the target after the move.
// The unloaded argument lists files that no configuration loads.
func (m *module) users(sources map[string][]byte, unloaded []string) map[string]map[string]use {
	users := map[string]map[string]use{}
	note := func(dir string, by use, files []string, imports map[string]*packages.Package) {
		for _, p := range append(m.libraryPaths(), m.target) {
			// The new source is searched because go/packages knows only the old imports.
			quoted := []byte(strconv.Quote(p))
			inText := func(path string) bool { return bytes.Contains(m.textOf(path, sources), quoted) }
			if imports[p] != nil || slices.ContainsFunc(files, inText) {
				users[dir][p] = max(users[dir][p], by)
			}
		}
	}
	for _, dir := range m.dirs {
		users[dir] = map[string]use{}
		for _, c := range m.configs {
			isElsewhere := func(pkg *packages.Package) bool { return pkg.Module == nil || pkg.Module.Dir != dir }
			packages.Visit(slices.DeleteFunc(slices.Clone(c.roots), isElsewhere), nil, func(pkg *packages.Package) {
				switch {
				case !isElsewhere(pkg):
					note(dir, own, pkg.GoFiles, nil)
				case m.isOwn(pkg):
					note(dir, others, pkg.GoFiles, nil)
				default: // the package does not change
					note(dir, others, nil, pkg.Imports)
				}
			})
		}
	}
	for _, path := range unloaded {
		note(m.owner(path), own, []string{path}, nil)
	}
	return users
}

// findModules finds the modules in the repository that use each other's local code through go.work
// or replace lines. A change in one of these modules affects the others, so they move together.
func (m *module) findModules(work string) error {
	file := &modfile.WorkFile{}
	if work != "" {
		work = filepath.Join(realPath(filepath.Dir(work)), filepath.Base(work))
		src, err := os.ReadFile(work)
		if err == nil {
			file, err = modfile.ParseWork(work, src, nil)
		}
		if err != nil {
			return err
		}
		m.read[work] = src
	}
	var uses []string
	for _, use := range file.Use {
		uses = append(uses, absolute(use.Path, filepath.Dir(work)))
	}
	if work != "" && !slices.Contains(uses, m.dir) {
		m.env = append(os.Environ(), "GOWORK=off") // a module outside go.work builds only this way
		work, uses, file = "", nil, &modfile.WorkFile{}
	}
	root := cmp.Or(repositoryOf(m.dir), filepath.Dir(cmp.Or(work, filepath.Join(m.dir, "go.mod"))))
	inRepository := modulesBelow(root)
	links := map[string][]string{} // in both directions
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
		// Skip a file with errors, because the go command cannot read it either.
		if f, err := readGoMod(dir); err == nil {
			for _, to := range directories(f.Replace, dir) {
				link(dir, to)
			}
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
	m.work, m.workFile, m.uses = work, file, slices.Concat(uses, m.dirs)
	slices.Sort(m.uses)
	m.uses = slices.Compact(m.uses)
	if len(m.uses) == max(1, len(uses)) {
		return nil // go.work already lists all modules, or there is no go.work and only one module
	}
	var err error
	m.env, err = m.workspace(m.temp, "")
	return err
}

// isBelow reports whether dir is root or inside it.
func isBelow(root, dir string) bool {
	rel, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(rel)
}

// absolute returns a path with links resolved. It joins a relative path to dir, and the result is
// absolute if dir is.
func absolute(path, dir string) string {
	path = filepath.FromSlash(path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return realPath(path)
}

// realPath returns a path with all symbolic links resolved. It returns the path unchanged if the
// links cannot be resolved.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// directories returns the directories that replace modules in a go.mod or go.work file in dir.
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

// modulesBelow returns the directories of modules below root. It skips node_modules, vendor and the
// directories that the go command ignores, such as testdata.
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

// isSkipped reports whether the go command ignores files and directories with this name.
func isSkipped(name string) bool {
	return name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".")
}

// workspace writes a go.work file to dir that uses all modules, with a go line of at least the
// version least. It returns an environment in which the go command uses this file.
func (m *module) workspace(dir, least string) ([]string, error) {
	f := &modfile.WorkFile{Syntax: &modfile.FileSyntax{}}
	goVersion := cmp.Or(least, "1.18") // the first version with workspaces
	// The keys are module paths, and the values of required are versions.
	used, required := map[string]bool{}, map[string][]string{}
	for _, use := range m.uses {
		if err := f.AddUse(filepath.ToSlash(use), ""); err != nil {
			return nil, err
		}
		mod, err := readGoMod(use)
		if err != nil {
			continue // the go command reports the error
		}
		if mod.Module != nil {
			used[mod.Module.Mod.Path] = true
		}
		for _, r := range mod.Require {
			required[r.Mod.Path] = append(required[r.Mod.Path], r.Mod.Version)
		}
		// The go line of a workspace must be at least the go line of each module.
		if mod.Go != nil && versionLess(goVersion, mod.Go.Version) {
			goVersion = mod.Go.Version
		}
	}
	err := f.AddGoStmt(goVersion)
	for _, r := range m.workFile.Replace {
		path, versions := r.New.Path, []string{r.Old.Version}
		if r.Old.Version == "" && used[r.Old.Path] {
			// A workspace must not replace all versions of a module that it uses, but the go command
			// reads the versions that the other modules require.
			versions = required[r.Old.Path]
		}
		if r.New.Version == "" {
			path = filepath.ToSlash(absolute(path, filepath.Dir(m.work)))
		}
		for _, v := range versions {
			err = errors.Join(err, f.AddReplace(r.Old.Path, v, path, r.New.Version))
		}
	}
	path := filepath.Join(dir, "go.work")
	if sums, failure := os.ReadFile(m.work + ".sum"); failure == nil {
		err = errors.Join(err, os.WriteFile(path+".sum", sums, 0o666))
	}
	err = errors.Join(err, os.WriteFile(path, modfile.Format(f.Syntax), 0o666))
	return withoutMod(append(os.Environ(), "GOWORK="+path)), err
}

// withoutMod removes the -mod flag from GOFLAGS in env, because a workspace does not support
// -mod=mod, and the new go.work has no vendor directory for -mod=vendor.
func withoutMod(env []string) []string {
	flags := slices.DeleteFunc(strings.Fields(os.Getenv("GOFLAGS")), func(flag string) bool {
		return strings.HasPrefix(strings.TrimLeft(flag, "-"), "mod=")
	})
	return append(env, "GOFLAGS="+strings.Join(flags, " "))
}

// editGoWork returns the contents of go.work with the go line that its modules need. It returns nil
// if the go line is high enough or if go.work is outside the repository.
func (m *module) editGoWork() ([]byte, error) {
	f := m.workFile
	inRepository := m.work != "" && isBelow(cmp.Or(repositoryOf(m.dir), filepath.Dir(m.work)), m.work)
	isNewEnough := f.Go != nil && !versionLess(f.Go.Version, m.leastGo())
	if !inRepository || isNewEnough {
		return nil, nil
	}
	err := m.raise(f, f.Toolchain)
	return modfile.Format(f.Syntax), err
}

// owner returns the directory of the module that contains a file, or "".
func (m *module) owner(path string) string {
	own := ""
	for _, dir := range m.dirs {
		if isBelow(dir, path) && len(dir) > len(own) {
			own = dir
		}
	}
	return own
}
