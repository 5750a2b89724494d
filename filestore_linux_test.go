package uuid_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestFullDisk saves to a file system without space left, which only the
// superuser can make. Generators go on by themselves when there is some again.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	path, ballast := filepath.Join(dir, "state"), filepath.Join(dir, "ballast")
	store := uuid.NewFileStore(path)
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	clock := fakeClock{now: timeOf(t, someState.V7).Add(time.Hour)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: uuid.NewFileStore(path)})
	must(t)(g.NewV7())
	held, err := uuid.NewFileStore(path).Load()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	if err := store.Save(later); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Save: %v, want ENOSPC", err)
	}
	clock.advance(time.Minute) // past the reserve
	for range 1000 {
		if u, err := g.NewV7(); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("NewV7: %v, %v; want ENOSPC", u, err)
		}
	}
	if st, err := uuid.NewFileStore(path).Load(); st != held || err != nil {
		t.Errorf("the file has %+v, %v; want %+v", st, err, held)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	within(t, func() error {
		for {
			if _, err := g.NewV7(); !errors.Is(err, syscall.ENOSPC) {
				return err
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}

// A pipe in the place of the state file is an error. It does not block.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	within(t, func() error {
		store := uuid.NewFileStore(path)
		if _, err := store.Load(); err == nil || errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("Load: %v", err)
		}
		if err := store.Save(someState); err == nil {
			return errors.New("saved")
		}
		return nil
	})
	wantMode(t, path, 0o600|fs.ModeNamedPipe)
}
