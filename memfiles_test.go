package uuid

import (
	"errors"
	"io/fs"
	"maps"
	"sync"
)

// memFiles is a file system in memory. A crash takes it back to what is durable.
type memFiles struct {
	mu      sync.Mutex // guards all below
	names   map[string]*memFile
	durable map[string]*memFile // the names after a crash
	locked  map[string]bool

	// before is called before each call, with its name, and may make it fail.
	before func(call string) error
}

// A memFile is a file of memFiles.
type memFile struct {
	files        *memFiles
	text, synced string
}

func newMemFiles() *memFiles {
	return &memFiles{
		names:   make(map[string]*memFile),
		durable: make(map[string]*memFile),
		locked:  make(map[string]bool),
		before:  func(string) error { return nil },
	}
}

// store returns a FileStore for the file "/state" in m.
func (m *memFiles) store() *FileStore {
	s := NewFileStore("/state")
	s.files = m
	return s
}

// crash makes m what it is after the computer went down: unlocked and with
// what was synced. Names that were not may be there, or not.
func (m *memFiles) crash(keepNames bool) {
	if !keepNames {
		m.names = maps.Clone(m.durable)
	}
	for _, f := range m.names {
		f.text = f.synced
	}
	clear(m.locked)
}

// do calls what is to be done unless the call is to fail.
func (m *memFiles) do(call string, what func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.before(call); err != nil {
		return err
	}
	return what()
}

func (m *memFiles) resolve(path string) (string, error) {
	return path, m.do("resolve", func() error { return nil })
}

func (m *memFiles) lock(path string) (func() error, error) {
	unlock := func() error {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.locked, path)
		return nil
	}
	return unlock, m.do("lock", func() error {
		if m.locked[path] {
			return errors.New("locked twice")
		}
		m.locked[path] = true
		return nil
	})
}

func (m *memFiles) read(path string) (text []byte, info fs.FileInfo, err error) {
	err = m.do("read", func() error {
		f, ok := m.names[path]
		if !ok {
			return fs.ErrNotExist
		}
		text = []byte(f.text)
		return nil
	})
	return text, nil, err
}

func (m *memFiles) create(path string, _ fs.FileInfo) (newFile, error) {
	f := &memFile{files: m}
	return f, m.do("create", func() error {
		m.names[path] = f
		return nil
	})
}

func (m *memFiles) rename(from, to string) error {
	return m.do("rename", func() error {
		m.names[to] = m.names[from]
		delete(m.names, from)
		return nil
	})
}

// syncDir takes all names to be in one directory.
func (m *memFiles) syncDir(string) error {
	return m.do("syncDir", func() error {
		m.durable = maps.Clone(m.names)
		return nil
	})
}

func (f *memFile) Write(p []byte) (int, error) {
	return len(p), f.files.do("write", func() error {
		f.text += string(p)
		return nil
	})
}

func (f *memFile) Sync() error {
	return f.files.do("sync", func() error {
		f.synced = f.text
		return nil
	})
}

func (f *memFile) Close() error {
	return f.files.do("close", func() error { return nil })
}

// MemFileDisk returns what opens a FileStore on one and the same file in memory, which
// does not exist yet.
func MemFileDisk() (open func() Store) {
	m := newMemFiles()
	return func() Store { return m.store() }
}
