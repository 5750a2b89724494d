package trip

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// errChanged is the worst result: another value, without an error.
var errChanged = errors.New("came back as another UUID")

// Take stores all IDs and NULL in every column, and reads them back, in every kind. It fails if a
// kind of the column does not get all of them back. It returns the results of all kinds as the
// header and the rows of a table.
func Take(t *testing.T, sessions []Session, columns []Column) (header []string, rows [][]string) {
	header = []string{"Through", "Column"}
	for _, k := range Kinds() {
		header = append(header, "`"+k.Name+"`")
	}
	for _, s := range sessions {
		for _, c := range columns {
			row := []string{s.Name, "`" + c.Type + "`"}
			for _, k := range Kinds() {
				// The table shows all kinds, but only those of the column must succeed.
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

// take stores all, and NULL if k can hold it, in a column as values of kind k, and reads them back.
// It returns the first error.
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

// arrives returns an error unless a Scan into a value of kind k gives want.
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
