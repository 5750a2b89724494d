package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
)

// A field is a member of a JSON object.
type field struct {
	name     string
	into     any // a pointer to its value
	required bool
}

// required returns a field that has to be there and may not be a zero value. Without that,
// encoding/json makes the Nil UUID of a field that is absent or null.
func required(name string, into any) field { return field{name, into, true} }

// optional returns a field that may be absent or null.
func optional(name string, into any) field { return field{name, into, false} }

const maxBody = 1 << 20

// readJSON reads the body of a request: one JSON object with these fields and no others. The
// error is for the client. It names the field that is wrong, which encoding/json does not
// if the type of the field has UnmarshalText, as IDs have.
func readJSON(w http.ResponseWriter, r *http.Request, fields ...field) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	var object map[string]json.RawMessage
	if err := d.Decode(&object); err != nil {
		return fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("the body has something behind the JSON object")
	}
	for _, f := range fields {
		if value, ok := object[f.name]; ok {
			if err := json.Unmarshal(value, f.into); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			delete(object, f.name)
		}
		if f.required && reflect.ValueOf(f.into).Elem().IsZero() {
			return fmt.Errorf("%s: it is required", f.name)
		}
	}
	if len(object) > 0 {
		return fmt.Errorf("%s: unknown field", slices.Min(slices.Collect(maps.Keys(object))))
	}
	return nil
}

// writeJSON writes an answer.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err // an ID that is not of version 7 cannot be shown
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
	return nil
}
