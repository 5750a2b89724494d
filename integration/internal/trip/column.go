package trip

import (
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// A Column is a database column type.
type Column struct {
	Type string

	// Kinds lists the Go types for the column, separated by spaces. Each of these types must store
	// all IDs and read them back.
	Kinds string

	// Bad lists values that the column can store but that are not UUIDs.
	Bad []any

	// Holds reports whether the column can store a UUID. If Holds is nil, the column can store all
	// UUIDs.
	Holds func(uuid.UUID) bool

	// Sorts is true if the database sorts the column as UUID.Compare does.
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

// first returns the first kind that c.Kinds lists.
func (c Column) first() Kind {
	all := Kinds()
	return all[slices.IndexFunc(all, func(k Kind) bool { return strings.HasPrefix(c.Kinds+" ", k.Name+" ") })]
}

// table returns the table name for the column. pgx caches prepared statements by SQL text, so each
// column type needs its own table name.
func (c Column) table() string {
	words := strings.FieldsFunc(c.Type, func(r rune) bool { return strings.ContainsRune(`() "`, r) })
	return "trip_" + strings.Join(words, "_")
}
