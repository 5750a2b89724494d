package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid/integration/internal/figures"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

// A report contains all measurements.
type report struct {
	plan     plan
	engines  []engine
	versions []string          // versions of the engines
	results  [][][]measurement // indexed by engine, key and round
}

func newReport(p plan, engines []engine) *report {
	r := &report{plan: p, engines: engines}
	for range engines {
		r.results = append(r.results, make([][]measurement, len(keys)))
	}
	return r
}

func (r *report) add(engine, key int, m measurement) {
	r.results[engine][key] = append(r.results[engine][key], m)
}

// median returns the median, the minimum and the maximum of a value over all rounds.
func median[T cmp.Ordered](rounds []measurement, of func(measurement) T) (mid, least, most T) {
	var all []T
	for _, m := range rounds {
		all = append(all, of(m))
	}
	slices.Sort(all)
	return all[len(all)/2], all[0], all[len(all)-1]
}

// Each of these functions returns one value of a measurement, for median.
func insertTime(m measurement) time.Duration { return m.insert }
func written(m measurement) int64            { return m.written }
func keySize(m measurement) int64            { return m.keySize }
func timeSize(m measurement) int64           { return m.timeSize }
func byKey(m measurement) time.Duration      { return m.byKey }
func byScan(m measurement) time.Duration     { return m.byScan }
func byIndex(m measurement) time.Duration    { return m.byIndex }

// markdown returns the report in Markdown.
func (r *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"Each table contains %s rows, inserted in transactions of %s rows. Each value is the median of %s. The "+
			"minimum and\n"+
			"maximum insert times are in parentheses.\n\n",
		figures.Thousands(r.plan.rows), figures.Thousands(r.plan.batch), rounds(r.plan.repeat))
	b.WriteString(readme.Table([]string{
		"Database", "Key", "insert, s", "log, MiB", "key index, MiB",
		"range by key, ms", "by created_at, ms", "with an index, ms", "index on created_at, MiB",
	}, r.table()))
	fmt.Fprintf(&b,
		"\nThe log column shows the size of the WAL. For SQLite, this size counts only the pages, not their "+
			"headers. The range queries\n"+
			"select %s rows from the middle of the table: first by key, between `MinV7` and `MaxV7` (or `MinV6` and "+
			"`MaxV6`), and then the same\n"+
			"rows by `created_at`. Each query time is the median of %d runs. The rows are inserted in %d parts, and "+
			"PostgreSQL runs a\n"+
			"checkpoint after each part. SQLite uses WAL mode with synchronous = normal.\n\n",
		figures.Thousands(r.plan.rows/100), runs, checkpoints)
	fmt.Fprintf(&b, "Measured with `go run ./locality -rows %d -repeat %d -batch %d` on %s, with %s.\n",
		r.plan.rows, r.plan.repeat, r.plan.batch, figures.Machine(), strings.Join(r.versions, " and "))
	return b.String()
}

func (r *report) table() (rows [][]string) {
	for i, e := range r.engines {
		for j, k := range keys {
			m := r.results[i][j]
			mid, least, most := median(m, insertTime)
			rows = append(rows, []string{
				e.name, k.name,
				fmt.Sprintf("%.1f (%.1f to %.1f)", mid.Seconds(), least.Seconds(), most.Seconds()),
				mebibytes(m, written),
				mebibytes(m, keySize),
				milliseconds(m, byKey),
				milliseconds(m, byScan),
				milliseconds(m, byIndex),
				mebibytes(m, timeSize),
			})
		}
	}
	return rows
}

func mebibytes(rounds []measurement, of func(measurement) int64) string {
	mid, _, _ := median(rounds, of)
	return fmt.Sprintf("%.1f", float64(mid)/(1<<20))
}

// milliseconds returns the median in milliseconds, or a dash if nothing was measured.
func milliseconds(rounds []measurement, of func(measurement) time.Duration) string {
	mid, _, _ := median(rounds, of)
	if mid == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f", mid.Seconds()*1000)
}

func rounds(n int) string {
	if n == 1 {
		return "one round"
	}
	return fmt.Sprintf("%d rounds", n)
}
