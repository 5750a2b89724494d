package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"golang.org/x/perf/benchunit"
)

// absent is the content of a cell without a value.
const absent = "–"

// A table contains a row for each operation that was measured in the first of its libs. A table
// without computed columns has no bold cells, because it does not compare libraries.
type table struct {
	text       string   // text above the table
	rows       string   // heading of the first column, which contains the labels
	libs       []string // libraries; each has a column
	computed   []column // columns to the right of the libs
	operations []operation
}

// A column computes its cells from the results.
type column struct {
	name string
	cell func(*results, operation) string
}

var (
	againstStd     = column{"÷ std", (*results).stdCell}
	againstFastest = column{"÷ fastest other", (*results).fastestCell}
	theFloor       = column{"[floor](README.md#floors)", (*results).floorCell}

	againstUUID   = column{"÷ UUID", func(r *results, op operation) string { return r.untypedCell(op, op.name) }}
	againstParse  = column{"÷ Parse", func(r *results, op operation) string { return r.untypedCell(op, "ParseID") }}
	againstJetify = column{"÷ jetify", func(r *results, op operation) string { return r.ratioCell(op, "jetify") }}
	againstSumup  = column{"÷ sumup", func(r *results, op operation) string { return r.ratioCell(op, "sumup") }}
)

var tables = []table{
	{
		text: `Each cell shows the median time of one operation, ± its 95% confidence interval. The
number of allocations follows in parentheses, if they were counted.

÷ std is this library's time divided by the standard package's time: 0.50 is half the
time. ÷ fastest other is this library's time divided by the time of the fastest other
library, which may be the standard package. If a library does not support an operation,
the column names the operation that replaces it. **Bold**: another library is faster.
`,
		rows:       "operation",
		libs:       slices.Concat([]string{ours}, peers),
		computed:   []column{againstStd, againstFastest, theFloor},
		operations: operations,
	},
	{
		text: `## The time of a single call

50% of the calls take no longer than p50, and 99% take no longer than p99. Each time
includes one clock reading. "No call" is the same loop without a call, so it shows the
time for the clock reading alone.
`,
		rows:       "NewV7",
		libs:       []string{ours, std, noCall},
		computed:   []column{againstStd},
		operations: latencies,
	},
	{
		text: `## The longest call

The machine and the scheduler cause pauses even without a call, as "no call" shows. If
there are more goroutines than cores, a goroutine also waits for its turn. Only a time
that is much longer than "no call" indicates a pause caused by the library.
`,
		rows:       "NewV7",
		libs:       []string{ours, std, noCall},
		operations: longest,
	},
	{
		text: `## TypeIDs

The IDs have the prefix "user". The UUID column shows the same operation without a type
or prefix, such as NewV7 or Parse. ÷ UUID is this library's time divided by the time in
the UUID column. ÷ Parse is this library's time divided by the time for Parse in the UUID
column. **Bold**: another library is faster.
`,
		rows:       "uuid.ID",
		libs:       slices.Concat([]string{ours, untyped}, typeIDPeers),
		computed:   []column{againstUUID, againstParse, againstJetify, againstSumup},
		operations: typed,
	},
	{
		text:       "## Floors\n",
		rows:       "floor",
		libs:       []string{noLib},
		operations: floorOperations(),
	},
}

var reportTemplate = template.Must(template.New("report").Parse(`# Benchmark results

- CPU: {{.CPU}}, GOMAXPROCS={{.Procs}}, {{.GOOS}}/{{.GOARCH}}{{with .Kernel}}, kernel {{.}}{{end}}
- Go: {{.Go}}; google/uuid {{.Google}}, gofrs/uuid {{.Gofrs}}, go.jetify.com/typeid {{.Jetify}}, sumup/typeid {{.Sumup}}
- Command: ` + "`benchmarks/run {{.Rounds}}`, which runs `{{.Command}}`" + ` {{.Rounds}} times, and ` +
	"`typeid.test`" + ` with these flags
`))

// writeTables writes the results as Markdown.
func writeTables(w io.Writer, r *results) error {
	data := struct {
		*results
		Rounds int
	}{r, r.rounds}
	if err := reportTemplate.Execute(w, data); err != nil {
		return err
	}
	for _, t := range tables {
		if _, err := io.WriteString(w, t.markdown(r)); err != nil {
			return err
		}
	}
	return nil
}

// markdown returns t and its introduction, or "" if no operation in t was measured.
func (t table) markdown(r *results) string {
	measured := r.measured(t.operations, t.libs[0])
	if len(measured) == 0 {
		return ""
	}
	header, rule := []string{t.rows}, []string{"---"} // "--:" aligns numbers to the right
	for _, c := range t.columns() {
		header, rule = append(header, c.name), append(rule, "--:")
	}
	text := "\n" + t.text + "\n" + line(header) + line(rule)
	for _, op := range measured {
		cells := []string{op.label}
		for _, c := range t.columns() {
			cells = append(cells, c.cell(r, op))
		}
		text += line(cells)
	}
	return text
}

// columns returns the columns of t except the labels.
func (t table) columns() (all []column) {
	cell := (*results).comparedCell
	if t.computed == nil {
		cell = (*results).plainCell
	}
	for _, lib := range t.libs {
		all = append(all, column{heading(lib), func(r *results, op operation) string { return cell(r, op, lib) }})
	}
	return append(all, t.computed...)
}

func line(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }

// heading returns the column heading for a library.
func heading(lib string) string {
	switch lib {
	case ours:
		return "this library"
	case noCall:
		return "no call"
	case noLib:
		return "time"
	case untyped:
		return "UUID"
	}
	return lib
}

// plainCell returns the cell for an operation in a library.
func (r *results) plainCell(op operation, lib string) string {
	s := r.samples[benchmark{op.name, lib}]
	if s == nil {
		return absent
	}
	return s.cell()
}

// comparedCell is plainCell, in bold if the library is a peer that is faster than this library.
func (r *results) comparedCell(op operation, lib string) string {
	cell := r.plainCell(op, lib)
	return boldIf(cell != absent && slices.Contains(slices.Concat(peers, typeIDPeers), lib) && r.ratio(op, lib) > 1,
		cell)
}

// cell returns the median with its confidence interval, and the allocations if they were counted.
func (s *sample) cell() string {
	t := s.time()
	cell := duration(t.Center) + " ±" + t.PctRangeString()
	if len(s.allocs) > 0 {
		cell += fmt.Sprintf(" (%.0f)", summarize(s.allocs).Center)
	}
	return cell
}

// duration formats a number of seconds in a suitable unit.
func duration(seconds float64) string { return benchunit.Scale(seconds, benchunit.Decimal) + "s" }

func (r *results) stdCell(op operation) string {
	cell := r.ratioCell(op, std)
	if cell != absent && op.versus != "" {
		cell += " of " + op.versus
	}
	return cell
}

func (r *results) fastestCell(op operation) string {
	fastest := r.fastest(op)
	if fastest == "" {
		return absent
	}
	return r.ratioCell(op, fastest) + " of " + r.against(op, fastest)
}

// ratioCell returns the ratio to a peer, in bold if the peer is faster. It returns "< 0.01" instead
// of 0.00, because the scheduler can make a peer's time a thousand times longer.
func (r *results) ratioCell(op operation, peer string) string {
	ratio := r.ratio(op, peer)
	switch {
	case ratio == 0:
		return absent
	case ratio < 0.005:
		return "< 0.01"
	}
	return boldIf(ratio > 1, fmt.Sprintf("%.2f", ratio))
}

// untypedCell returns the ratio to an operation without a type. The cell is never bold, because
// both operations are from the same library.
func (r *results) untypedCell(op operation, name string) string {
	s := r.samples[benchmark{name, untyped}]
	if s == nil {
		return absent
	}
	return fmt.Sprintf("%.2f", r.sampleOf(op, ours).time().Center/s.time().Center)
}

// floorCell returns the sum of an operation's floors, and their names.
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
