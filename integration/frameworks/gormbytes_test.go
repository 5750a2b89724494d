package frameworks

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	_ "modernc.org/sqlite"
)

// byteColumns lists the databases with their 16-byte column types.
var byteColumns = []struct {
	database, driver, column string
	dialector                func(db *sql.DB) gorm.Dialector
}{
	{"MariaDB", "mysql", "binary(16)", func(db *sql.DB) gorm.Dialector { return mysql.New(mysql.Config{Conn: db}) }},
	{"SQLite", "sqlite", "blob", func(db *sql.DB) gorm.Dialector { return sqlite.Dialector{Conn: db} }},
	{"PostgreSQL", "pgx", "bytea", func(db *sql.DB) gorm.Dialector { return postgres.New(postgres.Config{Conn: db}) }},
}

// openBytes opens the databases. The keys of the map are driver names. Each pool has only one
// connection, because a temporary table is visible only to its connection.
func openBytes(t *testing.T) map[string]*sql.DB {
	pools := make(map[string]*sql.DB)
	for driver, address := range map[string]string{"mysql": mariaDB, "pgx": address,
		"sqlite": filepath.Join(t.TempDir(), "gorm.db")} {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		db.SetMaxOpenConns(1)
		pools[driver] = db
	}
	return pools
}
