package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func readTestdata(t *testing.T) *results {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "results.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := read(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	tests := []struct {
		file   string
		render func(io.Writer, *results) error
	}{
		{"results.md", writeTables},
		{"chart.svg", writeChart},
		{"short.svg", writeShortChart},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := test.render(&got, readTestdata(t)); err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", &got, want)
			}
		})
	}
}

// TestChartIsXML verifies that a chart is valid XML. The CPU name in testdata contains characters
// that XML must escape.
func TestChartIsXML(t *testing.T) {
	var chart bytes.Buffer
	if err := writeChart(&chart, readTestdata(t)); err != nil {
		t.Fatal(err)
	}
	decoder := xml.NewDecoder(&chart)
	for {
		if _, err := decoder.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpponent(t *testing.T) {
	tests := []struct {
		operation, opponent string
		ratio               float64
	}{
		{"NewV1/pace=burst", "gofrs", 60.0 / 75}, // gofrs/uuid is faster than google/uuid
		{"NewV4", std, 15.0 / 60},                // google-pool is faster
		{"NewV7After/work=2000us", std, 1500.0 / 1000},
		{"NewV4Rand", std, 30.0 / 60},    // compared with std's NewV4, even though google/uuid has the operation
		{"FillV4/n=1000", std, 9.0 / 60}, // compared with std's NewV4
		{"Parse/form=invalid", std, 90.0 / 30},
		{"Sort", "", 0}, // not measured
	}
	r := readTestdata(t)
	for _, test := range tests {
		i := slices.IndexFunc(operations, func(op operation) bool { return op.name == test.operation })
		op := operations[i]
		opponent := r.opponent(op)
		if opponent != test.opponent {
			t.Errorf("%s: opponent %q, want %q", op.name, opponent, test.opponent)
			continue
		}
		if opponent == "" {
			continue
		}
		if ratio := r.ratio(op, opponent); max(ratio-test.ratio, test.ratio-ratio) > 1e-9 {
			t.Errorf("%s: ratio %v, want %v", op.name, ratio, test.ratio)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const (
		config = "cpu: A\n"
		ours   = "BenchmarkNewV4/lib=uuid-2 1 10 ns/op 0 allocs/op\n"
		theirs = "BenchmarkNewV4/lib=std-2 1 60 ns/op 0 allocs/op\n"
	)
	tests := []struct{ name, file, want string }{
		{"empty", "", "no results"},
		{"syntax", "BenchmarkNewV4/lib=uuid-2 1 x ns/op\n", "results.txt:1: parsing measurement"},
		{"other machine", config + ours + "cpu: B\n" + ours, "different configurations: [cpu]"},
		{"other number of cores", ours + strings.ReplaceAll(ours, "-2", "-4"), "different configurations: [/gomaxprocs]"},
		{"incomplete round", ours + theirs + ours, "NewV4, lib=std: 1 of 2 rounds"},
		{"unknown operation", "BenchmarkNewV9/lib=uuid-2 1 10 ns/op\n", "NewV9, lib=uuid: not in the list"},
		{"unknown library", "BenchmarkNewV4/lib=other-2 1 10 ns/op\n", "NewV4, lib=other: not in the list"},
		{"no column for the library", "BenchmarkNewV4/lib=none-2 1 10 ns/op\n", "NewV4, lib=none: not in the list"},
		{"unknown percentile", "BenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p42-ns\n", "NewV7Latency/goroutines=1/p42, lib=uuid: not in the list"},
		{"percentile in only some rounds", "BenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p50-ns 20 p99-ns\nBenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p50-ns\n", "NewV7Latency/goroutines=1/p99, lib=uuid: 1 of 2 rounds"},
		{"unknown floor", "BenchmarkFloor/op=other-2 1 10 ns/op\n", "Floor/op=other, lib=: not in the list"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := read(strings.NewReader(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestOneCore(t *testing.T) {
	r, err := read(strings.NewReader("BenchmarkNewV4/lib=uuid 1 10 ns/op\n"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Procs != "1" {
		t.Errorf("got GOMAXPROCS=%s, want 1", r.Procs)
	}
}

func TestOperations(t *testing.T) {
	names := make(map[string]bool)
	for _, table := range tables {
		labels := make(map[string]bool)
		for _, op := range table.operations {
			if names[op.name] || labels[op.label] {
				t.Errorf("%s appears twice", op.name)
			}
			names[op.name], labels[op.label] = true, true
			for _, name := range op.floors {
				if !known(floor{name: name}.benchmark()) {
					t.Errorf("%s has the unknown floor %s", op.name, name)
				}
			}
		}
	}
	for _, op := range operations {
		if op.versus != "" && !names[op.versus] {
			t.Errorf("%s is compared with the unknown operation %s", op.name, op.versus)
		}
	}
}
