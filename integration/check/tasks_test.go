package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/pgcluster"
)

// TestTasks checks that the command finds nothing in the databases of the service that the
// documentation recommends to copy.
func TestTasks(t *testing.T) {
	directory := t.TempDir()
	service := filepath.Join(directory, "tasks")
	build := exec.Command("go", "build", "-o", service, "./tasks")
	build.Dir = filepath.Join("..", "..", "examples")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", build, err, out)
	}
	key := filepath.Join(directory, "key")
	if err := os.WriteFile(key, []byte(strings.Repeat("2b", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	db := open(t, "pgx", postgresAddress)
	t.Cleanup(func() { execute(t, db, "DROP TABLE tasks, users") })
	for _, database := range []string{postgresAddress, filepath.Join(directory, "tasks.db")} {
		useTasks(t, service, database, key)
		r := check(t, 0, "-move", database)
		r.compare(t, map[string][]string{
			"users.id":      nil,
			"tasks.id":      nil,
			"tasks.owner":   nil,
			"tasks.parent":  nil,
			"tasks.request": nil,
		})
		for _, c := range r.Columns {
			if c.Values == 0 {
				t.Errorf("%s: %s.%s has no values", r.Server, c.Table, c.Column)
			}
		}
	}
}

// useTasks runs the service and stores some tasks with it.
func useTasks(t *testing.T, service, database, key string) {
	t.Helper()
	at := fmt.Sprintf("127.0.0.1:%d", pgcluster.FreePort(t))
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, service, "-addr", at, "-db", database, "-key-file", key)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cancel()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", at)
		if err == nil {
			conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%v: %s", err, &log)
		}
	}
	// post stores an object and returns its ID.
	post := func(path string, object map[string]string) string {
		t.Helper()
		body, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequest("POST", "http://"+at+path, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Idempotency-Key", uuid.NewV4().String())
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		var stored struct{ ID string }
		if err := json.NewDecoder(response.Body).Decode(&stored); err != nil || stored.ID == "" {
			t.Fatalf("POST %s: status %d, %v", path, response.StatusCode, err)
		}
		return stored.ID
	}
	for range 5 {
		owner := post("/users", map[string]string{"name": "Ada"})
		task := post("/tasks", map[string]string{"owner": owner, "name": "paint"})
		for range 5 {
			post("/tasks", map[string]string{"owner": owner, "name": "wait", "parent": task})
		}
	}
}
