package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestLoadErrors checks that the command reports why a module cannot be loaded, and that it leaves
// no temporary directory behind.
func TestLoadErrors(t *testing.T) {
	const code = "package a\n\nimport \"github.com/google/uuid\"\n\nvar New = uuid.New\n"
	for _, tt := range []struct{ name, mod, src, pattern, want string }{
		{name: "nothing compiles", src: code + "\nvar x = y\n", pattern: "./...", want: "no package of "},
		{name: "empty", pattern: "./...", want: " has no packages"},
		{name: "unparsable go.mod", mod: "module a b c\n", src: code, pattern: "./...", want: "go.mod:1"},
		{
			name:    "newer than this command",
			mod:     "module example.com/m\n\ngo 1.99\n\nrequire github.com/google/uuid v1.6.0\n",
			src:     code,
			pattern: "./...",
			want: "go.mod needs go 1.99, but this command was built with " + runtime.Version() +
				"; run\n  GOTOOLCHAIN=go1.99.0 go run " + ours + "/migrate@latest -C ",
		},
		{name: "no such directory", src: code, pattern: "./nowhere", want: "no package matches ./nowhere"},
		{name: "no such pattern", src: code, pattern: "./nowhere/...", want: "no package matches ./nowhere/..."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			t.Setenv("TMPDIR", temp)
			t.Setenv("GOTOOLCHAIN", "local")
			dir := t.TempDir()
			var files []txtar.File
			if tt.mod != "" {
				files = append(files, txtar.File{Name: "go.mod", Data: []byte(tt.mod)})
			}
			if tt.src != "" {
				files = append(files, txtar.File{Name: "a.go", Data: []byte(tt.src)})
			}
			writeModule(t, dir, "", files)
			var out, stderr bytes.Buffer
			args := []string{"-C", dir, "-w", "-to", "std", "-lib", libraryDir(t), tt.pattern}
			if !strings.Contains(tt.want, "GOTOOLCHAIN") {
				args = slices.Delete(args, 2, 5) // a move to the standard package fails before
			}
			status := run(args, &out, &stderr)
			if status != failed || !strings.Contains(stderr.String(), tt.want) {
				t.Errorf("exit status %d, want %q: %s%s", status, tt.want, &out, &stderr)
			}
			if isOlder := strings.Contains(tt.want, "GOTOOLCHAIN"); isOlder {
				if all := strings.Join(args, " ") + "\n"; !strings.HasSuffix(stderr.String(), "/migrate@latest "+all) {
					t.Errorf("the command does not have the arguments %s: %s", all, &stderr)
				}
			}
			if left, _ := filepath.Glob(filepath.Join(temp, "migrate*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestOlderThanGo checks that the command refuses a go command that is newer than the release with
// which it was built.
func TestOlderThanGo(t *testing.T) {
	t.Parallel()
	m := &module{goTool: goTool{release: "go1.99.1"}}
	if err := m.readModules(); err == nil ||
		!strings.Contains(err.Error(),
			"the go command is go1.99.1, but this command was built with "+runtime.Version()) {
		t.Error(err)
	}
}

// TestFirstStep checks that a move to the standard package begins with a move to this library.
func TestFirstStep(t *testing.T) {
	t.Parallel()
	dir := newService(t)
	var out, stderr bytes.Buffer
	if status := run([]string{"-to", "std", "-C", dir}, &out, &stderr); status != failed ||
		!strings.Contains(stderr.String(), "run the command without -to std first") {
		t.Errorf("exit status %d: %s%s", status, &out, &stderr)
	}
}

// TestLib checks that the command rejects values of -lib that are neither a version nor the
// library's directory.
func TestLib(t *testing.T) {
	t.Parallel()
	dir := newService(t)
	before := snapshot(t, dir)["go.mod"]
	for lib, want := range map[string]string{
		"nolib":    "neither a version, such as v1.2.3, nor a directory",
		"v1":       "neither a version",
		"a":        "neither a version",
		"./a":      "no such file",
		"./":       "the directory does not contain " + ours,
		"latest.1": "neither a version",
	} {
		var out, stderr bytes.Buffer
		if status := run([]string{"-w", "-C", dir, "-lib", lib}, &out, &stderr); status != failed ||
			!strings.Contains(stderr.String(), want) {
			t.Errorf("%s: exit status %d: %s", lib, status, &stderr)
		}
	}
	if after := snapshot(t, dir)["go.mod"]; after != before {
		t.Errorf("got %s", after)
	}
}

// TestChanged checks that the command detects if a file was modified or deleted after the command
// read it. The cases include a file that the command would not change. The command would change
// go.work because the go line is too low.
func TestChanged(t *testing.T) {
	t.Parallel()
	dir := newService(t)
	writeModule(t, dir, "", []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.24.0\n\nrequire github.com/google/uuid v1.6.0\n")},
		{Name: "go.work", Data: []byte("go 1.24.0\n\nuse .\n")},
		{Name: "d/d.go", Data: []byte("package d\n")},
	})
	m, err := load(t.Context(), options{dir: dir, target: ours, patterns: []string{"./..."}, lib: libraryDir(t)})
	defer m.close()
	if err != nil {
		t.Fatal(err)
	}
	rep, _, err := m.run(options{lib: libraryDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	if changed := m.changed(); len(changed) > 0 {
		t.Errorf("%v", changed)
	}
	before := snapshot(t, dir)
	for _, name := range []string{"a/a.go", "go.mod", "go.work", "d/d.go"} {
		if name != "d/d.go" && !slices.Contains(rep.Files, name) {
			t.Errorf("%s is not among the changed files %v", name, rep.Files)
		}
		writeFilesOf(t, dir, "", []txtar.File{{Name: name, Data: []byte(before[name] + "// a new line\n")}})
		if changed := m.changed(); len(changed) != 1 || changed[0].File != name {
			t.Errorf("%s: %v", name, changed)
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if changed := m.changed(); len(changed) != 1 || changed[0].File != name {
			t.Errorf("%s was deleted: %v", name, changed)
		}
		writeFilesOf(t, dir, "", []txtar.File{{Name: name, Data: []byte(before[name])}})
	}
}

// TestEditWhileRunning checks that the command writes nothing if a file is modified while go vet
// runs, even with -anyway. It also checks that the report does not suggest -anyway.
func TestEditWhileRunning(t *testing.T) {
	for _, flags := range [][]string{{"-w"}, {"-w", "-anyway"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) { editWhileRunning(t, flags) })
	}
}

func editWhileRunning(t *testing.T, flags []string) {
	dir, temp := newService(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	edited := make(chan error, 1)
	path := filepath.Join(dir, "a", "a.go")
	go func() {
		for range 6000 {
			if found, _ := filepath.Glob(filepath.Join(temp, "migrate*", "result", "overlay.json")); len(found) > 0 {
				f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
				if err == nil {
					_, err = f.WriteString("// an edit\n")
					f.Close()
				}
				edited <- err
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		edited <- context.DeadlineExceeded
	}()
	status, out, stderr := migrateIn(t, dir, flags...)
	if err := <-edited; err != nil {
		t.Fatal(err)
	}
	if status != failed ||
		!strings.Contains(out,
			"\n  the file has changed since the command read it: run the command again\n      a/a.go\n") {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
	if strings.Contains(out, "migrate -anyway") {
		t.Errorf("the report suggests -anyway: %s", out)
	}
	files := snapshot(t, dir)
	if !strings.HasSuffix(files["a/a.go"], "// an edit\n") || strings.Contains(files["b/b.go"], ours) {
		t.Errorf("something was written: %s%s", files["a/a.go"], files["b/b.go"])
	}
}

// TestVetChecks checks that the command runs the checks of go vet that go test runs.
func TestVetChecks(t *testing.T) {
	t.Parallel()
	if !hasStandard() {
		t.Skip("earlier releases run fewer checks")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(strings.TrimSpace(string(root)), "src", "cmd", "go", "internal", "test", "test.go")
	src, err := os.ReadFile(path)
	if err != nil {
		t.Skip(err)
	}
	_, list, ok := strings.Cut(string(src), "\nvar defaultVetFlags = []string{\n")
	list, _, ok2 := strings.Cut(list, "\n}\n")
	if !ok || !ok2 {
		t.Fatalf("%s has no list of checks", path)
	}
	var want []string
	for _, match := range regexp.MustCompile(`(?m)^\t"(-\w+)",$`).FindAllStringSubmatch(list, -1) {
		if match[1] != "-stdversion" {
			want = append(want, match[1])
		}
	}
	if !slices.Equal(vetChecks, want) {
		t.Errorf("the checks are %q, and go test runs %q", vetChecks, want)
	}
}

// TestVetTwice checks that the command fixes the go vet errors that the higher go line causes, both
// without -w and in a second run with -w and the same build cache. The cases differ in how the
// module finds its dependency.
func TestVetTwice(t *testing.T) {
	t.Parallel()
	const code = "package a\n\nimport (\n\t\"log\"\n\n\t\"example.com/dep\"\n\t\"github.com/google/uuid\"\n)\n\nvar " +
		"New = uuid.New\n\nfunc f(s string) { log.Printf(s, dep.Args()...); log.Printf(s) }\n"
	const mod = "module example.com/m\n\ngo 1.20\n\nrequire (\n\texample.com/dep v0.0.0\n\tgithub.com/google/uuid " +
		"v1.6.0\n)\n"
	const dep = "package dep\n\nfunc Args() []any { return nil }\n"
	for _, tt := range []struct{ name, mod, work string }{
		{"replace", mod + "\nreplace example.com/dep => ../../dep\n", ""},
		{"work", strings.Replace(mod, "\texample.com/dep v0.0.0\n", "", 1), "go 1.20\n\nuse .\nuse ../../dep\n"},
		{"link", mod + "\nreplace example.com/dep => ../../dep\n", ""},
		{"vendor", mod + "\nreplace example.com/dep => ../../dep\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			dir := filepath.Join(root, "repository", "m")
			writeFilesOf(t, filepath.Join(root, "dep"), "", []txtar.File{
				{Name: "go.mod", Data: []byte("module example.com/dep\n\ngo 1.20\n")},
				{Name: "dep.go", Data: []byte(dep)},
			})
			files := []txtar.File{{Name: "go.mod", Data: []byte(tt.mod)}, {Name: "a.go", Data: []byte(code)}}
			if tt.work != "" {
				files = append(files, txtar.File{Name: "go.work", Data: []byte(tt.work)})
			}
			writeModule(t, dir, "", files)
			switch tt.name {
			case "link":
				elsewhere := filepath.Join(root, "elsewhere.go")
				if err := os.WriteFile(elsewhere, []byte("package a\n\nconst Here = true\n"), 0o666); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(elsewhere, filepath.Join(dir, "link.go")); err != nil {
					t.Skip(err)
				}
			case "vendor":
				goRun(t, dir, "mod", "tidy")
				goRun(t, dir, "mod", "vendor")
			}
			const fact = "  go vet: go test rejects a format that is not constant"
			if tt.name == "replace" || isFull {
				status, out, stderr := migrateIn(t, dir)
				if status != readReport || !strings.Contains(out, fact) ||
					!strings.Contains(out,
						"+func f(s string) { log.Printf(s, dep.Args()...); log.Printf(\"%s\", s) }\n") {
					t.Errorf("exit status %d: %s%s", status, out, stderr)
				}
			}
			status, out, stderr := migrateIn(t, dir, "-w")
			if status != readReport || !strings.Contains(out, fact) {
				t.Errorf("exit status %d: %s%s", status, out, stderr)
			}
			if got := snapshot(t, dir)["a.go"]; !strings.Contains(got, "log.Printf(\"%s\", s)") {
				t.Errorf("got %s", got)
			}
		})
	}
}

// TestFresh checks that a complaint is new if the file has more with this text than before.
func TestFresh(t *testing.T) {
	t.Parallel()
	m := new(module)
	known := complaint{path: "a.go", finding: finding{Name: "printf", Text: "non-constant format string"}}
	other := known
	other.path = "b.go"
	got := m.fresh([]complaint{known}, []complaint{known, known, other})
	if len(got) != 2 || got[0].path != "a.go" || got[1].path != "b.go" {
		t.Errorf("got %v", got)
	}
}

// TestVetTags checks that go vet checks the result with each set of build tags, even if a package did
// not compile before, and that a complaint in a file without tags is fixed only once. An older
// complaint is not reported.
func TestVetTags(t *testing.T) {
	t.Parallel()
	const code = "package a\n\nimport \"log\"\n\nfunc NAME(s string) { log.Printf(s); log.Printf(\"%d\", s) }\n"
	file := func(name, build string) txtar.File {
		return txtar.File{Name: name + ".go", Data: []byte(build + strings.Replace(code, "NAME", name, 1))}
	}
	const generated = "// Code generated by hand. DO NOT EDIT.\n\npackage a\n\nimport \"log\"\n\nfunc generated(s " +
		"string) { log.Printf(s) }\n"
	files := []txtar.File{file("foo", "//go:build foo\n\n"), file("plain", "")}
	dir := t.TempDir()
	writeModule(t, dir, "", append(files,
		txtar.File{Name: "go.mod",
			Data: []byte("module example.com/m\n\ngo 1.20\n\nrequire github.com/google/uuid v1.6.0\n")},
		txtar.File{Name: "a.go",
			Data: []byte("package a\n\nimport \"github.com/google/uuid\"\n\nvar New = uuid.New\n")},
		txtar.File{Name: "broken/b.go",
			Data: []byte("package broken\n\nimport \"github.com/google/uuid\"\n\nvar ID uuid.UUID = missing\n")},
		txtar.File{Name: "generated.go", Data: []byte(generated)}))
	status, out, stderr := migrateIn(t, dir, "-w", "-anyway", "-tags", "foo")
	if status != readReport || strings.Contains(out, "wrong type") {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
	if got := snapshot(t, dir)["generated.go"]; got != generated || !strings.Contains(out, "generated.go:7:39") {
		t.Errorf("the generated file is %s\nin %s", got, out)
	}
	for _, f := range files {
		want := strings.Replace(string(f.Data), "log.Printf(s)", "log.Printf(\"%s\", s)", 1)
		if got := snapshot(t, dir)[f.Name]; got != want {
			t.Errorf("%s is\n%s", f.Name, got)
		}
	}
}

// TestTagsInGOFLAGS checks that the build tags in GOFLAGS apply without -tags.
func TestTagsInGOFLAGS(t *testing.T) {
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -tags=foo")
	dir := t.TempDir()
	writeModule(t, dir, "",
		[]txtar.File{{Name: "foo.go",
			Data: []byte("//go:build foo\n\npackage a\n\nimport \"github.com/google/uuid\"\n\nvar New = uuid.New\n")}})
	if status, out, stderr := migrateIn(t, dir, "-w"); status != done ||
		!strings.Contains(snapshot(t, dir)["foo.go"], ours) {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
}
