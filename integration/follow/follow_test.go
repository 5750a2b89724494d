// Package follow proves that a program that follows a table as docs/pages.md says loses no row and
// reads none twice, while eight writers are slow, roll back, use savepoints and two-phase commit,
// and are killed. Other readers, which the page warns of, must lose rows: so the test is known to
// see a loss.
//
// The tests take 20 seconds. With INTEGRATION_FULL=1, they write 100,000 rows to each database.
package follow

import (
	"bytes"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var page = filepath.Join("..", "..", "docs", "pages.md")

var postgresAddress, mariaDBAddress string

func TestMain(m *testing.M) {
	if role := os.Getenv("FOLLOW_ROLE"); role != "" {
		os.Exit(play(role))
	}
	flag.Set("test.parallel", "4") // the tests wait more than they compute, so all run at the same time
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDBAddress) }
	os.Exit(server.Run(both, server.Postgres, &postgresAddress))
}

const writers = 8

// least returns how many rows are written to a database, in at least 20 seconds.
func least() int {
	if os.Getenv("INTEGRATION_FULL") != "" {
		return 100_000
	}
	return 1000
}

// A process is a writer or a job in a process of its own. It ends when its standard input does.
type process struct {
	*exec.Cmd
	input io.Closer
	log   *bytes.Buffer
}

func start(role, address string) (*process, error) {
	p := &process{Cmd: exec.Command(os.Args[0]), log: new(bytes.Buffer)}
	p.Env = append(os.Environ(), "FOLLOW_ROLE="+role, "FOLLOW_ADDRESS="+address)
	p.Stderr = p.log
	var err error
	p.input, err = p.StdinPipe()
	if err == nil {
		err = p.Start()
	}
	return p, err
}

// end lets the process finish its transactions.
func (p *process) end() error {
	p.input.Close()
	if err := p.Wait(); err != nil {
		return fmt.Errorf("%v: %s", err, p.log)
	}
	return nil
}

// kill ends the process as kill -9 does.
func (p *process) kill() error {
	if err := p.Process.Kill(); err != nil {
		return fmt.Errorf("%v: %s", err, p.log) // the process has failed before
	}
	p.Wait()
	return nil
}

// keep runs n processes until stop is closed. About once a second, it kills one of them, counts it
// and starts another.
func keep(role, address string, n int, killed *atomic.Int64, stop <-chan struct{}) (err error) {
	running := make([]*process, n)
	for i := range running {
		if running[i], err = start(role, address); err != nil {
			return err
		}
	}
	for {
		select {
		case <-stop:
			for _, p := range running {
				err = errors.Join(err, p.end())
			}
			return err
		case <-time.After(500*time.Millisecond + rand.N(time.Second)):
			i := rand.N(n)
			if err := running[i].kill(); err != nil {
				return err
			}
			killed.Add(1)
			if running[i], err = start(role, address); err != nil {
				return err
			}
		}
	}
}

// A reader follows a table.
type reader struct {
	name  string
	exact bool // loses no row; any other reader must lose some
	db    *sql.DB
	next  next
	seen  map[uuid.UUID]int
}

// follow reads the table until a pass after done was closed finds nothing.
func (r *reader) follow(done <-chan struct{}) error {
	r.seen = map[uuid.UUID]int{}
	for {
		last := false
		select {
		case <-done:
			last = true
		default:
		}
		ids, err := r.next(r.db)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		for _, id := range ids {
			r.seen[id]++
		}
		if len(ids) == 0 {
			if last {
				return nil
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// judge compares what the reader has read with the rows of the table.
func (r *reader) judge(t *testing.T, rows map[uuid.UUID]bool) {
	lost, twice, unknown := 0, 0, 0
	for id := range rows {
		if r.seen[id] == 0 {
			lost++
		}
	}
	for id, n := range r.seen {
		if n > 1 {
			twice++
		}
		if !rows[id] {
			unknown++
		}
	}
	text := fmt.Sprintf("%s: of %d rows, %d lost (%.1f%%), %d read twice, %d read that do not exist",
		r.name, len(rows), lost, 100*float64(lost)/float64(len(rows)), twice, unknown)
	t.Log(text)
	if r.exact && lost+twice+unknown > 0 || !r.exact && lost == 0 {
		t.Error(text)
	}
}

// A run is writers and readers of one database.
type run struct {
	role, address string // of the writers
	// tidy ends the prepared transactions of killed writers. ended is true after all writers have ended.
	tidy    func(ended bool) error
	settled func() (bool, error) // whether the readers can see all rows
	rows    string               // SELECT of all IDs
	readers []*reader
}

func (r run) test(t *testing.T, db *sql.DB) {
	t.Helper()
	stop, done := make(chan struct{}), make(chan struct{})
	var following sync.WaitGroup
	failures := make(chan error, len(r.readers)+2)
	for _, reader := range r.readers {
		following.Go(func() { failures <- reader.follow(done) })
	}
	var writing sync.WaitGroup
	var killed atomic.Int64
	writing.Go(func() { failures <- keep(r.role, r.address, writers/writersPerProcess, &killed, stop) })
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(500 * time.Millisecond) {
		if err := r.tidy(false); err != nil {
			t.Error(err)
		}
		n := 0
		if err := db.QueryRow("SELECT count(*) FROM tasks").Scan(&n); err != nil {
			t.Error(err)
		}
		enough := n >= least() && killed.Load() >= 5
		if enough && time.Now().After(end) || t.Failed() {
			break
		}
	}
	close(stop)
	writing.Wait()
	if err := r.tidy(true); err != nil {
		t.Error(err)
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		settled, err := r.settled()
		if err != nil || time.Now().After(end) {
			t.Errorf("the readers do not see all rows: %v", err)
		}
		if settled || t.Failed() {
			break
		}
	}
	close(done)
	following.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			t.Error(err)
		}
	}
	t.Logf("killed %d writers", killed.Load())
	rows := map[uuid.UUID]bool{}
	ids, err := query(db, r.rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		rows[id] = true
	}
	for _, reader := range r.readers {
		reader.judge(t, rows)
	}
}

// query returns the IDs that a query of a *sql.DB or *sql.Tx selects.
func query(db interface {
	Query(query string, args ...any) (*sql.Rows, error)
}, query string, args ...any) (ids []uuid.UUID, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// A next reads the rows after those that it has read.
type next func(*sql.DB) ([]uuid.UUID, error)

// byID returns a reader's next that continues after the last ID, and ends each page before end().
func byID(table, placeholder1, placeholder2 string, arg func(uuid.UUID) any, end func() uuid.UUID) next {
	var last uuid.UUID
	const format = "SELECT id FROM %s WHERE id > %s AND id < %s ORDER BY id LIMIT 100"
	text := fmt.Sprintf(format, table, placeholder1, placeholder2)
	return func(db *sql.DB) ([]uuid.UUID, error) {
		ids, err := query(db, text, arg(last), arg(end()))
		if len(ids) > 0 {
			last = ids[len(ids)-1]
		}
		return ids, err
	}
}

func plain(id uuid.UUID) any  { return id }
func binary(id uuid.UUID) any { return uuid.Binary(id) }

// soon is the end for a reader without a horizon. It only excludes version 4 IDs, after which the
// reader would find nothing.
func soon() uuid.UUID { return uuid.MinV7(time.Now().Add(time.Hour)) }

func lag() uuid.UUID { return uuid.MinV7(time.Now().Add(-300 * time.Millisecond)) }

// byNumber returns a reader's next that continues after the last number. The query selects the ID
// and the number.
func byNumber(query string) next {
	last := int64(0)
	return func(db *sql.DB) (ids []uuid.UUID, err error) {
		rows, err := db.Query(query, last)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var id uuid.UUID
			if err := rows.Scan(&id, &last); err != nil {
				return nil, err
			}
			ids = append(ids, id)
		}
		return ids, rows.Err()
	}
}

// byTx returns a reader's next that continues after the last transaction and ID.
func byTx(query string) next {
	var tx uint64
	var last uuid.UUID
	return func(db *sql.DB) (ids []uuid.UUID, err error) {
		rows, err := db.Query(query, tx, last)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			if err := rows.Scan(&last, &tx); err != nil {
				return nil, err
			}
			ids = append(ids, last)
		}
		return ids, rows.Err()
	}
}

// statement returns the only statement in a block of the page.
func statement(t *testing.T, name string) string {
	t.Helper()
	all := readme.Statements(t, page, name)
	if len(all) != 1 {
		t.Fatalf("%s has %d statements", name, len(all))
	}
	return all[0]
}

func open(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execAll(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestPostgreSQL(t *testing.T) {
	t.Parallel()
	testPostgreSQL(t, postgresAddress)
}

func TestPostgreSQL18(t *testing.T) {
	address := os.Getenv("INTEGRATION_POSTGRES18")
	if address == "" {
		t.Skip("SKIPPED: INTEGRATION_POSTGRES18 is not set")
	}
	t.Parallel()
	testPostgreSQL(t, address)
}

// testPostgreSQL follows a table on a server with the programs of the one at the address, and on its
// standby.
func testPostgreSQL(t *testing.T, address string) {
	c := newCluster(t, address)
	db, standby := open(t, "pgx", c.primary.Address("postgres")), open(t, "pgx", c.standby.Address("postgres"))
	execAll(t, db, "CREATE TABLE tasks (id uuid PRIMARY KEY)")
	execAll(t, db, readme.Statements(t, page, "follow-postgres")...)
	execAll(t, db, trigger(t)...)
	for standby.QueryRow("SELECT FROM tasks").Scan() != sql.ErrNoRows { // until the standby has the table
		time.Sleep(10 * time.Millisecond)
	}
	read := statement(t, "follow-postgres-read")
	short := strings.Replace(read, "LIMIT 100", "LIMIT 7", 1)
	run{
		role:    "PostgreSQL",
		address: c.primary.Address("postgres"),
		tidy:    func(ended bool) error { return tidyPostgres(db, ended) },
		settled: func() (settled bool, err error) {
			var end string
			err = db.QueryRow("SELECT pg_current_wal_lsn()").Scan(&end)
			if err == nil {
				err = standby.QueryRow("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn", end).Scan(&settled)
			}
			return settled, err
		},
		rows: "SELECT id FROM tasks",
		readers: []*reader{
			{name: "exact", exact: true, db: db, next: byTx(read)},
			{name: "exact, in pages of 7", exact: true, db: db, next: byTx(short)},
			{name: "exact, standby", exact: true, db: standby, next: byTx(read)},
			{name: "by ID", db: db, next: byID("tasks", "$1", "$2", plain, soon)},
			{name: "by ID, with a lag of 300 ms", db: db, next: byID("tasks", "$1", "$2", plain, lag)},
		},
	}.test(t, db)
	testClaims(t, c)
}

// trigger returns the page's statements that create the trigger. The body of its function contains
// semicolons, but none at the end of a line.
func trigger(t *testing.T) []string {
	t.Helper()
	return readme.Statements(t, page, "follow-postgres-trigger")
}

// prepared matches the names of the transactions that writers prepare. The group is the process.
var prepared = regexp.MustCompile(`^(\d+)/[0-9a-f-]{36}$`)

// finish calls end for the prepared transactions whose writers have been killed, so that half of
// them are committed. ended is true after all writers have ended.
func finish(names []string, ended bool, end func(name, outcome string) error) (err error) {
	for i, name := range names {
		ours := prepared.FindStringSubmatch(name)
		if ours == nil {
			continue
		}
		if _, gone := os.Stat("/proc/" + ours[1]); ended || gone != nil {
			err = errors.Join(err, end(name, [2]string{"COMMIT", "ROLLBACK"}[i%2]))
		}
	}
	return err
}

func tidyPostgres(db *sql.DB, ended bool) error {
	names, err := texts(db, "SELECT gid FROM pg_prepared_xacts")
	return errors.Join(err, finish(names, ended, func(name, outcome string) error {
		_, err := db.Exec(outcome + " PREPARED '" + name + "'")
		return err
	}))
}

// texts returns the texts that a query selects.
func texts(db *sql.DB, query string, args ...any) (all []string, err error) {
	rows, err := db.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

func TestMariaDB(t *testing.T) {
	t.Parallel()
	db := open(t, "mysql", mariaDBAddress)
	// The page does not have pos, which shows that AUTO_INCREMENT does not do the same.
	execAll(t, db, "CREATE TABLE tasks (id uuid PRIMARY KEY, pos BIGINT NOT NULL AUTO_INCREMENT UNIQUE)")
	execAll(t, db, readme.Statements(t, page, "follow-mariadb")...)
	var jobs sync.WaitGroup
	stop := make(chan struct{})
	var killed atomic.Int64
	jobs.Go(func() {
		if err := keep("job", mariaDBAddress, 2, &killed, stop); err != nil {
			t.Error(err)
		}
	})
	const byPos = "SELECT id, pos FROM tasks WHERE pos > ? ORDER BY pos LIMIT 100"
	run{
		role:    "MariaDB",
		address: mariaDBAddress,
		tidy:    func(ended bool) error { return tidyMariaDB(db, ended) },
		settled: func() (settled bool, err error) {
			err = db.QueryRow("SELECT NOT EXISTS (SELECT 1 FROM tasks WHERE seq IS NULL)").Scan(&settled)
			return settled, err
		},
		rows: "SELECT id FROM tasks",
		readers: []*reader{
			{name: "exact", exact: true, db: db, next: byNumber(statement(t, "follow-mariadb-read"))},
			{name: "by ID", db: db, next: byID("tasks", "?", "?", plain, soon)},
			{name: "by ID, with a lag of 300 ms", db: db, next: byID("tasks", "?", "?", plain, lag)},
			{name: "by AUTO_INCREMENT", db: db, next: byNumber(byPos)},
		},
	}.test(t, db)
	close(stop)
	jobs.Wait()
	t.Logf("killed %d jobs", killed.Load())
	var greatest, n int
	err := db.QueryRow("SELECT MAX(seq), COUNT(DISTINCT seq) FROM tasks").Scan(&greatest, &n)
	if err != nil || greatest != n {
		t.Errorf("the greatest of %d numbers is %d: %v", n, greatest, err)
	}
}

func tidyMariaDB(db *sql.DB, ended bool) error {
	rows, err := db.Query("XA RECOVER")
	if err != nil {
		return err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var format, length, more int
		var name string
		if err := rows.Scan(&format, &length, &more, &name); err != nil {
			return err
		}
		names = append(names, name)
	}
	return errors.Join(rows.Err(), finish(names, ended, func(name, outcome string) error {
		_, err := db.Exec("XA " + outcome + " '" + name + "'")
		return err
	}))
}

// TestJob checks that the page shows the statements of the job.
func TestJob(t *testing.T) {
	code, err := os.ReadFile(filepath.Join("number", "number.go"))
	if err != nil {
		t.Fatal(err)
	}
	all := readme.Statements(t, page, "follow-mariadb-job")
	begin, commit := all[0], all[len(all)-1]
	if begin != "START TRANSACTION" || commit != "COMMIT" {
		t.Errorf("the job begins with %s and ends with %s", begin, commit)
	}
	lists := strings.NewReplacer("?, …", `" + list + "`)
	for _, statement := range all[1 : len(all)-1] {
		if !strings.Contains(string(code), `"`+lists.Replace(statement)+`"`) {
			t.Errorf("number.go has no %q", statement)
		}
	}
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	address := filepath.Join(t.TempDir(), "follow.db")
	db, err := sqlite{}.open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	create := readme.Statements(t, page, "follow-sqlite")
	execAll(t, db, "PRAGMA journal_mode = wal", create[0], "CREATE TABLE made_inside (id BLOB PRIMARY KEY)")
	inside := reader{name: "by ID, made after BEGIN IMMEDIATE", exact: true, db: db}
	inside.next = byID("made_inside", "?", "?", binary, soon)
	done := make(chan struct{})
	var following sync.WaitGroup
	following.Go(func() {
		if err := inside.follow(done); err != nil {
			t.Error(err)
		}
	})
	run{
		role:    "SQLite",
		address: address,
		tidy:    func(bool) error { return nil },
		settled: func() (bool, error) { return true, nil },
		rows:    "SELECT id FROM tasks",
		readers: []*reader{
			{name: "exact", exact: true, db: db, next: byNumber(create[1])},
			{name: "by ID", db: db, next: byID("tasks", "?", "?", binary, soon)},
		},
	}.test(t, db)
	close(done)
	following.Wait()
	ids, err := query(db, "SELECT id FROM made_inside")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[uuid.UUID]bool{}
	for _, id := range ids {
		rows[id] = true
	}
	inside.judge(t, rows)
}

// TestAutoincrement checks that SQLite reuses the number of a deleted row, unless the column has
// AUTOINCREMENT.
func TestAutoincrement(t *testing.T) {
	create := readme.Statements(t, page, "follow-sqlite")[0]
	for statement, want := range map[string]string{create: "2", strings.Replace(create, " AUTOINCREMENT", "", 1): "1"} {
		db, err := sqlite{}.open(filepath.Join(t.TempDir(), "numbers.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		const insert = "INSERT INTO tasks (id) VALUES (x'00')"
		execAll(t, db, statement, insert, "DELETE FROM tasks", insert)
		if got, err := texts(db, "SELECT seq FROM tasks"); err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: the number is %v, %v; want %s", statement, got, err, want)
		}
	}
}
