package uuid_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
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
	"issue": issueForever,
	"load":  loadForever,
	"claim": claim,
}

// loadForever loads the state again and again.
func loadForever(path string) error {
	store := uuid.NewFileStore(path)
	for {
		if _, err := store.Load(); err != nil {
			return err
		}
	}
}

// claim begins to issue UUIDs.
func claim(path string) error {
	_, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
	return err
}

// asRole returns the command for a process in a role on the file at path.
func asRole(role, path string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "UUID_TEST_ROLE="+role, "UUID_TEST_STATE="+path)
	return cmd
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

// A life is what one process has issued until it was killed.
type life struct {
	v1, v6, v7 []uuid.UUID
}

// live runs a process on the state file at path and kills it after d: from its start
// on or, if productive, from its first UUIDs on.
func live(path string, d time.Duration, productive bool) (life, error) {
	cmd := asRole("issue", path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return life{}, err
	}
	if err := cmd.Start(); err != nil {
		return life{}, err
	}
	timer := time.AfterFunc(d, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if productive {
		timer.Reset(time.Minute)
	}
	var l life
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
		if productive && len(l.v1) == 0 {
			timer.Reset(d)
		}
		l.v1 = append(l.v1, three[0])
		l.v6 = append(l.v6, three[1])
		l.v7 = append(l.v7, three[2])
	}
	cmd.Wait()
	if stderr.Len() > 0 {
		return l, errors.New(stderr.String())
	}
	return l, nil
}

// TestKill kills a process at random moments and starts it again.
func TestKill(t *testing.T) {
	needFileStore(t)
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	var all life
	productive := 0
	for kills := 0; kills < uuid.Sized(6, 20) || productive < uuid.Sized(2, 8); kills++ {
		if kills == 60 {
			t.Fatalf("only %d of %d processes issued anything", productive, kills)
		}
		l, err := live(path, rand.N(1600*time.Millisecond), false)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.v7) > 0 {
			productive++
			if lead := time.Until(timeOf(t, l.v7[0])); lead > 10*time.Millisecond {
				t.Errorf("%v is %v ahead of the clock", l.v7[0], lead)
			}
		}
		all.v1 = append(all.v1, l.v1...)
		all.v6 = append(all.v6, l.v6...)
		all.v7 = append(all.v7, l.v7...)
	}
	t.Logf("%d of each version", len(all.v7))
	wantIncreasing(t, all.v7)
	wantIncreasing(t, all.v6)
	wantDistinct(t, slices.Concat(all.v1, all.v6))
}

// TestProcessesOnOneFile lets processes with one node issue at the same time.
func TestProcessesOnOneFile(t *testing.T) {
	needFileStore(t)
	if testing.Short() {
		t.Skip("starts processes")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	const processes = 4
	var lives [processes]life
	for range 2 { // on no file, then on one
		var group sync.WaitGroup
		for i := range lives {
			group.Add(1)
			go func() {
				defer group.Done()
				l, err := live(path, 1200*time.Millisecond, true)
				if err != nil {
					t.Error(err)
				}
				if len(l.v1) == 0 {
					t.Error("a process issued nothing")
				}
				lives[i].v1 = append(lives[i].v1, l.v1...)
				lives[i].v6 = append(lives[i].v6, l.v6...)
				lives[i].v7 = append(lives[i].v7, l.v7...)
			}()
		}
		group.Wait()
	}
	var all []uuid.UUID
	owner := make(map[uint16]int)
	for i, l := range lives {
		wantIncreasing(t, l.v7)
		for _, u := range l.v1 {
			seq := clockSeqOf(t, u)
			if other, ok := owner[seq]; ok && other != i {
				t.Fatalf("processes %d and %d both had clock sequence %d", other, i, seq)
			}
			owner[seq] = i
		}
		all = slices.Concat(all, l.v1, l.v6, l.v7)
	}
	if len(owner) != 2*processes {
		t.Errorf("%d clock sequences for %d processes", len(owner), 2*processes)
	}
	wantDistinct(t, all)
}
