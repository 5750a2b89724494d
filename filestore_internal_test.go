package uuid

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
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
	errLost    = errors.New("the call forgot what was to be synced")
)

// store returns a FileStore of a process.
func (m *memDisk) store(before hook) *FileStore {
	s := NewFileStore("/state")
	s.open = func(path string, write bool) (file, error) {
		f := memFile{m, before}
		err := f.do("open", func() { m.made = m.made || write })
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

// lines returns the lines of the file, as far as they are good.
func (m *memDisk) lines() [2]line {
	lines, _ := new(FileStore).read(memFile{disk: m})
	return lines
}

// newest returns the state in the file.
func (m *memDisk) newest() State {
	lines := m.lines()
	return lines[newer(lines)].State
}

// MemFileDisk returns what opens a FileStore on one and the same file in memory, which
// does not exist yet.
func MemFileDisk() (open func() Store) {
	m := new(memDisk)
	return func() Store { return m.store(nil) }
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
	for n := range len(fmt.Sprintf(lineText+" crc32 xxxxxxxx", 0, 0, UUID{}, 0)) + 2 {
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
		lengths, cut := []int{28}, 0
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
						if err := next.Save(tickState(90)); err != nil || after.newest() != tickState(90) {
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

// A saver is a process that saves states one after the other and stops before some calls.
type saver struct {
	read  [2]line // what it read last
	saved State   // what it saved last
}

// A race is two savers on a file, and what they may lose: what one wrote after the other had
// read the file and before that one wrote to it.
type race struct {
	disk   *memDisk
	savers [2]saver
	lost   []State
}

// run has the savers save their states. pick chooses which of them goes on to its next
// call of those named. after is called when one has stopped.
func (r *race) run(t *testing.T, states [2][]State, calls []string, pick func(int) int, after func()) {
	var running []func() bool
	for i := range r.savers {
		p, stop := &r.savers[i], func() {}
		s := r.disk.store(func(call string) error {
			if slices.Contains(calls, call) {
				stop()
			}
			switch call {
			case "read":
				p.read = r.disk.lines()
			case "write":
				for i, l := range r.disk.lines() {
					if l.mark != p.read[i].mark {
						r.lost = append(r.lost, l.State)
					}
				}
			}
			return nil
		})
		s.Load()
		next, _ := iter.Pull(func(yield func(struct{}) bool) {
			stop = func() { yield(struct{}{}) }
			for _, st := range states[i] {
				if err := s.Save(st); err != nil {
					t.Error(err)
				}
				p.saved = st
			}
		})
		running = append(running, func() bool { _, ok := next(); return ok })
		next() // to the first stop
	}
	for len(running) > 0 {
		if i := pick(len(running)); !running[i]() {
			running = slices.Delete(running, i, i+1)
		}
		after()
	}
}

// check reports whether a file with the state has what the savers saved last, and fails if
// more is missing than may be lost.
func (r *race) check(t *testing.T, held State) bool {
	t.Helper()
	complete := true
	for _, p := range r.savers {
		if held.merge(p.saved) == held {
			continue
		}
		complete = false
		if !slices.ContainsFunc(r.lost, func(st State) bool { return st.merge(p.saved) == st }) {
			t.Fatalf("the file has %v after %v was saved before the other read the file", held.Ticks, p.saved.Ticks)
		}
	}
	return complete
}

// newRace returns a race on a file that is not there, or has two lines.
func newRace(exists bool) *race {
	r := &race{disk: new(memDisk)}
	if s := r.disk.store(nil); exists {
		s.Save(tickState(10))
		s.Save(tickState(20))
	}
	return r
}

func ticks(each ...uint64) (states []State) {
	for _, tick := range each {
		states = append(states, tickState(tick))
	}
	return states
}

// TestOrders lets two processes read, write and read again in every order. What one has
// saved is lost only if it was saved while the other was stopped in the middle of Save.
func TestOrders(t *testing.T) {
	if testing.Short() || RaceEnabled {
		t.Skip("nothing in it depends on the machine")
	}
	for _, tt := range []struct {
		name          string
		exists, long  bool
		states        [2][]State
		orders, loses int
	}{
		{"one save each", true, false, [2][]State{ticks(100), ticks(200)}, 26, 2},
		{"one save each, equal", true, false, [2][]State{ticks(100), ticks(100)}, 20, 0},
		{"one save each, less than is there", true, false, [2][]State{ticks(15), ticks(5)}, 26, 2},
		{"no file", false, true, [2][]State{ticks(100), ticks(200)}, 601, 25},
		{"two saves and one", true, false, [2][]State{ticks(100, 300), ticks(200)}, 253, 15},
		{"two saves each", true, true, [2][]State{ticks(100, 300), ticks(200, 400)}, 3151, 196},
		{"two saves each, then less", true, true, [2][]State{ticks(100, 50), ticks(200, 150)}, 1720, 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.long && !fullTests {
				t.Skip("takes seconds")
			}
			orders, loses := 0, 0
			explore(func(pick func(int) int) {
				r := newRace(tt.exists)
				r.run(t, tt.states, []string{"read", "write"}, pick, func() {})
				orders++
				if !r.check(t, r.disk.newest()) {
					loses++
				}
			})
			if orders != tt.orders || loses != tt.loses {
				t.Errorf("%d of %d orders lose what was saved, want %d of %d", loses, orders, tt.loses, tt.orders)
			}
		})
	}
}

// TestCrashOfTwo lets the computer go down wherever one of two processes may stop. The
// file is damaged only if both lines were being written.
func TestCrashOfTwo(t *testing.T) {
	if testing.Short() || RaceEnabled {
		t.Skip("nothing in it depends on the machine")
	}
	orders, lost := 0, 0
	explore(func(pick func(int) int) {
		orders++
		steps := 0
		r := newRace(true)
		r.run(t, [2][]State{ticks(100), ticks(200)}, []string{"read", "sync", "write"}, pick, func() {
			if steps++; !fullTests && steps != 1+orders%30 { // the next order has another one
				return
			}
			explore(func(pick func(int) int) {
				st, err := r.disk.crash(pick, 28, 120).store(nil).Load()
				switch {
				case err != nil && r.disk.inFlight() < 2:
					t.Fatalf("step %d of order %d: %v", steps, orders, err)
				case err == nil && !r.check(t, st):
					lost++
				}
			})
		})
	})
	if orders < 252 || lost == 0 {
		t.Fatalf("%d orders, %d losses", orders, lost)
	}
}

// A mirror is what a FileStore should know: of which marks others are, and what they saved.
type mirror struct {
	*FileStore
	before hook
	own    map[uint64]bool
	others State
	failed uint64 // the mark of a save that may not be durable
}

// meet takes note of the lines that are there before a save.
func (s *mirror) meet(lines []line) {
	for _, l := range lines {
		if !s.own[l.mark] {
			s.others = s.others.merge(l.State)
		}
	}
}

// save returns the lines after a save, the newest first. It takes the place of the oldest
// one or, if the newest one may not be durable, of that one.
func (s *mirror) save(lines []line, l line) []line {
	l.State = l.merge(s.others)
	if s.own[l.mark] = true; len(lines) > 0 && lines[0].mark == s.failed {
		lines = lines[1:]
	}
	lines = append([]line{l}, lines...)
	return lines[:min(len(lines), 2)]
}

// TestHistories lets three processes and a crashing computer do anything, one call at a
// time, and compares the file with what Store says.
func TestHistories(t *testing.T) {
	n := sized(500, 1_000_000)
	if testing.Short() || RaceEnabled {
		n = 100
	}
	for seed := range uint64(n) {
		if history(t, rand.New(rand.NewPCG(seed, 0))); t.Failed() {
			t.Fatalf("history %d", seed)
		}
	}
}

// A trouble is one call that fails.
type trouble struct {
	call  string
	nth   int
	err   error
	reads int // that did not fail
	hit   bool
}

func (x *trouble) before(call string) (err error) {
	if call == x.call {
		if x.nth--; x.nth == 0 {
			x.hit, err = true, x.err
		}
	}
	if call == "read" && err == nil {
		x.reads++
	}
	return err
}

func history(t *testing.T, r *rand.Rand) {
	m := new(memDisk)
	var lines []line  // that should be in the file, the newest first
	var saved State   // durably
	var maybe []State // since then
	start := func() *mirror {
		s := &mirror{own: make(map[uint64]bool)}
		s.FileStore = m.store(func(call string) error { return s.before(call) })
		return s
	}
	processes := []*mirror{start(), start(), start()}
	for range 6 {
		s := processes[r.IntN(len(processes))]
		s.before = new(trouble).before
		switch n := r.IntN(20); {
		case n == 0: // somebody removes the file
			m, lines, saved, maybe = new(memDisk), nil, State{}, nil
			for _, s := range processes {
				s.open = m.store(func(call string) error { return s.before(call) }).open
			}
		case n == 1: // the computer goes down
			inFlight := m.inFlight()
			m = m.crash(r.IntN, 28, 120)
			st, err := m.store(nil).Load()
			switch {
			case err != nil && saved != State{}:
				t.Errorf("%v with %d lines being written", err, inFlight)
			case err == nil && st != saved && !slices.Contains(maybe, st):
				t.Errorf("the file has %v after %v was saved", st, saved)
			}
			if lines, saved, maybe = nil, st, nil; err != nil && !errors.Is(err, fs.ErrNotExist) {
				return
			}
			held := m.lines()
			for _, i := range []int{newer(held), 1 - newer(held)} {
				if held[i].count > 0 {
					lines = append(lines, held[i])
				}
			}
			processes = []*mirror{start(), start(), start()}
		case n < 6:
			st, err := s.Load()
			switch {
			case len(lines) == 0 && !errors.Is(err, fs.ErrNotExist):
				t.Errorf("Load: %v", err)
			case len(lines) > 0 && (st != lines[0].State || err != nil):
				t.Errorf("Load: %v, %v; want %v", st, err, lines[0].State)
			}
			if m.made {
				s.others = State{}
			}
			for _, l := range lines {
				s.own[l.mark] = true
			}
		default:
			x := new(trouble)
			if n < 12 {
				x.call = []string{"open", "read", "write", "sync", "syncDir", "close"}[r.IntN(6)]
				x.nth = 1 + r.IntN(2)
				x.err = []error{errNothing, errDone}[r.IntN(2)]
				if x.call == "write" && r.IntN(3) == 0 && len(lines) > 1 {
					x.err = errShort
				}
			}
			s.before = x.before
			st := State{Ticks: 1 + uint64(r.IntN(8)), V7: MinV7(time.UnixMilli(int64(1 + r.IntN(8))))}
			writes := m.writes
			err := s.Save(st)
			if (err != nil) != x.hit {
				t.Errorf("Save: %v", err)
			}
			if x.reads > 0 {
				s.meet(lines)
			}
			if x.hit {
				maybe = append(maybe, st.merge(s.others))
			}
			// What was written is in the file, whether it is durable or not.
			before := lines
			held := m.lines()
			written := []line{held[1-newer(held)], held[newer(held)]}
			for _, l := range written[2-(m.writes-writes):] {
				l.State = st
				lines = s.save(lines, l)
			}
			switch durable := !x.hit || x.call == "read" && x.reads > 0 || x.call == "close"; {
			case x.err == errShort && x.hit:
				// A line stands if the part is the same as what was there
				lines = slices.DeleteFunc(slices.Clone(before), func(l line) bool { return l.mark != held[0].mark && l.mark != held[1].mark })
				s.failed = 0
			case x.hit && x.call == "write" && x.err == errNothing:
				s.failed = 0 // so Save syncs what is there, and goes on to the other line
			case m.writes == writes:
			case durable:
				s.failed, saved, maybe = 0, lines[0].State, nil
			default:
				s.failed = lines[0].mark
			}
			if len(lines) > 0 && held[newer(held)].State != lines[0].State {
				t.Errorf("after Save of %v the file has %v, want %v", st, held[newer(held)].State, lines[0].State)
			}
		}
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
