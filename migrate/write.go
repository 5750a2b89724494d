package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// refuseUncommitted returns an error if git has something to commit in a directory.
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
		return fmt.Errorf("git status in %s: %w; -force does without\n%s", dir, err, bytes.TrimSpace(stderr.Bytes()))
	case len(changes) > 0:
		return fmt.Errorf("there are uncommitted changes in %s; commit them, or use -force\n%s", dir, bytes.TrimRight(changes, "\n"))
	}
	return nil
}

// repositoryOf returns the directory of the git repository that dir is in. It returns ""
// if there is none.
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

// changed returns the files of the modules that have changed since they were read:
// the results would undo that.
func (m *module) changed() []finding {
	var found []finding
	look := func(path string, read []byte) {
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, read) {
			found = append(found, finding{File: m.relative(path), Text: "it has changed since it was read: run the command again"})
		}
	}
	for path, f := range m.files {
		if m.owner(path) != "" {
			look(path, f.src)
		}
	}
	for path, read := range m.read {
		look(path, read)
	}
	return found
}

// writeFiles replaces files by new ones, all or none: each is written beside
// its place first, and renamed files are restored if a later file cannot be renamed. Through a
// link it writes the file behind it. The end of ctx is heeded until the first file is
// renamed.
func writeFiles(ctx context.Context, files map[string][]byte) error {
	fresh := map[string]string{}
	defer func() {
		for _, temp := range fresh {
			os.Remove(temp) // it is there after a failure only
		}
	}()
	before := map[string][]byte{}
	for path, src := range files {
		if ctx.Err() != nil {
			return fmt.Errorf("nothing is written: %w", context.Cause(ctx))
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

// replace renames the new files to their final paths. If a rename fails, it writes the old text again.
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

// writeBeside writes a file of the same directory and mode as that at path and
// returns its name.
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
