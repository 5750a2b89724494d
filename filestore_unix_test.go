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
	"sync"
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

// A report is a line that a process in the role "serve" writes. Times are those of the
// system clock, whatever the process takes for its clock.
type report struct {
	What string // "start", "save", "saved" or "issued"
	At   int64
	Of   int `json:"-"` // the process
	UUID uuid.UUID
	uuid.State
}

// serve issues UUIDs and reports them and what is saved, until its standard input ends.
// Then it closes its generator.
func serve(path string) error {
	behind, err := time.ParseDuration(os.Getenv("UUID_TEST_BEHIND"))
	if err != nil {
		return err
	}
	say := func(r report) error {
		r.At = time.Now().UnixNano()
		line, err := json.Marshal(r)
		if err == nil {
			_, err = os.Stdout.Write(append(line, '\n'))
		}
		return err
	}
	if err := say(report{What: "start"}); err != nil {
		return err
	}
	opts := uuid.Options{
		Now:   func() time.Time { return time.Now().Add(-behind) },
		Store: reportingStore{uuid.NewFileStore(path), say},
	}
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
				err = say(report{What: "issued", UUID: u})
			}
			if err != nil {
				return err
			}
		}
		select {
		case <-ended:
			return g.Close()
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// A reportingStore reports when a save begins and that it has succeeded.
type reportingStore struct {
	uuid.Store
	say func(report) error
}

func (s reportingStore) Save(st uuid.State) error {
	err := s.say(report{What: "save", State: st})
	if err == nil {
		err = s.Store.Save(st)
	}
	if err == nil {
		err = s.say(report{What: "saved", State: st})
	}
	return err
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

// A journal is what processes have reported, each in its order.
type journal struct {
	mu      sync.Mutex
	reports []report
}

// serveFor runs a process on the state file at path for about so long. It may be stopped
// for a while. Then it is killed or told to close its generator.
func (j *journal) serveFor(process int, path string, d time.Duration, env ...string) error {
	behind := []string{"0s", "400ms"}[rand.N(2)]
	cmd := asRole("serve", path, append(env, "UUID_TEST_BEHIND="+behind)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return err
	}
	go func() {
		for end := time.Now().Add(d); time.Now().Before(end); {
			time.Sleep(rand.N(d))
			cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(rand.N(time.Second))
			cmd.Process.Signal(syscall.SIGCONT)
		}
		if rand.N(3) == 0 {
			in.Close()
			time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		} else {
			cmd.Process.Kill()
		}
	}()
	var reports []report
	for lines := bufio.NewScanner(out); lines.Scan(); {
		r := report{Of: process}
		if json.Unmarshal(lines.Bytes(), &r) == nil { // the last one may be cut
			reports = append(reports, r)
		}
	}
	cmd.Wait()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.reports = append(j.reports, reports...)
	if stderr.Len() > 0 {
		return fmt.Errorf("process %d: %s", process, stderr.Bytes())
	}
	return nil
}

// TestProcessesOnOneFile lets five processes at a time issue UUIDs on one file. They are
// stopped, killed and closed at random moments, and the clock of some is behind by less
// than what a save covers. No UUID is issued twice. One is not above all that were issued
// before its process began only if the save that covered those was lost, which takes
// another process in the middle of Save at the time.
func TestProcessesOnOneFile(t *testing.T) { processesOnOneFile(t, 5) }

// TestKill lets one process follow the other. All have the same node.
func TestKill(t *testing.T) { processesOnOneFile(t, 1, "UUID_TEST_NODE=1") }

func processesOnOneFile(t *testing.T, atATime int, env ...string) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	var j journal
	var group sync.WaitGroup
	end := time.Now().Add(time.Duration(uuid.Sized(3, 60)) * time.Second)
	for i := range atATime {
		group.Go(func() {
			for process := i; time.Now().Before(end); process += atATime {
				if err := j.serveFor(process, path, 500*time.Millisecond+rand.N(2*time.Second), env...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	j.check(t)
}

// A save is one that a process has made, or begun to make.
type save struct {
	of         int
	begin, end int64 // end is 0 if it did not end
	uuid.State
}

// check looks for UUIDs that were issued twice or out of order.
func (j *journal) check(t *testing.T) {
	var saves []save
	start, open := make(map[int]int64), make(map[int]int)
	var ids []uuid.UUID
	for _, r := range j.reports {
		switch r.What {
		case "start":
			start[r.Of] = r.At
		case "save":
			open[r.Of] = len(saves)
			saves = append(saves, save{r.Of, r.At, 0, r.State})
		case "saved":
			saves[open[r.Of]].end = r.At
		case "issued":
			ids = append(ids, r.UUID)
		}
	}
	wantDistinct(t, ids)

	// A process has to be above what others issued before it began.
	losses := 0
	for process, begun := range start {
		var above [8]report
		for _, r := range j.reports {
			if v := r.UUID.Version(); r.What == "issued" && r.At < begun && v != 1 && above[v].UUID.Compare(r.UUID) < 0 {
				above[v] = r
			}
		}
		for _, r := range j.reports {
			v := r.UUID.Version()
			if r.What != "issued" || r.Of != process || v == 1 || r.UUID.Compare(above[v].UUID) > 0 {
				continue
			}
			if losses++; !admitted(saves, above[v]) {
				t.Errorf("process %d issued %v, which is not above %v of process %d", process, r.UUID, above[v].UUID, above[v].Of)
			}
			break
		}
	}
	t.Logf("%d processes, %d UUIDs, %d saves, %d losses of order", len(start), len(ids), len(saves), losses)
	if len(ids) == 0 {
		t.Error("no UUIDs")
	}
}

// admitted reports whether the save that covers what was issued may be lost: when it
// ended, another process was in the middle of Save.
func admitted(saves []save, issued report) bool {
	for _, s := range saves {
		if s.of != issued.Of || s.end == 0 || s.end > issued.At {
			continue
		}
		for _, other := range saves {
			if other.of != s.of && other.begin < s.end && (other.end == 0 || s.end < other.end) {
				return true
			}
		}
	}
	return false
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
