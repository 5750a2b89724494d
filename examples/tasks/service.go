package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

type service struct {
	store *store
	log   *slog.Logger
}

func newHandler(store *store, log *slog.Logger) http.Handler {
	s := service{store, log}
	mux := http.NewServeMux()
	mux.Handle("POST /users", s.handle(s.createUser))
	mux.Handle("GET /users/{id}/tasks", s.handle(s.browse, "before", "limit"))
	mux.Handle("GET /tasks", s.handle(s.follow, "after", "limit"))
	mux.Handle("POST /tasks", s.handle(s.createTask))
	mux.Handle("GET /tasks/{id}", s.handle(s.show))
	// Without this pattern, the mux would answer other methods and paths with plain text.
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		p, allowed := notFound, []string{}
		for _, method := range []string{"GET", "HEAD", "POST"} {
			if _, pattern := mux.Handler(&http.Request{Method: method, Host: r.Host, URL: r.URL}); pattern != "/" {
				p, allowed = methodNotAllowed, append(allowed, method)
				w.Header().Set("Allow", strings.Join(allowed, ", "))
			}
		}
		p.ServeHTTP(w, r)
	})
	return mux
}

// handle returns a handler for requests with these parameters. answer has a time limit, and returns
// the status and the JSON body of the response. If it returns a problem, the client gets the problem.
func (s service) handle(
	answer func(http.ResponseWriter, *http.Request) (int, any, error), params ...string,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline := time.Now().Add(s.store.limit)
		ctx, cancel := context.WithDeadline(r.Context(), deadline)
		defer cancel()
		status, body, err := 0, any(nil), checkQuery(r, params)
		if err == nil {
			status, body, err = answer(w, r.WithContext(ctx))
		}
		if err == nil {
			err = writeJSON(w, status, "application/json", body)
		}
		p, ok := errors.AsType[problem](err)
		switch {
		case err == nil:
			return
		case !ok && r.Context().Err() != nil:
			panic(http.ErrAbortHandler) // the client has stopped sending; net/http would answer 200
		case !ok:
			p = internal
			if !time.Now().Before(deadline) { // a connection may notice the deadline before ctx does
				w.Header().Set("Retry-After", "1")
				p = busy
			}
			s.log.ErrorContext(ctx, p.Detail, "method", r.Method, "path", r.URL.Path, "database", s.store.name, "error",
				err)
		}
		p.ServeHTTP(w, r)
	})
}

// checkQuery returns the problem with a query that cannot be read, that has other parameters than
// these, or that has one twice. Without this check, r.URL.Query would drop a part of the query.
func checkQuery(r *http.Request, params []string) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return badQuery
	}
	for param, values := range query {
		if !slices.Contains(params, param) || len(values) > 1 {
			return invalid(param, "is not a known parameter, or is given twice")
		}
	}
	return nil
}

// createUser answers POST /users.
func (s service) createUser(w http.ResponseWriter, r *http.Request) (int, any, error) {
	var user User
	if _, err := readJSON(w, r, map[string]any{"name": &user.Name}); err != nil {
		return 0, nil, err
	}
	if user.Name == "" {
		return 0, nil, invalid("name", "is required")
	}
	user.ID = uuid.NewID[User]()
	return http.StatusCreated, user, s.store.createUser(r.Context(), user)
}

// createTask answers POST /tasks with the new task, or with the task that an earlier request with
// the same key and body has created. The key is in the header of
// draft-ietf-httpapi-idempotency-key-header, but the quotation marks are optional.
func (s service) createTask(w http.ResponseWriter, r *http.Request) (int, any, error) {
	request, err := uuid.ParseID[Request](strings.Trim(strings.Join(r.Header.Values("Idempotency-Key"), ", "), `"`))
	if err != nil || request.IsNil() {
		return 0, nil, invalid("Idempotency-Key", "must be a UUID that the client makes for each task")
	}
	var task Task
	body, err := readJSON(w, r, map[string]any{"owner": &task.Owner, "parent": &task.Parent, "name": &task.Name})
	switch {
	case err != nil:
		return 0, nil, err
	case task.Owner.IsNil():
		return 0, nil, invalid("owner", "is required")
	case task.Name == "":
		return 0, nil, invalid("name", "is required")
	}
	task, outcome, err := s.store.createTask(r.Context(), task, request, fmt.Sprintf("%x", sha256.Sum256(body)))
	if err == nil {
		s.log.InfoContext(r.Context(), "task "+outcome, "id", task.ID, "owner", task.Owner, "request", request)
		w.Header().Set("Location", "/tasks/"+task.ID.String())
	}
	return http.StatusCreated, task, err
}

// show answers GET /tasks/{id}.
func (s service) show(w http.ResponseWriter, r *http.Request) (int, any, error) {
	id, err := uuid.ParseID[Task](r.PathValue("id"))
	if err != nil {
		return 0, nil, notFound
	}
	task, err := s.store.task(r.Context(), id)
	return http.StatusOK, task, err
}

// browse answers GET /users/{id}/tasks?before=ID&limit=N. A client that has the answer to its POST
// finds the task on the first page, unless a whole page of tasks has greater IDs.
func (s service) browse(w http.ResponseWriter, r *http.Request) (int, any, error) {
	owner, err := uuid.ParseID[User](r.PathValue("id"))
	if err != nil {
		return 0, nil, notFound
	}
	before, limit, err := readRange(r, "before", TaskID(uuid.Max()))
	if err != nil {
		return 0, nil, err
	}
	page, err := s.store.browse(r.Context(), owner, before, limit)
	return http.StatusOK, page, err
}

// follow answers GET /tasks?after=ID&limit=N. A client that follows the tasks asks again with the
// next ID of each page: at once if there are more tasks, and a little later otherwise.
func (s service) follow(w http.ResponseWriter, r *http.Request) (int, any, error) {
	after, limit, err := readRange(r, "after", TaskID{})
	if err != nil {
		return 0, nil, err
	}
	page, err := s.store.follow(r.Context(), after, limit)
	return http.StatusOK, page, err
}

// readRange reads the parameters of a list: the ID at which the page begins, and the maximum number
// of tasks. name is the name of the ID's parameter. The store checks that a task has the ID.
func readRange(r *http.Request, name string, id TaskID) (_ TaskID, limit int, err error) {
	query, limit := r.URL.Query(), 100
	if query.Has(name) {
		id, err = uuid.ParseID[Task](query.Get(name))
		if err != nil {
			return id, limit, noTask(name)
		}
	}
	if query.Has("limit") {
		limit, err = strconv.Atoi(query.Get("limit"))
		if err != nil || limit < 1 || limit > 1000 {
			return id, limit, invalid("limit", "must be a number from 1 to 1000")
		}
	}
	return id, limit, nil
}
