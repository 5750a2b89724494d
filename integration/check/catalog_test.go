// This file proves which tables, columns, keys and references uuidcheck finds in the catalogs of the servers.

package check

import (
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/seed-8298af95/uuid"
)

var summaryLine = regexp.MustCompile(`(?m)^(\S.*?) {2,}(\S.*)$`)

// summaries returns the report's line of each healthy column: its name, and its type and content.
func summaries(t *testing.T, args ...string) []string {
	t.Helper()
	got := run(t, nil, args...)
	if got.status != 0 || got.stderr != "" {
		t.Errorf("%v: status %d, %s%s", args, got.status, got.stdout, got.stderr)
	}
	var lines []string
	for _, line := range summaryLine.FindAllStringSubmatch(got.stdout, -1) {
		lines = append(lines, line[1]+": "+line[2])
	}
	return lines
}

func wantLines(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// needs returns what -move says of the columns of a table: for each its name, its key and a need.
func needs(t *testing.T, table string, args ...string) []string {
	t.Helper()
	var needs []string
	for _, c := range check(t, 3, append([]string{"-move"}, args...)...).Columns {
		for _, f := range c.Findings {
			message, isNeed := strings.CutPrefix(f.Message, "The column refers to ")
			if c.Table == table && isNeed {
				message = strings.Replace(message, ", which contains version 4 IDs. ", ": ", 1)
				needs = append(needs, c.Column+": "+message)
			}
		}
	}
	return needs
}

// dropPublic drops what the tests of PostgreSQL made, when the test ends.
func dropPublic(t *testing.T, db *sql.DB, also ...string) {
	t.Helper()
	t.Cleanup(func() {
		execute(t, db, also...)
		execute(t, db, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "GRANT USAGE ON SCHEMA public TO PUBLIC")
	})
}

// TestCatalogOfPostgres checks which columns are listed, and what the catalog says of them.
func TestCatalogOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db, `DROP SCHEMA "Odd ""it's""", pgboss CASCADE`)
	db.SetMaxOpenConns(1) // which sees the temporary table, but the command does not
	arrays := func(i int) any { return "{" + v4(i).String() + "," + v7(i).String() + "}" }
	odd := `"Odd ""it's"""."a ""table"" 'here'"`
	preset := uuid.Nil().String()
	execute(t, db, `CREATE SCHEMA "Odd ""it's"""`, "CREATE SCHEMA pgboss",
		`CREATE EXTENSION citext SCHEMA "Odd ""it's"""`,
		"CREATE DOMAIN code AS varchar(36) NOT NULL", "CREATE DOMAIN code_of_domain AS code",
		"CREATE DOMAIN id_domain AS uuid", "CREATE DOMAIN ids AS uuid[]", "CREATE DOMAIN short AS varchar(21)",
		// The temporary tables and those of an extension are not those of a program.
		"CREATE TEMPORARY TABLE passing (id uuid)", "CREATE TABLE extended (id uuid)",
		"ALTER EXTENSION citext ADD TABLE extended",
		`CREATE TABLE empty (a_id code, b_id code_of_domain, c_id char(36), d_id varchar(37), e_id text,
			f_id "Odd ""it's""".citext, g_id uuid, h_id bytea, i_id uuid[] NOT NULL, j_id ids, k_id integer,
			l_id id_domain NOT NULL, m_id short, n_id uuid)`,
		"ALTER TABLE empty DROP COLUMN n_id",
		`CREATE TABLE filled (a uuid[], b varchar(22) COLLATE "C", c char(22) COLLATE "C", d bytea,
			e "Odd ""it's""".citext, f varchar(36), g ids, h uuid DEFAULT '`+preset+`', i id_domain,
			j text GENERATED ALWAYS AS (lower(f)) STORED)`,
		insert("filled (a, b, c, d, e, f, g, h, i)", 20, `'\x%x'`, arrays, encoded(uuid.Base58, v4),
			encoded(uuid.Base64URL, v7), asBytes(v4), asText(v4), asText(v7), arrays,
			mixed(5, asText(v4), always(preset)), asText(v1)),
		`CREATE TABLE indexes (a uuid UNIQUE, b uuid, c uuid, d uuid, e uuid, f uuid, g uuid, h uuid, i uuid, n int,
			PRIMARY KEY (b, c), UNIQUE (d, n), UNIQUE (n, e))`,
		"CREATE UNIQUE INDEX ON indexes (f) INCLUDE (n)", "CREATE UNIQUE INDEX ON indexes (g) WHERE n > 0",
		"CREATE UNIQUE INDEX invalid ON indexes (h)", "CREATE UNIQUE INDEX ON indexes ((i::text))",
		"UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'invalid'::regclass",
		"CREATE TABLE including (id uuid, n int, PRIMARY KEY (id) INCLUDE (n))",
		"CREATE TABLE parent (id uuid)", "CREATE TABLE child () INHERITS (parent)",
		"CREATE TABLE parted (id uuid) PARTITION BY LIST (id)",
		"CREATE TABLE parts PARTITION OF parted DEFAULT PARTITION BY HASH (id)",
		"CREATE TABLE part PARTITION OF parts FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
		"CREATE UNLOGGED TABLE pgboss.job (id uuid PRIMARY KEY)",
		"CREATE EXTENSION file_fdw", "CREATE SERVER files FOREIGN DATA WRAPPER file_fdw",
		"CREATE FOREIGN TABLE remote (id uuid) SERVER files OPTIONS (program 'echo "+strayID+"')",
		"CREATE TABLE "+odd+` ("the ""id""" varchar(36) PRIMARY KEY)`, insert(odd, 1500, "", asText(v4)))
	want := []string{
		`Odd "it's".a "table" 'here'.the "id": character varying(36), key, version 4, uuid.UUID`,
		"child.id: uuid, NULL allowed, no IDs yet, uuid.Null",
		"empty.a_id: public.code, no IDs yet, uuid.UUID",
		"empty.b_id: public.code_of_domain, no IDs yet, uuid.UUID",
		"empty.c_id: character(36), NULL allowed, no IDs yet, uuid.Null",
		"empty.g_id: uuid, NULL allowed, no IDs yet, uuid.Null",
		"empty.i_id: uuid[], no IDs yet, []uuid.UUID",
		"empty.j_id: public.ids, NULL allowed, no IDs yet, []uuid.UUID",
		"empty.l_id: public.id_domain, no IDs yet, uuid.UUID",
		"filled.a: uuid[], NULL allowed, version 4, []uuid.UUID",
		"filled.b: character varying(22), NULL allowed, 22 digits of base 58, version 4, *string",
		"filled.c: character(22), NULL allowed, 22 digits of base 64, version 7, *string",
		"filled.d: bytea, NULL allowed, version 4, *uuid.Binary",
		`filled.e: "Odd ""it's""".citext, NULL allowed, version 4, uuid.Null`,
		"filled.f: character varying(36), NULL allowed, version 7, uuid.Null",
		"filled.g: public.ids, NULL allowed, version 4, []uuid.UUID",
		"filled.h: uuid, NULL allowed, version 4 (16), uuid.Null",
		"filled.i: public.id_domain, NULL allowed, version 1, uuid.Null",
		"filled.j: text, NULL allowed, version 7, uuid.Null",
		"including.id: uuid, key, no IDs yet, uuid.UUID",
		"indexes.a: uuid, unique, NULL allowed, no IDs yet, uuid.Null",
		"indexes.b: uuid, no IDs yet, uuid.UUID",
		"indexes.c: uuid, no IDs yet, uuid.UUID",
		"indexes.d: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.e: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.f: uuid, unique, NULL allowed, no IDs yet, uuid.Null",
		"indexes.g: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.h: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.i: uuid, NULL allowed, no IDs yet, uuid.Null",
		"parent.id: uuid, NULL allowed, no IDs yet, uuid.Null",
		"parted.id: uuid, NULL allowed, no IDs yet, uuid.Null",
		"pgboss.job.id: uuid, key, no IDs yet, uuid.UUID",
		"remote.id: uuid, NULL allowed, version 4, uuid.Null",
	}
	// The report lists schemas in the order of their names.
	boss := slices.IndexFunc(want, func(line string) bool { return strings.HasPrefix(line, "pgboss") })
	want = slices.Insert(slices.Delete(slices.Clone(want), boss, boss+1), 1, want[boss])
	wantLines(t, summaries(t, "-views", postgresAddress), want)
	if r := check(t, 0, postgresAddress); r.SkippedViews != 1 || len(r.Unread) > 0 {
		t.Errorf("%d views and foreign tables skipped, unread %v", r.SkippedViews, r.Unread)
	}
	if r := check(t, 0, "-full", postgresAddress); len(r.Unread) > 0 {
		t.Errorf("unread %v", r.Unread)
	}
}

const (
	noIndex = "The column has no index, so the database reads this whole table for each row of the key " +
		"that gets a new ID."
	noCascade = "The column's foreign key has no ON UPDATE CASCADE."
)

// TestForeignKeysOfPostgres checks which key a column refers to, and which indexes find its rows.
func TestForeignKeysOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db, "DROP SCHEMA other CASCADE")
	const cascades = " uuid REFERENCES users ON UPDATE CASCADE"
	execute(t, db, "CREATE SCHEMA other",
		"CREATE TABLE users (id uuid PRIMARY KEY)", insert("users", 20, "", asText(v4)),
		"CREATE TABLE other.users (id uuid PRIMARY KEY)", insert("other.users", 20, "", asText(v4)),
		"CREATE TABLE pairs (x uuid, y uuid, UNIQUE (y, x))", insert("pairs", 20, "", asText(v4), asText(v4)),
		"CREATE TABLE events (id uuid PRIMARY KEY) PARTITION BY HASH (id)",
		"CREATE TABLE events0 PARTITION OF events FOR VALUES WITH (MODULUS 1, REMAINDER 0)",
		insert("events", 20, "", asText(v4)),
		"CREATE TABLE notes (a uuid, b uuid, c uuid REFERENCES other.users ON UPDATE CASCADE, "+
			"d uuid REFERENCES users ON UPDATE SET NULL, e uuid, f uuid, "+
			"g"+cascades+", h"+cascades+", i"+cascades+", j"+cascades+", "+
			"FOREIGN KEY (a, b) REFERENCES pairs (y, x), FOREIGN KEY (e, d) REFERENCES pairs (y, x), "+
			"CONSTRAINT to_events FOREIGN KEY (f) REFERENCES events ON UPDATE CASCADE)",
		"CREATE INDEX ON notes (a, b)", "CREATE INDEX ON notes (d)", "CREATE INDEX ON notes (e)",
		"CREATE INDEX ON notes (f)", "CREATE INDEX ON notes USING hash (g)",
		"CREATE INDEX ON notes (h) WHERE h IS NOT NULL", "CREATE INDEX ON notes ((i::text))",
		"CREATE INDEX ON notes (c, j)")
	wantLines(t, needs(t, "notes", postgresAddress), []string{
		"a: pairs.y: " + noCascade,
		"b: pairs.x: " + noIndex,
		"b: pairs.x: " + noCascade,
		"d: users.id: " + noCascade,
		"e: pairs.y: " + noCascade,
		"i: users.id: " + noIndex,
		"j: users.id: " + noIndex,
	})
	execute(t, db, "DROP INDEX notes_c_j_idx", "DROP INDEX notes_f_idx")
	got := needs(t, "notes", postgresAddress)
	for _, want := range []string{"c: other.users.id: " + noIndex, "f: events.id: " + noIndex} {
		if !slices.Contains(got, want) {
			t.Errorf("got %q, want %q among them", got, want)
		}
	}
}

// TestLookupsOfPostgres checks that a value is looked up in a key only if an index is in the order of the
// key's comparisons: another index would read the whole table.
func TestLookupsOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	dropPublic(t, db)
	ids := make([]uuid.UUID, 20)
	for i := range ids {
		ids[i] = v4(i)
	}
	key := func(i int) uuid.UUID { return ids[i] }
	want := make(map[string][]string)
	for name, index := range map[string]string{
		"whole":   "(id)",
		"pattern": "(id text_pattern_ops)",
		"danish":  `(id COLLATE "da-x-icu")`,
		"hash":    "USING hash (id)",
		"part":    "(id) WHERE id > ''",
		"digits":  "(upper(id))",
		"invalid": "(id)",
	} {
		execute(t, db, "CREATE TABLE "+name+` (id text COLLATE "C")`, insert(name, 20, "", asText(key)),
			"CREATE UNIQUE INDEX ON "+name+" (id text_pattern_ops)", "CREATE INDEX "+name+"2 ON "+name+" "+index,
			"CREATE TABLE of_"+name+" ("+name+"_id bytea)", insert("of_"+name, 20, `'\x%x'`, asBytes(key)))
		want[name+".id"] = nil
		want["of_"+name+"."+name+"_id"] = nil
	}
	execute(t, db, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'invalid2'::regclass")
	want["of_whole.whole_id"] = []string{"warning reference"}
	check(t, 3, postgresAddress).compare(t, want)
}

// createMariaDB creates a database beside that of the tests, and returns its name and a connection. It is
// dropped when the test ends.
func createMariaDB(t *testing.T, suffix string) (string, *sql.DB) {
	t.Helper()
	config, err := mysql.ParseDSN(mariaDBAddress)
	if err != nil {
		t.Fatal(err)
	}
	config.DBName += suffix
	name := config.DBName
	db := open(t, "mysql", mariaDBAddress)
	quoted := "`" + strings.ReplaceAll(name, "`", "``") + "`"
	execute(t, db, "CREATE DATABASE "+quoted)
	t.Cleanup(func() { execute(t, db, "DROP DATABASE "+quoted) })
	return name, open(t, "mysql", config.FormatDSN())
}

// inMariaDB returns the URL of a database for the command.
func inMariaDB(t *testing.T, database string) string {
	t.Helper()
	u := mariaDBURL(t)
	u.Path = "/" + database
	return u.String()
}

// TestCatalogOfMariaDB checks which columns are listed, and what the catalog says of them.
func TestCatalogOfMariaDB(t *testing.T) {
	name, db := createMariaDB(t, "_odd `it's`")
	preset := uuid.Nil().String()
	text := asText(v4)
	execute(t, db,
		"CREATE TABLE `a ``table`` 'here'` (`the ``id``` varchar(36) PRIMARY KEY)",
		insert("`a ``table`` 'here'`", 1500, "", text),
		`CREATE TABLE bytes (a binary(16), b varbinary(16), c tinyblob, d blob, e mediumblob, f longblob)`,
		insert("bytes", 20, "x'%x'", asBytes(v4), asBytes(v4), asBytes(v4), asBytes(v4), asBytes(v4), asBytes(v4)),
		`CREATE TABLE empty (a_id binary(16), b_id binary(17), c_id char(36), d_id varchar(37), e_id text, f_id uuid,
			g_id int, h_id varchar(36) NOT NULL, i_id char(36) CHARACTER SET utf16, j_id inet6)`,
		`CREATE TABLE indexes (a uuid UNIQUE, b uuid, c uuid, d uuid, e uuid, f_id varchar(36), g_id varchar(36),
			h_id char(36), n int NOT NULL, PRIMARY KEY (b, c), UNIQUE (d, n), UNIQUE (n, e), UNIQUE (f_id(20)),
			FULLTEXT (g_id), UNIQUE (h_id))`,
		"CREATE TABLE recorded (id uuid PRIMARY KEY) WITH SYSTEM VERSIONING",
		"CREATE SEQUENCE numbers",
		`CREATE TABLE texts (a char(36), b varchar(36), c tinytext, d text, e mediumtext, f longtext,
			g varchar(36) CHARACTER SET utf16, h uuid, i uuid DEFAULT '`+preset+`', j char(36) AS (lower(a)),
			k char(22) COLLATE utf8mb4_bin)`,
		insert("texts (a, b, c, d, e, f, g, h, i, k)", 20, "", text, text, text, text, text, text, asText(v7),
			asText(v1), mixed(5, asText(v4), always(preset)), encoded(uuid.Base58, v7)))
	want := []string{
		"a `table` 'here'.the `id`: varchar(36), key, version 4, uuid.UUID",
		"bytes.a: binary(16), NULL allowed, version 4, *uuid.Binary",
		"bytes.b: varbinary(16), NULL allowed, version 4, *uuid.Binary",
		"bytes.c: tinyblob, NULL allowed, version 4, *uuid.Binary",
		"bytes.d: blob, NULL allowed, version 4, *uuid.Binary",
		"bytes.e: mediumblob, NULL allowed, version 4, *uuid.Binary",
		"bytes.f: longblob, NULL allowed, version 4, *uuid.Binary",
		"empty.a_id: binary(16), NULL allowed, no IDs yet, *uuid.Binary",
		"empty.c_id: char(36), NULL allowed, no IDs yet, uuid.Null",
		"empty.f_id: uuid, NULL allowed, no IDs yet, uuid.Null",
		"empty.h_id: varchar(36), no IDs yet, uuid.UUID",
		"empty.i_id: char(36), NULL allowed, no IDs yet, uuid.Null",
		"indexes.a: uuid, unique, NULL allowed, no IDs yet, uuid.Null",
		"indexes.b: uuid, no IDs yet, uuid.UUID",
		"indexes.c: uuid, no IDs yet, uuid.UUID",
		"indexes.d: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.e: uuid, NULL allowed, no IDs yet, uuid.Null",
		"indexes.f_id: varchar(36), NULL allowed, no IDs yet, uuid.Null",
		"indexes.g_id: varchar(36), NULL allowed, no IDs yet, uuid.Null",
		"indexes.h_id: char(36), unique, NULL allowed, no IDs yet, uuid.Null",
		"recorded.id: uuid, key, no IDs yet, uuid.UUID",
		"texts.a: char(36), NULL allowed, version 4, uuid.Null",
		"texts.b: varchar(36), NULL allowed, version 4, uuid.Null",
		"texts.c: tinytext, NULL allowed, version 4, uuid.Null",
		"texts.d: text, NULL allowed, version 4, uuid.Null",
		"texts.e: mediumtext, NULL allowed, version 4, uuid.Null",
		"texts.f: longtext, NULL allowed, version 4, uuid.Null",
		"texts.g: varchar(36), NULL allowed, version 7, uuid.Null",
		"texts.h: uuid, NULL allowed, version 1, uuid.Null",
		"texts.i: uuid, NULL allowed, version 4 (16), uuid.Null",
		"texts.j: char(36), NULL allowed, version 4, uuid.Null",
		"texts.k: char(22), NULL allowed, 22 digits of base 58, version 7, *string",
	}
	for i := range want {
		want[i] = name + "." + want[i]
	}
	wantLines(t, summaries(t, inMariaDB(t, name)), want)
	if r := check(t, 0, "-full", inMariaDB(t, name)); len(r.Unread) > 0 {
		t.Errorf("unread %v", r.Unread)
	}
}

// TestLookupsOfMariaDB checks that no value is looked up in a key with an index of a prefix.
func TestLookupsOfMariaDB(t *testing.T) {
	name, db := createMariaDB(t, "_lookups")
	ids := make([]uuid.UUID, 20)
	for i := range ids {
		ids[i] = v4(i)
	}
	key := func(i int) uuid.UUID { return ids[i] }
	want := make(map[string][]string)
	for name, index := range map[string]string{"whole": "(id)", "prefix": "(id(36))"} {
		execute(t, db, "CREATE TABLE "+name+" (id varchar(40), PRIMARY KEY "+index+")",
			insert(name, 20, "", asText(key)),
			"CREATE TABLE of_"+name+" ("+name+"_id binary(16))", insert("of_"+name, 20, "x'%x'", asBytes(key)))
		want[name+".id"] = nil
		want["of_"+name+"."+name+"_id"] = nil
	}
	want["of_whole.whole_id"] = []string{"wrong reference"}
	check(t, 3, inMariaDB(t, name)).compare(t, want)
}

// TestForeignKeysOfMariaDB checks which key a column refers to, and which indexes find its rows, in two databases.
func TestForeignKeysOfMariaDB(t *testing.T) {
	one, db := createMariaDB(t, "_one")
	two, _ := createMariaDB(t, "_two")
	user := "reader_" + one[len(one)-12:]
	execute(t, db, "CREATE USER "+user+"@'%' IDENTIFIED BY 'secret'",
		"CREATE USER "+user+"@localhost IDENTIFIED BY 'secret'")
	defer execute(t, db, "DROP USER "+user+"@'%', "+user+"@localhost", "DROP TABLE notes")
	for _, database := range []string{one, two, "mysql", "sys"} {
		for _, host := range []string{"'%'", "localhost"} {
			execute(t, db, "GRANT SELECT ON "+database+".* TO "+user+"@"+host)
		}
	}
	users := two + ".users"
	execute(t, db,
		"CREATE TABLE users (id uuid PRIMARY KEY)", insert("users", 20, "", asText(v4)),
		"CREATE TABLE "+users+" (id uuid PRIMARY KEY)", insert(users, 20, "", asText(v4)),
		"CREATE TABLE pairs (x uuid, y uuid, UNIQUE (y, x))", insert("pairs", 20, "", asText(v4), asText(v4)),
		"CREATE VIEW shown AS SELECT id FROM users",
		"CREATE TABLE notes (a uuid, b uuid, c uuid, d uuid, "+
			"FOREIGN KEY (a, b) REFERENCES pairs (y, x), FOREIGN KEY (c) REFERENCES "+users+
			" (id) ON UPDATE CASCADE, FOREIGN KEY (d) REFERENCES "+users+" (id) ON UPDATE SET NULL)")
	// Without a database in the address, all are read, except those of the server.
	all := asUser(t, inMariaDB(t, ""), user)
	wantLines(t, needs(t, "notes", all), []string{
		"a: " + one + ".pairs.y: " + noCascade,
		"b: " + one + ".pairs.x: " + noIndex,
		"b: " + one + ".pairs.x: " + noCascade,
		"d: " + users + ".id: " + noCascade,
	})
	r := check(t, 0, all)
	var listed []string
	for _, c := range r.Columns {
		listed = append(listed, fmt.Sprintf("%s.%s.%s", c.Schema, c.Table, c.Column))
	}
	wantLines(t, listed, []string{
		one + ".notes.a", one + ".notes.b", one + ".notes.c", one + ".notes.d", one + ".pairs.x", one + ".pairs.y",
		one + ".users.id", two + ".users.id",
	})
	if r.SkippedViews != 1 || len(r.Unread) > 0 {
		t.Errorf("%d views skipped, unread %v", r.SkippedViews, r.Unread)
	}
}
