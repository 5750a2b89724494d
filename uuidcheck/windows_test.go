// Proves that a sample along an axis contains both ends, rows between them, and each row once.
package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// numbered returns a walk along the numbers from 0 to n-1, which are both the keys and the values of its rows.
func numbered(n int) walk {
	cell := func(i int) value { return value{isText, strconv.Itoa(i)} }
	return walk{
		axis: axis{column: "n", key: []string{"n"}, numeric: true},
		ends: func() (low, high value, err error) { return cell(0), cell(n - 1), nil },
		rows: func(from string, descending bool, limit int) ([][]value, error) {
			i, step := 0, 1
			if from != "" {
				i, _ = strconv.Atoi(from)
			}
			if descending {
				i, step = n-1, -1
			}
			var rows [][]value
			for ; len(rows) < limit && 0 <= i && i < n; i += step {
				rows = append(rows, []value{cell(i), cell(i)})
			}
			return rows, nil
		},
		literal: func(v value) string { return v.data },
	}
}

func TestWalk(t *testing.T) {
	for n, wantComplete := range map[int]bool{1: true, endsRows - 1: true, endsRows: false, 1e5: false} {
		rows, complete, err := numbered(n).sample()
		seen := make(map[string]bool)
		middle := 0
		for _, row := range rows {
			if len(row) != 1 || seen[row[0].data] {
				t.Fatalf("%d rows: %v is read twice", n, row)
			}
			seen[row[0].data] = true
			if i, _ := strconv.Atoi(row[0].data); i >= endsRows && i < n-endsRows {
				middle++
			}
		}
		spread := n < 1e5 || middle > windowCount*windowRows/2
		if err != nil || complete != wantComplete || !seen["0"] || !seen[fmt.Sprint(n-1)] || !spread {
			t.Errorf("%d rows: read %d, %d of them between the ends; complete: %v, %v", n, len(rows), middle, complete,
				err)
		}
	}
}

// TestWalkOfEqualRows checks that rows are told apart by their key.
func TestWalkOfEqualRows(t *testing.T) {
	w := numbered(9)
	numberedRows := w.rows
	w.rows = func(from string, descending bool, limit int) ([][]value, error) {
		rows, err := numberedRows(from, descending, limit)
		for _, row := range rows {
			row[1] = value{isText, "same"}
		}
		return rows, err
	}
	if rows, complete, err := w.sample(); len(rows) != 9 || !complete || err != nil {
		t.Errorf("%d rows, complete: %v, %v", len(rows), complete, err)
	}
}

// TestWalkStops checks that the error of each query is returned, and that what was read before is kept.
func TestWalkStops(t *testing.T) {
	for fails, wantRows := range []int{0, endsRows, 2 * endsRows, 2 * endsRows} {
		w := numbered(1e5)
		numberedRows, numberedEnds := w.rows, w.ends
		queries := 0
		query := func() error {
			queries++
			if queries > fails {
				return tooSlow
			}
			return nil
		}
		w.rows = func(from string, descending bool, limit int) ([][]value, error) {
			if err := query(); err != nil {
				return nil, err
			}
			return numberedRows(from, descending, limit)
		}
		w.ends = func() (low, high value, err error) {
			if err := query(); err != nil {
				return value{}, value{}, err
			}
			return numberedEnds()
		}
		rows, complete, err := w.sample()
		if len(rows) != wantRows || complete || err != tooSlow || queries != fails+1 {
			t.Errorf("query %d fails: %d rows, complete: %v, %v; %d queries", fails, len(rows), complete, err, queries)
		}
	}
}

// TestBetween checks the places that are picked between two values of a key.
func TestBetween(t *testing.T) {
	const low, high = "019baa5a-4000-4000-8000-000000000001", "019baa5a-4000-8000-8000-000000000001"
	literal := func(v value) string { return v.data }
	text := func(s string) value { return value{isText, s} }
	for _, tt := range []struct {
		name      string
		axis      axis
		low, high value
		pattern   string // "" if no place can be picked
	}{
		{"numbers", axis{numeric: true}, text("10"), text("19"), `^1[0-9]$`},
		{"negative numbers", axis{numeric: true}, text("-19"), text("-10"), `^-1[0-9]$`},
		{"one number", axis{numeric: true}, text("10"), text("10"), ""},
		{"no low number", axis{numeric: true}, text("x"), text("10"), ""},
		{"no high number", axis{numeric: true}, text("10"), text("x"), ""},
		{"texts", axis{}, text(low), text(high), `^019baa5a-4000-[4-7]...-8000-000000000000$`},
		{"capitals", axis{}, text(strings.ToUpper(low)), text(strings.ToUpper(high)),
			`^019BAA5A-4000-[4-7]...-8000-000000000000$`},
		{"uuid", axis{kind: kindUUID}, text(low), text(high), `^019baa5a-4000-7...-8000-000000000000$`},
		{"one ID", axis{}, text(low), text(low), ""},
		{"in reverse", axis{}, text(high), text(low), ""},
		{"two forms", axis{}, text(low), text(strings.ToUpper(high)), ""},
		{"no IDs", axis{}, text("a"), text("b"), ""},
		{"no sorted IDs", axis{}, text(low + " "), text(high + " "), ""},
	} {
		pick, ok := tt.axis.between(tt.low, tt.high, literal)
		if ok != (tt.pattern != "") {
			t.Errorf("%s: a place can be picked: %v", tt.name, ok)
		}
		seen := make(map[string]bool)
		for range 50 {
			if !ok {
				continue
			}
			place := pick()
			seen[place] = true
			if !regexp.MustCompile(tt.pattern).MatchString(place) {
				t.Fatalf("%s: picked %s", tt.name, place)
			}
		}
		if ok && len(seen) < 2 {
			t.Errorf("%s: picked only %v", tt.name, seen)
		}
	}
}

// TestQueries checks the queries along an axis and of an index.
func TestQueries(t *testing.T) {
	low, high := value{isText, "a'b"}, value{isBytes, "\x00\xff"}
	rangeOf := func(r valueRange) string { return rangeQuery("hex(x)", "t", "x", sqliteLiteral, r) }
	const selected = "SELECT hex(x) AS uuidcheck_value FROM t WHERE x IS NOT NULL"
	for _, tt := range []struct{ got, want string }{
		{fromPlace("n", "", false, 5), "ORDER BY n LIMIT 5"},
		{fromPlace("n", "7", true, 6), "WHERE n >= 7 ORDER BY n DESC LIMIT 6"},
		{endsQuery("hex(n)", "n", "t"),
			"SELECT (SELECT hex(n) FROM t ORDER BY n LIMIT 1), (SELECT hex(n) FROM t ORDER BY n DESC LIMIT 1)"},
		{rangeOf(valueRange{rows: 3}), selected + " ORDER BY x LIMIT 3"},
		{rangeOf(valueRange{low: low, rows: 3}), selected + " AND x >= 'a''b' ORDER BY x LIMIT 3"},
		{rangeOf(valueRange{high: high, descending: true, rows: 4}),
			selected + " AND x < x'00ff' ORDER BY x DESC LIMIT 4"},
		{rangeOf(valueRange{low: low, high: high, rows: 4}),
			selected + " AND x >= 'a''b' AND x < x'00ff' ORDER BY x LIMIT 4"},
		{quoteSQLite(`a"b`), `"a""b"`},
	} {
		if tt.got != tt.want {
			t.Errorf("%s\nwant %s", tt.got, tt.want)
		}
	}
}
