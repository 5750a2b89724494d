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
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestMain lets the test binary be another process on the state file that
// UUID_TEST_STATE names.
func TestMain(m *testing.M) {
	role, path := roles[os.Getenv("UUID_TEST_ROLE")], os.Getenv("UUID_TEST_STATE")
	if role == nil {
		os.Exit(m.Run())
	}
	if err := role(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// roles are what such a process can do.
var roles = map[string]func(path string) error{
	"begin": begin,
	"issue": issueForever,
	"save":  saveSome,
	"serve": serve,
}

// asRole returns the command for a process in a role on the file at path.
func asRole(role, path string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), env...), "UUID_TEST_ROLE="+role, "UUID_TEST_STATE="+path)
	return cmd
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

// issueForever writes a version 1, a 6 and a 7 UUID after the other, without a
// buffer, from a Generator on the state file at path.
func issueForever(path string) error {
	g, err := uuid.NewGenerator(uuid.Options{
		Store: uuid.NewFileStore(path),
		Node:  uuid.Node{0x02, 0, 0, 0, 0, 1},
	})
	if err != nil {
		return err
	}
	for {
		var three []byte
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
			u, err := next()
			if err != nil {
				return err
			}
			three = append(three, u[:]...)
		}
		if _, err := os.Stdout.Write(three); err != nil {
			return err
		}
		if !uuid.FullTests {
			time.Sleep(100 * time.Microsecond) // or each process would keep a core busy
		}
	}
}

// live runs a process on the state file at path, kills it after d, and returns the UUIDs of
// versions 1, 6 and 7 that it issued.
func live(path string, d time.Duration) (issued [3][]uuid.UUID, err error) {
	cmd := asRole("issue", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return issued, err
	}
	defer time.AfterFunc(d, func() { cmd.Process.Kill() }).Stop()
	in := bufio.NewReader(out)
	for {
		var three [3]uuid.UUID
		for i := range three {
			if _, err = io.ReadFull(in, three[i][:]); err != nil {
				break
			}
		}
		if err != nil {
			break
		}
		for i, u := range three {
			issued[i] = append(issued[i], u)
		}
	}
	cmd.Wait()
	if stderr.Len() > 0 {
		return issued, errors.New(stderr.String())
	}
	return issued, nil
}

// TestKill kills a process at random moments and starts it again.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	var all [3][]uuid.UUID
	productive := 0
	for kills := 0; kills < uuid.Sized(4, 20) || productive < uuid.Sized(2, 8); kills++ {
		if kills == 60 {
			t.Fatalf("only %d of %d processes issued anything", productive, kills)
		}
		issued, err := live(path, rand.N(1600*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		if v7 := issued[2]; len(v7) > 0 {
			productive++
			if lead := time.Until(timeOf(t, v7[0])); lead > 10*time.Millisecond {
				t.Errorf("%v is %v ahead of the clock", v7[0], lead)
			}
		}
		for i := range all {
			all[i] = append(all[i], issued[i]...)
		}
	}
	t.Logf("%d of each version", len(all[0]))
	wantIncreasing(t, all[1])
	wantIncreasing(t, all[2])
	wantDistinct(t, slices.Concat(all[0], all[1]))
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
	g, err := uuid.NewGenerator(uuid.Options{
		Now:   func() time.Time { return time.Now().Add(-behind) },
		Store: reportingStore{uuid.NewFileStore(path), say},
	})
	if err != nil {
		return err
	}
	ended := make(chan bool)
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	for {
		for _, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
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
