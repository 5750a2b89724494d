//go:build unix

package restart

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// limit is the longest time that a test waits for an event. A server may need six seconds to issue
// its first UUID.
const limit = time.Minute

// These environment variables configure a server.
const (
	pathVariable = "RESTART_STATE" // path of the FileStore; if set, the test binary runs as a server
	backVariable = "RESTART_BACK"  // how far the server's clock is behind; if set, the server uses a fixed node
)

func TestMain(m *testing.M) {
	path := os.Getenv(pathVariable)
	if path == "" {
		os.Exit(m.Run())
	}
	if err := serve(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A report is a line that a server prints. The server prints the first report when it starts, and
// another report after each UUID.
type report struct {
	UUID uuid.UUID
	At   int64 // Unix time in nanoseconds
}

// serve issues and reports UUIDs until standard input ends, and then closes its generator.
func serve(path string) error {
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(report{At: time.Now().UnixNano()}); err != nil {
		return err
	}
	opts := uuid.Options{Store: uuid.NewFileStore(path)}
	if back, err := time.ParseDuration(os.Getenv(backVariable)); err == nil {
		opts.Node = uuid.Node{0x02, 0, 0, 0, 0, 1}
		opts.Now = func() time.Time { return time.Now().Add(-back) }
	}
	g, err := uuid.NewGenerator(opts)
	if err != nil {
		return err
	}
	inputEnded := make(chan bool)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(inputEnded)
	}()
	for {
		for _, next := range []func() (uuid.UUID, error){g.NewV6, g.NewV7} {
			u, err := next()
			if err == nil {
				err = out.Encode(report{u, time.Now().UnixNano()})
			}
			if err != nil {
				return err
			}
		}
		select {
		case <-inputEnded:
			return g.Close()
		case <-time.After(time.Millisecond):
		}
	}
}

// A server is a process that runs serve.
type server struct {
	process *exec.Cmd
	input   io.Closer
	serving chan bool // closed after the first UUIDs, or when the process ends
	ended   chan bool // closed when the process ends
	reports []report  // complete when ended is closed
}

func startServer(t *testing.T, path string, env ...string) *server {
	t.Helper()
	s := &server{process: exec.Command(os.Args[0]), serving: make(chan bool), ended: make(chan bool)}
	s.process.Env = append(append(os.Environ(), env...), pathVariable+"="+path)
	s.process.Stderr = os.Stderr
	var err error
	if s.input, err = s.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.process.Process.Kill() }) // has no effect if the process has exited
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var r report
			// A killed server may leave an incomplete line.
			if json.Unmarshal(lines.Bytes(), &r) == nil {
				s.reports = append(s.reports, r)
			}
			if len(s.reports) == 3 { // the first report and one UUID of each version
				close(s.serving)
			}
		}
		if len(s.reports) < 3 {
			close(s.serving)
		}
		s.process.Wait()
		close(s.ended)
	}()
	await(t, "the first UUIDs from a server", s.serving)
	return s
}

// end randomly kills the server or makes it close its generator, and waits until the process ends.
func (s *server) end(t *testing.T) {
	t.Helper()
	if rand.N(2) == 0 {
		s.process.Process.Kill()
	} else {
		s.input.Close()
	}
	await(t, "a server to end", s.ended)
}

func await(t *testing.T, event string, happened <-chan bool) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(limit):
		t.Fatalf("waited %v for %s", limit, event)
	}
}

// TestRollingRestart checks the order of UUIDs when each new server starts while the old server is
// still issuing UUIDs. Then the old server is killed or closed.
func TestRollingRestart(t *testing.T) { restart(t, true) }

// TestRestart checks the order of UUIDs when only one server runs at a time and all servers use the
// same node. The clock may be set back by up to three seconds before each start.
func TestRestart(t *testing.T) { restart(t, false) }

// TestTimeAfterPause lets generators pause until a Save must precede the next UUID, and then makes
// calls that begin during this Save. No UUID may show a time from before its call.
func TestTimeAfterPause(t *testing.T) {
	for i := range 8 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(filepath.Join(t.TempDir(), "state"))})
			if err != nil {
				t.Fatal(err)
			}
			var calls sync.WaitGroup
			for range 3 {
				time.Sleep(1700 * time.Millisecond)
				for range 20 {
					calls.Go(func() {
						begun := time.Now()
						u, err := g.NewV7()
						if at, _ := u.Time(); err != nil || at.Before(begun.Truncate(time.Millisecond)) {
							t.Errorf("%v shows %v, its call began at %v; %v", u, at, begun, err)
						}
					})
					time.Sleep(time.Millisecond)
				}
			}
			calls.Wait()
		})
	}
}

// restart runs several sequences of servers at the same time. The servers in a sequence share a
// file. RESTART_FULL=1 selects ten sequences of 101 servers.
func restart(t *testing.T, overlap bool) {
	lines, servers := 3, 4
	if os.Getenv("RESTART_FULL") != "" {
		lines, servers = 10, 101
	}
	for i := range lines {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel() // the servers sleep most of the time
			path := filepath.Join(t.TempDir(), "state")
			all := []*server{startServer(t, path)}
			for range servers - 1 {
				old := all[len(all)-1]
				if overlap {
					all = append(all, startServer(t, path))
					time.Sleep(rand.N(200 * time.Millisecond))
					old.end(t)
				} else {
					old.end(t)
					all = append(all, startServer(t, path, backVariable+"="+rand.N(3*time.Second).String()))
				}
			}
			all[len(all)-1].end(t)
			wantOrder(t, all)
		})
	}
}

// wantOrder checks that each server's UUIDs are greater than all UUIDs that other servers had
// issued before it started, and that no UUID was issued twice.
func wantOrder(t *testing.T, all []*server) {
	t.Helper()
	seen := make(map[uuid.UUID]bool)
	for _, s := range all {
		if len(s.reports) < 3 {
			t.Fatalf("a server wrote only %d reports", len(s.reports))
		}
		greatest := make(map[uuid.Version]uuid.UUID) // per version, from other servers before s started
		for _, other := range all {
			for _, r := range other.reports {
				if v := r.UUID.Version(); other != s && r.At < s.reports[0].At && greatest[v].Compare(r.UUID) < 0 {
					greatest[v] = r.UUID
				}
			}
		}
		for _, r := range s.reports[1:] {
			if r.UUID.Compare(greatest[r.UUID.Version()]) <= 0 {
				t.Fatalf("%v is not above %v, which was issued before its server started", r.UUID,
					greatest[r.UUID.Version()])
			}
			if seen[r.UUID] {
				t.Fatalf("%v was issued twice", r.UUID)
			}
			seen[r.UUID] = true
		}
	}
}
