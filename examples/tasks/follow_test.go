package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestMain runs the service instead of the tests in the processes that the tests start.
func TestMain(m *testing.M) {
	if os.Getenv("TASKS_SERVE") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A process runs the service.
type process struct {
	*exec.Cmd
	addr string
	done chan struct{} // closed after the whole log has been read
}

// start starts a process that listens on addr, and waits until it listens. Each error that the
// process logs fails the test.
func start(t *testing.T, addr, database, keyFile string, limit time.Duration) *process {
	t.Helper()
	args := []string{"-addr", addr, "-db", database, "-key-file", keyFile, "-limit", limit.String()}
	p := &process{Cmd: exec.Command(os.Args[0], args...), done: make(chan struct{})}
	p.Env = append(os.Environ(), "TASKS_SERVE=1")
	log, err := p.StderrPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	listening := make(chan string, 1)
	go func() {
		defer close(p.done)
		for lines := bufio.NewScanner(log); lines.Scan(); {
			if _, addr, ok := strings.Cut(lines.Text(), "msg=listening address="); ok {
				listening <- addr
			}
			if strings.Contains(lines.Text(), "level=ERROR") {
				t.Error(lines.Text())
			}
		}
	}()
	select {
	case p.addr = <-listening:
	case <-p.done:
		t.Fatal("the service does not listen")
	}
	return p
}

// kill ends the process without giving it time to finish anything.
func (p *process) kill() {
	p.Process.Kill()
	<-p.done
	p.Wait()
}

// A fleet is several processes.
type fleet struct {
	t     *testing.T
	http  http.Client
	addrs []string
}

// do sends a request to one of the processes. If there is no response, the status is 0.
func (f *fleet) do(ctx context.Context, method, path, key, body string) (status int, text string) {
	addr := f.addrs[rand.N(len(f.addrs))]
	r, err := http.NewRequestWithContext(ctx, method, "http://"+addr+path, strings.NewReader(body))
	if err != nil {
		f.t.Error(err)
		return 0, ""
	}
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	if response, err := f.http.Do(r); err == nil {
		all, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err == nil {
			status, text = response.StatusCode, string(all)
		}
	}
	return status, text
}

// get repeats a request until it succeeds, decodes the response into v, and returns its text. If
// the client has made a mistake, get ends the goroutine.
func (f *fleet) get(method, path, key, body string, v any) string {
	for {
		status, text := f.do(f.t.Context(), method, path, key, body)
		switch status {
		case http.StatusOK, http.StatusCreated:
			if err := json.Unmarshal([]byte(text), v); err != nil {
				f.t.Errorf("%v: %s", err, text)
			}
			return text
		case 0, http.StatusServiceUnavailable, http.StatusInternalServerError: // the last fails the test; see start
			time.Sleep(10 * time.Millisecond)
		default:
			f.t.Errorf("%s %s %s: %d %s", method, path, body, status, text)
			runtime.Goexit()
		}
	}
}

// post creates n tasks of a new owner. It abandons a part of its requests before the response
// arrives, and repeats them and others, which must not create another task. Each task must be on
// the first page of its owner's list.
func (f *fleet) post(n int, posted func(TaskID)) {
	var owner User
	f.get("POST", "/users", "", `{"name": "Ada"}`, &owner)
	body := taskBody(owner.ID.String(), "paint")
	for i := range n {
		key := uuid.NewV4().String()
		if i%4 == 0 {
			ctx, cancel := context.WithTimeout(f.t.Context(), rand.N(5*time.Millisecond))
			f.do(ctx, "POST", "/tasks", key, body)
			cancel()
		}
		var task, again Task
		first := f.get("POST", "/tasks", key, body, &task)
		if i%4 == 1 {
			if second := f.get("POST", "/tasks", key, body, &again); second != first {
				f.t.Errorf("the first answer is %s, the second %s", first, second)
			}
		}
		var own page
		f.get("GET", "/users/"+owner.ID.String()+"/tasks?limit=2", "", "", &own)
		if len(own.Tasks) == 0 || own.Tasks[0] != task || own.More != (i > 1) {
			f.t.Errorf("after %v, the first page is %v", task, own)
		}
		posted(task.ID)
	}
}

// follow returns the IDs of all tasks that the service lists until done is true.
func (f *fleet) follow(done *atomic.Bool) (found []TaskID) {
	next := TaskID{}
	for {
		last := done.Load()
		var p page
		f.get("GET", "/tasks?after="+next.String(), "", "", &p)
		for _, task := range p.Tasks {
			found = append(found, task.ID)
		}
		next = p.Next
		if !p.More {
			if last {
				return found
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// TestFollow verifies that a client that follows the tasks gets each task once, while 8 clients
// create 1200 tasks on PostgreSQL, and 240 on SQLite. On PostgreSQL there are two processes, one of
// which is killed and started again.
func TestFollow(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		testFollow(t, filepath.Join(t.TempDir(), "tasks.db"), 1, 240)
	})
	t.Run("PostgreSQL", func(t *testing.T) { testFollow(t, postgreSQL(t), 2, 1200) })
}

func testFollow(t *testing.T, database string, processes, tasks int) {
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	const posters, limit = 8, 2 * time.Second
	c := newClient(t, database, limit) // creates the tables, and sets the masks
	keyFile := writeKey(t)
	f := &fleet{t: t}
	f.http.Transport = &http.Transport{MaxIdleConnsPerHost: 2 * posters}
	t.Cleanup(f.http.CloseIdleConnections)
	running := make([]*process, processes)
	for i := range running {
		running[i] = start(t, "127.0.0.1:0", database, keyFile, limit)
		f.addrs = append(f.addrs, running[i].addr)
	}

	var done atomic.Bool
	var follower sync.WaitGroup
	var found []TaskID
	follower.Go(func() { found = f.follow(&done) })

	made := make(chan TaskID, tasks)
	var clients sync.WaitGroup
	for range posters {
		clients.Go(func() { f.post(tasks/posters, func(id TaskID) { made <- id }) })
	}
	go func() {
		clients.Wait()
		close(made)
	}()
	var wanted []TaskID
	for id := range made {
		wanted = append(wanted, id)
		if processes > 1 && len(wanted)%(tasks/3) == 0 {
			running[1].kill()
			running[1] = start(t, running[1].addr, database, keyFile, limit)
		}
	}
	c.settle() // until a killed process's transactions have ended
	done.Store(true)
	follower.Wait()
	slices.SortFunc(found, TaskID.Compare) // PostgreSQL lists them by transaction
	slices.SortFunc(wanted, TaskID.Compare)
	if !slices.Equal(found, wanted) {
		t.Errorf("found %d tasks, want %d", len(found), len(wanted))
	}
	if n := c.count(); n != tasks {
		t.Errorf("%d keys created %d tasks", tasks, n)
	}
}
