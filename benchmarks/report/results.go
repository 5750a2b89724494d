package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
)

// These are the library names in benchmarks.
const (
	ours   = "uuid"
	std    = "std"
	noCall = "none" // a loop without a call
	noLib  = ""     // the library of floors

	untyped = "untyped" // this library's UUID, compared with its ID
)

var (
	peers       = []string{std, "google", "google-pool", "gofrs"}
	typeIDPeers = []string{"jetify", "sumup"}
)

// A benchmark is an operation in a library.
type benchmark struct{ operation, lib string }

// A sample contains the measured values of one benchmark in all rounds.
type sample struct{ seconds, allocs []float64 }

func (s *sample) time() benchmath.Summary { return summarize(s.seconds) }

func summarize(values []float64) benchmath.Summary {
	const confidence = 0.95
	// Copy the values, because NewSample sorts its argument, and the values must remain in the
	// order of the rounds.
	values = slices.Clone(values)
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), confidence)
}

// results contains all samples, and the configuration of the measurement.
type results struct {
	samples map[benchmark]*sample
	rounds  int

	GOOS, GOARCH, Kernel, CPU, Procs string
	Command                          string

	Go, Google, Gofrs, Jetify, Sumup string // versions
}

// configuration is the projection of the values that must be the same in all rounds, in the order
// that setConfiguration reads them.
const configuration = "goos,goarch,kernel,cpu,/gomaxprocs,go,google,gofrs,jetify,sumup,command"

func (r *results) setConfiguration(key benchproc.Key) {
	fields := []*string{&r.GOOS, &r.GOARCH, &r.Kernel, &r.CPU, &r.Procs, &r.Go, &r.Google, &r.Gofrs, &r.Jetify,
		&r.Sumup, &r.Command}
	for i, f := range key.Projection().Fields() {
		*fields[i] = key.Get(f)
	}
	r.Procs = cmp.Or(r.Procs, "1") // go test omits the suffix -1 from a benchmark's name
}

// read returns the results in a file in the Go benchmark format. It returns an error if the rounds
// ran in different configurations.
func read(file io.Reader) (*results, error) {
	var parser benchproc.ProjectionParser
	config := project(&parser, configuration)
	lib := project(&parser, "/lib")
	operation := project(&parser, ".fullname")

	r := &results{samples: make(map[benchmark]*sample)}
	// Collect all configurations, because the error must list the values that differ.
	var configs []benchproc.Key
	err := scan(file, func(res *benchfmt.Result) {
		if key := config.Project(res); !slices.Contains(configs, key) {
			configs = append(configs, key)
		}
		r.add(benchmark{
			operation: operation.Project(res).StringValues(),
			lib:       lib.Project(res).StringValues(),
		}, res)
	})
	switch {
	case err != nil:
		return nil, err
	case len(configs) == 0:
		return nil, errors.New("no results")
	case len(configs) > 1:
		return nil, fmt.Errorf("results from different configurations: %v", benchproc.NonSingularFields(configs))
	}
	r.setConfiguration(configs[0])
	return r, r.check()
}

// project returns the projection of an expression. It panics if the expression is invalid, because
// all expressions are constants in this program.
func project(p *benchproc.ProjectionParser, expression string) *benchproc.Projection {
	all, err := benchproc.NewFilter("*")
	if err != nil {
		panic(err)
	}
	projection, err := p.Parse(expression, all)
	if err != nil {
		panic(err)
	}
	return projection
}

// scan calls each with every result in a file.
func scan(file io.Reader, each func(*benchfmt.Result)) error {
	reader := benchfmt.NewReader(file, "results.txt")
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			each(record)
		case *benchfmt.SyntaxError:
			return record
		}
	}
	return reader.Err()
}

// add adds the values of one round. A benchmark may report times in its own units. add treats each
// unit as a separate operation: 5 p99-ns for NewV7Latency become 5 ns for NewV7Latency/p99.
func (r *results) add(b benchmark, res *benchfmt.Result) {
	for _, v := range res.Values {
		switch name, ok := strings.CutSuffix(v.Unit, "-sec"); {
		case ok:
			s := r.sample(benchmark{b.operation + "/" + name, b.lib})
			s.seconds = append(s.seconds, v.Value)
		case v.Unit == "sec/op":
			r.sample(b).seconds = append(r.sample(b).seconds, v.Value)
		case v.Unit == "allocs/op":
			r.sample(b).allocs = append(r.sample(b).allocs, v.Value)
		}
	}
}

// sample returns the sample for b. The first call for b creates an empty sample.
func (r *results) sample(b benchmark) *sample {
	s := r.samples[b]
	if s == nil {
		s = new(sample)
		r.samples[b] = s
	}
	return s
}

// check returns an error if the report has no cell for a benchmark, or if a round does not include
// a benchmark.
func (r *results) check() error {
	for _, s := range r.samples {
		r.rounds = max(r.rounds, len(s.seconds))
	}
	for b, s := range r.samples {
		if len(s.seconds) != r.rounds {
			return fmt.Errorf("%s, lib=%s: %d of %d rounds", b.operation, b.lib, len(s.seconds), r.rounds)
		}
		if !known(b) {
			return fmt.Errorf("%s, lib=%s: not in the list of operations", b.operation, b.lib)
		}
	}
	return nil
}
