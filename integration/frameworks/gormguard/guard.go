// Package gormguard makes gorm reject conditions that compare the primary key with the individual
// bytes of an ID. Copy the package into a service that uses gorm and stores IDs as 16 bytes.
package gormguard

import (
	"errors"
	"slices"

	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errID = errors.New(`gorm does not compare the primary key with this ID: write "id = ?", id`)

// Register makes db refuse a condition that is the text of an ID, or a list of the 16 bytes of an ID.
func Register(db *gorm.DB) error {
	c := db.Callback()
	return errors.Join(
		c.Query().Before("*").Register("ids", refuse),
		c.Row().Before("*").Register("ids", refuse), // Row, Rows
		c.Update().Before("*").Register("ids", refuse),
		c.Delete().Before("*").Register("ids", refuse),
	)
}

// refuse adds an error to a statement with such a condition.
func refuse(db *gorm.DB) {
	for _, c := range db.Statement.Clauses {
		if ofID(c.Expression) {
			db.AddError(errID)
			// gorm ignores the error of a subquery. The text below is not SQL, so the
			// database refuses the query around it.
			db.Statement.SQL.WriteString("<an ID>")
			return
		}
	}
}

// ofID reports whether a condition is the string of an ID, or compares the primary key with
// 16 numbers of type byte.
func ofID(e clause.Expression) bool {
	switch e := e.(type) {
	case clause.Where:
		return slices.ContainsFunc(e.Exprs, ofID)
	case clause.GroupBy:
		return slices.ContainsFunc(e.Having, ofID)
	case clause.AndConditions:
		return slices.ContainsFunc(e.Exprs, ofID)
	case clause.OrConditions:
		return slices.ContainsFunc(e.Exprs, ofID)
	case clause.NotConditions:
		return slices.ContainsFunc(e.Exprs, ofID)
	case clause.Expr: // gorm builds this from a lone string
		return uuid.Valid(e.SQL)
	case clause.IN: // gorm builds this from a lone 16-byte ID
		column, _ := e.Column.(clause.Column)
		return column.Name == clause.PrimaryKey && len(e.Values) == 16 && !slices.ContainsFunc(e.Values, notByte)
	}
	return false
}

func notByte(value any) bool {
	_, is := value.(byte)
	return !is
}
