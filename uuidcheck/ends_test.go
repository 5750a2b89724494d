package main

import (
	"context"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// lowest is a server whose columns contain the Nil UUID below all other IDs.
type lowest struct{ server }

func (lowest) Range(_ context.Context, _ *column, r valueRange) ([]value, error) {
	if r.low.storage != isNull {
		return nil, nil
	}
	return []value{{isText, uuid.Nil().String()}}, nil
}

// TestReadEndsReadsTheLowest checks that both ends of an index are read.
func TestReadEndsReadsTheLowest(t *testing.T) {
	c := &column{table: new(table), kind: kindUUID, indexed: true}
	if err := c.readEnds(t.Context(), lowest{}); err != nil {
		t.Fatal(err)
	}
	if n := c.sample.report.Nil; n != 1 {
		t.Errorf("read %d Nil UUIDs, want 1", n)
	}
}
