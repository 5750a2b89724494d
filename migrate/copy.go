package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
)

// A copied is the modules as they become, in another place: go vet sees there what
// it will see here.
type copied struct {
	m     *module
	root  string
	dirs  map[string]string // the copy of each module
	files map[string][]byte // that change, by their own paths
}

// copyModules copies the modules with the files that change.
func (m *module) copyModules(files map[string][]byte) (*copied, error) {
	c := &copied{m: m, root: filepath.Join(m.temp, "result"), dirs: map[string]string{}, files: files}
	for i, dir := range m.dirs {
		c.dirs[dir] = filepath.Join(c.root, strconv.Itoa(i))
	}
	for dir, to := range c.dirs {
		if err := c.copy(dir, to); err != nil {
			return nil, err
		}
		if err := c.rewriteGoMod(dir, to); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// to returns where a path is in the copy, or the path if it is of no module that is
// copied: one of another module in a directory below is not.
func (c *copied) to(path string) string {
	own := path
	for !exists(filepath.Join(own, "go.mod")) && own != filepath.Dir(own) {
		own = filepath.Dir(own)
	}
	to, ok := c.dirs[own]
	if rel, err := filepath.Rel(own, path); ok && err == nil {
		return filepath.Join(to, rel)
	}
	return path
}

// from returns what the path of a copy stands for.
func (c *copied) from(path string) string {
	for dir, to := range c.dirs {
		if rel, err := filepath.Rel(to, path); err == nil && filepath.IsLocal(rel) {
			return filepath.Join(dir, rel)
		}
	}
	return path
}

// copy copies a module without those in directories below, which are not its own, and
// without vendor, which a workspace does not read.
func (c *copied) copy(dir, to string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		switch target := filepath.Join(to, rel); {
		case d.IsDir():
			if path != dir && (d.Name() == ".git" || rel == "vendor" || exists(filepath.Join(path, "go.mod"))) {
				return fs.SkipDir
			}
			return os.MkdirAll(target, 0o777)
		case c.files[path] != nil:
			return os.WriteFile(target, c.files[path], 0o666)
		case d.Type()&fs.ModeSymlink != 0:
			return c.copyLink(path, target)
		case d.Type().IsRegular():
			return copyFile(path, target)
		}
		return nil // no package has a socket
	})
}

// copyLink puts the file there that a link leads to, since no package embeds a link,
// and a link where it leads to a directory.
func (c *copied) copyLink(path, target string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil // the go command passes over it, too
	}
	if info, err := os.Stat(real); err == nil && info.IsDir() {
		return os.Symlink(c.to(real), target)
	}
	return copyFile(real, target)
}

// copyFile takes a hard link for those that nobody writes, which the go command does
// to go.mod and go.sum only.
func copyFile(path, target string) error {
	if !strings.HasPrefix(filepath.Base(path), "go.") && os.Link(path, target) == nil {
		return nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(target, src, 0o666)
}

// rewriteGoMod lets the replace lines of a copy lead to where those of the module do.
func (c *copied) rewriteGoMod(dir, to string) error {
	f, err := readGoMod(to)
	if err != nil {
		return err
	}
	for _, r := range f.Replace {
		if r.New.Version == "" {
			path := c.to(absolute(r.New.Path, dir))
			if err := f.AddReplace(r.Old.Path, r.Old.Version, filepath.ToSlash(path), ""); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(f.Syntax.Name, modfile.Format(f.Syntax), 0o666)
}
