package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// fixed returns a report with three rounds of made-up measurements. The values that depend on the
// key double from one key to the next. The insert times differ between rounds, so a test can check
// the median.
func fixed() *report {
	r := newReport(plan{rows: 1_000_000, batch: 1000, repeat: 3},
		[]engine{{name: "A", written: "WAL"}, {name: "B", written: "pages"}})
	for e := range r.engines {
		for k := range keys {
			n := 1 << k
			m := measurement{
				insert:   time.Duration(n) * time.Second,
				written:  int64(n) << 20,
				keySize:  int64(n) << 21,
				timeSize: 8 << 20,
				byScan:   90 * time.Millisecond,
				byIndex:  2 * time.Millisecond,
			}
			if keys[k].min != nil {
				m.byKey = time.Duration(n) * time.Millisecond
			}
			r.add(e, k, m)
			m.insert *= 100 // the maximum
			r.add(e, k, m)
			m.insert /= 200 // the minimum, half of the median
			r.add(e, k, m)
		}
	}
	return r
}

func TestTable(t *testing.T) {
	want := [][]string{
		{"A", "v4", "1.0 (0.5 to 100.0)", "1.0", "2.0", "–", "90.00", "2.00", "8.0"},
		{"A", "v6", "2.0 (1.0 to 200.0)", "2.0", "4.0", "2.00", "90.00", "2.00", "8.0"},
		{"A", "v7", "4.0 (2.0 to 400.0)", "4.0", "8.0", "4.00", "90.00", "2.00", "8.0"},
		{"A", "v7, Base58", "8.0 (4.0 to 800.0)", "8.0", "16.0", "8.00", "90.00", "2.00", "8.0"},
	}
	if got := fixed().table()[:4]; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q, want %q", got, want)
	}
	if text := fixed().markdown(); !strings.HasPrefix(text,
		"Each table contains 1,000,000 rows, inserted in transactions of 1,000 rows. Each value is the median of 3 "+
			"rounds. ") {
		t.Errorf("got %s", text)
	}
}

// TestChart checks that the chart is well-formed XML and contains a bar for each value. In each
// panel, the last key has the longest bar.
func TestChart(t *testing.T) {
	var widths []string
	for d := xml.NewDecoder(strings.NewReader(fixed().svg())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "rect" {
			for _, a := range start.Attr {
				if a.Name.Local == "width" {
					widths = append(widths, a.Value)
				}
			}
		}
	}
	doubling := []string{"15.0", "30.0", "60.0", "120.0"}
	queries := []string{"30.0", "30.0", "60.0", "120.0"}
	want := slices.Concat(doubling, doubling, doubling, queries)
	want = slices.Concat(want, want) // one chart row for each of the two engines
	if !slices.Equal(widths, want) {
		t.Errorf("got bar widths %v, want %v", widths, want)
	}
}

// TestMeasure runs a small measurement with the same steps as a large measurement. measure returns
// an error if a query finds the wrong number of rows.
func TestMeasure(t *testing.T) {
	show, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer show.Close()
	r, err := measure(plan{rows: 2500, batch: 200, repeat: 2}, []engine{sqlite()}, newProgress(show))
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range keys {
		if n := len(r.results[0][i]); n != 2 {
			t.Fatalf("%s was measured %d times", k.name, n)
		}
		m := r.results[0][i][0]
		byKey, wantByKey := m.byKey > 0, k.min != nil
		if m.insert <= 0 || m.written <= 0 || m.keySize <= 0 || m.timeSize <= 0 ||
			m.byScan <= 0 || m.byIndex <= 0 || byKey != wantByKey {
			t.Errorf("%s: %+v", k.name, m)
		}
	}
}

// TestKeysSort checks that keys with a timestamp sort by time, including Base58 keys.
func TestKeysSort(t *testing.T) {
	for _, k := range keys {
		next := k.rows()
		var ids []string
		for i := range 1000 {
			r, err := next(created(i))
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, fmt.Sprint(r.id))
		}
		sorted, wantSorted := slices.IsSorted(ids), k.min != nil
		if sorted != wantSorted {
			t.Errorf("%s sorts by time: %t", k.name, sorted)
		}
	}
}
