// Locality measures the cost of different primary keys in a database. Locality inserts the same
// rows into PostgreSQL and SQLite with four kinds of keys: versions 4, 6 and 7, and version 7 as
// Base58 text. Locality writes results.md and chart.svg.
//
// The tables take turns: each table receives one batch before any table receives the next batch, so
// other programs on the machine slow down all tables equally.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

// A plan contains the sizes of a measurement.
type plan struct {
	rows   int // number of rows in each table
	batch  int // number of rows in each transaction
	repeat int // number of rounds
}

func main() {
	var p plan
	flag.IntVar(&p.rows, "rows", 1_000_000, "`number` of rows in each table")
	flag.IntVar(&p.batch, "batch", 1000, "`number` of rows in each transaction")
	flag.IntVar(&p.repeat, "repeat", 3, "`number` of times to measure everything")
	out := flag.String("out", ".", "`directory` for results.md and chart.svg")
	flag.Parse()
	if flag.NArg() > 0 || p.rows < 100 || p.batch < 1 || p.repeat < 1 {
		fmt.Fprintln(os.Stderr, "locality: need at least 100 rows, a batch of 1 and a repeat of 1, and no arguments")
		os.Exit(2)
	}
	// server.Run drops the database before os.Exit, because os.Exit skips deferred calls.
	var address string
	os.Exit(server.Run(func() int {
		if err := measureAndWrite(p, address, *out); err != nil {
			fmt.Fprintln(os.Stderr, "locality:", err)
			return 1
		}
		return 0
	}, server.Postgres, &address))
}

func measureAndWrite(p plan, address, out string) error {
	engines := []engine{postgres(address), sqlite()}
	r, err := measure(p, engines, newProgress(os.Stderr))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, "results.md"), []byte(r.markdown()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "chart.svg"), []byte(r.svg()), 0o644)
}
