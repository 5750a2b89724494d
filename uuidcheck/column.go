package main

import (
	"slices"
	"strings"
)

// A table is a table, a view, or a partitioned table together with its partitions.
type table struct {
	schema, name string
	kind         tableKind
	rows         int64     // estimated by the server; -1 if unknown
	pages        int64     // of PostgreSQL, estimated
	columns      []*column // the columns that could hold IDs
	denied       []string  // columns that the user may not read
	broken       error     // why the columns of a view are unknown
	axis         axis      // rows are picked along it in MariaDB, MySQL and SQLite
	wide         bool      // in SQLite: WITHOUT ROWID
}

type tableKind int

const (
	baseTable tableKind = iota
	partitioned
	view // also a foreign table: reading it may be a heavy query elsewhere
)

// title is the table's name in the report.
func (t *table) title() string {
	if t.schema == "public" || t.schema == "main" {
		return t.name
	}
	return t.schema + "." + t.name
}

// A kind is the way in which a column stores IDs.
type kind int

const (
	kindText kind = iota
	kindBytes
	kindUUID
)

// A column is a column that could hold IDs.
type column struct {
	table     *table
	name      string
	declared  string // the type as the database prints it
	kind      kind
	baseType  string // of PostgreSQL's texts
	sortKey   string // the same for columns that sort alike; "" if unknown
	width     int    // of char(n), varchar(n) and binary(n); 0 is any
	collation string
	nullable  bool
	key       bool // the whole primary key
	leads     bool // the first column of the primary key
	unique    bool // the whole primary key or the only column of a unique index
	indexed   bool // the first column of an index that is in order
	hasIndex  bool // the first column of any index
	array     bool // uuid[]: its first element is read
	preset    string
	reference *reference

	sample   sample
	exact    map[int]versionCount // with -full: by version
	findings []finding
}

// A reference is a foreign key.
type reference struct {
	schema, table, column string
	cascades              bool // ON UPDATE CASCADE
}

// title is the column's name in the report.
func (c *column) title() string { return c.table.title() + "." + c.name }

// identifies reports whether the column identifies rows, alone or, judging by its name, together with a
// tenant or a time.
func (c *column) identifies() bool {
	return c.key || c.unique || c.leads && c.reference == nil && slices.Contains(idWords, strings.ToLower(c.name))
}

// isCompared reports whether queries look for the column's values by an ID. Tokens that a program made
// from UUIDs are no such values.
func (c *column) isCompared() bool { return c.identifies() || c.named() || c.reference != nil }

var idWords = []string{"id", "uuid", "guid", "uid"}

// named reports whether the column's name is like that of an ID: id, uuid, user_id, uid_old, userId, ID.
func (c *column) named() bool {
	lower := strings.ToLower(c.name)
	isNamed := func(word string) bool {
		return lower == word || strings.HasSuffix(lower, "_"+word) || strings.HasPrefix(lower, word+"_")
	}
	return slices.ContainsFunc(idWords, isNamed) ||
		strings.HasSuffix(c.name, "Id") || strings.HasSuffix(c.name, "ID") ||
		strings.Contains(lower, "uuid") || strings.Contains(lower, "guid")
}

// mayBeNull reports whether a program has to expect NULL. SQLite allows it in a primary key too.
func (c *column) mayBeNull() bool { return c.nullable && (!c.key || c.sample.nulls > 0) }
