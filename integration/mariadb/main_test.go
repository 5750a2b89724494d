// Package mariadb verifies that go-sql-driver/mysql preserves UUIDs in MariaDB and MySQL.
package mariadb

import (
	"database/sql"
	"os"
	"testing"

	"github.com/go-sql-driver/mysql"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

var address string

func TestMain(m *testing.M) {
	if server.MySQL() {
		columns = columns[:len(columns)-1]
	}
	os.Exit(server.Run(m.Run, server.MariaDB, &address))
}

// connect returns a connection. If interpolate is true, the driver inserts the arguments into the
// query text. Otherwise, the server prepares the query.
func connect(t *testing.T, interpolate bool) *sql.Conn {
	config, err := mysql.ParseDSN(address)
	if err != nil {
		t.Fatal(err)
	}
	config.InterpolateParams = interpolate
	connector, err := mysql.NewConnector(config)
	if err != nil {
		t.Fatal(err)
	}
	return trip.Connect(t, sql.OpenDB(connector))
}

func sessions(t *testing.T) []trip.Session {
	const values = "(?, ?)"
	return []trip.Session{
		trip.SQL("prepared by the server", connect(t, false), values),
		trip.SQL("interpolated by the driver", connect(t, true), values),
	}
}
