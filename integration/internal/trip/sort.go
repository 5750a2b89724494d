package trip

import (
	"slices"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// Sort has the database sort all IDs in every column. The test fails unless the result agrees with
// Column.Sorts.
func Sort(t *testing.T, s Session, columns []Column) {
	for _, c := range columns {
		all := c.all()
		slices.SortFunc(all, uuid.UUID.Compare)
		if got := s.Sorted(t, c, all); slices.Equal(got, all) != c.Sorts {
			t.Errorf("%s sorts like Compare: %t, want %t", c.Type, !c.Sorts, c.Sorts)
		}
	}
}

// Sorted returns all IDs in the order in which the database sorts the column.
func (s Session) Sorted(t *testing.T, c Column, all []uuid.UUID) (sorted []uuid.UUID) {
	k := c.first()
	err := s.inTable(c, func(table string) error {
		for i, id := range all {
			// Shuffle the primary keys, because the table must not already be in ID order.
			if err := s.insert(table, i*7919%len(all), k.value(&id)); err != nil {
				return err
			}
		}
		return s.Query("select id from "+table+" order by id", func(scan Scan) error {
			var id uuid.UUID
			defer func() { sorted = append(sorted, id) }()
			return scan(&id)
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return sorted
}
