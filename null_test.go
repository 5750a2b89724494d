package uuid_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestNullUnmarshalJSONErrors reads strings in JSON that are too long for a UUID, and are not
// read again: the error has them as they stand. FuzzNullJSON has all else.
func TestNullUnmarshalJSONErrors(t *testing.T) {
	escaped := strings.Repeat(`\u0066`, 1000)
	for _, text := range []string{escaped, escaped[:270] + "f"} {
		quoted := []byte(`"` + text + `"`)
		want := uuid.Null{UUID: before, Valid: true}
		dst, dst2 := want, want
		checkParseError(t, json.Unmarshal(quoted, &dst), text, len(text), "invalid length")
		checkParseError(t, dst2.UnmarshalJSON(quoted), text, len(text), "invalid length")
		if dst != want || dst2 != want {
			t.Errorf("the destination has changed to %v, %v", dst, dst2)
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
