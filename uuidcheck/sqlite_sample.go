package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Sample reads a table whole if its row numbers lie close together, and otherwise both ends of the
// table and rows at random places between them. SQLite cannot pick rows at random itself.
func (s *sqliteServer) Sample(ctx context.Context, t *table) (rows [][]value, complete bool, err error) {
	expressions := make([]string, len(t.columns))
	for i, c := range t.columns {
		expressions[i] = sqliteValue(c.name)
	}
	list := strings.Join(expressions, ", ")
	from := quoteSQLite(t.name)
	if !t.axis.numeric {
		return s.sampleStart(ctx, t, list, from)
	}
	at := quoteSQLite(t.axis.column)
	var low, high sql.NullInt64
	// Each of the two reads one row: a query for both would read all.
	err = s.row(ctx, fmt.Sprintf("SELECT (SELECT min(%s) FROM %s), (SELECT max(%s) FROM "+
		"%s)", at, from, at, from), &low, &high)
	if err != nil || !low.Valid {
		return nil, err == nil, err
	}
	span := uint64(high.Int64) - uint64(low.Int64) // right also where the difference overflows int64
	if span < sampleRows {
		rows, err = s.values(ctx, len(t.columns), fmt.Sprintf("SELECT %s FROM %s LIMIT %d", list, from, sampleRows))
		return rows, err == nil, err
	}
	w := windows{seen: make(map[string]bool)}
	read := func(condition string, limit int) error {
		query := fmt.Sprintf("SELECT CAST(%s AS text), %s FROM %s %s LIMIT %d", at, list, from, condition, limit)
		part, err := s.values(ctx, 1+len(t.columns), query)
		w.add(part)
		return err
	}
	if err := read("ORDER BY "+at, windowRows*10); err != nil {
		return nil, false, err
	}
	if len(w.rows) < windowRows*10 {
		return w.rows, true, nil
	}
	if err := read("ORDER BY "+at+" DESC", windowRows*10); err != nil {
		return nil, false, err
	}
	for range windowCount {
		place := int64(uint64(low.Int64) + rand.Uint64N(span))
		if err := read(fmt.Sprintf("WHERE %s >= %d ORDER BY %s", at, place, at), windowRows); err != nil {
			return nil, false, err
		}
	}
	return w.rows, false, nil
}

// sampleStart reads the first rows of a table without row numbers.
func (s *sqliteServer) sampleStart(ctx context.Context, t *table, list, from string) ([][]value, bool, error) {
	rows, err := s.values(ctx, len(t.columns), fmt.Sprintf("SELECT %s FROM %s LIMIT %d", list, from, sampleRows+1))
	if len(rows) > sampleRows {
		return rows[:sampleRows], false, err
	}
	return rows, err == nil, err
}

// A sample along an axis has windowRows rows at each of windowCount random places, and ten times as
// many at both ends.
const (
	windowRows  = 25
	windowCount = 20
)

// windows collects rows that are read in several places, each row once.
type windows struct {
	seen map[string]bool // by the place on the axis
	rows [][]value
}

// add takes rows whose first value is the place on the axis.
func (w *windows) add(rows [][]value) {
	for _, row := range rows {
		place := row[0].data
		if !w.seen[place] {
			w.seen[place] = true
			w.rows = append(w.rows, row[1:])
		}
	}
}
