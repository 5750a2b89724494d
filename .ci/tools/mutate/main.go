// Mutate breaks copies of the module in one way after the other and shows that the
// tests fail each time:
//
//	.ci/mutate [-list [-table FILE]] [-sample SEED [-budget DURATION]] [-critical] [-j N] [file ...]
//
// It runs the mutations that mutations.txt lists and those by kind: each file's
// comparisons, operators, constants, returned errors and statements, and each
// instruction of the assembly, changed or left out. With -list alone it runs those
// that are listed, with -sample alone those by kind, in an order that the seed gives.
// -critical restricts those by kind to files in which none may survive, and -budget
// bounds how long they take. Arguments restrict all to these files.
//
// A mutation by kind is equivalent if the compiler makes the same program of it or
// equivalents.txt has it with a reason. The status is 1 if a listed mutation
// survives, or one in a file of critical, or more than 5 % of those by kind.
package main

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// leastScore is how many percent of the mutations by kind that are not equivalent
// the tests have to catch. In the files of critical they have to catch all.
const leastScore = 95

var critical = []string{
	"generator.go", "sequence.go", "state.go", "filestore.go", "filelock_unix.go", "entropy.go",
	"parse.go", "codec.go", "codec_amd64.s", "codec_arm64.s",
}

func main() {
	if len(os.Args) > 3 && os.Args[1] == compileArg {
		if err := compileOnce(os.Args[2], os.Args[3:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var o options
	flag.BoolVar(&o.listed, "list", false, "run the mutations of mutations.txt")
	flag.StringVar(&o.sample, "sample", "", "run mutations by kind, in the order that this `seed` gives")
	flag.BoolVar(&o.critical, "critical", false, "run no mutations by kind but those of files in which none may survive")
	flag.DurationVar(&o.budget, "budget", 0, "begin no mutation by kind after this time; 0: run all")
	flag.StringVar(&o.table, "table", ".ci/mutations.txt", "what -list runs: a `file` in the form of mutations.txt")
	flag.IntVar(&o.workers, "j", runtime.NumCPU(), "run so many at a time")
	flag.Parse()
	o.files = flag.Args()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// options are those of the command line.
type options struct {
	listed, critical bool
	sample, table    string
	budget           time.Duration
	workers          int
	files            []string
}

func run(o options) error {
	root, err := filepath.Abs("../..") // from .ci/tools
	if err != nil {
		return err
	}
	var list, byKind []mutation
	if o.listed || o.sample == "" {
		if list, err = readList(root, o.table); err != nil {
			return err
		}
	}
	if o.sample != "" || !o.listed {
		if byKind, err = mutationsByKind(root); err != nil {
			return err
		}
		if err := markEquivalents(root, byKind); err != nil {
			return err
		}
	}
	if o.sample != "" {
		random := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(o.sample))))
		random.Shuffle(len(byKind), func(i, j int) { byKind[i], byKind[j] = byKind[j], byKind[i] })
	}
	if o.critical {
		byKind = slices.DeleteFunc(byKind, func(m mutation) bool { return !slices.Contains(critical, m.file) })
	}
	mutations := append(list, byKind...)
	if len(o.files) > 0 {
		mutations = slices.DeleteFunc(mutations, func(m mutation) bool { return !slices.Contains(o.files, m.file) })
	}
	l, err := newLab(root)
	if err != nil {
		return err
	}
	defer os.RemoveAll(l.dir)
	r := report{total: len(mutations)}
	if err := l.tryAll(mutations, o.workers, o.budget, r.add); err != nil {
		return err
	}
	return r.finish()
}

// tryAll tries mutations, beginning none of those by kind after the budget, and passes
// on what comes of each.
func (l *lab) tryAll(mutations []mutation, workers int, budget time.Duration, done func(mutation, outcome)) error {
	var begin time.Time
	queue := make(chan mutation)
	var group sync.WaitGroup
	var failed error
	var once sync.Once
	for i := range max(1, workers) {
		group.Go(func() {
			b, err := l.newBench(i)
			for m := range queue {
				var o outcome
				if err == nil {
					o, err = b.try(m)
				}
				if err == nil {
					done(m, o)
				} else {
					once.Do(func() { failed = err })
				}
			}
		})
	}
	for _, m := range mutations {
		if begin.IsZero() && !m.listed {
			begin = time.Now()
		}
		if budget > 0 && !m.listed && time.Since(begin) > budget {
			break
		}
		queue <- m
	}
	close(queue)
	group.Wait()
	return failed
}

// A verdict says what became of a mutation.
type verdict string

const (
	caught     verdict = "caught"
	survived   verdict = "SURVIVED"
	equivalent verdict = "equivalent"
	unbuilt    verdict = "does not build" // so the compiler catches it
	untested   verdict = "not tested here"
)

// An outcome is a verdict with what led to it.
type outcome struct {
	verdict
	because string
	elapsed time.Duration
}

// A report counts outcomes and prints them.
type report struct {
	mu     sync.Mutex
	total  int
	counts map[string]map[verdict]int // by file; "" is mutations.txt
	bad    []string                   // why the status is 1
}

func (r *report) add(m mutation, o outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Printf("%s by %s in %.0f s: %s\n", o.verdict, o.because, o.elapsed.Seconds(), m)
	if r.counts == nil {
		r.counts = make(map[string]map[verdict]int)
	}
	file := m.file
	if m.listed {
		file = ""
	}
	if r.counts[file] == nil {
		r.counts[file] = make(map[verdict]int)
	}
	r.counts[file][o.verdict]++
	switch {
	case m.listed && o.verdict != caught,
		o.verdict == survived && slices.Contains(critical, m.file):
		r.bad = append(r.bad, fmt.Sprintf("%s: %s", o.verdict, m))
	}
}

// finish prints the score.
func (r *report) finish() error {
	all := make(map[verdict]int)
	fmt.Printf("\n%-24s %7s %9s %11s %14s %15s\n", "", caught, survived, equivalent, unbuilt, untested)
	line := func(name string, n map[verdict]int) {
		fmt.Printf("%-24s %7d %9d %11d %14d %15d\n", name, n[caught], n[survived], n[equivalent], n[unbuilt], n[untested])
	}
	tried := 0
	for _, file := range sortedKeys(r.counts) {
		n := r.counts[file]
		line(cmp.Or(file, "mutations.txt"), n)
		for v, count := range n {
			tried += count
			if file != "" {
				all[v] += count
			}
		}
	}
	line("all by kind", all)
	fmt.Printf("%d of %d mutations were tried\n", tried, r.total)
	if n := all[caught] + all[survived]; n > 0 {
		score := 100 * float64(all[caught]) / float64(n)
		fmt.Printf("%.1f %% of those by kind that are not equivalent were caught\n", score)
		if score < leastScore {
			r.bad = append(r.bad, fmt.Sprintf("that is less than %d %%", leastScore))
		}
	}
	if len(r.bad) > 0 {
		return fmt.Errorf("not good enough:\n%s", strings.Join(r.bad, "\n"))
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
