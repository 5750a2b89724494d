package uuid_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// later is someState after some more UUIDs.
var later = uuid.State{
	Node:     someState.Node,
	ClockSeq: someState.ClockSeq,
	Ticks:    someState.Ticks + 1,
	V7:       someState.V7,
}

// wantFiles requires that a directory holds these and nothing else.
func wantFiles(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the directory has %q, want %q", got, names)
	}
}

func wantState(t *testing.T, path string, want uuid.State) {
	t.Helper()
	if st, err := uuid.NewFileStore(path).Load(); st != want || err != nil {
		t.Errorf("the file has %+v, %v; want %+v", st, err, want)
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
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// A relative path means the same file after the process has changed its
// directory.
func TestRelativePath(t *testing.T) {
	needFileStore(t)
	first, second := t.TempDir(), t.TempDir()
	t.Chdir(first)
	store := uuid.NewFileStore("state")
	if err := store.Save(someState); err != nil {
		t.Fatal(err)
	}
	t.Chdir(second)
	if err := store.Save(later); err != nil {
		t.Fatal(err)
	}
	if st, err := store.Load(); st != later || err != nil {
		t.Errorf("Load: %+v, %v", st, err)
	}
	wantState(t, filepath.Join(first, "state"), later)
	wantFiles(t, second)
}

// A relative path that cannot be resolved is an error, not a missing file.
func TestRelativePathFromNowhere(t *testing.T) {
	needFileStore(t)
	dir := mkdir(t, t.TempDir(), "dir")
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Skip(err)
	}
	if _, err := filepath.Abs("state"); err == nil {
		t.Skip("the directory is known although it was removed")
	}
	store := uuid.NewFileStore("state")
	if _, err := store.Load(); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load: %v", err)
	}
	if err := store.Save(someState); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Save: %v", err)
	}
}

// A file that is gone while it is in use is an error from then on, and does not
// come back by itself. So is another file in its place.
func TestFileThatIsGone(t *testing.T) {
	needFileStore(t)
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, path string)
		left   []string // of the directory
	}{
		{"removed", func(t *testing.T, path string) {
			os.Remove(path)
		}, []string{"state.lock"}},
		{"removed with its lock", func(t *testing.T, path string) {
			os.Remove(path)
			os.Remove(path + ".lock")
		}, []string{"state.lock"}},
		{"moved with its directory", func(t *testing.T, path string) {
			dir := filepath.Dir(path)
			if err := os.Rename(dir, dir+"2"); err != nil {
				t.Skip(err)
			}
			mkdir(t, dir)
		}, []string{"state.lock"}},
		{"written anew", func(t *testing.T, path string) {
			os.Remove(path)
			if err := uuid.NewFileStore(path).Save(later); err != nil {
				t.Fatal(err)
			}
		}, []string{"state", "state.lock"}},
		{"from an earlier version", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(someOldText), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"state", "state.lock"}},
	} {
		for _, first := range []string{"Load", "Save"} {
			t.Run(tt.name+", "+first, func(t *testing.T) {
				dir := mkdir(t, t.TempDir(), "dir")
				path := filepath.Join(dir, "state")
				store := uuid.NewFileStore(path)
				if err := store.Save(someState); err != nil {
					t.Fatal(err)
				}
				tt.change(t, path)
				found, _ := os.ReadFile(path)
				check := func() {
					t.Helper()
					_, loadErr := store.Load()
					for _, err := range []error{loadErr, store.Save(later), store.Save(uuid.State{ClockSeq: 5})} {
						if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, uuid.ErrStateTaken) ||
							!strings.Contains(err.Error(), path) {
							t.Errorf("error %v", err)
						}
					}
					if g, err := uuid.NewGenerator(uuid.Options{Store: store}); err == nil {
						t.Errorf("NewGenerator: %v", g)
					}
				}
				if first == "Save" {
					if err := store.Save(later); err == nil {
						t.Error("Save: no error")
					}
				}
				check()
				wantFiles(t, dir, tt.left...)
				if text, _ := os.ReadFile(path); string(text) != string(found) {
					t.Errorf("%q became %q", found, text)
				}
				if err := os.WriteFile(path, []byte(someText), 0o600); err != nil {
					t.Fatal(err)
				}
				check()
				wantState(t, path, someState)
			})
		}
	}
}

// A generator that has begun on a file goes on there, or fails, whatever is
// done to the file's names. It shares no clock sequence with those that begin
// later, which have the same node.
func TestGeneratorsApart(t *testing.T) {
	needFileStore(t)
	for _, tt := range []struct {
		name  string
		begin func(t *testing.T, dir string) (path string)
		then  func(t *testing.T, dir string) (paths []string) // where others begin

		// anew says that then leads to another file, or to none. It is for the
		// caller to see that those who begin there have other clock sequences.
		anew bool
		gone bool
	}{
		{name: "another directory", begin: func(t *testing.T, dir string) string {
			t.Chdir(dir)
			return "state"
		}, then: func(t *testing.T, dir string) []string {
			t.Chdir(mkdir(t, dir, "other"))
			return []string{filepath.Join(dir, "state"), "state"}
		}, anew: true},
		{name: "link to where a file will be", begin: func(t *testing.T, dir string) string {
			symlink(t, filepath.Join("data", "state"), filepath.Join(dir, "link"))
			mkdir(t, dir, "data")
			return filepath.Join(dir, "link")
		}, then: func(t *testing.T, dir string) []string {
			return []string{filepath.Join(dir, "data", "state")}
		}},
		{name: "link to another file", begin: func(t *testing.T, dir string) string {
			symlink(t, "a", filepath.Join(dir, "link"))
			return filepath.Join(dir, "link")
		}, then: func(t *testing.T, dir string) []string {
			os.Remove(filepath.Join(dir, "link"))
			symlink(t, "b", filepath.Join(dir, "link"))
			return []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}
		}, anew: true, gone: true},
		{name: "removed", begin: func(t *testing.T, dir string) string {
			return filepath.Join(dir, "state")
		}, then: func(t *testing.T, dir string) []string {
			os.Remove(filepath.Join(dir, "state"))
			return []string{filepath.Join(dir, "state")}
		}, anew: true, gone: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			clock := fakeClock{now: atSecond(1e9)}
			owner := make(map[uint16]*uuid.Generator)
			begin := func(path string, seq uint16) *uuid.Generator {
				return newGenerator(t, uuid.Options{
					Now: clock.Now, Node: uuid.Node{1}, ClockSeq: &seq, Store: uuid.NewFileStore(path),
				})
			}
			issue := func(g *uuid.Generator) error {
				clock.advance(2 * time.Second) // past the reserve
				u, err := g.NewV1()
				if err != nil {
					return err
				}
				if other, ok := owner[clockSeqOf(t, u)]; ok && other != g {
					t.Errorf("two generators have clock sequence %d", clockSeqOf(t, u))
				}
				owner[clockSeqOf(t, u)] = g
				return nil
			}
			path := tt.begin(t, dir)
			old := []*uuid.Generator{begin(path, 0), begin(path, 0)}
			for _, g := range old {
				if err := issue(g); err != nil {
					t.Fatal(err)
				}
			}
			paths := tt.then(t, dir)
			for i := range 3 {
				for _, g := range old {
					if err := issue(g); (err != nil) != tt.gone {
						t.Errorf("the old generator: %v", err)
					}
				}
				for j, path := range paths {
					seq := uint16(0)
					if tt.anew {
						seq = uint16(100 * (1 + j + len(paths)*i))
					}
					if err := issue(begin(path, seq)); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

// Links are followed to where the file is or will be: it and its lock are
// there, and the link stays one.
func TestLinks(t *testing.T) {
	needFileStore(t)
	for _, tt := range []struct {
		name  string
		links [][2]string // path and target
		path  string
	}{
		{"none", nil, "data/state"},
		{"relative", [][2]string{{"link", "data/state"}}, "link"},
		{"absolute", [][2]string{{"link", "DIR/data/state"}}, "link"},
		{"link to a link", [][2]string{{"link", "link2"}, {"link2", "data/link3"}, {"data/link3", "state"}}, "link"},
		{"linked directory", [][2]string{{"link", "data"}}, "link/state"},
		{"link over a linked directory", [][2]string{{"link", "elsewhere/../state"}, {"elsewhere", "data/sub"}}, "link"},
		{"link in a linked directory", [][2]string{{"elsewhere", "data/sub"}, {"data/sub/link", "../state"}}, "elsewhere/link"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			data := mkdir(t, dir, "data")
			sub := mkdir(t, data, "sub")
			for _, link := range tt.links {
				target := strings.Replace(link[1], "DIR", dir, 1)
				symlink(t, filepath.FromSlash(target), filepath.Join(dir, filepath.FromSlash(link[0])))
			}
			path := filepath.Join(dir, filepath.FromSlash(tt.path))
			for _, st := range []uuid.State{someState, later} { // there is no file, there is one
				store := uuid.NewFileStore(path)
				if _, err := store.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				if err := store.Save(st); err != nil {
					t.Fatal(err)
				}
				wantState(t, filepath.Join(data, "state"), st)
			}
			for _, link := range tt.links {
				if _, err := os.Readlink(filepath.Join(dir, filepath.FromSlash(link[0]))); err != nil {
					t.Error(err)
				}
			}
			for _, file := range []string{"state", "state.lock"} {
				if info, err := os.Lstat(filepath.Join(data, file)); err != nil || !info.Mode().IsRegular() {
					t.Errorf("%s: %v, %v", file, info, err)
				}
			}
			files, err := filepath.Glob(filepath.Join(sub, "state*"))
			more, err2 := filepath.Glob(filepath.Join(dir, "*.*"))
			if files = append(files, more...); len(files) > 0 || err != nil || err2 != nil {
				t.Errorf("files %q, %v, %v", files, err, err2)
			}
		})
	}
}

// What is in the place of the new file is removed. It is never written to, nor
// what it is a link to.
func TestLeftoverNewFile(t *testing.T) {
	needFileStore(t)
	const content = "somebody's file, which is longer than a state file: 0123456789012345678901234567890123456789" +
		"0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
	for _, tt := range []struct {
		name  string
		plant func(t *testing.T, victim, path string)
	}{
		{"file", func(t *testing.T, _, path string) {
			if err := os.WriteFile(path, []byte(content), 0o400); err != nil {
				t.Fatal(err)
			}
		}},
		{"link", symlink},
		{"relative link", func(t *testing.T, _, path string) { symlink(t, "victim", path) }},
		{"hard link", func(t *testing.T, victim, path string) {
			if err := os.Link(victim, path); err != nil {
				t.Skip(err)
			}
		}},
		{"link to nothing", func(t *testing.T, _, path string) { symlink(t, "nothing", path) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path, victim := filepath.Join(dir, "state"), filepath.Join(dir, "victim")
			if err := os.WriteFile(victim, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			store := uuid.NewFileStore(path)
			for _, st := range []uuid.State{someState, later} {
				tt.plant(t, victim, path+".new")
				if err := store.Save(st); err != nil {
					t.Fatal(err)
				}
				wantState(t, path, st)
				if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
					t.Errorf("the state file: %v, %v", info, err)
				}
				if text, err := os.ReadFile(victim); string(text) != content || err != nil {
					t.Errorf("the victim: %q, %v", text, err)
				}
				wantFiles(t, dir, "state", "state.lock", "victim")
			}
		})
	}
}

// Someone who plants links as fast as he can makes Save fail at most.
func TestLinksPlantedMeanwhile(t *testing.T) {
	needFileStore(t)
	dir := t.TempDir()
	path, victim := filepath.Join(dir, "state"), filepath.Join(dir, "victim")
	symlink(t, victim, path+".new")
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				os.Symlink(victim, path+".new")
			}
		}
	}()
	for range 100 {
		store := uuid.NewFileStore(path)
		if _, err := store.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		if err := store.Save(someState); err != nil && !errors.Is(err, fs.ErrExist) {
			t.Error(err)
		}
	}
	close(stop)
	<-stopped
	if text, err := os.ReadFile(victim); err == nil {
		t.Errorf("the victim has %q", text)
	}
}

// What is in the place of the state file or its lock and is no file is an error with
// its path.
func TestNoRegularFile(t *testing.T) {
	needFileStore(t)
	for _, tt := range []struct {
		name  string
		place func(t *testing.T, path string)
		left  []string
	}{
		{"directory", func(t *testing.T, path string) {
			mkdir(t, path)
		}, []string{"state", "state.lock"}},
		{"directory for the lock", func(t *testing.T, path string) {
			mkdir(t, path+".lock")
		}, []string{"state.lock"}},
		{"link for the lock", func(t *testing.T, path string) {
			if runtime.GOOS == "windows" {
				t.Skip("it is followed")
			}
			symlink(t, "victim", path+".lock")
		}, []string{"state.lock"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			tt.place(t, filepath.Join(dir, "state"))
			store := uuid.NewFileStore(filepath.Join(dir, "state"))
			_, err := store.Load()
			for call, err := range map[string]error{"Load": err, "Save": store.Save(someState)} {
				var pathErr *fs.PathError
				if !errors.As(err, &pathErr) || errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s: %v", call, err)
				}
			}
			wantFiles(t, dir, tt.left...)
		})
	}
}
