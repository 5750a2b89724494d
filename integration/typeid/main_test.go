// Package typeid tests typed IDs with packages that services use: pgx, sqlc, gorm, gin, MongoDB's
// driver and go-redis.
package typeid

import (
	"os"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/server"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }
