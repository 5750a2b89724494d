package main

import (
	"fmt"
	"html"
	"strings"
	"time"
)

// The chart is a panel for each engine and figure, with a bar for each key.
const (
	panelWidth = 240
	barHeight  = 16
	barStep    = 22
	labelWidth = 76
	valueWidth = 44
	margin     = 16
	titleSpace = 44
)

// A bar is one value in a panel.
type bar struct {
	label string
	class string // of its colour
	value float64
}

// A panel is the bars of one figure.
type panel struct {
	title string
	bars  []bar
}

// panels returns the panels of an engine.
func (r *report) panels(engine int) []panel {
	name := r.engines[engine].name
	seconds := func(d time.Duration) float64 { return d.Seconds() }
	mib := func(n int64) float64 { return float64(n) / (1 << 20) }
	insert := panel{title: name + ": insert, s"}
	log := panel{title: name + ": " + r.engines[engine].written + " written, MiB"}
	index := panel{title: name + ": key index, MiB"}
	query := panel{title: name + ": range query, ms"}
	for i, k := range keys {
		m := r.results[engine][i]
		t, _, _ := median(m, insertTime)
		w, _, _ := median(m, written)
		s, _, _ := median(m, keySize)
		insert.bars = append(insert.bars, bar{k.name, k.table, seconds(t)})
		log.bars = append(log.bars, bar{k.name, k.table, mib(w)})
		index.bars = append(index.bars, bar{k.name, k.table, mib(s)})
		if q, _, _ := median(m, byKey); q > 0 {
			query.bars = append(query.bars, bar{k.name, k.table, 1000 * seconds(q)})
		} else {
			q, _, _ := median(m, byIndex)
			query.bars = append(query.bars, bar{"created_at", "time", 1000 * seconds(q)})
		}
	}
	return []panel{insert, log, index, query}
}

// svg returns the report as a chart.
func (r *report) svg() string {
	rowHeight := titleSpace + len(keys)*barStep
	width := margin + 4*(panelWidth+margin)
	height := len(r.engines)*rowHeight + 2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>%s</title>
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 }
.v4 { fill: #d55e00 } .v6 { fill: #56b4e9 } .v7 { fill: #0072b2 } .v7_base58 { fill: #009e73 } .time { fill: #8c959f }
@media (prefers-color-scheme: dark) { text { fill: #d0d7de } }
</style>
`, width, height, width, height, html.EscapeString(r.title()))
	for i := range r.engines {
		for j, p := range r.panels(i) {
			p.draw(&b, margin+j*(panelWidth+margin), margin+i*rowHeight)
		}
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", margin, height-margin/2, html.EscapeString(r.title()))
	return b.String()
}

func (r *report) title() string {
	return fmt.Sprintf("%s rows by kind of primary key, median of %s. The range is %s rows; v4, which has no time, needs an index on created_at.",
		thousands(r.plan.rows), rounds(r.plan.repeat), thousands(r.plan.rows/100))
}

// draw draws the panel with its top left corner at x, y.
func (p panel) draw(b *strings.Builder, x, y int) {
	fmt.Fprintf(b, "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n", x, y+14, html.EscapeString(p.title))
	most := 0.0
	for _, v := range p.bars {
		most = max(most, v.value)
	}
	for i, v := range p.bars {
		top := y + 26 + i*barStep
		length := v.value / most * (panelWidth - labelWidth - valueWidth)
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, top+12, html.EscapeString(v.label))
		fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", v.class, x+labelWidth, top, length, barHeight)
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", float64(x+labelWidth)+length+4, top+12, short(v.value))
	}
}

// short returns a number with about three digits.
func short(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
