package pgxuuid_test

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// address is the address of the PostgreSQL server. The tests create only temporary tables and types
// on the server.
var address = cmp.Or(os.Getenv("INTEGRATION_POSTGRES"), "postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable")

func TestMain(m *testing.M) {
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		fmt.Fprintln(os.Stderr,
			"no PostgreSQL server: start one with integration/run or name one in INTEGRATION_POSTGRES:", err)
		os.Exit(1)
	}
	conn.Close(context.Background())
	os.Exit(m.Run())
}

// connect returns a connection that is set up with Register.
func connect(t testing.TB) *pgx.Conn {
	conn := connectBare(t)
	pgxuuid.Register(conn.TypeMap())
	return conn
}

// connectBare returns a connection that is not set up with Register.
func connectBare(t testing.TB) *pgx.Conn {
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// connectPool returns a connection from a pool that is set up with AfterConnect.
func connectPool(t testing.TB) *pgx.Conn {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	config.AfterConnect = pgxuuid.AfterConnect
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	conn, err := pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Release)
	return conn.Conn()
}

// connectSQL returns a connection from a database/sql pool.
func connectSQL(t testing.TB) *sql.Conn {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

var example = uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")

// ids are the UUIDs that the tests send.
var ids = []uuid.UUID{uuid.Nil(), uuid.Max(), example, uuid.NewV1(), uuid.NewV4(), uuid.NewV6(), uuid.NewV7()}

// before is the value of a destination before a Scan.
var before = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
