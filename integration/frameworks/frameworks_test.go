// Package frameworks sends UUIDs through packages that services import, and reads them back.
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

// TestMain runs the tests with new databases on PostgreSQL and MariaDB. The tests of Redis and ClickHouse
// connect themselves.
func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &address))
}

// A framework is a row of the table.
type framework struct {
	name    string
	through string // the part of it that is used

	// asIs has the ways without any addition. line has the ways with the lines
	// that README.md shows under the framework name.
	asIs, line places

	// holds reports whether the framework accepts a UUID. If it is nil, the
	// framework accepts all UUIDs.
	holds func(uuid.UUID) bool
}

// places has the ways through each part of a framework, for example through the
// path and the query of a request.
type places []ways

// ways has a way for each of kinds. It is the zero value if the framework does
// not support a kind.
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

// take passes all IDs through all places, and returns the first error.
func (p places) take(kind int, all []uuid.UUID) error {
	for _, ways := range p {
		if err := ways[kind].take(kinds[kind], all); err != nil {
			return err
		}
	}
	return nil
}

// TestFrameworks takes every UUID through every framework. It checks the table
// of the results, and the lines that some frameworks need.
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

// row takes all IDs in documents of all kinds, and returns the row of the table.
// If a kind needs the lines, row adds the framework to needed.
func (f framework) row(t *testing.T, needed *lines) []string {
	// The example is the first ID, so the errors in README.md quote it.
	all := append([]uuid.UUID{example}, ids.All()...)
	if f.holds != nil {
		all = slices.DeleteFunc(all, func(id uuid.UUID) bool { return !f.holds(id) })
	}
	row := []string{f.name, f.through}
	var written, missing, empty, bad, changed cell
	useless := len(f.line) > 0 // until a kind needs the lines
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
			results, changes := w.refuses(k)
			bad.add(results...)
			if changes {
				changed.add("`" + k.name + "`")
			}
		}
	}
	if useless {
		t.Errorf("%s through %s works without its lines", f.name, f.through)
	}
	refused := bad.String()
	if len(changed) > 0 {
		refused += "; changes " + changed.String()
	}
	return append(row, written.String(), missing.String(), empty.String(), refused)
}

// verdict returns the cell of a kind: whether it works as is, with a line, or not.
// It also returns the places that work, and the error of those without a line.
func (f framework) verdict(kind int, all []uuid.UUID) (verdict string, works places, err error) {
	if f.asIs.has(kind) {
		err = f.asIs.take(kind, all)
		if err == nil {
			return "as is", f.asIs, nil
		}
	}
	if f.line.has(kind) {
		// README.md shows the error without the lines. If the lines fail too, it shows the error with them.
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

// A cell has the different results of a row.
type cell []string

func (c *cell) add(results ...string) {
	for _, r := range results {
		if r != "" && !slices.Contains(*c, r) {
			*c = append(*c, r)
		}
	}
}

func (c cell) String() string { return strings.Join(c, ", ") }
