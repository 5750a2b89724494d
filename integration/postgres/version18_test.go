package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
)

// The tests in this file show what docs/storing.md and docs/pages.md say of PostgreSQL 18.
// integration/run runs them on such a server; older servers do not have the functions.

// connect18 connects to the server, and skips the test if the server is older than version 18.
func connect18(t *testing.T) *pgx.Conn {
	t.Helper()
	conn := connect(t)
	var version int
	if err := conn.QueryRow(t.Context(),
		"select current_setting('server_version_num')::int").Scan(&version); err != nil {
		t.Fatal(err)
	}
	if version < 18_00_00 {
		t.Skipf("the server's version is %d: set INTEGRATION_POSTGRES to the URL of PostgreSQL 18", version)
	}
	return conn
}

// execute executes statements without arguments.
func execute(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// selectIDs returns the IDs that a query selects.
func selectIDs(t *testing.T, conn *pgx.Conn, query string, args ...any) []uuid.UUID {
	t.Helper()
	rows, err := conn.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return ids
}

// TestDefault fills a table from two sources in turn: the default uuidv7(), and NewV7. The rows must
// be in the order of their insertion, and ranges and pages must find the rows of both sources. The
// order holds within a millisecond too, because both sources store the next 12 bits of the time.
func TestDefault(t *testing.T) {
	const rows = 400
	conn := connect18(t)
	begin := time.Now()
	var now time.Time
	if err := conn.QueryRow(t.Context(), "select clock_timestamp()").Scan(&now); err != nil {
		t.Fatal(err)
	}
	if end := time.Now(); now.Before(begin.Truncate(time.Microsecond)) || now.After(end) {
		t.Skipf("the server has another clock: %v is not between %v and %v", now, begin, end)
	}

	execute(t, conn, "create temporary table tasks (id uuid primary key default uuidv7(), n int)")
	var inserted []uuid.UUID
	var times []time.Time // each before its row
	for n := range rows {
		if n%100 == 0 { // the range begins and ends with a millisecond
			time.Sleep(2 * time.Millisecond)
		}
		times = append(times, time.Now())
		var id uuid.UUID
		var err error
		if n%2 == 0 {
			err = conn.QueryRow(t.Context(), "insert into tasks (n) values ($1) returning id", n).Scan(&id)
		} else {
			id = uuid.NewV7()
			_, err = conn.Exec(t.Context(), "insert into tasks values ($1, $2)", id, n)
		}
		if err != nil {
			t.Fatal(err)
		}
		if at, ok := id.Time(); id.Version() != 7 || !ok || at.Before(begin.Truncate(time.Millisecond)) ||
			at.After(time.Now()) {
			t.Errorf("row %d has the ID %v, of version %d and the time %v", n, id, id.Version(), at)
		}
		inserted = append(inserted, id)
	}

	if got := selectIDs(t, conn, "select id from tasks order by id"); !slices.Equal(got, inserted) {
		t.Errorf("the rows are not in the order of insertion: %v, want %v", got, inserted)
	}
	from, to := uuid.MinV7(times[100]), uuid.MinV7(times[300])
	if got := selectIDs(t, conn, "select id from tasks where id >= $1 and id < $2 order by id", from,
		to); !slices.Equal(got, inserted[100:300]) {
		t.Errorf("the range contains %v, want %v", got, inserted[100:300])
	}
	var paged []uuid.UUID
	for last := uuid.Nil(); ; last = paged[len(paged)-1] {
		page := selectIDs(t, conn, "select id from tasks where id > $1 order by id limit 7", last)
		if len(page) == 0 {
			break
		}
		paged = append(paged, page...)
	}
	if !slices.Equal(paged, inserted) {
		t.Errorf("the pages contain %v, want %v", paged, inserted)
	}
}

// TestSessionOrder checks that the IDs that one session makes rise, even within a millisecond, and
// that uuidv7 can make an ID for another time.
func TestSessionOrder(t *testing.T) {
	made := selectIDs(t, connect18(t), "select uuidv7() from generate_series(1, 10000)")
	perMillisecond := map[time.Time][]uuid.UUID{}
	for i, id := range made {
		if i > 0 && id.Compare(made[i-1]) <= 0 {
			t.Fatalf("%v follows %v", id, made[i-1])
		}
		at, _ := id.Time()
		perMillisecond[at] = append(perMillisecond[at], id)
	}
	if len(made) != 10_000 || len(perMillisecond) == len(made) {
		t.Errorf("%d IDs, in %d milliseconds", len(made), len(perMillisecond))
	}
	var shifted uuid.UUID
	err := connect(t).QueryRow(t.Context(), "select uuidv7(interval '-1 day')").Scan(&shifted)
	at, _ := shifted.Time()
	if ago := time.Since(at); err != nil || ago < 23*time.Hour || ago > 25*time.Hour {
		t.Errorf("uuidv7(interval '-1 day') is %v before now, %v", ago, err)
	}
}

// TestExtract compares uuid_extract_version and uuid_extract_timestamp with Version and Time. The
// first returns NULL where Version returns 0. The second knows versions 1 and 7, in microseconds.
func TestExtract(t *testing.T) {
	conn := connect18(t)
	all := ids.All()
	for _, at := range []time.Time{
		time.Unix(0, 0),
		time.Date(2038, time.January, 19, 3, 14, 8, 999_999_999, time.UTC),
		time.Date(5000, time.January, 1, 0, 0, 0, 0, time.UTC),
	} {
		all = append(all, uuid.MinV7(at), uuid.MaxV7(at))
		v1, err := uuid.NewV1At(at)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v1)
	}
	all = append(all, uuid.MaxV7(time.UnixMilli(1<<48-1)))
	for _, id := range all {
		var version *int
		var got *time.Time
		const query = "select uuid_extract_version($1), uuid_extract_timestamp($1)"
		if err := conn.QueryRow(t.Context(), query, id).Scan(&version, &got); err != nil {
			t.Fatalf("%v: %v", id, err)
		}
		hasVersion, wantsVersion := version != nil, id.Variant() == uuid.VariantRFC9562
		if hasVersion != wantsVersion || hasVersion && *version != int(id.Version()) {
			t.Errorf("uuid_extract_version(%v) differs from %d", id, id.Version())
		}
		want, ok := id.Time()
		hasTime, wantsTime := got != nil, ok && id.Version() != 6
		if hasTime != wantsTime || hasTime && !got.Equal(want.Truncate(time.Microsecond)) {
			t.Errorf("uuid_extract_timestamp(%v) is %v, want %v, %t", id, got, want, wantsTime)
		}
	}
}

// TestExtractReadsTable shows that a range by bounds uses the key's index, and that a condition on
// uuid_extract_timestamp does not.
func TestExtractReadsTable(t *testing.T) {
	conn := connect18(t)
	execute(t, conn,
		"create temporary table tasks (id uuid primary key default uuidv7(), n int)",
		"insert into tasks (n) select * from generate_series(1, 10000)",
		"analyze tasks",
	)
	for condition, indexed := range map[string]bool{
		"id >= '" + uuid.MinV7(time.Now()).String() + "'":           true,
		"uuid_extract_timestamp(id) >= now() + interval '1 second'": false,
	} {
		rows, err := conn.Query(t.Context(), "explain select * from tasks where "+condition)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || strings.Contains(strings.Join(plan, "\n"), "Index Cond") != indexed {
			t.Errorf("%s: %q, %v", condition, plan, err)
		}
	}
}

// TestVersionConstraint checks that the constraint in docs/storing.md accepts only version 7, and
// shows that a constraint with = also accepts Nil and Max, for which uuid_extract_version returns
// NULL.
func TestVersionConstraint(t *testing.T) {
	conn := connect18(t)
	_, rest, _ := strings.Cut(readFile(t, "../../docs/storing.md"), "<!-- postgres18 -->\n```sql\n")
	strict, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/storing.md has no postgres18 block")
	}
	strict = strings.Replace(strict, "TABLE tasks", "TEMPORARY TABLE strict", 1)
	loose := strings.NewReplacer(" strict ", " loose ", "IS NOT DISTINCT FROM", "=").Replace(strict)
	execute(t, conn, strict, loose)
	for _, tt := range []struct {
		id            uuid.UUID
		loose, strict bool
	}{
		{uuid.NewV7(), true, true},
		{uuid.NewV4(), false, false},
		{uuid.Nil(), true, false},
		{uuid.Max(), true, false},
	} {
		for table, accepts := range map[string]bool{"loose": tt.loose, "strict": tt.strict} {
			_, err := conn.Exec(t.Context(), "insert into "+table+" values ($1)", tt.id)
			if (err == nil) != accepts {
				t.Errorf("%s, %v: %v", table, tt.id, err)
			}
		}
	}
}

// TestTransactionTimeout shows which settings limit a transaction whose statements and pauses are
// each shorter than the limit, and that none of them limits a prepared transaction.
func TestTransactionTimeout(t *testing.T) {
	const limit, pause, statements = "400ms", 150 * time.Millisecond, 6
	conn := connect18(t)
	run := func(settings ...string) error {
		for _, setting := range settings {
			execute(t, conn, "set "+setting+" = '"+limit+"'")
		}
		execute(t, conn, "begin")
		for range statements {
			if _, err := conn.Exec(t.Context(), "select pg_sleep($1)", pause.Seconds()); err != nil {
				return err
			}
		}
		_, err := conn.Exec(t.Context(), "commit")
		return err
	}
	if err := run("statement_timeout", "idle_in_transaction_session_timeout"); err != nil {
		t.Errorf("the time-outs of a statement and of a pause end a longer transaction: %v", err)
	}
	const transactionTimeout = "25P04" // https://www.postgresql.org/docs/18/errcodes-appendix.html
	err := run("transaction_timeout")
	var failure *pgconn.PgError
	if !errors.As(err, &failure) || failure.Code != transactionTimeout {
		t.Errorf("with transaction_timeout: %v, want the SQLSTATE %s", err, transactionTimeout)
	}
}

// TestPreparedTimeout shows that transaction_timeout does not limit a prepared transaction.
func TestPreparedTimeout(t *testing.T) {
	conn := connect18(t)
	var prepared int
	if err := conn.QueryRow(t.Context(),
		"select current_setting('max_prepared_transactions')::int").Scan(&prepared); err != nil {
		t.Fatal(err)
	}
	if prepared == 0 {
		t.Skip("the server's max_prepared_transactions is 0")
	}
	execute(t, conn,
		"create table written (n int)",
		"set transaction_timeout = '400ms'",
		"begin",
		"insert into written values (1)",
		"prepare transaction 'written'",
		"select pg_sleep(0.3)",
		"select pg_sleep(0.3)",
		"commit prepared 'written'",
	)
	t.Cleanup(func() { connect(t).Exec(context.Background(), "drop table written") })
	var n int
	if err := conn.QueryRow(t.Context(), "select count(*) from written").Scan(&n); err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
}
