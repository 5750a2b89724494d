// Package frameworks tests that packages commonly used in services preserve UUIDs.
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

// TestMain creates databases on PostgreSQL and MariaDB and runs the tests. The tests for Redis and
// ClickHouse connect to their own servers.
func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &address))
}

// A framework is a row of the table in README.md.
type framework struct {
	name    string
	through string // part of the framework that the row tests

	// asIs contains the round trips without extra code. line contains the round trips that use the
	// code from code.md.
	asIs, line places

	// holds reports whether the framework accepts a UUID. If holds is nil, the framework accepts
	// all UUIDs.
	holds func(uuid.UUID) bool
}

// places contains the round trips through each part of a framework, for example the path and the
// query of a request.
type places []roundTrips

// roundTrips contains a round trip for each kind. A kind that the framework does not support has
// the zero value.
type roundTrips [len(kinds)]roundTrip

// every returns places in which each round trip serves all kinds.
func every(each ...roundTrip) (p places) {
	for _, w := range each {
		p = append(p, roundTrips{w, w, w})
	}
	return p
}

// has reports whether the places support a kind.
func (p places) has(kind int) bool { return len(p) > 0 && p[0][kind].read != nil }

// take sends every ID through every place and returns the first error.
func (p places) take(kind int, all []uuid.UUID) error {
	for _, roundTrips := range p {
		if err := roundTrips[kind].take(kinds[kind], all); err != nil {
			return err
		}
	}
	return nil
}

// TestFrameworks sends every UUID through every framework. The test compares the results with the
// table in README.md. It also checks the lines of code that code.md shows for some frameworks.
func TestFrameworks(t *testing.T) {
	var rows [][]string
	var needed lines
	all := slices.Concat(
		web, config, validation, databases(t), stores, caches, analytics, encoders, interfaces, schemaGenerators, logs,
	)
	for _, f := range all {
		rows = append(rows, f.row(t, &needed))
	}
	header := []string{"Framework", "Through", "`UUID`", "`*UUID`", "`Null`", "Written as", "Missing", "Empty",
		"Invalid"}
	readme.Block(t, "README.md", "frameworks", readme.Table(header, rows))
	readme.Block(t, "code.md", "lines", needed.markdown(t))
}

// row sends documents of all kinds with all IDs through the framework and returns the table row. If
// a kind needs extra code, row adds the framework to needed.
func (f framework) row(t *testing.T, needed *lines) []string {
	// The first failure ends a round trip. The example comes first, so the errors in code.md
	// quote it.
	all := append([]uuid.UUID{example}, ids.All()...)
	if f.holds != nil {
		all = slices.DeleteFunc(all, func(id uuid.UUID) bool { return !f.holds(id) })
	}
	row := []string{f.name, f.through}
	var written, missing, empty, bad, changed cell
	useless := len(f.line) > 0 // false once a kind needs the code
	for i, k := range kinds {
		verdict, works, err := f.verdict(i, all)
		row = append(row, verdict)
		if verdict == f.link() {
			useless = false
			needed.add(f, k, err)
		}
		for _, roundTrips := range works {
			w := roundTrips[i]
			form, _ := w.writes(k)
			written.add(form)
			missing.add(w.misses(k))
			empty.add(w.reads(w.empty, k))
			results, changes := w.refuses(k)
			bad.add(results...)
			if changes {
				changed.add("`" + k.name + "`")
			}
		}
	}
	if useless {
		t.Errorf("%s through %s works without its extra code", f.name, f.through)
	}
	refused := bad.String()
	if len(changed) > 0 {
		refused += "; changes " + changed.String()
	}
	return append(row, written.String(), missing.String(), empty.String(), refused)
}

// verdict returns the table cell for a kind: the framework works as is, works with extra code, or
// does not work. verdict also returns the places that work and the error that occurs without that
// code.
func (f framework) verdict(kind int, all []uuid.UUID) (verdict string, works places, err error) {
	if f.asIs.has(kind) {
		err = f.asIs.take(kind, all)
		if err == nil {
			return "as is", f.asIs, nil
		}
	}
	if f.line.has(kind) {
		// If the extra code fixes the failure, code.md shows the error without it, so keep err.
		// If the extra code fails too, its error decides the verdict.
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

// link returns a link to the framework's lines of code.
func (f framework) link() string { return "[with code](code.md#" + anchor(f.name) + ")" }

// A cell contains the distinct results that share a table cell.
type cell []string

func (c *cell) add(results ...string) {
	for _, r := range results {
		if r != "" && !slices.Contains(*c, r) {
			*c = append(*c, r)
		}
	}
}

func (c cell) String() string { return strings.Join(c, ", ") }
