package follow

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// This file proves what docs/pages.md says of the column tx, apart from lost rows.

// claims are a table in a database of its own on a cluster, and a reader of it.
type claims struct {
	*testing.T
	cluster *cluster
	db      *sql.DB
	next    next
}

// newClaims creates the page's table, without the trigger.
func newClaims(t *testing.T, c *cluster) claims {
	t.Helper()
	name := "claims_" + uuid.Compact.Encode(uuid.NewV4())
	execAll(t, open(t, "pgx", c.primary.Address("postgres")), "CREATE DATABASE "+name)
	db := open(t, "pgx", c.primary.Address(name))
	execAll(t, db, "CREATE TABLE tasks (id uuid PRIMARY KEY, note text)")
	execAll(t, db, readme.Statements(t, page, "follow-postgres")...)
	return claims{t, c, db, byTx(statement(t, "follow-postgres-read"))}
}

// insert inserts a row, and returns its ID.
func (c claims) insert() uuid.UUID {
	c.Helper()
	id := uuid.NewV7()
	execAll(c.T, c.db, "INSERT INTO tasks (id) VALUES ('"+id.String()+"')")
	return id
}

// reads checks that the reader reads these IDs, in any order. Transactions of the server itself may
// delay them for a moment.
func (c claims) reads(want ...uuid.UUID) {
	c.Helper()
	var got []uuid.UUID
	for end := time.Now().Add(20 * time.Second); len(got) < len(want) && time.Now().Before(end); {
		ids, err := c.next(c.db)
		if err != nil {
			c.Fatal(err)
		}
		got = append(got, ids...)
		time.Sleep(5 * time.Millisecond)
	}
	slices.SortFunc(got, uuid.UUID.Compare)
	slices.SortFunc(want, uuid.UUID.Compare)
	if !slices.Equal(got, want) {
		c.Errorf("the reader reads %v, want %v", got, want)
	}
}

// readsNone checks that the reader reads nothing. A row that is inserted later must show that
// nothing else delays it.
func (c claims) readsNone() {
	c.Helper()
	time.Sleep(100 * time.Millisecond)
	if ids, err := c.next(c.db); err != nil || len(ids) > 0 {
		c.Errorf("the reader reads %v, %v; want nothing", ids, err)
	}
}

// sends checks that the page's only reader sends these IDs.
func (c claims) sends(want ...uuid.UUID) {
	c.Helper()
	statements := readme.Statements(c.T, page, "follow-one")
	tx, err := c.db.Begin()
	if err != nil {
		c.Fatal(err)
	}
	got, err := query(tx, statements[0])
	for _, id := range got {
		_, failed := tx.Exec(statements[1], id)
		err = errors.Join(err, failed)
	}
	err = errors.Join(err, tx.Commit())
	slices.SortFunc(got, uuid.UUID.Compare)
	slices.SortFunc(want, uuid.UUID.Compare)
	if err != nil || !slices.Equal(got, want) {
		c.Errorf("the reader sends %v, %v; want %v", got, err, want)
	}
}

func testClaims(t *testing.T, c *cluster) {
	t.Run("a writer that sends 0", func(t *testing.T) {
		c := newClaims(t, c)
		c.reads(c.insert())
		execAll(t, c.db, "INSERT INTO tasks (id, tx) VALUES (gen_random_uuid(), '0')")
		c.readsNone()
		c.reads(c.insert())
		execAll(t, c.db, trigger(t)...)
		id := uuid.NewV7()
		execAll(t, c.db, "INSERT INTO tasks (id, tx) VALUES ('"+id.String()+"', '0')")
		c.reads(id)
	})
	t.Run("gorm", func(t *testing.T) {
		c := newClaims(t, c)
		c.reads(c.insert())
		db, err := gorm.Open(gormpostgres.New(gormpostgres.Config{Conn: c.db}), &gorm.Config{Logger: logger.Discard})
		if err != nil {
			t.Fatal(err)
		}
		row, zero := readOnly{ID: uuid.NewV7()}, written{ID: uuid.NewV7()}
		if err := errors.Join(db.Create(&zero).Error, db.Create(&row).Error); err != nil {
			t.Fatal(err)
		}
		c.reads(row.ID) // and not zero.ID
		if err := db.First(&row, "id = ?", row.ID).Error; err != nil || row.Tx == 0 {
			t.Errorf("the transaction is %d, %v", row.Tx, err)
		}
	})
	t.Run("time limits", func(t *testing.T) { testTimeLimits(newClaims(t, c)) })
	t.Run("updates", func(t *testing.T) {
		c := newClaims(t, c)
		execAll(t, c.db, trigger(t)...)
		id := c.insert()
		c.reads(id)
		execAll(t, c.db, "UPDATE tasks SET note = 'new'",
			"INSERT INTO tasks (id) VALUES ('"+id.String()+"') ON CONFLICT (id) DO UPDATE SET note = 'newer'")
		c.readsNone()
		c.reads(c.insert())
	})
	t.Run("text", func(t *testing.T) {
		c := newClaims(t, c)
		const numbers = "unnest(ARRAY['999999', '1000000']::xid8[])"
		execAll(t, c.db, "INSERT INTO tasks SELECT gen_random_uuid(), '', "+numbers)
		for column, want := range map[string]string{"tx": "999999 1000000", "tx::text": "1000000 999999"} {
			got, err := texts(c.db, "SELECT "+column+" FROM tasks ORDER BY tx")
			if err != nil || strings.Join(got, " ") != want {
				t.Errorf("SELECT %s … ORDER BY tx: %v, %v; want %s", column, got, err, want)
			}
		}
	})
	t.Run("one reader", func(t *testing.T) {
		c := newClaims(t, c)
		execAll(t, c.db, "ALTER TABLE tasks ADD sent_at timestamptz")
		first, second := c.insert(), c.insert()
		c.sends(first, second)
		late := uuid.NewV7()
		tx, err := c.db.Begin()
		if err == nil {
			_, err = tx.Exec("INSERT INTO tasks (id) VALUES ($1)", late)
		}
		if err != nil {
			t.Fatal(err)
		}
		c.sends(c.insert())
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		c.sends(late)
		c.sends()
	})
	t.Run("delays", func(t *testing.T) { testDelays(newClaims(t, c)) })
	t.Run("restore", func(t *testing.T) {
		c := newClaims(t, c)
		first := c.insert()
		execAll(t, c.db, "UPDATE tasks SET tx = '100000000000'") // the number from another server
		second := c.insert()
		c.reads(second)
		c.readsNone() // the first row
		execAll(t, c.db, "UPDATE tasks SET tx = '0'")
		c.next = byTx(statement(t, "follow-postgres-read"))
		c.reads(first, second)
		third := c.insert()
		c.reads(third)
		read := strings.Replace(statement(t, "follow-postgres-read"), "SELECT id, tx", "SELECT id", 1)
		if got, err := query(c.db, read, 0, uuid.Max()); err != nil || !slices.Equal(got, []uuid.UUID{third}) {
			t.Errorf("after 0 and uuid.Max(): %v, %v; want %v", got, err, third)
		}
	})
	t.Run("failover", func(t *testing.T) { testFailover(newClaims(t, c)) })
}

// A readOnly is a row for gorm, which does not write the number. A written has the fault that the
// page warns of.
type readOnly struct {
	ID uuid.UUID
	Tx uint64 `gorm:"->"`
}

type written struct {
	ID uuid.UUID
	Tx uint64
}

func (readOnly) TableName() string { return "tasks" }
func (written) TableName() string  { return "tasks" }

// testTimeLimits checks what limits a transaction, for those who follow by ID with a lag: a limit
// for each statement and pause does not limit a transaction, and no limit ends a prepared one.
func testTimeLimits(c claims) {
	ctx := context.Background()
	conn, err := c.db.Conn(ctx)
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	run := func(statements string) error {
		for _, statement := range strings.Split(statements, "; ") {
			if _, err := conn.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
	const long = "SELECT pg_sleep(1.5); SELECT pg_sleep(1.5); SELECT pg_sleep(1.5)"
	const limits = "SET statement_timeout = '4s'; SET idle_in_transaction_session_timeout = '4s'"
	if err := run(limits + "; BEGIN; " + long + "; COMMIT"); err != nil {
		c.Errorf("a transaction of short statements: %v", err)
	}
	var version int
	if err := c.db.QueryRow("SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		c.Fatal(err)
	}
	if version >= 170000 {
		if err := run("SET transaction_timeout = '4s'"); err != nil {
			c.Fatal(err)
		}
	}
	name := "late-" + uuid.NewV4().String()
	err = run("BEGIN; INSERT INTO tasks (id) VALUES (gen_random_uuid()); PREPARE TRANSACTION '" + name + "'; " +
		long + "; COMMIT PREPARED '" + name + "'")
	if err != nil {
		c.Errorf("a prepared transaction: %v", err)
	}
	if version < 170000 {
		return
	}
	if err := run("BEGIN; " + long + "; COMMIT"); err == nil {
		c.Error("transaction_timeout does not limit a transaction")
	}
}

// testDelays checks which transactions delay the readers.
func testDelays(c claims) {
	elsewhere := open(c.T, "pgx", c.cluster.primary.Address("postgres"))
	execAll(c.T, elsewhere, "CREATE TABLE other (n int)", "INSERT INTO other VALUES (1)")
	for _, test := range []struct {
		statement string
		delays    bool
	}{
		{"SELECT * FROM other", false},
		{"INSERT INTO other VALUES (2)", true},
		{"SELECT * FROM other FOR UPDATE", true},
	} {
		tx, err := elsewhere.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
		if err != nil {
			c.Fatal(err)
		}
		if _, err := tx.Exec(test.statement); err != nil {
			c.Fatal(err)
		}
		id := c.insert()
		if test.delays {
			c.readsNone()
		} else {
			c.reads(id)
		}
		if err := tx.Rollback(); err != nil {
			c.Fatal(err)
		}
		if test.delays {
			c.reads(id)
		}
	}
	conn, err := elsewhere.Conn(context.Background())
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range []string{"BEGIN", "INSERT INTO other VALUES (3)", "PREPARE TRANSACTION 'forgotten'"} {
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			c.Fatal(err)
		}
	}
	id := c.insert()
	c.readsNone()
	names, err := texts(c.db, "SELECT gid FROM pg_prepared_xacts")
	if err != nil || !slices.Equal(names, []string{"forgotten"}) {
		c.Errorf("pg_prepared_xacts has %v, %v", names, err)
	}
	execAll(c.T, elsewhere, "ROLLBACK PREPARED 'forgotten'")
	c.reads(id)
}

// testFailover makes the standby the server, after it has missed the last rows that the reader has
// read.
func testFailover(c claims) {
	c.reads(c.insert())
	var database string
	if err := c.db.QueryRow("SELECT current_database()").Scan(&database); err != nil {
		c.Fatal(err)
	}
	standby := open(c.T, "pgx", c.cluster.standby.Address(database))
	for n := 0; n == 0; time.Sleep(10 * time.Millisecond) {
		standby.QueryRow("SELECT count(*) FROM tasks").Scan(&n) // an error until the database is there
	}
	c.cluster.Stop(c.cluster.standby, "fast")
	var last uuid.UUID
	for range 5 {
		last = c.insert()
		c.reads(last)
	}
	var tx uint64
	if err := c.db.QueryRow("SELECT tx FROM tasks WHERE id = $1", last).Scan(&tx); err != nil {
		c.Fatal(err)
	}
	const ahead = "SELECT $1 >= pg_snapshot_xmax(pg_current_snapshot())"
	isAhead := func() (is bool) {
		c.Helper()
		if err := c.db.QueryRow(ahead, tx).Scan(&is); err != nil {
			c.Fatal(err)
		}
		return is
	}
	if isAhead() {
		c.Error("the reader is ahead of its own server")
	}
	c.cluster.Stop(c.cluster.primary, "immediate")
	c.cluster.Start(c.cluster.standby)
	c.cluster.Run("pg_ctl", "-D", c.cluster.standby.Data, "-w", "promote")
	c.db = standby
	c.insert()
	c.readsNone() // the row is lost
	if !isAhead() {
		c.Error("nothing shows that the reader is ahead of the server")
	}
	if err := c.db.QueryRow("SELECT FROM tasks WHERE id = $1", last).Scan(); !errors.Is(err, sql.ErrNoRows) {
		c.Errorf("the last row that the reader has read: %v", err)
	}
	for isAhead() { // ends when the new server has caught up
		c.insert()
	}
}
