package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// lag is how old a task is that a page shows.
const lag = 300 * time.Millisecond

// start builds the program, runs it, and returns where it listens.
func start(t *testing.T, db string) (base string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tasks")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(program, "-addr", "127.0.0.1:0", "-db", db, "-lag", lag.String())
	cmd.Stderr = os.Stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// do sends a request, wants a status, and returns the body and the header.
func do(t *testing.T, method, address, body string, status int) (string, http.Header) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != status {
		t.Fatalf("%s %s: %s %s, want %d", method, address, res.Status, b, status)
	}
	return string(b), res.Header
}

func decode[T any](t *testing.T, body string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return v
}

func TestService(t *testing.T) {
	db := filepath.Join(t.TempDir(), "tasks.db")
	base := start(t, db)

	body, header := do(t, "POST", base+"/tasks", `{"name": "paint"}`, http.StatusCreated)
	root := decode[task](t, body)
	if uuid.UUID(root.ID).Version() != 7 || root.Parent != nil || !strings.Contains(body, `"parent":null`) {
		t.Errorf("created %s", body)
	}
	if got := header.Get("Location"); got != "/tasks/"+root.ID.String() {
		t.Errorf("Location: %s", got)
	}
	names := []string{"sand", "prime", "coat", "dry"}
	for _, name := range names {
		body, _ := do(t, "POST", base+"/tasks", `{"name": "`+name+`", "parent": "`+root.ID.String()+`"}`, http.StatusCreated)
		child := decode[task](t, body)
		body, _ = do(t, "GET", base+"/tasks/"+child.ID.String(), "", http.StatusOK)
		if found := decode[task](t, body); found.ID != child.ID || found.Name != name || found.Parent == nil || *found.Parent != root.ID {
			t.Errorf("found %s", body)
		}
	}

	// The last task is past the horizon. A while later it is not.
	body, _ = do(t, "GET", base+"/tasks", "", http.StatusOK)
	if strings.Contains(body, names[3]) {
		t.Errorf("past the horizon: %s", body)
	}
	time.Sleep(lag)

	// Three pages, the last without a cursor. Each is read under the cursor of the
	// one before, the last by another process on the same file.
	var listed []string
	cursor := ""
	for _, size := range []int{2, 2, 1} {
		if size == 1 {
			base = start(t, db)
		}
		body, _ := do(t, "GET", base+"/tasks?limit=2&after="+cursor, "", http.StatusOK)
		p := decode[page](t, body)
		if len(p.Tasks) != size || p.Next.Valid != (size == 2) || strings.Contains(body, "next") != (size == 2) {
			t.Fatalf("page: %s", body)
		}
		for _, task := range p.Tasks {
			listed = append(listed, task.Name)
		}
		cursor = p.Next.String()
	}
	if got, want := strings.Join(listed, " "), "paint "+strings.Join(names, " "); got != want {
		t.Errorf("listed %s, want %s", got, want)
	}

	// Half-open ranges: now is in the first, not in the second.
	now, _ := uuid.UUID(root.ID).Time()
	for _, test := range []struct {
		from, to time.Time
		want     int
	}{
		{now.Add(-time.Hour), now.Add(time.Hour), 5},
		{now.Add(-time.Hour), now.Add(-time.Minute), 0},
	} {
		query := url.Values{"from": {test.from.Format(time.RFC3339)}, "to": {test.to.Format(time.RFC3339)}}
		body, _ := do(t, "GET", base+"/tasks?"+query.Encode(), "", http.StatusOK)
		if p := decode[page](t, body); len(p.Tasks) != test.want {
			t.Errorf("from %v to %v: %s", test.from, test.to, body)
		}
	}
}

func TestErrors(t *testing.T) {
	base := start(t, filepath.Join(t.TempDir(), "tasks.db"))
	unknown := uuid.NewV7().String()
	for _, test := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "/tasks/42", "", 400, `uuid: cannot parse "42" (2 bytes): invalid length at offset 2, want 32, 36, 38 or 45 bytes`},
		{"GET", "/tasks/" + unknown, "", 404, "the task does not exist"},
		{"POST", "/tasks", `{"parent": "42"}`, 400, "invalid length at offset 2, want 32, 36, 38 or 45 bytes"},
		{"POST", "/tasks", `{"parent": "` + unknown + `"}`, 404, "the parent does not exist"},
		{"GET", "/tasks?after=x", "", 400, "after: uuid: cannot parse"},
		{"GET", "/tasks?limit=x", "", 400, "limit: "},
		{"GET", "/tasks?from=yesterday", "", 400, "from: "},
	} {
		if body, _ := do(t, test.method, base+test.path, test.body, test.status); !strings.Contains(body, test.want) {
			t.Errorf("%s %s: %s", test.method, test.path, body)
		}
	}
}
