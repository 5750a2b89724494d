// This file proves the settings of each statement, the reasons for unread views, and what a sample contains.

package check

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// wantCounts checks how many values of some tables were read, and that all tables were.
func (r report) wantCounts(t *testing.T, want map[string]int) {
	t.Helper()
	got := make(map[string]int)
	for _, c := range r.Columns {
		if _, ok := want[c.Table]; ok {
			got[c.Table] = c.Values
		}
	}
	if !maps.Equal(got, want) || len(r.Unread) > 0 {
		t.Errorf("read %v values, want %v; unread %v", got, want, r.Unread)
	}
}

// TestSettingsOfPostgres checks the settings of each statement. A view has rows only with the right ones, and -full
// counts only in the column of UUIDs.
func TestSettingsOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db)
	rows := func(table, timeout string) string {
		return "SELECT id FROM " + table + " WHERE current_setting('statement_timeout') = '" + timeout + "'" +
			" AND current_setting('lock_timeout') = '1s' AND current_setting('row_security') = 'off'" +
			" AND current_setting('search_path') = 'pg_catalog' AND current_setting('application_name') = ''" +
			" AND current_setting('transaction_read_only') = 'on'"
	}
	execute(t, db, "CREATE TABLE a (id uuid)", insert("a", 20, "", asText(v4)),
		"CREATE TABLE codes (id text)", insert("codes", 20, "", typeIDs("user")),
		"CREATE VIEW b AS "+rows("codes", "5s"), "CREATE VIEW c AS "+rows("a", "0"),
		"CREATE VIEW d AS "+rows("codes", "5s"),
		"CREATE VIEW e AS "+rows("codes", "1500ms"), "CREATE VIEW f AS "+rows("a", "1500ms"))
	separator := "?"
	if strings.Contains(postgresAddress, "?") {
		separator = "&"
	}
	named := postgresAddress + separator + "application_name=test"
	r := check(t, 0, "-full", "-views", named)
	r.wantCounts(t, map[string]int{"a": 20, "b": 20, "c": 20, "d": 20, "f": 0})
	r = check(t, 0, "-full", "-views", "-timeout=1500ms", named)
	r.wantCounts(t, map[string]int{"a": 20, "c": 0, "e": 20, "f": 20})
}

// TestSettingsOfMariaDB checks the settings of each statement, as TestSettingsOfPostgres does.
func TestSettingsOfMariaDB(t *testing.T) {
	name, db := createMariaDB(t, "_settings")
	rows := func(table, seconds string) string {
		return "SELECT id FROM " + table + " WHERE is_limited(" + seconds + ")"
	}
	execute(t, db, "CREATE FUNCTION is_limited(seconds double) RETURNS boolean READS SQL DATA "+
		"RETURN @@max_statement_time = seconds AND @@lock_wait_timeout = 1 AND @@tx_read_only",
		"CREATE TABLE a (id uuid)", insert("a", 20, "", asText(v4)),
		"CREATE TABLE codes (id varchar(40))", insert("codes", 20, "", typeIDs("user")),
		"CREATE VIEW b AS "+rows("codes", "5"), "CREATE VIEW c AS "+rows("a", "0"),
		"CREATE VIEW d AS "+rows("codes", "5"),
		"CREATE VIEW e AS "+rows("codes", "1.5"), "CREATE VIEW f AS "+rows("a", "1.5"))
	r := check(t, 0, "-full", "-views", inMariaDB(t, name))
	r.wantCounts(t, map[string]int{"a": 20, "b": 20, "c": 20, "d": 20, "f": 0})
	r = check(t, 0, "-full", "-views", "-timeout=1500ms", inMariaDB(t, name))
	r.wantCounts(t, map[string]int{"a": 20, "c": 0, "e": 20, "f": 20})
}

// wantReasons checks why tables were not read, and that all others were.
func wantReasons(t *testing.T, r report, want map[string]string, columns int) {
	t.Helper()
	if got := r.reasons(); !maps.Equal(got, want) || len(r.Columns) != columns {
		t.Errorf("unread %q, want %q; %d columns are listed, want %d", got, want, len(r.Columns), columns)
	}
}

// TestUnreadViewsOfPostgres checks the reasons why a view cannot be read, and that the next one can be, unless
// the connection is lost.
func TestUnreadViewsOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	var owner string
	if err := db.QueryRow("SELECT current_database() || '_owner'").Scan(&owner); err != nil {
		t.Fatal(err)
	}
	dropPublic(t, db)
	t.Cleanup(func() { execute(t, db, "DROP VIEW private", "DROP ROLE "+owner) })
	execute(t, db, "CREATE ROLE "+owner, "CREATE TABLE a (id uuid)", insert("a", 20, "", asText(v4)),
		"CREATE VIEW divided AS SELECT id FROM a WHERE 1 / (length(id::text) - 36) = 0",
		"CREATE VIEW fine AS SELECT id FROM a",
		"CREATE VIEW private AS SELECT id FROM a", "ALTER VIEW private OWNER TO "+owner,
		"CREATE VIEW slow AS SELECT id FROM a, pg_sleep(60)",
		"CREATE VIEW terminated AS SELECT id FROM a WHERE pg_terminate_backend(pg_backend_pid())",
		"CREATE VIEW u AS SELECT id FROM a", "CREATE TABLE z (id uuid)")
	wantReasons(t, check(t, 1, "-views", "-timeout=300ms", postgresAddress), map[string]string{
		"divided":    "the server answers with error 22012",
		"private":    "the user lacks the SELECT privilege",
		"slow":       "a statement took too long (-timeout)",
		"terminated": "the connection was lost",
		"u":          "the connection was lost",
		"z":          "the connection was lost",
	}, 2)
}

// TestUnreadViewsOfMariaDB checks the reasons why a view cannot be read, and that the next one can be.
func TestUnreadViewsOfMariaDB(t *testing.T) {
	name, db := createMariaDB(t, "_views")
	user := "owner_" + name[len(name)-12:]
	execute(t, db, "CREATE USER "+user+"@localhost", "CREATE TABLE a (id uuid)", insert("a", 20, "", asText(v4)),
		"CREATE VIEW double_row AS SELECT id FROM a WHERE id = (SELECT id FROM a)",
		"CREATE VIEW fine AS SELECT id FROM a",
		"CREATE DEFINER = "+user+"@localhost VIEW private AS SELECT id FROM a",
		"CREATE VIEW slow AS SELECT id FROM a WHERE sleep(60) = 0",
		"CREATE VIEW u AS SELECT id FROM a")
	defer execute(t, db, "DROP USER "+user+"@localhost")
	wantReasons(t, check(t, 1, "-views", "-timeout=300ms", inMariaDB(t, name)), map[string]string{
		"double_row": "the server answers with error 1242",
		"private":    "the view refers to something that does not exist or may not be read",
		"slow":       "a statement took too long (-timeout)",
	}, 3)
}

// TestPartitions checks that the sample contains rows of each partition.
func TestPartitions(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db)
	execute(t, db, "CREATE TABLE stages (n int, id uuid) PARTITION BY RANGE (n)",
		"CREATE TABLE first PARTITION OF stages FOR VALUES FROM (0) TO (3000) WITH (fillfactor = 10)",
		"CREATE TABLE later PARTITION OF stages FOR VALUES FROM (3000) TO (4000) PARTITION BY HASH (id)",
		"CREATE TABLE last PARTITION OF later FOR VALUES WITH (MODULUS 1, REMAINDER 0) WITH (fillfactor = 10)",
		insert("stages", 4000, "", func(i int) any { return fmt.Sprint(i) }, func(i int) any {
			if i < 3000 {
				return v7(i).String()
			}
			return v4(i).String()
		}), "VACUUM ANALYZE")
	r := check(t, 0, postgresAddress)
	if len(r.Columns) != 1 || r.Columns[0].Versions["4"] == 0 || r.Columns[0].Versions["7"] == 0 {
		t.Errorf("read %v", r.Columns)
	}
}

// TestDeletedRows checks that a sample has rows even if those at most places of the table were deleted.
func TestDeletedRows(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db)
	const name = `"it's ""odd"""`
	execute(t, db, "CREATE TABLE "+name+" (id uuid) WITH (autovacuum_enabled = off)",
		"INSERT INTO "+name+" SELECT gen_random_uuid() FROM generate_series(1, 3600)",
		"DELETE FROM "+name+" WHERE (ctid::text::point)[1] <= 100")
	check(t, 0, postgresAddress).wantCounts(t, map[string]int{`it's "odd"`: 1000})
}
