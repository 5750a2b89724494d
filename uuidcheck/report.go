package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A report is what a run found.
type report struct {
	server       string
	columns      []*column // that hold IDs
	unread       []unread
	skippedViews int
}

// An unread table could not be read, or only in part.
type unread struct {
	schema, table string
	reason        string
}

// count returns the number of findings of a level.
func (r *report) count(level level) int {
	n := 0
	for _, c := range r.columns {
		for _, f := range c.findings {
			if f.level == level {
				n++
			}
		}
	}
	return n
}

// print writes the report for people.
func (r *report) print(out io.Writer, examples bool) error {
	w := new(strings.Builder)
	fmt.Fprintf(w, "%s: %s with IDs\n", r.server, plural(len(r.columns), "column"))
	r.printLevel(w, "WRONG", wrong, examples)
	r.printLevel(w, "WARNINGS", warning, examples)
	r.printHealthy(w)
	if len(r.unread) > 0 {
		fmt.Fprintf(w, "\nNOT READ\n\n")
	}
	stopped := 0
	for _, u := range r.unread {
		if u.reason == interrupted.Error() {
			stopped++
			continue
		}
		name := (&table{schema: u.schema, name: u.table}).title()
		fmt.Fprintf(w, "%s: %s\n", name, u.reason)
	}
	if stopped > 0 {
		fmt.Fprintf(w, "%s: interrupted\n", plural(stopped, "table"))
	}
	fmt.Fprintf(w, "\n%d wrong, %s; %s not read, %s skipped\n", r.count(wrong), plural(r.count(warning), "warning"),
		plural(len(r.unread), "table"), plural(r.skippedViews, "view"))
	_, err := io.WriteString(out, w.String())
	return err
}

func (r *report) printLevel(w io.Writer, title string, level level, examples bool) {
	for _, c := range r.columns {
		for _, f := range c.findings {
			if f.level != level {
				continue
			}
			if title != "" {
				fmt.Fprintf(w, "\n%s\n", title)
				title = ""
			}
			fmt.Fprintf(w, "\n%s (%s)\n%s", c.title(), c.summary(), wrap(f.message))
			if f.example != "" && examples {
				fmt.Fprintf(w, "  Example: %s\n", f.example)
			}
			fmt.Fprintf(w, "  %s\n", f.url())
		}
	}
}

// printHealthy writes a line for each column without a finding.
func (r *report) printHealthy(w io.Writer) {
	var names, types []string
	for _, c := range r.columns {
		if len(c.findings) == 0 {
			names = append(names, c.title())
			types = append(types, c.summary())
		}
	}
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(w, "\nHEALTHY\n\n")
	longest := slices.MaxFunc(names, func(a, b string) int { return len(a) - len(b) })
	for i, name := range names {
		fmt.Fprintf(w, "%-*s  %s\n", min(len(longest), 40), name, types[i])
	}
}

// summary is the report's line on a column.
func (c *column) summary() string {
	parts := []string{cmp.Or(c.declared, "no type")} // in SQLite, a column does not need a type
	switch {
	case c.key:
		parts = append(parts, "key")
	case c.reference != nil:
		parts = append(parts, "refers to "+c.reference.table)
	case c.unique:
		parts = append(parts, "unique")
	}
	if c.mayBeNull() {
		parts = append(parts, "NULL allowed")
	}
	if content := c.content(); content != "" {
		parts = append(parts, content)
	}
	if goType := c.goType(); goType != "" {
		parts = append(parts, goType)
	}
	return strings.Join(parts, ", ")
}

// wrap breaks a paragraph into indented lines of at most 100 characters.
func wrap(s string) string {
	const width = 100
	var b strings.Builder
	length := 0
	for _, word := range strings.Fields(s) {
		switch {
		case length == 0 || length+1+len(word) > width:
			if length > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("  ")
			length = 2
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	b.WriteByte('\n')
	return b.String()
}

// plural returns "1 table" or "2 tables".
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
