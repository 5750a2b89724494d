package storing

import (
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"modernc.org/sqlite"
)

// The tests in this file prove what docs/storing.md says of the order of columns.

var storingPage = filepath.Join("..", "..", "docs", "storing.md")

// seen counts the calls of a function of this name in SQLite.
var seen atomic.Int64

func init() {
	count := func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		seen.Add(1)
		return args[0], nil
	}
	sqlite.MustRegisterDeterministicScalarFunction("seen", 1, count)
	// SQLite has no collation for a language. This one sorts "aa" after all other letters, as Danish does.
	sqlite.MustRegisterCollationUtf8("danish", func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, "aa", "~"), strings.ReplaceAll(b, "aa", "~"))
	})
}

// orderQueries has the name of the query on the page for each database.
var orderQueries = map[string]string{
	"PostgreSQL": "order-postgres",
	"MariaDB":    "order-mariadb",
	"SQLite":     "order-sqlite",
}

// sorted lists columns, whether they sort 36 characters as Compare does, and whether they do so for
// IDs from 2026-01-10 and 2026-01-11, which begin with 019ba and 019bb.
var sorted = []struct {
	mixed
	always, january bool
}{
	{mixed{"PostgreSQL", `text COLLATE "C"`}, true, true},
	{mixed{"PostgreSQL", `char(36) COLLATE "C"`}, true, true},
	{mixed{"PostgreSQL", `text COLLATE "en-x-icu"`}, true, true},
	{mixed{"PostgreSQL", "text COLLATE nocase"}, true, true},
	{mixed{"PostgreSQL", `text COLLATE "da-x-icu"`}, false, false},
	{mixed{"PostgreSQL", `char(36) COLLATE "da-x-icu"`}, false, false},
	{mixed{"PostgreSQL", `varchar(36) COLLATE "cy-x-icu"`}, false, true},
	{mixed{"PostgreSQL", `text COLLATE "haw-x-icu"`}, false, true},
	{mixed{"MariaDB", "uuid"}, true, true},
	{mixed{"MariaDB", "char(36) CHARACTER SET ascii COLLATE ascii_bin"}, true, true},
	{mixed{"MariaDB", "char(36) CHARACTER SET utf8mb4"}, true, true}, // the default collation
	{mixed{"MariaDB", "char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_danish_ci"}, false, false},
	{mixed{"MariaDB", "varchar(36) CHARACTER SET utf8mb4 COLLATE uca1400_danish_as_cs"}, false, false},
	{mixed{"SQLite", "text"}, true, true},
	{mixed{"SQLite", "text COLLATE NOCASE"}, true, true},
	{mixed{"SQLite", "text COLLATE danish"}, false, false},
}

// nocase creates PostgreSQL's collation that ignores case, with which = does so too.
const nocase = "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"

// createSorted is create with the collation nocase in PostgreSQL.
func createSorted(t *testing.T, m mixed, statement string) tables {
	t.Helper()
	if m.database == "PostgreSQL" {
		db := open(t, m.database)
		if _, err := db.Exec(nocase); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Exec("DROP COLLATION nocase") })
	}
	return create(t, m, statement)
}

// wrong returns the result of the page's query: 0 if the column tasks.id sorts right.
func (tb tables) wrong() (n int) {
	tb.Helper()
	query := readme.Statements(tb.T, storingPage, orderQueries[tb.database])
	tb.each(query[0], nil, func() {}, &n)
	return n
}

// TestOrder checks for each column that the page's query tells how it sorts, and that a range
// selects the right rows if the column sorts their IDs right, and wrong ones otherwise. The page's
// statements must correct the columns that sort wrong.
func TestOrder(t *testing.T) {
	for _, s := range sorted {
		t.Run(s.String(), func(t *testing.T) {
			s.skipOnMySQL(t)
			tb := createSorted(t, s.mixed, "CREATE TABLE tasks (id ID PRIMARY KEY)")
			if n := tb.wrong(); (n == 0) != s.always {
				t.Errorf("the query on the page finds %d of 256 IDs out of order", n)
			}
			const rows = 24
			noon := time.Date(2026, time.January, 10, 12, 0, 0, 0, time.UTC)
			tb.insertHourly(rows, noon)
			if n := tb.count("id < ?", uuid.MinV7(noon.Add(rows/2*time.Hour))); (n == rows/2) != s.january {
				t.Errorf("%d of %d rows are from the first half", n, rows)
			}
			if s.always || s.database == "SQLite" {
				return
			}
			mend := readme.Statements(t, storingPage, "order-mend")
			tb.exec(mend[map[string]int{"PostgreSQL": 0, "MariaDB": 1}[s.database]])
			if n := tb.wrong(); n > 0 {
				t.Errorf("the query on the page still finds %d of 256 IDs out of order", n)
			}
			if n := tb.count("id < ?", uuid.MinV7(noon.Add(rows/2*time.Hour))); n != rows/2 {
				t.Errorf("%d of %d rows are from the first half, after the column was changed", n, rows)
			}
		})
	}
}

// insertHourly inserts n version 7 IDs whose times are an hour apart.
func (tb tables) insertHourly(n int, start time.Time) {
	tb.Helper()
	var rows [][]any
	for i := range n {
		id, err := uuid.NewV7At(start.Add(time.Duration(i) * time.Hour))
		if err != nil {
			tb.Fatal(err)
		}
		rows = append(rows, []any{id})
	}
	tb.insert("tasks", rows)
}

// TestOrderReadsNoRow checks that the page's queries do not read the table.
func TestOrderReadsNoRow(t *testing.T) {
	const rows = 20_000
	t.Run("PostgreSQL", func(t *testing.T) {
		tb := create(t, mixed{"PostgreSQL", `text COLLATE "C"`}, "CREATE TABLE tasks (id ID PRIMARY KEY)")
		tb.exec("INSERT INTO tasks SELECT gen_random_uuid()::text FROM generate_series(1, 20000)")
		var plan []string
		var line string
		query := readme.Statements(t, storingPage, "order-postgres")[0]
		tb.each("EXPLAIN (ANALYZE, COSTS off, TIMING off) "+query, nil, func() { plan = append(plan, line) }, &line)
		text := strings.Join(plan, "\n")
		if strings.Contains(text, "on tasks") && !strings.Contains(text, "never executed") {
			t.Errorf("the query reads the table:\n%s", text)
		}
	})
	t.Run("MariaDB", func(t *testing.T) {
		skipOnMySQL(t) // no table seq_1_to_20000
		tb := create(t, mixed{"MariaDB", "char(36)"}, "CREATE TABLE tasks (id ID PRIMARY KEY)")
		tb.exec("INSERT INTO tasks SELECT UUID() FROM seq_1_to_20000")
		tb.db.SetMaxOpenConns(1) // the counters are the connection's
		reads := func() (n int) {
			var name string
			var value int
			tb.each("SHOW STATUS LIKE 'Handler_read%'", nil, func() { n += value }, &name, &value)
			return n
		}
		before := reads()
		tb.wrong()
		if n := reads() - before; n > rows/2 {
			t.Errorf("the query reads %d rows", n)
		}
	})
	t.Run("SQLite", func(t *testing.T) {
		tb := create(t, mixed{"SQLite", "text"}, "CREATE TABLE tasks (n, id ID AS (seen(n)))")
		tb.exec("INSERT INTO tasks VALUES (1)")
		before := seen.Load()
		tb.wrong()
		if n := seen.Load() - before; n != 0 {
			t.Errorf("the query reads %d rows", n)
		}
		if tb.count("id = 1"); seen.Load() == before {
			t.Error("reading a row does not call seen")
		}
	})
}

// oldUUID makes the uuid column of an empty table in MariaDB compare as in a table that a server
// before 10.11.5 created. The test is skipped if the server's data directory is not at hand.
func (tb tables) oldUUID(table string) {
	tb.Helper()
	var directory, database string
	if err := tb.db.QueryRow("SELECT @@datadir, DATABASE()").Scan(&directory, &database); err != nil {
		tb.Fatal(err)
	}
	file, err := os.OpenFile(filepath.Join(directory, database, table+".frm"), os.O_RDWR, 0)
	if err != nil {
		if os.Getenv("INTEGRATION_MARIADB") == "" {
			tb.Fatal(err)
		}
		tb.Skip("SKIPPED: the data directory is not at hand: ", err)
	}
	defer file.Close()
	// The table's definition contains the version of the server that created it.
	var version [4]byte
	binary.LittleEndian.PutUint32(version[:], 101104)
	if _, err := file.WriteAt(version[:], 51); err != nil {
		tb.Fatal(err)
	}
	tb.exec("FLUSH TABLES")
}

// TestOldUUID checks what the page says of MariaDB's uuid in an old table: how to see and mend it.
func TestOldUUID(t *testing.T) {
	skipOnMySQL(t)
	tb := create(t, mariaDBUUID, "CREATE TABLE tasks (id ID PRIMARY KEY)")
	tb.oldUUID("tasks")
	if n := tb.wrong(); n == 0 {
		t.Error("the query on the page does not recognize the table")
	}
	start := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	tb.insertHourly(100, start)
	id := uuid.NewV7()
	tb.exec("INSERT INTO tasks VALUES (?)", id)
	if n := tb.count("id = ?", id); n != 1 {
		t.Errorf("id = ? finds %d rows", n)
	}
	day := func() int {
		return tb.count("id >= ? AND id < ?", uuid.MinV7(start.Add(24*time.Hour)), uuid.MinV7(start.Add(48*time.Hour)))
	}
	if n := day(); n == 24 {
		t.Error("a range is right in the old table")
	}
	mend := readme.Statements(t, storingPage, "old-uuid")
	check := func() (text string) {
		var table, op, kind string
		tb.each(mend[0], nil, func() {}, &table, &op, &kind, &text)
		return text
	}
	if text := check(); !strings.Contains(text, "rebuild required") {
		t.Errorf("%s: %s", mend[0], text)
	}
	tb.exec(mend[1])
	if text := check(); text != "OK" {
		t.Errorf("%s, after the rebuild: %s", mend[0], text)
	}
	if n := day(); n != 24 || tb.wrong() != 0 {
		t.Errorf("after the rebuild, a day has %d rows, want 24", n)
	}
}

// pairs returns the texts that differ in two neighbouring digits, in the order of their bytes.
func pairs(digits string) (texts []string) {
	for _, a := range digits {
		for _, b := range digits {
			texts = append(texts, fmt.Sprintf("1Z%c%c7Z", a, b))
		}
	}
	return texts
}

// The digits of text forms, in the order of their bytes.
const (
	hexDigits    = "0123456789abcdef"
	base32Digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
)

// TestBase58 checks that Base58 and Base32 need a column that compares bytes. In others, = may find
// another ID, and the order may be wrong.
func TestBase58(t *testing.T) {
	text := uuid.Base58.Encode(uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"))
	other := "XE" + text[2:] // text begins with Xe
	id, err := uuid.Base58.Decode(other)
	if err != nil || uuid.Base58.Encode(id) != other || !strings.EqualFold(text, other) {
		t.Fatalf("%s is %v, %v", other, id, err)
	}
	base32 := pairs(base32Digits)
	for _, test := range []struct {
		mixed
		found, ordered bool // whether = finds the other ID, and whether Base32 is in order
	}{
		{mixed{"PostgreSQL", `text COLLATE "C"`}, false, true},
		{mixed{"PostgreSQL", "text COLLATE nocase"}, true, true},
		{mixed{"PostgreSQL", `text COLLATE "da-x-icu"`}, false, false},
		{mixed{"MariaDB", "varchar(36) CHARACTER SET ascii COLLATE ascii_bin"}, false, true},
		{mixed{"MariaDB", "varchar(36)"}, true, true},
		{mixed{"MariaDB", "varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_danish_ci"}, true, false},
		{mixed{"SQLite", "text"}, false, true},
		{mixed{"SQLite", "text COLLATE NOCASE"}, true, true},
	} {
		t.Run(test.String(), func(t *testing.T) {
			tb := createSorted(t, test.mixed, "CREATE TABLE tasks (id ID)")
			tb.exec("INSERT INTO tasks VALUES (?)", other)
			if n := tb.count("id = ?", text); (n == 1) != test.found {
				t.Errorf("a query for %s finds %d rows with %s", text, n, other)
			}
			tb.exec("DELETE FROM tasks")
			tb.exec("INSERT INTO tasks VALUES ('" + strings.Join(base32, "'), ('") + "')")
			var got []string
			var one string
			tb.each("SELECT id FROM tasks ORDER BY id", nil, func() { got = append(got, one) }, &one)
			if slices.Equal(got, base32) != test.ordered {
				t.Errorf("Base32 is in order: %t", !test.ordered)
			}
		})
	}
}

// TestCollations counts the collations that sort a form of text wrong, for the figures on the page.
// Servers with other collations than those in Debian 12 have other figures.
func TestCollations(t *testing.T) {
	page, err := os.ReadFile(storingPage)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, test := range []struct {
		database, text, collations string
		all                        int      // in Debian 12
		figures                    []string // of all collations, and those that sort a form wrong
	}{
		{
			"PostgreSQL", `text COLLATE "C"`,
			`SELECT '"' || collname || '"' FROM pg_collation WHERE collprovider = 'i'`, 806,
			[]string{
				"%d of the 806 ICU collations in PostgreSQL 15",
				"Of the 806 ICU collations, %d sort Base58 incorrectly",
			},
		}, {
			"MariaDB", "varchar(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
			`SELECT full_collation_name FROM information_schema.collation_character_set_applicability
				WHERE character_set_name = 'utf8mb4'`, 217,
			[]string{"%d of the 217 collations for utf8mb4 in MariaDB 10.11"},
		},
	} {
		t.Run(test.database, func(t *testing.T) {
			if test.database == "MariaDB" {
				skipOnMySQL(t) // no column full_collation_name
			}
			tb := create(t, mixed{test.database, test.text}, "CREATE TABLE tasks (id ID)")
			var collations []string
			var collation string
			tb.each(test.collations, nil, func() { collations = append(collations, collation) }, &collation)
			for i, texts := range [][]string{pairs(hexDigits), strings.Split(base58Digits, "")}[:len(test.figures)] {
				tb.exec("DELETE FROM tasks")
				tb.exec("INSERT INTO tasks VALUES ('" + strings.Join(texts, "'), ('") + "')")
				wrong := 0
				for _, collation := range collations {
					query := fmt.Sprintf(`SELECT count(*) FROM
						(SELECT id, lag(id) OVER (ORDER BY id COLLATE %s) AS previous FROM tasks) AS pairs
						WHERE id < previous`, collation)
					n := 0
					if tb.each(query, nil, func() {}, &n); n > 0 {
						wrong++
					}
				}
				figure := fmt.Sprintf(test.figures[i], wrong)
				if len(collations) != test.all {
					t.Logf("of %d collations: %s", len(collations), figure)
				} else if !strings.Contains(text, figure) {
					t.Errorf("the page does not say: %s", figure)
				}
			}
		})
	}
}
