//go:build go1.27

// Proves that the package is a superset of the standard package uuid, and what differs.
package uuid_test

import (
	"context"
	"database/sql"
	"encoding/json"
	json2 "encoding/json/v2"
	"encoding/xml"
	"fmt"
	"html/template"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// TestStandardAPI compares the signatures in the standard package with ours as strings. Both UUID
// types print as uuid.UUID.
func TestStandardAPI(t *testing.T) {
	for name, funcs := range map[string][2]any{
		"New": {uuid.New, std.New}, "NewV4": {uuid.NewV4, std.NewV4},
		"NewV7": {uuid.NewV7, std.NewV7},
		"Nil":   {uuid.Nil, std.Nil}, "Max": {uuid.Max, std.Max}, "Parse": {uuid.Parse, std.Parse},
		"MustParse": {uuid.MustParse, std.MustParse},
	} {
		if got, want := fmt.Sprintf("%T", funcs[0]), fmt.Sprintf("%T", funcs[1]); got != want {
			t.Errorf("%s is a %s, want %s", name, got, want)
		}
	}
	theirs, ours := reflect.TypeFor[*std.UUID](), reflect.TypeFor[*uuid.UUID]()
	if theirs.NumMethod() < 5 {
		t.Errorf("the standard UUID has only %d methods", theirs.NumMethod())
	}
	for i := range theirs.NumMethod() {
		want := theirs.Method(i)
		if got, ok := ours.MethodByName(want.Name); !ok || got.Type.String() != want.Type.String() {
			t.Errorf("%s is a %v, want %v", want.Name, got.Type, want.Type)
		}
	}
}

// checkStandardParse checks that both packages parse s the same way.
func checkStandardParse(t testing.TB, s string) {
	t.Helper()
	// RFC 8141 allows a prefix in any case, but the standard package requires lower case.
	const prefix = "urn:uuid:"
	standard := s
	if len(s) == len(urnText) && strings.EqualFold(s[:len(prefix)], prefix) {
		standard = prefix + s[len(prefix):]
	}
	want, wantErr := std.Parse(standard)
	got, err := uuid.Parse(s)
	if got != uuid.UUID(want) || (err == nil) != (wantErr == nil) {
		t.Fatalf("Parse(%+.100q) = %v, %v; standard: %v, %v", s, got, err, want, wantErr)
	}
	unmarshaled, standardUnmarshaled := uuid.Max(), std.Max()
	err = unmarshaled.UnmarshalText([]byte(s))
	wantErr = standardUnmarshaled.UnmarshalText([]byte(standard))
	if unmarshaled != uuid.UUID(standardUnmarshaled) || (err == nil) != (wantErr == nil) {
		t.Fatalf("UnmarshalText(%+.100q): %v, %v; standard: %v, %v",
			s, unmarshaled, err, standardUnmarshaled, wantErr)
	}
}

func TestStandardParse(t *testing.T) { eachByte(checkStandardParse, t) }

// FuzzParseStd checks that both packages parse an input the same way, except for a urn:uuid: prefix
// in upper case, and that they write the same text form.
func FuzzParseStd(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkStandardParse(t, s)
		u, err := uuid.Parse(s)
		if got, want := u.String(), std.UUID(u).String(); got != want && err == nil {
			t.Errorf("String() of %q = %s, want %s", s, got, want)
		}
	})
}

// TestSetGlobalRandomAsStandard checks that both packages return the same UUIDs for the same seed.
func TestSetGlobalRandomAsStandard(t *testing.T) {
	for seed := range uint64(20) {
		t.Run("", func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, seed)
			got := [...]uuid.UUID{uuid.New(), uuid.NewV4(), uuid.NewV4()}
			cryptotest.SetGlobalRandom(t, seed)
			if want := [...]uuid.UUID{
				uuid.UUID(std.New()), uuid.UUID(std.NewV4()), uuid.UUID(std.NewV4()),
			}; got != want {
				t.Errorf("seed %d: %v, want %v", seed, got, want)
			}
		})
	}
}

// A pair contains two values that differ only in the type of their UUIDs.
type pair struct{ ours, theirs any }

// These structs embed a UUID. Their types are unnamed, because fmt would print the different names.
type (
	ourRow = struct {
		uuid.UUID
		Name string
	}
	theirRow = struct {
		std.UUID
		Name string
	}
)

// pairs returns pairs of values that contain u and v. If u and v have the same address, printed
// pointers are also equal.
func pairs(u *uuid.UUID, v *std.UUID) (all []pair) {
	want := places(v)
	for i, value := range places(u) {
		all = append(all, pair{value, want[i]})
	}
	return append(all,
		pair{struct{ uuid.UUID }{*u}, struct{ std.UUID }{*v}},
		pair{&struct{ uuid.UUID }{*u}, &struct{ std.UUID }{*v}},
		pair{struct{ *uuid.UUID }{u}, struct{ *std.UUID }{v}},
		pair{struct{ *uuid.UUID }{}, struct{ *std.UUID }{}},
		pair{ourRow{*u, "name"}, theirRow{*v, "name"}},
	)
}

// places returns values that contain *u in the places that encoders may treat differently.
func places[U comparable](u *U) []any {
	var zero U
	return []any{
		*u, u, (*U)(nil),
		struct{ ID U }{
			*u,
		}, &struct{ ID U }{*u}, struct{ ID *U }{u}, struct{ ID *U }{}, struct{ id U }{*u},
		[]U{
			*u,
			zero,
		}, []*U{u, nil}, [2]U{*u}, map[U]int{*u: 1, zero: 2}, map[string]U{"id": *u}, []any{*u, u},
	}
}

// TestSamePrint compares fmt output for all verbs except %p, with flags, widths and precisions.
func TestSamePrint(t *testing.T) {
	const verbs = "abcdefghijklmnoqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%!\u00e9"
	for _, p := range pairs(&example, (*std.UUID)(&example)) {
		for _, flags := range []string{
			"", "+", "-", "#", " ", "0", "+#", "-#", "# ", "-0", "+0# ",
		} {
			for _, width := range []string{"", "60", ".8", "60.8"} {
				for _, verb := range verbs {
					format := "%" + flags + width + string(verb)
					got, want := fmt.Sprintf(format, p.ours), fmt.Sprintf(format, p.theirs)
					if got != want {
						t.Fatalf("%s of %T: %+.100q, want %+.100q", format, p.ours, got, want)
					}
				}
			}
		}
	}
}

// A document contains UUIDs in fields with all tag options of encoding/json and encoding/xml.
type document[U comparable] struct {
	XMLName   xml.Name `xml:"doc"`
	Attr      U        `xml:"attr,attr"`
	AttrEmpty U        `xml:"attrEmpty,attr,omitempty"`
	AttrPtr   *U       `xml:"attrPtr,attr"`

	ID        U    `json:"id" xml:"id"`
	Inner     U    `json:"inner" xml:"a>b>inner"`
	OmitEmpty U    `json:"omitEmpty,omitempty" xml:"omitEmpty,omitempty"`
	OmitZero  U    `json:"omitZero,omitzero" xml:"omitZero"`
	Pointer   *U   `json:"pointer" xml:"pointer"`
	Omitted   *U   `json:"omitted,omitempty" xml:"omitted,omitempty"`
	Slice     []U  `json:"slice" xml:"slice"`
	Array     [2]U `json:"array" xml:"array"`
	//lint:ignore SA5008 the string option must have no effect
	String U         `json:"string,string"`
	Keys   map[U]int `json:"keys" xml:"-"`
	Any    any       `json:"any" xml:"any"`
}

// An xmlText is an XML element that contains only a UUID.
type xmlText[U comparable] struct {
	XMLName xml.Name `xml:"text"`
	ID      U        `xml:",chardata"`
}

// documents returns pairs(u, v) and pairs of documents that contain u and v.
func documents(u *uuid.UUID, v *std.UUID) []pair {
	return append(pairs(u, v),
		pair{newDocument(*u), newDocument(*v)},
		pair{document[uuid.UUID]{}, document[std.UUID]{}},
		pair{xmlText[uuid.UUID]{ID: *u}, xmlText[std.UUID]{ID: *v}},
	)
}

func newDocument[U comparable](u U) document[U] {
	var zero U
	return document[U]{
		Attr: u, AttrPtr: &u, ID: u, Inner: u, OmitEmpty: u, OmitZero: u, Pointer: &u,
		Omitted: &zero,
		Slice:   []U{u, zero}, Array: [2]U{u}, String: u, Keys: map[U]int{u: 1, zero: 2}, Any: u,
	}
}

// encoders returns functions from other packages that call a value's methods to print it.
// TestSamePrint covers package fmt.
func encoders() map[string]func(v any) (string, error) {
	all := map[string]func(v any) (string, error){
		"encoding/json": func(v any) (string, error) {
			b, err := json.Marshal(v)
			return string(b), err
		},
		"encoding/json/v2": func(v any) (string, error) {
			b, err := json2.Marshal(v, json2.Deterministic(true))
			return string(b), err
		},
		"encoding/xml": func(v any) (string, error) {
			b, err := xml.Marshal(v)
			return string(b), err
		},
		"log/slog": func(v any) (string, error) {
			var b strings.Builder
			for _, handler := range []slog.Handler{
				slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil),
			} {
				r := slog.NewRecord(time.Time{}, 0, "message", 0)
				r.Add("key", v, slog.Group("group", "key", v))
				handler.WithAttrs([]slog.Attr{slog.Any("with", v)}).Handle(context.Background(), r)
			}
			return b.String(), nil
		},
	}
	for _, text := range []string{
		"{{.}}", "{{print .}}", `{{printf "%v %s %q %x" . . . .}}`, "{{html .}}", "{{js .}}",
		"{{urlquery .}}",
		"{{len .}}", "{{index . 0}}", "{{range .}}{{.}},{{end}}", "{{not .}}", "{{eq . .}}",
		"{{.String}}", "{{.Compare .}}", "{{.ID.String}}", "{{.Name}}",
		`<p title="{{.}}" id={{.}}>`, `<a href="/things/{{.}}?id={{.}}" onclick="show({{.}})">`,
		"<script>var id = {{.}}, text = '{{.}}'</script>", `<p style="width: {{.}}">`,
	} {
		all["html/template "+text] = func(v any) (string, error) {
			var b strings.Builder
			err := template.Must(template.New("").Parse(text)).Execute(&b, v)
			return b.String(), err
		}
	}
	return all
}

// catch returns the results of f(v), or an error if f panics. Calling a method on an embedded nil
// pointer panics.
func catch(f func(any) (string, error), v any) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("panic: %v", r)
		}
	}()
	return f(v)
}

func TestSameEncode(t *testing.T) {
	for name, encode := range encoders() {
		t.Run(name, func(t *testing.T) {
			for _, u := range []uuid.UUID{example, uuid.Nil(), uuid.Max()} {
				for _, p := range documents(&u, (*std.UUID)(&u)) {
					got, err := catch(encode, p.ours)
					want, wantErr := catch(encode, p.theirs)
					if got != want || (err == nil) != (wantErr == nil) {
						t.Fatalf("%T: %+.100q, %v; want %+.100q, %v",
							p.ours, got, err, want, wantErr)
					}
				}
			}
		})
	}
}

// TestSameDecode decodes documents with a valid or invalid value for each field. It compares the
// results as JSON, because TestSameEncode checks that the JSON encoding of both types is the same.
func TestSameDecode(t *testing.T) {
	texts := []string{
		canonicalText,
		compactText,
		bracedText,
		urnText,
		strings.ToUpper(canonicalText),
		"",
		"x",
		"0123456789abcdef",
		" " + canonicalText,
	}
	values := []string{
		`"\u0066` + canonicalText[1:] + `"`, `null`, `0`, `1.5`, `true`, `{}`, `[]`,
		`[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]`, `{"UUID":null}`,
	}
	xmlInputs := []string{"", "<doc>", "<doc/>", "<text/>"}
	for _, text := range append(texts, "&#102;"+canonicalText[1:]) {
		values = append(values, `"`+text+`"`)
		for _, form := range []string{
			"<doc>?</doc>", `<doc attr="?"/>`, `<doc attrPtr="?"/>`, "<doc><id>?</id></doc>",
			"<doc><a><b><inner>?</inner></b></a></doc>",
			"<doc><pointer>?</pointer></doc>", "<doc><slice>?</slice><slice>?</slice></doc>",
			"<text>?</text>",
		} {
			xmlInputs = append(xmlInputs, strings.ReplaceAll(form, "?", text))
		}
	}
	jsonInputs := []string{"", "nul"}
	for _, value := range values {
		for _, form := range []string{
			"?", "[?]", "[?,?]", `{"id":?}`, `{"ID":?}`, `{"pointer":?}`, `{"slice":[?]}`,
			`{"array":[?,?]}`, `{"string":?}`,
			`{"UUID":?,"Name":"name"}`, "{?:1}", `{"keys":{?:1}}`,
		} {
			jsonInputs = append(jsonInputs, strings.ReplaceAll(form, "?", value))
		}
	}
	for _, d := range []struct {
		name   string
		inputs []string
		decode func(text string, dst any) error
	}{
		{
			"encoding/json",
			jsonInputs,
			func(text string, dst any) error { return json.Unmarshal([]byte(text), dst) },
		},
		{
			"encoding/json/v2",
			jsonInputs,
			func(text string, dst any) error { return json2.Unmarshal([]byte(text), dst) },
		},
		{
			"encoding/xml",
			xmlInputs,
			func(text string, dst any) error { return xml.Unmarshal([]byte(text), dst) },
		},
		{
			"fmt.Sscan",
			texts,
			func(text string, dst any) error { _, err := fmt.Sscan(text, dst); return err },
		},
	} {
		t.Run(d.name, func(t *testing.T) {
			for _, text := range d.inputs {
				decode := func(dst any) (string, error) { return "", d.decode(text, dst) }
				encode := func(v any) (string, error) {
					b, err := json.Marshal(v)
					return string(b), err
				}
				u, v := before, std.UUID(before)
				for _, p := range documents(&u, &v) {
					dst, want := pointerTo[any](p.ours), pointerTo[any](p.theirs)
					_, err := catch(decode, dst)
					_, wantErr := catch(decode, want)
					got, _ := catch(encode, dst)
					if want, _ := catch(encode, want); got != want ||
						(err == nil) != (wantErr == nil) {
						t.Fatalf("%+.100q into a %T: %s, %v; want %s, %v",
							text, dst, got, err, want, wantErr)
					}
				}
			}
		})
	}
}

// TestNullJSON2 checks that encoding/json/v2 decodes and encodes a Null as encoding/json does. As a
// map key, a Null without a UUID can be decoded, but not encoded.
func TestNullJSON2(t *testing.T) {
	for text, want := range map[string]uuid.Null{
		"null": {}, `"` + canonicalText + `"`: {UUID: example, Valid: true},
	} {
		dst := uuid.Null{UUID: before, Valid: true}
		err := json2.Unmarshal([]byte(text), &dst)
		if b, err2 := json2.Marshal(want); string(b) != text || dst != want || err != nil ||
			err2 != nil {
			t.Errorf("Unmarshal(%s) = %v, %v; Marshal: %s, %v", text, dst, err, b, err2)
		}
	}
	var keys map[uuid.Null]int
	err := json2.Unmarshal([]byte(`{"":1}`), &keys)
	if b, err2 := json2.Marshal(keys); len(keys) != 1 || keys[uuid.Null{}] != 1 || err != nil ||
		err2 == nil {
		t.Errorf("an empty key is decoded as %v, %v, and encoded as %s", keys, err, b)
	}
}

// TestStandardLimits checks the limitations of the standard type that README.md lists at the
// beginning. The tests in integration/frameworks cover databases.
func TestStandardLimits(t *testing.T) {
	v := std.UUID(example)
	db := sql.OpenDB(echo{})
	defer db.Close()
	if err := json.Unmarshal([]byte("null"), &v); uuid.UUID(v) != example || err != nil {
		t.Errorf("missing: null sets it to %v, %v", v, err)
	}
	if err := db.QueryRow("", nil).Scan(&v); err == nil {
		t.Errorf("missing: NULL sets it to %v", v)
	}
	if n := reflect.TypeOf(v).NumMethod(); n != 4 { // AppendText, Compare, MarshalText, String
		t.Errorf("time: it has %d methods", n)
	}
	type userID std.UUID // a distinct type, so code that passes an order's ID does not compile
	if text := noError(json.Marshal(userID(v))); text[0] != '[' {
		t.Errorf("a type: a type defined from it is encoded as %s", text)
	}
}
