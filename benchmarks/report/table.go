package main

import (
	"fmt"
	"io"
	"strings"
	"text/template"

	"golang.org/x/perf/benchunit"
)

// absent is the cell of what was not measured.
const absent = "–"

// A tableData is what the template of the table is given.
type tableData struct {
	*results
	Rounds int
	Rows   []tableRow
	Floors []tableRow
}

type tableRow struct {
	Label                string
	Cells                []string // of this library and its peers, or of a floor
	Ratio, Target, Floor string
}

var tableTemplate = template.Must(template.New("table").Parse(`# Benchmark results

- CPU: {{.CPU}}, GOMAXPROCS={{.Procs}}, {{.GOOS}}/{{.GOARCH}}
- Go: {{.Go}}; google/uuid {{.Google}}, gofrs/uuid {{.Gofrs}}
- Command: ` + "`benchmarks/run {{.Rounds}}`, which runs `{{.Command}}`" + ` {{.Rounds}} times

A cell is the median time of one operation, ± its 95 % confidence interval, and
the number of allocations. The ratio is the median time of this library divided
by that of the standard package; where that has no such operation, by that of
the fastest peer, which is named. **Bold**: faster than this library.

| operation | this library | std | google | google-pool | gofrs | ratio | target | floor |
|---|--:|--:|--:|--:|--:|--:|---|---|
{{range .Rows}}| {{.Label}} |{{range .Cells}} {{.}} |{{end}} {{.Ratio}} | {{.Target}} | {{.Floor}} |
{{end}}
| floor | time |
|---|--:|
{{range .Floors}}| {{.Label}} |{{range .Cells}} {{.}} |{{end}}
{{end}}`))

// writeTable writes the results as Markdown.
func writeTable(w io.Writer, r *results) error {
	data := tableData{results: r, Rounds: r.rounds}
	for _, op := range r.measured() {
		data.Rows = append(data.Rows, r.row(op))
	}
	for _, f := range floors {
		if s := r.samples[f.benchmark()]; s != nil {
			data.Floors = append(data.Floors, tableRow{Label: f.label, Cells: []string{s.cell()}})
		}
	}
	return tableTemplate.Execute(w, data)
}

func (r *results) row(op operation) tableRow {
	row := tableRow{
		Label:  op.label,
		Cells:  []string{r.sampleOf(op, ours).cell()},
		Ratio:  r.ratioCell(op),
		Target: r.targetCell(op),
		Floor:  r.floorCell(op),
	}
	for _, peer := range peers {
		row.Cells = append(row.Cells, r.peerCell(op, peer))
	}
	return row
}

// cell returns the median with its confidence interval, and the allocations.
func (s *sample) cell() string {
	t := s.time()
	return fmt.Sprintf("%s ±%s (%.0f)", duration(t.Center), t.PctRangeString(), summarize(s.allocs).Center)
}

// duration returns a number of seconds with a unit.
func duration(seconds float64) string { return benchunit.Scale(seconds, benchunit.Decimal) + "s" }

func (r *results) peerCell(op operation, peer string) string {
	s := r.samples[benchmark{op.name, peer}]
	if s == nil {
		return absent
	}
	return boldIf(r.ratio(op, peer) > 1, s.cell())
}

func (r *results) ratioCell(op operation) string {
	opponent := r.opponent(op)
	if opponent == "" {
		return absent
	}
	ratio := r.ratio(op, opponent)
	cell := boldIf(ratio > 1, fmt.Sprintf("%.2f", ratio))
	if against := op.against(opponent); against != "" {
		cell += " of " + against
	}
	return cell
}

// targetCell returns the target and whether it is met, with the ratio if that
// is not the one in the row's ratio cell.
func (r *results) targetCell(op operation) string {
	ratio := r.ratio(op, op.target.peer)
	if ratio == 0 {
		return absent
	}
	cell := fmt.Sprintf("%.2f", op.target.ratio)
	if op.target.peer != std {
		cell += " of " + op.target.peer
	}
	if ratio <= op.target.ratio {
		cell += ", met"
	} else {
		cell += ", missed"
	}
	if op.target.peer != r.opponent(op) {
		cell += fmt.Sprintf(" (%.2f)", ratio)
	}
	return cell
}

// floorCell returns the sum of an operation's floors and which they are.
func (r *results) floorCell(op operation) string {
	var sum float64
	for _, name := range op.floors {
		s := r.samples[floor{name: name}.benchmark()]
		if s == nil {
			return absent
		}
		sum += s.time().Center
	}
	if sum == 0 {
		return absent
	}
	return duration(sum) + ": " + strings.Join(op.floors, " + ")
}

func boldIf(bold bool, s string) string {
	if !bold {
		return s
	}
	return "**" + s + "**"
}
