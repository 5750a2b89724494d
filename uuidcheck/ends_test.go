// Proves which ends of an index are read.
package main

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A rangeServer keeps the ranges that it is asked for.
type rangeServer struct {
	lite
	ranges []valueRange
	values []value
	fails  int // the number of the range that fails
}

func (s *rangeServer) Range(_ context.Context, _ *column, r valueRange) ([]value, error) {
	s.ranges = append(s.ranges, r)
	if len(s.ranges) == s.fails {
		return nil, tooSlow
	}
	return s.values, nil
}

// TestEnds checks the three ranges of an index that are read, and when none is.
func TestEnds(t *testing.T) {
	low := uuid.MinV7(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)).String()
	describe := func(r valueRange) string {
		end := func(v value) string {
			id, err := uuid.Parse(v.data)
			made, _ := id.Time()
			switch ahead := time.Until(made); {
			case v.storage == isNull:
				return "-"
			case v.data == low:
				return "2020"
			case err == nil && 23*time.Hour < ahead && ahead < 25*time.Hour:
				return "tomorrow"
			}
			return v.data
		}
		return fmt.Sprint(end(r.low), " ", end(r.high), " ", r.descending, " ", r.rows)
	}
	want := []string{"2020 tomorrow true 100", "tomorrow - true 100", "- 2020 false 100"}
	found := []value{{isText, v7(0).String()}, {isText, "x"}}
	for _, tt := range []struct {
		name   string
		change func(s *rangeServer, c *column)
		ranges int
		values int
		err    error
	}{
		{"read", func(*rangeServer, *column) {}, 3, 1, nil},
		{"the first fails", func(s *rangeServer, _ *column) { s.fails = 1 }, 1, 0, tooSlow},
		{"the last fails", func(s *rangeServer, _ *column) { s.fails = 3 }, 3, 0, tooSlow},
		{"no index", func(_ *rangeServer, c *column) { c.indexed = false }, 0, 0, nil},
		{"array", func(_ *rangeServer, c *column) { c.array = true }, 0, 0, nil},
		{"complete", func(_ *rangeServer, c *column) { c.sample.complete = true }, 0, 0, nil},
		{"not sorted", func(_ *rangeServer, c *column) {
			c.sample = collect(valuesOf(1, encoded(uuid.Base58, v4)), kindText, false)
		}, 0, 1, nil},
	} {
		s, c := &rangeServer{values: found}, &column{indexed: true}
		tt.change(s, c)
		if err := c.readEnds(t.Context(), s); err != tt.err {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, r := range s.ranges {
			got = append(got, describe(r))
		}
		if !slices.Equal(got, want[:tt.ranges]) || len(c.sample.values) != tt.values {
			t.Errorf("%s: ranges %q, %d values, want %q and %d", tt.name, got, len(c.sample.values), want[:tt.ranges],
				tt.values)
		}
	}
}
