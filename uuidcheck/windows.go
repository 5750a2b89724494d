package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// A sample along an axis has windowRows rows at each of windowCount random places, and ten times as
// many at both ends.
const (
	windowRows  = 25
	windowCount = 20
	endsRows    = 10 * windowRows
)

// An axis is the first column of a table's key, or SQLite's row number. MariaDB, MySQL and SQLite cannot pick
// rows at random, but quickly find the rows that follow a value of the key.
type axis struct {
	column  string   // "" if the table has no key
	key     []string // all columns of the key, which tell rows apart
	numeric bool
	kind    kind // if it is not numeric
}

// A walk reads rows along an axis.
type walk struct {
	axis axis
	// ends reads the smallest and the largest value of the axis.
	ends func() (low, high value, err error)
	// rows reads rows from a place onwards, or the first or last ones. The first value of each is the row's
	// key.
	rows func(from string, descending bool, limit int) ([][]value, error)
	// literal writes a value of the axis.
	literal func(value) string
}

// sample reads rows at both ends and at random places between them, each row once. It reports whether it has
// read all rows.
func (w walk) sample() (rows [][]value, complete bool, err error) {
	seen := make(map[string]bool)
	read := func(from string, descending bool, limit int) (int, error) {
		part, err := w.rows(from, descending, limit)
		for _, row := range part {
			if key := row[0].data; !seen[key] {
				seen[key] = true
				rows = append(rows, row[1:])
			}
		}
		return len(part), err
	}
	n, err := read("", false, endsRows)
	if err != nil || n < endsRows {
		return rows, err == nil, err
	}
	if _, err := read("", true, endsRows); err != nil {
		return rows, false, err
	}
	low, high, err := w.ends()
	if err != nil {
		return rows, false, err
	}
	between, ok := w.axis.between(low, high, w.literal)
	if !ok {
		return rows, false, nil
	}
	for range windowCount {
		if _, err := read(between(), false, windowRows); err != nil {
			return rows, false, err
		}
	}
	return rows, false, nil
}

// between returns a function that picks a place between two values of the axis at random. It returns
// false if the values are neither numbers nor IDs.
func (a axis) between(low, high value, literal func(value) string) (pick func() string, ok bool) {
	if a.numeric {
		from, err := strconv.ParseFloat(low.data, 64)
		to, err2 := strconv.ParseFloat(high.data, 64)
		return func() string {
			return strconv.FormatFloat(from+rand.Float64()*(to-from), 'f', 0, 64) // near enough
		}, err == nil && err2 == nil && from < to
	}
	first, last := read(low, a.kind), read(high, a.kind)
	spelled := spellingOf(first)
	from, _ := first.ID.Uint64s()
	to, _ := last.ID.Uint64s()
	_, sorts := spelled.encode(first.ID)
	ok = first.Form != judge.NoForm && last.Form == first.Form && sorts && from < to
	return func() string {
		const version7 = 0x7000 // MariaDB's uuid rejects other variants, and sorts some versions differently
		hi := from + rand.Uint64N(to-from)
		if first.Form == judge.Native {
			hi = hi&^0xf000 | version7
		}
		v, _ := spelled.encode(uuid.FromUint64s(hi, 0x8000_0000_0000_0000))
		return literal(v)
	}, ok
}

// fromPlace is the condition, the order and the limit of a part of a walk.
func fromPlace(at, from string, descending bool, limit int) string {
	condition := ""
	if from != "" {
		condition = fmt.Sprintf("WHERE %s >= %s ", at, from)
	}
	direction := ""
	if descending {
		direction = " DESC"
	}
	return fmt.Sprintf("%sORDER BY %s%s LIMIT %d", condition, at, direction, limit)
}

// endsQuery returns a query for the smallest and the largest value of the axis, each of which is one
// read of the index.
func endsQuery(expression, at, from string) string {
	end := fmt.Sprintf("SELECT %s FROM %s ORDER BY %s", expression, from, at)
	return fmt.Sprintf("SELECT (%s LIMIT 1), (%s DESC LIMIT 1)", end, end)
}
