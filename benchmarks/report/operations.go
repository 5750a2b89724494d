package main

import "slices"

// An operation is a row of the table and a bar of the chart.
type operation struct {
	name   string   // as the benchmark is named
	label  string   // as the report names it
	versus string   // an operation of the standard package to compare with, if not the same
	target target   // what its ratio is meant to be
	floors []string // what it cannot do without
}

// A target is the greatest part of a peer's time that an operation is meant to
// take. The zero target is none.
type target struct {
	ratio float64
	peer  string
}

var operations = []operation{
	{
		name: "NewV1/pace=burst", label: "NewV1",
		target: target{0.60, "google"}, floors: []string{"since", "mutex"},
	},
	{
		name: "NewV1/pace=sustained", label: "NewV1, sustained",
	},
	{
		name: "NewV4", label: "NewV4",
		target: target{0.33, std}, floors: []string{"cipher"},
	},
	{
		name: "NewV5", label: "NewV5",
		target: target{0.85, "gofrs"}, floors: []string{"sha1"},
	},
	{
		name: "NewV6/pace=burst", label: "NewV6",
		target: target{0.60, "google"}, floors: []string{"since", "mutex", "word"},
	},
	{
		name: "NewV6/pace=sustained", label: "NewV6, sustained",
	},
	{
		name: "NewV7", label: "NewV7",
		target: target{0.48, std}, floors: []string{"since", "mutex", "word"},
	},
	{
		name: "NewV4Parallel", label: "NewV4, all cores",
	},
	{
		name: "NewV7Parallel", label: "NewV7, all cores",
		target: target{0.48, std},
	},
	{
		name: "FillV4/n=10", label: "FillV4 of 10, per ID", versus: "NewV4",
		floors: []string{"cipher"},
	},
	{
		name: "FillV4/n=1000", label: "FillV4 of 1000, per ID", versus: "NewV4",
		target: target{0.13, std}, floors: []string{"cipher"},
	},
	{
		name: "FillV7/n=10", label: "FillV7 of 10, per ID", versus: "NewV7",
		floors: []string{"word"},
	},
	{
		name: "FillV7/n=1000", label: "FillV7 of 1000, per ID", versus: "NewV7",
		target: target{0.08, std}, floors: []string{"word"},
	},
	{
		name: "Parse/form=canonical", label: "Parse",
		target: target{0.25, std},
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
		target: target{0.28, std},
	},
	{
		name: "String", label: "String",
		target: target{0.55, std}, floors: []string{"string"},
	},
	{
		name: "Compare/pair=prefix", label: "Compare, same 15 bytes",
		target: target{0.50, std},
	},
	{
		name: "Compare/pair=random", label: "Compare, random",
		target: target{0.50, std},
	},
	{
		name: "Sort", label: "Sort of 100 000",
	},
	{
		name: "MarshalJSON", label: "JSON marshal",
	},
	{
		name: "UnmarshalJSON", label: "JSON unmarshal",
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
}

// A floor is the price of something that operations cannot do without.
type floor struct{ name, label string }

var floors = []floor{
	{"now", "time.Now"},
	{"since", "time.Since"},
	{"mutex", "Lock and Unlock of a free sync.Mutex"},
	{"word", "one word of math/rand/v2.ChaCha8"},
	{"cipher", "two words of math/rand/v2.ChaCha8"},
	{"string", "the allocation of 36 bytes, in fact of 48"},
	{"sha1", "sha1.Sum of 31 bytes"},
}

// benchmark returns the name of what was measured.
func (f floor) benchmark() benchmark { return benchmark{operation: "Floor/op=" + f.name} }

// known reports whether b is in one of the lists above.
func known(b benchmark) bool {
	if b.lib == "" {
		return slices.ContainsFunc(floors, func(f floor) bool { return f.benchmark() == b })
	}
	return (b.lib == ours || slices.Contains(peers, b.lib)) &&
		slices.ContainsFunc(operations, func(op operation) bool { return op.name == b.operation })
}

// measured returns the operations that this library was measured in.
func (r *results) measured() []operation {
	return slices.DeleteFunc(slices.Clone(operations), func(op operation) bool {
		return r.samples[benchmark{op.name, ours}] == nil
	})
}

// sampleOf returns the sample of an operation in one library, or nil.
func (r *results) sampleOf(op operation, lib string) *sample {
	s := r.samples[benchmark{op.name, lib}]
	if s == nil && lib == std {
		s = r.samples[benchmark{op.versus, std}]
	}
	return s
}

// ratio returns the time of this library as a part of a peer's, or 0 if the
// peer does not have the operation.
func (r *results) ratio(op operation, peer string) float64 {
	s := r.sampleOf(op, peer)
	if s == nil {
		return 0
	}
	return r.sampleOf(op, ours).time().Center / s.time().Center
}

// opponent returns the library that an operation is compared with: the
// standard one, or else the fastest of those that have it, or "".
func (r *results) opponent(op operation) string {
	if r.ratio(op, std) > 0 {
		return std
	}
	fastest := ""
	for _, lib := range peers {
		if r.ratio(op, lib) > r.ratio(op, fastest) {
			fastest = lib
		}
	}
	return fastest
}

// against says what an operation is compared with, or is "" if that is the same
// operation of the standard package.
func (op operation) against(opponent string) string {
	switch {
	case opponent != std:
		return opponent
	case op.versus != "":
		return std + " " + op.versus
	}
	return ""
}
