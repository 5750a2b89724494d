package main

import (
	"cmp"
	"slices"
)

// An operation is a row in a table.
type operation struct {
	name   string   // name of the benchmark
	label  string   // name in the report
	versus string   // operation that replaces this one in a library without it
	floors []string // names of the parts that the operation needs
	short  bool     // whether the short chart contains the operation
}

// operations are the rows in the first table and the bars in the chart. About ten of them are also
// in the short chart.
var operations = []operation{
	{
		name: "NewV1/pace=burst", label: "NewV1",
		floors: []string{"now", "mutex"},
	},
	{
		name: "NewV1/pace=sustained", label: "NewV1, sustained",
	},
	{
		name: "NewV4", label: "NewV4 in a loop", short: true,
		floors: []string{"random16"},
	},
	{
		name: "NewV4After/work=200us", label: "NewV4 in a handler, every 200 µs", short: true,
	},
	{
		name: "NewV4After/work=2000us", label: "NewV4 in a handler, every 2 ms",
	},
	{
		name: "NewV5", label: "NewV5",
		floors: []string{"sha1"},
	},
	{
		name: "NewV6/pace=burst", label: "NewV6",
		floors: []string{"now", "mutex", "random8"},
	},
	{
		name: "NewV6/pace=sustained", label: "NewV6, sustained",
	},
	{
		name: "NewV7", label: "NewV7 in a loop", short: true,
		floors: []string{"now", "mutex", "random8"},
	},
	{
		name: "NewV7After/work=200us", label: "NewV7 in a handler, every 200 µs", short: true,
	},
	{
		name: "NewV7After/work=2000us", label: "NewV7 in a handler, every 2 ms", short: true,
	},
	{
		name: "NewV7First", label: "NewV7, the first in a process",
	},
	{
		name: "NewV4Parallel", label: "NewV4 on all cores",
	},
	{
		name: "NewV7Parallel", label: "NewV7 on all cores", short: true,
	},
	{
		name: "NewV7Parallel64", label: "NewV7 on 64 goroutines",
	},
	{
		name: "NewV7Unordered", label: "V7Unordered on all cores",
	},
	{
		name: "NewV4Rand", label: "NewV4 with Options.Rand", versus: "NewV4",
		floors: []string{"cipher", "mutex"},
	},
	{
		name: "NewV7Rand", label: "NewV7 with Options.Rand", versus: "NewV7",
		floors: []string{"cipher", "mutex", "now"},
	},
	{
		name: "FillV4/n=10", label: "FillV4, each of 10", versus: "NewV4",
		floors: []string{"cipher"},
	},
	{
		name: "FillV4/n=1000", label: "FillV4, each of 1000", versus: "NewV4",
		floors: []string{"cipher"},
	},
	{
		name: "FillV7/n=10", label: "FillV7, each of 10", versus: "NewV7",
		floors: []string{"word"},
	},
	{
		name: "FillV7/n=1000", label: "FillV7, each of 1000", versus: "NewV7", short: true,
		floors: []string{"word"},
	},
	{
		name: "FillV7Of/type=std", label: "FillV7, each of 1000 of the standard type", versus: "FillV7/n=1000",
		floors: []string{"word"},
	},
	{
		name: "FillV7Of/type=id", label: "FillV7, each of 1000 of ID[T]", versus: "FillV7/n=1000",
		floors: []string{"word"},
	},
	{
		name: "Parse/form=canonical", label: "Parse", short: true,
	},
	{
		name: "Parse/form=digits", label: "Parse, 32 digits",
	},
	{
		name: "Parse/form=invalid", label: "Parse, invalid",
	},
	{
		name: "ParseBytes", label: "ParseBytes",
	},
	{
		name: "AppendText", label: "AppendText",
	},
	{
		name: "String", label: "String", short: true,
		floors: []string{"string"},
	},
	{
		name: "Compare/pair=prefix", label: "Compare, the last byte differs",
	},
	{
		name: "Compare/pair=random", label: "Compare, all bytes differ",
	},
	{
		name: "Compare/pair=one", label: "Compare, one pair",
	},
	{
		name: "Sort", label: "Sort 100,000 IDs",
	},
	{
		name: "MarshalJSON", label: "JSON: encode",
	},
	{
		name: "UnmarshalJSON", label: "JSON: decode", short: true,
	},
	{
		name: "Scan/src=text", label: "Scan, text",
	},
	{
		name: "Scan/src=binary", label: "Scan, 16 bytes",
	},
	{
		name: "Value", label: "Value",
		floors: []string{"string"},
	},
	{
		name: "Row/src=text", label: "SQL: read a row, text", short: true,
	},
	{
		name: "Row/src=binary", label: "SQL: read a row, 16 bytes",
	},
	{
		name: "Argument", label: "SQL: pass an argument", short: true,
	},
	{
		name: "Hide/key=128", label: "Mask.Hide, AES-128",
		floors: []string{"aes128"},
	},
	{
		name: "Hide/key=256", label: "Mask.Hide, AES-256",
		floors: []string{"aes256"},
	},
	{
		name: "Reveal/key=128", label: "Mask.Reveal, AES-128",
		floors: []string{"aes128"},
	},
	{
		name: "Reveal/key=256", label: "Mask.Reveal, AES-256",
		floors: []string{"aes256"},
	},
}

// typed lists the operations on uuid.ID that also exist for a UUID.
var typed = []operation{
	{
		name: "NewID", label: "NewID",
	},
	{
		name: "ParseID", label: "ParseID",
	},
	{
		name: "IDUnmarshalText", label: "UnmarshalText",
	},
	{
		name: "IDAppendText", label: "AppendText",
	},
	{
		name: "IDString", label: "String",
	},
}

var latencies = slices.Concat(latenciesOf("p50", ", p50"), latenciesOf("p99", ", p99"))

var longest = append(latenciesOf("max", ""), []operation{
	{
		name: "NewV7Store/store=none/max", label: "of a Generator, on 4 goroutines without pauses",
	},
	{
		name: "NewV7Store/store=file/max", label: "the same with a FileStore",
	},
	{
		name:  "NewV7Store/store=file/max-but-saves",
		label: "the same without the calls that saved, about one per second",
	},
	{
		name: "NewV7Store/store=file/save", label: "the longest Save in these calls",
	},
}...)

// latenciesOf returns the operations for one of the units that NewV7Latency reports.
func latenciesOf(unit, label string) (ops []operation) {
	for _, goroutines := range []string{"1", "2", "8", "64"} {
		on := "on " + goroutines + " goroutines"
		if goroutines == "1" {
			on = "on 1 goroutine"
		}
		ops = append(ops, operation{name: "NewV7Latency/goroutines=" + goroutines + "/" + unit, label: on + label})
	}
	return ops
}

// A floor is a part that operations need, such as reading the clock.
type floor struct{ name, label string }

var floors = []floor{
	{"now", "time.Now"},
	{"mutex", "Lock and Unlock of an unlocked sync.Mutex"},
	{"random8", "crypto/rand.Read of 8 bytes"},
	{"random16", "crypto/rand.Read of 16 bytes"},
	{"word", "one word of math/rand/v2.ChaCha8"},
	{"cipher", "two words of math/rand/v2.ChaCha8"},
	{"string", "an allocation of 36 bytes, rounded up to 48"},
	{"sha1", "sha1.Sum of 31 bytes"},
	{"aes128", "12 AES-128 blocks in sequence"},
	{"aes256", "12 AES-256 blocks in sequence"},
}

// benchmark returns the benchmark that measures f.
func (f floor) benchmark() benchmark { return benchmark{operation: "Floor/op=" + f.name} }

// floorOperations returns the floors as rows for their table.
func floorOperations() (ops []operation) {
	for _, f := range floors {
		ops = append(ops, operation{name: f.benchmark().operation, label: f.label})
	}
	return ops
}

// known reports whether a table contains a cell for b.
func known(b benchmark) bool {
	return slices.ContainsFunc(tables, func(t table) bool {
		return slices.Contains(t.libs, b.lib) &&
			slices.ContainsFunc(t.operations, func(op operation) bool { return op.name == b.operation })
	})
}

// measured returns the operations that were measured in a library.
func (r *results) measured(operations []operation, lib string) []operation {
	return slices.DeleteFunc(slices.Clone(operations), func(op operation) bool {
		return r.samples[benchmark{op.name, lib}] == nil
	})
}

// sampleOf returns the sample for an operation in a library. If the library does not have the
// operation, sampleOf returns the sample for op.versus, or nil.
func (r *results) sampleOf(op operation, lib string) *sample {
	return cmp.Or(r.samples[benchmark{op.name, lib}], r.samples[benchmark{op.versus, lib}])
}

// ratio returns this library's time divided by a peer's time. The ratio is 0 if the peer does not
// have the operation.
func (r *results) ratio(op operation, peer string) float64 {
	s := r.sampleOf(op, peer)
	if s == nil {
		return 0
	}
	return r.sampleOf(op, ours).time().Center / s.time().Center
}

// fastest returns the fastest of the peers that have an operation, or "" if no peer has it.
func (r *results) fastest(op operation) string {
	fastest := ""
	for _, lib := range peers {
		if r.ratio(op, lib) > r.ratio(op, fastest) {
			fastest = lib
		}
	}
	return fastest
}

// opponent returns the library that the chart compares an operation with: the standard package,
// or the fastest peer if the standard package does not have the operation, or "".
func (r *results) opponent(op operation) string {
	if r.ratio(op, std) > 0 {
		return std
	}
	return r.fastest(op)
}

// against returns the name of a peer, followed by the name of the peer's operation if the peer
// does not have op itself.
func (r *results) against(op operation, peer string) string {
	if op.versus == "" || r.samples[benchmark{op.name, peer}] != nil {
		return peer
	}
	return peer + " " + op.versus
}
