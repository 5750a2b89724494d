//go:build unix

// Proves the modes, owners and directory syncs of a FileStore.
package uuid_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func init() { roles["save"] = saveSome }

// saveSome loads the state, saves three later states, and prints a dot after each Save.
func saveSome(path string) error {
	runtime.LockOSThread() // strace counts each thread's calls separately
	store := uuid.NewFileStore(path)
	st, err := store.Load()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for range 3 {
		st.Ticks++
		if err := store.Save(st); err != nil {
			return err
		}
		os.Stdout.Write([]byte{'.'})
	}
	return nil
}

// wantMode checks the mode and the owner of the file at path.
func wantMode(t *testing.T, path string, mode fs.FileMode, uid int) {
	t.Helper()
	info, err := os.Lstat(path)
	noErrors(t, err)
	if got := int(info.Sys().(*syscall.Stat_t).Uid); info.Mode() != mode || got != uid {
		t.Errorf("%s has mode %v and owner %d, want %v and %d", path, info.Mode(), got, mode, uid)
	}
}

// TestModes checks that only the owner can access a new file, and that Save preserves a changed
// mode and owner.
func TestModes(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	uid := os.Getuid()
	noErrors(t, store.Save(someState))
	wantMode(t, path, 0o600, uid)
	if uid == 0 {
		uid = 54301
		noErrors(t, os.Chown(path, uid, -1))
	}
	for _, mode := range []fs.FileMode{0o644, 0o666, 0o660, 0o700} {
		noErrors(t, os.Chmod(path, mode))
		for _, s := range []*uuid.FileStore{store, uuid.NewFileStore(path)} {
			noErrors(t, s.Save(later))
			wantMode(t, path, mode, uid)
		}
	}
}

// TestUsers checks that a user does not need write permission for the state file's directory.
func TestUsers(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can start a process as another user")
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	const user = 54301
	dir, err := os.MkdirTemp("", "uuid") // other users cannot enter t.TempDir
	noErrors(t, err)
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "binary")
	noErrors(t, os.WriteFile(binary, []byte(readFile(t, os.Args[0])), 0o755), os.Chmod(dir, 0o755))
	for _, tt := range []struct {
		name    string
		dirMode fs.FileMode
		mode    fs.FileMode // mode of the file, which the user owns
		usable  bool
	}{
		{name: "readable directory", dirMode: 0o755, mode: 0o600, usable: true},
		{name: "directory without read permission", dirMode: 0o711, mode: 0o600, usable: true},
		{name: "read-only file", dirMode: 0o777, mode: 0o444, usable: false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sub := mkdir(t, dir, "sub")
			defer os.RemoveAll(sub)
			path := filepath.Join(sub, "state")
			noErrors(
				t,
				uuid.NewFileStore(path).Save(someState),
				os.Chown(path, user, user),
				os.Chmod(path, tt.mode),
				os.Chmod(sub, tt.dirMode),
			)
			for range 2 {
				cmd := asRole(t, "save", path)
				cmd.Path, cmd.Dir = binary, "/"
				cmd.SysProcAttr = &syscall.SysProcAttr{
					Credential: &syscall.Credential{Uid: user, Gid: user},
				}
				if out, err := cmd.CombinedOutput(); (err == nil) != tt.usable {
					t.Errorf("usable: %t; %v, %s", tt.usable, err, out)
				}
			}
			wantFiles(t, sub, "state")
			// a Save by root preserves the user's access
			noErrors(t, uuid.NewFileStore(path).Save(later))
			wantMode(t, path, tt.mode, user)
		})
	}
}

// TestPipe checks that a named pipe at the path causes an error and does not block.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	if err := exec.Command("mkfifo", "-m", "600", path).Run(); err != nil {
		t.Skip(err)
	}
	together(
		t,
		1,
		func(int) { wantRefusal(t, uuid.NewFileStore(path), path, "not a regular file") },
	)
	wantMode(t, path, 0o600|os.ModeNamedPipe, os.Getuid())
}

// underStrace runs saveSome in another process under strace.
func underStrace(t *testing.T, path string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip(err)
	}
	cmd := asRole(t, "save", path, "GOMAXPROCS=1")
	cmd.Args = append(append([]string{"strace", "-f", "-qq"}, args...), cmd.Path)
	cmd.Path = strace
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if strings.Contains(errs.String(), "ptrace") {
		t.Skip(errs.String())
	}
	return string(out), errs.String(), err
}

// TestSyncedDirectory uses strace to check that the first Save syncs the directory that the link
// points to, and that later Saves do not.
func TestSyncedDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	data := mkdir(t, dir, "data")
	link, log := filepath.Join(dir, "link"), filepath.Join(dir, "log")
	symlink(t, filepath.Join(data, "state"), link)
	if _, stderr, err := underStrace(
		t, link, "-y", "-o", log, "-e", "trace=fsync,pwrite64",
	); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	var calls []string
	for line := range strings.Lines(readFile(t, log)) {
		for call, text := range map[string]string{
			"write": "pwrite64(", "sync": "/state>) ", "sync dir": data + ">) ",
		} {
			if strings.Contains(line, text) && strings.Contains(line, data) {
				calls = append(calls, call)
			}
		}
	}
	// The first of the three Saves writes both lines.
	if got, want := strings.Join(calls, ", "), "write, sync, sync dir, write, sync, write, sync, "+
		"write, sync"; got != want {
		t.Errorf("the calls are %s; want %s", got, want)
	}
}
