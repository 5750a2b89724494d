package uuid

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A fileSystem is what a [FileStore] needs of one. It is osFiles except in
// tests.
type fileSystem interface {
	// resolve returns where path leads through symbolic links, whether or not
	// there is a file.
	resolve(path string) (string, error)

	// lock locks the file at path, which it creates if need be. It does not
	// wait: isLocked recognizes the error if the file is locked already. The
	// lock ends with unlock or with the process.
	lock(path string) (unlock func() error, err error)

	// read returns what is in the file at path, and what it is.
	read(path string) (text []byte, info fs.FileInfo, err error)

	// create creates a file at path, and removes one that was left there. If
	// the file is to replace one, it gets the mode and the owner of that.
	create(path string, replaced fs.FileInfo) (newFile, error)

	rename(from, to string) error

	// syncDir makes the names in the directory at path durable.
	syncDir(path string) error
}

// A newFile is durable after Sync.
type newFile interface {
	io.WriteCloser
	Sync() error
}

// osFiles is the operating system's file system.
type osFiles struct{}

func (osFiles) lock(path string) (func() error, error) { return lockFile(path) }
func (osFiles) rename(from, to string) error           { return os.Rename(from, to) }
func (osFiles) syncDir(path string) error              { return syncDir(path) }

// maxLinks bounds how many symbolic links in a row are followed.
const maxLinks = 40

// resolve is filepath.EvalSymlinks, except that the file need not exist.
func (osFiles) resolve(path string) (string, error) {
	for range maxLinks {
		dir, name := filepath.Split(path)
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil
		case err != nil || info.Mode()&fs.ModeSymlink == 0:
			return path, err
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if path = target; !filepath.IsAbs(target) {
			path = dir + string(filepath.Separator) + target // Join would drop "link/.."
		}
	}
	return "", &fs.PathError{Op: "resolve", Path: path, Err: errors.New("too many links")}
}

// read does not open anything but a regular file: a pipe would block, a device
// might have no end.
func (osFiles) read(path string) ([]byte, fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRecordText))
	return text, info, err
}

// newMode is that of the state file and the lock where there were none.
const newMode fs.FileMode = 0o600

// create never writes through a link: it fails if there still is something at
// path when what was left there has been removed.
func (osFiles) create(path string, replaced fs.FileInfo) (newFile, error) {
	if info, err := os.Lstat(path); err == nil && !info.IsDir() {
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newMode)
	if err != nil || replaced == nil {
		return f, err
	}
	if err := keepAccess(f, replaced); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
