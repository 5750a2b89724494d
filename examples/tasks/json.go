package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/seed-8298af95/uuid"
)

// A problem is an error for the client, and handles a request by responding with it, in the form of
// RFC 9457. It never contains the text of another error, which may change, and may say more than a
// client should know.
type problem struct {
	Title  string `json:"title"` // of the status
	Status int    `json:"status"`
	Code   string `json:"code"`            // for programs; does not change
	Field  string `json:"field,omitempty"` // the JSON field, parameter or header, if one of them is at fault
	Detail string `json:"detail"`          // for people
}

func newProblem(status int, code, field, detail string) problem {
	return problem{
		Title:  http.StatusText(status),
		Status: status,
		Code:   code,
		Field:  field,
		Detail: strings.TrimSpace(field + " " + detail),
	}
}

func (p problem) Error() string { return p.Detail }
func (p problem) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, p.Status, "application/problem+json", p)
}

// invalid returns the problem with a field that the client must change.
func invalid(field, detail string) problem {
	return newProblem(http.StatusBadRequest, "invalid", field, detail)
}

// unknown returns the problem with an ID in a JSON object. Like notFound, which is the problem with
// a path, it is the same for an ID that does not exist, an ID of another kind, text that is not an ID,
// and an ID that the mask cannot reveal.
func unknown(field string) problem { return invalid(field, "does not exist") }

// noTask returns the problem with the ID at which a page begins, if no task on the list has it.
// Another key may have hidden the ID, or a failover may have lost the task.
func noTask(param string) problem { return invalid(param, "must be the ID of a task") }

var (
	notFound         = newProblem(http.StatusNotFound, "not_found", "", "nothing exists under this path")
	notJSON          = newProblem(http.StatusBadRequest, "not_json", "", "the body is not a JSON object")
	badQuery         = newProblem(http.StatusBadRequest, "bad_query", "", "the query is not a list of parameters")
	methodNotAllowed = newProblem(http.StatusMethodNotAllowed, "method_not_allowed", "",
		"the path does not have this method")
	tooLarge  = newProblem(http.StatusRequestEntityTooLarge, "too_large", "", "the body is too large")
	timeout   = newProblem(http.StatusRequestTimeout, "timeout", "", "the body did not arrive in time")
	keyReused = newProblem(http.StatusUnprocessableEntity, "key_reused", "Idempotency-Key",
		"was used with another body")
	internal = newProblem(http.StatusInternalServerError, "internal", "", "the service failed")
	// If only the COMMIT was too slow, the object may have been stored.
	busy = newProblem(http.StatusServiceUnavailable, "busy", "",
		"the service is busy; repeat the request with its Idempotency-Key; without one, it may be done twice")
)

const maxBody = 16 << 10

// readJSON reads and returns a request body, a JSON object that contains only these fields, each at
// most once. It leaves the variable of a field that is absent or null unchanged.
//
// readJSON decodes each field separately, because an error from encoding/json does not name the
// field if its type has an UnmarshalText method, as an ID does.
func readJSON(w http.ResponseWriter, r *http.Request, fields map[string]any) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, timeout
	}
	object := json.NewDecoder(bytes.NewReader(body))
	begin, _ := object.Token()
	if err != nil || begin != json.Delim('{') || !json.Valid(body) || !utf8.Valid(body) {
		return nil, notJSON
	}
	for object.More() {
		token, _ := object.Token() // no error, because the body is valid
		name := token.(string)
		variable, ok := fields[name]
		if !ok {
			return nil, invalid(name, "is not a known field, or is given twice")
		}
		delete(fields, name)
		err := object.Decode(variable)
		if _, ok := errors.AsType[*uuid.ParseError](err); ok {
			return nil, unknown(name)
		}
		text, ok := variable.(*string)
		if err != nil || ok && strings.Contains(*text, "\x00") { // PostgreSQL cannot store U+0000
			return nil, invalid(name, "has the wrong type, or contains U+0000")
		}
	}
	return body, nil
}

// writeJSON writes v as the response, or writes nothing and returns an error.
func writeJSON(w http.ResponseWriter, status int, contentType string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err // for example, because a mask can hide only version 7 IDs
	}
	w.Header().Set("Content-Type", contentType)
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
	return nil
}
