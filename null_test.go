package uuid_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

var nulls = []struct {
	name string
	null uuid.Null
	text string
	json string
}{
	{"missing", uuid.Null{}, "", "null"},
	{"Nil", uuid.Null{Valid: true}, "00000000-0000-0000-0000-000000000000", `"00000000-0000-0000-0000-000000000000"`},
	{"example", uuid.Null{UUID: example, Valid: true}, canonicalText, `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`},
	{"Max", uuid.Null{UUID: uuid.Max(), Valid: true}, "ffffffff-ffff-ffff-ffff-ffffffffffff", `"ffffffff-ffff-ffff-ffff-ffffffffffff"`},
}

func TestNull(t *testing.T) {
	type row struct{ ID uuid.Null }
	page := template.Must(template.New("").Parse("<p>{{.ID}}</p>"))
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			binary := []byte{}
			if tt.null.Valid {
				binary = tt.null.UUID[:]
			}
			wrote := func(how string, got []byte, err error, want string) {
				t.Helper()
				if string(got) != want || got == nil || err != nil {
					t.Errorf("%s = %q, %v; want %q", how, got, err, want)
				}
			}
			text, err := tt.null.MarshalText()
			wrote("MarshalText()", text, err, tt.text)
			b, err := tt.null.MarshalBinary()
			wrote("MarshalBinary()", b, err, string(binary))
			encoded, err := json.Marshal(tt.null)
			wrote("json.Marshal", encoded, err, tt.json)
			var html, stream bytes.Buffer
			err = page.Execute(&html, row{tt.null})
			wrote("html/template", html.Bytes(), err, "<p>"+tt.text+"</p>")
			checkAppend(t, "AppendText", tt.null.AppendText, text)
			checkAppend(t, "AppendBinary", tt.null.AppendBinary, b)
			for format, want := range map[string]string{"%v": tt.text, "%40s": fmt.Sprintf("%40s", tt.text)} {
				wrote(format, []byte(fmt.Sprintf("<"+format, tt.null)), nil, "<"+want)
				wrote(format+" of a pointer", []byte(fmt.Sprintf("<"+format, &tt.null)), nil, "<"+want)
			}
			wrote("%+v of a struct", fmt.Appendf(nil, "%+v", row{tt.null}), nil, "{ID:"+tt.text+"}")
			if tt.null.String() != tt.text || tt.null.IsZero() == tt.null.Valid {
				t.Errorf("String() = %q, IsZero() = %t", tt.null, tt.null.IsZero())
			}
			if err := gob.NewEncoder(&stream).Encode(tt.null); err != nil {
				t.Error(err)
			}
			for how, read := range map[string]func(*uuid.Null) error{
				"UnmarshalText":   func(n *uuid.Null) error { return n.UnmarshalText(text) },
				"UnmarshalParam":  func(n *uuid.Null) error { return n.UnmarshalParam(tt.text) },
				"UnmarshalBinary": func(n *uuid.Null) error { return n.UnmarshalBinary(b) },
				"json.Unmarshal":  func(n *uuid.Null) error { return json.Unmarshal(encoded, n) },
				"gob":             func(n *uuid.Null) error { return gob.NewDecoder(&stream).Decode(n) },
			} {
				dst := uuid.Null{UUID: before, Valid: true}
				if err := read(&dst); dst != tt.null || err != nil {
					t.Errorf("%s: got %v, %v; want %v", how, dst, err, tt.null)
				}
			}
		})
	}
}

func TestNullUnmarshalErrors(t *testing.T) {
	unmarshalParam := func(n *uuid.Null, b []byte) error { return n.UnmarshalParam(string(b)) }
	for _, tt := range []struct {
		input  string
		offset int
		decode func(*uuid.Null, []byte) error
		reason string
	}{
		{" ", 1, (*uuid.Null).UnmarshalText, "invalid length"},
		{"0123456789abcdef", 16, (*uuid.Null).UnmarshalText, "invalid length"},
		{"null", 4, (*uuid.Null).UnmarshalText, "invalid length"},
		{canonicalText[:35] + "x", 35, (*uuid.Null).UnmarshalText, "invalid hexadecimal digit"},
		{" ", 1, unmarshalParam, "invalid length"},
		{canonicalText[:35] + "x", 35, unmarshalParam, "invalid hexadecimal digit"},
		{"0123456789abcde", 15, (*uuid.Null).UnmarshalBinary, "invalid length"},
		{"0123456789abcdef0", 17, (*uuid.Null).UnmarshalBinary, "invalid length"},
		{canonicalText, 36, (*uuid.Null).UnmarshalBinary, "invalid length"},
	} {
		want := uuid.Null{UUID: before, Valid: true}
		dst := want
		checkParseError(t, tt.decode(&dst, []byte(tt.input)), tt.input, tt.offset, tt.reason)
		if dst != want {
			t.Errorf("%q: the destination has changed to %v", tt.input, dst)
		}
	}
}

// nullsFromJSON are the ways to read a Null from JSON.
var nullsFromJSON = []func([]byte, *uuid.Null) error{
	func(b []byte, n *uuid.Null) error { return json.Unmarshal(b, n) },
	func(b []byte, n *uuid.Null) error { return n.UnmarshalJSON(b) },
}

func TestNullUnmarshalJSON(t *testing.T) {
	present := uuid.Null{UUID: example, Valid: true}
	for _, tt := range []struct {
		json string
		want uuid.Null
	}{
		{`"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"`, present},
		{`"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"`, present},
		{`"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, present},
		{`"f81d4fae7dec11d0a76500a0c91e6bf6"`, present},
		{`"f81d4fae\u002d7dec\u002D11d0-a765-00a0c91e6bf6"`, present},
		{`"\u0066\u0038\u0031d4fae-7dec-11d0-a765-00a0c91e6bf6"`, present},
		{`"` + strings.Repeat(`\u0066`, 32) + `"`, uuid.Null{UUID: uuid.Max(), Valid: true}},
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
		{"1.5e9", "number", "", 0, ""},
		{"true", "bool", "", 0, ""},
		{`{"UUID":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","Valid":true}`, "object", "", 0, ""},
		{"[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]", "array", "", 0, ""},
		{`"null"`, "", "null", 4, "invalid length"},
		{`"0123456789abcdef"`, "", "0123456789abcdef", 16, "invalid length"},
		{`" f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, "", " f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 37, "invalid length"},
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
	// What encoding/json never passes on.
	for _, text := range []string{"", `"`, `"` + canonicalText, canonicalText, `"` + canonicalText + `" null`, "nul"} {
		dst := want
		err := dst.UnmarshalJSON([]byte(text))
		if syntaxErr := (*json.SyntaxError)(nil); !errors.As(err, &syntaxErr) || dst != want {
			t.Errorf("%s: %v, %v; want a SyntaxError", text, dst, err)
		}
	}
}

// A record holds Nulls in all the places that encoders treat differently.
type record struct {
	ID      uuid.Null            `json:"id"`
	Parent  *uuid.Null           `json:"parent"`
	Members []uuid.Null          `json:"members"`
	ByName  map[string]uuid.Null `json:"byName"`
	ByID    map[uuid.Null]string `json:"byID"`
	Inner   struct {
		ID uuid.Null `json:"id"`
	} `json:"inner"`
	Optional uuid.Null `json:"optional,omitzero"`
}

func TestNullInRecord(t *testing.T) {
	missing, present := uuid.Null{}, uuid.Null{UUID: example, Valid: true}
	full := record{
		ID: present, Parent: &present, Members: []uuid.Null{missing, present},
		ByName:   map[string]uuid.Null{"a": missing, "b": present},
		ByID:     map[uuid.Null]string{present: "a", missing: "b"},
		Optional: present,
	}
	full.Inner.ID = present
	for _, tt := range []struct {
		in   record
		json string
	}{
		{record{}, `{"id":null,"parent":null,"members":null,"byName":null,"byID":null,"inner":{"id":null}}`},
		{
			full,
			`{"id":"?","parent":"?","members":[null,"?"],"byName":{"a":null,"b":"?"},"byID":{"":"b","?":"a"},"inner":{"id":"?"},"optional":"?"}`,
		},
	} {
		want := strings.ReplaceAll(tt.json, "?", canonicalText)
		b, err := json.Marshal(tt.in)
		if string(b) != want || err != nil {
			t.Errorf("Marshal = %s, %v; want %s", b, err, want)
		}
		var out record
		if err := json.Unmarshal(b, &out); !reflect.DeepEqual(out, tt.in) || err != nil {
			t.Errorf("Unmarshal: got %+v, %v; want %+v", out, err, tt.in)
		}
	}
}
