package main

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A visit is the result of one request.
type visit struct {
	status int
	took   time.Duration
}

// A visitor sends requests to a server, one after another.
type visitor struct {
	t      *testing.T
	http   *http.Client
	url    string
	visits []visit
}

// do sends a request. If the status indicates success, do decodes the response into v and returns
// true.
func (c *visitor) do(method, path, body string, v any) bool {
	request, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return false
	}
	begun := time.Now()
	response, err := c.http.Do(request)
	if err != nil {
		c.t.Error(err)
		return false
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body) // a connection can be reused only after the whole body has been read
	c.visits = append(c.visits, visit{response.StatusCode, time.Since(begun)})
	ok := response.StatusCode/100 == 2
	if ok {
		err = cmp.Or(err, json.Unmarshal(text, v))
	}
	if err != nil {
		c.t.Error(err)
	}
	return ok && err == nil
}

// work creates tasks until end, and returns their IDs. It verifies that, right after the response,
// each task can be read and is in the owner's list.
func (c *visitor) work(end time.Time) (made []TaskID) {
	var owner User
	for !c.do("POST", "/users", `{"name": "Ada"}`, &owner) { // under load, the status may be 503
		if time.Now().After(end) {
			return nil
		}
	}
	after := ""
	for time.Now().Before(end) {
		var task, again Task
		if !c.do("POST", "/tasks", `{"owner": "`+owner.ID.String()+`", "name": "paint"}`, &task) {
			continue
		}
		made = append(made, task.ID)
		if c.do("GET", "/tasks/"+task.ID.String(), "", &again) && again != task {
			c.t.Errorf("made %v, found %v", task, again)
		}
		var own page
		if c.do("GET", "/users/"+owner.ID.String()+"/tasks"+after, "", &own) && (len(own.Tasks) == 0 || own.Tasks[len(own.Tasks)-1] != task) {
			c.t.Errorf("made %v, listed %v", task, own.Tasks)
		}
		after = "?after=" + task.ID.String()
	}
	return made
}

// follow reads the feed until end, and once more after end. It returns the IDs in the feed.
func (c *visitor) follow(end time.Time) (found []TaskID) {
	after := ""
	for last := false; ; {
		var p page
		ok := c.do("GET", "/tasks?limit=1000"+after, "", &p)
		for _, task := range p.Tasks {
			found = append(found, task.ID)
			after = "&after=" + task.ID.String()
		}
		// A page without Next is the last page for now. last is true if the page was requested
		// after end.
		switch {
		case ok && p.Next.IsNil() && last:
			return found
		case p.Next.IsNil():
			last = time.Now().After(end)
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// TestLoad runs 20 clients in parallel for six seconds, and one more client that follows the feed.
// If TASKS_LOAD is 1m, it runs 200 clients for a minute, with serviceLag and serviceLimit. It
// verifies that
//
//   - no response has status 500
//   - at least 99 % of all requests succeed
//   - the feed contains each task exactly once
func TestLoad(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { testLoad(t, filepath.Join(t.TempDir(), "tasks.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { testLoad(t, postgreSQL(t)) })
}

func testLoad(t *testing.T, database string) {
	if testing.Short() {
		t.Skip("takes 13 seconds per database")
	}
	clients, length, lag, limit := 20, 6*time.Second, 5*time.Second, 2*time.Second
	if v := os.Getenv("TASKS_LOAD"); v != "" {
		d, err := time.ParseDuration(v)
		if err != nil {
			t.Fatal(err)
		}
		clients, length, lag, limit = 200, d, serviceLag, serviceLimit
	}
	client := newClient(t, database, lag)
	server := httptest.NewServer(newHandler(client.db, lag, limit))
	t.Cleanup(server.Close)
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	t.Cleanup(transport.CloseIdleConnections)

	visitors := make([]*visitor, clients)
	made := make([][]TaskID, clients)
	end := time.Now().Add(length)
	var working sync.WaitGroup
	for i := range visitors {
		visitors[i] = &visitor{t: t, http: &http.Client{Transport: transport}, url: server.URL}
		working.Go(func() { made[i] = visitors[i].work(end) })
	}
	reader := &visitor{t: t, http: &http.Client{Transport: transport}, url: server.URL}
	found := reader.follow(end.Add(limit + lag)) // until the horizon is after the last task
	working.Wait()

	visits, wanted := reader.visits, slices.Concat(made...)
	for _, v := range visitors {
		visits = append(visits, v.visits...)
	}
	slices.SortFunc(visits, func(a, b visit) int { return cmp.Compare(a.took, b.took) })
	statuses := make(map[int]int)
	success := 0
	for _, v := range visits {
		statuses[v.status]++
		if v.status/100 == 2 {
			success++
		}
	}
	t.Logf("%d clients, %d requests in %v, status %v, p50 %v, p99 %v, %d tasks", clients, len(visits), length, statuses,
		visits[len(visits)/2].took, visits[len(visits)*99/100].took, len(wanted))
	if statuses[http.StatusInternalServerError] > 0 || success < len(visits)*99/100 {
		t.Errorf("status %v", statuses)
	}

	// A task may have been stored even though the status was 503, so the feed may contain more
	// tasks than the clients know.
	if !slices.IsSortedFunc(found, TaskID.Compare) || len(slices.Compact(slices.Clone(found))) != len(found) {
		t.Error("the feed is not in order, or contains a task twice")
	}
	for _, id := range wanted {
		if _, ok := slices.BinarySearchFunc(found, id, TaskID.Compare); !ok {
			t.Errorf("%v is not in the feed", id)
		}
	}
}
