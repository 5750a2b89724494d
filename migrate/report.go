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

// A finding is a place in the code base with a message.
type finding struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
}

func (f finding) compare(g finding) int {
	return cmp.Or(
		cmp.Compare(f.File, g.File),
		cmp.Compare(f.Line, g.Line),
		cmp.Compare(f.Column, g.Column),
		cmp.Compare(f.Text, g.Text),
	)
}

// findingAt returns a finding for a place in a file.
func (m *module) findingAt(f *file, pos token.Pos, name, text string) finding {
	p := f.fset.PositionFor(pos, false)
	return finding{File: m.relative(p.Filename), Line: p.Line, Column: p.Column, Name: name, Text: text}
}

// place returns the position in the compiler's format, file:line:column.
func (f finding) place() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

// A report describes the result of a run.
type report struct {
	Module  string         `json:"module"`
	Target  string         `json:"target"`
	Written bool           `json:"written"`
	Status  int            `json:"status"`  // the exit status
	Files   []string       `json:"files"`   // changed files
	Done    map[string]int `json:"done"`    // the number of changes of each kind
	Stops   []finding      `json:"stops"`   // reasons not to write
	Left    []finding      `json:"left"`    // places to edit by hand
	Facts   []fact         `json:"facts"`   // code that compiles but behaves differently, or may do so
	Exports []string       `json:"exports"` // exported names whose types have changed
	Ignored []finding      `json:"ignored"` // files and modules that are not edited, or that only mention a library
	Next    []string       `json:"next"`    // commands to run next

	all bool // whether writeText prints all places
}

// status returns the exit status for the report.
func (r *report) status() int {
	differs, _ := r.count()
	switch {
	case len(r.Stops) > 0 && !r.Written: // with -anyway, some reasons do not prevent writing
		return forbidden
	case len(r.Stops)+len(r.Left)+differs > 0:
		return readReport
	}
	return done
}

// count returns the number of facts in each class.
func (r *report) count() (differs, looks int) {
	for _, f := range r.Facts {
		if f.Sure {
			differs++
		}
	}
	return differs, len(r.Facts) - differs
}

// summary returns the first line, which counts the changed files and the findings.
func (r *report) summary() string {
	verb := "would change"
	if r.Written {
		verb = "changed"
	}
	differs, looks := r.count()
	text := fmt.Sprintf("%s: %s %d files to use %s; edit by hand: %d, differs: %d, look: %d",
		r.Module, verb, len(r.Files), r.Target, len(r.Left), differs, looks)
	if len(r.Stops) > 0 {
		text += fmt.Sprintf(", reasons not to write: %d", len(r.Stops))
	}
	return fmt.Sprintf("%s (exit status %d)", text, r.Status)
}

// sort sorts the findings by position and removes duplicates.
func (r *report) sort() {
	r.Facts = merged(r.Facts) // several modules in a repository may have the same fact
	for _, list := range r.lists() {
		slices.SortFunc(*list, finding.compare)
		*list = append([]finding{}, slices.Compact(*list)...) // in JSON, an empty list must be [], not null
	}
	// The sort is stable, so each class keeps the order of the table.
	classes := map[bool]int{true: 1, false: 2}
	slices.SortStableFunc(r.Facts, func(a, b fact) int { return cmp.Compare(classes[a.Sure], classes[b.Sure]) })
}

// merged returns facts, combining those that differ only in their places.
func merged(facts []fact) []fact {
	all := []fact{}
	for _, f := range facts {
		i := slices.IndexFunc(all, func(g fact) bool { return g.Name == f.Name && g.Text == f.Text && g.Do == f.Do })
		if i < 0 {
			all = append(all, f)
		} else {
			all[i].Places = append(all[i].Places, f.Places...)
		}
	}
	return all
}

// lists returns all lists of findings.
func (r *report) lists() []*[]finding {
	lists := []*[]finding{&r.Stops, &r.Left, &r.Ignored}
	for i := range r.Facts {
		lists = append(lists, &r.Facts[i].Places)
	}
	return lists
}

func (r *report) writeJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(r)
}

// Limits on the lists without -v. With these limits, the report on a large module fits on two
// screens.
const (
	maxGroups = 8
	maxPlaces = 3
	maxLines  = 6
)

func (r *report) writeText(w io.Writer) {
	fmt.Fprintln(w, r.summary())
	r.section(w, "Reasons not to write", r.Stops)
	r.section(w, fmt.Sprintf("Edit by hand: %d", len(r.Left)), r.Left)
	// All facts are shown, because their number does not grow with the module.
	classes := map[bool][]string{}
	for _, f := range r.Facts {
		classes[f.Sure] = append(classes[f.Sure], r.entry(f))
	}
	list(w, "Differs: this code behaves differently", classes[true])
	list(w, "Look: this code may behave differently", classes[false])
	var done []string
	for _, name := range slices.SortedFunc(maps.Keys(r.Done), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Done[b], r.Done[a]), cmp.Compare(a, b))
	}) {
		done = append(done, fmt.Sprintf("%4d  %s", r.Done[name], name))
	}
	list(w, "Done", r.first(done))
	list(w, fmt.Sprintf("Exported names with a new type, for the changelog: %d", len(r.Exports)), r.first(r.Exports))
	r.section(w, "Not edited", r.Ignored)
	list(w, "Next", r.Next)
}

// list writes entries under a title.
func list(w io.Writer, title string, entries []string) {
	if len(entries) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	for _, entry := range entries {
		fmt.Fprintln(w, "  "+entry)
	}
}

// first returns the first lines of a list, or all lines with -v.
func (r *report) first(lines []string) []string {
	if r.all || len(lines) <= maxLines+1 { // replacing a single line with a count would save nothing
		return lines
	}
	return append(slices.Clone(lines[:maxLines]), fmt.Sprintf("and %d more (use -v)", len(lines)-maxLines))
}

// section writes findings, with one entry per message. If there are too many messages, it shows
// those with the most places.
func (r *report) section(w io.Writer, title string, findings []finding) {
	var facts []fact
	for _, f := range findings {
		facts = append(facts, fact{Name: f.Name, Text: f.Text, Places: []finding{f}})
	}
	facts = merged(facts) // in the order of their first findings
	shown := len(facts)
	if !r.all && shown > maxGroups+1 {
		slices.SortStableFunc(facts, func(a, b fact) int { return cmp.Compare(len(b.Places), len(a.Places)) })
		shown = maxGroups
	}
	var entries []string
	rest := len(findings)
	for _, f := range facts[:shown] {
		entries = append(entries, r.entry(f))
		rest -= len(f.Places)
	}
	if rest > 0 {
		entries = append(entries, fmt.Sprintf("and %d more reasons with %d places (use -v)", len(facts)-shown, rest))
	}
	list(w, title, entries)
}

// entry returns a message with the number of its places, followed by the first places.
func (r *report) entry(f fact) string {
	text := strings.TrimPrefix(strings.TrimSuffix(f.Name+": "+f.Text+": "+f.Do, ": "), ": ")
	if len(f.Places) > 1 {
		text += fmt.Sprintf(" (%d places)", len(f.Places))
	}
	separator := "\n      "
	if !r.all {
		separator = " "
	}
	var names []string
	for i, place := range f.Places {
		// A few places are enough to recognize the kind of code.
		if i == maxPlaces && !r.all {
			names = append(names, "…")
			break
		}
		names = append(names, place.place())
	}
	return text + "\n      " + strings.Join(names, separator)
}
