//go:build unix

package uuid_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func init() { roles["serve"] = serve }

// A report is a line that a process in the role "serve" writes: the first when it starts, the
// others after each UUID.
type report struct {
	UUID uuid.UUID
	At   int64 // on the system clock: of the start, or after the UUID was issued
}

// serve issues UUIDs and reports them until its standard input ends. Then it closes its generator.
func serve(path string) error {
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(report{At: time.Now().UnixNano()}); err != nil {
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
				err = out.Encode(report{u, time.Now().UnixNano()})
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

// A server is a process in the role "serve".
type server struct {
	cmd     *exec.Cmd
	in      io.Closer
	serving chan bool // closed when it has issued its first UUIDs, or has ended
	ended   chan bool // closed when it has ended
	reports []report  // of a server that has ended
}

func startServer(t *testing.T, path string, env ...string) *server {
	t.Helper()
	s := &server{cmd: asRole(t, "serve", path, env...), serving: make(chan bool), ended: make(chan bool)}
	s.cmd.Stderr = os.Stderr
	in, inErr := s.cmd.StdinPipe()
	out, outErr := s.cmd.StdoutPipe()
	noErrors(t, inErr, outErr, s.cmd.Start())
	s.in = in
	go func() {
		defer close(s.ended)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var r report
			if json.Unmarshal(lines.Bytes(), &r) == nil { // the last line may be cut
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

// end kills a server or tells it to end, and waits until it has ended.
func (s *server) end(t *testing.T) {
	t.Helper()
	if rand.N(2) == 0 {
		s.cmd.Process.Kill()
	} else {
		s.in.Close()
	}
	await(t, "the end of a server", s.ended)
	s.in.Close()
}

// TestRollingRestart replaces a process by another one on its file, again and again. The new
// process starts while the old one serves, which is then killed or told to end. Each process
// issues UUIDs above all UUIDs that others had issued when it started.
func TestRollingRestart(t *testing.T) { rollingRestart(t, true) }

// TestRestart runs one process at a time, all with the same node.
func TestRestart(t *testing.T) { rollingRestart(t, false, "UUID_TEST_NODE=1") }

func rollingRestart(t *testing.T, overlap bool, env ...string) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	// Each line of restarts has a file of its own. The processes sleep most of the time.
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
				await(t, "the first UUIDs of a server", s.serving)
				all = append(all, s)
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

// wantOrderAcross checks the reports of servers that have ended.
func wantOrderAcross(t *testing.T, all []*server) {
	t.Helper()
	var ids []uuid.UUID
	for _, s := range all {
		var above [8]uuid.UUID // the greatest of each version that others had issued when s started
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
				t.Fatalf("%v is not above %v, which was issued before its process started", r.UUID, above[v])
			}
		}
	}
	wantDistinct(t, ids)
}
