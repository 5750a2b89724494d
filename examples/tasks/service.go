package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
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
	for path, methods := range map[string]map[string]answer{
		"/users":            {"POST": s.createUser},
		"/users/{id}/tasks": {"GET": s.browse},
		"/tasks":            {"GET": s.follow, "POST": s.createTask},
		"/tasks/{id}":       {"GET": s.show},
	} {
		for method, answer := range methods {
			mux.Handle(method+" "+path, s.handle(answer))
		}
		// Without this pattern, the mux would answer other methods with plain text.
		allow := strings.Join(slices.Sorted(maps.Keys(methods)), ", ")
		mux.Handle(path, s.handle(func(w http.ResponseWriter, r *http.Request) (int, any, error) {
			w.Header().Set("Allow", allow)
			return 0, nil, methodNotAllowed
		}))
	}
	mux.Handle("/", s.handle(func(http.ResponseWriter, *http.Request) (int, any, error) { return 0, nil, notFound }))
	return mux
}

// An answer returns the status and the JSON body of the response to a request. If it returns a
// problem as the error, the client gets the problem.
type answer func(w http.ResponseWriter, r *http.Request) (status int, body any, err error)

// handle returns a handler that calls answer with a time limit, and writes the response.
func (s service) handle(answer answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		deadline := time.Now().Add(s.store.limit)
		ctx, cancel := context.WithDeadline(r.Context(), deadline)
		defer cancel()
		status, body, err := answer(w, r.WithContext(ctx))
		if err == nil {
			err = writeJSON(w, status, "application/json", body)
		}
		if err == nil || r.Context().Err() != nil { // the client has closed the connection
			return
		}
		p, ok := errors.AsType[problem](err)
		switch {
		case ok:
		case !time.Now().Before(deadline): // a connection may notice the deadline before ctx does
			w.Header().Set("Retry-After", "1")
			p = busy
		default:
			s.log.ErrorContext(ctx, "internal error", "method", r.Method, "path", r.URL.Path, "error", err)
			p = internal
		}
		writeJSON(w, p.Status, "application/problem+json", p)
	})
}

// createUser answers POST /users.
func (s service) createUser(w http.ResponseWriter, r *http.Request) (int, any, error) {
	var user User
	if _, err := readJSON(w, r, required("name", &user.Name)); err != nil {
		return 0, nil, err
	}
	user.ID = uuid.NewID[User]()
	return http.StatusCreated, user, s.store.createUser(r.Context(), user)
}

// createTask answers POST /tasks with the new task, or with the task that an earlier request with
// the same key and body has created. The service makes the task's ID, so an ID in the body is an
// unknown field.
//
// The key is in the header of draft-ietf-httpapi-idempotency-key-header. The quotation marks that
// the draft requires are optional here.
func (s service) createTask(w http.ResponseWriter, r *http.Request) (int, any, error) {
	const header = "Idempotency-Key"
	request, err := uuid.ParseID[Request](strings.Trim(r.Header.Get(header), `"`))
	if err != nil || request.IsNil() {
		return 0, nil, invalid(header, "must be a UUID that the client makes for each task")
	}
	var task Task
	body, err := readJSON(w, r, required("owner", &task.Owner), optional("parent", &task.Parent), required("name", &task.Name))
	if err != nil {
		return 0, nil, err
	}
	task, err = s.store.createTask(r.Context(), task, request, fmt.Sprintf("%x", sha256.Sum256(body)))
	if err != nil {
		return 0, nil, err
	}
	s.log.InfoContext(r.Context(), "task stored", "id", task.ID, "owner", task.Owner, "request", request)
	w.Header().Set("Location", "/tasks/"+task.ID.String())
	return http.StatusCreated, task, nil
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
	before, limit, err := s.readRange(r, "before", TaskID(uuid.Max()))
	if err != nil {
		return 0, nil, err
	}
	page, err := s.store.browse(r.Context(), owner, before, limit)
	return http.StatusOK, page, err
}

// follow answers GET /tasks?after=ID&limit=N. A client that follows the tasks asks again with the
// next ID of each page: at once if there are more tasks, and a little later otherwise.
func (s service) follow(w http.ResponseWriter, r *http.Request) (int, any, error) {
	after, limit, err := s.readRange(r, "after", TaskID{})
	if err != nil {
		return 0, nil, err
	}
	page, err := s.store.follow(r.Context(), after, limit)
	return http.StatusOK, page, err
}

// readRange reads the parameters of a list: the ID at which the page begins, and the maximum number
// of tasks. name is the name of the ID's parameter.
func (s service) readRange(r *http.Request, name string, id TaskID) (TaskID, int, error) {
	query, limit := r.URL.Query(), 100
	for _, param := range slices.Sorted(maps.Keys(query)) {
		var err error
		switch value := query.Get(param); param {
		case name:
			id, err = uuid.ParseID[Task](value)
			// The ID is only compared, so one that was hidden with another key would select the wrong
			// page. Its time is nearly always in the future. The lag allows for clock differences.
			if t, _ := id.Time(); err != nil || t.After(time.Now().Add(s.store.lag())) {
				return id, limit, invalid(name, "must be the ID of a task")
			}
		case "limit":
			limit, err = strconv.Atoi(value)
			if err != nil || limit < 1 || limit > 1000 {
				return id, limit, invalid(param, "must be a number from 1 to 1000")
			}
		default:
			return id, limit, invalid(param, "is not a known parameter")
		}
	}
	return id, limit, nil
}
