//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package uuid

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lockFile is fileSystem.lock. Its file may not be a symbolic link.
func lockFile(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, newMode)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(&fs.PathError{Op: "flock", Path: path, Err: err}, f.Close())
	}
	return f.Close, nil
}

// isLocked reports whether err says that another attempt may succeed: because
// someone else has the lock, or because a signal came.
func isLocked(err error) bool {
	return errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR)
}

// keepAccess gives f the mode, the owner and the group of the file that it is
// to replace, so that the same users have access. Only the superuser can keep
// another user's file that user's. A group that cannot be kept loses its
// permissions rather than leave them to another group.
func keepAccess(f *os.File, replaced fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	mode := replaced.Mode().Perm()
	old := replaced.Sys().(*syscall.Stat_t)
	if f.Chown(int(old.Uid), int(old.Gid)) != nil && f.Chown(-1, int(old.Gid)) != nil {
		mode &^= 0o070
	}
	if mode == info.Mode().Perm() {
		return nil // not every file system has modes that can be changed
	}
	return f.Chmod(mode)
}

// syncDir is fileSystem.syncDir.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
