package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"maps"
	"slices"
	"strings"
)

// A finding is a place in the code base and what there is to say about it.
type finding struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text"`
}

func (f finding) compare(g finding) int {
	return cmp.Or(
		cmp.Compare(f.File, g.File),
		cmp.Compare(f.Line, g.Line),
		cmp.Compare(f.Column, g.Column),
		cmp.Compare(f.Text, g.Text),
	)
}

// findingAt returns what there is to say about a place in a file.
func (m *module) findingAt(f *file, pos token.Pos, name, text string) finding {
	p := f.fset.PositionFor(pos, false)
	return finding{m.relative(p.Filename), p.Line, p.Column, name, text}
}

// place returns where it is, as compilers write it.
func (f finding) place() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

// notes are what there is to say about a rewriting.
type notes struct {
	done       map[string]int // how often what became what
	left       []finding
	simplified map[place]bool // where error checks went
}

func newNotes() *notes {
	return &notes{done: map[string]int{}, simplified: map[place]bool{}}
}

func (n *notes) add(other *notes) {
	for what, count := range other.done {
		n.done[what] += count
	}
	n.left = append(n.left, other.left...)
	maps.Copy(n.simplified, other.simplified)
}

// A report is what a reviewer wants to know.
type report struct {
	Module  string         `json:"module"`
	Target  string         `json:"target"`
	Written bool           `json:"written"`
	Files   []string       `json:"files"`   // that change
	Done    map[string]int `json:"done"`    // how often what became what
	Stops   []finding      `json:"stops"`   // why nothing is written without -anyway
	Left    []finding      `json:"left"`    // by hand
	Differs []finding      `json:"differs"` // what compiles and behaves differently
	Exports []string       `json:"exports"` // that have another type, which breaks those who use them
	Ignored []finding      `json:"ignored"` // what was not looked at, or only mentions a library
	Next    []string       `json:"next"`    // commands to run
}

// status returns the exit status that tells of the report.
func (r *report) status() int {
	switch {
	case len(r.Stops)+len(r.Left) > 0:
		return someLeft
	case len(r.Differs) > 0:
		return readReport
	}
	return nothingLeft
}

// summary returns the first line, which counts what needs a look.
func (r *report) summary() string {
	verb := "would change"
	if r.Written {
		verb = "changed"
	}
	look := "nothing needs a look"
	if n := len(r.Stops) + len(r.Left) + len(r.Differs); n > 0 {
		look = fmt.Sprintf("%d need a look (%d left by hand, %d behave differently", n, len(r.Left), len(r.Differs))
		if len(r.Stops) > 0 {
			look += fmt.Sprintf(", %d forbid writing", len(r.Stops))
		}
		look += ")"
	}
	return fmt.Sprintf("%s: %s %d files to use %s; %s", r.Module, verb, len(r.Files), r.Target, look)
}

// sort puts the findings in the order of the code, each once.
func (r *report) sort() {
	for _, list := range []*[]finding{&r.Stops, &r.Left, &r.Differs, &r.Ignored} {
		slices.SortFunc(*list, finding.compare)
		*list = slices.Compact(*list)
		if *list == nil {
			*list = []finding{}
		}
	}
}

func (r *report) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(r)
}

func (r *report) writeText(w io.Writer) {
	fmt.Fprintln(w, r.summary())
	if len(r.Done) > 0 {
		fmt.Fprintf(w, "\nDone\n")
		names := slices.SortedFunc(maps.Keys(r.Done), func(a, b string) int {
			return cmp.Or(cmp.Compare(r.Done[b], r.Done[a]), cmp.Compare(a, b))
		})
		for _, name := range names {
			fmt.Fprintf(w, "%6d  %s\n", r.Done[name], name)
		}
	}
	section(w, "Nothing is written without -anyway", r.Stops)
	section(w, fmt.Sprintf("Left by hand: %d", len(r.Left)), r.Left)
	section(w, "Compiles and behaves differently", r.Differs)
	lines(w, "Exported with another type, for the changelog", r.Exports)
	section(w, "Not edited", r.Ignored)
	lines(w, "Next", r.Next)
}

// lines writes a list under a title.
func lines(w io.Writer, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(w, "\n%s\n  %s\n", title, strings.Join(list, "\n  "))
	}
}

// section writes findings under a title, those together of which the same is
// to be said.
func section(w io.Writer, title string, list []finding) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for i, f := range list {
		same := func(g finding) bool { return g.Name == f.Name && g.Text == f.Text }
		if slices.ContainsFunc(list[:i], same) {
			continue
		}
		for _, g := range list[i:] {
			if same(g) {
				fmt.Fprintf(w, "  %s\n", g.place())
			}
		}
		text := f.Text
		if f.Name != "" {
			text = f.Name + ": " + text
		}
		fmt.Fprintf(w, "      %s\n", text)
	}
}
