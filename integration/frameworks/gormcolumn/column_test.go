//go:build go1.27

// Package gormcolumn tests what gorm stores in a 16-byte column.
package gormcolumn

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	std "uuid"

	_ "github.com/go-sql-driver/mysql"
	google "github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	_ "modernc.org/sqlite"
)

var postgresDB, mariaDB string

func TestMain(m *testing.M) {
	both := func() int { return server.Run(m.Run, server.MariaDB, &mariaDB) }
	os.Exit(server.Run(both, server.Postgres, &postgresDB))
}

type binaryModel[T any] struct {
	ID T `gorm:"type:binary(16);primaryKey"`
}

type byteaModel[T any] struct {
	ID T `gorm:"type:bytea;primaryKey"`
}

func (binaryModel[T]) TableName() string { return "ids" }
func (byteaModel[T]) TableName() string  { return "ids" }

// stored describes what gorm stores in the table that it creates for a model.
func stored[Model any](t *testing.T, dialector gorm.Dialector, row Model) string {
	db, err := gorm.Open(dialector, &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.AutoMigrate(&row); err != nil {
		t.Fatal(err)
	}
	defer db.Migrator().DropTable(&row)
	if err := db.Create(&row).Error; err != nil {
		return "error"
	}
	var value []byte
	if err := db.Model(&row).Select("id").Row().Scan(&value); err != nil {
		t.Fatal(err)
	}
	if len(value) != 16 {
		return fmt.Sprintf("**%d bytes of text**", len(value))
	}
	return "16 bytes"
}

// row returns the table row for one type of ID.
func row[T any](t *testing.T, name string, id T) []string {
	pool := func(driver, address string) *sql.DB {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	file := pool("sqlite", filepath.Join(t.TempDir(), "gorm.db"))
	return []string{
		name,
		stored(t, mysql.New(mysql.Config{Conn: pool("mysql", mariaDB)}), binaryModel[T]{id}),
		stored(t, &sqlite.Dialector{Conn: file}, binaryModel[T]{id}),
		stored(t, postgres.New(postgres.Config{Conn: pool("pgx", postgresDB)}), byteaModel[T]{id}),
	}
}

// TestColumns checks the table in README.md.
func TestColumns(t *testing.T) {
	id := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	header := []string{"type of the field", "MariaDB, `type:binary(16)`", "SQLite, `type:binary(16)`", "PostgreSQL, `type:bytea`"}
	readme.Block(t, "../README.md", "gorm-column", readme.Table(header, [][]string{
		row(t, "`uuid.UUID`", id),
		row(t, "`uuid.Null`", uuid.Null{UUID: id, Valid: true}),
		row(t, "google/uuid's `UUID`", google.UUID(id)),
		row(t, "the standard `UUID`", std.UUID(id)),
		row(t, "`uuid.Binary`", uuid.Binary(id)),
	}))
}
