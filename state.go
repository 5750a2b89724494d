package uuid

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A State is what a [Generator] must not forget. Whoever continues from it
// issues nothing at or below Ticks and V7.
type State struct {
	// Node and ClockSeq are those of versions 1 and 6. A zero Node is none.
	Node     Node
	ClockSeq uint16

	// Ticks is the last timestamp of versions 1 and 6, in units of 100 ns
	// since 1582-10-15, or 0 if there is none.
	Ticks uint64

	// V7 is no less than the last version 7 UUID, or Nil if there is none.
	// Those of V7Unordered do not count.
	V7 UUID
}

// A Store keeps the state of a [Generator] for the next one, as RFC 9562
// section 6.3 recommends. Each state that is saved lies up to a second ahead
// of all UUIDs issued, so saving one a second is enough, and a process may be
// killed at any time. Its successor waits until the clock has passed the state.
//
// A Store is called by one goroutine at a time.
type Store interface {
	// Load returns the state saved last, or an error that is fs.ErrNotExist
	// when there is none yet.
	Load() (State, error)

	// Save keeps a state durably. A Store that several processes share
	// returns an error that is fs.ErrExist for a Node and ClockSeq that
	// another process may have taken since Load; the generator then loads
	// again.
	Save(State) error
}

// State returns the state after the last UUID that g issued or, if it issued
// none, the one it continues from. Node and ClockSeq are those that versions 1
// and 6 will have; they are zero only if they are to be random and Options.Rand
// fails.
func (g *Generator) State() State {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.ready {
		g.setup()
	}
	if !g.identity.known {
		g.identity, _ = g.newIdentity() // or none
	}
	st := g.identity.sign(State{})
	if l := g.gregorian.line; l.issued {
		st.Ticks = l.last.tick
	}
	if l := g.unix.line; l.issued {
		st.V7 = FromUint64s(v7(l.last, g.unix.pace.countBits, randBMask))
	}
	return st
}

// reserve is how far a saved state lies ahead of the clock, which is about how
// often one is saved.
const reserve = time.Second

// restore makes g continue from its Store.
func (g *Generator) restore() error {
	return g.claim(func(st State) State {
		g.gregorian.resume(st.Ticks > 0, position{tick: st.Ticks})
		g.unix.resume(!st.V7.IsNil(), v7Position(st.V7, g.unix.pace.countBits))
		return st
	})
}

// resume makes t continue after position last, if anything was issued. When
// that was saved it was the reserve ahead of a UUID, which may have been as far
// ahead of the clock as the lead allows.
func (t *track) resume(issued bool, last position) {
	t.line = timeline{
		seen:   last.tick - min(last.tick, t.scale.ticks(reserve)+t.pace.maxLead),
		last:   last,
		issued: issued,
	}
	t.reserved = last.tick
}

// secure does what has to be done before t takes step next. Versions 1 and 6
// need another clock sequence if they follow the clock back, and a Store has to
// know a state ahead of every UUID. The caller holds the lock.
func (g *Generator) secure(t *track, next timeline, at instant) error {
	ticks, unixTicks := g.gregorian.ahead(t, next, at), g.unix.ahead(t, next, at)
	ahead := State{Ticks: ticks}
	if unixTicks > 0 {
		ahead.V7 = FromUint64s(v7(position{unixTicks, randBMask}, randBBits, 0))
	}
	var err error
	switch followed := next.seen < t.line.seen; {
	case followed && (t == &g.gregorian || g.opts.Store != nil):
		err = g.claim(func(State) State { return ahead })
	case g.opts.Store != nil:
		err = g.opts.Store.Save(g.identity.sign(ahead))
	}
	if err == nil && g.opts.Store != nil {
		g.gregorian.reserved, g.unix.reserved = ticks, unixTicks
	}
	return err
}

// ahead returns a tick of t that lies the reserve ahead of the clock's reading
// and of all that was issued, step next of moving included.
func (t *track) ahead(moving *track, next timeline, at instant) uint64 {
	line := t.line
	if t == moving {
		line = next
	}
	now, err := t.scale.tick(at)
	if err != nil && !line.issued {
		return 0
	}
	if line.issued {
		now = max(now, line.last.tick)
	}
	return min(now+t.scale.ticks(reserve), maxTick)
}

// claim gives g the next identity and, if it has a Store, one that no other
// generator on it has: it saves the state that next returns for the loaded one
// under that identity.
func (g *Generator) claim(next func(State) State) error {
	if g.opts.Store == nil {
		if !g.identity.known {
			return nil // nothing has it yet
		}
		id, err := g.successor(g.identity)
		if err == nil {
			g.identity = id
		}
		return err
	}
	for range maxClaims {
		st, id, err := g.load()
		if err != nil {
			return err
		}
		err = g.opts.Store.Save(id.sign(next(st)))
		if err == nil {
			g.identity = id
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return errors.New("uuid: Store never kept what was loaded from it")
}

// maxClaims bounds how often in a row another process may be faster.
const maxClaims = 100

// sign returns st with the node and the clock sequence of id.
func (id *identity) sign(st State) State {
	st.Node, st.ClockSeq = id.node, id.clockSeq
	return st
}

// load returns the state in the Store and the identity after the one in it. The
// clock sequence goes on whatever the node, so that it serves all who share the
// Store.
func (g *Generator) load() (State, identity, error) {
	st, err := g.opts.Store.Load()
	id := identity{node: st.Node, clockSeq: st.ClockSeq, changes: g.identity.changes, known: true}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st, id = State{}, g.identity
	case err != nil:
		return State{}, identity{}, err
	case !st.valid():
		return State{}, identity{}, errors.New("uuid: Store holds an invalid state")
	}
	if g.opts.Node != (Node{}) {
		id.node = g.opts.Node
	}
	if !id.known || id.node == (Node{}) {
		id, err = g.newIdentity()
	} else {
		id, err = g.successor(id)
	}
	return st, id, err
}

// valid reports whether st can be the state of a generator.
func (st State) valid() bool {
	return st.ClockSeq <= maxClockSeq && st.Ticks <= maxTick &&
		(st.V7.IsNil() || st.V7.Version() == 7)
}

// A FileStore is a [Store] that keeps the state in a file. Each [Generator]
// needs a FileStore of its own, but any number of them, in any number of
// processes of one host, may be on the same file, if all have the same
// Options.Rollback. It writes a new file, syncs it and puts it in the place of
// the old one, so a crash leaves one or the other. Beside the file, with
// ".lock" and ".new" appended to its name, are one that processes lock and, for
// a moment, the new one.
//
// Each Generator that begins on a file, and each that follows its clock back,
// takes the next clock sequence. After the last one comes another random node;
// an Options.Node of the caller's stays, so no process should outlive the next
// 16383 that begin with it.
//
// A file that is damaged or not a FileStore's is an error of Load, and the way
// on is to remove it while no process uses it. A state from the future, as a
// wrong clock leaves it, is treated by Options.Rollback as a clock that went
// back: RollbackFollow takes another clock sequence.
//
// There are file locks on Linux, macOS, the BSDs, illumos and Windows;
// elsewhere every call is [errors.ErrUnsupported].
type FileStore struct {
	path string

	mu    sync.Mutex
	known State          // what the file held when s last looked
	taken map[State]bool // what s has saved, as Node and ClockSeq only
}

// NewFileStore returns a FileStore for the file at path. Its directory has to
// exist, the file does not.
func NewFileStore(path string) *FileStore {
	return &FileStore{path: path, taken: make(map[State]bool)}
}

// Load returns the state in the file. The error is fs.ErrNotExist if there is
// no file.
func (s *FileStore) Load() (State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	path, unlock, err := s.lock()
	if err != nil {
		return State{}, err
	}
	defer unlock()
	st, err := readState(path)
	s.known = st
	return st, err
}

// Save writes st to the file. A Node and ClockSeq that s has not saved before
// replace what is in the file, but if the file is not as s last saw it they
// are an error that is fs.ErrExist. With a Node and ClockSeq that s has saved,
// only Ticks and V7 change, and only where they are greater: the file keeps
// the Node and ClockSeq that were saved last by anyone.
func (s *FileStore) Save(st State) error {
	if !st.valid() {
		return errors.New("uuid: invalid state")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	path, unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	current, err := readState(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	taken := State{Node: st.Node, ClockSeq: st.ClockSeq}
	switch {
	case err != nil: // no file
	case s.taken[taken]:
		st.Node, st.ClockSeq = current.Node, current.ClockSeq
		st.Ticks = max(st.Ticks, current.Ticks)
		if st.V7.Compare(current.V7) < 0 {
			st.V7 = current.V7
		}
	case current != s.known:
		return &fs.PathError{Op: "save", Path: s.path, Err: fs.ErrExist}
	}
	if err := writeState(path, st); err != nil {
		return err
	}
	s.known = st
	s.taken[taken] = true
	return nil
}

// lock locks the file for this process and returns where it is: the lock and
// the new file have to be beside the file itself, not beside a link to it.
func (s *FileStore) lock() (path string, unlock func() error, err error) {
	path, err = filepath.EvalSymlinks(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		path, err = s.path, nil
	}
	if err != nil {
		return "", nil, err
	}
	unlock, err = lockFile(path + ".lock")
	return path, unlock, err
}

// readState returns the state in the file at path.
func readState(path string) (State, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return State{}, err
	}
	st, ok := parseState(string(text))
	if !ok {
		return State{}, fmt.Errorf("uuid: %s is not a state file or is damaged", path)
	}
	return st, nil
}

// writeState puts st into the file at path.
func writeState(path string, st State) error {
	name := path + ".new"
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.WriteString(st.text())
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(name, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// stateText is the form of a state in a file. Its checksum is the CRC-32 of
// all that is before it.
const stateText = "uuid generator state 1\nnode %012x\nclock_seq %d\nticks %d\nv7 %s\n"

// text returns st as it stands in a file.
func (st State) text() string {
	text := fmt.Sprintf(stateText, st.Node.uint64(), st.ClockSeq, st.Ticks, st.V7)
	return fmt.Sprintf("%scrc32 %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// parseState is the inverse of text; it accepts nothing else.
func parseState(text string) (st State, ok bool) {
	var node uint64
	var v7 string
	_, err := fmt.Sscanf(text, stateText, &node, &st.ClockSeq, &st.Ticks, &v7)
	if err != nil || node >= 1<<48 {
		return State{}, false
	}
	st.Node = nodeFrom(node)
	st.V7, err = Parse(v7)
	if err != nil || !st.valid() || st.text() != text {
		return State{}, false
	}
	return st, true
}
