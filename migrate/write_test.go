package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

// TestWriteFiles checks that no file changes if the last of three files cannot be written.
func TestWriteFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string][]byte{}
	for _, name := range []string{"a", "b"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("old "+name), 0o640); err != nil {
			t.Fatal(err)
		}
		files[path] = []byte("new " + name)
	}
	missing := filepath.Join(dir, "c", "missing")
	files[missing] = []byte("new")
	if err := writeFiles(t.Context(), files); err == nil {
		t.Error("no error")
	}
	if got := snapshot(t, dir); len(got) != 2 || got["a"] != "old a" || got["b"] != "old b" {
		t.Errorf("got %v", got)
	}

	delete(files, missing)
	if err := writeFiles(t.Context(), files); err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, dir); len(got) != 2 || got["a"] != "new a" || got["b"] != "new b" {
		t.Errorf("got %v", got)
	}
	if info, err := os.Stat(filepath.Join(dir, "a")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("got %v, %v", info, err)
	}

	// The last write fails, because a file cannot be renamed over a directory.
	blocked := filepath.Join(dir, "z")
	if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	err := replace(map[string]string{a: b, blocked: b}, map[string][]byte{a: []byte("before")})
	if err == nil {
		t.Error("no error")
	}
	if got := snapshot(t, dir)["a"]; got != "before" {
		t.Errorf("got %q", got)
	}
}

// TestLink checks that the command writes the target of a symbolic link and keeps the link.
func TestLink(t *testing.T) {
	t.Parallel()
	dir := newService(t)
	link, real := filepath.Join(dir, "a", "a.go"), filepath.Join(dir, "shared", "real")
	if err := os.MkdirAll(filepath.Dir(real), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(link, real); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../shared/real", link); err != nil {
		t.Skip(err)
	}
	if _, _, stderr := migrateIn(t, dir, "-w"); stderr != "" {
		t.Fatal(stderr)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if got, err := os.ReadFile(real); err != nil || !strings.Contains(string(got), ours) {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestInterrupt checks that a process interrupted while it writes has written either all files or
// none, and leaves no temporary files behind.
func TestInterrupt(t *testing.T) {
	const dirVar, files = "MIGRATE_TEST_DIR", 100
	if dir := os.Getenv(dirVar); dir != "" {
		fresh := map[string][]byte{}
		for i := range files {
			fresh[filepath.Join(dir, fmt.Sprint(i))] = []byte("new")
		}
		fmt.Println("ready")
		ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		if err := writeFiles(ctx, fresh); err != nil {
			fmt.Println(err)
		}
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("cannot signal a process")
	}
	const runs = 12
	var whole time.Duration
	outcomes := map[string]int{}
	for i := range runs {
		dir := t.TempDir()
		for i := range files {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestInterrupt$")
		cmd.Env = append(os.Environ(), dirVar+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 6)); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if i > 0 { // the first run is not interrupted and measures the total time
			time.Sleep(whole * time.Duration(i) / runs)
			if err := cmd.Process.Signal([]os.Signal{os.Interrupt, syscall.SIGTERM}[i%2]); err != nil &&
				!errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
		}
		cmd.Wait()
		whole = max(whole, time.Since(start))
		seen := map[string]int{}
		for _, src := range snapshot(t, dir) {
			seen[src]++
		}
		if seen["old"] != files && seen["new"] != files || len(seen) != 1 {
			t.Errorf("run %d: %v", i, seen)
		}
		for src := range seen {
			outcomes[src]++
		}
	}
	if outcomes["old"] == 0 {
		t.Errorf("no process was interrupted before it wrote files: %v", outcomes)
	}
}

// gitIn runs git in dir.
func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git",
		append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@example.com"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestUncommitted checks that -w refuses to write if the module has uncommitted changes, unless -force
// is given. Changes elsewhere in the repository do not count.
func TestUncommitted(t *testing.T) {
	t.Parallel()
	repo := t.TempDir()
	dir := filepath.Join(repo, "m")
	writeModule(t, dir, "", txtar.Parse([]byte(service)).Files)
	gitIn(t, repo, "init", "-q")
	before := snapshot(t, dir)["a/a.go"]
	if status, _, stderr := migrateIn(t, dir, "-w"); status != 2 || !strings.Contains(stderr, "uncommitted changes") {
		t.Errorf("exit status %d: %s", status, stderr)
	}
	if snapshot(t, dir)["a/a.go"] != before {
		t.Error("the file was written")
	}
	gitIn(t, dir, "add", ".")
	gitIn(t, dir, "commit", "-q", "-m", "x")
	writeFilesOf(t, repo, "", []txtar.File{{Name: "outside.txt"}})
	if status, _, stderr := migrateIn(t, dir, "-w"); status != readReport {
		t.Errorf("exit status %d: %s", status, stderr)
	}
	if snapshot(t, dir)["a/a.go"] == before {
		t.Error("the file was not written")
	}
	if status, _, stderr := migrateIn(t, dir, "-w", "-force"); status != readReport {
		t.Errorf("exit status %d: %s", status, stderr)
	}
}

// TestUncommittedInOtherModule checks that uncommitted changes also count in a module that moves with
// the current module.
func TestUncommittedInOtherModule(t *testing.T) {
	t.Parallel()
	repo := t.TempDir()
	writeFilesOf(t, repo, "", readArchive(t, "testdata/workspaces/work.txtar").Files)
	gitIn(t, repo, "init", "-q")
	gitIn(t, repo, "add", ".")
	gitIn(t, repo, "commit", "-q", "-m", "x")
	writeFilesOf(t, repo, "", []txtar.File{{Name: "draft.txt"}})
	if status, _, stderr := migrateIn(t, filepath.Join(repo, "b"), "-w"); status != failed ||
		!strings.Contains(stderr, "uncommitted changes") {
		t.Errorf("exit status %d: %s", status, stderr)
	}
}

// TestGitRefuses checks the error in a repository that git refuses to read because another user owns
// it.
func TestGitRefuses(t *testing.T) {
	dir := newService(t)
	gitIn(t, dir, "init", "-q")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	before := snapshot(t, dir)["a/a.go"]
	if status, _, stderr := migrateIn(t, dir, "-w"); status != 2 || !strings.Contains(stderr, "dubious ownership") {
		t.Errorf("exit status %d: %s", status, stderr)
	}
	if snapshot(t, dir)["a/a.go"] != before {
		t.Error("the file was written")
	}
}

// TestLibDirectory checks that a relative path in -lib is relative to the directory given by -C,
// even if this is a subdirectory of the module.
func TestLibDirectory(t *testing.T) {
	t.Parallel()
	dir := newService(t)
	writeFilesOf(t, dir, "", []txtar.File{
		{Name: "lib/go.mod", Data: []byte("module " + ours + "\n\ngo 1.25.0\n")},
		{Name: "lib/uuid.go", Data: ourAPI}, // compiles faster than the library
	})
	var out, stderr bytes.Buffer
	if status := run([]string{"-w", "-C", filepath.Join(dir, "a"), "-lib", "../lib", "../..."}, &out,
		&stderr); status == failed {
		t.Fatal(stderr.String())
	}
	if got := snapshot(t, dir)["go.mod"]; !strings.HasSuffix(got, "\nreplace "+ours+" => ./lib\n") {
		t.Errorf("got %s", got)
	}
	goRun(t, dir, "vet", "./...")
}

// TestUnknownVersion checks that the command writes nothing if it cannot find the latest version of
// the library.
func TestUnknownVersion(t *testing.T) {
	dir := newService(t)
	t.Setenv("GOPROXY", "off")
	before := snapshot(t, dir)["go.mod"]
	var out, stderr bytes.Buffer
	if status := run([]string{"-w", "-C", dir}, &out, &stderr); status != failed ||
		!strings.Contains(out.String(), "  the version of "+ours+" is unknown") {
		t.Errorf("exit status %d: %s%s", status, &out, &stderr)
	}
	if got := snapshot(t, dir)["go.mod"]; got != before {
		t.Errorf("got %s", got)
	}
	if _, next, _ := strings.Cut(out.String(), "\nNext\n"); !strings.Contains(next,
		"  go get "+ours+"@latest\n  go mod tidy\n") {
		t.Errorf("go get does not come first: %s", next)
	}
}

// TestGoMod checks the changes to go.mod, including those to go, toolchain and replace lines.
func TestGoMod(t *testing.T) {
	t.Parallel()
	const code = "package a\n\nimport \"%s\"\n\nvar New = uuid.New\n"
	root := libraryDir(t)
	requiresOurs := "module example.com/m\n\ngo 1.26\n\nrequire " + ours +
		" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n"
	fromGoogle, fromOurs := t.TempDir(), t.TempDir()
	writeModule(t, fromGoogle, "", []txtar.File{{Name: "a.go", Data: fmt.Appendf(nil, code, "github.com/google/uuid")}})
	writeModule(t, fromOurs, "",
		[]txtar.File{{Name: "a.go", Data: fmt.Appendf(nil, code, ours)}, {Name: "go.mod", Data: []byte(requiresOurs)}})
	edits := map[string]func(mod, lib string) string{
		"github.com/google/uuid": goModEditor(t, fromGoogle, ours),
		ours:                     goModEditor(t, fromOurs, standard),
	}
	for _, tt := range []struct {
		name, from, mod string
		lib             string
		want            string
	}{
		{
			name: "a go line without a patch number gets one",
			from: "github.com/google/uuid",
			mod:  "module example.com/m\n\ngo 1.25\n\nrequire github.com/google/uuid v1.6.0\n",
			lib:  root,
			want: "module example.com/m\n\ngo 1.25.0\n\nrequire " + ours +
				" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n",
		},
		{
			name: "-lib replaces the version of the library",
			from: "github.com/google/uuid",
			mod: "module example.com/m\n\ngo 1.26\n\nrequire (\n\tgithub.com/google/uuid v1.6.0\n\t" + ours +
				" v0.0.1\n)\n\nreplace " + ours + " => " + root + "\n",
			lib: "v0.0.2",
			want: "module example.com/m\n\ngo 1.26\n\nrequire " + ours + " v0.0.2\n\nreplace " + ours + " => " + root +
				"\n",
		},
		{
			name: "a high enough go line is unchanged",
			from: "github.com/google/uuid",
			mod:  "module example.com/m\n\ngo 1.25.0\n\nrequire github.com/google/uuid v1.6.0\n",
			lib:  root,
			want: "module example.com/m\n\ngo 1.25.0\n\nrequire " + ours +
				" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n",
		},
		{
			name: "a lower go line is raised",
			from: "github.com/google/uuid",
			mod:  "module example.com/m\n\ngo 1.24.9\n\nrequire github.com/google/uuid v1.6.0\n",
			lib:  root,
			want: "module example.com/m\n\ngo 1.25.0\n\nrequire " + ours +
				" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n",
		},
		{
			name: "a high enough toolchain line is unchanged",
			from: "github.com/google/uuid",
			mod:  "module example.com/m\n\ngo 1.24.0\n\ntoolchain go1.25.3\n\nrequire github.com/google/uuid v1.6.0\n",
			lib:  root,
			want: "module example.com/m\n\ngo 1.25.0\n\ntoolchain go1.25.3\n\nrequire " + ours +
				" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n",
		},
		{
			name: "replace lines with a version are removed too",
			from: "github.com/google/uuid",
			mod: "module example.com/m\n\ngo 1.25.0\n\nrequire github.com/google/uuid v1.6.0\n\nreplace " +
				"github.com/google/uuid v1.6.0 => github.com/google/uuid v1.5.0\n",
			lib: root,
			want: "module example.com/m\n\ngo 1.25.0\n\nrequire " + ours +
				" v0.0.0-00010101000000-000000000000\n\nreplace " + ours + " => " + root + "\n",
		},
		{
			name: "the replace line is removed with the requirement",
			from: ours,
			mod:  requiresOurs,
			want: "module example.com/m\n\ngo 1.27.0\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := edits[tt.from](tt.mod, tt.lib); got != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// goModEditor loads the module in dir. The result returns what the command would write for a go.mod
// of this module. The source files decide which libraries it requires, so they are loaded only once.
func goModEditor(t *testing.T, dir, target string) func(mod, lib string) string {
	t.Helper()
	m, err := load(context.Background(), options{dir: dir, target: target, patterns: []string{"./..."}})
	t.Cleanup(m.close)
	if err != nil {
		t.Fatal(err)
	}
	res, err := m.migrate()
	if err != nil {
		t.Fatal(err)
	}
	users := m.users(res.sources, nil)[m.dir]
	return func(mod, lib string) string {
		f, err := modfile.Parse(filepath.Join(m.dir, "go.mod"), []byte(mod), nil)
		if err == nil {
			err = m.editGoMod(f, m.dir, users, lib, new(report))
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(modfile.Format(f.Syntax))
	}
}

// TestNoGoLine checks that the report contains the language version change if go.mod has no go
// line, and that a godebug line that keeps the old defaults leaves no setting to report.
func TestNoGoLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeModule(t, dir, "", []txtar.File{
		{Name: "go.mod",
			Data: []byte("module example.com/m\n\ngodebug default=go1.16\n\nrequire github.com/google/uuid v1.6.0\n")},
		{Name: "a.go", Data: []byte("package a\n\nimport \"github.com/google/uuid\"\n\nvar New = uuid.New\n")},
	})
	status, out, stderr := migrateIn(t, dir, "-w")
	if status != done || !strings.Contains(out, "\n  go line: the version rises from 1.16 to 1.25.0, ") ||
		!strings.Contains(out, "each loop iteration has its own variables\n      go.mod\n") {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
	if got := snapshot(t, dir)["go.mod"]; !strings.Contains(got, "\ngo 1.25.0\n") {
		t.Errorf("got %s", got)
	}
}
