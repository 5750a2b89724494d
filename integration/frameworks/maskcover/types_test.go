package maskcover

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// idMethods lists the methods that a type may have, each with its result.
var idMethods = []struct{ name, result, value string }{
	{"IDPrefix", "string", `"prefix"`},
	{"IDMask", "*uuid.Mask", "mask"},
	{"IDBinary", "bool", "true"},
}

// A randomType is a generated struct type. The fields after depth are what the compiler says of the
// three methods, in the order of idMethods.
type randomType struct {
	name    string
	source  string // the declarations of the type and of its methods
	depth   int    // number of levels of embedded types
	has     [3]bool
	reaches [3]bool // a selector with the method's name is valid or ambiguous
}

// lost reports whether t seems to have a method, but does not.
func (t *randomType) lost() bool { return t.has != t.reaches }

const maxDepth = 4

// randomTypes returns struct types that embed each other, pointers and interfaces. About half of
// them have methods or fields with the names of the three methods.
func randomTypes(r *rand.Rand, n int) []*randomType {
	var types []*randomType
	for i := range n {
		t := &randomType{name: "T" + strconv.Itoa(i)}
		fields, methods := "Name string; ", ""
		if r.IntN(10) == 0 {
			fields += "*" + t.name + "; "
		}
		for _, j := range r.Perm(i)[:min(i, r.IntN(4))] {
			switch embedded := types[j]; {
			case r.IntN(4) == 0: // a field with a name promotes nothing
				fields += "f" + embedded.name + " " + embedded.name + "; "
			case embedded.depth < maxDepth:
				fields += []string{"", "*"}[r.IntN(2)] + embedded.name + "; "
				t.depth = max(t.depth, embedded.depth+1)
			}
		}
		if r.IntN(12) == 0 {
			fields += []string{"Masked", "WrongMasked", "Prefixed", "Other"}[r.IntN(4)] + "; "
		}
		for _, method := range idMethods {
			receiver := []string{"", "*"}[r.IntN(2)] + t.name
			switch choice := r.IntN(40); {
			case choice < 5:
				methods += fmt.Sprintf("func (%s) %s() %s { return %s }\n", receiver, method.name, method.result, method.value)
			case choice == 5:
				methods += fmt.Sprintf("func (%s) %s() {}\n", receiver, method.name)
			case choice == 6 && method.name == "IDMask": // a field with another name of the three is no mistake
				fields += "IDMask *uuid.Mask; "
			}
		}
		t.source = "type " + t.name + " struct { " + fields + "}\n" + methods
		types = append(types, t)
	}
	return types
}

const preamble = `package main

import (
	"fmt"

	"github.com/seed-8298af95/uuid"
)

type (
	Masked      interface{ IDMask() *uuid.Mask }
	WrongMasked interface{ IDMask() }
	Prefixed    interface{ IDPrefix() string }
	Other       interface{ String() string }
)

var mask, _ = uuid.NewMask([]byte("a key of 16 byte"), nil)

var plain = uuid.MustParse("917fa2e2-79b0-7cc3-98c4-dc8cacf7398f")

// show prints which calls panic on a zero T, then what IDs of T, *T and **T look like, and the type
// of Value's result.
func show[T any](names []string, calls ...func(*T)) {
	var failing []string
	for i, call := range calls {
		if result := try(func() string { call(new(T)); return "" }); result != "" {
			failing = append(failing, names[i])
		}
	}
	fmt.Printf("%T|%v|%s|%s|%s|%s\n", *new(T), failing,
		try(uuid.ID[T](plain).String), try(uuid.ID[*T](plain).String), try(uuid.ID[**T](plain).String),
		try(func() string { v, err := uuid.ID[T](plain).Value(); return fmt.Sprintf("%T, %v", v, err) }))
}

func try(f func() string) (result string) {
	defer func() {
		if r := recover(); r != nil {
			result = fmt.Sprint("panic: ", r)
		}
	}()
	return f()
}
`

// goRun builds the program source and returns what the compiler prints or, without errors, the
// program.
func goRun(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	out, _ := exec.Command("go", "run", "-gcflags=-e -N -l", path).CombinedOutput()
	return string(out)
}

// askCompiler sets has and reaches of all types. Each question is on a line of its own, so the lines
// of the errors are the answers.
func askCompiler(t *testing.T, types []*randomType) {
	source := preamble + "\nfunc main() {}\n"
	for _, typ := range types {
		source += typ.source
	}
	first := strings.Count(source, "\n") + 1
	for _, typ := range types {
		for _, method := range idMethods {
			source += fmt.Sprintf("var _ func(*%s) %s = (*%[1]s).%[3]s\n", typ.name, method.result, method.name)
			source += fmt.Sprintf("var _ = func(t *%s) { _ = t.%s }\n", typ.name, method.name)
		}
	}
	answers := make(map[int]string)
	for _, match := range regexp.MustCompile(`main\.go:(\d+):\d+: (.*)`).FindAllStringSubmatch(goRun(t, source), -1) {
		line, _ := strconv.Atoi(match[1])
		if line < first {
			t.Fatalf("the generated types do not compile: %s", match[0])
		}
		answers[line] = match[2]
	}
	line := first
	for _, typ := range types {
		for i := range idMethods {
			typ.has[i] = answers[line] == ""
			typ.reaches[i] = !strings.Contains(answers[line+1], "no field or method")
			line += 2
		}
	}
}

// TestMaskCoverOfTypes makes random struct types, and asks the compiler which of them have the
// methods IDPrefix, IDMask and IDBinary. IDs of a type must have the form that these methods say,
// and a type that reaches a field or another method, or loses a method, must panic.
func TestMaskCoverOfTypes(t *testing.T) {
	types := randomTypes(rand.New(rand.NewPCG(9562, 7)), 200)
	askCompiler(t, types)
	source := preamble
	calls := "\nfunc main() {\n"
	for _, typ := range types {
		source += typ.source
		var names, funcs string
		for i, method := range idMethods {
			if typ.has[i] {
				names += strconv.Quote(method.name) + ", "
				funcs += fmt.Sprintf(", func(t *%s) { t.%s() }", typ.name, method.name)
			}
		}
		calls += fmt.Sprintf("\tshow[%s]([]string{%s}%s)\n", typ.name, names, funcs)
	}
	out := goRun(t, source+calls+"}\n")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(types) {
		t.Fatalf("%d lines for %d types: %s", len(lines), len(types), out)
	}
	counts := make(map[string]int)
	for i, typ := range types {
		columns := strings.Split(lines[i], "|")
		failing, text, ofPointer, ofPointers, value := columns[1], columns[2], columns[3], columns[4], columns[5]
		want, got := typ.outcome(failing), outcomeOf(text)
		counts[want]++
		wantValue := "string, <nil>"
		switch {
		case strings.Contains(failing, "IDBinary"):
			wantValue = "panic: uuid: IDBinary of a zero main." + typ.name + ": runtime error: invalid memory address or nil pointer dereference"
		case typ.has[2]:
			wantValue = "[]uint8, <nil>"
		}
		wantPointers := slices.Contains(typ.reaches[:], true)
		isLost := regexp.MustCompile(`^panic: uuid: \*main\.` + typ.name + ` has an ID\w+, but not the method `).MatchString(ofPointers)
		if got != want || ofPointer != text || value != wantValue || isLost != wantPointers || !wantPointers && outcomeOf(ofPointers) != "plain" {
			t.Errorf("%s: %s, want %s\n%s\nwant the value %s\n%s", typ.name, got, want, lines[i], wantValue, typ.source)
		}
		if panics := strings.HasPrefix(text, "panic: "); panics && !strings.Contains(text, " main."+typ.name) {
			t.Errorf("%s is not named by %s", typ.name, text)
		}
	}
	for _, outcome := range []string{"plain", "TypeID", "hidden", "hidden TypeID", "lost", "nil"} {
		if counts[outcome] < 10 {
			t.Errorf("%d types are %s", counts[outcome], outcome)
		}
	}
}

// outcome returns what outcomeOf must return for an ID of t. failing contains the names of the
// methods that panic on a zero value.
func (t *randomType) outcome(failing string) string {
	switch {
	case t.lost():
		return "lost"
	case strings.Contains(failing, "IDPrefix"), strings.Contains(failing, "IDMask"):
		return "nil"
	case t.has[0] && t.has[1]:
		return "hidden TypeID"
	case t.has[1]:
		return "hidden"
	case t.has[0]:
		return "TypeID"
	}
	return "plain"
}

// outcomeOf returns a word for the text of an ID.
func outcomeOf(text string) string {
	prefix, u, err := uuid.ParseTypeID(text)
	switch {
	case err == nil && prefix == "prefix" && u == plain:
		return "TypeID"
	case err == nil && prefix == "prefix" && u.Version() == 4:
		return "hidden TypeID"
	case text == plain.String():
		return "plain"
	case uuid.Valid(text) && uuid.MustParse(text).Version() == 4:
		return "hidden"
	case strings.Contains(text, ", but not the method "):
		return "lost"
	case strings.HasPrefix(text, "panic: uuid: ID") && strings.Contains(text, " of a zero "):
		return "nil"
	}
	return text
}
