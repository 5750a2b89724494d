package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// build builds the command.
func build(t *testing.T) string {
	tool := filepath.Join(t.TempDir(), "uuidvet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

// TestService runs the command as users do, alone and in go vet, on a module that uses google/uuid
// and gorm, and not this library. Comments in the module name the checks that report a line.
func TestService(t *testing.T) {
	tool := build(t)
	source, err := os.ReadFile("testdata/service/service.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string][]int) // the lines that a check reports; all checks report those of ""
	for i, line := range strings.Split(string(source), "\n") {
		_, comment, _ := strings.Cut(line, "// uuid")
		for _, check := range strings.Fields(comment) {
			check = "uuid" + strings.TrimPrefix(check, "uuid")
			lines[check] = append(lines[check], i+1)
			lines[""] = append(lines[""], i+1)
		}
	}
	if len(lines) != 7 {
		t.Fatalf("service.go has mistakes for %d checks, want 6", len(lines)-1)
	}
	for _, test := range []struct {
		name  string
		args  []string
		check string
	}{
		{"alone", []string{tool, "./..."}, ""},
		{"one check alone", []string{tool, "-uuidkey", "./..."}, "uuidkey"},
		{"go vet", []string{"go", "vet", "-vettool=" + tool, "./..."}, ""},
		{"one check in go vet", []string{"go", "vet", "-vettool=" + tool, "-uuidlist", "./..."}, "uuidlist"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command(test.args[0], test.args[1:]...)
			cmd.Dir = "testdata/service"
			out, err := cmd.CombinedOutput()
			if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
				t.Errorf("got %v, want an exit status of a check that failed", err)
			}
			var got []int
			for _, m := range regexp.MustCompile(`service\.go:(\d+):.*\(https://\S+\)`).FindAllSubmatch(out, -1) {
				line, _ := strconv.Atoi(string(m[1]))
				got = append(got, line)
			}
			if test.check == "" && !strings.Contains(string(out), "cgo.go:9:") {
				t.Errorf("no report of a file that cgo rewrites:\n%s", out)
			}
			slices.Sort(got)
			if !slices.Equal(got, lines[test.check]) {
				t.Errorf("reports of lines %v, want %v:\n%s", got, lines[test.check], out)
			}
		})
	}
}

// TestBroken checks that one line names a package that does not type-check, that a package that uses
// its values is read, and that findings in other packages are reported.
func TestBroken(t *testing.T) {
	cmd := exec.Command(build(t), "./...")
	cmd.Dir = t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example.com\n",
		"broken/a.go": "package broken\n\nvar V Missing\n",
		"uses/a.go": "package uses\n\nimport (\n\t\"example.com/broken\"\n\t\"fmt\"\n)\n\nfunc f() string " +
			"{\n\tfmt.Println(broken.V.Name())\n\treturn broken.V.Name()[:8]\n}\n",
		"uses/finding.go": "package uses\n\ntype T struct {\n\tID [16]byte `json:\"id,omitempty\"`\n}\n",
		"other/a.go":      "package other\n\ntype T struct {\n\tID [16]byte `json:\"id,omitempty\"`\n}\n",
	} {
		path := filepath.Join(cmd.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := cmd.CombinedOutput()
	for _, want := range []string{"example.com/broken does not type-check", "uses/finding.go:4:", "other/a.go:4:"} {
		if n := strings.Count(string(out), want); n != 1 {
			t.Errorf("%d times %q", n, want)
		}
	}
	if n := strings.Count(string(out), "does not type-check"); n != 1 || cmd.ProcessState.ExitCode() != 3 {
		t.Errorf("%d broken packages, exit status %d:\n%s", n, cmd.ProcessState.ExitCode(), out)
	}

	alone := exec.Command(cmd.Path, "./broken")
	alone.Dir = cmd.Dir
	if out, _ := alone.CombinedOutput(); alone.ProcessState.ExitCode() != 1 {
		t.Errorf("exit status %d of a package that is broken:\n%s", alone.ProcessState.ExitCode(), out)
	}
}

// TestFixes runs a program for each check that has a fix, before and after uuidvet -fix, and compares
// what it prints for a plain, a masked and a Nil ID. The program for gorm's statements is in
// integration, where a test runs it.
func TestFixes(t *testing.T) {
	tool := build(t)
	fixed, err := filepath.Glob("analyzer/testdata/src/*/*.golden")
	if err != nil || len(fixed) == 0 {
		t.Fatal(err, "no check has a fix")
	}
	for _, golden := range fixed {
		check := filepath.Base(filepath.Dir(golden))
		if _, err := os.Stat("../integration/frameworks/uuidvet/testdata/" + check + "/main.go"); err == nil {
			continue
		}
		source, err := os.ReadFile("testdata/fixes/" + check + "/main.go")
		if err != nil {
			t.Errorf("%s has a fix, and no program that shows its effect: %v", check, err)
			continue
		}
		dir, err := os.MkdirTemp("testdata/fixes", "fixed") // in the same module
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		if err := os.WriteFile(filepath.Join(dir, "main.go"), source, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"before.txt", "after.txt"} {
			want, err := os.ReadFile("testdata/fixes/" + check + "/" + name)
			cmd := exec.Command("go", "run", ".")
			cmd.Dir = dir
			got, err2 := cmd.CombinedOutput()
			if string(got) != string(want) || err != nil || err2 != nil {
				t.Errorf("%s, %s: %v, %v\n%s\nwant\n%s", check, name, err, err2, got, want)
			}
			cmd = exec.Command(tool, "-fix", ".")
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		}
	}
}

// TestLinear checks that time does not grow with the square of what a function has, or with a power of
// what a struct has: the square of 2000 takes minutes. An IDKind without a result must not end uuidvet.
func TestLinear(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\n\nimport " +
		"(\n\t\"fmt\"\n\t\"net/http\"\n\n\t\"github.com/seed-8298af95/uuid\"\n)\n\nfunc main() {}\n\nfunc " +
		"describe(any) bool { return true }\n\nvar _ = describe(func(r *http.Request, w http.ResponseWriter) " +
		"{\n\tvar text string\n\tvar id uuid.UUID\n\tvar err error\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "\tif _, err := uuid.Parse(r.FormValue(\"%d\")); err != nil {\n\t\tw.Write(nil)\n\t}\n", i)
		b.WriteString("\ttext = r.FormValue(text)\n\tid, _ = uuid.Parse(text)\n\tif id, err = uuid.Parse(text); err " +
			"!= nil {\n\t\tw.Write(nil)\n\t}\n\tw.Write(id[:])\n")
	}
	b.WriteString("\tfmt.Print(level8{})\n\tif _, err = uuid.Parse(r.FormValue(\"\")); err != nil " +
		"{\n\t\tw.Write(nil)\n\t}\n\t_ = text" + strings.Repeat(" + text", 2000) + "\n})\n")
	b.WriteString("\ntype level0 struct{}\n\nfunc (level0) IDKind() () {}\n")
	for i := range 8 {
		fmt.Fprintf(&b, "\ntype level%d struct{ a, b, c, d, e, f, g, h, i, j []level%d }\n", i+1, i)
	}
	dir, err := os.MkdirTemp("testdata/fixes", "linear")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, build(t), ".")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	if found := strings.Count(string(out), "main.go:"); found != 2001 || ctx.Err() != nil {
		t.Errorf("%d reports, want 2001; %v\n%.2000s", found, ctx.Err(), out)
	}
}
