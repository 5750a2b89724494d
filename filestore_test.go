// Proves the format of a state file, and what a FileStore refuses.
package uuid_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

var someState = uuid.State{
	Ticks: 138648505420000000,
	V7:    uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
}

// later is a state that follows someState.
var later = uuid.State{Ticks: someState.Ticks + 1, V7: someState.V7}

// invalidStates are states that no generator can have.
var invalidStates = []uuid.State{{Ticks: 1 << 60}, {V7: uuid.Max()}, {V7: uuid.NewV4()}}

// someLine is the line for someState in a state file, without the trailing spaces. The checksum was
// computed with Python's zlib.crc32.
const someLine = "uuid generator state 4 count 00000000000000000007 ticks 0138648505420000000 " +
	"v7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f crc32 fd67023b"

// These lines are in earlier formats, which no release has used.
const (
	form3 = "uuid generator state 3 count 00000000000000000007 ticks 0138648505420000000 " +
		"v7 017f22e2-79b0-7cc3-98c4-dc0c0c07398f mark 0123456789abcdef crc32 477d4697"
	form2 = "uuid generator state 2\nnode 9f6bdeced846\n"
	form1 = "uuid generator state 1\nnode 9f6bdeced846\n"
)

const stateLineLen = 4096

// seal appends the checksum to text and pads it to a full line.
func seal(text string) string {
	return fmt.Sprintf(
		"%-*s\n",
		stateLineLen-1,
		fmt.Sprintf("%s crc32 %08x", text, crc32.ChecksumIEEE([]byte(text))),
	)
}

// fill pads text with spaces to the length of a line.
func fill(text string) string {
	return text + strings.Repeat(" ", stateLineLen-1-len(text)) + "\n"
}

// zeros take the place of a missing line.
var zeros = strings.Repeat("\x00", stateLineLen)

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	noErrors(t, os.WriteFile(path, []byte(text), 0o600))
}

// wantFiles checks that a directory contains exactly the named files.
func wantFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	noErrors(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the directory contains %q, want %q", got, names)
	}
}

func wantState(t *testing.T, path string, want uuid.State) {
	t.Helper()
	if st, err := uuid.NewFileStore(path).Load(); st != want || err != nil {
		t.Errorf("Load: %+v, %v; want %+v", st, err, want)
	}
}

func symlink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
}

func mkdir(t *testing.T, elem ...string) string {
	t.Helper()
	path := filepath.Join(elem...)
	noErrors(t, os.Mkdir(path, 0o700))
	return path
}

func TestFileStore(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "state")
	store := uuid.NewFileStore(path)
	if st, err := store.Load(); !errors.Is(err, fs.ErrNotExist) || st != (uuid.State{}) {
		t.Fatalf("no file: %+v, %v", st, err)
	}
	wantFiles(t, dir)
	for _, want := range []uuid.State{
		someState, later, {}, {Ticks: 1<<60 - 1, V7: uuid.MaxV7(time.UnixMilli(1<<48 - 1))},
	} {
		noErrors(t, store.Save(want))
		wantState(t, path, want)
	}
	before := readFile(t, path)
	// The first Save writes the first line, so it contains the odd counts.
	if count := fmt.Sprintf("count %020d", 5); !strings.Contains(before[:stateLineLen], count) {
		t.Errorf("after five saves, the first line is %.60q, want %s", before, count)
	}
	for _, st := range invalidStates {
		if err := store.Save(st); !strings.Contains(fmt.Sprint(err), "invalid state") ||
			readFile(t, path) != before {
			t.Errorf("%+v: %v", st, err)
		}
	}
	wantFiles(t, dir, "state")
}

// TestStateText checks the exact file format, because later versions must be able to read it.
func TestStateText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	writeFile(t, path, zeros+fill(someLine))
	store := uuid.NewFileStore(path)
	if st, err := store.Load(); st != someState || err != nil {
		t.Fatalf("Load: %+v, %v", st, err)
	}
	noErrors(t, store.Save(someState))
	if text, want := readFile(t, path), withCount(8)+fill(someLine); text != want {
		t.Errorf("Save wrote %q, want %q", text, want)
	}
}

// TestLastCount checks that a Save that would write a line that no Load accepts is an error, and
// changes nothing.
func TestLastCount(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	text := withCount(math.MaxUint64-1) + zeros
	writeFile(t, path, text)
	err := uuid.NewFileStore(path).Save(later)
	if want := "uuid: cannot use state file " + path + ": no count is left"; err == nil ||
		!strings.HasPrefix(err.Error(), want) {
		t.Errorf("Save: %v, want %s", err, want)
	}
	if readFile(t, path) != text {
		t.Error("Save changed the file")
	}
	wantState(t, path, someState)
}

// withCount returns a line with the given count. The line contains someState if the count is even,
// and later if the count is odd.
func withCount(count uint64) string {
	st := someState
	if count%2 == 1 {
		st = later
	}
	return seal(
		fmt.Sprintf("uuid generator state 4 count %020d ticks %019d v7 %s", count, st.Ticks, st.V7),
	)
}

// TestOtherFiles checks that a FileStore rejects unreadable files and does not change them.
func TestOtherFiles(t *testing.T) {
	for _, tt := range []struct{ name, text, message string }{
		{"other content", "some text\n", "not a state file"},
		{
			"both damaged",
			strings.Replace(withCount(6)+withCount(7), "ticks 0", "ticks 1", 2),
			"is damaged",
		},
		{"a count that is never written", withCount(0) + zeros, "is damaged"},
		{"two such counts", withCount(0) + withCount(0), "is damaged"},
		{"no count is left", withCount(math.MaxUint64) + zeros, "is damaged"},
		{
			"a state with a version 4 UUID",
			seal(
				fmt.Sprintf(
					"uuid generator state 4 count %020d ticks %019d v7 %s", 1, 0, uuid.NewV4(),
				),
			),
			"is damaged",
		},
		{"form 3", fill(form3) + zeros, "earlier form"},
		{"form 2", form2, "earlier form"},
		{"form 1", form1, "earlier form"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "state")
			writeFile(t, path, tt.text)
			wantRefusal(t, uuid.NewFileStore(path), path, tt.message)
			if text := readFile(t, path); text != tt.text {
				t.Errorf("%q became %q", tt.text, text)
			}
			wantFiles(t, dir, "state")
		})
	}
}

// wantRefusal checks that Load, Save and NewGenerator return an error that contains the message and
// the path. The error must not be fs.ErrNotExist, because a generator would then start without a
// state.
func wantRefusal(t *testing.T, store *uuid.FileStore, path, message string) {
	t.Helper()
	st, loadErr := store.Load()
	g, beginErr := uuid.NewGenerator(uuid.Options{Store: store})
	if st != (uuid.State{}) || g != nil {
		t.Errorf("Load: %+v; NewGenerator: %v", st, g)
	}
	for _, tt := range []struct {
		call string
		err  error
	}{{"Load", loadErr}, {"Save", store.Save(someState)}, {"NewGenerator", beginErr}} {
		if tt.err == nil || errors.Is(tt.err, fs.ErrNotExist) ||
			!strings.HasPrefix(
				tt.err.Error(),
				"uuid: ",
			) || !strings.Contains(tt.err.Error(), path) ||
			!strings.Contains(tt.err.Error(), message) {
			t.Errorf("%s: %v, want %q and %q", tt.call, tt.err, message, path)
		}
	}
}

// TestNoFile checks that an unusable path causes an error and that no file is created.
func TestNoFile(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	t.Chdir(dir)
	link, loop := filepath.Join(other, "link"), filepath.Join(other, "loop")
	symlink(t, dir, link)
	symlink(t, loop, loop)
	for _, tt := range []struct {
		store          *uuid.FileStore
		named, message string
	}{
		{nil, "", "without a path"},
		{new(uuid.FileStore), "", "without a path"},
		{uuid.NewFileStore(""), "", "without a path"},
		{uuid.NewFileStore("."), dir, "not a regular file"},
		{uuid.NewFileStore(link), link, "not a regular file"},
		{uuid.NewFileStore(loop), loop, ""},
	} {
		wantRefusal(t, tt.store, tt.named, tt.message)
	}
	wantFiles(t, dir)
}

// TestMissingDirectory checks that a missing directory is an error that names it, in every method
// that uses the file, and also through symbolic links. It must not look like a missing file, after
// which a Generator starts without a state.
func TestMissingDirectory(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	direct := filepath.Join(missing, "state")
	link := filepath.Join(dir, "link")
	relative := filepath.Join(dir, "relative")
	through := filepath.Join(dir, "through")
	chain := filepath.Join(dir, "chain") // of three links, the last of which is link
	symlink(t, filepath.Join(dir, "second"), chain)
	symlink(t, link, filepath.Join(dir, "second"))
	symlink(t, direct, link)
	symlink(t, filepath.Join("missing", "state"), relative)
	symlink(t, missing, through)
	// The target of a link is relative to where the link really is.
	symlink(
		t,
		filepath.Join("..", "..", "missing", "state"),
		filepath.Join(mkdir(t, mkdir(t, dir, "deep"), "er"), "link"),
	)
	symlink(t, filepath.Join("deep", "er"), filepath.Join(dir, "away"))
	for _, path := range []string{
		direct, link, relative, chain,
		filepath.Join(through, "state"),
		filepath.Join(dir, "away", "link"),
	} {
		named := missing
		if strings.HasPrefix(path, through) {
			named = through
		}
		check := func(what string, err error) {
			t.Helper()
			if err == nil || errors.Is(err, fs.ErrNotExist) ||
				!strings.HasPrefix(err.Error(), "uuid: cannot open ") ||
				!strings.Contains(err.Error(), named) {
				t.Errorf("%s, %s: %v", path, what, err)
			}
		}
		store := uuid.NewFileStore(path)
		_, err := store.Load()
		check("Load", err)
		check("Save", store.Save(later))
		_, err = uuid.NewGenerator(uuid.Options{Store: store})
		check("NewGenerator", err)

		noErrors(t, os.Mkdir(missing, 0o700))
		if _, err := store.Load(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: only the file is missing: %v", path, err)
		}
		g := newGenerator(t, uuid.Options{Store: store})
		must(t)(g.NewV7())
		noErrors(t, os.RemoveAll(missing))
		check("Close", g.Close())
	}
	wantFiles(t, dir, "away", "chain", "deep", "link", "relative", "second", "through")
}

// TestRelativePath checks that a relative path refers to the same file after the process changes
// its working directory.
func TestRelativePath(t *testing.T) {
	first, second := t.TempDir(), mkdir(t, t.TempDir(), "second")
	t.Chdir(first)
	store := uuid.NewFileStore("state")
	t.Chdir(second)
	noErrors(t, store.Save(later))
	if got, err := store.Load(); got != later || err != nil {
		t.Errorf("Load: %+v, %v", got, err)
	}
	wantState(t, filepath.Join(first, "state"), later)
	wantFiles(t, first, "state")
	wantFiles(t, second)

	// If a relative path cannot be resolved, the error must not be fs.ErrNotExist.
	if err := os.Remove(second); err != nil {
		t.Skip(err)
	}
	if _, err := filepath.Abs("state"); err == nil {
		t.Skip("the system still returns the path of the removed directory")
	}
	wantRefusal(t, uuid.NewFileStore("state"), "state", "cannot resolve")
}

// TestLinkedFile checks that a FileStore creates, reads and writes its file through symbolic links
// and does not replace the links.
func TestLinkedFile(t *testing.T) {
	dir := t.TempDir()
	data := mkdir(t, dir, "data")
	path, other := filepath.Join(dir, "link"), filepath.Join(dir, "other")
	symlink(t, "data", other)
	symlink(t, filepath.Join("other", "state"), path)
	for _, st := range []uuid.State{someState, later, someState} {
		noErrors(t, uuid.NewFileStore(path).Save(st))
		wantState(t, filepath.Join(data, "state"), st)
	}
	wantFiles(t, dir, "data", "link", "other")
	wantFiles(t, data, "state")
	_, err := os.Readlink(path)
	noErrors(t, err)
}

// TestOneFileStore checks that several goroutines can share a FileStore.
func TestOneFileStore(t *testing.T) {
	store := uuid.NewFileStore(filepath.Join(t.TempDir(), "state"))
	together(t, 4, func(i int) {
		for range 20 {
			err := store.Save(uuid.State{Ticks: uint64(100 + i)})
			if got, loadErr := store.Load(); err != nil || loadErr != nil || got.Ticks < 100 ||
				got.Ticks > 103 {
				t.Errorf("%v, %+v, %v", err, got, loadErr)
			}
		}
	})
}
