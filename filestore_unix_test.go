//go:build unix

package uuid_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// wantMode requires that the file at path has this mode and owner.
func wantMode(t *testing.T, path string, mode fs.FileMode, uid int) {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := int(info.Sys().(*syscall.Stat_t).Uid); info.Mode() != mode || got != uid {
		t.Errorf("%s has mode %v and owner %d, want %v and %d", path, info.Mode(), got, mode, uid)
	}
}

// A new file is for its user alone. After that it keeps the mode and the owner that it is
// given.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	uid := os.Getuid()
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	wantMode(t, path, 0o600, uid)
	if uid == 0 {
		uid = 54301
		if err := os.Chown(path, uid, -1); err != nil {
			t.Fatal(err)
		}
	}
	for _, mode := range []fs.FileMode{0o644, 0o666, 0o660, 0o700} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*uuid.FileStore{store, uuid.NewFileStore(path)} {
			if err := s.Save(later); err != nil {
				t.Fatal(err)
			}
			wantMode(t, path, mode, uid)
		}
	}
}

// TestUsers lets users who are not the superuser use a file in a directory that they may
// only read or, which is enough, only enter.
func TestUsers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only the superuser can become others")
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	const user, another = 54301, 54302
	dir, err := os.MkdirTemp("", "uuid") // which others may enter
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	content, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "binary")
	if err := errors.Join(os.WriteFile(binary, content, 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	as := func(uid uint32, path string) error {
		cmd := asRole("begin", path)
		cmd.Path, cmd.Dir = binary, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("user %d: %w: %s", uid, err, bytes.TrimSpace(out))
		}
		return nil
	}
	for _, tt := range []struct {
		name    string
		dirMode fs.FileMode
		exists  bool
		mode    fs.FileMode // of the file, which is the user's
		user    bool        // may use it
		another bool        // may use it
	}{
		{"a directory to write to", 0o777, false, 0o600, true, false},
		{"a directory to read", 0o755, true, 0o600, true, false},
		{"a directory to read, for everybody", 0o755, true, 0o666, true, true},
		{"a directory to enter", 0o711, true, 0o600, true, false},
		{"no file in a directory to read", 0o755, false, 0, false, false},
		{"a file to read", 0o777, true, 0o444, false, false},
		{"a directory not to enter", 0o700, true, 0o666, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sub := mkdir(t, dir, "sub")
			defer os.RemoveAll(sub)
			path := filepath.Join(sub, "state")
			if tt.exists {
				err = errors.Join(uuid.NewFileStore(path).Save(someState), os.Chown(path, user, user), os.Chmod(path, tt.mode))
			}
			if err = errors.Join(err, os.Chmod(sub, tt.dirMode)); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := as(user, path); (err == nil) != tt.user {
					t.Errorf("the user may use it: %t; %v", tt.user, err)
				}
				if err := as(another, path); (err == nil) != tt.another {
					t.Errorf("another may use it: %t; %v", tt.another, err)
				}
			}
			if tt.exists || tt.user {
				wantMode(t, path, tt.mode, user)
				wantFiles(t, sub, "state")
				if err := uuid.NewFileStore(path).Save(later); err != nil { // the superuser takes nothing away
					t.Error(err)
				}
				wantMode(t, path, tt.mode, user)
			}
		})
	}
}
