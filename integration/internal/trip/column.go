package trip

import (
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// A Column is a column type of a database.
type Column struct {
	Type string

	// Kinds are the names of the Go types for such a column, with spaces between them. These
	// types must store and read all IDs.
	Kinds string

	// Bad are values that such a column can store, but that are not UUIDs.
	Bad []any

	// Holds reports whether such a column can store a UUID. If nil, it can store all.
	Holds func(uuid.UUID) bool

	// Sorts is true if the database sorts such a column as Compare does.
	Sorts bool
}

func (c Column) has(k Kind) bool { return slices.Contains(strings.Fields(c.Kinds), k.Name) }

// all returns all IDs that the column can store.
func (c Column) all() []uuid.UUID {
	all := ids.All()
	if c.Holds == nil {
		return all
	}
	return slices.DeleteFunc(all, func(id uuid.UUID) bool { return !c.Holds(id) })
}

// first returns the first kind of the column.
func (c Column) first() Kind {
	all := Kinds()
	return all[slices.IndexFunc(all, func(k Kind) bool { return strings.HasPrefix(c.Kinds+" ", k.Name+" ") })]
}

// table returns the name of the table with such a column. It contains the type of the column,
// because pgx keeps prepared statements by their text.
func (c Column) table() string {
	words := strings.FieldsFunc(c.Type, func(r rune) bool { return strings.ContainsRune(`() "`, r) })
	return "trip_" + strings.Join(words, "_")
}
