// Package server connects to the database servers and creates temporary databases for the tests.
package server

import (
	"cmp"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/seed-8298af95/uuid"
)

// A Database is a temporary database for one test process.
type Database struct {
	Address string       // data source name for the driver
	Drop    func() error // removes the database
}

// Run creates a database, stores its address in *address, runs the tests and drops the database,
// even if the tests are interrupted. Run returns the exit status for the process.
func Run(tests func() int, create func() (Database, error), address *string) int {
	db, err := create()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go dropOnSignal(db)
	*address = db.Address
	code := tests()
	if err := db.Drop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

func dropOnSignal(db Database) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	<-signals
	if err := db.Drop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(1)
}

// A product is a database server program.
type product struct {
	name     string
	variable string // environment variable that overrides address
	address  string
}

// where returns the server's address.
func (p product) where() string { return cmp.Or(os.Getenv(p.variable), p.address) }

// missing returns a one-line error that explains how to start a server.
func (p product) missing(err error) error {
	reason := strings.Join(strings.Fields(err.Error()), " ")
	return fmt.Errorf("no %s server: start one with integration/run or name one in %s (%s)", p.name, p.variable, reason)
}

// newName returns a unique database name.
func newName() string { return "uuid_integration_" + uuid.Compact.Encode(uuid.NewV7()) }
