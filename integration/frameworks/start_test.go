package frameworks

import (
	"path/filepath"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

// The tests in this file run the code in docs/start.md for SQL Server, on the simulated server. The
// statement that creates the table does not run, because this server has no tables.

var startPage = filepath.Join("..", "..", "docs", "start.md")

func TestStartSQLServer(t *testing.T) {
	if table := readme.Statements(t, startPage, "start-sqlserver"); len(table) != 1 {
		t.Errorf("%d statements", len(table))
	}
	server := new(sqlServer)
	db := server.connect(sqlServerDSN)
	defer db.Close()
	storeTask := func() (uuid.UUID, uuid.GUID, error) {
		id := uuid.NewV7()
		var found uuid.GUID
		_, err := db.Exec("INSERT INTO tasks (id, title) VALUES (@p1, 'paint the shed')", uuid.GUID(id))
		if err == nil {
			err = db.QueryRow("SELECT id FROM tasks WHERE id = @p1", uuid.GUID(id)).Scan(&found)
		}

		return id, found, err
	}
	id, found, err := storeTask()
	if err != nil || uuid.UUID(found) != id {
		t.Errorf("%v, %v, want %v", found, err, id)
	}
	if le := id.BytesLE(); [16]byte(server.stored) != le {
		t.Errorf("the server stores %x, want %x", server.stored, le)
	}
	other := uuid.Binary(id) // in network order, so the server finds no row
	if err := db.QueryRow("SELECT id FROM tasks WHERE id = @p1", other).Scan(&found); err == nil {
		t.Errorf("a Binary finds %v", found)
	}
}
