package uuid

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"
)

// A memDisk has one file, in memory. A crash leaves of it what is durable and, of each
// write after that, all, nothing or the beginning.
type memDisk struct {
	mu       sync.Mutex // guards all below
	made     bool       // there is a file
	named    bool       // its name is durable
	data     []byte
	durable  []byte
	unsynced []memWrite
	writes   int
}

// A memWrite is bytes at an offset.
type memWrite struct {
	b   []byte
	off int64
}

// writeAt returns b with w written to it.
func (w memWrite) writeAt(b []byte) []byte {
	b = slices.Clone(b)
	if missing := int(w.off) + len(w.b) - len(b); missing > 0 {
		b = append(b, make([]byte, missing)...)
	}
	copy(b[w.off:], w.b)
	return b
}

// A hook is called before each call of a process. The call fails with the error. What it
// does all the same depends on the error.
type hook func(call string) error

var (
	errNothing = errors.New("the call did nothing")
	errDone    = errors.New("the call did all that was asked for")
	errShort   = errors.New("the call wrote a part")
	errLost    = errors.New("the call synced a part and forgot the rest")
)

// store returns a FileStore of a process.
func (m *memDisk) store(before hook) *FileStore {
	s := NewFileStore("/state")
	s.open = func(path string, flag int) (file, error) {
		f := memFile{m, before}
		err := f.do("open", func() { m.made = m.made || flag&os.O_CREATE != 0 })
		if err == nil && !m.made {
			err = &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return f, err
	}
	return s
}

// A memFile is the open file of a memDisk.
type memFile struct {
	disk   *memDisk
	before hook
}

func (f memFile) do(call string, what func()) (err error) {
	if f.before != nil {
		err = f.before(call)
	}
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if err == nil || err == errDone {
		what()
	}
	return err
}

func (f memFile) ReadAt(b []byte, off int64) (n int, err error) {
	err = f.do("read", func() {
		if off < int64(len(f.disk.data)) {
			n = copy(b, f.disk.data[off:])
		}
	})
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (f memFile) WriteAt(b []byte, off int64) (int, error) {
	write := func(b []byte) {
		w := memWrite{slices.Clone(b), off}
		f.disk.data = w.writeAt(f.disk.data)
		f.disk.unsynced = append(f.disk.unsynced, w)
		f.disk.writes++
	}
	err := f.do("write", func() { write(b) })
	if err == errShort {
		write(b[:100])
	}
	return len(b), err
}

func (f memFile) Sync() error {
	m := f.disk
	err := f.do("sync", func() {
		for _, w := range m.unsynced {
			m.durable = w.writeAt(m.durable)
		}
		m.unsynced = nil
	})
	if err == errLost {
		for _, w := range m.unsynced {
			m.durable = memWrite{w.b[:100], w.off}.writeAt(m.durable)
		}
		m.unsynced = nil
	}
	return err
}

func (f memFile) SyncDir() error { return f.do("syncDir", func() { f.disk.named = true }) }
func (f memFile) Close() error   { return f.do("close", func() {}) }

// crash returns what m may be after the computer went down. pick makes the choices, and
// lengths are those of writes that were cut.
func (m *memDisk) crash(pick func(n int) int, lengths ...int) *memDisk {
	after := &memDisk{made: m.made, data: m.durable}
	for _, w := range m.unsynced {
		n, i := 0, pick(2+len(lengths))
		switch {
		case i == 1:
			n = len(w.b)
		case i > 1:
			n = min(lengths[i-2], len(w.b))
		}
		if old := len(after.data); n < len(w.b) && old <= int(w.off) && pick(2) == 1 {
			after.data = memWrite{make([]byte, len(w.b)), w.off}.writeAt(after.data) // the size without the content
		}
		if n > 0 {
			after.data = memWrite{w.b[:n], w.off}.writeAt(after.data)
		}
	}
	if !m.named && pick(2) == 0 {
		after = new(memDisk)
	}
	after.durable, after.named = after.data, after.made
	return after
}

// inFlight returns how many lines have a write that is not durable.
func (m *memDisk) inFlight() int {
	var in [2]int
	for _, w := range m.unsynced {
		in[w.off/lineLen] = 1
	}
	return in[0] + in[1]
}

// tickState is a state whose times are at tick.
func tickState(tick uint64) State {
	return State{Ticks: tick, V7: MinV7(time.UnixMilli(int64(tick)))}
}

// explore calls f once for each sequence of choices: pick(n) is any number from 0 to n-1.
func explore(f func(pick func(n int) int)) {
	var path, limits []int
	for {
		at := 0
		f(func(n int) int {
			if at == len(path) {
				path, limits = append(path, 0), append(limits, n)
			}
			at++
			return path[at-1]
		})
		for len(path) > 0 && path[len(path)-1] == limits[len(path)-1]-1 {
			path, limits = path[:len(path)-1], limits[:len(path)-1]
		}
		if len(path) == 0 {
			return
		}
		path[len(path)-1]++
	}
}

// allLengths are those at which the text of a line may be cut, and some in what fills it up.
func allLengths() (lengths []int) {
	for n := range len(fmt.Sprintf(lineText+" crc32 xxxxxxxx", 0, 0, UUID{})) + 2 {
		lengths = append(lengths, n)
	}
	return append(lengths, 512, 1024, lineLen-1)
}

var errDown = errors.New("down")

// TestCrash lets the computer go down before each call that Saves make, also after a Sync
// that failed. Then the file has the state that was saved last, or a later one that could
// not be saved, and can be used.
func TestCrash(t *testing.T) {
	if testing.Short() || RaceEnabled {
		t.Skip("nothing in it depends on the machine")
	}
	// script stops when the computer is down, and returns what was saved last, and what
	// may have been saved since.
	script := func(m *memDisk, before hook) (saved State, maybe []State, err error) {
		s := m.store(before)
		for _, tick := range []uint64{100, 200, 150, 0, 120} {
			if tick == 0 { // another life
				s = m.store(before)
				if _, err := s.Load(); err == errDown {
					return saved, maybe, err
				}
				continue
			}
			for range 2 { // Sync fails once
				if err = s.Save(tickState(tick)); err == nil {
					saved, maybe = tickState(tick), nil
					break
				}
				if maybe = append(maybe, tickState(tick)); err == errDown {
					return saved, maybe, err
				}
			}
		}
		return saved, maybe, err
	}
	for _, failure := range []error{nil, errNothing, errDone, errLost} {
		lengths, cut := []int{28, 60}, 0
		if failure == nil || fullTests {
			lengths = allLengths()
		}
		for fail, failed := 0, true; failed; fail++ {
			failed = false
			for down, ended := 0, false; !ended; down++ {
				m := new(memDisk)
				calls, syncs := 0, 0
				saved, maybe, err := script(m, func(call string) error {
					if call == "sync" || call == "syncDir" {
						syncs++
					}
					switch calls++; {
					case calls > down:
						return errDown
					case (call == "sync" || call == "syncDir") && syncs == fail+1:
						failed = failure != nil
						return failure
					}
					return nil
				})
				ended = err == nil
				explore(func(pick func(int) int) {
					after := m.crash(pick, lengths...)
					got, err := after.store(nil).Load()
					none := errors.Is(err, fs.ErrNotExist)
					if saved == (State{}) && failed {
						none = err != nil // the first line was written again, since Sync had failed
					}
					if err != nil && (saved != State{} || !none) || err == nil && got != saved && !slices.Contains(maybe, got) {
						t.Fatalf("%v at sync %d, down before call %d: %+v, %v after %+v was saved", failure, fail, down, got, err, saved)
					}
					if cut++; cut%8 == 0 && (err == nil || errors.Is(err, fs.ErrNotExist)) {
						next := after.store(nil)
						next.Load()
						err := next.Save(tickState(90))
						if st, _ := next.Load(); err != nil || st != tickState(90) {
							t.Fatalf("%v at sync %d, down before call %d: Save: %v", failure, fail, down, err)
						}
					}
				})
				if down > 200 {
					t.Fatal("the script does not end")
				}
			}
		}
	}
}

// A line of another process that cannot be synced is perhaps lost. The other line is kept, then.
func TestLostLineOfAnother(t *testing.T) {
	explore(func(pick func(int) int) {
		m := new(memDisk)
		fails := func(at int, failure error) hook {
			return func(call string) error {
				if call == "write" && m.inFlight() > 0 {
					t.Error("two lines are written at a time")
				}
				if call == "sync" {
					if at--; at == 0 {
						return failure
					}
				}
				return nil
			}
		}
		if err := m.store(nil).Save(tickState(1)); err != nil {
			t.Fatal(err)
		}
		if err := m.store(fails(2, errNothing)).Save(tickState(2)); !errors.Is(err, errNothing) {
			t.Fatal(err)
		}
		a := m.store(fails(1, errLost))
		if err := a.Save(tickState(3)); !errors.Is(err, errLost) {
			t.Fatal(err)
		}
		a.open = m.store(func(string) error {
			if m.inFlight() > 0 {
				return errDown
			}
			return nil
		}).open
		if err := a.Save(tickState(3)); !errors.Is(err, errDown) {
			t.Fatal(err)
		}
		if st, err := m.crash(pick, 60).store(nil).Load(); err != nil || st != tickState(1) && st != tickState(3) {
			t.Errorf("%+v, %v", st, err)
		}
	})
}

// A try is a call of Save by a process.
type try struct {
	State
	disk    *memDisk
	alone   bool // no other process was saving at the same time
	ended   bool
	failure string // the call that is to fail, or ""
	err     error
	failed  bool
}

// A fileModel is what processes that save to one file may find in it: the state that a Save
// saved that ran alone, or what any Save tried to save since.
type fileModel struct {
	t       *testing.T
	r       *rand.Rand
	disk    *memDisk
	tries   []*try // since the last Save that ran alone and succeeded, beginning with that
	saved   bool   // there was one
	running []func() (ended bool)
}

// TestHistories lets three processes save at the same time, one call of the file at a time.
// Calls fail, and the computer goes down.
func TestHistories(t *testing.T) {
	n := sized(5000, 1_000_000)
	if testing.Short() || RaceEnabled {
		n = 300
	}
	for seed := range uint64(n) {
		m := fileModel{t: t, r: rand.New(rand.NewPCG(seed, 0)), disk: new(memDisk)}
		stores := m.start()
		for range 30 {
			switch n := m.r.IntN(20); {
			case n == 0:
				m.crash()
				stores = m.start()
			case n < 4 && len(m.running) < 3:
				m.begin(stores[len(m.running)])
			case n < 5:
				m.check("Load", false)
			case len(m.running) > 0:
				i := m.r.IntN(len(m.running))
				if m.running[i]() {
					// The stores of those that still save have to stay theirs.
					m.running = slices.Delete(m.running, i, i+1)
					s := stores[i]
					stores = append(slices.Delete(stores, i, i+1), s)
				}
			}
			if t.Failed() {
				t.Fatalf("history %d", seed)
			}
		}
		m.disk = new(memDisk)
		m.start() // ends those that still save
	}
}

// start starts three processes. Those before save to a file that is gone.
func (m *fileModel) start() (stores []*FileStore) {
	for _, save := range m.running {
		for ended := false; !ended; ended = save() {
		}
	}
	m.running = nil
	for range 3 {
		stores = append(stores, m.disk.store(nil))
	}
	return stores
}

// begin begins a Save, which stops before each call.
func (m *fileModel) begin(s *FileStore) {
	x := &try{State: tickState(1 + uint64(m.r.IntN(8))), disk: m.disk, alone: len(m.running) == 0}
	for _, other := range m.tries {
		other.alone = other.alone && other.ended
	}
	if m.r.IntN(4) == 0 {
		x.failure = []string{"open", "read", "write", "sync", "syncDir", "close"}[m.r.IntN(6)]
		x.err = []error{errNothing, errDone, errShort}[m.r.IntN(3)]
		if x.err == errShort && (x.failure != "write" || m.disk.inFlight() > 0) {
			x.err = errNothing // two cut lines are a damaged file
		}
	}
	m.tries = append(m.tries, x)
	next, _ := iter.Pull(func(yield func(struct{}) bool) {
		s.open = x.disk.store(func(call string) error {
			yield(struct{}{})
			if call == x.failure {
				x.failure, x.failed = "", true
				return x.err
			}
			return nil
		}).open
		err := s.Save(x.State)
		if (err != nil) != x.failed && !m.mayBeSpoilt() && x.disk == m.disk {
			m.t.Errorf("Save: %v, although a call failed: %t", err, x.failed)
		}
		x.failed = err != nil
	})
	m.running = append(m.running, func() bool {
		if _, running := next(); running {
			return false
		}
		x.ended = true
		if x.alone && !x.failed && x.disk == m.disk {
			m.tries, m.saved = []*try{x}, true
			m.check("Load after Save", false)
		}
		return true
	})
	next()
}

// mayBeSpoilt reports whether two processes have made the file at the same time. With a failure
// or a crash that may spoil it.
func (m *fileModel) mayBeSpoilt() bool {
	return !m.saved && slices.ContainsFunc(m.tries, func(x *try) bool { return !x.alone })
}

// check checks what a new process finds. It returns the state, if there is one.
func (m *fileModel) check(what string, mayBeDamaged bool) (st State, ok bool) {
	st, err := m.disk.store(nil).Load()
	found := slices.ContainsFunc(m.tries, func(x *try) bool { return x.State == st })
	switch {
	case err == nil && found:
		return st, true
	case errors.Is(err, fs.ErrNotExist) && !m.saved:
	case err != nil && !errors.Is(err, fs.ErrNotExist) && (mayBeDamaged || m.mayBeSpoilt()):
		m.disk = new(memDisk) // somebody removes it; those that save now save to no file
		m.tries, m.saved = nil, false
	default:
		m.t.Errorf("%s: %v, %v; want one of %d states", what, st.Ticks, err, len(m.tries))
	}
	return State{}, false
}

// crash lets the computer go down. A file of which both lines were being written may be
// damaged.
func (m *fileModel) crash() {
	both := m.disk.inFlight() == 2
	m.disk = m.disk.crash(m.r.IntN, 28, 120)
	st, ok := m.check("Load after a crash", both)
	if m.tries, m.saved = nil, ok; ok {
		m.tries = []*try{{State: st, ended: true, alone: true}}
	}
}

// A Save makes the name durable of a file that another process has made anew, in case that
// one could not.
func TestReplacedFile(t *testing.T) {
	for _, load := range []bool{false, true} {
		m := new(memDisk)
		s := m.store(nil)
		failing := m.store(func(call string) error { return map[string]error{"write": errDone}[call] })
		made := s.Save(tickState(1))
		*m = memDisk{} // somebody removes the file
		if err := failing.Save(tickState(2)); made != nil || err == nil || m.named {
			t.Fatal(made, err, m.named)
		}
		if load {
			s.Load()
		}
		if err := s.Save(tickState(3)); err != nil || !m.named {
			t.Errorf("%v after a Load: %v, the name is durable: %v", err, load, m.named)
		}
	}
}
