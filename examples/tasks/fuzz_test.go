package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestAnyRequest sends 10,000 requests, in which parts of good and bad requests are put together and
// changed at random. Each response must be JSON or a problem that the client has caused, and nothing
// but stored tasks may be logged.
func TestAnyRequest(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { testAnyRequest(t, filepath.Join(t.TempDir(), "tasks.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { testAnyRequest(t, postgreSQL(t)) })
}

func testAnyRequest(t *testing.T, database string) {
	c := newClient(t, database, time.Minute)
	owner := c.owner("Ada")
	task := c.task(owner, "paint").ID.String()
	random := rand.New(rand.NewPCG(1, 2))
	// change returns one of the texts, and changes some of its bytes every third time.
	change := func(texts ...string) string {
		text := []byte(texts[random.IntN(len(texts))])
		for random.IntN(3) == 0 {
			at := random.IntN(len(text) + 1)
			text = slices.Insert(text, at,
				[]byte{`&=;%+"{}[]:,\ 0x`[random.IntN(16)], byte(random.Uint32())}[random.IntN(2)])
			text = slices.Delete(text, at, at+random.IntN(2))
		}
		return string(text)
	}
	keys := []string{uuid.NewV4().String(), uuid.NewV4().String(), `"` + uuid.NewV4().String() + `"`, "42", ""}
	problems := []problem{notFound, notJSON, badQuery, methodNotAllowed, tooLarge, keyReused}
	seen := map[int]int{}
	for n := 0; n < 10_000; {
		path := []string{"/users", "/tasks", "/tasks", "/tasks/" + task, "/users/" + owner + "/tasks", "/",
			change("/tasks/" + task)}[random.IntN(7)]
		query := change("", "", "", "?limit=2", "?after="+task, "?before="+task+"&limit=1", "?limit=1&limit=2",
			"?after="+task+";limit=1", "?x=%zz")
		header := change("", "", "", "Idempotency-Key: "+keys[0], "Content-Type: text/plain", "Content-Encoding: gzip",
			"Range: bytes=0-1")
		body := change("", "{}", `{"name": "Ada"}`, `{"name": "Ada", "name": "Bob"}`, `{"name": "\u0000"}`,
			taskBody(owner, "paint"),
			taskBody(task, "paint"), `{"owner": "`+owner+`", "parent": "`+task+`", "name": "sand"}`,
			strings.Repeat(" ", maxBody+1))
		text := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\nIdempotency-Key: %s\r\n%s\r\n\r\n%s",
			[]string{"GET", "POST", "POST", "PUT"}[random.IntN(4)], path+query, len(body), keys[random.IntN(len(keys))],
			header, body)
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			continue // net/http responds with 400
		}
		n++
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		seen[w.Code]++
		known := w.Code == http.StatusTemporaryRedirect // by the mux
		switch w.Header().Get("Content-Type") {
		case "application/json":
			known = w.Code/100 == 2 && json.Valid(w.Body.Bytes())
		case "application/problem+json":
			p := decode[problem](t, w.Body)
			known = p.Status == w.Code &&
				(slices.Contains(problems, p) || p == invalid("", p.Detail) || p.Field != "" && p.Code == "invalid")
		}
		if !known {
			t.Errorf("%.300q: %d %s", text, w.Code, w.Body)
		}
	}
	t.Logf("responses by status: %v", seen)
	if len(seen) < 7 || strings.Contains(c.log.String(), "ERROR") {
		t.Errorf("statuses %v; logged %s", seen, c.log)
	}
}
