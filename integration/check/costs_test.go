package check

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// A largeTable has columns with IDs, each with an index.
type largeTable struct{ columns, rows int }

// mostRows returns how many rows of the table the command may read.
func (l largeTable) mostRows() int { return 5000 + 400*max(l.columns-10, 0) }

// mostScans returns how many index scans the command may make.
func (l largeTable) mostScans() int { return 10 * max(l.columns, 10) }

// strayID is the only ID of version 4.
const strayID = "0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"

// largeTables returns a table with many rows, and one with many columns.
func largeTables() []largeTable {
	rows := 200_000
	switch {
	case testing.Short():
		rows = 20_000
	case os.Getenv("INTEGRATION_FULL") != "":
		rows = 2_000_000
	}
	return []largeTable{{columns: 10, rows: rows}, {columns: 25, rows: max(rows/10, 20_000)}}
}

// statements returns the statements that make the table. Its key has version 7 IDs and a single version 4
// ID, and its other columns have version 4 IDs, which lie at all three places that are read of an index.
// v4 and v7 are expressions for IDs, and series is a table of numbers.
func (l largeTable) statements(idType, v4, v7, series, stray string) []string {
	var columns, values, strays, indexes []string
	for k := range l.columns {
		name := fmt.Sprintf("id%d", k)
		columns = append(columns, name+" "+idType+" NOT NULL")
		strays = append(strays, stray)
		if k == 0 {
			values = append(values, v7)
		} else {
			values = append(values, v4)
			indexes = append(indexes, fmt.Sprintf("CREATE INDEX large_%s ON large (%s)", name, name))
		}
	}
	return append([]string{
		fmt.Sprintf("CREATE TABLE large (%s, PRIMARY KEY (id0))", strings.Join(columns, ", ")),
		fmt.Sprintf("INSERT INTO large SELECT %s FROM %s", strings.Join(values, ", "), series),
		fmt.Sprintf("INSERT INTO large VALUES (%s)", strings.Join(strays, ", ")),
	}, indexes...)
}

// wantStray checks that the one version 4 ID in the key is found.
func (l largeTable) wantStray(t *testing.T, address string) {
	t.Helper()
	began := time.Now()
	r := check(t, 3, address)
	t.Logf("%s, %d rows, %d columns: %v", r.Server, l.rows, l.columns, time.Since(began).Round(time.Millisecond))
	if len(r.Columns) != l.columns {
		t.Errorf("%d columns are listed, want %d", len(r.Columns), l.columns)
	}
	for _, c := range r.Columns {
		versions := len(c.Findings) == 1 && c.Findings[0].Check == "versions"
		if versions != (c.Column == "id0") || len(c.Findings) > 1 {
			t.Errorf("%s: found %v", c.Column, c.Findings)
		}
	}
}

func TestCostsOfPostgres(t *testing.T) {
	const v7 = "(lpad(to_hex(1750000000000 + n * 100), 12, '0') || '7' || " +
		"substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid"
	db := open(t, "pgx", postgresAddress)
	db.SetMaxOpenConns(1)
	for _, l := range largeTables() {
		series := fmt.Sprintf("generate_series(1, %d) n", l.rows)
		statements := l.statements("uuid", "gen_random_uuid()", v7, series, "'"+strayID+"'")
		execute(t, db, slices.Insert(statements, 1, "ALTER TABLE large SET (autovacuum_enabled = off)")...)
		// A connection counts for itself, and tells the server at most once a second unless it is asked to.
		execute(t, db, "ANALYZE large", "SELECT pg_stat_force_next_flush()", "SELECT pg_stat_reset()")
		l.wantStray(t, postgresAddress)
		var read, scans, blocks int
		deadline := time.Now().Add(10 * time.Second)
		for scans == 0 && time.Now().Before(deadline) { // the server counts when the connection has ended
			time.Sleep(100 * time.Millisecond)
			// Rows that are read at known places are not counted, but their blocks are. So are the blocks of
			// the rows that an index finds, because VACUUM has not told yet that they are visible.
			err := db.QueryRow(`SELECT seq_tup_read +
					(SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid),
					idx_scan, heap_blks_read + heap_blks_hit - idx_tup_fetch
				FROM pg_stat_user_tables t JOIN pg_statio_user_tables USING (relid)
				WHERE relid = 'large'::regclass`).Scan(&read, &scans, &blocks)
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%d rows read in %d index scans, and %d blocks at known places", read, scans, blocks)
		if read == 0 || read+blocks > l.mostRows() || scans > l.mostScans() {
			t.Errorf("%d columns: read %d rows in %d index scans, and %d blocks; want at most %d rows and %d scans",
				l.columns, read, scans, blocks, l.mostRows(), l.mostScans())
		}
		execute(t, db, "DROP TABLE large")
	}
}

func TestCostsOfMariaDB(t *testing.T) {
	const v4 = "UNHEX(INSERT(INSERT(MD5(RAND()), 13, 1, '4'), 17, 1, '8'))"
	const v7 = "UNHEX(INSERT(INSERT(MD5(RAND()), 1, 13, CONCAT(LPAD(HEX(1750000000000 + seq * 100), 12, '0'), '7')), " +
		"17, 1, '8'))"
	stray := "x'" + strings.ReplaceAll(strayID, "-", "") + "'"
	db := open(t, "mysql", mariaDBAddress)
	var counts int
	if err := db.QueryRow("SELECT @@GLOBAL.userstat").Scan(&counts); err != nil {
		t.Fatal(err)
	}
	defer execute(t, db, fmt.Sprintf("SET GLOBAL userstat = %d", counts))
	for _, l := range largeTables() {
		execute(t, db, l.statements("binary(16)", v4, v7, fmt.Sprintf("seq_1_to_%d", l.rows), stray)...)
		execute(t, db, "ANALYZE TABLE large", "SET GLOBAL userstat = 1", "FLUSH TABLE_STATISTICS")
		l.wantStray(t, mariaDBURL(t).String())
		var read int
		err := db.QueryRow(`SELECT rows_read FROM information_schema.table_statistics
			WHERE table_schema = DATABASE() AND table_name = 'large'`).Scan(&read)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d rows read", read)
		if read == 0 || read > l.mostRows() {
			t.Errorf("%d columns: read %d rows, want at most %d", l.columns, read, l.mostRows())
		}
		execute(t, db, "DROP TABLE large")
	}
}
