package main

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/perf/benchmath"
)

// These numbers define the layout of the chart, in pixels. A phone screen is about 400 pixels wide,
// so the chart is not much wider than that. The template contains all other numbers, which do not
// depend on the results.
const (
	ratioWidth  = 204 // the width of a bar for a ratio of 1
	maxRatio    = 2.0 // the end of the axis
	rowHeight   = 40
	chartFrame  = 152 // the height of everything but the rows
	cutOffWidth = 50  // the width of the words "cut off"
)

// maxSpread is the maximum spread of a time for which the chart shows a single ratio. With a
// greater spread, the two decimal places of the ratio would be meaningless.
const maxSpread = 0.15

// A chartData is the input for the chart template. All lengths are in pixels.
type chartData struct {
	*results
	Rounds int
	Height int // the height of the chart
	Rows   int // the height of all bars
	Page   int // the height of the background without its border
	One    int // the position of the ratio 1 on the axis
	Ticks  []chartTick
	Bars   []chartBar
}

// A chartTick is a ratio on the axis.
type chartTick struct {
	X     int
	Label string
}

type chartBar struct {
	Y, X, Width         int
	Class, Label, Ratio string
	CutOff              bool // the ratio is beyond the axis
	Dots                []chartDot
}

// A chartDot is another library's ratio.
type chartDot struct {
	X, Y  int
	Class string
	Ratio string // text beside a dot at the edge, if the ratio is off the scale
}

// chartText draws the chart. The chart has its own background, because an SVG can adapt to the
// system's theme, but not to the theme of the page that shows it.
//
//go:embed chart.svg.tmpl
var chartText string

var chartTemplate = template.Must(template.New("chart").Parse(chartText))

// writeChart writes a bar chart, in SVG, that shows the ratios for all operations.
func writeChart(w io.Writer, r *results) error { return writeBars(w, r, operations) }

// writeShortChart is writeChart for the operations that most programs use.
func writeShortChart(w io.Writer, r *results) error {
	return writeBars(w, r, slices.DeleteFunc(slices.Clone(operations), func(op operation) bool { return !op.short }))
}

func writeBars(w io.Writer, r *results, operations []operation) error {
	data := chartData{results: r, Rounds: r.rounds, One: barWidth(1)}
	for _, tick := range []float64{0, 0.5, 1, 1.5, 2} {
		data.Ticks = append(data.Ticks, chartTick{barWidth(tick), fmt.Sprint(tick)})
	}
	for _, op := range r.measured(operations, ours) {
		if opponent := r.opponent(op); opponent != "" {
			data.Bars = append(data.Bars, r.bar(op, opponent, data.Rows))
			data.Rows += rowHeight
		}
	}
	data.Height, data.Page = chartFrame+data.Rows, chartFrame+data.Rows-1
	return chartTemplate.Execute(w, data)
}

// bar returns the bar of an operation. It shows the ratio of the medians, or the range of the
// ratio if one of the two times is uncertain.
func (r *results) bar(op operation, opponent string, y int) chartBar {
	mine, theirs := r.sampleOf(op, ours).time(), r.sampleOf(op, opponent).time()
	bar := chartBar{Y: y, Class: "faster", Label: op.label}
	if against := r.against(op, opponent); against != std {
		bar.Label += " (vs. " + against + ")"
	}
	// A range has no dots. A dot's ratio is a time divided by the opponent's time, which may be
	// uncertain.
	if max(spread(mine), spread(theirs)) > maxSpread {
		low, high := mine.Lo/theirs.Hi, mine.Hi/theirs.Lo
		bar.Class, bar.Ratio = "range", fmt.Sprintf("%.1f to %.1f", low, high)
		bar.X = barWidth(min(low, maxRatio))
		bar.Width = barWidth(min(high, maxRatio)) - bar.X
		bar.CutOff = high > maxRatio && bar.Width > cutOffWidth // "cut off" does not fit in a narrow bar
		return bar
	}
	ratio := mine.Center / theirs.Center
	bar.Ratio, bar.CutOff, bar.Width = fmt.Sprintf("%.2f", ratio), ratio > maxRatio, barWidth(min(ratio, maxRatio))
	if ratio > 1 {
		bar.Class = "slower"
	}
	for i, lib := range []string{"google", "gofrs"} { // at different heights, so overlapping dots are visible
		s := r.sampleOf(op, lib)
		if s == nil || lib == opponent || spread(s.time()) > maxSpread {
			continue
		}
		dot := chartDot{Y: 24 + 8*i, Class: lib}
		if ratio := s.time().Center / theirs.Center; ratio <= maxRatio {
			dot.X = barWidth(ratio)
		} else {
			dot.X, dot.Ratio = barWidth(maxRatio), strings.TrimSuffix(fmt.Sprintf("%.1f", ratio), ".0")
		}
		bar.Dots = append(bar.Dots, dot)
	}
	return bar
}

// spread returns the distance from the median to the farther end of its confidence interval, as a
// fraction of the median.
func spread(time benchmath.Summary) float64 {
	return max(time.Hi-time.Center, time.Center-time.Lo) / time.Center
}

func barWidth(ratio float64) int { return int(ratio*ratioWidth + 0.5) }
