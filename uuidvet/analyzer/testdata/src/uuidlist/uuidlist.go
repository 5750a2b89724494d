package uuidlist

import (
	"database/sql"
	std "uuid"

	sq "github.com/Masterminds/squirrel"
	google "github.com/google/uuid"
	"github.com/huandu/go-sqlbuilder"
	"github.com/seed-8298af95/uuid"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"xorm.io/builder"
	"xorm.io/xorm"
)

const byID = "id IN (?)"

func wrong(db *gorm.DB, session *xorm.Session, u uuid.UUID, s std.UUID, a [16]byte) {
	db.Where(byID, u[:])                                              // want `16 numbers.*#query-builders-with-16-byte-ids`
	db.Where("name = ? AND id IN (?)", "x", s)                        // want `16 numbers`
	db.Delete(&struct{}{}, "id NOT IN (?)", a)                        // want `16 numbers`
	db.Where("id IN (?, ?)", a[:], u[:])                              // want `16 numbers`
	db.Exec("DELETE FROM t WHERE id IN (?)", a)                       // want `16 numbers`
	db.Raw("SELECT 1 FROM t WHERE id IN (?)", u[:])                   // want `16 numbers`
	db.Joins("JOIN t ON t.id IN (?)", u[:])                           // want `16 numbers`
	db.InnerJoins("JOIN t ON t.id IN (?)", u[:])                      // want `16 numbers`
	db.Where(gorm.Expr("id IN (?)", s))                               // want `16 numbers`
	db.Where(map[string]any{"id": u[:]})                              // want `16 numbers`
	db.Not(map[string]interface{}{"name": "x", "id": s, "owner": &a}) // want `16 numbers` `16 numbers`
	cond := map[string]any{"id": [16]byte(u)}                         // want `16 numbers`
	db.Where(cond)
	db.Where(clause.Eq{Column: "id", Value: a})  // want `most drivers reject an array`
	db.Where(clause.Neq{Column: "id", Value: s}) // want `most drivers reject an array`
	db.Where(clause.Eq{"id", s})                 // want `most drivers reject an array`

	sq.Delete("t").Where(sq.Eq{"id": s})              // want `16 numbers`
	sq.Delete("t").Where(sq.NotEq{"id": [16]byte(u)}) // want `16 numbers`
	sq.Select("n").Having(map[string]any{"id": s})    // want `16 numbers`
	sq.Delete("t").Where(map[string]any{"id": &s})    // want `16 numbers`

	bun.In(u[:])              // want `16 numbers`
	session.In("id", u[:])    // want `16 numbers`
	session.NotIn("id", a[:]) // want `16 numbers`
	builder.In("id", u[:])    // want `16 numbers`
	builder.NotIn("id", s[:]) // want `16 numbers`

	sqlbuilder.Flatten([]uuid.UUID{u})             // want `each ID into 16 numbers`
	sqlbuilder.Flatten([][]google.UUID{})          // want `each ID into 16 numbers`
	sqlbuilder.List([2]uuid.ID[uuid.Plain[int]]{}) // want `each ID into 16 numbers`
	sqlbuilder.List(s)                             // want `each ID into 16 numbers`
	sqlbuilder.List([]uuid.Binary{})               // want `each ID into 16 numbers`
}

func right(db *gorm.DB, session *xorm.Session, u uuid.UUID, b uuid.Binary, g google.UUID, s std.UUID, n sql.Null[uuid.Binary], a [16]byte) {
	db.Where(byID, b)
	db.Where(byID, n)
	db.Where(byID, g)
	db.Where(byID, &s)
	db.Where(byID, []uuid.Binary{b})
	db.Where("id = ?", u[:])
	db.Where("(id = ?)", u[:])
	db.Where("id IN (?, ?)", b, u[:])
	db.Where(map[string]any{"id": b, "owner": g, "tenant": u, "n": 1})
	db.Where(map[any]any{"id": u[:]})
	db.Where(clause.Eq{Column: "id", Value: u[:]})
	db.Where(clause.Eq{Column: "id", Value: b})
	sq.Delete("t").Where(sq.Eq{"id": uuid.Binary(s)})
	sq.Delete("t").Where(sq.Eq{"id": g})
	sq.Delete("t").Where(sq.Eq{"id": u[:]})
	sq.Delete("t").Where(sq.Eq{"id": []std.UUID{s}})
	sq.Delete("t").Where(sq.GtOrEq{"id": s})
	sq.Delete("t").Where("id IN (?)", s)
	bun.In([]uuid.Binary{b})
	bun.List(u[:])
	session.In("id", b, b)
	session.In("id", u[:], u[:])
	session.In("id", []uuid.Binary{b})
	_ = map[string]any{"id": a}
	sqlbuilder.Flatten([]any{u})
	sqlbuilder.Flatten([]*uuid.UUID{&u})
	sqlbuilder.Flatten([]string{u.String()})
	sqlbuilder.List([]uuid.Null{})
	sqlbuilder.List([][]byte{u[:]})
	sqlbuilder.Flatten(&[]uuid.UUID{u})
	sqlbuilder.Flatten([]map[string]uuid.UUID{})
	sqlbuilder.List(make(chan uuid.UUID))
	sqlbuilder.List(tree{})
}

type tree []tree
