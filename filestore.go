package uuid

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// A FileStore is a [Store] in a file, for any number of processes of one host. The file
// has two lines of 4096 bytes. Save writes the older one in place and syncs it, so a
// crash leaves at least the newer one. Save makes the file, with mode 0600, whenever it
// is not there. Later, Save does not change mode, owner or links, the directory need not be
// writable, and a full disk does no harm.
//
// Nothing is locked. Order can be lost in one rare case: process A is stopped in the
// middle of Save, B saves, and A goes on, which loses B's save; B is killed before its
// next one; and the clock is set back by less than that save was ahead. UUIDs stay unique, unless
// Options.Node is set.
//
// If the file is not a FileStore's, is of an earlier form, or has two damaged lines,
// Load and Save leave it alone and return an error that names it. To begin anew, remove
// it.
type FileStore struct {
	path string // absolute; empty in the zero FileStore
	err  error  // of NewFileStore
	open func(path string, write bool) (file, error)

	mu     sync.Mutex // guards all below
	lines  [2]line    // as s last saw or wrote them
	others State      // the greatest Ticks and V7 that others have saved since Load
	synced uint64     // the mark of the last line that s has synced
	failed uint64     // the mark of a line that s has perhaps written but could not sync
	named  bool       // s has synced the directory
}

// A file is what a FileStore needs of one: an osFile except in tests. SyncDir makes its
// name durable.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	SyncDir() error
}

// NewFileStore returns a FileStore for the file at path. The directory must exist; the
// file need not. A relative path is resolved once. If that fails, Load and Save return
// the error.
func NewFileStore(path string) *FileStore {
	s := &FileStore{path: path, open: openFile}
	if abs, err := filepath.Abs(path); err != nil {
		s.err = fmt.Errorf("uuid: cannot resolve %s: %v", path, err) // with %w it might be fs.ErrNotExist
	} else if path != "" {
		s.path = abs
	}
	return s
}

// Load returns the state in the file, or fs.ErrNotExist if there is none.
func (s *FileStore) Load() (st State, err error) {
	err = s.with(false, func(f file) error {
		lines, err := s.read(f)
		if err != nil {
			return err
		}
		s.lines, s.others, s.named = lines, State{}, false
		if st = lines[newer(lines)].State; lines[newer(lines)].count == 0 {
			return &fs.PathError{Op: "load", Path: s.path, Err: fs.ErrNotExist}
		}
		return nil
	})
	return st, err
}

// Save writes st to the file, and at least what others have saved; see [Store].
func (s *FileStore) Save(st State) error {
	if !st.valid() {
		return errors.New("uuid: invalid state")
	}
	return s.with(true, func(f file) error {
		for range 10 { // tries
			lines, err := s.read(f)
			if err != nil {
				return err
			}
			known := false // one of the lines is
			for _, l := range lines {
				switch l.mark {
				case 0: // there is no such line
				case s.lines[0].mark, s.lines[1].mark, s.failed:
					known = true
				default:
					s.others = s.others.merge(l.State)
				}
			}
			s.named = s.named && known // else this may be a file that somebody has made anew
			s.lines = lines
			_, mark := random128()
			l := line{State: st.merge(s.others), mark: mark}
			if err := s.write(f, l); err != nil {
				return err
			}
			// Another process that had read the file before may have written since.
			if lines, err = s.read(f); err != nil {
				return err
			}
			// A full disk does no harm once the file has both lines.
			if newest := lines[newer(lines)]; newest.count > 1 && newest.merge(l.State) == newest.State {
				return nil
			}
		}
		return fmt.Errorf("uuid: other processes write %s all the time", s.path)
	})
}

// with calls what is to be done with the open file.
func (s *FileStore) with(write bool, do func(file) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.path == "":
		return errors.New("uuid: FileStore without a path")
	case s.err != nil:
		return s.err
	}
	f, err := s.open(s.path, write)
	if err != nil {
		return err
	}
	err = do(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// write writes l in place of the older line, and syncs it. Before, it makes sure that the
// newer one is durable. If s could not sync that one, l takes its place instead.
func (s *FileStore) write(f file, l line) error {
	i := 1 - newer(s.lines)
	switch kept := s.lines[1-i]; {
	case kept.count == 0, kept.mark == s.synced:
	case kept.mark == s.failed:
		i = 1 - i
	default:
		if err := f.Sync(); err != nil {
			return err
		}
	}
	l.count = s.lines[1-i].count + 1
	s.failed = l.mark
	_, err := f.WriteAt(l.text(), int64(i*lineLen))
	if err == nil {
		err = f.Sync()
	}
	if err == nil && !s.named {
		err = f.SyncDir()
	}
	if err == nil {
		s.lines[i], s.named, s.synced, s.failed = l, true, l.mark, 0
	}
	return err
}

// read reads both lines. One that is absent or damaged has no count.
func (s *FileStore) read(f file) (lines [2]line, err error) {
	var b [2*lineLen + 1]byte
	n, err := f.ReadAt(b[:], 0)
	if err != nil && err != io.EOF {
		return lines, err
	}
	good, absent, torn := 0, 0, 0
	for i := range lines {
		written := strings.TrimRight(string(b[i*lineLen:(i+1)*lineLen]), "\x00")
		if written == "" {
			absent++
			continue
		}
		l := parseLine(written)
		switch full := string(l.text()); {
		case written == full && l.valid():
			lines[i] = l
			good++
		case written != full && strings.HasPrefix(full, written):
			torn++ // the first Save was cut short
		}
	}
	switch {
	case strings.HasPrefix(string(b[:]), "uuid generator state 1\n"), strings.HasPrefix(string(b[:]), "uuid generator state 2\n"):
		return lines, fmt.Errorf("uuid: %s is a state file of an earlier form; remove it", s.path)
	case n > 2*lineLen || good == 0 && (absent == 0 || absent+torn < len(lines)):
		return lines, fmt.Errorf("uuid: %s is not a state file or is damaged", s.path)
	}
	return lines, nil
}

// A line is what a line of the file holds.
type line struct {
	State
	count uint64 // of saves; 0: there is no such line
	mark  uint64 // of the save, at random
}

// newer returns the index of the line with the greater count.
func newer(lines [2]line) int {
	if lines[0].count > lines[1].count {
		return 0
	}
	return 1
}

const (
	lineText = "uuid generator state 3 count %020d ticks %019d v7 %s mark %016x"
	lineLen  = 4096
)

// text returns l as it stands in the file, filled up with spaces. The checksum is the
// CRC-32 of what is before it.
func (l line) text() []byte {
	text := fmt.Sprintf(lineText, l.count, l.Ticks, l.V7, l.mark)
	text = fmt.Sprintf("%s crc32 %08x", text, crc32.ChecksumIEEE([]byte(text)))
	return []byte(text + strings.Repeat(" ", lineLen-1-len(text)) + "\n")
}

// parseLine is the inverse of text. What is missing at the end counts as zeros. It returns
// a line of another text if text is none of a line's.
func parseLine(text string) (l line) {
	if zero := string(line{}.text()); len(text) < len(zero) {
		text += zero[len(text):]
	}
	var v7 string
	fmt.Sscanf(text, lineText, &l.count, &l.Ticks, &v7, &l.mark)
	l.V7, _ = Parse(v7)
	return l
}

type osFile struct{ *os.File }

// openFile opens the file at path, which must be a regular one: a pipe would block. If it
// is to be written to, openFile makes it if need be.
func openFile(path string, write bool) (file, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	flag := os.O_RDONLY
	if write {
		flag = os.O_RDWR | os.O_CREATE
	}
	f, err := os.OpenFile(path, flag, 0o600)
	return osFile{f}, err
}

// SyncDir syncs the directory in which the file really lies, if the system can.
func (f osFile) SyncDir() error {
	path, err := filepath.EvalSymlinks(f.Name())
	if err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err == nil {
		err = errors.Join(dir.Sync(), dir.Close())
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
