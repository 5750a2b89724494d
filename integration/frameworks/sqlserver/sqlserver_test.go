// Package sqlserver verifies that go-mssqldb preserves UUIDs in SQL Server, and that SQL Server sorts
// them as GUID.Compare does. The tests need a server: INTEGRATION_SQLSERVER is its URL.
package sqlserver

import (
	"database/sql"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/microsoft/go-mssqldb"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/order"
)

type task struct{}

func (task) IDKind() uuid.Kind { return uuid.Kind{Prefix: "task", GUID: true} }

type taskID = uuid.ID[task]

// connect returns a connection on which the temporary table #tasks is empty. SQL Server drops the
// table at the end of the connection.
func connect(t *testing.T) *sql.Conn {
	t.Helper()
	address := os.Getenv("INTEGRATION_SQLSERVER")
	if address == "" {
		t.Skip("INTEGRATION_SQLSERVER is not set")
	}
	db, err := sql.Open("sqlserver", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, conn, "create table #tasks (n int not null, id uniqueidentifier null)")
	return conn
}

func exec(t *testing.T, conn *sql.Conn, query string, args ...any) {
	t.Helper()
	if _, err := conn.ExecContext(t.Context(), query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// insert inserts rows whose n is the position of the ID.
func insert[T any](t *testing.T, conn *sql.Conn, ids []T) {
	t.Helper()
	for n, id := range ids {
		exec(t, conn, "insert into #tasks values (@p1, @p2)", n, id)
	}
}

// read returns the IDs that a query selects.
func read[T any](t *testing.T, conn *sql.Conn, query string, args ...any) (read []T) {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id T
		if err := rows.Scan(&id); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		read = append(read, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return read
}

func guids() (guids []uuid.GUID) {
	for _, id := range ids.All() {
		guids = append(guids, uuid.GUID(id))
	}
	return guids
}

// TestRoundTrip stores IDs as a GUID and as a typed ID. The server's own text of each must be the
// text of the UUID, and both types must read back what was stored.
func TestRoundTrip(t *testing.T) {
	conn := connect(t)
	stored := guids()
	insert(t, conn, stored)
	for n, text := range read[string](t, conn, "select convert(char(36), id) from #tasks order by n") {
		if want := strings.ToUpper(uuid.UUID(stored[n]).String()); text != want {
			t.Errorf("the server shows %s for %s", text, want)
		}
	}
	if got := read[uuid.GUID](t, conn, "select id from #tasks order by n"); !slices.Equal(got, stored) {
		t.Error("the GUIDs changed")
	}

	exec(t, conn, "delete from #tasks")
	var typed []taskID
	for _, id := range stored {
		typed = append(typed, taskID(id))
	}
	insert(t, conn, typed)
	if got := read[uuid.GUID](t, conn, "select id from #tasks order by n"); !slices.Equal(got, stored) {
		t.Error("the IDs of a Kind with GUID are not stored as GUIDs")
	}
	if got := read[taskID](t, conn, "select id from #tasks order by n"); !slices.Equal(got, typed) {
		t.Error("the typed IDs changed")
	}
}

// TestFind finds each row by its ID. A Binary, whose bytes are in another order, finds no row.
func TestFind(t *testing.T) {
	conn := connect(t)
	stored := guids()[:100]
	insert(t, conn, stored)
	for n, id := range stored {
		if got := read[int](t, conn, "select n from #tasks where id = @p1", id); !slices.Equal(got, []int{n}) {
			t.Errorf("%v is in rows %d, want %d", id, got, n)
		}
		if got := read[int](t, conn, "select n from #tasks where id = @p1", uuid.Binary(id)); len(got) > 0 {
			t.Errorf("the Binary %v is found in rows %d", id, got)
		}
	}
}

// TestNull stores and reads NULL in both ways of docs/storing.md.
func TestNull(t *testing.T) {
	conn := connect(t)
	id := uuid.GUID(ids.Example())
	insert(t, conn, []any{(*uuid.GUID)(nil), sql.Null[uuid.GUID]{}, &id, sql.Null[uuid.GUID]{V: id, Valid: true}})
	pointers := read[*uuid.GUID](t, conn, "select id from #tasks order by n")
	values := read[sql.Null[uuid.GUID]](t, conn, "select id from #tasks order by n")
	for n := range 4 {
		null := n < 2
		if (pointers[n] == nil) != null || values[n].Valid == null {
			t.Errorf("row %d: %v, %v", n, pointers[n], values[n])
		}
		if !null && (*pointers[n] != id || values[n].V != id) {
			t.Errorf("row %d: %v, %v, want %v", n, *pointers[n], values[n].V, id)
		}
	}
}

// TestOrder compares the server's order with GUID.Compare.
func TestOrder(t *testing.T) {
	conn := connect(t)
	stored := guids()
	insert(t, conn, stored)
	slices.SortFunc(stored, uuid.GUID.Compare)
	if got := read[uuid.GUID](t, conn, "select id from #tasks order by id"); !slices.Equal(got, stored) {
		t.Error("the server does not sort as GUID.Compare")
	}
}

// TestRange selects a range of time from the version 8 IDs of the library's example for SQL Server.
func TestRange(t *testing.T) {
	conn := connect(t)
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	recipe := func(v7 uuid.UUID) uuid.GUID {
		id, err := order.ForSQLServer(v7)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	var stored []uuid.GUID
	for minute := range 10 {
		v7, err := uuid.NewV7At(start.Add(time.Duration(minute) * time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, recipe(v7))
	}
	insert(t, conn, stored)
	if got := read[uuid.GUID](t, conn, "select id from #tasks order by id"); !slices.Equal(got, stored) {
		t.Error("the server does not sort the IDs by time")
	}
	from := recipe(uuid.MinV7(start.Add(2 * time.Minute)))
	to := recipe(uuid.MinV7(start.Add(6 * time.Minute)))
	if got := read[uuid.GUID](t, conn, "select id from #tasks where id >= @p1 and id < @p2 order by id", from,
		to); !slices.Equal(got, stored[2:6]) {
		t.Errorf("the range contains %v, want %v", got, stored[2:6])
	}
}
