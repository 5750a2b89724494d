// Package gormguard makes gorm refuse statements that compare a column with the individual bytes of
// an ID, and conditions that are only an ID's text. Copy the package into a service that uses gorm.
package gormguard

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errID = errors.New(`gorm does not compare a column with this ID: write "id = ?" and uuid.Binary(id) for a ` +
	`16-byte column, or uuid.UUID(id) for others`)

// Register makes db refuse a statement that compares a column with each of an ID's 16 bytes, and a
// condition that is only an ID's text.
func Register(db *gorm.DB) error {
	c := db.Callback()
	return errors.Join(
		wrap(c.Create(), "gorm:create"),
		wrap(c.Query(), "gorm:query"),
		wrap(c.Row(), "gorm:row"), // Row, Rows
		wrap(c.Update(), "gorm:update"),
		wrap(c.Delete(), "gorm:delete"),
		wrap(c.Raw(), "gorm:raw"), // Exec
	)
}

// onlyText stands for a statement with a condition that is only an ID's text. It is not SQL, so even
// a statement that contains it as a subquery fails.
const onlyText = "<a condition that is only an ID's text>"

// wrap makes one of gorm's callbacks send its statement to a guard instead of the database.
func wrap(callbacks interface {
	Get(name string) func(*gorm.DB)
	Replace(name string, callback func(*gorm.DB)) error
}, name string) error {
	run := callbacks.Get(name)
	return callbacks.Replace(name, func(db *gorm.DB) {
		s := db.Statement
		for _, c := range s.Clauses {
			if isText(c.Expression) {
				s.SQL.WriteString(onlyText)
			}
		}
		for _, join := range s.Joins {
			if join.On != nil && isText(*join.On) {
				s.SQL.WriteString(onlyText)
			}
		}
		pool := s.ConnPool
		s.ConnPool = guard{pool}
		defer func() { s.ConnPool = pool }() // gorm's transactions need the pool itself
		run(db)
	})
}

// isText reports whether a condition is, or contains, only an ID's text.
func isText(e clause.Expression) bool {
	switch e := e.(type) {
	case clause.Where:
		return slices.ContainsFunc(e.Exprs, isText)
	case clause.GroupBy:
		return slices.ContainsFunc(e.Having, isText)
	case clause.AndConditions:
		return slices.ContainsFunc(e.Exprs, isText)
	case clause.OrConditions:
		return slices.ContainsFunc(e.Exprs, isText)
	case clause.NotConditions:
		return slices.ContainsFunc(e.Exprs, isText)
	case clause.Expr: // gorm builds this from a lone string
		return uuid.Valid(strings.TrimSpace(e.SQL))
	}
	return false
}

// A guard sends statements to the database, unless they are wrong.
type guard struct{ gorm.ConnPool }

func (g guard) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if wrong(query, args) {
		return nil, errID
	}
	return g.ConnPool.ExecContext(ctx, query, args...)
}

func (g guard) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if wrong(query, args) {
		return nil, errID
	}
	return g.ConnPool.QueryContext(ctx, query, args...)
}

func (g guard) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if wrong(query, args) {
		// Only database/sql can make a Row with an error.
		db := sql.OpenDB(unavailable{})
		defer db.Close()
		return db.QueryRowContext(ctx, query)
	}
	return g.ConnPool.QueryRowContext(ctx, query, args...)
}

// unavailable is a database that refuses connections.
type unavailable struct{}

func (unavailable) Connect(context.Context) (driver.Conn, error) { return nil, errID }
func (unavailable) Driver() driver.Driver                        { return nil }

// list matches a word and the list of at least 16 placeholders in parentheses after it.
var list = regexp.MustCompile(`(\w+)\s*\(((?:\?|[$@]p?(\d+))(?:,\s*(?:\?|[$@]p?\d+)){15,})`)

// wrong reports whether a statement contains onlyText, or a list of an ID's 16 bytes. The rows of an
// INSERT are not lists, because a table can have 16 columns of type uint8.
func wrong(query string, args []any) bool {
	if strings.Contains(query, onlyText) {
		return true
	}
	if !slices.ContainsFunc(args, isByte) { // nearly always, so the rest need not be fast
		return false
	}
	marks := strings.Count(query, "?")
	for _, m := range list.FindAllStringSubmatchIndex(query, -1) {
		if strings.EqualFold(query[m[2]:m[3]], "values") {
			continue
		}
		n := strings.Count(query[m[4]:m[5]], ",") + 1
		// Question marks in quotes have no arguments. If there are any, the list's arguments can
		// begin anywhere.
		first, known := strings.Count(query[:m[4]], "?"), marks == len(args)
		if m[6] >= 0 {
			number, _ := strconv.Atoi(query[m[6]:m[7]])
			first, known = number-1, true
		}
		for i := range len(args) - n + 1 {
			if (i == first || !known) && isID(args[i:i+n]) {
				return true
			}
		}
	}
	return false
}

func isByte(arg any) bool {
	_, ok := arg.(byte)
	return ok
}

// isID reports whether a list begins with exactly 16 bytes that can be an ID. Different numbers below
// 128 are keys of type uint8, because byte 8 of an ID is above 127.
func isID(list []any) bool {
	keys := make(map[byte]bool)
	for i, arg := range list[:min(len(list), 17)] {
		b, ok := arg.(byte)
		if ok != (i < 16) {
			return false
		}
		if ok && b < 128 {
			keys[b] = true
		}
	}
	return len(keys) < 16
}
