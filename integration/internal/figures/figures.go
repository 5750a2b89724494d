// Package figures draws charts and formats numbers for measurement programs.
package figures

import (
	"bufio"
	"fmt"
	"html"
	"os"
	"runtime"
	"strings"
)

// Sizes in pixels. A chart consists of rows of panels, and a panel consists of bars.
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
	class string // CSS class that sets the bar's colour
	value float64
}

// A Panel shows one measurement as bars.
type Panel struct {
	Title string
	bars  []bar
}

// Add adds a bar. The CSS class sets the bar's colour.
func (p *Panel) Add(label, class string, value float64) {
	p.bars = append(p.bars, bar{label, class, value})
}

// SVG returns a chart with a title as an SVG document. colours is CSS that assigns a colour to each
// class.
func SVG(title, colours string, rows [][]Panel) string {
	columns, bars := 0, 0
	for _, row := range rows {
		columns = max(columns, len(row))
		for _, p := range row {
			bars = max(bars, len(p.bars))
		}
	}
	rowHeight := titleSpace + bars*barStep // the longest panel sets the height of all rows
	width := margin + columns*(panelWidth+margin)
	height := len(rows)*rowHeight + 2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">
<title>%s</title>
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 }
%s
@media (prefers-color-scheme: dark) { text { fill: #d0d7de } }
</style>
`, width, height, width, height, html.EscapeString(title), colours)
	for i, row := range rows {
		for j, p := range row {
			p.draw(&b, margin+j*(panelWidth+margin), margin+i*rowHeight)
		}
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\">%s</text>\n</svg>\n", margin, height-margin/2, html.EscapeString(title))
	return b.String()
}

// draw draws the panel with its top left corner at x, y. It scales the bars so that the longest bar
// fills the width.
func (p Panel) draw(b *strings.Builder, x, y int) {
	fmt.Fprintf(b, "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n", x, y+14, html.EscapeString(p.Title))
	most := 0.0
	for _, v := range p.bars {
		most = max(most, v.value)
	}
	for i, v := range p.bars {
		top := y + 26 + i*barStep
		length := 0.0
		if most > 0 {
			length = v.value / most * (panelWidth - labelWidth - valueWidth)
		}
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, top+12, html.EscapeString(v.label))
		fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", v.class, x+labelWidth,
			top, length, barHeight)
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", float64(x+labelWidth)+length+4, top+12, Short(v.value))
	}
}

// Short formats a number with about three significant digits.
func Short(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// Thousands formats n with commas between groups of three digits.
func Thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Thousands(n/1000), n%1000)
}

// Machine returns the operating system, the architecture, the processor and the Go version.
func Machine() string {
	return fmt.Sprintf("%s/%s, %d CPUs (%s), %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), cpu(),
		runtime.Version())
}

// cpu returns the processor model, or "unknown" if /proc/cpuinfo does not contain it.
func cpu() string {
	file, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
