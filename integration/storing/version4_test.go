package storing

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"modernc.org/sqlite"
)

// The tests in this file run the statements and the Go code in docs/version4.md.

var version4Page = filepath.Join("..", "..", "docs", "version4.md")

// sqlBlock returns a marked block of the page, without comments after the statements.
func sqlBlock(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile(version4Page)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- "+name+" -->\n```sql\n")
	text, _, ok := strings.Cut(rest, "```\n<!-- /"+name+" -->")
	if !ok {
		t.Fatalf("the page has no %s block", name)
	}
	return regexp.MustCompile(`(?m) -- .*$|^DELIMITER.*\n| //$`).ReplaceAllString(text, "")
}

func statements(text string) []string { return strings.Split(strings.TrimSuffix(text, ";\n"), ";\n") }

// moved returns the version 7 UUID for a version 4 UUID and its row's time.
func moved(old uuid.UUID, created time.Time) (uuid.UUID, error) {
	if old.Version() != 4 {
		return uuid.Nil(), fmt.Errorf("%v is not version 4", old)
	}
	id, err := uuid.NewV7At(created) // an error before 1970
	if err == nil {
		id[6] = 0x70 | old[6]&0x0f
		copy(id[7:], old[7:])
	}
	return id, err
}

func init() {
	// This makes moved known to SQLite, with modernc.org/sqlite.
	sqlite.MustRegisterScalarFunction("moved", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			var old uuid.UUID
			if err := old.Scan(args[0]); err != nil {
				return nil, err
			}
			text, _ := args[1].(string)
			created, err := time.Parse("2006-01-02 15:04:05", text) // the form of the column, in UTC
			if err != nil {
				return nil, fmt.Errorf("cannot move %v: %w", old, err)
			}
			id, err := moved(old, created)
			if _, isText := args[0].(string); isText {
				return id.String(), err
			}
			return id[:], err
		})
}

// A mixed is a kind of column for IDs of both versions.
type mixed struct{ database, column string }

// mixedColumns has the kinds in the order of the queries on the page that count versions.
var mixedColumns = []mixed{
	{"PostgreSQL", "uuid"}, {"PostgreSQL", "text"}, {"PostgreSQL", "bytea"},
	{"MariaDB", "uuid"}, {"MariaDB", "binary(16)"}, {"SQLite", "text"}, {"SQLite", "blob"},
}

var (
	postgresUUID, mariaDBUUID   = mixedColumns[0], mixedColumns[3]
	mariaDBBinary16, sqliteBlob = mixedColumns[4], mixedColumns[6]
)

func (m mixed) String() string { return m.database + " " + m.column }

// skipOnMySQL skips a test of a column that MariaDB has and MySQL does not have.
func (m mixed) skipOnMySQL(t *testing.T) {
	t.Helper()
	if m.database == "MariaDB" && (m.column == "uuid" || strings.Contains(m.column, "uca1400")) {
		skipOnMySQL(t)
	}
}

// skipOnMySQL skips a test of MariaDB that cannot run on MySQL.
func skipOnMySQL(t *testing.T) {
	t.Helper()
	if server.MySQL() {
		t.Skip("MySQL does not have this")
	}
}

func (m mixed) arg(u uuid.UUID) any {
	switch m.column {
	case "bytea", "binary(16)", "blob":
		return uuid.Binary(u)
	}
	return u
}

// version7 returns the condition on version 7 from the page's query for the column.
func (m mixed) version7(t *testing.T) string {
	query := statements(sqlBlock(t, "versions"))[slices.Index(mixedColumns, m)]
	return regexp.MustCompile(` AS v4, (.*) AS v7`).FindStringSubmatch(query)[1]
}

// tables are a test's tables in one database.
type tables struct {
	*testing.T
	mixed
	db *sql.DB
}

// create creates tables. In the statements, ID is the type of the column.
func create(t *testing.T, m mixed, statements ...string) tables {
	t.Helper()
	tb := tables{t, m, open(t, m.database)}
	if m.database == "SQLite" {
		tb.db.SetMaxOpenConns(1) // the PRAGMAs are the connection's
		tb.exec("PRAGMA foreign_keys = ON")
		tb.exec("PRAGMA synchronous = OFF")
	}
	tb.create(statements...)
	return tb
}

// create creates tables, and drops them when the test ends. In the statements, ID is the type of the
// column.
func (tb tables) create(statements ...string) {
	tb.Helper()
	for _, statement := range statements {
		tb.exec(strings.ReplaceAll(statement, "ID", tb.column))
		tb.Cleanup(func() { tb.exec("DROP TABLE " + strings.Fields(statement)[2]) })
	}
}

// sql replaces each ? by the database's placeholder.
func (tb tables) sql(query string) string {
	for i := 1; tb.database == "PostgreSQL" && strings.Contains(query, "?"); i++ {
		query = strings.Replace(query, "?", fmt.Sprint("$", i), 1)
	}
	return query
}

func (tb tables) exec(query string, args ...any) (rows int64) {
	tb.Helper()
	result, err := tb.db.Exec(tb.sql(query), args...)
	if err == nil {
		rows, err = result.RowsAffected()
	}
	if err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
	return rows
}

func (tb tables) insert(table string, rows [][]any) {
	tb.Helper()
	for chunk := range slices.Chunk(rows, 1000) {
		values := "(?" + strings.Repeat(", ?", len(rows[0])-1) + ")"
		tb.exec("INSERT INTO "+table+" VALUES "+values+strings.Repeat(", "+values, len(chunk)-1),
			slices.Concat(chunk...)...)
	}
}

// count returns the number of tasks that meet the condition.
func (tb tables) count(condition string, args ...any) (n int) {
	tb.Helper()
	tb.each("SELECT count(*) FROM tasks WHERE "+condition, args, func() {}, &n)
	return n
}

// each scans each row into dest, and calls row.
func (tb tables) each(query string, args []any, row func(), dest ...any) {
	tb.Helper()
	rows, err := tb.db.Query(tb.sql(query), args...)
	if err != nil {
		tb.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			tb.Fatal(err)
		}
		row()
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
}

// now is the time of the tests. The change from version 4 to version 7 was an hour ago.
var now = time.Date(2026, time.November, 28, 12, 0, 0, 0, time.UTC)

// versions4 returns n version 4 IDs, which are the same in each run.
func versions4(t *testing.T, n int) []uuid.UUID {
	g, err := uuid.NewGenerator(uuid.Options{Rand: rand.NewChaCha8([32]byte{})})
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]uuid.UUID, n)
	if _, err := g.FillV4(ids); err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestShareBefore2026 computes the share of version 4 IDs that a range before 2026 reads.
func TestShareBefore2026(t *testing.T) {
	first, _ := uuid.MinV7(time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)).Uint64s()
	want := fmt.Sprintf("%.2f%% of all version 4 IDs sort before 2026", float64(first)/math.MaxUint64*100)
	page, err := os.ReadFile(version4Page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(string(page)), " "), want) {
		t.Errorf("the page does not contain %q", want)
	}
}

// TestMixed measures the table on the page: the rows that queries wrongly find or miss.
func TestMixed(t *testing.T) {
	figures := map[mixed][]string{}
	for _, m := range []mixed{postgresUUID, mariaDBBinary16, sqliteBlob, mariaDBUUID} {
		t.Run(m.String(), func(t *testing.T) {
			m.skipOnMySQL(t)
			figures[m] = mixedFigures(t, m)
		})
	}
	for _, m := range []mixed{mariaDBBinary16, sqliteBlob} {
		if !slices.Equal(figures[m], figures[postgresUUID]) {
			t.Errorf("%v: %v, want %v", m, figures[m], figures[postgresUUID])
		}
	}
	if server.MySQL() {
		return // the table has a column for MariaDB's uuid type
	}
	rows := [][]string{
		{"expiry: `DELETE … WHERE id < MinV7(30 days ago)`", "newer rows deleted"},
		{"", "older rows left"},
		{"newest first: `ORDER BY id DESC`", "older rows before the newest"},
		{"last 24 hours: `id >= MinV7(from) AND id < MinV7(to)`", "rows missed"},
		{"all rows before a horizon: `id < MinV7(a minute ago)`", "rows missed"},
		{"rows after the last one: `id > last`", "new version 4 rows missed"},
	}
	for i := range rows { // MariaDB sorts a uuid of version 4 by its last digits
		rows[i] = append(rows[i], figures[postgresUUID][i], figures[mariaDBUUID][i])
	}
	header := []string{"query", "mistake", "PostgreSQL `uuid`, MariaDB `binary(16)`, SQLite", "MariaDB `uuid`"}
	readme.Block(t, version4Page, "version4", readme.Table(header, rows))
}

func mixedFigures(t *testing.T, m mixed) (cells []string) {
	const old, since, day = 100_000, 60 * 24 * time.Hour, 24 * time.Hour
	var rows [][]any
	add := func(id uuid.UUID, created time.Time) { rows = append(rows, []any{m.arg(id), created.UnixMicro()}) }
	v4 := versions4(t, old+1000)
	for i, id := range v4[:old] {
		add(id, now.Add(-since+time.Duration(i)*((since-time.Hour)/old)))
	}
	var last uuid.UUID
	for i := range 1000 {
		created := now.Add(-time.Hour + time.Duration(i)*time.Hour/1000)
		last, _ = uuid.NewV7At(created)
		add(last, created)
	}
	tb := create(t, m, "CREATE TABLE tasks (id ID PRIMARY KEY, created bigint NOT NULL)")
	tb.insert("tasks", rows)

	// figure counts the rows of a time that are treated wrongly, which no row of version 7 is.
	version7 := m.version7(t)
	figure := func(of string, before time.Duration, wrong string, args ...any) {
		t.Helper()
		args = append([]any{now.Add(-before).UnixMicro()}, args...)
		text := fmt.Sprintf("%d of %d", tb.count(of+" AND "+wrong, args...), tb.count(of, args[0]))
		cells = append(cells, regexp.MustCompile(`(\d)(\d{3})\b`).ReplaceAllString(text, "$1 $2"))
		if n := tb.count(of+" AND "+wrong+" AND "+version7, args...); n != 0 {
			t.Errorf("%s: %d rows of version 7", wrong, n)
		}
	}
	first := func(before time.Duration) any { return m.arg(uuid.MinV7(now.Add(-before))) }
	figure("created >= ?", 30*day, "id < ?", first(30*day))
	figure("created < ?", 30*day, "NOT id < ?", first(30*day))
	figure("created < ?", time.Hour, "id > ?", m.arg(last))
	figure("created >= ?", day, "NOT (id >= ? AND id < ?)", first(day), first(0))
	figure("created < ?", time.Minute, "NOT id < ?", first(time.Minute))
	rows = nil
	for _, id := range v4[old:] {
		add(id, now)
	}
	tb.insert("tasks", rows)
	figure("created >= ?", 0, "NOT (id > ? AND id < ?)", m.arg(last), first(-time.Minute))

	// With the condition on the version, the statements are right, and use the key's index.
	keep := strings.NewReplacer("$1", "?", postgresUUID.version7(t), version7).Replace(sqlBlock(t, "keep"))
	remove, list := statements(keep)[0], statements(keep)[1]
	if m == postgresUUID {
		tb.exec("ANALYZE tasks")
		dropped := func(bound any) (n int) {
			var line, plan string
			tb.each("EXPLAIN (ANALYZE) "+list, []any{bound}, func() { plan += line }, &line)
			if !strings.Contains(plan, "tasks_pkey") {
				t.Errorf("the query reads the whole table: %s", plan)
			}
			removed := regexp.MustCompile(`Removed by Filter: (\d+)`).FindStringSubmatch(plan)
			if removed != nil { // the plan leaves out the line if it removed no row
				n, _ = strconv.Atoi(removed[1])
			}
			return n
		}
		if bounded, all := dropped(first(-time.Minute)), dropped(m.arg(uuid.Max())); bounded > 700 || all < 99_000 {
			t.Errorf("the first page reads %d rows of version 4, and without a bound %d", bounded, all)
		}
	}
	if n := tb.exec(remove, first(time.Hour/2)); n != 500 {
		t.Errorf("%d rows of version 7 were deleted, want 500", n)
	}
	return cells
}

// TestVersions runs the queries on the page that count versions.
func TestVersions(t *testing.T) {
	var other, other7 = uuid.NewV4(), uuid.NewV7() // without RFC 9562's variant
	other[8], other7[8] = 0x1b, 0xcb
	ids := map[[2]bool][]uuid.UUID{ // by v4 and v7
		{true, false}:  versions4(t, 5),
		{false, true}:  {uuid.NewV7(), uuid.NewV7()},
		{false, false}: {uuid.Nil(), uuid.NewV1(), uuid.NewV6(), other, other7},
	}
	for i, query := range statements(sqlBlock(t, "versions")) {
		t.Run(mixedColumns[i].String(), func(t *testing.T) {
			mixedColumns[i].skipOnMySQL(t)
			tb := create(t, mixedColumns[i], "CREATE TABLE tasks (id ID PRIMARY KEY)")
			for _, id := range slices.Concat(slices.Collect(maps.Values(ids))...) {
				tb.exec("INSERT INTO tasks VALUES (?)", tb.arg(id))
			}
			var version [2]bool
			var groups, n int
			tb.each(query, nil, func() {
				groups++
				if n != len(ids[version]) {
					t.Errorf("%v: %d rows, want %d", version, n, len(ids[version]))
				}
			}, &version[0], &version[1], &n)
			if groups != len(ids) {
				t.Errorf("%d groups, want %d", groups, len(ids))
			}
		})
	}
}

// TestMoved checks that the functions on the page return the same ID for 10 000 pairs of a version 4
// ID and a time with microseconds, in different zones, and refuse the same pairs.
func TestMoved(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	end := time.Date(10000, time.January, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	var times []time.Time
	var want []uuid.UUID
	old := versions4(t, 10_000)
	for i, old := range old {
		at := random.Int64N(end)
		switch {
		case i < 2:
			at = int64(i) * (end - 1)
		case i%2 == 0:
			at = now.UnixMicro() - random.Int64N(20*365*24*time.Hour.Microseconds())
		}
		created := time.UnixMicro(at).In(time.FixedZone("", random.IntN(24*3600)-12*3600))
		id, err := moved(old, created)
		if at, _ := id.Time(); err != nil || id.Version() != 7 || at.UnixMilli() != created.UnixMilli() ||
			id.String()[15:] != old.String()[15:] {
			t.Fatalf("moved(%v, %v) = %v, %v", old, created, id, err)
		}
		times, want = append(times, created), append(want, id)
	}
	v4, other := old[0], old[0]
	other[8] &= 0x3f // without RFC 9562's variant
	notV4 := []uuid.UUID{uuid.Nil(), uuid.NewV1(), uuid.NewV7(), other}
	if id, err := moved(v4, time.UnixMilli(1<<48)); err == nil || id != uuid.Nil() {
		t.Errorf("after the last time, moved returns %v, %v", id, err)
	}

	for _, d := range []struct {
		mixed
		at, zone string
		cast     string   // a text as a time
		bad      []string // times
		zoned    []string // statements that add a column for a time without a zone, or with one
		utc      string   // a call with this column
	}{
		{
			mixed: postgresUUID,
			at:    "timestamptz",
			zone:  "SET timezone = 'Asia/Kathmandu'",
			cast:  "?::text::timestamptz",
			bad: []string{"10889-08-02 05:31:50.656+00", "infinity", "-infinity", "1969-12-31 23:59:59.999999+00",
				"0044-03-15 BC"},
			zoned: []string{"ALTER TABLE tasks ADD COLUMN zoned timestamp",
				"UPDATE tasks SET zoned = created_at AT TIME ZONE 'UTC'"},
			utc: "moved(id, zoned AT TIME ZONE 'UTC')",
		},
		{
			mixed: mariaDBBinary16,
			at:    "datetime(6)",
			zone:  "SET time_zone = '+05:30'",
			cast:  "?",
			bad:   []string{"0000-00-00", "1969-12-31 23:59:59.999999", "0001-01-01"},
			zoned: []string{"ALTER TABLE tasks ADD COLUMN zoned timestamp(6) NULL", "SET time_zone = '+00:00'",
				"UPDATE tasks SET zoned = created_at WHERE n % 2 = 0 AND n > 0"},
			utc: "moved(id, zoned)",
		},
		{
			mixed: sqliteBlob,
			at:    "text",
			zone:  "PRAGMA user_version",
			cast:  "?",
			bad:   []string{"1969-12-31 23:59:59.999999", "0001-01-01 00:00:00"},
		},
	} {
		t.Run(d.database, func(t *testing.T) {
			tb := create(t, d.mixed, "CREATE TABLE tasks (n int PRIMARY KEY, id ID, created_at "+d.at+")")
			tb.db.SetMaxOpenConns(1) // a zone is the connection's
			var rows [][]any
			for i, id := range old {
				rows = append(rows, []any{i, tb.arg(id), tb.at(times[i])})
			}
			tb.createMoved()
			tb.insert("tasks", rows)
			check := func(column, call string) {
				var i, n int
				var id uuid.UUID
				tb.each("SELECT n, "+call+" FROM tasks WHERE "+column+" IS NOT NULL", nil, func() {
					n++
					if id != want[i] {
						t.Fatalf("%s of %v, %v is %v; want %v", call, old[i], times[i], id, want[i])
					}
				}, &i, &id)
				if n < len(old)/2-1 {
					t.Errorf("%s: %d IDs", call, n)
				}
			}
			tb.exec(d.zone)
			check("created_at", "moved(id, created_at)")
			for _, statement := range d.zoned {
				tb.exec(statement)
			}
			if d.zoned != nil {
				check("zoned", d.utc)
			}
			refuse := func(old uuid.UUID, created any) {
				var id uuid.UUID
				err := tb.db.QueryRow(tb.sql("SELECT moved(?, "+d.cast+")"), tb.arg(old), created).Scan(&id)
				reason := regexp.MustCompile("cannot move|not version 4|invalid input|out of range|Incorrect datetime")
				if err == nil || !reason.MatchString(err.Error()) {
					t.Errorf("moved(%v, %v) = %v, %v", old, created, id, err)
				}
			}
			for _, old := range notV4 {
				refuse(old, "2026-11-28 12:00:00")
			}
			for _, created := range append(d.bad, "not a time", "2026-02-31 00:00:00") {
				refuse(v4, created)
			}
			refuse(v4, nil)

			if d.mixed != sqliteBlob {
				return
			}
			seconds := "CAST(strftime('%s', created_at) AS INTEGER) * 1000 + "
			right := seconds + "CAST(substr(created_at, 21, 3) AS INTEGER)"
			for _, rounded := range []string{
				seconds + "CAST(substr(strftime('%f', created_at), 4) AS INTEGER)",
				"CAST(round((julianday(created_at) - 2440587.5) * 86400000) AS INTEGER)",
			} {
				if late := tb.count(rounded + " = 1 + " + right); late < 4_800 || late > 5_200 {
					t.Errorf("%s: %d of 10 000 are late", rounded, late)
				}
			}
		})
	}
}

// TestMovedKeys calls the functions for keys of other types, as the page shows.
func TestMovedKeys(t *testing.T) {
	calls := statements(strings.ReplaceAll(sqlBlock(t, "moved-keys"), "\n", ";\n"))
	created := time.Date(2026, time.November, 28, 12, 0, 0, 345_000_000, time.UTC)
	columns := []mixed{{"PostgreSQL", "text"}, {"MariaDB", "char(36)"}, {"MariaDB", "uuid"}, {"SQLite", "text"}}
	for i, m := range columns {
		t.Run(m.String(), func(t *testing.T) {
			m.skipOnMySQL(t)
			call, createdAt := "moved(id, created_at)", "text"
			if m.database != "SQLite" {
				call = strings.TrimSpace(calls[i])
				createdAt = map[string]string{"PostgreSQL": "timestamptz", "MariaDB": "datetime(6)"}[m.database]
			}
			tb := create(t, m, "CREATE TABLE tasks (id ID PRIMARY KEY, created_at "+createdAt+")")
			tb.createMoved()
			old := versions4(t, 3)
			for _, id := range old {
				at := any(created)
				if m.database == "SQLite" {
					at = created.Format("2006-01-02 15:04:05.000000")
				}
				tb.exec("INSERT INTO tasks VALUES (?, ?)", id.String(), at)
			}
			tb.exec("UPDATE tasks SET id = " + call)
			for _, id := range old {
				want, err := moved(id, created)
				if err != nil {
					t.Fatal(err)
				}
				if n := tb.count("id = ?", want.String()); n != 1 {
					t.Errorf("%v is there %d times, want once", want, n)
				}
			}
		})
	}
}

// TestMovedNamesRow checks that an error of MariaDB contains the row's ID, and says why a time in a
// zone may be missing.
func TestMovedNamesRow(t *testing.T) {
	tb := create(t, mariaDBBinary16, "CREATE TABLE tasks (id ID PRIMARY KEY, zoned datetime)")
	tb.createMoved()
	id := versions4(t, 1)[0]
	tb.exec("INSERT INTO tasks VALUES (?, '2026-11-28 12:00:00')", tb.arg(id))
	var got uuid.UUID
	err := tb.db.QueryRow("SELECT moved(id, CONVERT_TZ(zoned, 'No/Zone', 'UTC')) FROM tasks").Scan(&got)
	digits := strings.ToUpper(uuid.Compact.Encode(id))
	for _, want := range []string{digits, "created NULL", "time zone tables are empty"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// at returns a time as an argument for the column created_at.
func (tb tables) at(t time.Time) any {
	if tb.mixed == sqliteBlob {
		return t.UTC().Format("2006-01-02 15:04:05.000000")
	}
	return t.UTC()
}

// createMoved creates the function moved, which SQLite has.
func (tb tables) createMoved() {
	if tb.database != "SQLite" {
		tb.exec(sqlBlock(tb.T, "moved-"+strings.ToLower(tb.database)))
		tb.Cleanup(func() { tb.exec("DROP FUNCTION moved") })
	}
}
