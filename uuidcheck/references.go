package main

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

const (
	lookups    = 5  // of a column's values in a key
	maxLookups = 60 // in all keys of a table
	maxKeys    = 8  // that may be the key of a column
)

// relations finds the keys that columns refer to.
type relations struct {
	server  server
	columns map[string]*column   // by place
	named   map[string][]*column // keys, by the schema and a name of their table
	faulty  map[check][]*column  // keys, by what was found
	own     map[*table][]*column // keys of a table
	spent   map[*table]int       // lookups
}

// relate removes the findings that a column shares with its key, because the key has them too, and reports
// references that are not in the form of their key.
func relate(ctx context.Context, s server, columns []*column, move bool) {
	r := newRelations(s, columns)
	findings := make(map[*column][]finding) // before any is dropped
	for _, c := range columns {
		findings[c] = slices.Clone(c.findings)
	}
	for _, c := range columns {
		if c.table.kind == view {
			r.dropFromView(c, columns, findings)
		}
		key := r.keyOf(ctx, c, move)
		if key == nil {
			continue
		}
		c.dropCommon(findings[key])
		c.checkReference(ctx, s, key, findings[key])
		if move {
			c.checkMove(ctx, r, key)
		}
	}
}

func newRelations(s server, columns []*column) *relations {
	r := &relations{
		server:  s,
		columns: make(map[string]*column),
		named:   make(map[string][]*column),
		faulty:  make(map[check][]*column),
		own:     make(map[*table][]*column),
		spent:   make(map[*table]int),
	}
	for _, c := range columns {
		r.add(c)
	}
	return r
}

func (r *relations) add(c *column) {
	r.columns[place(c.table.schema, c.table.name, c.name)] = c
	if !c.identifies() || c.array {
		return
	}
	// The table app_users is users to a column user_id.
	for name := strings.ToLower(c.table.name); name != ""; _, name, _ = strings.Cut(name, "_") {
		at := place(c.table.schema, name)
		r.named[at] = append(r.named[at], c)
	}
	for _, f := range c.findings {
		r.faulty[f.check] = append(r.faulty[f.check], c)
	}
	r.own[c.table] = append(r.own[c.table], c)
}

// place joins names to the key of a map.
func place(names ...string) string { return strings.Join(names, "\x00") }

// dropFromView removes a view's findings that a table's column of the same name also has, because a view
// shows the rows of tables.
func (r *relations) dropFromView(c *column, columns []*column, findings map[*column][]finding) {
	for _, other := range columns {
		if other.table.kind != view && other.table.schema == c.table.schema && strings.EqualFold(other.name, c.name) {
			c.dropCommon(findings[other])
		}
	}
}

// keyOf returns the column that a foreign key names. If there is none, it returns a key that contains most
// of a few values: one that the column's name suggests, one with the same findings, or the key of the same
// table.
func (r *relations) keyOf(ctx context.Context, c *column, move bool) *column {
	if c.reference != nil {
		return r.columns[place(c.reference.schema, c.reference.table, c.reference.column)]
	}
	if c.key || c.array {
		return nil
	}
	stem := referenceStem(c.name)
	var likely []*column
	for _, name := range []string{stem, stem + "s", stem + "es", strings.TrimSuffix(stem, "y") + "ies"} {
		likely = append(likely, r.named[place(c.table.schema, name)]...)
	}
	likely = append(likely, r.own[c.table]...)
	for _, f := range c.findings {
		likely = append(likely, r.faulty[f.check]...)
	}
	tried := map[*column]bool{c: true}
	for _, k := range likely {
		// Do not look up values if the result would not matter. For -move, do not guess self references.
		matters := k.sharesFindings(c) || !c.spelledLike(k) || move && k.table != c.table
		if tried[k] || len(tried) > maxKeys || !matters {
			continue
		}
		tried[k] = true
		n := lookups
		if move {
			n = moveLookups // dangling rows are reported, so they must not hide the key
		}
		if r.contains(ctx, k, c.sample.some(n)) {
			return k
		}
	}
	return nil
}

// sharesFindings reports whether both columns have a finding of the same check.
func (c *column) sharesFindings(other *column) bool {
	return slices.ContainsFunc(c.findings, func(f finding) bool { return other.has(f.check) })
}

// contains reports whether a key contains one of a few IDs of a column, in the key's own spelling. UUIDs
// do not match by chance.
func (r *relations) contains(ctx context.Context, key *column, ids []uuid.UUID) bool {
	for _, id := range ids {
		if r.spent[key.table] == maxLookups {
			return false
		}
		r.spent[key.table]++
		if r.containsID(ctx, key, id) {
			return true
		}
	}
	return false
}

func (r *relations) containsID(ctx context.Context, key *column, id uuid.UUID) bool {
	low, ok := key.spelling().encode(id)
	if !ok || !key.indexed {
		return false
	}
	values, err := r.server.Range(ctx, key, valueRange{low: low, rows: 1})
	if err != nil || len(values) == 0 {
		return false
	}
	return read(values[0], key.kind).ID == id
}

// spelling returns how the column writes IDs. If it contains none, its type decides.
func (c *column) spelling() spelling {
	if c.sample.main.form != judge.NoForm {
		return c.sample.main
	}
	switch c.kind {
	case kindUUID:
		return spelling{form: judge.Native}
	case kindBytes:
		return spelling{form: judge.Bytes}
	}
	return spelling{form: judge.Canonical}
}

// spelledLike reports whether two columns write an ID in the same way, so that a join finds it.
func (c *column) spelledLike(key *column) bool {
	own, its := c.spelling(), key.spelling()
	own.prefix, its.prefix = "", ""
	return own == its
}

// dropCommon removes the findings that the key also has.
func (c *column) dropCommon(ofKey []finding) {
	c.findings = slices.DeleteFunc(c.findings, func(f finding) bool {
		return slices.ContainsFunc(ofKey, func(k finding) bool { return k.check == f.check })
	})
}

// mixesUp reports whether, according to the findings, the values are not the IDs that they seem to be or
// are not all in one form.
func mixesUp(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool {
		switch f.check {
		case checkOrder, checkWriters, checkCut, checkForms:
			return true
		}
		return false
	})
}

// isOfForm reports whether a finding is about the one form of all values.
func isOfForm(f finding) bool { return f.check == checkForm || f.check == checkText }

// checkReference reports a reference that does not write IDs as its key does. This replaces the findings
// on the reference's own form. It is not reported if it follows from the findings on the key's form.
func (c *column) checkReference(ctx context.Context, s server, key *column, ofKey []finding) {
	own, its := c.spelling(), key.spelling()
	known := mixesUp(ofKey) || mixesUp(c.findings) || slices.ContainsFunc(ofKey, isOfForm)
	if c.spelledLike(key) || known || c.sample.ids() == 0 || key.sample.ids() == 0 {
		return
	}
	if own.isCanonical() && its.isCanonical() {
		if equal, err := c.ignoresCase(ctx, s); err != nil || equal {
			return // the capitals are reported
		}
	}
	c.findings = slices.DeleteFunc(c.findings, isOfForm)
	level, consequence := c.joinWith(key, s.Product())
	c.report(checkReference, level, "storing.md#columns", "",
		"The values refer to %s, but are %v (%s) instead of %v (%s). %s Give both columns one type and one form.",
		key.title(), own, c.declared, its, key.declared, consequence)
}

// joinWith returns what a join of a reference and a key in different forms does.
func (c *column) joinWith(key *column, p product) (level, string) {
	switch {
	case p == postgreSQL && c.kind != key.kind:
		return warning, "Comparing them is an error in PostgreSQL, unless the query converts one of them."
	case p == mariaDB && (c.kind == kindUUID || key.kind == kindUUID):
		return warning, "MariaDB converts them in a join, but then cannot use an index on the column that is not uuid."
	}
	return wrong, "A join finds no row, without an error."
}

var referenceEndings = []string{"_uuid", "_guid", "_id", "uuid", "guid", "id"}

// referenceStem returns what a reference is named after: user for user_id and userId.
func referenceStem(column string) string {
	lower := strings.ToLower(column)
	for _, ending := range referenceEndings {
		if stem, ok := strings.CutSuffix(lower, ending); ok && stem != "" {
			return stem
		}
	}
	return lower
}
