package uuid_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestFullDisk saves to a file system without space left, which only the
// superuser can make.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	path := filepath.Join(dir, "state")
	store := uuid.NewFileStore(path)
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ballast"), make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	next := someState
	next.ClockSeq++
	if err := store.Save(next); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Save: %v, want ENOSPC", err)
	}
	if st, err := uuid.NewFileStore(path).Load(); st != someState || err != nil {
		t.Errorf("the file has %+v, %v", st, err)
	}
}
