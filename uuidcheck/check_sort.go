package main

import (
	"context"
	"slices"

	"github.com/seed-8298af95/uuid/internal/judge"
)

// checkSort uses made-up values to ask the database how the column sorts and compares.
func (c *column) checkSort(ctx context.Context, s server) error {
	main := c.sample.main
	sorts := c.kind == kindText || c.kind == kindUUID && s.Product() == mariaDB
	if c.array || !sorts || main.form == judge.Bytes || main.form == judge.Cut || main.inBytes {
		return nil // such values are compared as bytes
	}
	sorted, distinct, err := s.Sort(ctx, c, probes(c.kind, main))
	if err != nil {
		return err
	}
	misplaced := 0
	expected := slices.Sorted(slices.Values(sorted))
	for i := range sorted {
		if sorted[i] != expected[i] {
			misplaced++
		}
	}
	if distinct < len(sorted) {
		c.report(checkEqual, wrong, "storing.md#order", "",
			"The collation%s treats upper and lower case as equal, but in these texts (%v) they make "+
				"different IDs: of %d test IDs, the database distinguishes %d. id = ? may find the wrong row, and "+
				"a unique key may reject a new ID. Give the column a binary collation%s.",
			c.collationName(), main, len(sorted), distinct, binaryCollation(s.Product()))
		return nil // a wrong order would only be a consequence
	}
	if misplaced > 0 {
		c.reportSort(s.Product(), misplaced, len(sorted))
	}
	return nil
}

func (c *column) reportSort(p product, misplaced, made int) {
	r := &c.sample.report
	switch c.sample.main.form {
	case judge.Base64URL:
		return // its order is not that of the IDs in any collation
	case judge.Base58, judge.Base32, judge.TypeID:
		if r.Versions[7] == 0 && r.Versions[6] == 0 && c.sample.main.form == judge.Base58 {
			return // the IDs have no order to lose
		}
		c.report(checkSort, warning, "storing.md#order", "",
			"The collation%s does not sort these texts (%v) as bytes: %d of %d test IDs are out of order. "+
				"ORDER BY, ranges and pages do not follow the time in the IDs. Give the column a binary "+
				"collation%s.",
			c.collationName(), c.sample.main, misplaced, made, binaryCollation(p))
		return
	}
	if c.kind == kindUUID {
		c.report(checkSort, wrong, "storing.md#order", "",
			"This table was created by MariaDB before 10.9.8, 10.10.6, 10.11.5 or 11.0.3, so its uuid columns "+
				"compare the last bytes first: %d of %d version 7 test IDs are out of order. = works, but "+
				"ranges, BETWEEN, expiry, MIN, MAX and ORDER BY give wrong results, without an error. ALTER TABLE "+
				"%s FORCE rebuilds the table.",
			misplaced, made, c.table.name)
		return
	}
	c.report(checkSort, wrong, "storing.md#order", "",
		"The collation%s does not sort hexadecimal digits as bytes, for example because it treats aa as one "+
			"letter: %d of %d test IDs are out of order. Ranges, expiry and pages give wrong "+
			"results, without an error. Give the column a binary collation%s.",
		c.collationName(), misplaced, made, binaryCollation(p))
}

func (c *column) collationName() string {
	if c.collation == "" {
		return ""
	}
	return " " + c.collation
}

func binaryCollation(p product) string {
	switch p {
	case postgreSQL:
		return `: COLLATE "C"`
	case mariaDB, mySQL:
		return ": CHARACTER SET ascii COLLATE ascii_bin"
	}
	return ": COLLATE BINARY"
}
