// Package gormtest takes UUIDs through models of gorm.
package gormtest

import (
	"os"
	"testing"

	"github.com/seed-8298af95/uuid/integration/internal/server"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

var address string

func TestMain(m *testing.M) { os.Exit(server.Run(m.Run, server.Postgres, &address)) }

func open(t *testing.T) *gorm.DB {
	db, err := gorm.Open(postgres.Open(address), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	return db
}
