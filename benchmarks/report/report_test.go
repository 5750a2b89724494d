package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// measured has an operation for each case of opponent, an interval that is too wide for a bar, and a
// CPU name with characters that XML must escape.
func measured(t *testing.T) *results {
	t.Helper()
	file := `cpu: Model <4> & "X"` + "\n"
	for round := range 6 {
		for _, result := range []struct {
			benchmark, lib string
			ns             int
		}{
			{"NewV1/pace=burst", "uuid", 60}, {"NewV1/pace=burst", "google", 80}, {"NewV1/pace=burst", "gofrs", 75},
			{"NewV4", "uuid", 10 + 2*round}, {"NewV4", "std", 60}, {"NewV4", "google-pool", 45},
			{"NewV4", "gofrs", 900},
			{"NewV4Rand", "uuid", 30}, {"NewV4Rand", "google", 24}, {"FillV4/n=1000", "uuid", 9},
			{"Parse/form=invalid", "uuid", 90}, {"Parse/form=invalid", "std", 30},
		} {
			file += fmt.Sprintf("Benchmark%s/lib=%s-2 1 %d ns/op 0 allocs/op\n", result.benchmark, result.lib,
				result.ns)
		}
	}
	r, err := read(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReports verifies what is special in the reports, and that the charts are valid XML.
func TestReports(t *testing.T) {
	r := measured(t)
	for _, test := range []struct {
		name   string
		render func(io.Writer, *results) error
		want   []string
	}{
		{"results.md", writeTables, []string{
			"| NewV4 in a loop | 15.00ns ±33% (0) | 60.00ns ±0% (0) | – | 45.00ns ±0% (0) | 900.0ns ±0% (0) | 0.25 " +
				"| 0.33 of google-pool | – |",
			"| **24.00ns ±0% (0)** | – | – | 0.50 of NewV4 | **1.25** of google | – |",
		}},
		{"chart.svg", writeChart,
			[]string{"NewV1 (vs. gofrs)", "0.2 to 0.3", "Model &lt;4&gt; &amp;", "cut off", `dy="4">15<`,
				`class="slower"`}},
		{"short.svg", writeShortChart, []string{"NewV4 in a loop", "0.2 to 0.3"}},
	} {
		var report bytes.Buffer
		if err := test.render(&report, r); err != nil {
			t.Fatal(err)
		}
		for _, want := range test.want {
			if !strings.Contains(report.String(), want) {
				t.Errorf("%s: no %s in\n%s", test.name, want, &report)
			}
		}
		for decoder := xml.NewDecoder(&report); strings.HasSuffix(test.name, ".svg"); {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
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
		// Compared with std's NewV4, even though google/uuid has the operation.
		{"NewV4Rand", std, 30.0 / 60},
		{"FillV4/n=1000", std, 9.0 / 60}, // compared with std's NewV4
		{"Parse/form=invalid", std, 90.0 / 30},
		{"Sort", "", 0}, // not measured
	}
	r := measured(t)
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
		{"other number of cores", ours + strings.ReplaceAll(ours, "-2", "-4"),
			"different configurations: [/gomaxprocs]"},
		{"incomplete round", ours + theirs + ours, "NewV4, lib=std: 1 of 2 rounds"},
		{"unknown operation", "BenchmarkNewV9/lib=uuid-2 1 10 ns/op\n", "NewV9, lib=uuid: not in the list"},
		{"unknown library", "BenchmarkNewV4/lib=other-2 1 10 ns/op\n", "NewV4, lib=other: not in the list"},
		{"no column for the library", "BenchmarkNewV4/lib=none-2 1 10 ns/op\n", "NewV4, lib=none: not in the list"},
		{"unknown percentile", "BenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p42-ns\n",
			"NewV7Latency/goroutines=1/p42, lib=uuid: not in the list"},
		{"percentile in only some rounds",
			"BenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p50-ns 20 " +
				"p99-ns\nBenchmarkNewV7Latency/goroutines=1/lib=uuid-2 1 10 p50-ns\n",
			"NewV7Latency/goroutines=1/p99, lib=uuid: 1 of 2 rounds"},
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
