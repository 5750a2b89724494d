package uuid_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// nullsFromJSON are the ways to read a Null from JSON.
var nullsFromJSON = []func([]byte, *uuid.Null) error{
	func(b []byte, n *uuid.Null) error { return json.Unmarshal(b, n) },
	func(b []byte, n *uuid.Null) error { return n.UnmarshalJSON(b) },
}

func TestNullUnmarshalJSON(t *testing.T) {
	escapedURN := `"`
	for _, c := range urnText {
		escapedURN += fmt.Sprintf(`\u%04x`, c)
	}
	escapedURN += `"`
	present := uuid.Null{UUID: example, Valid: true}
	for _, tt := range []struct {
		json string
		want uuid.Null
	}{
		{`"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"`, present},
		{`"f81d4fae\u002d7dec\u002D11d0-a765-00a0c91e6bf6"`, present},
		{`"\u0066\u0038\u0031d4fae-7dec-11d0-a765-00a0c91e6bf6"`, present},
		{`"` + strings.Repeat(`\u0066`, 32) + `"`, uuid.Null{UUID: uuid.Max(), Valid: true}},
		{escapedURN, present}, // the longest JSON of a UUID
		{" \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"\n", present},
		{"null", uuid.Null{}},
		{"\tnull ", uuid.Null{}},
		{`""`, uuid.Null{}},
		{" \"\"\n", uuid.Null{}},
	} {
		for _, unmarshal := range nullsFromJSON {
			dst := uuid.Null{UUID: before, Valid: true}
			if err := unmarshal([]byte(tt.json), &dst); dst != tt.want || err != nil {
				t.Errorf("%s: got %v, %v; want %v", tt.json, dst, err, tt.want)
			}
		}
	}
}

func TestNullUnmarshalJSONErrors(t *testing.T) {
	want := uuid.Null{UUID: before, Valid: true}
	for _, tt := range []struct {
		json  string
		value string // what an UnmarshalTypeError found

		input  string // of a ParseError
		offset int
		reason string
	}{
		{"1", "number", "", 0, ""},
		{"true", "bool", "", 0, ""},
		{`{"UUID":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","Valid":true}`, "object", "", 0, ""},
		{"[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]", "array", "", 0, ""},
		{`"null"`, "", "null", 4, "invalid length"},
		{`"0123456789abcdef"`, "", "0123456789abcdef", 16, "invalid length"},
		{`"f81d4fae-7dec-11d0-a765-00a0c91e6bfx"`, "", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 35, "invalid hexadecimal digit"},
		{`"\u007881d4fae-7dec-11d0-a765-00a0c91e6bf"`, "", "x81d4fae-7dec-11d0-a765-00a0c91e6bf", 35, "invalid length"},
		{`"\"f81d4fae7dec11d0a76500a0c91e6bf6\""`, "", `"f81d4fae7dec11d0a76500a0c91e6bf6"`, 34, "invalid length"},
	} {
		for _, unmarshal := range nullsFromJSON {
			dst := want
			err := unmarshal([]byte(tt.json), &dst)
			if tt.reason != "" {
				checkParseError(t, err, tt.input, tt.offset, tt.reason)
			} else if typeErr := (*json.UnmarshalTypeError)(nil); !errors.As(err, &typeErr) || typeErr.Value != tt.value {
				t.Errorf("%s: error %v, want one that found a JSON %s", tt.json, err, tt.value)
			}
			if dst != want {
				t.Errorf("%s: the destination has changed to %v", tt.json, dst)
			}
		}
	}
	// JSON that is too long for a UUID is not read again: the error has it as it stands.
	escaped := strings.Repeat(`\u0066`, 1000)
	for _, unmarshal := range nullsFromJSON {
		dst := want
		checkParseError(t, unmarshal([]byte(`"`+escaped+`"`), &dst), escaped, 6000, "invalid length")
		checkParseError(t, unmarshal([]byte(`"`+escaped[:270]+`f"`), &dst), escaped[:270]+"f", 271, "invalid length")
		for value, text := range map[string]string{
			"number": strings.Repeat("1", 1000),
			"array":  "[" + strings.Repeat("1,", 1000) + "1]",
			"object": `{"a":"` + escaped + `"}`,
		} {
			err := unmarshal([]byte(text), &dst)
			if typeErr := (*json.UnmarshalTypeError)(nil); !errors.As(err, &typeErr) || typeErr.Value != value || typeErr.Type != reflect.TypeFor[uuid.UUID]() {
				t.Errorf("%.20s: %v", text, err)
			}
		}
		if dst != want {
			t.Errorf("the destination has changed to %v", dst)
		}
	}
	// What encoding/json never passes on.
	for _, text := range []string{"", `"`, `"` + canonicalText, canonicalText, `"` + canonicalText + `" null`, "nul"} {
		dst := want
		err := dst.UnmarshalJSON([]byte(text))
		if syntaxErr := (*json.SyntaxError)(nil); !errors.As(err, &syntaxErr) || dst != want {
			t.Errorf("%s: %v, %v; want a SyntaxError", text, dst, err)
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
