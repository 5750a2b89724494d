package trip

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// errChanged reports the worst result: a different value comes back, without an error from the
// driver.
var errChanged = errors.New("came back as a different UUID")

// Take stores all IDs and NULL in every column as values of every kind, and reads them back. The
// test fails if a kind in Column.Kinds does not preserve all of them. Take returns the header and
// the rows of a table with the results for all kinds.
func Take(t *testing.T, sessions []Session, columns []Column) (header []string, rows [][]string) {
	header = []string{"Through", "Column"}
	for _, k := range Kinds() {
		header = append(header, "`"+k.Name+"`")
	}
	for _, s := range sessions {
		for _, c := range columns {
			row := []string{s.Name, "`" + c.Type + "`"}
			for _, k := range Kinds() {
				// The table shows all results, but only the kinds in Column.Kinds must succeed.
				err := s.take(c, k, c.all())
				if err != nil && c.has(k) {
					t.Errorf("%s, %s, %s: %v", s.Name, c.Type, k.Name, err)
				}
				row = append(row, outcome(err))
			}
			rows = append(rows, row)
		}
	}
	return header, rows
}

func outcome(err error) string {
	switch {
	case err == nil:
		return "yes"
	case errors.Is(err, errChanged):
		return "**changed**"
	}
	return "error"
}

// take stores all IDs in a column as values of kind k, including NULL if k can represent it, and
// reads them back. take returns the first error.
func (s Session) take(c Column, k Kind, all []uuid.UUID) error {
	var stops []*uuid.UUID
	for i := range all {
		stops = append(stops, &all[i])
	}
	if k.Nullable {
		stops = append(stops, nil)
	}
	return s.inTable(c, func(table string) error {
		for i, id := range stops {
			if err := s.insert(table, i, k.value(id)); err != nil {
				return fmt.Errorf("insert %v: %w", id, err)
			}
		}
		i := 0
		return s.Query("select id from "+table+" order by n", func(scan Scan) error {
			i++
			return k.arrives(scan, stops[i-1])
		})
	})
}

// arrives scans a value into kind k, and returns an error unless the result is want.
func (k Kind) arrives(scan Scan, want *uuid.UUID) error {
	before := ids.Example()
	dest := k.dest(&before)
	if err := scan(dest); err != nil {
		return fmt.Errorf("scan %v: %w", want, err)
	}
	got := k.read(dest)
	if (got == nil) != (want == nil) || got != nil && *got != *want {
		return fmt.Errorf("%w: %v as %v", errChanged, want, got)
	}
	return nil
}
