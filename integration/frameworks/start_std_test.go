//go:build go1.27

package frameworks

import (
	"database/sql"
	"testing"
	std "uuid"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

// TestStartStandard runs the code in docs/start.md for fields of the standard type, on MariaDB and
// SQLite.
func TestStartStandard(t *testing.T) {
	for _, driver := range []string{"mysql", "sqlite"} {
		db := openBytes(t)[driver]
		if _, err := db.Exec("DROP TABLE IF EXISTS tasks"); err != nil {
			t.Fatal(err)
		}
		for _, statement := range readme.Statements(t, startPage, "start-standard") {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		id, found, err := storeTask(db)
		if err != nil || found != id {
			t.Errorf("%s: %v, %v, want %v", driver, found, err, id)
		}
		var size int
		if err := db.QueryRow("SELECT length(id) FROM tasks").Scan(&size); err != nil || size != 16 {
			t.Errorf("%s: %d bytes, %v, want 16", driver, size, err)
		}
		if _, err := db.Exec("DROP TABLE tasks"); err != nil {
			t.Error(err)
		}
	}
}

func storeTask(db *sql.DB) (std.UUID, std.UUID, error) {
	id := std.NewV7()
	var found std.UUID
	_, err := db.Exec("INSERT INTO tasks (id, title) VALUES (?, ?)", uuid.Binary(id), "paint the shed")
	if err == nil {
		err = db.QueryRow("SELECT id FROM tasks WHERE id = ?", uuid.Binary(id)).Scan((*uuid.Binary)(&found))
	}

	return id, found, err
}
