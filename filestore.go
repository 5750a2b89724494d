package uuid

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A FileStore is a [Store] that keeps the state in a file. Each [Generator]
// needs a FileStore of its own. FileStores in any number of processes of one
// host may use the same file if their Generators have the same Options.Rollback.
// Use one Generator in a process, and tens of processes on a file. Processes that
// start at the same time take turns.
//
// A FileStore also creates path.lock, which stays, and path.new, which exists only
// during a save. Do not remove path.lock: Load and Save lock it. Save writes
// path.new, syncs it and renames it to path, so a crash leaves the old state or the
// new one. If path is a symbolic link, all three lie where the link leads. A
// container should mount the directory, not the file.
//
// A FileStore creates its files with mode 0600. Later saves keep the mode and group
// that you give them, and the owner if the superuser saves. Users can share a file
// if they may read and write it and path.lock, and may write to the directory.
//
// Each Generator that starts on a file, and each that follows its clock back,
// takes the next clock sequence. After the last one comes another random node.
// An Options.Node stays, so the clock sequence repeats after 16384 starts. A
// Generator older than that takes another one.
//
// Load and Save wait for each other, in this process and in others. They return
// an error that is os.ErrDeadlineExceeded after a second in which nobody has
// saved, and after half a minute in any case. A Save that failed is tried again
// after a quarter of a second; until then Save returns the same error.
//
// Load returns an error if the file is damaged or not a FileStore's. Load and Save
// return an error once the file is gone or another file is in its place. In both
// cases stop all processes that use the file, remove it, and start them again a
// second later.
//
// A wrong clock may leave a state from the future. Options.Rollback decides as for a
// clock that went back: RollbackFollow takes another clock sequence.
//
// There are file locks on Linux, macOS, the BSDs, illumos and Windows.
// Elsewhere Load and Save return [errors.ErrUnsupported]. The file should be on
// a local file system; the documentation of [Store] says how hosts can share a
// state.
type FileStore struct {
	path  string // absolute
	files fileSystem

	mu     sync.Mutex       // guards all below
	err    error            // what every call returns, if it is set
	known  record           // what the file held when s last looked
	alone  bool             // nobody else has written since s last claimed
	claims map[claim]uint64 // what s has claimed, with the count of claims then

	failure error // of the last Save
	failed  time.Time
}

const (
	// maxLockWait is how long a call waits while others save nothing. It waits
	// up to maxTurns times as long while they do.
	maxLockWait = time.Second
	maxTurns    = 30

	// maxLockPause is what the pauses between attempts grow to, on average.
	maxLockPause = 8 * time.Millisecond

	// backOff is how long Save tries nothing after it failed.
	backOff = 250 * time.Millisecond
)

// NewFileStore returns a FileStore for the file at path. The directory must exist; the
// file need not. NewFileStore resolves a relative path once. If that fails, Load and
// Save return the error.
func NewFileStore(path string) *FileStore {
	s := &FileStore{path: path, files: osFiles{}, claims: make(map[claim]uint64)}
	if abs, err := filepath.Abs(path); err == nil {
		s.path = abs
	} else {
		s.err = fmt.Errorf("uuid: cannot resolve %s: %v", path, err) // with %w it might be fs.ErrNotExist
	}
	return s
}

// Load returns the state in the file. The error is fs.ErrNotExist if there is
// no file and s has not seen one before.
func (s *FileStore) Load() (State, error) {
	if err := s.lock(); err != nil {
		return State{}, err
	}
	defer s.mu.Unlock()
	f, err := s.open()
	if err != nil {
		return State{}, err
	}
	defer f.unlock()
	if !f.held.exists {
		return State{}, &fs.PathError{Op: "load", Path: f.path, Err: fs.ErrNotExist}
	}
	s.known = f.held
	return f.held.State, nil
}

// Save writes st to the file.
//
// A Node and ClockSeq that s has not saved before are a claim: st replaces the
// content of the file. Save returns [ErrStateTaken] if another process has written the
// file since s last read it.
//
// With a Node and ClockSeq that s has saved, st replaces the content of the file as
// long as nobody else has written it. After that only Ticks and V7 change, and only to
// greater values: the file keeps the Node and ClockSeq of the last claim by anyone.
// Save returns [ErrStateTaken] if the clock sequences have come round since s claimed
// these.
func (s *FileStore) Save(st State) error {
	if !st.valid() {
		return errors.New("uuid: invalid state")
	}
	if err := s.lock(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	// A clock that stands still or that went back, as in testing/synctest
	// bubbles, is nothing to wait for.
	if since := time.Since(s.failed); s.failure != nil && 0 < since && since < backOff {
		return s.failure
	}
	err := s.save(st)
	s.failure, s.failed = err, time.Now()
	if errors.Is(err, ErrStateTaken) {
		s.failure = nil
	}
	return err
}

// save is Save when s is locked.
func (s *FileStore) save(st State) error {
	f, err := s.open()
	if err != nil {
		return err
	}
	defer f.unlock()
	id := claim{st.Node, st.ClockSeq}
	count, mine := s.claims[id]
	next := f.held
	switch {
	case !mine && f.held != s.known:
		return ErrStateTaken
	case !mine:
		next.State = st
		next.count()
		if err := s.write(f, next); err != nil {
			return err
		}
		s.claims[id], s.alone = next.claims, true
		return nil
	case f.held.claims-count < maxClockSeq:
		if next.merge(st); s.alone && f.held.claim() == id {
			next.State = st
		}
		return s.write(f, next)
	case st.ClockSeq == (f.held.ClockSeq+1)&maxClockSeq:
		// This clock sequence is next, but s has used it: pass it over.
		next.Node, next.ClockSeq = st.Node, st.ClockSeq
		next.count()
		if err := s.write(f, next); err != nil {
			return err
		}
	}
	return ErrStateTaken
}

// lock locks s itself. Mutex.Lock might wait without bound, and the clock of a
// testing/synctest bubble would stand still.
func (s *FileStore) lock() error {
	return await(s.path, func() (bool, error) { return s.mu.TryLock(), nil })
}

// await calls try until it reports success, returns an error or has taken too
// long, for which the error names path.
func await(path string, try func() (bool, error)) error {
	start := time.Now()
	for pause := time.Millisecond; ; pause = min(2*pause, maxLockPause) {
		done, err := try()
		if done || err != nil {
			return err
		}
		if time.Since(start) >= maxLockWait {
			return fmt.Errorf("uuid: %s is locked: %w", path, os.ErrDeadlineExceeded)
		}
		time.Sleep(rand.N(2 * pause)) // or a crowd would wake up at once
	}
}

// A stateFile is a state file, or the place for one, while it is locked.
type stateFile struct {
	path   string
	held   record
	info   fs.FileInfo // nil if there is no file
	unlock func() error
}

// open locks the file of s and reads it. If it is not there any more, or is
// another one, that is the error of every call from now on.
func (s *FileStore) open() (stateFile, error) {
	if s.err != nil {
		return stateFile{}, s.err
	}
	f, err := s.find()
	if s.known.exists && errors.Is(err, fs.ErrNotExist) {
		s.err = fmt.Errorf("uuid: %s was removed or replaced while in use", s.path)
		err = s.err
	}
	if err != nil {
		return stateFile{}, err
	}
	s.alone = s.alone && f.held == s.known
	return f, nil
}

// find is open without the consequences. The error is fs.ErrNotExist if the
// file that s knows does not exist.
func (s *FileStore) find() (f stateFile, err error) {
	if f.path, err = s.files.resolve(s.path); err != nil {
		return f, err
	}
	if f.unlock, err = s.lockFile(f.path); err != nil {
		return f, err
	}
	if err := s.read(&f); err != nil {
		f.unlock()
		return f, err
	}
	return f, nil
}

// lockFile locks the file at path. It goes on waiting for as long as others
// change the file.
func (s *FileStore) lockFile(path string) (unlock func() error, err error) {
	name := path + ".lock"
	var before, now []byte
	for range maxTurns {
		err = await(name, func() (done bool, err error) {
			if unlock, err = s.files.lock(name); !isLocked(err) {
				return true, err
			}
			if before == nil {
				before, _, _ = s.files.read(path) // nothing if it fails
			}
			return false, nil
		})
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
		if now, _, _ = s.files.read(path); bytes.Equal(before, now) {
			break
		}
		before = now
	}
	return unlock, err
}

// read reads f, which is locked.
func (s *FileStore) read(f *stateFile) error {
	text, info, err := s.files.read(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !s.known.exists:
		return nil
	case err != nil:
		return err
	}
	held, ok := parseRecord(string(text))
	switch {
	case !ok:
		return fmt.Errorf("uuid: %s is not a state file or is damaged", f.path)
	case !held.follows(s.known):
		return fs.ErrNotExist
	}
	f.held, f.info = held, info
	return nil
}

// write replaces what is in f, which is locked.
func (s *FileStore) write(f stateFile, next record) error {
	name := f.path + ".new"
	file, err := s.files.create(name, f.info)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, next.text())
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := s.files.rename(name, f.path); err != nil {
		return err
	}
	s.known = next
	return s.files.syncDir(filepath.Dir(f.path))
}

// A claim is a node with a clock sequence, which is to be one generator's.
type claim struct {
	node     Node
	clockSeq uint16
}

// A record is what a state file holds. The zero value is that of no file.
type record struct {
	State
	claims uint64 // how many there were, from a random number on; 0 is unknown
	exists bool
}

func (r record) claim() claim { return claim{r.Node, r.ClockSeq} }

// merge sets the times of r to those of st that are greater.
func (r *record) merge(st State) {
	r.Ticks = max(r.Ticks, st.Ticks)
	if r.V7.Compare(st.V7) < 0 {
		r.V7 = st.V7
	}
}

// count counts one more claim, the first of which makes the file. It begins at a
// random number, so that it also tells one file from another in its place.
func (r *record) count() {
	if r.claims == 0 {
		_, lo := random128()
		r.claims = lo >> 2 // room for the others
	}
	r.claims++
	r.exists = true
}

// follows reports whether r can be what became of a file that held earlier.
func (r record) follows(earlier record) bool {
	const most = 1 << 32 // more claims than there can have been meanwhile
	return earlier.claims == 0 || r.claims-earlier.claims < most
}

// The forms of a record in a file, without and with a count of claims. The
// checksum that comes next is the CRC-32 of all that is before it.
const (
	recordText1 = "uuid generator state 1\nnode %012x\nclock_seq %d\nticks %d\nv7 %s\n"
	recordText2 = "uuid generator state 2\nnode %012x\nclock_seq %d\nticks %d\nv7 %s\nclaims %d\n"

	maxRecordText = 256 // bytes; more is not read
)

// text returns r as it stands in a file.
func (r record) text() string {
	var text string
	if r.claims == 0 {
		text = fmt.Sprintf(recordText1, r.Node.uint64(), r.ClockSeq, r.Ticks, r.V7)
	} else {
		text = fmt.Sprintf(recordText2, r.Node.uint64(), r.ClockSeq, r.Ticks, r.V7, r.claims)
	}
	return fmt.Sprintf("%scrc32 %08x\n", text, crc32.ChecksumIEEE([]byte(text)))
}

// parseRecord is the inverse of text; it accepts nothing else.
func parseRecord(text string) (r record, ok bool) {
	var node uint64
	var v7 string
	fields := []any{&node, &r.ClockSeq, &r.Ticks, &v7, &r.claims}
	_, err := fmt.Sscanf(text, recordText2, fields...)
	if err != nil {
		fmt.Sscanf(text, recordText1, fields[:4]...) // what it does not fit is not r.text
	}
	r.Node, r.exists = nodeFrom(node), true
	r.V7, err = Parse(v7)
	return r, err == nil && r.valid() && r.text() == text
}
