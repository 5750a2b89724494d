package analyzer_test

// The test in this file alone proves that uuidmask reports what package fmt shows, for every verb.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-8298af95/uuid/uuidvet/analyzer"
)

// printedTypes declares types, and printedValues has values of them with the ID id.
const printedTypes = `
import "github.com/seed-8298af95/uuid"

type P struct{}

var mask *uuid.Mask

func (P) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type ID = uuid.ID[P]

type exported struct { User ID; Name string }
type exportedInt struct { User ID; Room int }
type before struct { Room int; User ID }
type hidden struct { user ID }
type hiddenInt struct { User ID; room int }
type hiddenName struct { User ID; name string }
type hiddenBefore struct { room int; User ID }
type hiddenFunc struct { User ID; f func() }
type hiddenPointer struct { p *exported }
type both struct { User ID; p *exported }
type pointer struct { P *exported }
type base struct { User ID }
type hiddenBase struct { user ID }
type listBase []ID
type embeds struct { base; Name string }
type embedsInt struct { base; room int }
type embedsHidden struct { hiddenBase }
type embedsList struct { listBase }
type embedsEmbeds struct { embeds }
type inField struct { e embeds }
type stringer struct { user ID }
type stringerExported struct { User ID }
type byPointer struct { user ID }
type goStringer struct { user ID }
type formatter struct { user ID }
type failure struct { user ID }
type notStringer struct { User ID }
type withStringer struct { S stringer }
type hidesStringer struct { s stringer }
type generic[T any] struct { Value T; hidden T }

func (stringer) String() string { return "" }
func (stringerExported) String() string { return "" }
func (*byPointer) String() string { return "" }
func (goStringer) GoString() string { return "" }
func (formatter) Format(fmt.State, rune) {}
func (failure) Error() string { return "" }
func (notStringer) String(int) string { return "" }

var shared exported
var sharedID ID
var sharedPointer = &shared
var sharedByPointer byPointer
var sharedMap map[string]*exported

func share(id ID) *exported { shared.User = id; return &shared }
func shareID(id ID) *ID { sharedID = id; return &sharedID }
func shareByPointer(id ID) *byPointer { sharedByPointer.user = id; return &sharedByPointer }
`

var printedValues = []string{
	"id", "shareID(id)", "[]ID{id}", "[2]ID{id}", "map[string]ID{``: id}", "map[ID]int{id: 1}", "map[int]ID{1: id}",
	"exported{User: id}", "exportedInt{User: id}", "before{User: id}", "hidden{id}", "&hidden{id}",
	"hiddenInt{User: id}", "hiddenName{User: id}", "hiddenBefore{User: id}", "hiddenFunc{User: id}",
	"hiddenPointer{share(id)}", "both{id, share(id)}", "pointer{share(id)}",
	"embeds{base{id}, ``}", "&embeds{base{id}, ``}", "embedsInt{base{id}, 1}", "embedsHidden{hiddenBase{id}}",
	"embedsList{listBase{id}}", "embedsEmbeds{embeds{base{id}, ``}}", "inField{embeds{base{id}, ``}}",
	"stringer{id}", "&stringer{id}", "stringerExported{id}", "byPointer{id}", "&byPointer{id}", "goStringer{id}",
	"formatter{id}",
	"failure{id}", "notStringer{id}", "withStringer{stringer{id}}", "hidesStringer{stringer{id}}",
	"[]exported{{User: id}}", "[]hidden{{id}}", "[]*exported{share(id)}", "[]*byPointer{shareByPointer(id)}",
	"share(id)", "*share(id)",
	"map[string]*exported{``: share(id)}", "map[string]exported{``: {User: id}}", "[]stringer{{id}}",
	"[]byPointer{{id}}",
	"[][]ID{{id}}", "struct{ IDs [][]ID }{[][]ID{{id}}}", "struct{ ids []ID }{[]ID{id}}",
	"struct{ A, B ID; c bool }{id, id, true}",
	"generic[ID]{id, id}", "generic[stringer]{stringer{id}, stringer{id}}", "struct{ F float64; User ID }{1, id}",
	"struct{ room uint8; User ID }{1, id}", "struct{ User ID; rooms []int }{id, []int{1}}",
	"struct{ User ID; c chan int }{id, nil}",
	"[]hiddenInt{{User: id}, {User: id}}", "struct{ rooms []int; User ID }{[]int{1}, id}",
	"struct{ User ID; Name string; room int }{id, ``, 1}", "struct{ User ID; stringerExported }{User: id}",
}

var printedVerbs = []string{
	"%v", "%+v", "%#v", "%s", "%x", "%X", "%q", "%d", "%b", "%o", "%O", "%c", "%U", "%e", "%E", "%f", "%F", "%g", "%G",
	"%t", "%p",
	"%w", "%T", "%z", "%#x", "% x", "%08d", "%#q", "%#d", "%+d", "%6.2v", "%-8s",
}

// TestPrinted prints values with every verb, for two IDs. Their String method returns the same, so a
// directive shows the bytes if the outputs differ. Exactly these lines must be reported.
func TestPrinted(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\n\nimport \"fmt\"\n" + printedTypes)
	for i, value := range printedValues {
		fmt.Fprintf(&b, "func value%d(id ID) any { return %s }\n", i, value)
	}
	b.WriteString("func main() {\nid, other := ID{1, 2, 3}, ID{7, 8, 9}\n_, _ = id, other\n")
	line := strings.Count(b.String(), "\n") + 1
	codes := make(map[int]string)
	for i, value := range printedValues {
		for _, verb := range printedVerbs {
			isPointer := strings.ContainsAny(value[:1], "&[m") || strings.HasPrefix(value, "share")
			if verb == "%p" && isPointer {
				continue // the address differs
			}
			call := fmt.Sprintf("fmt.Sprintf(%q, %s)", verb, value)
			if verb == "%w" {
				call = fmt.Sprintf("fmt.Errorf(%q, %s).Error()", verb, value)
			}
			codes[line] = call
			other := strings.ReplaceAll(call, value, fmt.Sprintf("value%d(other)", i)) // not reported: the type is any
			fmt.Fprintf(&b, "if %s != %s { fmt.Println(%d) }\n", call, other, line)
			line++
		}
	}
	b.WriteString("}\n")
	text := b.String()

	root := t.TempDir()
	file := filepath.Join(root, "src", "printed", "main.go")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	stubs, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "printed")
	cmd.Env = append(os.Environ(), "GO111MODULE=off", "GOFLAGS=", "GOPATH="+root+string(filepath.ListSeparator)+stubs)
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	shown := make(map[int]bool)
	for _, number := range strings.Fields(string(out)) {
		n := 0
		fmt.Sscan(number, &n)
		shown[n] = true
	}
	if len(shown) < 500 {
		t.Errorf("only %d lines show the bytes", len(shown))
	}

	p := newProgram(t)
	p.sources = map[string][]sourceFile{"printed": {{path: file, text: []byte(text)}}}
	for path, files := range newProgram(t).sources {
		p.sources[path] = files
	}
	if errors := p.check("printed").errors; len(errors) > 0 {
		t.Fatal(errors)
	}
	for _, a := range analyzer.All() {
		if a.Name != "uuidmask" {
			continue
		}
		reported := make(map[int]bool)
		p.runOne(a, "printed", func(d analysis.Diagnostic) { reported[p.fset.Position(d.Pos).Line] = true })
		for line, code := range codes {
			if shown[line] != reported[line] {
				t.Errorf("%s: shows the bytes: %t; is reported: %t", code, shown[line], reported[line])
			}
		}
	}
}
