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
	into     any // pointer to the variable for the value
	required bool
}

// required returns a field that must be present and must not be zero. Without this check
// encoding/json leaves the Nil UUID in an ID whose field is absent or null.
func required(name string, into any) field { return field{name, into, true} }

// optional returns a field that may be absent or null.
func optional(name string, into any) field { return field{name, into, false} }

const maxBody = 1 << 20

// readJSON reads the body of a request: a JSON object with these fields and no others. The error
// is for the client, and names the field at fault. readJSON decodes each field separately, because
// an error of encoding/json does not name a field with a method UnmarshalText, such as an ID.
func readJSON(w http.ResponseWriter, r *http.Request, fields ...field) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	var object map[string]json.RawMessage
	if err := d.Decode(&object); err != nil {
		return fmt.Errorf("the body is not a JSON object: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("the body has text after the JSON object")
	}
	// Remove each field from the object, so only unknown fields remain at the end.
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
		// The order of a map is random, so the error always names the first field in the
		// alphabet.
		return fmt.Errorf("%s: unknown field", slices.Min(slices.Collect(maps.Keys(object))))
	}
	return nil
}

// writeJSON writes v as the response. If writeJSON returns an error, it has written nothing.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err // for example, a mask hides only IDs of version 7
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(body, '\n'))
	return nil
}
