package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

// A Member contains typed IDs and a 16-byte ID.
type Member struct{ ent.Schema }

// Fields returns the fields of a Member.
func (Member) Fields() []ent.Field {
	return []ent.Field{
		//snippet:typed/entgo.io/ent
		// type EntMemberID struct{ MemberID }, because ent does not support generic types
		field.UUID("id", shop.EntMemberID{}).Default(shop.NewEntMemberID),
		field.UUID("referrer", shop.EntMemberID{}).Optional().Nillable(),
		//end
		field.UUID("binary", uuid.Binary{}).SchemaType(map[string]string{"postgres": "bytea"}),
	}
}
