package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// uncommitted returns what git has to commit in a directory, or nothing if git
// does not keep it.
func uncommitted(dir string) (string, error) {
	if out, err := exec.Command("git", "-C", dir, "rev-parse", "--is-inside-work-tree").Output(); err != nil || strings.TrimSpace(string(out)) != "true" {
		return "", nil
	}
	out, err := exec.Command("git", "-C", dir, "status", "--porcelain", "--", ".").Output()
	if err != nil {
		return "", fmt.Errorf("git status: %w", err)
	}
	return string(out), nil
}

// writeFiles replaces files by new ones, all or none: each is written beside
// its place first, and what was renamed goes back if a later one cannot be.
func writeFiles(files map[string][]byte) (err error) {
	fresh := map[string]string{}
	defer func() {
		for _, temp := range fresh {
			os.Remove(temp) // it is there after a failure only
		}
	}()
	before := map[string][]byte{}
	for path := range files {
		if before[path], err = os.ReadFile(path); err != nil {
			return err
		}
		if fresh[path], err = writeBeside(path, files[path]); err != nil {
			return err
		}
	}
	return replace(fresh, before)
}

// replace renames files to the paths that they are for, and puts back what was
// there if it cannot go on.
func replace(fresh map[string]string, before map[string][]byte) error {
	var replaced []string
	for _, path := range slices.Sorted(maps.Keys(fresh)) {
		if err := os.Rename(fresh[path], path); err != nil {
			return errors.Join(err, restore(replaced, before))
		}
		replaced = append(replaced, path)
	}
	return nil
}

// restore puts files back as they were.
func restore(paths []string, before map[string][]byte) error {
	var errs []error
	for _, path := range paths {
		temp, err := writeBeside(path, before[path])
		if err == nil {
			err = os.Rename(temp, path)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
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
