package uuid

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"
)

// A line is one of the two lines in a FileStore's file.
type line struct {
	State
	count uint64 // sequence number, counting from 1, or 0 if the line is missing or damaged
}

// valid reports whether l can be in a file. The greatest count is left out, because no line could
// follow.
func (l line) valid() bool {
	return l.State.valid() && l.count > 0 && l.count < math.MaxUint64
}

// newer returns the index of the line with the greater count. In a new file both counts are 0. Then
// it returns 1, so the first Save writes line 0.
func newer(lines [2]line) int {
	if lines[0].count > lines[1].count {
		return 0
	}
	return 1
}

const (
	lineName   = "uuid generator state "
	lineFormat = '4'
	lineText   = lineName + string(lineFormat) + " count %020d ticks %019d v7 %s"
	lineLen    = 4096
)

// text returns the line as stored: the fields of l, a CRC-32, and spaces up to lineLen.
func (l line) text() string {
	text := fmt.Sprintf(lineText, l.count, l.Ticks, l.V7)
	text = fmt.Sprintf("%s crc32 %08x", text, crc32.ChecksumIEEE([]byte(text)))
	return fmt.Sprintf("%-*s\n", lineLen-1, text)
}

// parseLine is the inverse of text. It completes truncated text with the end of (line{}).text(). It
// returns no error: if the text is malformed, l.text() differs from it.
func parseLine(text string) (l line) {
	if zero := (line{}).text(); len(text) < len(zero) {
		text += zero[len(text):]
	}
	var v7 string
	fmt.Sscanf(text, lineText, &l.count, &l.Ticks, &v7)
	l.V7, _ = Parse(v7)
	return l
}

// A file is the open file behind a FileStore. It is an osFile except in tests.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	SyncDir() error // makes the file's name durable
}

type osFile struct{ *os.File }

// openFile opens a regular file. It rejects any other file, because a pipe would block.
func openFile(path string, flag int) (file, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot open %s, not a regular file", path)
	}
	f, err := os.OpenFile(path, flag, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		err = cmp.Or(missingDir(path), err)
	}
	return osFile{f}, err
}

// missingDir returns an error if the directory is missing in which a file at path would be made,
// also through symbolic links. The error is not fs.ErrNotExist: for a Store, that would mean that
// no state was ever saved.
func missingDir(path string) error {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot open %s, directory %s does not exist", path, filepath.Dir(path))
	}
	target, err := os.Readlink(path)
	if err != nil {
		return nil // no link, so only the file is missing
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	return missingDir(target) // not endless: opening a loop of links is another error
}

// SyncDir follows symbolic links and syncs the file's directory, if the system supports it.
func (f osFile) SyncDir() error {
	path, err := filepath.EvalSymlinks(f.Name())
	if err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err == nil {
		err = cmp.Or(dir.Sync(), dir.Close())
	}
	// Windows and some file systems refuse to sync a directory. Some directories cannot be read.
	for _, refused := range []error{fs.ErrPermission, errors.ErrUnsupported, syscall.EINVAL} {
		if errors.Is(err, refused) {
			return nil
		}
	}
	return err
}
