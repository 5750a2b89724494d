//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package uuid

import (
	"errors"
	"os"
)

// lockFile fails: there is no lock that ends with the process.
func lockFile(path string) (unlock func() error, err error) {
	return nil, &os.PathError{Op: "lock", Path: path, Err: errors.ErrUnsupported}
}

// syncDir has nothing to do: without a lock nothing is written.
func syncDir(string) error { return nil }
