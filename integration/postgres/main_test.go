// Package postgres verifies that pgx preserves UUIDs in PostgreSQL.
package postgres

import (
	"context"
	"database/sql"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }

func connect(t *testing.T) *pgx.Conn {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(ctx) })
	return conn
}

// connectSQL connects through database/sql. The parameters are appended to the connection URL.
func connectSQL(t *testing.T, parameters string) *sql.Conn {
	db, err := sql.Open("pgx", address+parameters)
	if err != nil {
		t.Fatal(err)
	}
	return trip.Connect(t, db)
}

const values = "($1, $2)"

// native returns a Session that uses pgx's own interface with the given execution mode and result
// format.
func native(name string, conn *pgx.Conn, mode pgx.QueryExecMode, format int16) trip.Session {
	ctx := context.Background()
	return trip.Session{
		Name:   name,
		Values: values,
		Exec: func(query string, args ...any) error {
			_, err := conn.Exec(ctx, query, append([]any{mode}, args...)...)
			return err
		},
		Query: func(query string, each func(trip.Scan) error) error {
			rows, err := conn.Query(ctx, query, mode, pgx.QueryResultFormats{format})
			if err != nil {
				return err
			}
			defer rows.Close()
			return trip.Each(rows, each)
		},
	}
}

// sessions calls all setups with each connection's type map, and returns a Session for each way to
// use pgx.
func sessions(t *testing.T, setups ...func(*pgtype.Map)) []trip.Session {
	const (
		text, binary = pgx.TextFormatCode, pgx.BinaryFormatCode
		prepared     = pgx.QueryExecModeCacheStatement
	)
	// With database/sql, the query mode is a connection parameter.
	conn, sqlConn, sqlSimple := connect(t), connectSQL(t, ""), connectSQL(t, "&default_query_exec_mode=simple_protocol")
	for _, setup := range setups {
		setup(conn.TypeMap())
		setup(typeMap(t, sqlConn))
		setup(typeMap(t, sqlSimple))
	}
	return []trip.Session{
		native("pgx, binary", conn, prepared, binary),
		native("pgx, binary, results as text", conn, prepared, text),
		native("pgx, exec mode", conn, pgx.QueryExecModeExec, text),
		native("pgx, simple protocol", conn, pgx.QueryExecModeSimpleProtocol, text),
		trip.SQL("database/sql", sqlConn, values),
		trip.SQL("database/sql, simple protocol", sqlSimple, values),
	}
}

// typeMap returns the type map of the pgx connection in conn.
func typeMap(t *testing.T, conn *sql.Conn) (types *pgtype.Map) {
	err := conn.Raw(func(driverConn any) error {
		types = driverConn.(*stdlib.Conn).Conn().TypeMap()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return types
}
