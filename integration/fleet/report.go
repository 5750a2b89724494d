package main

import (
	"fmt"
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

func (r *report) markdown() string {
	var b strings.Builder
	section := func(title, text string, header []string, rows [][]string) {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n%s\n", title, text, readme.Table(header, rows))
	}

	var rows [][]string
	for _, d := range r.readings {
		rows = append(rows, []string{fmt.Sprint(d.writers), figures.Thousands(d.committed), d.longest.Round(time.Millisecond).String(), lost(d.plain, d.committed), lost(d.horizon, d.committed)})
	}
	section("A reader that reads on from its last ID", fmt.Sprintf(
		`Each writer makes an ID, works for up to %v, and commits. Their clocks are up to %v off. One reader asks for `+"`id > last`"+`.
It loses a row if it has read a greater ID before that row was committed. The other reader also asks for
`+"`id < uuid.MinV7(time.Now().Add(-lag))`"+`, with a lag of %v. It loses no row if the lag is longer than the longest time from making an
ID until its commit, plus the difference between the clocks. So make the ID in the transaction, and give the transaction a time limit
below the lag: `+"`transaction_timeout`"+` of PostgreSQL 17, or a deadline of the context together with
`+"`idle_in_transaction_session_timeout`"+`.`, r.plan.late, r.plan.skew, r.plan.lag),
		[]string{"Writers", "rows", "longest, ID to commit", "lost", "lost, with the horizon"}, rows)

	rows = nil
	for _, o := range r.orders {
		rows = append(rows, []string{o.difference.String(), percent(o.neighbours), percent(o.displaced), fmt.Sprintf("%.1f ms", o.furthest.Seconds()*1000)})
	}
	section("Order between hosts", fmt.Sprintf(
		`%d hosts make %s IDs, %d a second. Their clocks are spread evenly over a difference. An ID is out of order if an ID that was made
later is less. The time between the two IDs of the furthest pair in the wrong order is the difference between the clocks. It may be a
millisecond more: if a clock shows a whole millisecond, NewV7 chooses the fraction.`, hosts, figures.Thousands(r.plan.ids), rate),
		[]string{"Clocks differ by", "less than the ID before", "out of order", "furthest pair"}, rows)

	c := r.collided
	section("Collisions", fmt.Sprintf(
		`%d machines make an ID at the same moment, %s IDs in all. Only the last %d of the 62 random bits are compared. The formula expects,
for each moment, the number of pairs of IDs divided by the number of values of these bits.`, cutMachines, figures.Thousands(c.ids), cutBits),
		[]string{"counted", "expected"}, [][]string{{fmt.Sprint(c.counted), fmt.Sprintf("%.1f", c.expected)}})

	// The numbers in this table are computed and not measured.
	rows = nil
	for _, l := range layouts {
		row := []string{l.name, fmt.Sprintf("%.0f", l.bits)}
		for _, perSecond := range []float64{1e3, 1e6, 1e9} {
			row = append(row, fmt.Sprintf("%.1g", l.expected(perSecond, 10*year)))
		}
		rows = append(rows, row)
	}
	section("Collisions at full width", `The table has the number of equal pairs in ten years that the same formula expects if each ID comes from another machine. One
generator never repeats an ID, so a fleet of fewer machines has fewer pairs.`,
		[]string{"IDs", "random bits", "1,000 a second", "1,000,000 a second", "1,000,000,000 a second"}, rows)

	rows = nil
	for _, i := range r.inserts {
		rows = append(rows, []string{fmt.Sprint(i.writers), fmt.Sprint(i.version), fmt.Sprintf("%.1f", i.took.Seconds()), mebibytes(i.wal), mebibytes(i.index)})
	}
	section("Inserts", fmt.Sprintf(`A table gets %s rows, %d in a transaction, from writers whose clocks are up to %v off, with %d checkpoints. The first time that a page
changes after a checkpoint, PostgreSQL logs the whole page. Version 7 keeps its locality with many writers: it changes fewer pages. Its
index is as dense as possible only with one writer. Several writers split pages in the middle, as version 4 does.`,
		figures.Thousands(r.plan.table), batch, r.plan.skew, r.plan.parts),
		[]string{"Writers", "version", "s", "WAL, MiB", "key index, MiB"}, rows)

	fmt.Fprintf(&b, "Measured with `go run ./fleet -rows %d -ids %d -table %d` on %s.\n", r.plan.rows, r.plan.ids, r.plan.table, figures.Machine())
	return "# More than one machine\n\n![Lost rows, order between hosts, log and index by number of writers](chart.svg)\n\n" + b.String()
}

func lost(n, of int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprintf("%d (%s)", n, percent(float64(n)/float64(of)))
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func mebibytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }

// svg returns a chart with four panels.
func (r *report) svg() string {
	reader := figures.Panel{Title: "rows lost, %"}
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
		wal.Add(label, class, float64(i.wal)/(1<<20))
		index.Add(label, class, float64(i.index)/(1<<20))
	}
	const colours = ".plain, .v4 { fill: #d55e00 } .safe { fill: #009e73 } .v7 { fill: #0072b2 }"
	return figures.SVG("Version 7 IDs of several machines", colours, [][]figures.Panel{{reader, clocks, wal, index}})
}
