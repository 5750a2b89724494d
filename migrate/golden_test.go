package main

import (
	"bytes"
	"fmt"
	"go/format"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"
)

// isFull reports whether the tests also make the checks that repeat what cheaper checks show.
var isFull = os.Getenv("UUID_TEST_FULL") != ""

// TestMain sets the environment of all go commands.
func TestMain(m *testing.M) {
	// Some flags, such as -mod=mod, exclude a workspace. If the variable were empty, the flags that
	// go env -w has stored would apply.
	os.Setenv("GOFLAGS", "-buildvcs=false")
	// The tests start hundreds of short processes, so fewer garbage collections are worth the memory.
	os.Setenv("GOGC", "400")
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// TestGolden checks the command's output and changes for each archive in testdata/golden. An
// archive starts with a line of flags and a module's files. The expected changes to files are in want/,
// as changedLines writes them, and the report file contains the expected output.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, path := range filesAt(t, "testdata/golden/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			golden(t, path)
		})
	}
}

const notCompiled = "the package did not compile before the move"

// compilerText matches a compiler error, whose wording depends on the Go release.
var compilerText = regexp.MustCompile(`(the new code would not compile: ).*`)

func golden(t *testing.T, path string) {
	archive := readArchive(t, path)
	root := libraryDir(t)
	dir := t.TempDir()
	want := map[string]string{}
	wantReport := ""
	var inputs []txtar.File
	for _, f := range archive.Files {
		switch name, isWant := strings.CutPrefix(f.Name, "want/"); {
		case isWant:
			want[name] = strings.ReplaceAll(string(f.Data), "ROOT", root)
		case f.Name == "report":
			wantReport = string(f.Data)
		default:
			inputs = append(inputs, f)
		}
	}
	writeModule(t, dir, root, inputs)
	flags := strings.Fields(string(archive.Comment))
	if !slices.Contains(flags, "std") {
		flags = append(flags, "-lib", root)
	}

	before := snapshot(t, dir)
	var report, stderr bytes.Buffer
	status := run(append(flags, "-w", "-v", "-C", dir), &report, &stderr)
	if status == 2 {
		t.Fatalf("%v failed: %s", flags, &stderr)
	}
	after := snapshot(t, dir)
	text := compilerText.ReplaceAllString(report.String(), "${1}...")
	text, next, _ := strings.Cut(text, "\nNext\n")
	if next != "  cd "+dir+"\n  go mod tidy\n  go vet ./...\n  go test ./...\n" {
		t.Errorf("the next commands are\n%s", next)
	}
	if first, _, _ := strings.Cut(text, "\n"); !strings.HasSuffix(first, fmt.Sprintf(" (exit status %d)", status)) {
		t.Errorf("exit status %d with the report\n%s", status, &report)
	}

	if !hasStandard() && slices.Contains(flags, "std") {
		text = wantReport // this release cannot run go vet on the result
	}
	if *update {
		archive.Files = inputs
		for _, name := range slices.Sorted(maps.Keys(after)) {
			if after[name] != before[name] && (name != "go.mod" || want[name] != "") && name != "go.sum" {
				lines := strings.ReplaceAll(changedLines(before[name], after[name]), root, "ROOT")
				archive.Files = append(archive.Files, txtar.File{Name: "want/" + name, Data: []byte(lines)})
			}
		}
		archive.Files = append(archive.Files, txtar.File{Name: "report", Data: []byte(text)})
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name, src := range before {
		if strings.HasSuffix(name, ".go") && isFormatted(src) && !isFormatted(after[name]) {
			t.Errorf("%s is no longer formatted:\n%s", name, after[name])
		}
		if name == "go.mod" && want[name] == "" {
			continue // go.mod is compared only if the archive has want/go.mod
		}
		if lines := changedLines(src, after[name]); lines != want[name] {
			t.Errorf("%s", diff.Diff("want/"+name, []byte(want[name]), "got/"+name, []byte(lines)))
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("unexpected new file %s", name)
		}
	}
	if text != wantReport {
		t.Errorf("%s", diff.Diff("want report", []byte(wantReport), "got report", []byte(text)))
	}
	if slices.Contains(flags, "std") && !hasStandard() {
		return
	}
	if isFull {
		goRun(t, dir, "vet", "./...")
	}
	// The second run compiles all packages before it does anything.
	report.Reset()
	run(append(flags, "-w", "-C", dir), &report, &stderr)
	second := report.String()
	if strings.Contains(second, ": changed 0 files ") && strings.Contains(second, "\nDone\n") {
		t.Errorf("nothing has changed in the second run:\n%s", second)
	}
	if compiled := !strings.Contains(text, notCompiled); second == "" ||
		compiled && strings.Contains(second, notCompiled) {
		t.Errorf("the result does not compile:\n%s%s", second, &stderr)
	}
	for name, src := range snapshot(t, dir) {
		if src != after[name] && name != "go.sum" {
			t.Errorf("run twice:\n%s", diff.Diff("once/"+name, []byte(after[name]), "twice/"+name, []byte(src)))
		}
	}
}

// changedLines returns the lines in which two versions of a file differ. Each line begins with a sign
// and its number: - for a line of the old version, and + for one of the new version.
func changedLines(before, after string) string {
	var changes strings.Builder
	var old, fresh int // the numbers of the next lines
	for line := range strings.Lines(string(diff.Diff("old", []byte(before), "new", []byte(after)))) {
		switch {
		case line[0] == '@':
			fmt.Sscanf(strings.ReplaceAll(line, ",", " "), "@@ -%d %d +%d", &old, new(int), &fresh)
		case old+fresh == 0: // the names of the versions
		case line[0] == '-':
			fmt.Fprintf(&changes, "-%d %s", old, line[1:])
			old++
		case line[0] == '+':
			fmt.Fprintf(&changes, "+%d %s", fresh, line[1:])
			fresh++
		case line[0] == '\\': // there is no newline at the end
			changes.WriteString(line)
		default:
			old, fresh = old+1, fresh+1
		}
	}
	return changes.String()
}

// filesAt returns the paths of the files that match pattern.
func filesAt(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	return paths
}

func readArchive(t *testing.T, path string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// libraryDir returns the directory of this library's source.
func libraryDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// isFormatted reports whether gofmt would leave src unchanged.
func isFormatted(src string) bool {
	formatted, err := format.Source([]byte(src))
	return err == nil && string(formatted) == src
}

// hasStandard reports whether the Go release has the standard uuid package.
func hasStandard() bool {
	return version.Compare(version.Lang(runtime.Version()), minGo[standard]) >= 0
}

// writeModule writes files to dir. If the files include no go.mod, writeModule adds one that
// requires the old libraries.
func writeModule(t *testing.T, dir, root string, files []txtar.File) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		src, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append([]txtar.File{{Name: name, Data: src}}, files...)
	}
	writeFilesOf(t, dir, root, files)
}

// writeFilesOf writes files to dir, with each ROOT in their contents replaced by root.
func writeFilesOf(t *testing.T, dir, root string, files []txtar.File) {
	t.Helper()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, bytes.ReplaceAll(f.Data, []byte("ROOT"), []byte(root)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// snapshot returns the contents of all files below dir.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(src)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// goRun runs the go command in a module, and lets it add missing entries to go.sum.
func goRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	goIn(t, dir, []string{"GOFLAGS=-mod=mod", "GOWORK=off"}, args...)
}

// goIn runs the go command in a directory.
func goIn(t *testing.T, dir string, env []string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
