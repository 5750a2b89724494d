package main

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A problem is an error for the client, in the form of RFC 9457. It contains no text of another
// error, because such a text may change, and may say more than a client should know.
type problem struct {
	Title  string `json:"title"` // of the status
	Status int    `json:"status"`
	Code   string `json:"code"`            // for programs; does not change
	Field  string `json:"field,omitempty"` // the JSON field, parameter or header, if one of them is at fault
	Detail string `json:"detail"`          // for people
}

func newProblem(status int, code, field, detail string) problem {
	return problem{http.StatusText(status), status, code, field, strings.TrimSpace(field + " " + detail)}
}

func (p problem) Error() string { return p.Detail }

// invalid returns the problem with a field that the client must change.
func invalid(field, detail string) problem {
	return newProblem(http.StatusBadRequest, "invalid", field, detail)
}

// unknown returns the problem with an ID in a JSON object. Like notFound, which is the problem with
// a path, it is the same for an ID that does not exist, an ID of another kind, text that is no ID,
// and an ID that the mask cannot reveal.
func unknown(field string) problem { return invalid(field, "does not exist") }

var (
	notFound         = newProblem(http.StatusNotFound, "not_found", "", "nothing exists under this path")
	notJSON          = newProblem(http.StatusBadRequest, "not_json", "", "the body is not a JSON object")
	methodNotAllowed = newProblem(http.StatusMethodNotAllowed, "method_not_allowed", "", "the path does not have this method")
	tooLarge         = newProblem(http.StatusRequestEntityTooLarge, "too_large", "", "the body is too large")
	keyReused        = newProblem(http.StatusUnprocessableEntity, "key_reused", "Idempotency-Key", "was used with another body")
	internal         = newProblem(http.StatusInternalServerError, "internal", "", "the service failed")
	// If only the COMMIT was too slow, the task may have been stored.
	busy = newProblem(http.StatusServiceUnavailable, "busy", "", "the service is busy; repeat the request, with the same Idempotency-Key if it had one")
)

// A field is a member of a JSON object.
type field struct {
	name     string
	into     any // pointer to the variable that receives the value
	required bool
}

// required returns a field that must be present and not zero. Without this check, an ID whose field
// is absent or null would silently remain the Nil UUID.
func required(name string, into any) field { return field{name, into, true} }

// optional returns a field that may be absent or null.
func optional(name string, into any) field { return field{name, into, false} }

const maxBody = 16 << 10

// readJSON reads and returns a request body, a JSON object that must not contain any other fields.
// readJSON decodes each field separately, because an error from encoding/json does not name the
// field if its type has an UnmarshalText method, as an ID does.
func readJSON(w http.ResponseWriter, r *http.Request, fields ...field) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge
	}
	var object map[string]json.RawMessage
	if err != nil || json.Unmarshal(body, &object) != nil {
		return nil, notJSON
	}
	// Remove each known field from the object, so only unknown fields remain.
	for _, f := range fields {
		if err := f.decode(object[f.name]); err != nil {
			return nil, err
		}
		delete(object, f.name)
	}
	if len(object) > 0 {
		// Map order is random, so name the field that comes first in alphabetical order.
		return nil, invalid(slices.Min(slices.Collect(maps.Keys(object))), "is not a known field")
	}
	return body, nil
}

// decode decodes the field's value, which is empty if the field is absent.
func (f field) decode(value json.RawMessage) error {
	if len(value) > 0 {
		err := json.Unmarshal(value, f.into)
		if _, ok := errors.AsType[*uuid.ParseError](err); ok {
			return unknown(f.name)
		}
		text, ok := f.into.(*string)
		if err != nil || ok && strings.Contains(*text, "\x00") { // PostgreSQL cannot store U+0000
			return invalid(f.name, "has the wrong type, or contains U+0000")
		}
	}
	if f.required && reflect.ValueOf(f.into).Elem().IsZero() {
		return invalid(f.name, "is required")
	}
	return nil
}

// writeJSON writes v as the response. If v cannot be encoded, writeJSON writes nothing and returns
// an error.
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
