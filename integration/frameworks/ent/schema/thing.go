// Package schema contains the schemas from which ent generates code.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/seed-8298af95/uuid"
)

// A Thing contains an ID of each type.
type Thing struct{ ent.Schema }

// Fields returns the fields of a Thing.
func (Thing) Fields() []ent.Field {
	return []ent.Field{
		//snippet:entgo.io/ent
		field.UUID("id", uuid.UUID{}).Default(uuid.NewV7),
		field.UUID("owner", uuid.Null{}).Optional(),
		field.UUID("boss", uuid.UUID{}).Optional().Nillable(), // or no row with NULL can be read
		//end
	}
}
