package main

import (
	"fmt"
	"time"

	"github.com/seed-8298af95/uuid/integration/internal/figures"
)

// panels returns the chart panels for a database engine.
func (r *report) panels(engine int) []figures.Panel {
	name := r.engines[engine].name
	seconds := func(d time.Duration) float64 { return d.Seconds() }
	mib := func(n int64) float64 { return float64(n) / (1 << 20) }
	insert := figures.Panel{Title: name + ": insert, s"}
	log := figures.Panel{Title: name + ": " + r.engines[engine].written + " written, MiB"}
	index := figures.Panel{Title: name + ": key index, MiB"}
	query := figures.Panel{Title: name + ": range query, ms"}
	for i, k := range keys {
		m := r.results[engine][i]
		t, _, _ := median(m, insertTime)
		w, _, _ := median(m, written)
		s, _, _ := median(m, keySize)
		insert.Add(k.name, k.table, seconds(t))
		log.Add(k.name, k.table, mib(w))
		index.Add(k.name, k.table, mib(s))
		// A key without a timestamp cannot select a time range. For such a key, the chart shows the
		// query that uses the index on created_at.
		if q, _, _ := median(m, byKey); q > 0 {
			query.Add(k.name, k.table, 1000*seconds(q))
		} else {
			q, _, _ := median(m, byIndex)
			query.Add("created_at", "time", 1000*seconds(q))
		}
	}
	return []figures.Panel{insert, log, index, query}
}

// svg returns a chart of the report, with a panel for each engine and measurement, and a bar for
// each key.
func (r *report) svg() string {
	const colours = ".v4 { fill: #d55e00 } .v6 { fill: #56b4e9 } .v7 { fill: #0072b2 } .v7_base58 { fill: #009e73 } " +
		".time { fill: #8c959f }"
	var rows [][]figures.Panel
	for i := range r.engines {
		rows = append(rows, r.panels(i))
	}
	return figures.SVG(r.title(), colours, rows)
}

func (r *report) title() string {
	return fmt.Sprintf("%s rows by kind of primary key, median of %s. The range query selects %s rows. v4 contains "+
		"no time, so its query uses an index on created_at.",
		figures.Thousands(r.plan.rows), rounds(r.plan.repeat), figures.Thousands(r.plan.rows/100))
}
