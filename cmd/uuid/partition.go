package main

import (
	"fmt"
	"strings"
	"time"
)

// This file writes the statements that create partitions in PostgreSQL.

const (
	maxIdentifier = 63       // maximum length of a name in PostgreSQL, in bytes
	blockQuote    = "$uuid$" // quotes the block after a statement
	partitionDate = "20060102"
)

// suffix returns the end of a partition's name. The name contains both ends of the period, and the
// version if it is not 7, so partitions with the same name have the same bounds.
func (f *boundsFlags) suffix(start, end time.Time) string {
	suffix := "_p" + start.Format(partitionDate) + "_" + end.Format(partitionDate)
	if f.v6 {
		suffix += "_v6"
	}
	return suffix
}

// longestName returns the length of the longest name in a statement.
func (f *boundsFlags) longestName() int {
	names := strings.Split(f.table, ".")
	last := names[len(names)-1] + f.suffix(time.Time{}, time.Time{})
	return max(len(names[0]), len(last))
}

// appendPartition appends the statements that create the partition for a period. They can run again,
// because the first does nothing if a table of the name exists. The second fails then, unless that
// table is the partition.
func (f *boundsFlags) appendPartition(b []byte, start, end time.Time) []byte {
	limits := f.limits()
	name, table := identifier(f.table+f.suffix(start, end)), identifier(f.table)
	bound := fmt.Sprintf("FOR VALUES FROM ('%v') TO ('%v')", limits.least(start), limits.least(end))
	b = fmt.Appendf(b, "CREATE TABLE IF NOT EXISTS %s PARTITION OF %s %s;\n", name, table, bound)
	return fmt.Appendf(b, `DO %[1]s BEGIN
  IF NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE oid = %[2]s::regclass AND inhparent = %[3]s::regclass
      AND pg_get_expr(relpartbound, oid) = %[4]s) THEN
    RAISE EXCEPTION 'the table %% exists, but is not this partition', %[2]s;
  END IF;
END %[1]s;
`, blockQuote, literal(name), literal(table), literal(bound))
}

// identifier quotes NAME or SCHEMA.NAME for SQL.
func identifier(name string) string {
	return `"` + strings.NewReplacer(`"`, `""`, ".", `"."`).Replace(name) + `"`
}

// literal quotes a string for SQL.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
