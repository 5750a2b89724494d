package uuid_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestNullUnmarshalJSONErrors reads JSON that is too long for a UUID, which is not read again:
// the error has it as it stands. FuzzNullJSON has all else.
func TestNullUnmarshalJSONErrors(t *testing.T) {
	escaped := strings.Repeat(`\u0066`, 1000)
	for name, unmarshal := range map[string]func(string, *uuid.Null) error{
		"json.Unmarshal": func(text string, n *uuid.Null) error { return json.Unmarshal([]byte(text), n) },
		"UnmarshalJSON":  func(text string, n *uuid.Null) error { return n.UnmarshalJSON([]byte(text)) },
	} {
		want := uuid.Null{UUID: before, Valid: true}
		dst := want
		checkParseError(t, unmarshal(`"`+escaped+`"`, &dst), escaped, 6000, "invalid length")
		checkParseError(t, unmarshal(`"`+escaped[:270]+`f"`, &dst), escaped[:270]+"f", 271, "invalid length")
		for value, text := range map[string]string{
			"number": strings.Repeat("1", 1000),
			"array":  "[" + strings.Repeat("1,", 1000) + "1]",
			"object": `{"a":"` + escaped + `"}`,
		} {
			err := unmarshal(text, &dst)
			if typeErr := (*json.UnmarshalTypeError)(nil); !errors.As(err, &typeErr) || typeErr.Value != value || typeErr.Type != reflect.TypeFor[uuid.UUID]() {
				t.Errorf("%s of %.20s: %v", name, text, err)
			}
		}
		if dst != want {
			t.Errorf("%s: the destination has changed to %v", name, dst)
		}
	}
}

// TestNullInRecord has Nulls in all the places that encoders treat differently.
func TestNullInRecord(t *testing.T) {
	type record struct {
		ID       uuid.Null
		Parent   *uuid.Null
		Members  []uuid.Null
		ByID     map[uuid.Null]string
		Optional uuid.Null `json:",omitzero"`
	}
	missing, present := uuid.Null{}, uuid.Null{UUID: example, Valid: true}
	for text, in := range map[string]record{
		`{"ID":null,"Parent":null,"Members":null,"ByID":null}`: {},
		`{"ID":"?","Parent":"?","Members":[null,"?"],"ByID":{"":"b","?":"a"},"Optional":"?"}`: {
			present, &present, []uuid.Null{missing, present}, map[uuid.Null]string{present: "a", missing: "b"}, present,
		},
	} {
		want := strings.ReplaceAll(text, "?", canonicalText)
		b, err := json.Marshal(in)
		if string(b) != want || err != nil {
			t.Errorf("Marshal = %s, %v; want %s", b, err, want)
		}
		var out record
		if err := json.Unmarshal(b, &out); !reflect.DeepEqual(out, in) || err != nil {
			t.Errorf("Unmarshal: got %+v, %v; want %+v", out, err, in)
		}
	}
}
