package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/seed-8298af95/uuid"
)

// A Task contains an ID that may be NULL in the database, but not in Go.
type Task struct{ ent.Schema }

// Fields returns the fields of a Task.
func (Task) Fields() []ent.Field {
	return []ent.Field{
		field.UUID("id", uuid.UUID{}).Default(uuid.NewV7),
		field.UUID("boss", uuid.UUID{}).Optional(),
	}
}
