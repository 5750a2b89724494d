// Package frameworks takes UUIDs through what services import.
package frameworks

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
)

func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &address))
}

// A framework is a row of the table.
type framework struct {
	name    string
	through string // what of it is used

	// asIs are the ways as they are, line those with the lines that README.md
	// has under the name.
	asIs, line places

	// holds tells which UUIDs may pass; nil is all.
	holds func(uuid.UUID) bool
}

// places has the ways through each thing that a framework is used through.
type places []ways

// ways has the way of the documents of each of kinds, the zero value where
// there is none.
type ways [len(kinds)]way

// every returns places with ways that are the same for every kind.
func every(each ...way) (p places) {
	for _, w := range each {
		p = append(p, ways{w, w, w})
	}
	return p
}

// has reports whether there are ways for a kind.
func (p places) has(kind int) bool { return len(p) > 0 && p[0][kind].read != nil }

// take takes all IDs through all places.
func (p places) take(kind int, all []uuid.UUID) error {
	for _, ways := range p {
		if err := ways[kind].take(kinds[kind], all); err != nil {
			return err
		}
	}
	return nil
}

// TestFrameworks takes every UUID through every framework. It checks the table
// of what became of them and the lines that some frameworks need.
func TestFrameworks(t *testing.T) {
	var rows [][]string
	var needed lines
	for _, f := range slices.Concat(web, config, validation, databases(t), stores, caches, analytics, encoders, brokers(t), interfaces, rules, schemaGenerators, logs, comparisons) {
		rows = append(rows, f.row(t, &needed))
	}
	header := []string{"Framework", "Through", "`UUID`", "`*UUID`", "`Null`", "Written as", "Missing", "Empty", "No UUID"}
	readme.Block(t, "README.md", "frameworks", readme.Table(header, rows))
	readme.Block(t, "README.md", "lines", needed.markdown(t))
}

// row takes all IDs in documents of all kinds and returns the row of the table.
// It adds to needed what does not work as it is.
func (f framework) row(t *testing.T, needed *lines) []string {
	all := append([]uuid.UUID{example}, ids.All()...)
	if f.holds != nil {
		all = slices.DeleteFunc(all, func(id uuid.UUID) bool { return !f.holds(id) })
	}
	row := []string{f.name, f.through}
	var written, missing, empty, bad cell
	useless := len(f.line) > 0
	for i, k := range kinds {
		verdict, works, err := f.verdict(i, all)
		row = append(row, verdict)
		if verdict == f.link() {
			useless = false
			needed.add(f, k, err)
		}
		for _, ways := range works {
			w := ways[i]
			form, _ := w.writes(k)
			written.add(form)
			missing.add(w.misses(k))
			empty.add(w.reads(w.empty, k))
			bad.add(w.refuses(k)...)
		}
	}
	if useless {
		t.Errorf("%s through %s works without its line", f.name, f.through)
	}
	return append(row, written.String(), missing.String(), empty.String(), bad.String())
}

// verdict returns whether a kind works as it is, with a line, or not; the places
// where it does; and why it does not as it is.
func (f framework) verdict(kind int, all []uuid.UUID) (verdict string, works places, err error) {
	if f.asIs.has(kind) {
		if err = f.asIs.take(kind, all); err == nil {
			return "as is", f.asIs, nil
		}
	}
	if f.line.has(kind) {
		failure := f.line.take(kind, all)
		if failure == nil {
			return f.link(), f.line, err
		}
		err = failure
	}
	switch {
	case err == nil:
		return "", nil, nil
	case errors.Is(err, errChanged):
		return "**changed**", nil, err
	}
	return "no", nil, err
}

// link returns a link to the lines.
func (f framework) link() string { return "[with a line](#" + anchor(f.name) + ")" }

// A cell is the different results of a row.
type cell []string

func (c *cell) add(results ...string) {
	for _, r := range results {
		if r != "" && !slices.Contains(*c, r) {
			*c = append(*c, r)
		}
	}
}

func (c cell) String() string { return strings.Join(c, ", ") }
