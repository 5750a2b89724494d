package main

import (
	"context"
	"fmt"
	"strings"
)

// Sample reads all of a table if its row numbers are close together. Otherwise it reads rows along them
// or, in a table without row numbers, along its key.
func (s *sqliteServer) Sample(ctx context.Context, t *table) ([][]value, bool, error) {
	expressions := make([]string, len(t.columns))
	for i, c := range t.columns {
		expressions[i] = sqliteValue(c.name)
	}
	list := strings.Join(expressions, ", ")
	from := quoteSQLite(t.name)
	at := quoteSQLite(t.axis.column)
	dense := false
	var low, high value
	if t.axis.column != "" {
		place := at
		if t.axis.numeric {
			place = "CAST(" + at + " AS text)"
		}
		rows, err := s.values(ctx, 2, endsQuery(place, at, from))
		if err != nil {
			return nil, false, err
		}
		low, high = rows[0][0], rows[0][1]
		dense = t.axis.numeric && areDense(low, high)
	}
	if t.axis.column == "" || dense {
		rows, err := s.values(ctx, len(t.columns), fmt.Sprintf("SELECT %s FROM %s LIMIT %d", list, from, sampleRows+1))
		return rows, err == nil && len(rows) <= sampleRows, err
	}
	keys := make([]string, len(t.axis.key))
	for i, column := range t.axis.key {
		keys[i] = "quote(" + quoteSQLite(column) + ")"
	}
	w := walk{
		axis: t.axis,
		ends: func() (value, value, error) { return low, high, nil },
		rows: func(place string, descending bool, limit int) ([][]value, error) {
			query := fmt.Sprintf("SELECT %s, %s FROM %s %s", strings.Join(keys, " || "), list, from,
				fromPlace(at, place, descending, limit))
			return s.values(ctx, 1+len(t.columns), query)
		},
		literal: sqliteLiteral,
	}
	return w.sample()
}

// areDense reports whether there are so few row numbers between two that all these rows can be read at
// once.
func areDense(low, high value) bool {
	var first, last int64
	if _, err := fmt.Sscan(low.data, &first); err != nil {
		return true // the table is empty
	}
	fmt.Sscan(high.data, &last)
	return uint64(last)-uint64(first) < sampleRows // right also where the difference overflows int64
}
