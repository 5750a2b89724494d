// Package gormguard makes gorm reject conditions that compare the primary key with the individual
// bytes of an ID. Copy the package into a service that uses gorm and stores IDs as 16 bytes.
package gormguard

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errID = errors.New(`gorm does not compare a column with this ID: write "id = ?", id, where id is a uuid.UUID or uuid.Binary`)

// Register makes db refuse a condition that is an ID string, or that compares a column with each of
// an ID's 16 bytes.
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
			// gorm ignores a subquery's error. The text below is not SQL, so the database
			// refuses the outer query.
			db.Statement.SQL.WriteString("<an ID>")
			return
		}
	}
}

// ofID reports whether a condition is an ID string, or compares a column with 16 numbers of type
// byte.
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
	case clause.Expr: // gorm builds this from a lone string, or from SQL with arguments
		return uuid.Valid(e.SQL) || slices.ContainsFunc(e.Vars, isArray)
	case clause.NamedExpr:
		return slices.ContainsFunc(e.Vars, isArray)
	case clause.IN: // gorm builds this from a lone 16-byte ID, or from 16 bytes in a map
		return len(e.Values) == 16 && !slices.ContainsFunc(e.Values, notByte)
	}
	return false
}

// isArray reports whether an argument is or contains an array that gorm writes as 16 numbers.
func isArray(arg any) bool {
	switch arg := arg.(type) {
	case driver.Valuer:
		return false
	case sql.NamedArg:
		return isArray(arg.Value)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(arg)), isArray)
	}
	t := reflect.TypeOf(arg)
	return t != nil && t.Kind() == reflect.Array && t.ConvertibleTo(reflect.TypeFor[[16]byte]())
}

func notByte(value any) bool {
	_, is := value.(byte)
	return !is
}
