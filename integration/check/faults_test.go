package check

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A planted table has a column id. Its type is a key of a product's types, or is written as it is.
type planted struct {
	name, column string
	rows         int
	value        maker
	want         string
}

func healthy(name, column string, rows int, value maker) planted {
	return planted{name: name, column: column, rows: rows, value: value}
}

func sick(name, column string, rows int, value maker, want string) planted {
	return planted{name: name, column: column, rows: rows, value: value, want: want}
}

var (
	nilText    = always(uuid.Nil().String())
	maxText    = always(uuid.Max().String())
	twoWriters = mixed(10, asBytes(v4), reordered(v4, microsoft...))
	laterText  = always(v7At(time.Now().AddDate(2, 0, 0)).String())
)

// Tables that each server has. UUID, BYTES and TEXT stand for its types.
var everywhere = []planted{
	healthy("h_v4", "UUID PRIMARY KEY", 300, asText(v4)),
	healthy("h_v7", "UUID PRIMARY KEY", 300, asText(v7)),
	healthy("h_v1", "UUID PRIMARY KEY", 300, asText(v1)),
	healthy("h_large", "UUID PRIMARY KEY", 20000, asText(v7)),
	healthy("h_large_v4", "BYTES PRIMARY KEY", 20000, asBytes(v4)),
	healthy("h_empty", "UUID PRIMARY KEY", 0, asText(v7)),
	healthy("h_text", "TEXT PRIMARY KEY", 300, asText(v7)),
	healthy("h_binary", "BYTES PRIMARY KEY", 300, asBytes(v7)),
	healthy("h_nullable", "UUID NULL", 300, mixed(2, asText(v4), always(nil))),
	healthy("h_not_key", "UUID", 300, mixed(2, asText(v4), asText(v7))),
	healthy("h_typeid", "TEXT PRIMARY KEY", 300, typeIDs("user")),
	healthy("h_unique_pair", "UUID, n int, UNIQUE (id, n)", 300, mixed(2, asText(v4), asText(v7))),
	healthy("h_thousand", "UUID NULL", 1000, asText(v4)),
	sick("s_versions", "UUID PRIMARY KEY", 300, mixed(10, asText(v4), asText(v7)), "warning versions"),
	sick("s_one_v4", "UUID PRIMARY KEY", 20000, mixed(20000, asText(v7), asText(v4)), "warning versions"),
	sick("s_new_v7", "BYTES PRIMARY KEY", 20000, mixed(9000, asBytes(v4), asBytes(v7)), "warning versions"),
	sick("s_key_pair", "UUID, n int DEFAULT 0, PRIMARY KEY (id, n)", 300, mixed(2, asText(v4), asText(v7)),
		"warning versions"),
	sick("s_past", "UUID PRIMARY KEY", 300, mixed(2, asText(v7), asText(v7Seconds)), "warning past"),
	sick("s_future", "UUID PRIMARY KEY", 20000, mixed(20000, asText(v7), laterText), "warning future"),
	sick("s_nil", "UUID PRIMARY KEY", 300, mixed(300, asText(v7), nilText), "warning nil"),
	sick("s_max", "UUID PRIMARY KEY", 300, mixed(300, asText(v7), maxText), "warning max"),
	sick("s_microsoft4", "BYTES PRIMARY KEY", 300, reordered(v4, microsoft...), "wrong order"),
	sick("s_microsoft7", "BYTES PRIMARY KEY", 20000, reordered(v7, microsoft...), "wrong order"),
	sick("s_swapped1", "BYTES PRIMARY KEY", 300, reordered(v1, uuidToBin1...), "wrong order"),
	sick("s_java", "BYTES PRIMARY KEY", 300, reordered(v4, javaLegacy...), "wrong order"),
	sick("s_halves", "BYTES PRIMARY KEY", 300, reordered(v7, halves...), "wrong order"),
	sick("s_two_writers", "BYTES PRIMARY KEY", 5000, twoWriters, "wrong writers"),
	sick("s_ulid", "BYTES PRIMARY KEY", 300, ulidBytes, "warning ulid"),
	sick("s_text_in_bytes", "LONGBYTES PRIMARY KEY", 300, textAsBytes(asText(v4)), "wrong text"),
	sick("s_forms", "TEXT PRIMARY KEY", 300, mixed(3, asText(v4), encoded(uuid.Compact, v4)), "wrong forms"),
	sick("s_digits", "TEXT PRIMARY KEY", 300, encoded(uuid.Compact, v4), "warning form"),
	sick("s_invalid", "TEXT PRIMARY KEY", 300, mixed(50, asText(v4), rowName), "warning invalid"),
	sick("s_empty", "TEXT NULL", 300, mixed(50, asText(v4), always("")), "warning invalid"),
}

// Tables of PostgreSQL alone.
var ofPostgres = []planted{
	healthy("h_random", "uuid PRIMARY KEY", 300, func(i int) any { return uuid.UUID(hash16(i).([]byte)).String() }),
	healthy("h_domain", "uuid_domain PRIMARY KEY", 300, asText(v7)),
	healthy("h_array", "uuid[]", 300, func(i int) any { return "{" + v4(i).String() + "," + v4(i).String() + "}" }),
	healthy("h_citext", "citext PRIMARY KEY", 300, asText(v4)),
	healthy("h_base58", `text COLLATE "C" PRIMARY KEY`, 300, encoded(uuid.Base58, v7)),
	healthy("h_icu", `text COLLATE "en-x-icu" PRIMARY KEY`, 300, asText(v7)),
	healthy("h_char", "char(36) PRIMARY KEY", 20000, asText(v7)),
	healthy("h_varchar22", `varchar(22) COLLATE "C" PRIMARY KEY`, 300, encoded(uuid.Base58, v7)),
	healthy("h_char22", `char(22) COLLATE "C" PRIMARY KEY`, 300, encoded(uuid.Base64URL, v4)),
	healthy("h_longest", `text COLLATE "C" PRIMARY KEY`, 300, typeIDs(longestPrefix)),
	healthy("h_eras", "uuid", 20000, eras),
	healthy("h_materialized_source", "uuid PRIMARY KEY", 10, asText(v7)),
	sick("s_microsoft_uuid", "uuid PRIMARY KEY", 300, bytesAsText(reordered(v4, microsoft...)), "wrong order"),
	sick("s_cut", "bytea PRIMARY KEY", 300, cutTo16(asText(v4)), "wrong cut"),
	sick("s_capitals", "text PRIMARY KEY", 300, capitalized(asText(v4)), "wrong form"),
	sick("s_capitals_citext", "citext PRIMARY KEY", 300, capitalized(asText(v4)), "warning form"),
	sick("s_danish", `text COLLATE "da-x-icu" PRIMARY KEY`, 300, asText(v7), "wrong sort"),
	sick("s_danish_empty", `char(36) COLLATE "da-x-icu" PRIMARY KEY`, 0, asText(v7), "wrong sort"),
	sick("s_base58", `text COLLATE "en-x-icu" PRIMARY KEY`, 300, encoded(uuid.Base58, v7), "warning sort"),
	sick("s_base58_equal", `text COLLATE no_case PRIMARY KEY`, 300, encoded(uuid.Base58, v7), "wrong equal"),
	sick("s_long", "text", 300, mixed(50, asText(v4), always(longText)), "warning invalid"),
	sick("s_long_bytes", "bytea", 300, mixed(50, asBytes(v4), always([]byte(longText))), "warning invalid"),
}

const (
	asciiKey  = "varchar(36) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY"
	danishKey = "char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_danish_ci PRIMARY KEY"
)

// Tables of MariaDB alone.
var ofMariaDB = []planted{
	healthy("h_char", "char(36) CHARACTER SET latin1 PRIMARY KEY", 20000, asText(v7)),
	healthy("h_base58", "char(22) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY", 300, encoded(uuid.Base58, v7)),
	healthy("h_varbinary", "varbinary(36) PRIMARY KEY", 300, asBytes(v4)),
	healthy("h_utf16", "char(36) CHARACTER SET utf16 PRIMARY KEY", 300, asText(v7)),
	healthy("h_longest", "varchar(90) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY", 300, typeIDs(longestPrefix)),
	healthy("h_eras", "uuid, n mediumint AUTO_INCREMENT PRIMARY KEY", 20000, eras),
	healthy("h_unsigned", "uuid, n bigint UNSIGNED AUTO_INCREMENT PRIMARY KEY", 6000, asText(v4)),
	healthy("h_decimal", "uuid, n decimal(20) DEFAULT (UUID_SHORT()) PRIMARY KEY", 6000, asText(v4)),
	healthy("h_without_key", "uuid", 3000, asText(v4)),
	healthy("h_second_key", "uuid, n int AUTO_INCREMENT UNIQUE, m int DEFAULT 1, PRIMARY KEY (m, n)", 3000, asText(v4)),
	sick("s_cut", "binary(16) PRIMARY KEY", 300, cutTo16(asText(v4)), "wrong cut"),
	sick("s_capitals", asciiKey, 300, capitalized(asText(v4)), "wrong form"),
	sick("s_capitals_ci", "varchar(36) PRIMARY KEY", 300, capitalized(asText(v4)), "warning form"),
	sick("s_danish", danishKey, 300, asText(v7), "wrong sort"),
	sick("s_danish_empty", danishKey, 0, asText(v7), "wrong sort"),
	sick("s_base58_equal", "varchar(22) PRIMARY KEY", 300, encoded(uuid.Base58, v4), "wrong equal"),
	sick("s_long", "text", 300, mixed(50, asText(v4), always(longText)), "warning invalid"),
	sick("s_long_bytes", "blob", 300, mixed(50, asBytes(v4), always([]byte(longText))), "warning invalid"),
}

// plantReferences makes a table of keys, and one with a reference in another form for each level, and
// returns what is wanted of them.
func plantReferences(t *testing.T, db *sql.DB, hex, uuidType, bytesType string) map[string][]string {
	t.Helper()
	ids := make([]uuid.UUID, 300)
	for i := range ids {
		ids[i] = v7(i)
	}
	key := func(i int) uuid.UUID { return ids[i%len(ids)] }
	execute(t, db,
		"CREATE TABLE users (id "+uuidType+" PRIMARY KEY)", insert("users", 300, "", asText(key)),
		"CREATE TABLE notes (user_id char(36))", insert("notes", 900, "", asText(key)),
		"CREATE TABLE files (id "+bytesType+" PRIMARY KEY)", insert("files", 300, hex, reordered(key, microsoft...)),
		"CREATE TABLE pages (file_id "+bytesType+", owner "+uuidType+" REFERENCES users (id))",
		insert("pages", 900, hex, reordered(key, microsoft...), asText(key)),
		"CREATE TABLE labels (id varchar(36) PRIMARY KEY)", insert("labels", 300, "", asText(key)),
		"CREATE TABLE uses (label_id "+bytesType+")", insert("uses", 900, hex, asBytes(key)))
	return map[string][]string{
		"users.id":      nil,
		"notes.user_id": {"warning reference"},
		"files.id":      {"wrong order"},
		"pages.file_id": nil,
		"pages.owner":   nil,
		"labels.id":     nil,
		"uses.label_id": {"wrong reference"},
	}
}

var (
	longestPrefix = strings.Repeat("p", 63) // of a TypeID
	longText      = strings.Repeat("long ", 20)
)

// eras begins and ends with a few rows of other versions.
func eras(i int) any {
	switch {
	case i < 1000:
		return v4(i).String()
	case i >= 19000:
		return v1(i).String()
	}
	return v7(i).String()
}

// wantSamples checks that the samples of large healthy tables have about 1000 rows from all parts of the table.
func wantSamples(t *testing.T, r report, lists ...[]planted) {
	t.Helper()
	rows := make(map[string]int)
	for _, list := range lists {
		for _, p := range list {
			if p.want == "" {
				rows[p.name] = p.rows
			}
		}
	}
	for _, c := range r.Columns {
		if n := rows[c.Table]; n >= 6000 && (c.Values < 700 || c.Values > 1400) {
			t.Errorf("%s: read %d values of %d rows", c.Table, c.Values, n)
		}
		if c.Table == "h_eras" && len(c.Versions) != 3 {
			t.Errorf("%s: read the versions %v", c.Table, c.Versions)
		}
	}
}

func rowName(i int) any { return fmt.Sprint("row ", i) }

// plant makes the tables and returns what is wanted of them.
func plant(t *testing.T, db *sql.DB, hex string, types *strings.Replacer, lists ...[]planted) map[string][]string {
	t.Helper()
	want := make(map[string][]string)
	for _, list := range lists {
		for _, p := range list {
			execute(t, db, fmt.Sprintf("CREATE TABLE %s (id %s)", p.name, types.Replace(p.column)))
			for done := 0; done < p.rows; done += 1000 {
				value := func(i int) any { return p.value(done + i) }
				execute(t, db, insert(p.name+" (id)", min(1000, p.rows-done), hex, value))
			}
			want[p.name+".id"] = nil
			if p.want != "" {
				want[p.name+".id"] = []string{p.want}
			}
		}
	}
	return want
}

func TestPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	execute(t, db, "CREATE DOMAIN uuid_domain AS uuid", "CREATE EXTENSION citext",
		"CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)")
	types := strings.NewReplacer("LONGBYTES", "bytea", "BYTES", "bytea", "TEXT", `text COLLATE "C"`, "UUID", "uuid")
	want := plant(t, db, `'\x%x'`, types, everywhere, ofPostgres)
	execute(t, db,
		"CREATE SCHEMA other", `CREATE TABLE other."odd ""name" ("the id" uuid PRIMARY KEY)`,
		insert(`other."odd ""name"`, 10, "", asText(v4)),
		"CREATE VIEW skipped AS SELECT * FROM h_v4",
		"CREATE MATERIALIZED VIEW materialized AS SELECT * FROM h_materialized_source",
		"CREATE TABLE parted (id uuid PRIMARY KEY) PARTITION BY HASH (id)",
		"CREATE TABLE parted0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
		"CREATE TABLE parted1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
		insert("parted", 3000, "", asText(v7)),
		"CREATE TABLE hashes (digest bytea, token text)",
		insert("hashes", 300, `'\x%x'`, hash16, func(i int) any { return fmt.Sprintf("%x", hash16(i)) }))
	maps.Copy(want, plantReferences(t, db, `'\x%x'`, "uuid", "bytea"))
	want["uses.label_id"] = []string{"warning reference"}
	for _, column := range []string{`odd "name.the id`, "materialized.id", "parted.id"} {
		want[column] = nil
	}
	for _, analyzed := range []bool{false, true} {
		if analyzed {
			execute(t, db, "VACUUM ANALYZE")
		}
		r := check(t, 3, postgresAddress)
		r.compare(t, want)
		wantSamples(t, r, everywhere, ofPostgres)
		r.wantCounts(t, map[string]int{"h_thousand": 1000})
		if r.SkippedViews != 1 || len(r.Unread) > 0 || !strings.HasPrefix(r.Server, "PostgreSQL 1") {
			t.Errorf("server %q, %d views skipped, unread %v", r.Server, r.SkippedViews, r.Unread)
		}
	}
	flags(t, postgresAddress)
	execute(t, db, "DROP SCHEMA public, other CASCADE", "CREATE SCHEMA public",
		"GRANT USAGE ON SCHEMA public TO PUBLIC")
}

func TestMariaDB(t *testing.T) {
	db := open(t, "mysql", mariaDBAddress)
	types := strings.NewReplacer("LONGBYTES", "varbinary(36)", "BYTES", "binary(16)", "TEXT",
		"varchar(40) CHARACTER SET ascii COLLATE ascii_bin", "UUID", "uuid")
	want := plant(t, db, "x'%x'", types, everywhere, ofMariaDB)
	execute(t, db,
		"CREATE TABLE `odd ``name` (`the id` uuid PRIMARY KEY)", insert("`odd ``name`", 10, "", asText(v4)),
		"CREATE VIEW skipped AS SELECT * FROM h_v4",
		"CREATE TABLE hashes (digest binary(16), token varchar(40))",
		insert("hashes", 300, `x'%x'`, hash16, func(i int) any { return fmt.Sprintf("%x", hash16(i)) }))
	want["odd `name.the id"] = nil
	maps.Copy(want, plantReferences(t, db, "x'%x'", "uuid", "binary(16)"))
	if makeOld(t, db, "h_empty") {
		want["h_empty.id"] = []string{"wrong sort"}
	}
	r := check(t, 3, mariaDBURL(t).String())
	r.compare(t, want)
	wantSamples(t, r, everywhere, ofMariaDB)
	r.wantCounts(t, map[string]int{"h_thousand": 1000, "h_without_key": 1001, "h_second_key": 500})
	if r.SkippedViews != 1 || len(r.Unread) > 0 || !strings.HasPrefix(r.Server, "MariaDB 1") {
		t.Errorf("server %q, %d views skipped, unread %v", r.Server, r.SkippedViews, r.Unread)
	}
	flags(t, mariaDBURL(t).String())
	dropTables(t, db)
}

// createPostgres creates a database beside that of the tests, and returns its address. It is dropped when
// the test ends.
func createPostgres(t *testing.T, suffix, options string) string {
	t.Helper()
	db := open(t, "pgx", postgresAddress)
	address, err := url.Parse(postgresAddress)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(address.Path, "/") + suffix
	execute(t, db, "CREATE DATABASE "+name+" "+options)
	t.Cleanup(func() { execute(t, db, "DROP DATABASE "+name+" WITH (FORCE)") })
	address.Path = "/" + name
	return address.String()
}

// TestDatabaseWithCollation checks that the report names the collation of the database, which its columns
// have unless they name one.
func TestDatabaseWithCollation(t *testing.T) {
	address := createPostgres(t, "_danish", "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'da' LOCALE 'C'")
	execute(t, open(t, "pgx", address), "CREATE TABLE users (id text PRIMARY KEY)",
		insert("users", 20, "", asText(v7)))
	r := check(t, 3, address)
	r.compare(t, map[string][]string{"users.id": {"wrong sort"}})
	if message := r.Columns[0].Findings[0].Message; !strings.HasPrefix(message, "The collation da does not sort") {
		t.Errorf("the message is %q", message)
	}
}

// flags checks what -full and -views add on a server.
func flags(t *testing.T, address string) {
	t.Helper()
	r := check(t, 3, address, "-full", "-views")
	want := map[string]map[string]int{
		"s_one_v4":   {"4": 1, "7": 19999},
		"h_large":    {"7": 20000},
		"h_large_v4": {"4": 20000},
		"h_char":     {"7": 20000},
		"h_eras":     {"1": 1000, "4": 1000, "7": 18000},
		"s_digits":   {"4": 300},
	}
	shown := false
	for _, c := range r.Columns {
		shown = shown || c.Table == "skipped"
		if versions, ok := want[c.Table]; ok && !maps.Equal(c.Versions, versions) {
			t.Errorf("%s: versions %v, want %v", c.Table, c.Versions, versions)
		}
		if c.Table == "skipped" && len(c.Findings) > 0 {
			t.Errorf("%s: %v", c.Table, c.Findings)
		}
	}
	if !shown || r.SkippedViews != 0 || len(r.Unread) > 0 {
		t.Errorf("the view is listed: %v; %d views skipped; unread %v", shown, r.SkippedViews, r.Unread)
	}
}

// moves checks what -move says of references to a key with version 4.
func moves(t *testing.T, db *sql.DB, address, uuidType string) {
	t.Helper()
	ids := make([]uuid.UUID, 100)
	for i := range ids {
		ids[i] = v4(i)
	}
	key := func(i int) any { return ids[i].String() }
	partly := func(i int) any {
		if i%3 == 0 {
			return v4(i).String()
		}
		return ids[i].String()
	}
	execute(t, db, "CREATE TABLE tasks (id "+uuidType+" PRIMARY KEY)", insert("tasks", 100, "", key),
		"CREATE TABLE notes (a "+uuidType+", b "+uuidType+", task_id "+uuidType+", "+
			"FOREIGN KEY (a) REFERENCES tasks (id), FOREIGN KEY (b) REFERENCES tasks (id) ON UPDATE CASCADE)",
		"CREATE INDEX notes_a ON notes (a)", "CREATE INDEX notes_b ON notes (b)",
		insert("notes", 100, "", key, key, partly))
	want := map[string][]string{
		"a":       {"no ON UPDATE CASCADE"},
		"b":       nil,
		"task_id": {"no index", "values that were looked up"},
	}
	for _, c := range check(t, 3, address, "-move").Columns {
		wanted, ok := want[c.Column]
		if c.Table != "notes" || !ok {
			continue
		}
		matches := len(c.Findings) == len(wanted)
		for i := range wanted {
			matches = matches && strings.Contains(c.Findings[i].Message, wanted[i])
		}
		if !matches {
			t.Errorf("%s: found %v, want %q", c.Column, c.Findings, wanted)
		}
	}
	execute(t, db, "DROP TABLE notes", "DROP TABLE tasks")
}

func TestMove(t *testing.T) {
	t.Run("PostgreSQL", func(t *testing.T) { moves(t, open(t, "pgx", postgresAddress), postgresAddress, "uuid") })
	t.Run("MariaDB", func(t *testing.T) {
		moves(t, open(t, "mysql", mariaDBAddress), mariaDBURL(t).String(), "char(36)")
	})
}

func dropTables(t *testing.T, db *sql.DB) {
	t.Helper()
	rows, err := db.Query(`SELECT table_name, table_type = 'VIEW' FROM information_schema.tables
		WHERE table_schema = DATABASE()`)
	if err != nil {
		t.Fatal(err)
	}
	var drops []string
	for rows.Next() {
		var name string
		var isView bool
		if err := rows.Scan(&name, &isView); err != nil {
			t.Fatal(err)
		}
		kind := "TABLE"
		if isView {
			kind = "VIEW"
		}
		drops = append(drops, "DROP "+kind+" `"+strings.ReplaceAll(name, "`", "``")+"`")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	execute(t, db, append([]string{"SET FOREIGN_KEY_CHECKS = 0"}, drops...)...)
}

// makeOld makes the uuid column of an empty table compare as in a table that a server before 10.11.5
// created. It returns false if the server's data directory is not at hand.
func makeOld(t *testing.T, db *sql.DB, table string) bool {
	t.Helper()
	var directory, database string
	if err := db.QueryRow("SELECT @@datadir, DATABASE()").Scan(&directory, &database); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(directory, database, table+".frm"), os.O_RDWR, 0)
	if err != nil {
		if os.Getenv("INTEGRATION_MARIADB") == "" {
			t.Fatal(err)
		}
		return false
	}
	defer file.Close()
	// The table's definition contains the version of the server that created it.
	var version [4]byte
	binary.LittleEndian.PutUint32(version[:], 101104)
	if _, err := file.WriteAt(version[:], 51); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "FLUSH TABLES")
	return true
}
