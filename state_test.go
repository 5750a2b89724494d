package uuid_test

import (
	"bufio"
	"bytes"
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
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A memoryStore keeps a state until err is set.
type memoryStore struct {
	state uuid.State
	saved int
	err   error
}

func (s *memoryStore) Load() (uuid.State, error) {
	if s.err != nil {
		return uuid.State{}, s.err
	}
	if s.state == (uuid.State{}) {
		return s.state, fs.ErrNotExist
	}
	return s.state, nil
}

func (s *memoryStore) Save(st uuid.State) error {
	if s.err != nil {
		return s.err
	}
	s.state = st
	s.saved++
	return nil
}

// needFileStore skips the test where there are no file locks.
func needFileStore(t *testing.T) {
	t.Helper()
	switch runtime.GOOS {
	case "js", "wasip1", "plan9":
		_, err := uuid.NewFileStore(filepath.Join(t.TempDir(), "state")).Load()
		if !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("error %v, want ErrUnsupported", err)
		}
		t.Skip("no file locks")
	}
}

var someState = uuid.State{
	Node:     uuid.Node{0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46},
	ClockSeq: 13256,
	Ticks:    138648505420000000,
	V7:       uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
}

const someText = `uuid generator state 1
node 9f6bdeced846
clock_seq 13256
ticks 138648505420000000
v7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
crc32 `

func TestFileStore(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	if st, err := store.Load(); !errors.Is(err, fs.ErrNotExist) || st != (uuid.State{}) {
		t.Fatalf("no file: %+v, %v", st, err)
	}
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(text), someText) {
		t.Errorf("file %q, %v; want prefix %q", text, err, someText)
	}
	for _, s := range []*uuid.FileStore{store, uuid.NewFileStore(path)} {
		if st, err := s.Load(); st != someState || err != nil {
			t.Errorf("Load: %+v, %v", st, err)
		}
	}
	for _, st := range []uuid.State{
		{ClockSeq: 1 << 14},
		{Ticks: 1 << 60},
		{V7: uuid.Max()},
		{V7: uuid.NewV4()},
	} {
		if err := store.Save(st); err == nil {
			t.Errorf("saved %+v", st)
		}
	}
}

// A link to a state file is the state file.
func TestLinkedStateFile(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	seen := make(map[uint16]bool)
	for _, p := range []string{path, link, path, link} {
		newGenerator(t, uuid.Options{Store: uuid.NewFileStore(p)})
		st, err := uuid.NewFileStore(path).Load()
		if err != nil || seen[st.ClockSeq] {
			t.Errorf("%s: clock sequence %d again, %v", p, st.ClockSeq, err)
		}
		seen[st.ClockSeq] = true
	}
}

// Of two stores that want to take the next clock sequence one gets it, and
// neither undoes what the other has saved.
func TestFileStoreConflict(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	a, b := uuid.NewFileStore(path), uuid.NewFileStore(path)
	with := func(seq uint16, ticks uint64) uuid.State {
		st := someState
		st.ClockSeq, st.Ticks = seq, ticks
		return st
	}
	for _, s := range []*uuid.FileStore{a, b} {
		if _, err := s.Load(); !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	steps := []struct {
		name  string
		store *uuid.FileStore
		save  uuid.State
		err   error
		want  uuid.State // in the file
	}{
		{"first", a, with(1, 100), nil, with(1, 100)},
		{"second without knowing of the first", b, with(1, 100), fs.ErrExist, with(1, 100)},
		{"second again", b, with(2, 90), nil, with(2, 90)},
		{"first goes on", a, with(1, 200), nil, with(2, 200)},
		{"second goes on, being behind", b, with(2, 150), nil, with(2, 200)},
		{"first wants the next", a, with(3, 300), nil, with(3, 300)},
		{"second wants the same", b, with(3, 300), fs.ErrExist, with(3, 300)},
	}
	for _, step := range steps {
		if step.name == "second again" {
			if _, err := b.Load(); err != nil {
				t.Fatal(err)
			}
		}
		err := step.store.Save(step.save)
		if step.err == nil && err != nil || !errors.Is(err, step.err) {
			t.Errorf("%s: %v, want %v", step.name, err, step.err)
		}
		if got, err := uuid.NewFileStore(path).Load(); got != step.want || err != nil {
			t.Errorf("%s: file has %+v, %v; want %+v", step.name, got, err, step.want)
		}
	}
}

// Stores that come to one file at the same time take turns, so that each
// generator has a clock sequence of its own.
func TestFileStoreLock(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	const goroutines, each = 8, 5
	var seqs [goroutines][each]uint16
	var group sync.WaitGroup
	for i := range goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			for j := range each {
				g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path), Node: uuid.Node{2}})
				if err != nil {
					t.Error(err)
					return
				}
				seqs[i][j] = g.State().ClockSeq
			}
		}()
	}
	group.Wait()
	seen := make(map[uint16]bool)
	for _, mine := range seqs {
		for _, seq := range mine {
			if seen[seq] {
				t.Errorf("two generators have clock sequence %d", seq)
			}
			seen[seq] = true
		}
	}
}

// Of two states under one clock sequence the file keeps the later time of each
// version.
func TestFileStoreKeepsLaterTimes(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	store := uuid.NewFileStore(path)
	v7 := func(ms int64) uuid.UUID { return uuid.MinV7(time.UnixMilli(ms)) }
	for _, step := range []struct{ save, want uuid.State }{
		{uuid.State{Ticks: 100, V7: v7(100)}, uuid.State{Ticks: 100, V7: v7(100)}},
		{uuid.State{Ticks: 200, V7: v7(50)}, uuid.State{Ticks: 200, V7: v7(100)}},
		{uuid.State{Ticks: 150, V7: v7(150)}, uuid.State{Ticks: 200, V7: v7(150)}},
		{uuid.State{Ticks: 0}, uuid.State{Ticks: 200, V7: v7(150)}},
	} {
		if err := store.Save(step.save); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Load(); got != step.want || err != nil {
			t.Errorf("after saving %+v: %+v, %v; want %+v", step.save, got, err, step.want)
		}
	}
}

// TestDamagedFile changes each byte of a state file, and cuts and extends it.
func TestDamagedFile(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	if err := uuid.NewFileStore(path).Save(someState); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{nil, []byte("garbage\n"), append(slices.Clone(good), '\n'), slices.Concat(good, good),
		bytes.ToUpper(good), bytes.ReplaceAll(good, []byte("\n"), []byte("\r\n"))}
	for i := range good {
		damaged = append(damaged, good[:i])
		for _, bit := range []byte{0x01, 0x04, 0x20, 0x80} {
			b := slices.Clone(good)
			b[i] ^= bit
			damaged = append(damaged, b)
		}
	}
	for _, text := range damaged {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		store := uuid.NewFileStore(path)
		if st, err := store.Load(); err == nil || errors.Is(err, fs.ErrNotExist) || st != (uuid.State{}) {
			t.Errorf("Load of %q: %+v, %v", text, st, err)
		}
		if err := store.Save(someState); err == nil {
			t.Errorf("Save over %q", text)
		}
		if g, err := uuid.NewGenerator(uuid.Options{Store: store}); err == nil || g != nil {
			t.Errorf("NewGenerator on %q: %v", text, err)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
			t.Errorf("%q became %q, %v", text, now, err)
		}
	}
}

func TestStoreThatCannotWrite(t *testing.T) {
	needFileStore(t)
	t.Run("no directory", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "missing", "state")
		if _, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("read-only directory", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		if f, err := os.Create(filepath.Join(dir, "probe")); err == nil {
			f.Close()
			if dir = "/proc"; runtime.GOOS != "linux" {
				t.Skip("the superuser may write everywhere")
			}
		}
		if g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(filepath.Join(dir, "state"))}); err == nil || g != nil {
			t.Errorf("NewGenerator: %v, %v", g, err)
		}
	})
	t.Run("link to itself", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.Symlink(path, path); err != nil {
			t.Skip(err)
		}
		g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
		if err == nil || errors.Is(err, fs.ErrNotExist) || g != nil {
			t.Errorf("NewGenerator: %v, %v", g, err)
		}
	})
	t.Run("directory in the place of the new file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "state")
		store := uuid.NewFileStore(path)
		if err := store.Save(someState); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(path+".new", 0o700); err != nil {
			t.Fatal(err)
		}
		next := someState
		next.Ticks++
		if err := store.Save(next); err == nil {
			t.Error("saved")
		}
		if st, err := store.Load(); st != someState || err != nil {
			t.Errorf("the file has %+v, %v", st, err)
		}
	})
	t.Run("device in the place of the new file", func(t *testing.T) {
		if _, err := os.Stat("/dev/full"); err != nil {
			t.Skip("no /dev/full")
		}
		path := filepath.Join(t.TempDir(), "state")
		if err := uuid.NewFileStore(path).Save(someState); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("/dev/full", path+".new"); err != nil {
			t.Fatal(err)
		}
		if g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)}); err == nil || g != nil {
			t.Errorf("NewGenerator: %v, %v", g, err)
		}
		if st, err := uuid.NewFileStore(path).Load(); st != someState || err != nil {
			t.Errorf("the file has %+v, %v", st, err)
		}
	})
}

// A Store that fails later stops a generator where its last state ends, and
// only as long as it fails.
func TestStoreThatFails(t *testing.T) {
	full := errors.New("no space left")
	for _, call := range []struct {
		name string
		next func(*uuid.Generator) (uuid.UUID, error)
	}{
		{"NewV1", (*uuid.Generator).NewV1},
		{"NewV6", (*uuid.Generator).NewV6},
		{"NewV7", (*uuid.Generator).NewV7},
		{"FillV7", func(g *uuid.Generator) (uuid.UUID, error) {
			var dst [10]uuid.UUID
			_, err := g.FillV7(dst[:])
			return dst[9], err
		}},
	} {
		t.Run(call.name, func(t *testing.T) {
			clock := fakeClock{now: at(1e9)}
			store := &memoryStore{}
			g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
			must(t)(call.next(g))
			store.err = full
			clock.advance(900 * time.Millisecond)
			must(t)(call.next(g))
			clock.advance(200 * time.Millisecond)
			before := g.State()
			for range 3 {
				if u, err := call.next(g); !errors.Is(err, full) || !u.IsNil() {
					t.Errorf("past the saved state: %v, %v", u, err)
				}
			}
			if after := g.State(); after != before {
				t.Errorf("state went from %+v to %+v", before, after)
			}
			clock.advance(-time.Hour) // to be followed, which takes a Save
			if u, err := call.next(g); !errors.Is(err, full) || !u.IsNil() {
				t.Errorf("following the clock: %v, %v", u, err)
			}
			store.err = nil
			must(t)(call.next(g))
		})
	}
	if g, err := uuid.NewGenerator(uuid.Options{Store: &memoryStore{err: full}}); !errors.Is(err, full) || g != nil {
		t.Errorf("NewGenerator: %v, %v", g, err)
	}
}

// A hastyStore says that another process was faster, for so many times.
type hastyStore struct {
	memoryStore
	faster, loaded int
}

func (s *hastyStore) Load() (uuid.State, error) {
	s.loaded++
	return s.memoryStore.Load()
}

func (s *hastyStore) Save(st uuid.State) error {
	if s.faster > 0 {
		s.faster--
		return fs.ErrExist
	}
	return s.memoryStore.Save(st)
}

// A generator loads again when another process was faster, but not forever.
func TestStoreThatIsTaken(t *testing.T) {
	for _, tt := range []struct {
		faster, loaded int
		err            string
	}{
		{0, 1, ""},
		{1, 2, ""},
		{99, 100, ""},
		{100, 100, "uuid: Store never kept what was loaded from it"},
	} {
		store := &hastyStore{faster: tt.faster}
		g, err := uuid.NewGenerator(uuid.Options{Store: store})
		if (tt.err == "") != (err == nil) || err != nil && err.Error() != tt.err || (g == nil) != (err != nil) {
			t.Errorf("faster %d times: %v, want %q", tt.faster, err, tt.err)
		}
		if store.loaded != tt.loaded {
			t.Errorf("faster %d times: loaded %d times, want %d", tt.faster, store.loaded, tt.loaded)
		}
	}
}

func TestStoreWithInvalidState(t *testing.T) {
	for _, st := range []uuid.State{{ClockSeq: 1 << 14}, {Ticks: 1 << 60}, {V7: uuid.Max()}} {
		if g, err := uuid.NewGenerator(uuid.Options{Store: &memoryStore{state: st}}); err == nil || g != nil {
			t.Errorf("%+v: %v", st, err)
		}
	}
}

// The saved state is ahead of every UUID, and saving is rare.
func TestSavedStateIsAhead(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	store := &memoryStore{}
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store})
	const seconds = 30
	for range seconds * 1000 {
		issue(t, 1, g.NewV1)
		v6, v7 := must(t)(g.NewV6()), must(t)(g.NewV7())
		v1, err := uuid.V6ToV1(v6)
		if err != nil {
			t.Fatal(err)
		}
		issued := g.State()
		if !timeOf(t, v1).Equal(timeOf(t, v6)) || issued.Ticks > store.state.Ticks || v7.Compare(store.state.V7) > 0 {
			t.Fatalf("%v or %v is ahead of %+v", v6, v7, store.state)
		}
		if store.state.Node != issued.Node || store.state.ClockSeq != issued.ClockSeq {
			t.Fatalf("saved %+v for %+v", store.state, issued)
		}
		clock.advance(time.Millisecond)
	}
	if store.saved > seconds+2 {
		t.Errorf("saved %d times in %d s", store.saved, seconds)
	}
}

// A successor is above its predecessor and has another clock sequence. It
// waits until the clock has passed the state.
func TestSuccessor(t *testing.T) {
	for _, m := range methods[:3] {
		t.Run(m.name, func(t *testing.T) {
			clock := fakeClock{now: at(1e9)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, V7: m.method}
			first := newGenerator(t, opts)
			v1, v6, v7 := must(t)(first.NewV1()), must(t)(first.NewV6()), must(t)(first.NewV7())
			second := newGenerator(t, opts)
			for _, next := range []func() (uuid.UUID, error){second.NewV1, second.NewV6, second.NewV7} {
				if u, err := next(); err != uuid.ErrClockLead || !u.IsNil() {
					t.Errorf("within the reserve: %v, %v", u, err)
				}
			}
			clock.advance(time.Second)
			w1, w6, w7 := must(t)(second.NewV1()), must(t)(second.NewV6()), must(t)(second.NewV7())
			wantIncreasing(t, []uuid.UUID{v6, w6})
			wantIncreasing(t, []uuid.UUID{v7, w7})
			for _, u := range []uuid.UUID{w1, w6, w7} {
				if lead := timeOf(t, u).Sub(clock.Now()); lead > 10*time.Millisecond {
					t.Errorf("%v is %v ahead", u, lead)
				}
			}
			node1, _ := v1.Node()
			node2, _ := w1.Node()
			if node1 != node2 || clockSeqOf(t, w1) != (clockSeqOf(t, v1)+1)&(1<<14-1) {
				t.Errorf("%v after %v", w1, v1)
			}
		})
	}
}

// The options' node is that of the generator, whatever the Store has.
func TestNodeWithStore(t *testing.T) {
	clock := fakeClock{now: at(1e9)}
	store := &memoryStore{state: someState}
	node, seq := uuid.Node{2, 2, 2, 2, 2, 2}, uint16(7)
	g := newGenerator(t, uuid.Options{Now: clock.Now, Store: store, Node: node, ClockSeq: &seq})
	clock.set(timeOf(t, someState.V7).Add(time.Hour))
	u := must(t)(g.NewV1())
	if got, _ := u.Node(); got != node || clockSeqOf(t, u) != someState.ClockSeq+1 {
		t.Errorf("%v does not have node %v and clock sequence %d", u, node, someState.ClockSeq+1)
	}
}

// A successor waits for a state that is further ahead than a rollback may be,
// as the reserve is.
func TestSuccessorWaitsForReserve(t *testing.T) {
	last := uuid.MaxV7(time.Now().Add(300 * time.Millisecond))
	g := newGenerator(t, uuid.Options{
		Store:       &memoryStore{state: uuid.State{V7: last}},
		MaxRollback: time.Millisecond,
	})
	if u := must(t)(g.NewV7()); u.Compare(last) <= 0 || time.Until(timeOf(t, u)) > 10*time.Millisecond {
		t.Errorf("%v after %v", u, last)
	}
}

// What was issued ahead of the clock before a restart is not taken for a clock
// that went back.
func TestSuccessorOfLead(t *testing.T) {
	for _, p := range policies {
		clock := fakeClock{now: at(1e9)}
		store := &memoryStore{}
		opts := uuid.Options{Now: clock.Now, Store: store, Rollback: p.policy, MaxRollback: 100 * time.Microsecond}
		g := newGenerator(t, opts)
		must(t)(g.NewV7())
		clock.advance(time.Second - 300*time.Microsecond)
		batch := make([]uuid.UUID, 500_000) // about 480 µs, past the reserve
		if n, err := g.FillV7(batch); n != len(batch) || err != nil {
			t.Fatal(n, err)
		}
		clock.advance(50 * time.Microsecond)
		g = newGenerator(t, opts)
		if u, err := g.NewV7(); err != uuid.ErrClockLead {
			t.Errorf("%s: %v, %v after %v", p.name, u, err, batch[len(batch)-1])
		}
		clock.advance(2 * time.Second)
		if u := must(t)(g.NewV7()); u.Compare(batch[len(batch)-1]) <= 0 {
			t.Errorf("%s: %v after %v", p.name, u, batch[len(batch)-1])
		}
	}
}

// A state that a wrong clock has left in the future is a clock that went back.
func TestStateFromTheFuture(t *testing.T) {
	for _, p := range policies {
		t.Run(p.name, func(t *testing.T) {
			clock := fakeClock{now: time.Date(2100, 1, 1, 0, 0, 0, 1000, time.UTC)}
			store := &memoryStore{}
			opts := uuid.Options{Now: clock.Now, Store: store, Rollback: p.policy, Node: uuid.Node{1}}
			future := newGenerator(t, opts)
			old := []uuid.UUID{must(t)(future.NewV1()), must(t)(future.NewV6()), must(t)(future.NewV7())}
			clock.set(at(1e9))
			g := newGenerator(t, opts)
			for i, next := range []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7} {
				u, err := next()
				switch p.policy {
				case uuid.RollbackFollow:
					if err != nil || timeOf(t, u).Sub(clock.Now()).Abs() > time.Millisecond {
						t.Errorf("%v, %v", u, err)
					}
					if i < 2 && clockSeqOf(t, u) == clockSeqOf(t, old[i]) {
						t.Errorf("%v has the clock sequence of %v", u, old[i])
					}
				case uuid.RollbackHold:
					if err != uuid.ErrClockLead || !u.IsNil() {
						t.Errorf("%v, %v", u, err)
					}
				case uuid.RollbackError:
					if err != uuid.ErrClockRollback || !u.IsNil() {
						t.Errorf("%v, %v", u, err)
					}
				}
			}
		})
	}
}

// Generators that follow their clocks back on one file stay apart.
func TestFollowOnSharedFile(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	var clock fakeClock
	type identity struct {
		node uuid.Node
		seq  uint16
	}
	seen := make(map[identity]int)
	var generators []*uuid.Generator
	for i := range 4 {
		clock.set(at(1000 * float64(i+1)))
		generators = append(generators, newGenerator(t, uuid.Options{
			Now: clock.Now, Node: uuid.Node{7}, Store: uuid.NewFileStore(path),
		}))
	}
	for round := range 10 {
		for i, g := range generators {
			clock.set(at(1e6 - 1000*float64(round)))
			u := must(t)(g.NewV1())
			node, _ := u.Node()
			id := identity{node, clockSeqOf(t, u)}
			if owner, ok := seen[id]; ok {
				t.Fatalf("generators %d and %d both have %+v", owner, i, id)
			}
			seen[id] = i
		}
	}
}

// TestMain lets the test binary be a process that issues UUIDs.
func TestMain(m *testing.M) {
	if path := os.Getenv("UUID_TEST_STATE"); path != "" {
		if err := issueForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
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
	}
}

// A life is what one process has issued until it was killed.
type life struct {
	v1, v6, v7 []uuid.UUID
}

// live runs a process on the state file at path and kills it after d.
func live(path string, d time.Duration) (life, error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "UUID_TEST_STATE="+path)
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
		t.Skip("takes 20 s")
	}
	t.Parallel() // it sleeps most of the time
	path := filepath.Join(t.TempDir(), "state")
	var all life
	productive := 0
	for kills := 0; kills < 20 || productive < 8; kills++ {
		if kills == 60 {
			t.Fatalf("only %d of %d processes issued anything", productive, kills)
		}
		l, err := live(path, rand.N(1600*time.Millisecond))
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
		t.Skip("takes 10 s")
	}
	path := filepath.Join(t.TempDir(), "state")
	const processes = 4
	var lives [processes]life
	for range 2 { // on no file, then on one
		var group sync.WaitGroup
		for i := range lives {
			group.Add(1)
			go func() {
				defer group.Done()
				l, err := live(path, 2500*time.Millisecond)
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
