package main

import (
	"context"
	"fmt"
	"strings"
)

// Sample reads all of a small table, and rows along the primary key of a larger one.
func (s *mysqlServer) Sample(ctx context.Context, t *table) ([][]value, bool, error) {
	expressions := make([]string, len(t.columns))
	for i, c := range t.columns {
		expressions[i] = mysqlValue(c)
	}
	list := strings.Join(expressions, ", ")
	from := mysqlTable(t)
	if t.axis.column == "" || t.rows < sampleRows {
		query := fmt.Sprintf("SELECT %s FROM %s LIMIT %d", list, from, sampleRows+1)
		rows, err := s.values(ctx, 0, len(t.columns), query)
		if err != nil || len(rows) <= sampleRows || t.axis.column == "" {
			return rows, err == nil && len(rows) <= sampleRows, err
		}
	}
	keys := make([]string, len(t.axis.key))
	for i, column := range t.axis.key {
		keys[i] = "HEX(CONCAT(" + quoteMySQL(column) + "))" // HEX alone rounds a decimal
	}
	at := quoteMySQL(t.axis.column)
	w := walk{
		axis: t.axis,
		ends: func() (low, high value, err error) {
			var rows [][]value
			if t.axis.numeric {
				rows, err = s.values(ctx, 2, 0, endsQuery(at, at, from))
			} else {
				end := mysqlValue(&column{name: t.axis.column, kind: t.axis.kind})
				rows, err = s.values(ctx, 0, 2, endsQuery(end, at, from))
			}
			if err != nil {
				return value{}, value{}, err
			}
			return rows[0][0], rows[0][1], nil
		},
		rows: func(begin string, descending bool, limit int) ([][]value, error) {
			query := fmt.Sprintf("SELECT CONCAT_WS('-', %s), %s FROM %s %s", strings.Join(keys, ", "), list, from,
				fromPlace(at, begin, descending, limit))
			return s.values(ctx, 1, len(t.columns), query)
		},
		literal: mysqlLiteral,
	}
	return w.sample()
}
