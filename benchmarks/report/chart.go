package main

import (
	"fmt"
	"io"
	"slices"
	"text/template"
)

// The layout of the chart, in pixels. What does not depend on the results is
// in the template.
const (
	ratioWidth = 220 // of a ratio of 1
	maxRatio   = 2.1 // longer bars are cut off, and dots further on are left out
	rowHeight  = 24
	chartFrame = 124 // the height of all but the rows
)

// A chartData is what the template of the chart is given.
type chartData struct {
	*results
	Rounds       int
	Height, Rows int // in pixels, as what follows
	One          int // where the ratio is 1
	Ticks        []chartTick
	Bars         []chartBar
}

// A chartTick is a ratio on the axis.
type chartTick struct {
	X     int
	Label string
}

type chartBar struct {
	Y, Width            int
	Class, Label, Ratio string
	CutOff              bool
	Dots                []chartDot
}

// A chartDot is another library's ratio.
type chartDot struct {
	X, Y  int
	Class string
}

// The picture has no background. Its colours follow the theme of the page.
var chartTemplate = template.Must(template.New("chart").Parse(
	`<svg xmlns="http://www.w3.org/2000/svg" width="860" height="{{.Height}}" viewBox="0 0 860 {{.Height}}" role="img" aria-labelledby="title">
<title id="title">Time relative to the standard package (= 1)</title>
<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note, .tick { font-size: 12px; fill: #59636e }
.tick { text-anchor: middle }
.label, .ratio { text-anchor: end }
.faster { fill: #2f7d5b }
.slower { fill: #c4602d }
.google { fill: #2f6fd0 }
.gofrs { fill: #8a4fc0 }
circle { stroke: #fff }
.grid { stroke: #d8dee4 }
.one { stroke: #1f2328; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.note, .tick { fill: #9198a1 }
.faster { fill: #3fa67c }
.slower { fill: #d9803f }
.google { fill: #6ea8ff }
.gofrs { fill: #c297ef }
circle { stroke: #0d1117 }
.grid { stroke: #3d444d }
.one { stroke: #e6edf3 }
}
</style>
<text class="title" x="24" y="34">Time relative to the standard package (= 1)</text>
<text class="note" x="24" y="56">Shorter is faster. Bars are this library, dots others: <tspan class="google">● google/uuid</tspan> <tspan class="gofrs">● gofrs/uuid</tspan></text>
<text class="note" x="24" y="74">Medians of {{.Rounds}} rounds, {{html .Go}}, {{html .CPU}}, GOMAXPROCS={{html .Procs}}</text>
<g transform="translate(330 108)">
{{- range .Ticks}}
<text class="tick" x="{{.X}}" y="-6">{{.Label}}</text>
<path class="grid" d="M{{.X}} 0V{{$.Rows}}"/>
{{- end}}
{{- range .Bars}}
<g transform="translate(0 {{.Y}})">
<text class="label" x="-56" y="16">{{html .Label}}</text>
<text class="ratio" x="-12" y="16">{{.Ratio}}</text>
<rect class="{{.Class}}" y="4" width="{{.Width}}" height="16"/>
{{- if .CutOff}}
<text class="note" x="{{.Width}}" dx="8" y="16">cut off</text>
{{- end}}
{{- range .Dots}}
<circle class="{{.Class}}" cx="{{.X}}" cy="{{.Y}}" r="4"/>
{{- end}}
</g>
{{- end}}
<path class="one" d="M{{.One}} 0V{{.Rows}}"/>
</g>
</svg>
`))

// writeChart writes the ratios of all operations as a bar chart in SVG.
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
	data.Height = chartFrame + data.Rows
	return chartTemplate.Execute(w, data)
}

func (r *results) bar(op operation, opponent string, y int) chartBar {
	ratio := r.ratio(op, opponent)
	bar := chartBar{
		Y:      y,
		Width:  barWidth(min(ratio, maxRatio)),
		Class:  "faster",
		Label:  op.label,
		Ratio:  fmt.Sprintf("%.2f", ratio),
		CutOff: ratio > maxRatio,
	}
	if ratio > 1 {
		bar.Class = "slower"
	}
	if against := r.against(op, opponent); against != std {
		bar.Label += " (beside " + against + ")"
	}
	for i, lib := range []string{"google", "gofrs"} {
		// Without the operation, theirs is infinite.
		if theirs := ratio / r.ratio(op, lib); lib != opponent && theirs <= maxRatio {
			bar.Dots = append(bar.Dots, chartDot{barWidth(theirs), 8 + 8*i, lib})
		}
	}
	return bar
}

func barWidth(ratio float64) int { return int(ratio*ratioWidth + 0.5) }
