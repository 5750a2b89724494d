package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestAnyRequest sends 10,000 requests, in which parts of good and bad requests are put together and
// changed at random. Each response must be JSON, a problem that the client has caused, or from
// net/http. The service must log no error.
func TestAnyRequest(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { testAnyRequest(t, filepath.Join(t.TempDir(), "tasks.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { testAnyRequest(t, postgreSQL(t)) })
}

func testAnyRequest(t *testing.T, database string) {
	c := newClient(t, database, time.Minute)
	owner := c.owner("Ada")
	task := c.task(owner, "paint").ID.String()
	p := start(t, "127.0.0.1:0", database, writeKey(t), time.Minute)
	random := rand.New(rand.NewPCG(1, 2))
	// change returns one of the texts, and changes some of its bytes every third time.
	change := func(texts ...string) string {
		text := []byte(texts[random.IntN(len(texts))])
		for random.IntN(3) == 0 {
			at := random.IntN(len(text) + 1)
			text = slices.Insert(text, at, []byte{`&=;%+"{}[]:,\ 0x`[random.IntN(16)], byte(random.Uint32())}[random.IntN(2)])
			text = slices.Delete(text, at, at+random.IntN(2))
		}
		return string(text)
	}
	oneLine := strings.NewReplacer("\r", "", "\n", "", " ", "")
	keys := []string{uuid.NewV4().String(), uuid.NewV4().String(), `"` + uuid.NewV4().String() + `"`, "42", ""}
	problems := []problem{notFound, notJSON, badQuery, methodNotAllowed, tooLarge, keyReused}
	seen := map[int]int{}
	for range 10_000 {
		path := []string{"/users", "/tasks", "/tasks", "/tasks/" + task, "/users/" + owner + "/tasks", "/", change("/tasks/" + task)}[random.IntN(7)]
		query := change("", "", "", "?limit=2", "?after="+task, "?before="+task+"&limit=1", "?limit=1&limit=2", "?after="+task+";limit=1", "?x=%zz")
		header := change("", "", "", "Idempotency-Key: "+keys[0], "Idempotency-Key: "+keys[1]+"\r\nIdempotency-Key: "+keys[0],
			"Content-Type: text/plain", "Expect: 100-continue", "Expect: all", "Content-Encoding: gzip", "Range: bytes=0-1", "If-None-Match: *")
		body := change("", "{}", `{"name": "Ada"}`, `{"name": "Ada", "name": "Bob"}`, `{"name": "\u0000"}`, taskBody(owner, "paint"),
			taskBody(task, "paint"), `{"owner": "`+owner+`", "parent": "`+task+`", "name": "sand"}`, strings.Repeat(" ", maxBody+1))
		request := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: %d\r\nIdempotency-Key: %s\r\n%s\r\n\r\n%s",
			[]string{"GET", "POST", "POST", "PUT"}[random.IntN(4)], oneLine.Replace(path+query), len(body), keys[random.IntN(len(keys))], header, body)
		conn, err := net.Dial("tcp", p.addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(10 * time.Second))
		io.WriteString(conn, request)
		answers := bufio.NewReader(conn)
		response, err := http.ReadResponse(answers, nil)
		if err == nil && response.StatusCode == http.StatusContinue {
			response, err = http.ReadResponse(answers, nil)
		}
		if err != nil {
			t.Fatalf("%q: %v", request, err)
		}
		text, _ := io.ReadAll(response.Body)
		conn.Close()
		seen[response.StatusCode]++
		known := slices.Contains([]int{307, 400, 417, 431, 501, 505}, response.StatusCode) // by net/http
		switch response.Header.Get("Content-Type") {
		case "application/json":
			known = response.StatusCode/100 == 2 && json.Valid(text)
		case "application/problem+json":
			var p problem
			err := json.Unmarshal(text, &p)
			known = err == nil && p.Status == response.StatusCode &&
				(slices.Contains(problems, p) || p.Status == http.StatusBadRequest && p.Code == "invalid" && p.Detail != "")
		}
		if !known {
			t.Errorf("%.300q: %d %s", request, response.StatusCode, text)
		}
	}
	t.Logf("responses by status: %v", seen)
	for _, p := range problems {
		if seen[p.Status] == 0 || seen[http.StatusCreated] == 0 {
			t.Errorf("no request had the status %d or 201", p.Status)
		}
	}
}
