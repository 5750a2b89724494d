package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Pages of PostgreSQL.
const (
	smallTable   = 200 // pages up to which the first rows are read
	samplePages  = 50
	mostOfPages  = 200 // if a page has few rows
	maxLines     = 290 // rows in a page of 8 kB
	fewestSample = 100
)

// Sample reads all of a small table, and rows at random places of a larger one. LIMIT alone would return
// the oldest rows, and so would TABLESAMPLE with LIMIT, because it reads the pages in order.
func (s *postgresServer) Sample(ctx context.Context, t *table) ([][]value, bool, error) {
	expressions := make([]string, len(t.columns))
	for i, c := range t.columns {
		expressions[i] = postgresValue(c)
	}
	query := "SELECT " + strings.Join(expressions, ", ") + " FROM " + postgresTable(t)
	if t.kind == view {
		rows, err := s.values(ctx, plain, fmt.Sprintf("%s LIMIT %d", query, sampleRows))
		return rows, false, err
	}
	if t.pages <= smallTable {
		rows, err := s.values(ctx, plain, fmt.Sprintf("%s LIMIT %d", query, sampleRows+1))
		if err != nil || len(rows) <= sampleRows {
			return rows, err == nil, err
		}
		t.pages = max(t.pages, 1) // the statistics are old, or the pages are full
	}
	if t.kind == partitioned {
		rows, err := s.samplePartitions(ctx, t, query)
		return rows, false, err
	}
	size, err := s.read(ctx, plain, fmt.Sprintf("SELECT pg_relation_size(%s::regclass) / "+
		"current_setting('block_size')::int", postgresString(postgresTable(t))))
	if err != nil {
		return nil, false, err
	}
	pages := max(number(size[0][0]), 1)
	places := randomPlaces(pages, t.rows/max(t.pages, 1))
	rows, err := s.values(ctx, indexesOnly, fmt.Sprintf("%s WHERE ctid = ANY ('{%s}'::tid[])", query, places))
	if err == nil && len(rows) < fewestSample { // most places belong to rows that were changed or deleted
		part := min(100, 100*float64(samplePages)/float64(pages))
		rows, err = s.values(ctx, plain, fmt.Sprintf("%s TABLESAMPLE SYSTEM (%f) LIMIT %d", query, part, sampleRows))
	}
	return rows, false, err
}

// samplePartitions reads about sampleRows rows of all partitions together.
func (s *postgresServer) samplePartitions(ctx context.Context, t *table, query string) ([][]value, error) {
	part := 100.0
	if t.rows > sampleRows {
		part = 100 * sampleRows / float64(t.rows)
	}
	// The LIMIT is necessary because the statistics may be wrong.
	return s.values(ctx, plain, fmt.Sprintf("%s TABLESAMPLE SYSTEM (%f) LIMIT %d", query, part, 2*sampleRows))
}

// randomPlaces returns places of rows as a list of tids: pages and numbers in them.
func randomPlaces(pages, rowsOfPage int64) string {
	if rowsOfPage <= 0 {
		rowsOfPage = 100 // never analyzed
	}
	rowsOfPage = min(rowsOfPage, maxLines)
	picked := min(max(sampleRows/rowsOfPage, samplePages), mostOfPages, pages)
	ofPage := max(sampleRows/picked, 1)
	var places []string
	for page := range picked {
		at := page * pages / picked // spread evenly, at a random place of its part
		at += rand.Int64N(max(pages/picked, 1))
		for _, line := range rand.Perm(int(rowsOfPage))[:min(ofPage, rowsOfPage)] {
			places = append(places, fmt.Sprintf(`"(%d,%d)"`, at, line+1))
		}
	}
	return strings.Join(places, ",")
}
