package uuid_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestFullDisk fills up a file system, which only the superuser can make. Once a Save has
// made the file, no other one needs space. Without a file it is an error that passes.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mount: %v", err)
	}
	defer syscall.Unmount(dir, 0)
	path, ballast := filepath.Join(dir, "state"), filepath.Join(dir, "ballast")
	store := uuid.NewFileStore(path)
	clock := fakeClock{now: timeOf(t, someState.V7)}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store}) // saves once
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	for range 10 {
		clock.advance(time.Minute) // past what is saved
		must(t)(g.NewV7())
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	wantState(t, path, g.State())

	other := filepath.Join(dir, "other")
	if err := uuid.NewFileStore(other).Save(someState); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Save without space: %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := uuid.NewFileStore(other).Save(someState); err != nil {
		t.Error(err)
	}
	wantState(t, other, someState)
}

// A pipe in the place of the file is an error. It does not block.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		wantRefusal(t, uuid.NewFileStore(path), path, "not a regular file")
	}()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("it still waits")
	}
	wantMode(t, path, 0o600|os.ModeNamedPipe, os.Getuid())
}
