package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }

var small = plan{rows: 160, late: 30 * time.Millisecond, skew: 10 * time.Millisecond, lag: time.Second, ids: 200_000,
	table: 12_800, parts: 4}

// TestReaders checks the number of rows that a reader misses with one writer and with several. A
// reader with a horizon may miss a row only if a transaction took longer than the lag.
func TestReaders(t *testing.T) {
	for _, writers := range []int{1, 16} {
		r, err := readAlong(small, address, writers)
		if err != nil || r.committed != small.rows {
			t.Fatalf("%+v, %v", r, err)
		}
		if (r.plain > 0) != (writers > 1) {
			t.Errorf("%d writers: a reader without a horizon missed %d rows", writers, r.plain)
		}
		if r.horizon > 0 && r.longest+2*small.skew < small.lag {
			t.Errorf("%d writers: the reader with a horizon missed %d rows, but no transaction took longer than %v",
				writers, r.horizon, r.longest)
		}
	}
}

// TestShortLag checks that a reader misses rows if its lag is too short.
func TestShortLag(t *testing.T) {
	p := small
	p.lag = time.Millisecond
	if r, err := readAlong(p, address, 16); err != nil || r.horizon == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOrder(t *testing.T) {
	for _, d := range differences {
		o, err := simulateOrder(small.ids, d)
		if err != nil {
			t.Fatal(err)
		}
		// The clocks of the two hosts differ by up to d. The extra millisecond allows for the
		// fraction that NewV7 chooses when a clock shows a whole millisecond.
		if o.furthest > d+time.Millisecond {
			t.Errorf("%v: a pair %v apart is in the wrong order", d, o.furthest)
		}
		if d >= time.Millisecond && (o.displaced == 0 || o.neighbours == 0 || o.furthest < d/2) {
			t.Errorf("%v: %+v", d, o)
		}
	}
}

func TestFurthest(t *testing.T) {
	id := func(n uint64) uuid.UUID { return uuid.FromUint64s(0, n) }
	for _, test := range []struct {
		name string
		ids  []uint64
		want int // seconds
	}{
		{"in order", []uint64{1, 2, 3, 4}, 0},
		{"neighbours", []uint64{1, 3, 2, 4}, 1},
		{"first and last", []uint64{2, 3, 4, 1}, 3},
		{"backwards", []uint64{4, 3, 2, 1}, 3},
		{"twice", []uint64{2, 1, 6, 5, 4, 7}, 2},
	} {
		var ids []uuid.UUID
		var made []time.Time
		for i, n := range test.ids {
			ids, made = append(ids, id(n)), append(made, time.Unix(int64(i), 0))
		}
		if got := furthest(ids, made); got != time.Duration(test.want)*time.Second {
			t.Errorf("%s: %v, want %d s", test.name, got, test.want)
		}
	}
}

// TestCollisions checks that the counted number of collisions is within six standard deviations of
// the expected number.
func TestCollisions(t *testing.T) {
	c, err := collide(small.ids)
	if err != nil || c.expected < 5 || math.Abs(float64(c.counted)-c.expected) > 6*math.Sqrt(c.expected) {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestExpected compares the results of expected with values computed by hand.
func TestExpected(t *testing.T) {
	for _, test := range []struct {
		layout layout
		want   float64
	}{
		// One second contains 4,096,000 ticks. Each tick contains 1000 IDs, which form about 5e5
		// pairs.
		{layout{"", time.Millisecond / 4096, 62}, 4.096e6 * 5e5 / (1 << 62)},
		{layout{"", 0, 122}, 4.096e9 * 4.096e9 / 2 / math.Exp2(122)},
	} {
		if got := test.layout.expected(4.096e9, 1); math.Abs(got/test.want-1) > 1e-9 {
			t.Errorf("%+v: %g, want %g", test.layout, got, test.want)
		}
	}
}

// TestInserts checks that version 7 changes fewer pages than version 4, with one writer and with
// several. The test compares WAL sizes, because PostgreSQL logs each changed page. Other tests add to
// the WAL of the same server, so the least of three sizes counts.
func TestInserts(t *testing.T) {
	for _, writers := range []int{1, 16} {
		least := map[int]int64{4: math.MaxInt64, 7: math.MaxInt64}
		for range 3 {
			for version := range least {
				r, err := insertFrom(small, address, writers, version)
				if err != nil || r.took <= 0 || r.index <= 0 {
					t.Fatalf("%+v, %v", r, err)
				}
				least[version] = min(least[version], r.wal)
			}
		}
		if least[7] >= least[4] {
			t.Errorf("%d writers: version 7 wrote %d bytes of WAL, version 4 %d", writers, least[7], least[4])
		}
	}
}

// TestReport checks that the report and the chart contain the measurements.
func TestReport(t *testing.T) {
	r := report{
		plan:     small,
		readings: []reading{{writers: 4, committed: 1000, longest: 50 * time.Millisecond, plain: 123}},
		orders: []order{{difference: time.Millisecond, neighbours: 0.25, displaced: 0.5,
			furthest: 900 * time.Microsecond}},
		collided: collision{ids: 1000, counted: 7, expected: 6.5},
		inserts: []inserted{{writers: 4, version: 7, rounds: []insertion{
			{took: 3 * time.Second, wal: 3 << 20, index: 2 << 20},
			{took: time.Second, wal: 4 << 20, index: 2 << 20},
			{took: 2 * time.Second, wal: 3 << 20, index: 2 << 20},
		}}},
	}
	text := r.markdown()
	for _, want := range []string{
		"| 4 | 1,000 | 50ms | 123 (12.3%) | none |", "| 1ms | 25.0% | 50.0% | 0.9 ms |", "| 7 | 6.5 |",
		"| 4 | 7 | 2.0 (1.0 to 3.0) | 3.0 (3.0 to 4.0) | 2.0 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	rects := 0
	for d := xml.NewDecoder(strings.NewReader(r.svg())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "rect" {
			rects++
		}
	}
	if rects != 5 {
		t.Errorf("%d bars", rects)
	}
}
