package uuid

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A FileStore is a [Store] that keeps its state in a file. Processes on one host may share the
// file.
//
// The file contains two lines of 4096 bytes each. Save overwrites the older line and syncs it, so
// at least the newer line survives a crash. If the file is missing, Save creates it with mode 0600.
// Later calls to Save need no more space, and keep the file's mode, owner and links.
//
// A FileStore does not lock the file. If two processes save at the same time, the file keeps one of
// the two states, and either is safe because both are ahead of the clock. A process that is
// suspended during Save may later write an older state over a newer state; the next Save corrects
// this.
//
// If the file is damaged, has an earlier format or was not written by a FileStore, Load and Save
// leave it unchanged and return an error that names it. To start without a state, remove the file.
// A file that is empty, or that contains only NUL bytes or the start of a line, counts as missing,
// because a first Save that is interrupted leaves such a file. If the disk wrote the end of the
// line first, the file counts as damaged.
//
// Load needs only one undamaged line, because an interrupted Save leaves the other line incomplete.
// So if the newer line is damaged later, even by one flipped bit, Load returns the older state
// without an error. Until the clock has passed the lost state, new UUIDs may be smaller than UUIDs
// that the lost state covered.
type FileStore struct {
	path string // absolute; empty in the zero FileStore
	open func(path string, flag int) (file, error)

	mu     sync.Mutex // held during Load and Save; guards synced and failed
	synced line       // last line that s has synced, with its directory
	failed line       // last line that s could not write or sync
}

// NewFileStore returns a FileStore for the file at path. The directory must exist; the file need
// not. NewFileStore makes path absolute. If that fails, Load and Save return the error.
func NewFileStore(path string) *FileStore {
	abs, err := filepath.Abs(path)
	switch {
	case path == "":
		return new(FileStore) // Abs would return the current directory
	case err != nil:
		return &FileStore{path: path, open: func(string, int) (file, error) {
			// Not %w, because err may be fs.ErrNotExist.
			return nil, fmt.Errorf("cannot resolve %s: %v", path, err)
		}}
	}
	return &FileStore{path: abs, open: openFile}
}

// Load returns the state in the file. If there is no state, the error is fs.ErrNotExist. If the
// directory is missing, the error names the directory, and is not fs.ErrNotExist.
func (s *FileStore) Load() (st State, err error) {
	err = s.withFile(os.O_RDONLY, func(f file) error {
		lines, err := s.read(f)
		l := lines[newer(lines)]
		st = l.State
		if err == nil && l.count == 0 {
			err = fmt.Errorf("cannot load %s: %w", s.path, fs.ErrNotExist)
		}
		return err
	})
	return st, err
}

// Save writes st to the file and syncs it.
func (s *FileStore) Save(st State) error {
	if !st.valid() {
		// The next Load would reject an invalid state, so it must not replace a valid one.
		return errors.New("uuid: cannot save an invalid state")
	}
	return s.withFile(os.O_RDWR|os.O_CREATE, func(f file) error {
		lines, err := s.read(f)
		if err == nil {
			err = s.write(f, &lines, st)
		}
		if err == nil && (lines[0].count == 0 || lines[1].count == 0) {
			// A new file gets both lines now, because the disk may be full by the next Save.
			err = s.write(f, &lines, st)
		}
		return err
	})
}

// withFile opens the file and calls do with it. Calls do not overlap.
func (s *FileStore) withFile(flag int, do func(file) error) error {
	if s == nil || s.path == "" {
		return errors.New("uuid: cannot use a FileStore without a path")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.open(s.path, flag)
	if err == nil {
		// Close even if do fails. If do succeeds, Close may be the first to report a failed write.
		err = cmp.Or(do(f), f.Close())
	}
	if err != nil {
		err = fmt.Errorf("uuid: %w", err)
	}
	return err
}

// write replaces the older line with st, syncs it, and updates lines.
func (s *FileStore) write(f file, lines *[2]line, st State) error {
	i := 1 - newer(*lines)
	kept := lines[1-i]
	keptIsOurs := kept.count > 0 && kept == s.synced
	switch {
	case keptIsOurs || kept.count == 0: // kept is durable, or there is nothing to keep
	case kept == s.failed:
		// Only the other line is known to be durable, so replace kept. A second sync of kept would
		// prove nothing, because the system may have dropped the bytes that it could not write.
		i = 1 - i
	default:
		// Another process may have written kept without syncing it.
		if err := f.Sync(); err != nil {
			s.failed = kept
			return err
		}
	}
	l := line{State: st, count: lines[1-i].count + 1}
	if !l.valid() { // no process has saved so often
		return s.unusable("no count is left for another line")
	}
	n, err := f.WriteAt([]byte(l.text()), int64(i*lineLen))
	if n > 0 { // l has overwritten the line, at least in part
		s.failed = l // until it is synced
	}
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if !keptIsOurs {
		// The file may be new, or another process may have replaced the file.
		if err := f.SyncDir(); err != nil {
			return err
		}
	}
	lines[i], s.synced, s.failed = l, l, line{}
	return nil
}

// read reads both lines. A missing or damaged line has count 0.
func (s *FileStore) read(f file) (lines [2]line, err error) {
	var b [2*lineLen + 1]byte // one extra byte, to detect a file that is too long
	n, err := f.ReadAt(b[:], 0)
	if err != nil && err != io.EOF {
		return lines, err
	}
	// A crash may have truncated a line. This does not matter if the other line is good. Otherwise
	// the crash may have interrupted the first Save.
	good, absent, cut := 0, 0, 0
	for i := range lines {
		text := strings.TrimRight(string(b[i*lineLen:(i+1)*lineLen]), "\x00")
		l := parseLine(text)
		switch full := l.text(); {
		case text == "":
			absent++
		case text == full && l.valid():
			lines[i] = l
			good++
		case text != full && strings.HasPrefix(full, text):
			cut++ // perhaps the first Save was interrupted while writing this line
		}
	}
	if n <= 2*lineLen && (good > 0 || absent == 2 || absent == 1 && cut == 1) {
		return lines, nil
	}
	// A file in an earlier format is not damaged, so the message tells the user to remove it.
	reason := damaged
	if name := string(b[:len(lineName)]); name == lineName && b[len(name)] < lineFormat {
		reason = "it has an earlier format; remove it"
	}
	return [2]line{}, s.unusable(reason)
}

const damaged = "it is damaged or not a state file"

func (s *FileStore) unusable(reason string) error {
	return fmt.Errorf("cannot use state file %s: %s", s.path, reason)
}
