// Package typeid tests typed IDs with packages that services use: pgx, sqlc, gorm, gin, MongoDB's
// driver and go-redis. The package also compares the library's text form of typed IDs with other
// TypeID implementations.
package typeid

import (
	"os"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }
