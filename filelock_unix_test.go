//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package uuid

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// An error is that of the call that failed first.
func TestErrorsOfFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := lockFile(filepath.Join(dir, "missing", "lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("lockFile in a missing directory: %v", err)
	}
	if err := syncDir(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("syncDir of a missing directory: %v", err)
	}
	closed, err := os.Create(filepath.Join(dir, "closed"))
	if err != nil {
		t.Fatal(err)
	}
	info, err := closed.Stat()
	if err := errors.Join(err, closed.Close()); err != nil {
		t.Fatal(err)
	}
	if err := keepAccess(closed, info); !errors.Is(err, os.ErrClosed) {
		t.Errorf("keepAccess of a closed file: %v", err)
	}
}
