package uuid

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A file is the open file behind a FileStore. It is an osFile except in tests.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	SyncDir() error // makes the file's name durable
}

type osFile struct{ *os.File }

// openFile opens a regular file. It rejects any other file, because a pipe would block.
func openFile(path string, flag int) (file, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot open %s: not a regular file", path)
	}
	f, err := os.OpenFile(path, flag, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		err = cmp.Or(missingDir(path), err)
	}
	return osFile{f}, err
}

// missingDir returns an error if the directory in which a file at path would be created is missing.
// It follows symbolic links. The error is not fs.ErrNotExist, which for a Store would mean that no
// state was ever saved.
func missingDir(path string) error {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot open %s: directory %s does not exist", path, filepath.Dir(path))
	}
	target, err := os.Readlink(path)
	if err != nil {
		return nil // no link, so only the file is missing
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	return missingDir(target) // this ends, because opening a loop of links fails with another error
}

// SyncDir follows symbolic links and syncs the file's directory, if the system supports it.
func (f osFile) SyncDir() error {
	path, err := filepath.EvalSymlinks(f.Name())
	if err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err == nil {
		err = cmp.Or(dir.Sync(), dir.Close())
	}
	// Windows and some file systems refuse to sync a directory. Some directories cannot be read.
	for _, refused := range []error{fs.ErrPermission, errors.ErrUnsupported, syscall.EINVAL} {
		if errors.Is(err, refused) {
			return nil
		}
	}
	return err
}
