package main

import (
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
	readings []reading
	orders   []order
	collided collision
	inserts  []inserted
}

// The texts of the report's sections. A ~ stands for a backquote.
const (
	readerText = `Each writer generates an ID, works for up to %v, and commits. The writers' clocks are off by up to %v.
One reader selects the rows with ~id > last~. This reader misses a row if it reads a greater ID before the row is
committed. The other reader also requires ~id < uuid.MinV7(time.Now().Add(-lag))~, with a lag of %v. This reader misses
no rows if the lag is longer than the sum of two times: the longest time from generating an ID to its commit, and the
difference between the clocks. To keep the first time short, generate the ID in the transaction, and give the
transaction a time limit below the lag: use ~transaction_timeout~ in PostgreSQL 17, or ~statement_timeout~ and
~idle_in_transaction_session_timeout~ together with a context deadline.`

	orderText = `%d hosts generate %s IDs, %d per second in total. The hosts' clock errors are spread evenly over the
difference in the first column. An ID is out of order if a later ID is less. The last column is the longest time between
two IDs in the wrong order, which is about the difference between the clocks. This time can be up to a millisecond
longer, because NewV7 chooses the fraction if a clock shows a whole millisecond.`

	collisionText = `In each step, %d machines generate an ID at the same time. The steps generate %s IDs in total. The
simulation compares only the last %d of the 62 random bits. In each step, the expected number of collisions is the
number of pairs of IDs divided by the number of possible values for these bits.`

	fullWidthText = `The table shows the number of pairs of equal IDs that the same formula predicts in ten years
if each
ID comes from a different machine. A single generator never repeats an ID, so a fleet with fewer machines generates
fewer pairs of equal IDs.`

	insertText = `The writers insert %s rows into a table, %d rows per transaction. The writers' clocks are off by
up to %v,
and the server makes %d checkpoints. When a page changes for the first time after a checkpoint, PostgreSQL logs the
whole page. Version 7 changes fewer pages than version 4, even with many writers. A version 7 index is as dense as
possible only with a single writer. With several writers, full pages are split in the middle, as with version 4. Each
value is the median of %d rounds, in which the versions take turns; the minimum and the maximum are in parentheses.`
)

func (r *report) markdown() string {
	var b strings.Builder
	section := func(title, text string, header []string, rows [][]string) {
		text = strings.ReplaceAll(text, "~", "`")
		fmt.Fprintf(&b, "## %s\n\n%s\n\n%s\n", title, text, readme.Table(header, rows))
	}

	var rows [][]string
	for _, d := range r.readings {
		rows = append(rows, []string{
			fmt.Sprint(d.writers),
			figures.Thousands(d.committed),
			d.longest.Round(time.Millisecond).String(),
			lost(d.plain, d.committed),
			lost(d.horizon, d.committed),
		})
	}
	section("A reader that continues after its last ID",
		fmt.Sprintf(readerText, r.plan.late, r.plan.skew, r.plan.lag),
		[]string{"Writers", "rows", "longest, ID to commit", "missed", "missed, with the horizon"}, rows)

	rows = nil
	for _, o := range r.orders {
		rows = append(rows, []string{
			o.difference.String(),
			percent(o.neighbours),
			percent(o.displaced),
			fmt.Sprintf("%.1f ms", o.furthest.Seconds()*1000),
		})
	}
	section("Order between hosts",
		fmt.Sprintf(orderText, hosts, figures.Thousands(r.plan.ids), rate),
		[]string{"Clocks differ by", "less than the previous ID", "out of order", "furthest pair"}, rows)

	c := r.collided
	section("Collisions",
		fmt.Sprintf(collisionText, cutMachines, figures.Thousands(c.ids), cutBits),
		[]string{"counted", "expected"}, [][]string{{fmt.Sprint(c.counted), fmt.Sprintf("%.1f", c.expected)}})

	// The numbers in this table are computed, not measured.
	rows = nil
	for _, l := range layouts {
		row := []string{l.name, fmt.Sprintf("%.0f", l.bits)}
		for _, perSecond := range []float64{1e3, 1e6, 1e9} {
			row = append(row, fmt.Sprintf("%.1g", l.expected(perSecond, 10*year)))
		}
		rows = append(rows, row)
	}
	section("Collisions at full width", fullWidthText,
		[]string{"IDs", "random bits", "1,000 a second", "1,000,000 a second", "1,000,000,000 a second"}, rows)

	rows = nil
	for _, i := range r.inserts {
		rows = append(rows, []string{
			fmt.Sprint(i.writers), fmt.Sprint(i.version),
			spread(i.seconds()), spread(i.mebibytes(walOf)), spread(i.mebibytes(indexOf)),
		})
	}
	plan := r.plan
	section("Inserts",
		fmt.Sprintf(insertText, figures.Thousands(plan.table), batch, plan.skew, plan.parts, plan.repeat),
		[]string{"Writers", "version", "s", "WAL, MiB", "key index, MiB"}, rows)

	fmt.Fprintf(&b, "Measured with `go run ./fleet -rows %d -ids %d -table %d -repeat %d` on %s.\n",
		r.plan.rows, r.plan.ids, r.plan.table, r.plan.repeat, figures.Machine())
	const chart = "![Missed rows, order between hosts, log and index by number of writers](chart.svg)"
	return "# More than one machine\n\n" + chart + "\n\n" + b.String()
}

func lost(n, of int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprintf("%d (%s)", n, percent(float64(n)/float64(of)))
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// seconds returns the times of all rounds.
func (i inserted) seconds() (all []float64) {
	for _, round := range i.rounds {
		all = append(all, round.took.Seconds())
	}
	return all
}

func walOf(round insertion) int64   { return round.wal }
func indexOf(round insertion) int64 { return round.index }

// mebibytes returns the sizes of all rounds.
func (i inserted) mebibytes(size func(insertion) int64) (all []float64) {
	for _, round := range i.rounds {
		all = append(all, float64(size(round))/(1<<20))
	}
	return all
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// spread returns the median with the minimum and the maximum, or only one of them if all are equal.
func spread(values []float64) string {
	number := func(value float64) string { return fmt.Sprintf("%.1f", value) }
	low, middle, high := number(slices.Min(values)), number(median(values)), number(slices.Max(values))
	if low == high {
		return middle
	}
	return middle + " (" + low + " to " + high + ")"
}

// svg returns a chart with four panels.
func (r *report) svg() string {
	reader := figures.Panel{Title: "rows missed, %"}
	for _, d := range r.readings {
		reader.Add(fmt.Sprintf("%d writers", d.writers), "plain", 100*float64(d.plain)/float64(d.committed))
		reader.Add("horizon", "safe", 100*float64(d.horizon)/float64(d.committed))
	}
	clocks := figures.Panel{Title: "out of order, %, by clocks"}
	for _, o := range r.orders {
		clocks.Add(o.difference.String(), "plain", 100*o.displaced)
	}
	wal, index := figures.Panel{Title: "WAL, MiB, by writers"}, figures.Panel{Title: "key index, MiB, by writers"}
	for _, i := range r.inserts {
		label, class := fmt.Sprintf("v%d, %d", i.version, i.writers), fmt.Sprintf("v%d", i.version)
		wal.Add(label, class, median(i.mebibytes(walOf)))
		index.Add(label, class, median(i.mebibytes(indexOf)))
	}
	const colours = ".plain, .v4 { fill: #d55e00 } .safe { fill: #009e73 } .v7 { fill: #0072b2 }"
	return figures.SVG("Version 7 IDs from several machines", colours, [][]figures.Panel{{reader, clocks, wal, index}})
}
