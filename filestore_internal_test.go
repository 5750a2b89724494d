// Proves that a FileStore keeps a saved state through power cuts, failing calls and other
// processes.
package uuid

import (
	"errors"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
)

// A memDisk simulates a disk with a single file. A crash preserves the durable data, and all, none
// or the beginning of each unsynced write.
type memDisk struct {
	made     bool // the file exists
	named    bool // the directory entry is durable
	data     []byte
	durable  []byte
	unsynced []memWrite
	lost     [2]*FileStore // for each line, the store whose failed Sync lost it
}

// nobody is the value in memDisk.lost for a line that is incomplete because its write failed.
var nobody = new(FileStore)

// A memWrite records the bytes and the offset of a write.
type memWrite struct {
	b   []byte
	off int64
}

// writeAt returns a copy of b with the write w applied.
func (w memWrite) writeAt(b []byte) []byte {
	b = slices.Clone(b)
	if missing := int(w.off) + len(w.b) - len(b); missing > 0 {
		b = append(b, make([]byte, missing)...)
	}
	copy(b[w.off:], w.b)
	return b
}

func (m *memDisk) write(b []byte, off int64) {
	w := memWrite{slices.Clone(b), off}
	m.data = w.writeAt(m.data)
	m.unsynced = append(m.unsynced, w)
	m.lost[off/lineLen] = nil
}

// sync makes the first n bytes of each write durable.
func (m *memDisk) sync(n int) {
	for _, w := range m.unsynced {
		m.durable = memWrite{w.b[:min(n, len(w.b))], w.off}.writeAt(m.durable)
	}
	m.unsynced = nil
}

// isUnsynced reports whether the line contains a write that is not durable yet.
func (m *memDisk) isUnsynced(line int64) bool {
	return slices.ContainsFunc(m.unsynced, func(w memWrite) bool { return w.off/lineLen == line })
}

// inFlight returns the number of lines that a crash may damage.
func (m *memDisk) inFlight() (n int) {
	for i, by := range m.lost {
		if by != nil || m.isUnsynced(int64(i)) {
			n++
		}
	}
	return n
}

// crash returns a possible state of the disk after the computer crashes.
func (m *memDisk) crash(r *rand.Rand) *memDisk {
	after := &memDisk{made: m.made, data: m.durable}
	for _, w := range m.unsynced {
		// A line is 130 bytes of text, padded with spaces.
		n := min([]int{0, r.IntN(160), r.IntN(lineLen), lineLen}[r.IntN(4)], len(w.b))
		if n < len(w.b) && len(after.data) <= int(w.off) && r.IntN(2) == 0 {
			// the file grew, but the data is lost
			after.data = memWrite{make([]byte, len(w.b)), w.off}.writeAt(after.data)
		}
		if n > 0 {
			after.data = memWrite{w.b[:n], w.off}.writeAt(after.data)
		}
	}
	if !m.named && r.IntN(2) == 0 {
		after = new(memDisk)
	}
	after.durable, after.named = after.data, after.made
	return after
}

// A memFile is an open file on a memDisk. Its try is nil if Load opened the file.
type memFile struct {
	*memDisk
	try *try
}

// open returns a function that opens the file for the Save x, or for Load if x is nil.
func (m *memDisk) open(x *try) func(string, int) (file, error) {
	return func(path string, flag int) (file, error) {
		f := memFile{m, x}
		err := f.do("open", func() { m.made = m.made || flag&os.O_CREATE != 0 })
		if err == nil && !m.made {
			err = &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return f, err
	}
}

// A file call can fail in these ways.
var (
	errNothing = errors.New("the call did nothing")
	errDone    = errors.New("the call succeeded, but returned an error")
	errShort   = errors.New("the call wrote only part of the data")
	errLost    = errors.New("the call synced part of the data and discarded the rest")
)

func (f memFile) do(call string, what func()) (err error) {
	if f.try != nil {
		err = f.try.begins(call)
	}
	if err == nil || err == errDone {
		what()
	}
	return err
}

func (f memFile) ReadAt(b []byte, off int64) (n int, err error) {
	err = f.do("read", func() {
		if off < int64(len(f.data)) {
			n = copy(b, f.data[off:])
		}
	})
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

func (f memFile) WriteAt(b []byte, off int64) (n int, err error) {
	err = f.do("write", func() {
		other := 1 - off/lineLen
		if by := f.lost[other]; f.try.careful() &&
			(by == nil && f.isUnsynced(other) || by == f.try.by) {
			f.try.model.t.Errorf("line %d is written while the other line is not durable",
				off/lineLen)
		}
		f.write(b, off)
		n = len(b)
	})
	if err == errShort {
		n = 100 // less than the text of a line
		f.write(b[:n], off)
		f.lost[off/lineLen] = nobody
	}
	return n, err
}

func (f memFile) Sync() error {
	err := f.do("sync", func() { f.sync(lineLen) })
	if err == errLost {
		for _, w := range f.unsynced {
			if i := w.off / lineLen; f.lost[i] == nil {
				f.lost[i] = f.try.by
			}
		}
		f.sync(100) // less than the text of a line
	}
	return err
}

func (f memFile) SyncDir() error { return f.do("syncDir", func() { f.named = true }) }
func (f memFile) Close() error   { return f.do("close", func() {}) }

// A try is a process's call to Save.
type try struct {
	State
	model  *fileModel
	disk   *memDisk
	by     *FileStore
	alone  bool // no other process was saving at the same time
	ended  bool
	failed bool

	call string // the file call that fails, or ""
	skip int    // how many times this call succeeds before it fails
	err  error

	pause func() // waits until the model resumes the Save
	next  func() (struct{}, bool)
	stop  func() // runs the Save to completion
}

// begins pauses the Save before a file call and returns the error for this call.
func (x *try) begins(call string) error {
	x.pause()
	// a Sync of an unchanged file never fails
	if call != x.call || call == "sync" && len(x.disk.unsynced) == 0 {
		return nil
	}
	x.skip--
	if x.skip >= 0 {
		return nil
	}
	x.call, x.failed = "", true
	return x.err
}

// careful reports whether no two Saves that affect the file overlapped.
func (x *try) careful() bool {
	return x.disk == x.model.disk &&
		!slices.ContainsFunc(x.model.tries, func(x *try) bool { return !x.alone })
}

// A fileModel simulates three processes that save to one file. A process may load the state of the
// last successful Save that ran alone, or the state of any later Save.
type fileModel struct {
	t       *testing.T
	r       *rand.Rand
	disk    *memDisk
	stores  [3]*FileStore
	running [3]*try
	tries   []*try // the last successful Save that ran alone, and all later Saves
	saved   bool   // tries[0] succeeded and ran alone
	saves   uint64 // number of Saves started so far
}

// TestCrash checks the states that can be loaded after a random history. Three processes save to
// one file, in turn or at the same time, while file calls fail, the file is removed and the
// computer crashes.
func TestCrash(t *testing.T) {
	n := sized(2000, 200_000)
	if testing.Short() || RaceEnabled {
		n = 500 // no data race is possible, because only one goroutine runs at a time
	}
	for seed := range uint64(n) {
		m := &fileModel{t: t, r: rand.New(rand.NewPCG(seed, 0))}
		m.begin(new(memDisk))
		overlap := m.r.IntN(3) == 0
		for range 80 {
			i := m.r.IntN(3)
			if busy := slices.IndexFunc(m.running[:], func(x *try) bool {
				return x != nil
			}); busy >= 0 &&
				!overlap {
				i = busy
			}
			switch n := m.r.IntN(60); {
			case n == 0:
				m.crash()
			case n == 1:
				m.remove()
			case n == 2:
				m.check("Load", false)
			case m.running[i] != nil:
				m.goOn(i)
			case n < 20:
				m.save(i)
			}
			if t.Failed() {
				t.Fatalf("history %d", seed)
			}
		}
		m.begin(new(memDisk)) // completes all running Saves
	}
}

// TestLostLine checks that a FileStore treats a line as lost after a failed Sync, even if the next
// write also fails without changing the file.
func TestLostLine(t *testing.T) {
	m := &fileModel{t: t, disk: new(memDisk)}
	s := NewFileStore("/state")
	for i, fails := range []struct {
		call string
		err  error
	}{{}, {"sync", errLost}, {"write", errNothing}, {}} {
		s.open = m.disk.open(
			&try{model: m, disk: m.disk, by: s, call: fails.call, err: fails.err, pause: func() {}},
		)
		if err := s.Save(State{Ticks: uint64(1 + i)}); (err == nil) != (fails.err == nil) {
			t.Errorf("Save %d: %v", i, err)
		}
	}
}

// begin starts new processes on disk. Saves that are still running finish on the old disk.
func (m *fileModel) begin(disk *memDisk) {
	m.disk, m.tries, m.saved = disk, nil, false
	for i, x := range m.running {
		if x != nil {
			x.stop()
		}
		m.stores[i], m.running[i] = NewFileStore("/state"), nil
	}
}

// remove removes the file. A running Save continues to write to the removed file.
func (m *fileModel) remove() { m.disk, m.tries, m.saved = new(memDisk), nil, false }

// save starts a Save, which pauses before each file call.
func (m *fileModel) save(i int) {
	x := &try{model: m, disk: m.disk, by: m.stores[i], alone: m.running == [3]*try{}}
	m.saves++
	tick := 1000*m.r.Uint64N(8) + m.saves // ticks are unique, but can decrease
	x.State = State{Ticks: tick, V7: MinV7(time.UnixMilli(int64(tick)))}
	for _, other := range m.tries {
		other.alone = other.alone && other.ended
	}
	if m.r.IntN(4) == 0 {
		x.call = []string{
			"open", "read", "write", "sync", "sync", "sync", "syncDir", "close",
		}[m.r.IntN(8)]
		x.err = []error{errNothing, errDone}[m.r.IntN(2)]
		x.skip = m.r.IntN(2)
		switch {
		case x.call == "sync" && m.r.IntN(2) == 0:
			x.err = errLost
		case x.call == "write" && m.r.IntN(2) == 0:
			x.err = errShort
		}
	}
	m.running[i], m.tries = x, append(m.tries, x)
	x.next, x.stop = iter.Pull(func(yield func(struct{}) bool) {
		x.pause = func() { yield(struct{}{}) }
		x.by.open = x.disk.open(x)
		err := x.by.Save(x.State)
		if (err != nil) != x.failed && !m.mayBeSpoilt() && x.disk == m.disk {
			m.t.Errorf("Save: %v, but a file call failed: %t", err, x.failed)
		}
		x.failed = err != nil
	})
	x.next()
}

// goOn resumes a Save until its next file call or its end.
func (m *fileModel) goOn(i int) {
	x := m.running[i]
	if _, running := x.next(); running {
		return
	}
	m.running[i], x.ended = nil, true
	if x.alone && !x.failed && x.disk == m.disk {
		m.tries, m.saved = []*try{x}, true
		m.check("Load after Save", false)
	}
}

// mayBeSpoilt reports whether the file may be damaged, because two processes created it at the same
// time or because its first line was only partly written.
func (m *fileModel) mayBeSpoilt() bool {
	return !m.saved &&
		slices.ContainsFunc(
			m.tries,
			func(x *try) bool { return !x.alone || x.failed && x.err == errShort },
		)
}

// check loads the state in a new process and checks it. It returns the state if there is one.
func (m *fileModel) check(what string, mayBeDamaged bool) (st State, ok bool) {
	s := NewFileStore("/state")
	s.open = m.disk.open(nil)
	st, err := s.Load()
	found := slices.ContainsFunc(m.tries, func(x *try) bool { return x.State == st })
	switch {
	case err == nil && found:
		return st, true
	case errors.Is(err, fs.ErrNotExist) && !m.saved:
	case err != nil && !errors.Is(err, fs.ErrNotExist) && (mayBeDamaged || m.mayBeSpoilt()):
		m.remove() // as the error tells the user to do
	default:
		m.t.Errorf("%s: %v, %v; want one of %d states", what, st.Ticks, err, len(m.tries))
	}
	return State{}, false
}

// crash simulates a computer crash. It can damage the file if both lines were being written, or if
// the first line was rewritten after a failed Sync.
func (m *fileModel) crash() {
	tries, saved := m.tries, m.saved
	mayBeDamaged := m.disk.inFlight() == 2 ||
		!saved && slices.ContainsFunc(tries, func(x *try) bool { return x.failed })
	m.begin(m.disk.crash(m.r))
	m.tries, m.saved = tries, saved
	st, ok := m.check("Load after a crash", mayBeDamaged)
	m.tries, m.saved = nil, ok
	if ok {
		m.tries = []*try{{State: st, ended: true, alone: true}}
	}
}
