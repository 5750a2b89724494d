package uuid

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A line is the content of a line of the file.
type line struct {
	State
	count uint64 // number of the save; 0 if there is no such line
}

// newer returns the index of the line with the greater count.
func newer(lines [2]line) int {
	if lines[0].count > lines[1].count {
		return 0
	}
	return 1
}

const (
	lineName = "uuid generator state "
	lineForm = '4'
	lineText = lineName + string(lineForm) + " count %020d ticks %019d v7 %s"
	lineLen  = 4096
)

// text returns the text of l in the file, with its CRC-32, and spaces up to the length of a line.
func (l line) text() string {
	text := fmt.Sprintf(lineText, l.count, l.Ticks, l.V7)
	text = fmt.Sprintf("%s crc32 %08x", text, crc32.ChecksumIEEE([]byte(text)))
	return fmt.Sprintf("%-*s\n", lineLen-1, text)
}

// parseLine is the inverse of text. It completes a text that is cut short from the zero line. There
// is no error for malformed text, but the result has another text.
func parseLine(text string) (l line) {
	if zero := (line{}).text(); len(text) < len(zero) {
		text += zero[len(text):]
	}
	var v7 string
	fmt.Sscanf(text, lineText, &l.count, &l.Ticks, &v7)
	l.V7, _ = Parse(v7)
	return l
}

// A file is an open file, as a FileStore uses it: an osFile except in tests.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Sync() error
	SyncDir() error // makes the name of the file durable
}

type osFile struct{ *os.File }

// openFile opens a file, which must be a regular one: a pipe would block.
func openFile(path string, flag int) (file, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot open %s, not a regular file", path)
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
		err = cmp.Or(dir.Sync(), dir.Close())
	}
	// Windows and some file systems refuse to sync a directory, and some cannot be read.
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}
