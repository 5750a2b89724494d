package main

import (
	"cmp"
	"context"
	"errors"
)

// A scope is what to do in addition to reading samples.
type scope struct {
	full  bool // count the versions of all values
	views bool // read views
	move  bool // report what new IDs for a key need first
}

// inspect reads the tables of a database one after the other, and judges their columns.
func inspect(ctx context.Context, s server, scope scope, p *progress) (*report, error) {
	tables, err := s.Tables(ctx)
	if err != nil {
		return nil, problem("cannot read the catalog: " + err.Error())
	}
	r := &report{server: s.Name()}
	s = &asker{server: s, answers: make(map[string]answer)}
	defer p.end()
	var stopped error // why no further table can be read
	for i, t := range tables {
		p.step(i, len(tables))
		switch {
		case t.kind == view && !scope.views:
			r.skippedViews++
			continue
		case t.broken != nil:
			r.leaveOut(t, t.broken)
			continue
		case len(t.columns) == 0:
			if len(t.denied) > 0 {
				r.leaveOut(t, denied)
			}
			continue
		case stopped != nil:
			r.leaveOut(t, stopped)
			continue
		}
		if len(t.denied) > 0 {
			r.leaveOut(t, problem("the user lacks the SELECT privilege on "+plural(len(t.denied), "column")))
		}
		columns, err := inspectTable(ctx, s, scope, t)
		r.columns = append(r.columns, columns...)
		if err != nil {
			r.leaveOut(t, err)
			if stops(err) {
				stopped = err
			}
		}
	}
	if stopped == nil {
		relate(ctx, s, r.columns, scope.move)
	}
	return r, nil
}

// inspectTable returns the columns of a table that hold IDs. The error says why part of the table could not
// be read.
func inspectTable(ctx context.Context, s server, scope scope, t *table) ([]*column, error) {
	rows, complete, err := s.Sample(ctx, t)
	if err != nil {
		return nil, err
	}
	var columns []*column
	var unread error
	for i, c := range t.columns {
		values := make([]value, len(rows))
		for k, row := range rows {
			values[k] = row[i]
		}
		c.sample = collect(values, c.kind, complete)
		if !c.holdsIDs() {
			continue
		}
		columns = append(columns, c)
		err := c.inspect(ctx, s, scope)
		if stops(err) {
			return columns, err
		}
		unread = cmp.Or(unread, err)
	}
	return columns, unread
}

// stops reports whether nothing more can be read after an error.
func stops(err error) bool { return errors.Is(err, interrupted) || errors.Is(err, lost) }

// inspect finds what is wrong with a column, causes before their consequences.
func (c *column) inspect(ctx context.Context, s server, scope scope) error {
	if !c.hasOtherBytes() {
		if err := c.readEnds(ctx, s); err != nil {
			return err
		}
	}
	if scope.full {
		if err := c.countVersions(ctx, s); err != nil {
			return err
		}
	}
	c.checkBytes(s.Product())
	if err := c.checkForms(ctx, s); err != nil {
		return err
	}
	c.checkVersions()
	c.checkSpecial()
	return c.checkSort(ctx, s)
}

func (r *report) leaveOut(t *table, reason error) {
	r.unread = append(r.unread, unread{t.schema, t.name, reason.Error()})
}

// status is the exit status that follows from the report.
func (r *report) status() int {
	switch {
	case r.count(wrong)+r.count(warning) > 0:
		return statusFound
	case len(r.unread) > 0:
		return statusUnread
	}
	return statusHealthy
}
