package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/seed-8298af95/uuid"
)

// TestPartitions creates partitions with the statements that the uuid command prints. The test
// checks the claims about partitions in docs/storing.md.
func TestPartitions(t *testing.T) {
	for _, by := range []string{"day", "week", "month"} {
		t.Run(by, func(t *testing.T) { testPartitions(t, by) })
	}
}

func testPartitions(t *testing.T, by string) {
	ctx := context.Background()
	conn := connect(t)
	table := "events_" + by
	mustExec := func(query string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(ctx, query, args...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	// refused reports whether the table has no partition for an ID.
	refused := func(id uuid.UUID) bool {
		t.Helper()
		_, err := conn.Exec(ctx, "insert into "+table+" values ($1)", id)
		var pgErr *pgconn.PgError
		return errors.As(err, &pgErr) && strings.HasPrefix(pgErr.Message, "no partition of relation")
	}

	mustExec("create table " + table + " (id uuid primary key) partition by range (id)")
	mustExec(bounds(t, "-by", by, "-n", "3", "-from", "2026-01-31", "-f", "sql", "-table", table))
	var starts []time.Time // starts of the periods, and the end of the last period
	for line := range strings.Lines(bounds(t, "-by", by, "-n", "4", "-from", "2026-01-31")) {
		from, _, _ := strings.Cut(line, " ")
		start, _ := uuid.MustParse(from).Time()
		starts = append(starts, start)
	}
	name := func(i int) string { return table + starts[i].Format("_p20060102") + starts[i+1].Format("_20060102") }

	// Each partition accepts the first and the last possible ID of its period.
	for i := range 3 {
		for _, id := range []uuid.UUID{uuid.MinV7(starts[i]), uuid.MaxV7(starts[i+1].Add(-time.Millisecond))} {
			var in string
			if err := conn.QueryRow(ctx, "insert into "+table+" values ($1) returning tableoid::regclass::text",
				id).Scan(&in); err != nil || in != name(i) {
				t.Errorf("%v is in %q, %v; want %s", id, in, err, name(i))
			}
		}
	}

	// The table has no partition for version 4 IDs or for IDs after the last bound.
	v4, late := uuid.MustParse("9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"), uuid.MinV7(starts[3])
	if !refused(v4) || !refused(late) {
		t.Error("an ID without a partition was stored")
	}

	// A query for a time range reads only one partition.
	if got, want := scanned(t, conn, table, uuid.MinV7(starts[1]),
		uuid.MinV7(starts[2])), []string{name(1)}; !slices.Equal(got, want) {
		t.Errorf("the query reads %v, want %v", got, want)
	}

	// Old rows are removed by detaching or dropping the oldest partition, without a DELETE.
	testOldest(t, conn, table, name(0))
	var oldest uuid.UUID
	if err := conn.QueryRow(ctx, "select id from "+table+" order by id limit 1").Scan(&oldest); err != nil ||
		oldest != uuid.MinV7(starts[1]) {
		t.Errorf("the oldest ID left is %v, %v; want %v", oldest, err, uuid.MinV7(starts[1]))
	}

	// A new partition accepts the ID that the table has just refused. A default partition accepts
	// all IDs, but PostgreSQL then refuses to create a partition for IDs that are in the default
	// partition.
	mustExec(bounds(t, "-by", by, "-from", starts[3].Format(time.DateOnly), "-f", "sql", "-table", table))
	if refused(late) {
		t.Error("the new partition refuses its first ID")
	}
	mustExec("create table " + table + "_default partition of " + table + " default")
	next := uuid.MinV7(starts[3].AddDate(0, 1, 0))
	if refused(v4) || refused(next) {
		t.Error("the default partition refuses an ID")
	}
	_, err := conn.Exec(ctx,
		bounds(t, "-by", by, "-from", starts[3].AddDate(0, 1, 0).Format(time.DateOnly), "-f", "sql", "-table", table))
	if err == nil || !strings.Contains(err.Error(), "would be violated by some row") {
		t.Errorf("create a partition for an ID in the default partition: %v", err)
	}
	_, err = conn.Exec(ctx, removalStatements(t, table, name(1))[1])
	if err == nil || !strings.Contains(err.Error(), "when a default partition exists") {
		t.Errorf("detach with a default partition: %v", err)
	}
}

// testOldest runs the statements in docs/storing.md that remove the oldest partition. DROP TABLE
// must wait for a query that reads the table. Then testOldest detaches, reattaches and drops the
// partition.
func testOldest(t *testing.T, conn *pgx.Conn, table, oldest string) {
	ctx := context.Background()
	reader := connect(t)
	exec := func(c *pgx.Conn, query string) error { _, err := c.Exec(ctx, query); return err }
	must := func(c *pgx.Conn, query string) {
		t.Helper()
		if err := exec(c, query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	var bound string
	const query = "select pg_get_expr(relpartbound, oid) from pg_class where oid = $1::regclass"
	if err := conn.QueryRow(ctx, query, oldest).Scan(&bound); err != nil {
		t.Fatal(err)
	}
	statements := removalStatements(t, table, oldest)
	drop, detach := statements[0], statements[1]

	must(reader, "begin")
	must(reader, "select from "+table)
	must(conn, "set lock_timeout = 100") // milliseconds
	if err := exec(conn, drop); err == nil || !strings.Contains(err.Error(), "lock timeout") {
		t.Errorf("%s while a query reads the table: %v", drop, err)
	}
	must(conn, "begin")
	if err := exec(conn, detach); err == nil ||
		!strings.Contains(err.Error(), "cannot run inside a transaction block") {
		t.Errorf("%s in a transaction: %v", detach, err)
	}
	must(conn, "rollback")
	must(conn, "set lock_timeout = 0")
	must(reader, "commit")

	must(conn, detach)
	var n int
	if err := conn.QueryRow(ctx, "select count(*) from "+oldest).Scan(&n); err != nil || n != 2 {
		t.Errorf("the detached partition has %d rows, %v; want 2", n, err)
	}
	must(conn, "alter table "+table+" attach partition "+oldest+" "+bound)
	must(conn, drop)
}

// removalStatements returns the statements in docs/storing.md that drop or detach a partition.
func removalStatements(t *testing.T, table, partition string) []string {
	document, err := os.ReadFile("../../docs/storing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(document), "<!-- partitions -->\n```sql\n")
	block, _, found := strings.Cut(block, "```\n<!-- /partitions -->")
	if !found {
		t.Fatal("docs/storing.md has no partitions block")
	}
	block = strings.NewReplacer("events_p20261101_20261201", partition, "events", table).Replace(block)
	return strings.Split(strings.TrimSpace(block), "\n")
}

// TestPartitionDocument checks that docs/storing.md contains the statements that the uuid command
// prints.
func TestPartitionDocument(t *testing.T) {
	document, err := os.ReadFile("../../docs/storing.md")
	if err != nil {
		t.Fatal(err)
	}
	statements := bounds(t, "-by", "month", "-from", "2026-11-01", "-f", "sql", "-table", "events")
	want, _, _ := strings.Cut(statements, "DO ")
	if want == "" || !strings.Contains(string(document), want) {
		t.Errorf("docs/storing.md does not contain %s", want)
	}
}

// TestPartitionsEveryDay runs the statements as a daily job does.
func TestPartitionsEveryDay(t *testing.T) {
	ctx := context.Background()
	conn := connect(t)
	create := func(args ...string) error {
		t.Helper()
		_, err := conn.Exec(ctx, bounds(t, append(args, "-f", "sql", "-table", "daily")...))
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	exec := func(query string) error { _, err := conn.Exec(ctx, query); return err }

	// The second day makes only the partition that does not exist.
	must(exec("create table daily (id uuid primary key) partition by range (id)"))
	must(create("-by", "day", "-n", "3", "-from", "2027-11-01"))
	must(create("-by", "day", "-n", "3", "-from", "2027-11-02"))
	var n int
	must(conn.QueryRow(ctx, "select count(*) from pg_inherits where inhparent = 'daily'::regclass").Scan(&n))
	if n != 4 {
		t.Errorf("%d partitions after two days, want 4", n)
	}

	// A day does not fit into a month that exists.
	must(create("-by", "month", "-from", "2028-01-01"))
	if err := create("-by", "day", "-from", "2028-01-01"); err == nil || !strings.Contains(err.Error(), "overlap") {
		t.Errorf("a day in the partition of a month: %v", err)
	}

	// A table of the name stops the job, unless it is the partition.
	const name = "daily_p20280301_20280302"
	statement, _, _ := strings.Cut(bounds(t, "-by", "day", "-from", "2028-03-01", "-f", "sql", "-table", "daily"), ";")
	for _, foreign := range []string{
		"create table " + name + " (id uuid)",
		"create table others (id uuid primary key) partition by range (id); " +
			strings.Replace(statement, `OF "daily"`, "OF others", 1),
		"create table " + name + " partition of daily for values from ('0334c13b-0000-7000-8000-000000000000') " +
			"to ('0334c13c-0000-7000-8000-000000000000')",
	} {
		must(exec(foreign))
		err := create("-by", "day", "-from", "2028-03-01")
		if err == nil || !strings.Contains(err.Error(), "is not this partition") {
			t.Errorf("after %s: %v", foreign, err)
		}
		must(exec("drop table " + name))
	}
	must(create("-by", "day", "-from", "2028-03-01"))

	// Names and bounds of version 6 differ.
	if err := create("-by", "day", "-6", "-from", "2027-11-01"); err != nil {
		t.Errorf("version 6: %v", err)
	}
}

// bounds returns the output of "uuid bounds".
func bounds(t *testing.T, args ...string) string {
	t.Helper()
	args = append([]string{"run", "github.com/seed-8298af95/uuid/cmd/uuid", "bounds"}, args...)
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return string(out)
}

// scanned returns the partitions that a range query reads.
func scanned(t *testing.T, conn *pgx.Conn, table string, from, to uuid.UUID) []string {
	rows, err := conn.Query(context.Background(),
		fmt.Sprintf("explain select * from %s where id >= '%v' and id < '%v'", table, from, to))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(table+`_p\d+_\d+\b`).FindAllString(strings.Join(plan, "\n"), -1)
	slices.Sort(names)
	return slices.Compact(names)
}
