// Fleet measures how version 7 IDs behave when several machines generate them:
//
//   - the number of rows that a reader misses if it continues after its last ID
//   - the order of IDs if the clocks differ
//   - the number of collisions
//   - the locality of inserts by many writers
//
// Fleet writes results.md and chart.svg.
//
// The rows are written to a real PostgreSQL server and read back. The machines are simulated: each
// machine is a Generator with its own clock.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

// A plan contains the parameters of a measurement.
type plan struct {
	rows   int           // number of rows that the writers commit during the measurement
	late   time.Duration // maximum time between generating an ID and inserting it
	skew   time.Duration // maximum error of a writer's clock
	lag    time.Duration // time between a reader's horizon and the current time
	ids    int           // number of IDs in each simulation
	table  int           // number of rows in each table for the insert measurement
	parts  int           // number of parts of each table; a checkpoint precedes each part
	repeat int           // number of rounds of the insert measurement
}

func main() {
	p := plan{late: 50 * time.Millisecond, skew: 10 * time.Millisecond, lag: time.Second, parts: 10}
	flag.IntVar(&p.rows, "rows", 4000, "`number` of rows to read, for each number of writers")
	flag.IntVar(&p.ids, "ids", 1_000_000, "`number` of IDs in each simulation")
	flag.IntVar(&p.table, "table", 320_000, "`number` of rows in each table for the insert measurement")
	flag.IntVar(&p.repeat, "repeat", 5, "`number` of rounds of the insert measurement")
	out := flag.String("out", ".", "`directory` for results.md and chart.svg")
	flag.Parse()
	if flag.NArg() > 0 || p.rows < 100 || p.ids < 1000 || p.table < 1600 || p.repeat < 1 {
		fmt.Fprintln(os.Stderr,
			"fleet: need at least 100 rows, 1000 IDs, a table of 1600 rows and a repeat of 1, and no arguments")
		os.Exit(2)
	}
	// server.Run drops the database before os.Exit, because os.Exit skips deferred calls.
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
		fmt.Fprintln(os.Stderr, "reading the rows from", writers, "writers")
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
	collided, err := collide(p.ids)
	if err != nil {
		return err
	}
	r.collided = collided
	r.inserts, err = insertRounds(p, address)
	if err != nil {
		return err
	}
	// The files are written last, so a failed measurement leaves the old files unchanged.
	if err := os.WriteFile(filepath.Join(out, "results.md"), []byte(r.markdown()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "chart.svg"), []byte(r.svg()), 0o644)
}

// fleets lists the numbers of writers to measure.
var fleets = []int{1, 4, 16}
