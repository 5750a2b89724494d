package uuid_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

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

// someText is someState in a file. The last two lines have to fit each other.
const someText = `uuid generator state 2
node 9f6bdeced846
clock_seq 13256
ticks 138648505420000000
v7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
claims 387034500520167204
crc32 d28faba0
`

// someOldText is a file from before claims were counted.
const someOldText = `uuid generator state 1
node 9f6bdeced846
clock_seq 13256
ticks 138648505420000000
v7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
crc32 a24a0a29
`

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
	same, _, _ := strings.Cut(someText, "claims")
	if err != nil || !strings.HasPrefix(string(text), same) {
		t.Errorf("file %q, %v; want prefix %q", text, err, same)
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

// What is in a file is read as it was written, then and in earlier versions.
func TestStateText(t *testing.T) {
	needFileStore(t)
	for _, text := range []string{someText, someOldText} {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		store := uuid.NewFileStore(path)
		if st, err := store.Load(); st != someState || err != nil {
			t.Errorf("Load of %q: %+v, %v", text, st, err)
		}
		next := someState
		next.ClockSeq++
		if err := store.Save(next); err != nil {
			t.Errorf("Save over %q: %v", text, err)
		}
		if st, err := uuid.NewFileStore(path).Load(); st != next || err != nil {
			t.Errorf("Load after Save over %q: %+v, %v", text, st, err)
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
		{"second without knowing of the first", b, with(1, 100), uuid.ErrStateTaken, with(1, 100)},
		{"second insists", b, with(1, 100), uuid.ErrStateTaken, with(1, 100)},
		{"second again", b, with(2, 90), nil, with(2, 90)},
		{"first goes on", a, with(1, 200), nil, with(2, 200)},
		{"second goes on, being behind", b, with(2, 150), nil, with(2, 200)},
		{"first wants the next", a, with(3, 300), nil, with(3, 300)},
		{"second wants the same", b, with(3, 300), uuid.ErrStateTaken, with(3, 300)},
		{"first goes back", a, with(4, 100), nil, with(4, 100)},
		{"second is ahead of that", b, with(2, 200), nil, with(4, 200)},
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

// While a store is alone on its file, the file has what it saved last, also if
// that is less. As soon as another one writes, the file keeps the later time of
// each version.
func TestFileStoreTimes(t *testing.T) {
	needFileStore(t)
	path := filepath.Join(t.TempDir(), "state")
	a, b := uuid.NewFileStore(path), uuid.NewFileStore(path)
	state := func(seq uint16, ticks uint64, ms int64) uuid.State {
		return uuid.State{Node: uuid.Node{1}, ClockSeq: seq, Ticks: ticks, V7: uuid.MinV7(time.UnixMilli(ms))}
	}
	for i, step := range []struct {
		store      *uuid.FileStore
		claim      bool
		save, want uuid.State
	}{
		{a, true, state(1, 200, 200), state(1, 200, 200)},
		{a, false, state(1, 100, 300), state(1, 100, 300)},
		{a, false, state(1, 150, 100), state(1, 150, 100)},
		{b, true, state(2, 180, 100), state(2, 180, 100)},
		{b, false, state(2, 170, 100), state(2, 170, 100)},
		{a, false, state(1, 160, 160), state(2, 170, 160)},
		{b, false, state(2, 100, 170), state(2, 170, 170)},
		{b, false, state(2, 160, 160), state(2, 170, 170)},
		{a, false, state(1, 200, 100), state(2, 200, 170)},
		{b, false, state(2, 0, 0), state(2, 200, 170)},
		{b, true, state(3, 90, 90), state(3, 90, 90)},
		{b, false, state(3, 80, 80), state(3, 80, 80)},
		{b, false, state(2, 70, 90), state(3, 80, 90)},
		{b, false, state(3, 75, 75), state(3, 75, 75)},
		{a, false, state(1, 75, 75), state(3, 75, 75)},
		{a, false, state(1, 100, 75), state(3, 100, 75)},
		{b, false, state(3, 90, 90), state(3, 100, 90)},
	} {
		if step.claim {
			if _, err := step.store.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		if err := step.store.Save(step.save); err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if got, err := uuid.NewFileStore(path).Load(); got != step.want || err != nil {
			t.Errorf("step %d, after saving %+v: %+v, %v; want %+v", i, step.save, got, err, step.want)
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
		here := t.TempDir() // where nothing is to be made instead
		t.Chdir(here)
		path := filepath.Join(t.TempDir(), "missing", "state")
		if _, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error %v", err)
		}
		wantFiles(t, here)
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
		clock.set(atSecond(1000 * float64(i+1)))
		generators = append(generators, newGenerator(t, uuid.Options{
			Now: clock.Now, Node: uuid.Node{7}, Store: uuid.NewFileStore(path),
		}))
	}
	for round := range 10 {
		for i, g := range generators {
			clock.set(atSecond(1e6 - 1000*float64(round)))
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
