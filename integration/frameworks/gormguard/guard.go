// Package gormguard is code to copy into a service that uses gorm with IDs in columns of
// 16 bytes.
package gormguard

import (
	"errors"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errBytes = errors.New(`gorm compares the primary key with each byte of an ID: write "id = ?", id`)

// Register makes db refuse each condition that gorm made of the 16 bytes of an ID.
func Register(db *gorm.DB) error {
	c := db.Callback()
	return errors.Join(
		c.Query().Before("*").Register("ids", refuse),
		c.Row().Before("*").Register("ids", refuse), // Row, Rows
		c.Update().Before("*").Register("ids", refuse),
		c.Delete().Before("*").Register("ids", refuse),
	)
}

func refuse(db *gorm.DB) {
	for _, c := range db.Statement.Clauses {
		if ofBytes(c.Expression) {
			db.AddError(errBytes)
			// gorm drops the error of a subquery. This is not SQL, so that the query
			// around it is an error too.
			db.Statement.SQL.WriteString("<16 bytes>")
			return
		}
	}
}

// ofBytes reports whether a condition compares the primary key with 16 numbers of a byte.
func ofBytes(e clause.Expression) bool {
	switch e := e.(type) {
	case clause.Where:
		return slices.ContainsFunc(e.Exprs, ofBytes)
	case clause.GroupBy:
		return slices.ContainsFunc(e.Having, ofBytes)
	case clause.AndConditions:
		return slices.ContainsFunc(e.Exprs, ofBytes)
	case clause.OrConditions:
		return slices.ContainsFunc(e.Exprs, ofBytes)
	case clause.NotConditions:
		return slices.ContainsFunc(e.Exprs, ofBytes)
	case clause.IN:
		column, _ := e.Column.(clause.Column)
		return column.Name == clause.PrimaryKey && len(e.Values) == 16 && !slices.ContainsFunc(e.Values, notByte)
	}
	return false
}

func notByte(value any) bool {
	_, is := value.(byte)
	return !is
}
