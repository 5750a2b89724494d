//go:build unix

package uuid_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func init() { roles["begin"], roles["save"], roles["serve"] = begin, saveSome, serve }

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
	const user = 54301
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
	for _, tt := range []struct {
		name    string
		dirMode fs.FileMode
		mode    fs.FileMode // of the file, which is the user's
		usable  bool
	}{
		{"a directory to read", 0o755, 0o600, true},
		{"a directory to enter", 0o711, 0o600, true},
		{"a file to read", 0o777, 0o444, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sub := mkdir(t, dir, "sub")
			defer os.RemoveAll(sub)
			path := filepath.Join(sub, "state")
			for _, err := range []error{
				uuid.NewFileStore(path).Save(someState), os.Chown(path, user, user), os.Chmod(path, tt.mode), os.Chmod(sub, tt.dirMode),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				cmd := asRole("begin", path)
				cmd.Path, cmd.Dir = binary, "/"
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
				if out, err := cmd.CombinedOutput(); (err == nil) != tt.usable {
					t.Errorf("usable: %t; %v, %s", tt.usable, err, out)
				}
			}
			wantFiles(t, sub, "state")
			if err := uuid.NewFileStore(path).Save(later); err != nil { // the superuser takes nothing away
				t.Error(err)
			}
			wantMode(t, path, tt.mode, user)
		})
	}
}

// TestFullDisk fills up a file system, which only the superuser can make. Once a Save has
// made the file, no other one needs space. Without a file it is an error that passes.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mount: %v, %s", err, out)
	}
	defer exec.Command("umount", dir).Run()
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
	if err := exec.Command("mkfifo", "-m", "600", path).Run(); err != nil {
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

// A report is a line that a process in the role "serve" writes.
type report struct {
	Started bool
	UUID    uuid.UUID
	At      int64 // on the system clock: when it started, or before it issued the UUID
}

// serve issues UUIDs and reports them, until its standard input ends. Then it closes its
// generator.
func serve(path string) error {
	say := func(r report) error {
		line, err := json.Marshal(r)
		if err == nil {
			_, err = os.Stdout.Write(append(line, '\n'))
		}
		return err
	}
	if err := say(report{Started: true, At: time.Now().UnixNano()}); err != nil {
		return err
	}
	opts := uuid.Options{Store: uuid.NewFileStore(path)}
	if os.Getenv("UUID_TEST_NODE") != "" {
		opts.Node = uuid.Node{0x02, 0, 0, 0, 0, 1}
	}
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		return err
	}
	ended := make(chan bool)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	for {
		for _, next := range timed(g) {
			u, err := next()
			if err == nil {
				err = say(report{UUID: u, At: time.Now().UnixNano()})
			}
			if err != nil {
				return err
			}
		}
		select {
		case <-ended:
			return g.Close()
		case <-time.After(time.Millisecond):
		}
	}
}

// begin begins to issue UUIDs.
func begin(path string) error {
	_, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
	return err
}

// saveSome loads the state and says so. Then it saves three greater ones.
func saveSome(path string) error {
	runtime.LockOSThread() // strace counts the calls of each thread
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

// A server is a process in the role "serve".
type server struct {
	cmd     *exec.Cmd
	in      io.Closer
	stderr  bytes.Buffer
	serving chan bool // closed when it has issued its first UUIDs
	ended   chan bool // closed when it has ended
	reports []report  // of a server that has ended
}

func startServer(t *testing.T, path string, env ...string) *server {
	t.Helper()
	s := &server{cmd: asRole("serve", path, env...), serving: make(chan bool), ended: make(chan bool)}
	s.cmd.Stderr = &s.stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.in = in
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var r report
			if json.Unmarshal(lines.Bytes(), &r) == nil { // the last one may be cut
				s.reports = append(s.reports, r)
			}
			if len(s.reports) == 4 {
				close(s.serving)
			}
		}
		s.cmd.Wait()
	}()
	return s
}

// await waits until a server serves.
func (s *server) await(t *testing.T) bool {
	t.Helper()
	select {
	case <-s.serving:
		return true
	case <-s.ended:
		t.Errorf("a server ended before it served: %s", s.stderr.Bytes())
	case <-time.After(time.Minute):
		t.Error("a server does not serve after a minute")
	}
	return false
}

// TestRollingRestart replaces a process by another one on its file, again and again. The
// new one starts while the old one serves, which is then killed or told to end. Each process
// issues UUIDs above all those that others had issued when it started.
func TestRollingRestart(t *testing.T) { rollingRestart(t, true) }

// TestRestart does so with one process at a time. All have the same node.
func TestRestart(t *testing.T) { rollingRestart(t, false, "UUID_TEST_NODE=1") }

func rollingRestart(t *testing.T, overlap bool, env ...string) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	// Each line of restarts has a file of its own. They sleep most of the time.
	for i := range uuid.Sized(3, 10) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "state")
			var all []*server
			for i := range uuid.Sized(4, 101) {
				if i > 0 && !overlap {
					all[i-1].end(t)
				}
				s := startServer(t, path, env...)
				all = append(all, s)
				if !s.await(t) {
					break
				}
				if i > 0 && overlap {
					time.Sleep(rand.N(200 * time.Millisecond))
					all[i-1].end(t)
				}
			}
			all[len(all)-1].end(t)
			wantOrderAcross(t, all)
		})
	}
}

// end kills a server or tells it to end, and waits until it has.
func (s *server) end(t *testing.T) {
	t.Helper()
	if rand.N(2) == 0 {
		s.cmd.Process.Kill()
	} else {
		s.in.Close()
	}
	select {
	case <-s.ended:
		s.in.Close()
	case <-time.After(time.Minute):
		t.Fatal("a server does not end after a minute")
	}
}

// wantOrderAcross checks what servers have reported that have ended.
func wantOrderAcross(t *testing.T, all []*server) {
	t.Helper()
	var ids []uuid.UUID
	for _, s := range all {
		var above [8]uuid.UUID // what others had issued when s started
		for _, other := range all {
			for _, r := range other.reports {
				if v := r.UUID.Version(); other != s && r.At < s.reports[0].At && above[v].Compare(r.UUID) < 0 {
					above[v] = r.UUID
				}
			}
		}
		for _, r := range s.reports[1:] {
			ids = append(ids, r.UUID)
			if v := r.UUID.Version(); v != 1 && r.UUID.Compare(above[v]) <= 0 {
				t.Errorf("%v is not above %v, which was issued before its process started", r.UUID, above[v])
				break
			}
		}
	}
	wantDistinct(t, ids)
}

// TestSyncedDirectory reads from strace that the first Save syncs the directory in which the
// file really lies, and later ones do not.
func TestSyncedDirectory(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	data := mkdir(t, dir, "data")
	link := filepath.Join(dir, "link")
	symlink(t, filepath.Join(data, "state"), link)
	log := filepath.Join(dir, "log")
	cmd := asRole("save", link)
	cmd.Args = []string{"strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=fsync,pwrite64", cmd.Path}
	cmd.Path = strace
	if out, err := cmd.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "ptrace") {
			t.Skip(string(out))
		}
		t.Fatalf("%v: %s", err, out)
	}
	var calls []string
	for line := range strings.Lines(readFile(t, log)) {
		for call, text := range map[string]string{"write": "pwrite64(", "sync": "/state>) ", "sync dir": data + ">) "} {
			if strings.Contains(line, text) && strings.Contains(line, data) {
				calls = append(calls, call)
			}
		}
	}
	// The first of three Saves writes both lines.
	if got, want := strings.Join(calls, ", "), "write, sync, sync dir, write, sync, write, sync, write, sync"; got != want {
		t.Errorf("the calls are %s; want %s", got, want)
	}
}

// TestKillAtEachCall kills a process before each system call that it makes on the state
// file. Then the file has what was saved last, or what was being saved.
func TestKillAtEachCall(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "state")
	for call, step := 1, uuid.Sized(3, 1); ; call += step {
		if call > 200 {
			t.Fatal("it makes calls without end")
		}
		if rand.N(2) == 0 {
			os.Remove(path)
		}
		before, _ := uuid.NewFileStore(path).Load()
		cmd := asRole("save", path, "GOMAXPROCS=1")
		cmd.Args = []string{"strace", "-f", "-qq", "-o", os.DevNull, "-P", path, "-P", dir,
			"-e", "inject=all:signal=KILL:when=" + fmt.Sprint(call), cmd.Path}
		cmd.Path = strace
		var stderr strings.Builder
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if strings.Contains(stderr.String(), "ptrace") {
			t.Skip(stderr.String())
		}
		after, loadErr := uuid.NewFileStore(path).Load()
		if saved := before.Ticks + uint64(len(out)); loadErr != nil && saved > 0 || after.Ticks != saved && after.Ticks != saved+1 {
			t.Errorf("killed before call %d: %v, %v; %d was saved, %s", call, after.Ticks, loadErr, saved, stderr.String())
		}
		if err == nil { // it was not killed
			if len(out) != 3 || call < 10 {
				t.Errorf("it ended by itself, %d calls and %d saves", call, len(out))
			}
			return
		}
	}
}
