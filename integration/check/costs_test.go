package check

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Columns with IDs of the large table, each with an index. The command may read mostRows and use
// mostScans for a table with up to ten of them.
const (
	largeColumns = 10
	mostRows     = 5000
	mostScans    = 100
)

// strayID is the only ID of version 4.
const strayID = "0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"

// largeRows is the number of rows of the large table.
func largeRows() int {
	switch {
	case testing.Short():
		return 20_000
	case os.Getenv("INTEGRATION_FULL") != "":
		return 2_000_000
	}
	return 200_000
}

// largeTable returns the statements that make the table, whose key has version 7 IDs and a single
// version 4 ID. made is an expression for a version 7 ID, and series a table of numbers.
func largeTable(idType, made, series string) []string {
	var columns, values []string
	statements := []string{""}
	for k := range largeColumns {
		name := fmt.Sprintf("id%d", k)
		columns = append(columns, name+" "+idType+" NOT NULL")
		values = append(values, made)
		if k > 0 {
			statements = append(statements, fmt.Sprintf("CREATE INDEX large_%s ON large (%s)", name, name))
		}
	}
	statements[0] = fmt.Sprintf("CREATE TABLE large (%s, PRIMARY KEY (id0))", strings.Join(columns, ", "))
	fill := fmt.Sprintf("INSERT INTO large SELECT %s FROM %s", strings.Join(values, ", "), series)
	v4 := strings.Repeat(", '"+strayID+"'", largeColumns)[2:]
	return append([]string{statements[0], fill, "INSERT INTO large VALUES (" + v4 + ")"}, statements[1:]...)
}

// wantLarge checks that the one version 4 ID in the key is found.
func wantLarge(t *testing.T, address string) {
	t.Helper()
	began := time.Now()
	r := check(t, 3, address)
	t.Logf("%s: %v", r.Server, time.Since(began).Round(time.Millisecond))
	if len(r.Columns) != largeColumns {
		t.Errorf("%d columns are listed, want %d", len(r.Columns), largeColumns)
	}
	for _, c := range r.Columns {
		versions := len(c.Findings) == 1 && c.Findings[0].Check == "versions"
		if versions != (c.Column == "id0") || len(c.Findings) > 1 {
			t.Errorf("%s: found %v", c.Column, c.Findings)
		}
	}
}

func TestCostsOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	rows := largeRows()
	const made = "(lpad(to_hex(1750000000000 + n * 100), 12, '0') || '7' || " +
		"substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid"
	execute(t, db, largeTable("uuid", made, fmt.Sprintf("generate_series(1, %d) n", rows))...)
	execute(t, db, "VACUUM ANALYZE large", "SELECT pg_stat_reset()")
	wantLarge(t, postgresAddress)
	var read, scans, blocks int
	deadline := time.Now().Add(10 * time.Second)
	for scans == 0 && time.Now().Before(deadline) { // the server counts when the connection has ended
		time.Sleep(100 * time.Millisecond)
		// Rows that are read at known places are not counted, but their blocks are.
		err := db.QueryRow(`SELECT seq_tup_read +
				(SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid),
				idx_scan, heap_blks_read + heap_blks_hit
			FROM pg_stat_user_tables t JOIN pg_statio_user_tables USING (relid) WHERE relid = 'large'::regclass`).
			Scan(&read, &scans, &blocks)
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d rows read in %d index scans, and %d blocks of the table", read, scans, blocks)
	if read == 0 || read+blocks > mostRows || scans > mostScans {
		t.Errorf("read %d rows in %d index scans, and %d blocks; want at most %d rows and %d scans",
			read, scans, blocks, mostRows, mostScans)
	}
	execute(t, db, "DROP TABLE large")
}

func TestCostsOfMariaDB(t *testing.T) {
	db := open(t, "mysql", mariaDBAddress)
	rows := largeRows()
	const made = "UNHEX(CONCAT(LPAD(HEX(1750000000000 + seq * 100), 12, '0'), '7', SUBSTR(MD5(RAND()), 1, 3), '8', " +
		"SUBSTR(MD5(RAND()), 1, 15)))"
	statements := largeTable("binary(16)", made, fmt.Sprintf("seq_1_to_%d", rows))
	statements[2] = strings.ReplaceAll(statements[2], "'"+strayID+"'", "x'"+strings.ReplaceAll(strayID, "-", "")+"'")
	execute(t, db, statements...)
	execute(t, db, "ANALYZE TABLE large")
	var counts int
	if err := db.QueryRow("SELECT @@GLOBAL.userstat").Scan(&counts); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "SET GLOBAL userstat = 1", "FLUSH TABLE_STATISTICS")
	defer execute(t, db, fmt.Sprintf("SET GLOBAL userstat = %d", counts))
	wantLarge(t, mariaDBURL(t).String())
	var read int
	err := db.QueryRow(`SELECT rows_read FROM information_schema.table_statistics
		WHERE table_schema = DATABASE() AND table_name = 'large'`).Scan(&read)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows read", read)
	if read == 0 || read > mostRows {
		t.Errorf("read %d rows, want at most %d", read, mostRows)
	}
	execute(t, db, "DROP TABLE large")
}
