// Proves that a sample along an axis contains both ends, rows between them, and each row once.
package main

import (
	"fmt"
	"strconv"
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
