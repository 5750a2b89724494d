package server

import (
	"context"
	"net/url"

	"github.com/jackc/pgx/v5"
)

var postgres = product{
	name:     "PostgreSQL",
	variable: "INTEGRATION_POSTGRES",
	address:  "postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable",
}

// Postgres creates a database on the PostgreSQL server. Database.Address is a URL.
func Postgres() (Database, error) {
	name := newName()
	if err := postgresExec("create database " + name); err != nil {
		return Database{}, postgres.missing(err)
	}
	address, err := url.Parse(postgres.where())
	if err != nil {
		return Database{}, postgres.missing(err)
	}
	address.Path = "/" + name
	drop := func() error { return postgresExec("drop database " + name + " with (force)") }
	return Database{address.String(), drop}, nil
}

func postgresExec(query string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, postgres.where())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, query)
	return err
}
