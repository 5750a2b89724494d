package uuid

import (
	"os"
	"syscall"
	"time"
)

// lockFile waits until it holds the lock on the file at path, which it creates
// if need be: it opens the file without sharing it. The lock ends with unlock
// or with the process.
func lockFile(path string) (unlock func() error, err error) {
	const errorSharingViolation = syscall.Errno(32)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	for {
		h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
			syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
		switch err {
		case nil:
			return func() error { return syscall.CloseHandle(h) }, nil
		case errorSharingViolation:
			time.Sleep(time.Millisecond)
		default:
			return nil, &os.PathError{Op: "lock", Path: path, Err: err}
		}
	}
}

// syncDir has nothing to do: Windows has no such call.
func syncDir(string) error { return nil }
