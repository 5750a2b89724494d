package uuid

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lockFile is fileSystem.lock: it opens the file without sharing it.
func lockFile(path string) (unlock func() error, err error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() error { return syscall.CloseHandle(h) }, nil
}

// isLocked reports whether err says that someone else has the lock.
func isLocked(err error) bool {
	const errorSharingViolation = syscall.Errno(32)
	return errors.Is(err, errorSharingViolation)
}

// keepAccess has nothing to do: access is the directory's to give.
func keepAccess(*os.File, fs.FileInfo) error { return nil }

// syncDir has nothing to do: Windows has no such call.
func syncDir(string) error { return nil }
