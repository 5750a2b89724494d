// Proves what is read of each table, and which reasons are given for the others.
package main

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// A listServer has a list of tables. All their columns contain IDs.
type listServer struct {
	server
	tables  []*table
	err     error // of the catalog
	samples map[string]error
	sorts   map[string]error // by column
	read    []string         // the names of the tables that were read
}

func (s *listServer) Product() product { return postgreSQL }
func (s *listServer) Name() string     { return "Lists 1.2" }

func (s *listServer) Tables(context.Context) ([]*table, error) { return s.tables, s.err }

func (s *listServer) Sample(_ context.Context, t *table) ([][]value, bool, error) {
	s.read = append(s.read, t.name)
	if err := s.samples[t.name]; err != nil {
		return nil, false, err
	}
	var rows [][]value
	for i := range 20 {
		rows = append(rows, nil)
		for range t.columns {
			rows[i] = append(rows[i], value{isText, strings.ToUpper(v4(i).String())})
		}
	}
	return rows, true, nil
}

func (s *listServer) Sort(_ context.Context, c *column, texts []string) ([]string, int, error) {
	return slices.Sorted(slices.Values(texts)), len(texts), s.sorts[c.name]
}

// listed returns a table with columns.
func listed(name string, columns ...string) *table {
	t := &table{schema: "public", name: name}
	for _, c := range columns {
		t.columns = append(t.columns, &column{table: t, name: c})
	}
	return t
}

func TestInspect(t *testing.T) {
	denies := func(t *table, columns ...string) *table { t.denied = columns; return t }
	isView := func(t *table) *table { t.kind = view; return t }
	isBroken := listed("broken", "id")
	isBroken.broken = locked
	s := &listServer{
		tables: []*table{
			listed("whole", "id", "other_id"),
			denies(listed("part", "id"), "a"),
			denies(listed("more", "id"), "a", "b"),
			denies(listed("none"), "a"), listed("numbers"), isView(listed("shown", "id")), isBroken,
			listed("slow", "id"),
			listed("sorted", "late_id", "locked_id", "id"),
			listed("cut", "id", "lost_id", "last_id"),
			listed("after", "id"), denies(listed("closed"), "a"), isView(listed("seen", "id")),
		},
		samples: map[string]error{"slow": tooSlow},
		sorts:   map[string]error{"late_id": tooSlow, "locked_id": locked, "lost_id": lost},
	}
	// Nothing is looked up in this key after the connection is lost.
	s.tables[0].columns[0].key, s.tables[0].columns[0].indexed = true, true
	const privilege = "the user lacks the SELECT privilege"
	wantUnread := []string{
		"part: " + privilege + " on 1 column", "more: " + privilege + " on 2 columns", "none: " + privilege,
		"broken: " + locked.Error(), "slow: " + tooSlow.Error(), "sorted: " + tooSlow.Error(), "cut: " + lost.Error(),
		"after: " + lost.Error(), "closed: " + privilege,
	}
	wantColumns := []string{"whole.id", "whole.other_id", "part.id", "more.id", "sorted.late_id", "sorted.locked_id",
		"sorted.id", "cut.id", "cut.lost_id"}
	wantRead := []string{"whole", "part", "more", "slow", "sorted", "cut"}
	r, err := inspect(t.Context(), s, scope{}, &progress{})
	if err != nil {
		t.Fatal(err)
	}
	var unread, columns []string
	for _, u := range r.unread {
		if u.schema != "public" {
			t.Errorf("%s is in the schema %s", u.table, u.schema)
		}
		unread = append(unread, u.table+": "+u.reason)
	}
	for _, c := range r.columns {
		columns = append(columns, c.title())
	}
	if !slices.Equal(unread, wantUnread) || !slices.Equal(columns, wantColumns) || !slices.Equal(s.read, wantRead) {
		t.Errorf("unread %q\nwant   %q\ncolumns %q\nwant    %q\nread %q\nwant %q",
			unread, wantUnread, columns, wantColumns, s.read, wantRead)
	}
	if r.server != "Lists 1.2" || r.skippedViews != 2 {
		t.Errorf("server %q, %d views skipped, want 2", r.server, r.skippedViews)
	}
	s = &listServer{tables: []*table{isView(listed("shown", "id"))}}
	if r, err := inspect(t.Context(), s, scope{views: true}, &progress{}); err != nil || len(r.columns) != 1 {
		t.Errorf("with views: %+v, %v", r, err)
	}
	const catalog = "cannot read the catalog: another session holds a lock on the table"
	_, err = inspect(t.Context(), &listServer{err: locked}, scope{}, &progress{})
	if err == nil || err.Error() != catalog {
		t.Errorf("without a catalog: %v, want %s", err, catalog)
	}
}

// TestInspectColumn checks that a column is left at the first error, and that the index of a column in another order is
// not read, because its ends are anywhere.
func TestInspectColumn(t *testing.T) {
	withNil := append(valuesOf(9, asText(v4)), value{isText, "00000000-0000-0000-0000-000000000000"})
	for _, tt := range []struct {
		name   string
		server server
		full   bool
	}{
		{"index", &rangeServer{fails: 1}, false},
		{"counts", failing{}, true},
	} {
		c := &column{table: &table{name: "t"}, name: "id", indexed: true}
		c.sample = collect(withNil, c.kind, tt.full)
		if err := c.inspect(t.Context(), tt.server, scope{full: tt.full}); err != tooSlow || len(c.findings) > 0 {
			t.Errorf("%s: %v, found %v", tt.name, err, c.findings)
		}
	}
	s, c := &rangeServer{}, &column{table: &table{name: "t"}, name: "id", kind: kindBytes, indexed: true}
	c.sample = collect(valuesOf(200, reordered(v4, microsoft...)), c.kind, false)
	if err := c.inspect(t.Context(), s, scope{}); err != nil || len(s.ranges) > 0 || !c.has(checkOrder) {
		t.Errorf("another order: %v, %d ranges, found %v", err, len(s.ranges), c.findings)
	}
}

func TestStatus(t *testing.T) {
	with := func(levels ...level) *column {
		c := new(column)
		for _, level := range levels {
			c.findings = append(c.findings, finding{level: level})
		}
		return c
	}
	for _, tt := range []struct {
		report report
		want   int
	}{
		{report{columns: []*column{with()}, skippedViews: 1}, statusHealthy},
		{report{unread: []unread{{}}}, statusUnread},
		{report{columns: []*column{with(), with(warning)}}, statusFound},
		{report{columns: []*column{with(wrong)}, unread: []unread{{}}}, statusFound},
	} {
		if got := tt.report.status(); got != tt.want {
			t.Errorf("%+v: status %d, want %d", tt.report, got, tt.want)
		}
	}
}
