package postgres

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// storeTask stores a task and returns its ID. A retry with the same key returns the ID of the first
// request. docs/recipes.md shows this code.
func storeTask(db *sql.DB, owner uuid.UUID, key, title string) (uuid.UUID, error) {
	tx, err := db.Begin()
	if err != nil {
		return uuid.Nil(), err
	}
	defer tx.Rollback()
	first, err := inTx(tx, owner, key, title)
	if err != nil {
		return uuid.Nil(), err
	}
	return first, tx.Commit()
}

func inTx(tx *sql.Tx, owner uuid.UUID, key, title string) (uuid.UUID, error) {
	id := uuid.NewV7()
	var first uuid.UUID
	err := tx.QueryRow(`INSERT INTO requests (owner, key, task)
		VALUES ($1, $2, $3) ON CONFLICT (owner, key)
		DO UPDATE SET key = excluded.key RETURNING task`,
		owner, key, id).Scan(&first)
	if err == nil && first == id { // not a retry
		_, err = tx.Exec("INSERT INTO tasks (id, title) VALUES ($1, $2)", id, title)
	}
	return first, err
}

// TestRetry sends the same request sixteen times at once. Only one of them may store a task, and all
// must return its ID.
func TestRetry(t *testing.T) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	recipes := readFile(t, "../../docs/recipes.md")
	_, table, _ := strings.Cut(recipes, "```sql\n")
	table, _, _ = strings.Cut(table, "```")
	for _, statement := range []string{table, "CREATE TABLE tasks (id uuid PRIMARY KEY, title text NOT NULL)"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { db.Exec("DROP TABLE requests, tasks") })

	owner := uuid.NewV7()
	ids := make([]uuid.UUID, 16)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			var err error
			if ids[i], err = storeTask(db, owner, "a key", fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	other, err := storeTask(db, owner, "another key", "")
	if err != nil || other.Compare(ids[0]) <= 0 {
		t.Errorf("another key: %v, %v, want an ID above %v", other, err, ids[0])
	}
	for _, id := range ids {
		if id != ids[0] || id.Version() != 7 {
			t.Errorf("a retry returns %v, want %v", id, ids[0])
		}
	}
	var n int
	if err := db.QueryRow("SELECT count(*) FROM tasks").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d tasks, %v; want 2", n, err)
	}
}

// TestReadmeService runs the service in README.md.
func TestReadmeService(t *testing.T) {
	var program string
	for _, block := range strings.Split(readFile(t, "../../README.md"), "```go\n")[1:] {
		if block, _, _ := strings.Cut(block, "```"); strings.Contains(block, "http.ListenAndServe") {
			program = block
		}
	}
	conn := connect(t)
	ctx := context.Background()
	_, table, _ := strings.Cut(program, "CREATE TABLE")
	table, _, _ = strings.Cut(table, "\n")
	if _, err := conn.Exec(ctx, "CREATE TABLE"+table); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Exec(ctx, "DROP TABLE tasks") })

	free, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	host := free.Addr().String()
	free.Close()
	program = strings.ReplaceAll(program, "localhost:8080", host)

	// The program must be in this module, because it imports pgx.
	dir, err := os.MkdirTemp(".", "readme")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	tool := filepath.Join(t.TempDir(), "service")
	if out, err := exec.Command("go", "build", "-o", tool, "./"+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	service := exec.Command(tool)
	service.Env = append(os.Environ(), "DATABASE_URL="+address)
	service.Stderr = os.Stderr
	stdout, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	defer service.Wait()
	defer service.Process.Kill()

	location, err := bufio.NewReader(stdout).ReadString('\n')
	origin, id, found := strings.Cut(strings.TrimSpace(location), "task_0")
	if err != nil || !found {
		t.Fatalf("the service prints %q, %v", location, err)
	}
	id = "task_0" + id
	for range 100 { // until the service listens
		if conn, err := net.Dial("tcp", host); err == nil {
			conn.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	unknown, otherKind := "task_1"+id[len("task_0"):], "user"+id[len("task"):]
	for id, want := range map[string]int{id: http.StatusOK, unknown: http.StatusNotFound,
		otherKind: http.StatusNotFound, "42": http.StatusNotFound} {
		found, err := http.Get(origin + id)
		if err != nil || found.StatusCode != want {
			t.Errorf("GET %s: %v, %v; want %d", id, found, err, want)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
