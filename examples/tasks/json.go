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
	into     any // pointer to the variable that receives the value
	required bool
}

// required returns a field that must be present and not zero. Without this check, an ID whose field
// is absent or null would silently remain the Nil UUID.
func required(name string, into any) field { return field{name, into, true} }

// optional returns a field that may be absent or null.
func optional(name string, into any) field { return field{name, into, false} }

const maxBody = 1 << 20

// readJSON reads a request body, a JSON object that must not contain any other fields. The error is
// for the client, and names the invalid field. readJSON decodes each field separately, because an
// error from encoding/json does not name the field if its type has an UnmarshalText method, as an
// ID does.
func readJSON(w http.ResponseWriter, r *http.Request, fields ...field) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	var object map[string]json.RawMessage
	if err := d.Decode(&object); err != nil {
		return fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("the body contains text after the JSON object")
	}
	// Remove each known field from the object, so only unknown fields remain.
	for _, f := range fields {
		if value, ok := object[f.name]; ok {
			if err := json.Unmarshal(value, f.into); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			delete(object, f.name)
		}
		if f.required && reflect.ValueOf(f.into).Elem().IsZero() {
			return fmt.Errorf("%s: required", f.name)
		}
	}
	if len(object) > 0 {
		// Map order is random, so name the field that comes first in alphabetical order.
		return fmt.Errorf("%s: unknown field", slices.Min(slices.Collect(maps.Keys(object))))
	}
	return nil
}

// writeJSON writes v as the response. If v cannot be encoded, writeJSON writes nothing and returns
// an error.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err // for example, because a mask can hide only version 7 IDs
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
	return nil
}
