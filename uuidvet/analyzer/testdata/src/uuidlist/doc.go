package uuidlist

import (
	std "uuid"

	"github.com/Masterminds/squirrel"
	"github.com/seed-8298af95/uuid"
)

func doc(db squirrel.DeleteBuilder, id std.UUID) {
	db.Where(squirrel.Eq{"id": id}) // want `16 numbers`
	db.Where(squirrel.Eq{"id": uuid.UUID(id)})
}
