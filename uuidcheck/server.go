package main

import (
	"context"
	"time"
)

// Limits of what is read.
const (
	sampleRows = 1000 // of a table
	endRows    = 100  // at each of three places of a column's index
	lockWait   = time.Second
)

// A server reads one database. Each statement runs in its own read-only transaction. An error is a
// problem, whose text contains no values of the database.
type server interface {
	// Product returns the kind of database: MariaDB is not MySQL.
	Product() product
	// Name returns the product and its version.
	Name() string
	// Tables lists the tables with the columns that could hold IDs.
	Tables(ctx context.Context) ([]*table, error)
	// Sample reads the columns of about sampleRows rows, spread over the table. It reports whether
	// these are all rows.
	Sample(ctx context.Context, t *table) (rows [][]value, complete bool, err error)
	// Range reads the first values of an indexed column that are in the range.
	Range(ctx context.Context, c *column, r valueRange) ([]value, error)
	// Sort returns texts in the order in which the database sorts them in the column, and the number of
	// texts that it distinguishes. It reads no row.
	Sort(ctx context.Context, c *column, texts []string) (sorted []string, distinct int, err error)
	// Versions counts the versions of all values of a column, by reading the whole table.
	Versions(ctx context.Context, c *column) ([]versionCount, error)
	Close()
}

// A limit is how long something may take; zero means that there is no limit.
type limit struct {
	connect   time.Duration // never zero for a server
	statement time.Duration
	full      time.Duration // a statement that reads a whole table
}

// within returns a context that ends some time after the server should have ended a statement, because
// the server may have stopped answering.
func (l limit) within(ctx context.Context, statement time.Duration) (context.Context, context.CancelFunc) {
	if statement == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, statement+l.connect)
}

// A valueRange is a part of a column's index.
type valueRange struct {
	low        value // inclusive; null is the first value
	high       value // exclusive; null is the end
	descending bool
	rows       int
}

// open connects to the database.
func open(ctx context.Context, a address, limit limit, views bool) (server, error) {
	switch a.product {
	case postgreSQL:
		return openPostgres(ctx, a, limit)
	case mySQL:
		return openMySQL(ctx, a, limit)
	}
	return openSQLite(ctx, a.file, limit, views)
}
