package main

import (
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

// chartTemplate draws the chart. The chart has its own background, because an SVG can adapt to the
// system's theme, but not to the theme of the page that shows it.
var chartTemplate = template.Must(template.New("chart").Parse(
	`<svg xmlns="http://www.w3.org/2000/svg" width="440" height="{{.Height}}" viewBox="0 0 440 {{.Height}}" role="img" aria-labelledby="title">
<title id="title">Time relative to the standard package (= 1)</title>
<style>
text { font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note { font-size: 13px; fill: #59636e }
.tick { font-size: 12px; fill: #59636e; text-anchor: middle }
.label { paint-order: stroke; stroke: #fff; stroke-width: 3px }
.ratio { text-anchor: end }
.edge { font-size: 11px; text-anchor: end; paint-order: stroke; stroke: #fff; stroke-width: 3px }
.cut { font-size: 11px; text-anchor: end; fill: #fff }
.page { fill: #fff; stroke: #d8dee4 }
.faster { fill: #2f7d5b }
.slower { fill: #c4602d }
.range { fill: #8c959f }
.google { fill: #2f6fd0 }
.gofrs { fill: #8a4fc0 }
circle { stroke: #fff }
.grid { stroke: #d8dee4 }
.one { stroke: #1f2328; stroke-width: 1.5 }
</style>
<rect class="page" x=".5" y=".5" width="439" height="{{.Page}}" rx="6"/>
<text class="title" x="14" y="28">Time relative to the standard package (= 1)</text>
<text class="note" x="14" y="50">This library: <tspan class="faster">■ faster</tspan> <tspan class="slower">■ slower</tspan> <tspan class="range">■ a range</tspan></text>
<text class="note" x="14" y="69">A range means that the rounds differ by more than 15%.</text>
<text class="note" x="14" y="88">Others, where they differ less: <tspan class="google">● google/uuid</tspan> <tspan class="gofrs">● gofrs/uuid</tspan></text>
<text class="note" x="14" y="107">{{.Rounds}} rounds, {{html .Go}}, {{html .CPU}}, GOMAXPROCS={{html .Procs}}</text>
<g transform="translate(14 138)">
{{- range .Ticks}}
<text class="tick" x="{{.X}}" y="-6">{{.Label}}</text>
<path class="grid" d="M{{.X}} 0V{{$.Rows}}"/>
{{- end}}
<path class="one" d="M{{.One}} 0V{{.Rows}}"/>
{{- range .Bars}}
<g transform="translate(0 {{.Y}})">
<text class="label" x="0" y="15">{{html .Label}}</text>
<text class="ratio" x="412" y="15">{{.Ratio}}</text>
<rect class="{{.Class}}" x="{{.X}}" y="20" width="{{.Width}}" height="16"/>
<path class="one" d="M{{$.One}} 18V38"/>
{{- if .CutOff}}
<text class="cut" x="404" y="32">cut off</text>
{{- end}}
{{- range .Dots}}
<circle class="{{.Class}}" cx="{{.X}}" cy="{{.Y}}" r="4"/>
{{- if .Ratio}}
<text class="edge" x="{{.X}}" dx="-7" y="{{.Y}}" dy="4">{{.Ratio}}</text>
{{- end}}
{{- end}}
</g>
{{- end}}
</g>
</svg>
`))

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
