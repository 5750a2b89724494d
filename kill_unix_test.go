//go:build unix

package uuid_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A journal is what processes have reported, each in its order.
type journal struct {
	mu      sync.Mutex
	reports []report
}

// serveFor runs a process on the state file at path for about so long. It may be stopped
// for a while. Then it is killed or told to close its generator.
func (j *journal) serveFor(process int, path string, d time.Duration) error {
	behind := []string{"0s", "400ms"}[rand.N(2)]
	cmd := asRole("serve", path, "UUID_TEST_BEHIND="+behind)
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
func TestProcessesOnOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	var j journal
	var group sync.WaitGroup
	end := time.Now().Add(time.Duration(uuid.Sized(3, 60)) * time.Second)
	for i := range 5 {
		group.Add(1)
		go func() {
			defer group.Done()
			for process := i; time.Now().Before(end); process += 5 {
				if err := j.serveFor(process, path, 500*time.Millisecond+rand.N(2*time.Second)); err != nil {
					t.Error(err)
				}
			}
		}()
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
