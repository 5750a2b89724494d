package main

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// Tables sends a query for each table, because one broken view would make a query for all of them
// fail.
func (s *sqliteServer) Tables(ctx context.Context) ([]*table, error) {
	var tables []*table
	each := func(rows *sql.Rows) error {
		t := &table{schema: "main", rows: -1}
		var kind string
		err := rows.Scan(&t.name, &kind, &t.wide)
		if kind == "view" {
			t.kind = view
		}
		tables = append(tables, t)
		return err
	}
	err := s.read(ctx, each, `SELECT name, type, wr FROM pragma_table_list
		WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		if t.kind == view && !s.views {
			continue
		}
		err := s.describe(ctx, t)
		if err != nil && t.kind == view && !stops(err) {
			t.broken, err = err, nil
		}
		if err != nil {
			return nil, err
		}
	}
	s.resolve(tables)
	return tables, nil
}

// describe reads the columns, indexes and foreign keys of a table.
func (s *sqliteServer) describe(ctx context.Context, t *table) error {
	var all []string // the names of all columns
	var key []*column
	numeric := make(map[string]bool)
	byName := make(map[string]*column)
	columns := func(rows *sql.Rows) error {
		c := &column{table: t}
		var notNull bool
		var position int // in the primary key
		if err := rows.Scan(&c.name, &c.declared, &notNull, &c.preset, &position); err != nil {
			return err
		}
		all = append(all, strings.ToLower(c.name))
		c.nullable = !notNull
		if position == 1 {
			c.indexed, c.hasIndex, c.leads = true, true, true
			key = slices.Insert(key, 0, c)
		} else if position > 0 {
			key = append(key, c)
		}
		var holds bool
		c.kind, c.width, holds = sqliteType(c.declared)
		byName[c.name] = c
		numeric[c.name] = !holds
		if holds {
			t.columns = append(t.columns, c)
		}
		return nil
	}
	err := s.read(ctx, columns, `SELECT name, type, "notnull", coalesce(dflt_value, ''), pk
		FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`, t.name)
	if err != nil || len(t.columns) == 0 {
		return err
	}
	if len(key) == 1 {
		key[0].key, key[0].unique = true, true
	}
	if t.kind == view {
		return nil
	}
	t.axis = sqliteAxis(t, all, key, numeric)
	indexes := func(rows *sql.Rows) error {
		var name string
		var unique, alone bool
		err := rows.Scan(&name, &unique, &alone)
		if c := byName[name]; c != nil {
			c.indexed, c.hasIndex = true, true
			c.unique = c.unique || unique && alone
		}
		return err
	}
	err = s.read(ctx, indexes, `SELECT x.name, i."unique",
			(SELECT count(*) FROM pragma_index_xinfo(i.name) WHERE key) = 1
		FROM pragma_index_list(?) i JOIN pragma_index_xinfo(i.name) x
		WHERE NOT i.partial AND x.key AND x.seqno = 0 AND x.name IS NOT NULL`, t.name)
	if err != nil {
		return err
	}
	foreignKeys := func(rows *sql.Rows) error {
		r := &reference{schema: "main"}
		var name string
		err := rows.Scan(&name, &r.table, &r.column, &r.cascades)
		if c := byName[name]; c != nil {
			c.reference = r
		}
		return err
	}
	return s.read(ctx, foreignKeys, `SELECT "from", "table", coalesce("to", ''), on_update = 'CASCADE'
		FROM pragma_foreign_key_list(?)`, t.name)
}

// sqliteAxis is the row number or, if columns hide its name, the key.
func sqliteAxis(t *table, columns []string, key []*column, numeric map[string]bool) axis {
	if !t.wide {
		for _, name := range []string{"rowid", "_rowid_", "oid"} {
			if !slices.Contains(columns, name) {
				return axis{column: name, key: []string{name}, numeric: true}
			}
		}
	}
	if len(key) == 0 {
		return axis{}
	}
	a := axis{column: key[0].name, numeric: numeric[key[0].name], kind: key[0].kind}
	for _, c := range key {
		a.key = append(a.key, c.name)
	}
	return a
}

// resolve completes foreign keys that name only a table, or that write the table's name in a different
// case.
func (s *sqliteServer) resolve(tables []*table) {
	byName := make(map[string]*table)
	for _, t := range tables {
		byName[strings.ToLower(t.name)] = t
	}
	for _, t := range tables {
		for _, c := range t.columns {
			if c.reference == nil {
				continue
			}
			target := byName[strings.ToLower(c.reference.table)]
			if target == nil {
				continue
			}
			c.reference.table = target.name
			for _, k := range target.columns {
				if c.reference.column == "" && k.key || strings.EqualFold(k.name, c.reference.column) {
					c.reference.column = k.name
				}
			}
		}
	}
}

// sqliteType decides by its declared type whether a column could hold IDs. SQLite stores what it is
// given in any column, so the values decide whether they are text or bytes.
func sqliteType(declared string) (kind kind, width int, holds bool) {
	upper := strings.ToUpper(declared)
	for _, word := range []string{"INT", "REAL", "FLOA", "DOUB", "DEC", "NUM", "DATE", "TIME", "BOOL", "JSON"} {
		if strings.Contains(upper, word) {
			return 0, 0, false
		}
	}
	if strings.Contains(upper, "BLOB") || strings.Contains(upper, "BINARY") || upper == "BYTEA" {
		kind = kindBytes
	}
	if _, size, ok := strings.Cut(upper, "("); ok {
		width, _ = strconv.Atoi(strings.TrimRight(size, ") "))
	}
	return kind, width, true
}
