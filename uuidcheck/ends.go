package main

import (
	"context"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

var (
	firstULID     = uuid.MinV7(time.Date(2012, 1, 1, 0, 0, 0, 0, time.UTC))
	firstVersion7 = uuid.MinV7(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))
)

// endOfTimes is after all IDs from clocks that are up to a day fast.
func endOfTimes() uuid.UUID { return uuid.MinV7(time.Now().Add(24 * time.Hour)) }

// readEnds reads the column's index in three places: the newest version 7 IDs, the values after them, and
// the values before all of them. Single IDs of a different version or with an odd time are there, and a
// sample of a large table would miss them.
func (c *column) readEnds(ctx context.Context, s server) error {
	if !c.indexed || c.array || c.sample.complete {
		return nil
	}
	low, sorts := c.spelling().encode(firstVersion7)
	high, _ := c.spelling().encode(endOfTimes())
	if !sorts {
		return nil
	}
	var found []judge.Value
	for _, r := range []valueRange{
		{low: low, high: high, descending: true, rows: endRows},
		{low: high, descending: true, rows: endRows},
		{high: low, rows: endRows},
	} {
		values, err := s.Range(ctx, c, r)
		if err != nil {
			return err
		}
		for _, v := range values {
			if j := read(v, c.kind); j.Form != judge.NoForm {
				found = append(found, j)
			}
		}
	}
	c.sample.add(found)
	return nil
}
