package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid/internal/judge"
)

// A versionCount is the number of IDs of one version in a column, and the first of them as text.
type versionCount struct {
	version int // 0 for IDs without a version, such as Nil and Max
	rows    int
	first   string
}

// countable reports whether the database can count the versions of all values: they are all written in one
// way, with the digits of the version and the variant in fixed places.
func (c *column) countable() bool {
	forms := make(map[judge.Form]bool)
	for spelled := range c.sample.spellings {
		if spelled.isCanonical() {
			spelled.form = judge.Canonical
		}
		forms[spelled.form] = true
	}
	main := c.spelling()
	known := main.isCanonical() || main.form == judge.Native || main.form == judge.Digits || main.form == judge.Bytes
	return len(forms) <= 1 && known && !main.inBytes && !main.padded && !c.array && !c.hasOtherBytes()
}

// versionsQuery counts the versions of all rows. The expression is a column's value in hexadecimal
// digits of either case, with dashes if the column is text or uuid with dashes.
func (c *column) versionsQuery(expression, column, from string) string {
	version, variant := len("xxxxxxxx-xxxx-M"), len("xxxxxxxx-xxxx-Mxxx-N")
	if form := c.spelling().form; form == judge.Digits || form == judge.Bytes {
		version, variant = len("xxxxxxxxxxxxM"), len("xxxxxxxxxxxxMxxxN")
	}
	return fmt.Sprintf("SELECT version, count(*), min(id) FROM (SELECT id, CASE WHEN substr(id, %d, 1) IN "+
		"('8', '9', 'a', 'b', 'A', 'B') THEN substr(id, %d, 1) ELSE '0' END AS version "+
		"FROM (SELECT %s AS id FROM %s WHERE %s IS NOT NULL) uuidcheck_ids) uuidcheck_versions GROUP BY version",
		variant, version, expression, from, column)
}

// newVersionCount reads a row of versionsQuery.
func newVersionCount(version, rows, first string) versionCount {
	v := versionCount{first: judge.FromText(first).ID.String()}
	v.version, _ = strconv.Atoi(version) // a letter or 9 is not a version
	v.rows, _ = strconv.Atoi(rows)
	return v
}

// countVersions reads all values of a column.
func (c *column) countVersions(ctx context.Context, s server) error {
	if !c.countable() {
		return nil
	}
	counts, err := s.Versions(ctx, c)
	if err != nil {
		return err
	}
	c.exact = make(map[int]versionCount)
	for _, v := range counts {
		if v.version > 8 {
			v.version = 0
		}
		v.rows += c.exact[v.version].rows
		c.exact[v.version] = v
	}
	return nil
}

// values returns the number of values that were read.
func (c *column) values() int {
	if c.exact == nil {
		return c.sample.read()
	}
	total := 0
	for _, v := range c.exact {
		total += v.rows
	}
	return total
}
