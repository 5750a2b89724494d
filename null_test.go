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

func TestNullText(t *testing.T) {
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			text, err := tt.null.MarshalText()
			if string(text) != tt.text || text == nil || err != nil {
				t.Errorf("MarshalText() = %q, %v; want %q", text, err, tt.text)
			}
			checkAppend(t, "AppendText", tt.null.AppendText, []byte(tt.text))
			dst := uuid.Null{UUID: before, Valid: true}
			if err := dst.UnmarshalText(text); dst != tt.null || err != nil {
				t.Errorf("UnmarshalText(%q): got %v, %v; want %v", text, dst, err, tt.null)
			}
			dst = uuid.Null{UUID: before, Valid: true}
			if err := dst.UnmarshalParam(tt.text); dst != tt.null || err != nil {
				t.Errorf("UnmarshalParam(%q): got %v, %v; want %v", tt.text, dst, err, tt.null)
			}
		})
	}
}

func TestNullString(t *testing.T) {
	type row struct{ ID uuid.Null }
	page := template.Must(template.New("").Parse("<p>{{.ID}}</p>"))
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			var html strings.Builder
			if err := page.Execute(&html, row{tt.null}); err != nil {
				t.Fatal(err)
			}
			for _, got := range []struct{ name, text, want string }{
				{"String()", tt.null.String(), tt.text},
				{"%v", fmt.Sprintf("%v", tt.null), tt.text},
				{"%40s of a pointer", fmt.Sprintf("%40s", &tt.null), fmt.Sprintf("%40s", tt.text)},
				{"%+v of a struct", fmt.Sprintf("%+v", row{tt.null}), "{ID:" + tt.text + "}"},
				{"html/template", html.String(), "<p>" + tt.text + "</p>"},
			} {
				if got.text != got.want {
					t.Errorf("%s: %q, want %q", got.name, got.text, got.want)
				}
			}
		})
	}
}

func TestNullBinary(t *testing.T) {
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			want := ""
			if tt.null.Valid {
				want = string(tt.null.UUID[:])
			}
			b, err := tt.null.MarshalBinary()
			if string(b) != want || b == nil || err != nil {
				t.Errorf("MarshalBinary() = %x, %v; want %x", b, err, want)
			}
			checkAppend(t, "AppendBinary", tt.null.AppendBinary, []byte(want))
			dst := uuid.Null{UUID: before, Valid: true}
			if err := dst.UnmarshalBinary(b); dst != tt.null || err != nil {
				t.Errorf("UnmarshalBinary(%x): got %v, %v; want %v", b, dst, err, tt.null)
			}
			if dst.IsZero() == tt.null.Valid {
				t.Errorf("IsZero() = %v", dst.IsZero())
			}
		})
	}
}

func TestNullUnmarshalErrors(t *testing.T) {
	unmarshalParam := func(n *uuid.Null, b []byte) error { return n.UnmarshalParam(string(b)) }
	for _, tt := range []struct {
		name   string
		input  string
		offset int
		decode func(*uuid.Null, []byte) error
		reason string
	}{
		{"text of one byte", " ", 1, (*uuid.Null).UnmarshalText, "invalid length"},
		{"text of 16 bytes", "0123456789abcdef", 16, (*uuid.Null).UnmarshalText, "invalid length"},
		{"text null", "null", 4, (*uuid.Null).UnmarshalText, "invalid length"},
		{"text of garbage", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 35, (*uuid.Null).UnmarshalText, "invalid hexadecimal digit"},
		{"parameter of one byte", " ", 1, unmarshalParam, "invalid length"},
		{"parameter of garbage", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 35, unmarshalParam, "invalid hexadecimal digit"},
		{"15 bytes", "0123456789abcde", 15, (*uuid.Null).UnmarshalBinary, "invalid length"},
		{"17 bytes", "0123456789abcdef0", 17, (*uuid.Null).UnmarshalBinary, "invalid length"},
		{"text for binary", canonicalText, 36, (*uuid.Null).UnmarshalBinary, "invalid length"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := uuid.Null{UUID: before, Valid: true}
			dst := want
			err := tt.decode(&dst, []byte(tt.input))
			checkParseError(t, err, tt.input, tt.offset, tt.reason)
			if dst != want {
				t.Errorf("the destination has changed to %v", dst)
			}
		})
	}
}

func TestNullJSON(t *testing.T) {
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			b, err := json.Marshal(tt.null)
			if string(b) != tt.json || err != nil {
				t.Errorf("Marshal = %s, %v; want %s", b, err, tt.json)
			}
			dst := uuid.Null{UUID: before, Valid: true}
			if err := json.Unmarshal(b, &dst); dst != tt.null || err != nil {
				t.Errorf("Unmarshal(%s): got %v, %v; want %v", b, dst, err, tt.null)
			}
		})
	}
}

func TestNullUnmarshalJSON(t *testing.T) {
	for _, tt := range []struct{ name, json string }{
		{"plain", `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`},
		{"upper case", `"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"`},
		{"braced", `"{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}"`},
		{"URN", `"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`},
		{"32 digits", `"f81d4fae7dec11d0a76500a0c91e6bf6"`},
		{"escaped dash", `"f81d4fae\u002d7dec\u002D11d0-a765-00a0c91e6bf6"`},
		{"escaped digits", `"\u0066\u0038\u0031d4fae-7dec-11d0-a765-00a0c91e6bf6"`},
		{"escaped whole", `"` + strings.Repeat(`\u0066`, 32) + `"`},
		{"space around", " \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"\n"},
		{"null", "null"},
		{"null with space around", "\tnull "},
		{"empty", `""`},
		{"empty with space around", " \"\"\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := uuid.Null{UUID: example, Valid: true}
			switch {
			case tt.name == "escaped whole":
				want.UUID = uuid.Max()
			case strings.Contains(tt.json, "null"), strings.Contains(tt.json, `""`):
				want = uuid.Null{}
			}
			for _, unmarshal := range []func([]byte, *uuid.Null) error{
				func(b []byte, n *uuid.Null) error { return json.Unmarshal(b, n) },
				func(b []byte, n *uuid.Null) error { return n.UnmarshalJSON(b) },
			} {
				dst := uuid.Null{UUID: before, Valid: true}
				if err := unmarshal([]byte(tt.json), &dst); dst != want || err != nil {
					t.Errorf("%s: got %v, %v; want %v", tt.json, dst, err, want)
				}
			}
		})
	}
}

func TestNullUnmarshalJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		json  string
		value string // what an UnmarshalTypeError found

		input  string // of a ParseError
		offset int
		reason string
	}{
		{"number", "1", "number", "", 0, ""},
		{"float", "1.5e9", "number", "", 0, ""},
		{"bool", "true", "bool", "", 0, ""},
		{"object", `{"UUID":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","Valid":true}`, "object", "", 0, ""},
		{"array of bytes", "[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]", "array", "", 0, ""},
		{"null as text", `"null"`, "", "null", 4, "invalid length"},
		{"16 characters", `"0123456789abcdef"`, "", "0123456789abcdef", 16, "invalid length"},
		{"white space", `" f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, "", " f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 37, "invalid length"},
		{"garbage", `"f81d4fae-7dec-11d0-a765-00a0c91e6bfx"`, "", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 35, "invalid hexadecimal digit"},
		{"escaped garbage", `"\u007881d4fae-7dec-11d0-a765-00a0c91e6bf"`, "", "x81d4fae-7dec-11d0-a765-00a0c91e6bf", 35, "invalid length"},
		{"34 characters of which two are quotes", `"\"f81d4fae7dec11d0a76500a0c91e6bf6\""`, "", `"f81d4fae7dec11d0a76500a0c91e6bf6"`, 34, "invalid length"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := uuid.Null{UUID: before, Valid: true}
			for _, unmarshal := range []func([]byte, *uuid.Null) error{
				func(b []byte, n *uuid.Null) error { return json.Unmarshal(b, n) },
				func(b []byte, n *uuid.Null) error { return n.UnmarshalJSON(b) },
			} {
				dst := want
				err := unmarshal([]byte(tt.json), &dst)
				if tt.reason != "" {
					checkParseError(t, err, tt.input, tt.offset, tt.reason)
				} else if typeErr := (*json.UnmarshalTypeError)(nil); !errors.As(err, &typeErr) || typeErr.Value != tt.value {
					t.Errorf("got error %v, want one that found a JSON %s", err, tt.value)
				}
				if dst != want {
					t.Errorf("the destination has changed to %v", dst)
				}
			}
		})
	}
}

// TestNullUnmarshalJSONSyntax passes what encoding/json never would.
func TestNullUnmarshalJSONSyntax(t *testing.T) {
	for _, tt := range []struct{ name, json string }{
		{"empty", ""},
		{"quote", `"`},
		{"open string", `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6`},
		{"no quotes", canonicalText},
		{"two values", `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6" null`},
		{"part of null", "nul"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := uuid.Null{UUID: before, Valid: true}
			dst := want
			err := dst.UnmarshalJSON([]byte(tt.json))
			if syntaxErr := (*json.SyntaxError)(nil); !errors.As(err, &syntaxErr) {
				t.Errorf("got error %v, want a SyntaxError", err)
			}
			if dst != want {
				t.Errorf("the destination has changed to %v", dst)
			}
		})
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
		name string
		in   record
		json string
	}{
		{
			"missing", record{},
			`{"id":null,"parent":null,"members":null,"byName":null,"byID":null,"inner":{"id":null}}`,
		}, {
			"present", full,
			`{"id":ID,"parent":ID,"members":[null,ID],"byName":{"a":null,"b":ID},"byID":{"":"b",ID:"a"},"inner":{"id":ID},"optional":ID}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.ReplaceAll(tt.json, "ID", `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`)
			want = strings.Replace(want, `by"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, "byID", 1)
			b, err := json.Marshal(tt.in)
			if string(b) != want || err != nil {
				t.Errorf("Marshal = %s, %v; want %s", b, err, want)
			}
			var out record
			if err := json.Unmarshal(b, &out); !reflect.DeepEqual(out, tt.in) || err != nil {
				t.Errorf("Unmarshal: got %+v, %v; want %+v", out, err, tt.in)
			}
		})
	}
}

func TestGobOfNull(t *testing.T) {
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			var stream bytes.Buffer
			if err := gob.NewEncoder(&stream).Encode(tt.null); err != nil {
				t.Fatal(err)
			}
			dst := uuid.Null{UUID: before, Valid: true}
			if err := gob.NewDecoder(&stream).Decode(&dst); dst != tt.null || err != nil {
				t.Errorf("got %v, %v; want %v", dst, err, tt.null)
			}
		})
	}
}
