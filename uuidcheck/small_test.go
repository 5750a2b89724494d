// Proves that a few rows are enough to tell IDs from hashes, tokens and addresses.
package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSmallTables(t *testing.T) {
	tables := 320
	if testing.Short() {
		tables = 40
	}
	others := map[string]func(int) any{
		"hash": hash16, "token": hashDigits, "secret": token22, "digest": sha256Text, "address": mappedIP,
	}
	name, db := newFile(t)
	for k := range tables {
		columns, values := []string{"id BLOB NOT NULL PRIMARY KEY", "owner_id " +
			"TEXT"}, []func(int) any{asBytes(v4), asText(v4)}
		for other, value := range others {
			columns, values = append(columns, other+" BLOB"), append(values, value)
		}
		execute(t, db, fmt.Sprintf("CREATE TABLE t%d (%s)", k, strings.Join(columns, ", ")))
		insert := fmt.Sprintf("INSERT INTO t%d VALUES (?%s)", k, strings.Repeat(", ?", len(columns)-1))
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1 + rand.IntN(200) {
			row := make([]any, len(values))
			for j, value := range values {
				row[j] = value(i)
			}
			if _, err := tx.Exec(insert, row...); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	r := examine(t, statusHealthy, name)
	if len(r.Columns) != 2*tables {
		t.Errorf("%d columns, want %d", len(r.Columns), 2*tables)
	}
	for _, c := range r.Columns {
		if len(c.Findings) > 0 || others[c.Column] != nil {
			t.Errorf("%s.%s is listed, with %d values and the findings %v", c.Table, c.Column, c.Values, c.Findings)
		}
	}
}
