// Fleet measures what holds of version 7 IDs that several machines make: which rows a
// reader loses that reads on from its last ID, how far clocks that differ disturb the
// order, how often IDs collide, and whether inserts by many writers keep their locality.
// It writes results.md and chart.svg.
//
// Rows are read from and written to a real PostgreSQL. The clocks of the machines are
// simulated: each machine is a Generator with a clock of its own.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

// A plan says how much is measured.
type plan struct {
	rows  int           // that each run of a reader reads
	late  time.Duration // how long a transaction stays open after it has made its ID, at most
	skew  time.Duration // how far the clocks of the writers are from the right time, at most
	lag   time.Duration // how far behind its clock the horizon of a reader is
	ids   int           // in each simulation
	table int           // rows in each table of which inserts are measured
	parts int           // of these rows, with a checkpoint before each
}

func main() {
	p := plan{late: 50 * time.Millisecond, skew: 10 * time.Millisecond, lag: time.Second, parts: 10}
	flag.IntVar(&p.rows, "rows", 4000, "`number` of rows to read, for each number of writers")
	flag.IntVar(&p.ids, "ids", 1_000_000, "`number` of IDs in each simulation")
	flag.IntVar(&p.table, "table", 320_000, "`number` of rows in each table of which inserts are measured")
	out := flag.String("out", ".", "`directory` for results.md and chart.svg")
	flag.Parse()
	if flag.NArg() > 0 || p.rows < 100 || p.ids < 1000 || p.table < 1600 {
		fmt.Fprintln(os.Stderr, "fleet: need 100 rows, 1000 IDs and a table of 1600 at least, and no arguments")
		os.Exit(2)
	}
	var address string
	os.Exit(server.Run(func() int {
		if err := measureAndWrite(p, address, *out); err != nil {
			fmt.Fprintln(os.Stderr, "fleet:", err)
			return 1
		}
		return 0
	}, server.Postgres, &address))
}

func measureAndWrite(p plan, address, out string) error {
	r := report{plan: p}
	for _, writers := range fleets {
		fmt.Fprintln(os.Stderr, "reading what", writers, "writers commit")
		read, err := readAlong(p, address, writers)
		if err != nil {
			return err
		}
		r.readings = append(r.readings, read)
	}
	fmt.Fprintln(os.Stderr, "simulating")
	for _, difference := range differences {
		order, err := simulateOrder(p.ids, difference)
		if err != nil {
			return err
		}
		r.orders = append(r.orders, order)
	}
	var err error
	if r.collided, err = collide(p.ids); err != nil {
		return err
	}
	for _, writers := range fleets {
		for _, version := range []int{4, 7} {
			fmt.Fprintf(os.Stderr, "inserting version %d from %d writers\n", version, writers)
			inserted, err := insertFrom(p, address, writers, version)
			if err != nil {
				return err
			}
			r.inserts = append(r.inserts, inserted)
		}
	}
	if err := os.WriteFile(filepath.Join(out, "results.md"), []byte(r.markdown()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "chart.svg"), []byte(r.svg()), 0o644)
}

// fleets are the numbers of writers.
var fleets = []int{1, 4, 16}
