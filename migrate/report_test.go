// This file proves the whole text of a report, and the commands that it advises to run next.

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// longReport has more than the report shows without -v.
func longReport() *report {
	r := &report{
		Module: "example.com/m",
		Target: ours,
		Files:  []string{"a.go", "b.go"},
		Done:   map[string]int{"a": 2, "b": 10, "c": 2, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1},
		Stops:  []finding{{File: "z.go", Text: "it does not compile"}},
		Left: []finding{
			{File: "b.go", Line: 2, Column: 1, Name: "n", Text: "t"},
			{File: "a.go", Line: 10, Column: 1, Name: "n", Text: "t"},
			{File: "a.go", Line: 9, Column: 2, Name: "n", Text: "t"},
			{File: "a.go", Line: 9, Column: 1, Name: "n", Text: "t"},
			{File: "a.go", Line: 9, Column: 1, Name: "n", Text: "t"},
			{File: "a.go", Line: 9, Column: 1, Name: "n", Text: "s"},
		},
		Facts: []fact{
			{Name: "look", Text: "it may be <nil>", Places: []finding{{File: "a.go"}}},
			{
				Name: "differs", Sure: true, Text: "it is", Do: "check it",
				Places: []finding{{File: "b.go"}, {File: "a.go"}},
			},
		},
		Next: []string{"go test ./..."},
	}
	for i := range maxLines + 1 {
		r.Exports = append(r.Exports, fmt.Sprint("m.E", i))
	}
	r.sort()
	r.Status = r.status()
	return r
}

// TestReportText checks the order and the limits of the text, without -v and with it.
func TestReportText(t *testing.T) {
	t.Parallel()
	const head = `example.com/m: would change 2 files to use github.com/seed-8298af95/uuid; edit by hand: 5, ` +
		`differs: 1, look: 1, reasons not to write: 1 (exit status 1)

Reasons not to write
  it does not compile
      z.go

Edit by hand: 5
  n: s
      a.go:9:1
`
	const short = `  n: t (4 places)
      a.go:9:1 a.go:9:2 a.go:10:1 …

Differs: this code behaves differently
  differs: it is: check it (2 places)
      a.go b.go
`
	const long = `  n: t (4 places)
      a.go:9:1
      a.go:9:2
      a.go:10:1
      b.go:2:1

Differs: this code behaves differently
  differs: it is: check it (2 places)
      a.go
      b.go
`
	const look = `
Look: this code may behave differently
  look: it may be <nil>
      a.go

Done
    10  b
     2  a
     2  c
     1  d
     1  e
     1  f
`
	const tail = `
Exported names with a new type, for the changelog: 7
  m.E0
  m.E1
  m.E2
  m.E3
  m.E4
  m.E5
  m.E6

Next
  go test ./...
`
	for all, want := range map[bool]string{
		false: head + short + look + "  and 2 more (use -v)\n" + tail,
		true:  head + long + look + "     1  g\n     1  h\n" + tail,
	} {
		r := longReport()
		r.all = all
		var out bytes.Buffer
		r.writeText(&out)
		if out.String() != want {
			t.Errorf("got %s", &out)
		}
	}
}

// TestReportJSON checks that no list is null, and that <, > and & are not escaped.
func TestReportJSON(t *testing.T) {
	t.Parallel()
	r := &report{Files: []string{}, Done: map[string]int{}, Exports: []string{}, Next: []string{"a && b"}}
	r.sort()
	var out bytes.Buffer
	if err := r.writeJSON(&out); err != nil {
		t.Fatal(err)
	}
	const want = `{
	"module": "",
	"target": "",
	"written": false,
	"status": 0,
	"files": [],
	"done": {},
	"stops": [],
	"left": [],
	"facts": [],
	"exports": [],
	"ignored": [],
	"next": [
		"a && b"
	]
}
`
	if out.String() != want {
		t.Errorf("got %s", &out)
	}
}

// TestGroups checks that one message more than the limit is shown, because a line with a count would be as long.
func TestGroups(t *testing.T) {
	t.Parallel()
	for _, n := range []int{maxGroups + 1, maxGroups + 2} {
		var findings []finding
		for i := range n {
			findings = append(findings, finding{File: "a.go", Text: fmt.Sprint("text ", i)})
		}
		var out bytes.Buffer
		new(report).section(&out, "Title", findings)
		if more := strings.Contains(out.String(), "(use -v)"); more != (n > maxGroups+1) {
			t.Errorf("%d messages: %s", n, &out)
		}
	}
}

// TestNext checks the commands for modules that move together.
func TestNext(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	vendored := filepath.Join(b, "vendor", "github.com", "google", "uuid")
	if err := os.MkdirAll(vendored, 0o777); err != nil {
		t.Fatal(err)
	}
	m := &module{
		modules: modules{dir: a, dirs: []string{a, b, c}},
		move:    move{target: ours, libraries: map[string]*library{"github.com/google/uuid": google}},
	}
	rep := &report{
		Files: []string{"a.go", "go.mod", "../b/go.mod", "../c/c.go"},
		Next:  []string{"go get " + ours + "@latest"},
	}
	const commands = "go get " + ours + "@latest; go mod tidy; go -C ../b mod tidy; go -C ../b mod vendor; " +
		"go vet ./...; go -C ../b vet ./...; go test ./...; go -C ../b test ./..."
	for _, tt := range []struct {
		written bool
		dir     string
		want    string
	}{
		{true, ".", commands},
		{true, "x", "cd x; " + commands},
		{false, "x", "migrate -w -C x; cd x; " + commands},
	} {
		rep.Written = tt.written
		set := &settings{options: options{dir: tt.dir}, args: []string{"-C", "x"}}
		if got := strings.Join(m.next(rep, set), "; "); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	rep.Files = nil
	if got := m.next(rep, new(settings)); !slices.Equal(got, rep.Next) {
		t.Errorf("without changed files: %q", got)
	}
}

// TestGoLine checks when the report mentions the variables of loops and the defaults of GODEBUG.
func TestGoLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, godebug    string
		loops, mentioned bool
	}{
		{"1.21.13", "", true, true},
		{"1.22", "", false, true},
		{"1.22.0", "", false, true},
		{"1.21", "godebug default=go1.21\n", true, false},
		{"1.24", "godebug http2client=0\n", false, true},
	} {
		f, err := modfile.Parse("go.mod", []byte("module m\n\n"+tt.godebug), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := new(module).goLine(f, tt.from, "1.25.0")
		if !strings.HasPrefix(got.Text, "the version rises from "+tt.from+" to 1.25.0") ||
			strings.Contains(got.Text, "each loop iteration") != tt.loops ||
			strings.Contains(got.Text, "GODEBUG") != tt.mentioned ||
			strings.Contains(got.Do, "godebug default=go"+tt.from[:4]+"\"") != tt.mentioned {
			t.Errorf("from %s with %q: %s: %s", tt.from, tt.godebug, got.Text, got.Do)
		}
	}
}
