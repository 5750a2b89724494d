//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package uuid_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	if info, err := os.Lstat(path); err != nil || info.Mode() != want {
		t.Errorf("%s has mode %v, %v; want %v", path, info.Mode(), err, want)
	}
}

// New files are for their user alone. After that they keep the mode that they
// are given.
func TestModes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	wantMode(t, path, 0o600)
	wantMode(t, path+".lock", 0o600)
	for _, mode := range []fs.FileMode{0o644, 0o666, 0o600, 0o400, 0o660} {
		for _, name := range []string{path, path + ".lock"} {
			if mode&0o200 == 0 && name != path {
				continue // who may not write to the lock may not save
			}
			if err := os.Chmod(name, mode); err != nil {
				t.Fatal(err)
			}
			for _, s := range []*uuid.FileStore{store, uuid.NewFileStore(path)} {
				if _, err := s.Load(); err != nil {
					t.Fatal(err)
				}
				if err := s.Save(later); s == store && err != nil {
					t.Fatal(err)
				}
			}
			wantMode(t, name, mode)
		}
	}
}

// within requires that f returns, and without an error.
func within(t *testing.T, f func() error) {
	t.Helper()
	done := make(chan error)
	go func() { done <- f() }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it still waits")
	}
}

// An outsider is a user who is neither the superuser nor in the groups of this
// process.
type outsider struct{ uid, gid uint32 }

// claim starts a process of the user's that takes a clock sequence from the
// file at path. The test binary has to be where the user may run it.
func (o outsider) claim(binary, path string, groups ...uint32) error {
	cmd := asRole("claim", path)
	cmd.Path, cmd.Dir = binary, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: o.uid, Gid: o.gid, Groups: groups}}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("user %d: %w: %s", o.uid, err, bytes.TrimSpace(out))
	}
	return nil
}

// Users share a file if the modes admit them, and only then. The superuser
// saves between them, and takes nothing from them.
func TestUsers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become others")
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	const group = 54300
	a, b, c := outsider{54301, 54301}, outsider{54302, 54302}, outsider{54303, 54303}
	dir, err := os.MkdirTemp("", "uuid")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	binary := copyBinary(t, dir)
	for _, tt := range []struct {
		name      string
		dirMode   fs.FileMode
		mode      fs.FileMode
		gid       int
		wantGroup int // -1: not kept
	}{
		{"a group", 0o770, 0o660, group, group},
		{"everybody", 0o777, 0o666, group, group},
		{"nobody else", 0o770, 0o600, group, group},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sub := mkdir(t, dir, strings.ReplaceAll(tt.name, " ", ""))
			path := filepath.Join(sub, "state")
			if err := errors.Join(os.Chown(sub, int(a.uid), group), os.Chmod(sub, tt.dirMode), os.Chmod(dir, 0o755)); err != nil {
				t.Fatal(err)
			}
			if err := a.claim(binary, path, group); err != nil {
				t.Skip(err) // a user name space, or a directory that others may not enter
			}
			for _, name := range []string{path, path + ".lock"} {
				wantMode(t, name, 0o600)
				if err := errors.Join(os.Chown(name, int(a.uid), tt.gid), os.Chmod(name, tt.mode)); err != nil {
					t.Fatal(err)
				}
			}
			shared := tt.mode&0o066 != 0
			for range 2 {
				newGenerator(t, uuid.Options{Store: uuid.NewFileStore(path)}) // the superuser's
				if err := a.claim(binary, path, group); err != nil {
					t.Error(err)
				}
				if err := b.claim(binary, path, group); (err == nil) != shared {
					t.Errorf("the second user: %v", err)
				}
				wantMode(t, path, tt.mode)
				wantMode(t, path+".lock", tt.mode)
				if stat := statOf(t, path); int(stat.Gid) != tt.wantGroup {
					t.Errorf("group %d, want %d", stat.Gid, tt.wantGroup)
				}
			}
			if err := c.claim(binary, path); (err == nil) != (tt.mode&0o006 != 0) {
				t.Errorf("a user who is not in the group: %v", err)
			}
		})
	}

	// The owner is not in the file's group, so it cannot be kept: its
	// permissions go.
	t.Run("a group of others", func(t *testing.T) {
		sub := mkdir(t, dir, "others")
		path := filepath.Join(sub, "state")
		if err := os.Chown(sub, int(a.uid), group); err != nil {
			t.Fatal(err)
		}
		if err := a.claim(binary, path); err != nil {
			t.Skip(err)
		}
		if err := errors.Join(os.Chown(path, int(a.uid), group), os.Chmod(path, 0o675)); err != nil {
			t.Fatal(err)
		}
		if err := a.claim(binary, path); err != nil {
			t.Fatal(err)
		}
		wantMode(t, path, 0o605)
		if stat := statOf(t, path); stat.Gid != a.gid {
			t.Errorf("group %d, want %d", stat.Gid, a.gid)
		}
	})
}

// statOf returns what the system says of the file at path.
func statOf(t *testing.T, path string) *syscall.Stat_t {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t)
}

// copyBinary copies the test binary to where everybody may run it.
func copyBinary(t *testing.T, dir string) string {
	t.Helper()
	binary, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "binary")
	if err := errors.Join(os.WriteFile(name, binary, 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	return name
}

// Whoever holds the lock makes others fail after a second, here of a bubble.
func TestLockedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(10*time.Second, func() { lock.Close() }).Stop() // the end of waiting without bound
	synctest.Test(t, func(t *testing.T) {
		wantLocked(t, "Load", second(store.Load()), path)
		wantLocked(t, "Save", store.Save(later), path)
		wantLocked(t, "NewGenerator", second(uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})), path)
	})
}

func second[T any](_ T, err error) error { return err }

// wantLocked requires an error that says that the file at path is locked.
func wantLocked(t *testing.T, call string, err error, path string) {
	t.Helper()
	if !errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("%s: %v", call, err)
	}
}

// A process that is stopped while it holds the lock makes others fail, but not
// wait for ever. They recover when it goes on.
func TestStoppedProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	path := filepath.Join(t.TempDir(), "state")
	if err := uuid.NewFileStore(path).Save(someState); err != nil {
		t.Fatal(err)
	}
	cmd := asRole("load", path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()

	var store *uuid.FileStore
	within(t, func() error {
		err := error(nil)
		for err == nil { // it holds the lock most of the time
			cmd.Process.Signal(syscall.SIGCONT)
			time.Sleep(20 * time.Millisecond)
			cmd.Process.Signal(syscall.SIGSTOP)
			store = uuid.NewFileStore(path)
			_, err = store.Load()
		}
		wantLocked(t, "Load", err, path)
		first := make(chan error)
		go func() { first <- store.Save(later) }()
		wantLocked(t, "one Save", store.Save(later), path)
		wantLocked(t, "another Save at the same time", <-first, path)
		return nil
	})
	if t.Failed() {
		return
	}
	cmd.Process.Signal(syscall.SIGCONT)
	within(t, func() error {
		for {
			_, err := store.Load()
			if err == nil {
				err = store.Save(later)
			}
			if err == nil || !errors.Is(err, os.ErrDeadlineExceeded) {
				return err
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}
