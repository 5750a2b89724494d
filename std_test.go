//go:build go1.27

package uuid_test

import (
	"bytes"
	"database/sql"
	"encoding/gob"
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

// The package beside the standard library's of the same name: first its functions and
// methods, then whatever takes a UUID by its methods, at last the differences.

// An api is all that the standard library's package uuid exports, for its own
// type of UUID or for ours.
type api[U ~[16]byte] struct {
	New, NewV4, NewV7, Nil, Max func() U
	Parse                       func(string) (U, error)
	MustParse                   func(string) U

	String        func(U) string
	AppendText    func(U, []byte) ([]byte, error)
	MarshalText   func(U) ([]byte, error)
	UnmarshalText func(*U, []byte) error
	Compare       func(U, U) int
}

var (
	theirs = api[std.UUID]{
		std.New, std.NewV4, std.NewV7, std.Nil, std.Max, std.Parse, std.MustParse, std.UUID.String, std.UUID.AppendText,
		std.UUID.MarshalText, (*std.UUID).UnmarshalText, std.UUID.Compare,
	}
	ours = api[uuid.UUID]{
		uuid.New, uuid.NewV4, uuid.NewV7, uuid.Nil, uuid.Max, uuid.Parse, uuid.MustParse, uuid.UUID.String, uuid.UUID.AppendText,
		uuid.UUID.MarshalText, (*uuid.UUID).UnmarshalText, uuid.UUID.Compare,
	}
)

// TestStandardMethods finds the methods that the standard UUID has and api does not say.
func TestStandardMethods(t *testing.T) {
	theirType, ourType := reflect.TypeFor[*std.UUID](), reflect.TypeFor[*uuid.UUID]()
	if theirType.NumMethod() == 0 {
		t.Fatal("the standard UUID has no methods")
	}
	listed := reflect.TypeFor[api[std.UUID]]()
	for i := range theirType.NumMethod() {
		name := theirType.Method(i).Name
		if _, ok := listed.FieldByName(name); !ok {
			t.Errorf("%s is not compared", name)
		}
		if _, ok := ourType.MethodByName(name); !ok {
			t.Errorf("there is no %s", name)
		}
	}
}

// checkStandardParse checks that both packages take s in the same way.
func checkStandardParse(t testing.TB, s string) {
	t.Helper()
	// RFC 8141 has the prefix in any case, the standard package in lower case.
	const prefix = "urn:uuid:"
	standard := s
	if len(s) == len(urnText) && strings.EqualFold(s[:len(prefix)], prefix) {
		standard = prefix + s[len(prefix):]
	}
	want, wantErr := theirs.Parse(standard)
	got, err := ours.Parse(s)
	if got != uuid.UUID(want) || (err == nil) != (wantErr == nil) {
		t.Fatalf("Parse(%+.100q) = %v, %v; standard: %v, %v", s, got, err, want, wantErr)
	}
	unmarshaled, standardUnmarshaled := uuid.Max(), std.Max()
	err = ours.UnmarshalText(&unmarshaled, []byte(s))
	wantErr = theirs.UnmarshalText(&standardUnmarshaled, []byte(standard))
	if unmarshaled != uuid.UUID(standardUnmarshaled) || (err == nil) != (wantErr == nil) {
		t.Fatalf("UnmarshalText(%+.100q) makes %v, %v; standard: %v, %v", s, unmarshaled, err, standardUnmarshaled, wantErr)
	}
}

func TestStandardParse(t *testing.T) { eachByte(checkStandardParse, t) }

func TestStandardMustParse(t *testing.T) {
	wantUUID(t, "MustParse", ours.MustParse(urnText), uuid.UUID(theirs.MustParse(urnText)))
	panics := func(parse func()) (v any) {
		defer func() { v = recover() }()
		parse()
		return nil
	}
	_, standard := panics(func() { theirs.MustParse("x") }).(error)
	_, ok := panics(func() { ours.MustParse("x") }).(error)
	if !ok || !standard {
		t.Errorf("MustParse panics with an error: %t; standard: %t", ok, standard)
	}
}

func TestStandardTextAndOrder(t *testing.T) {
	ids := append(randomUUIDs(100), uuid.Nil(), uuid.Max(), example)
	if uuid.UUID(theirs.Nil()) != ours.Nil() || uuid.UUID(theirs.Max()) != ours.Max() {
		t.Error("Nil or Max differ")
	}
	equal := func(how string, got []byte, err error, want []byte, wantErr error) {
		t.Helper()
		if !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("%s = %s, %v; want %s, %v", how, got, err, want, wantErr)
		}
	}
	for _, u := range ids {
		v := std.UUID(u)
		equal("String()", []byte(ours.String(u)), nil, []byte(theirs.String(v)), nil)
		got, err := ours.MarshalText(u)
		want, wantErr := theirs.MarshalText(v)
		equal("MarshalText()", got, err, want, wantErr)
		got, err = ours.AppendText(u, []byte("id="))
		want, wantErr = theirs.AppendText(v, []byte("id="))
		equal("AppendText()", got, err, want, wantErr)
		for _, other := range ids {
			if got, want := ours.Compare(u, other), theirs.Compare(v, std.UUID(other)); got != want {
				t.Fatalf("%v.Compare(%v) = %d, want %d", u, other, got, want)
			}
		}
	}
}

// FuzzParseStd checks that the standard package reads a text as this one does,
// but for a urn:uuid: prefix in upper case, and writes the same of it.
func FuzzParseStd(f *testing.F) {
	addTexts(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkStandardParse(t, s)
		u, err := ours.Parse(s)
		if got, want := ours.String(u), theirs.String(std.UUID(u)); got != want && err == nil {
			t.Errorf("String() of %q = %s, want %s", s, got, want)
		}
	})
}

func TestStandardNew(t *testing.T) {
	standard := []func() std.UUID{theirs.New, theirs.NewV4, theirs.NewV7}
	for i, next := range []func() uuid.UUID{ours.New, ours.NewV4, ours.NewV7} {
		if got, want := next().Version(), uuid.UUID(standard[i]()).Version(); got != want {
			t.Errorf("constructor %d makes version %d, want %d", i, got, want)
		}
	}
}

// Under one seed NewV4 gives what the standard package's gives, bit for bit.
func TestSetGlobalRandomAsStandard(t *testing.T) {
	for seed := range uint64(20) {
		t.Run("", func(t *testing.T) {
			var ours, theirs [10][16]byte
			cryptotest.SetGlobalRandom(t, seed)
			for i := range ours {
				ours[i] = uuid.NewV4()
			}
			cryptotest.SetGlobalRandom(t, seed)
			for i := range theirs {
				theirs[i] = std.NewV4()
			}
			if ours != theirs {
				t.Errorf("seed %d: %x, want %x", seed, ours, theirs)
			}
		})
	}
}

// A pair is two values of which one has our UUIDs where the other one has the
// standard ones.
type pair struct{ ours, theirs any }

// What embeds a UUID. The types have no names, which would be printed.
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

// pairs returns values with u and with v. They may share an address, so that it is
// printed alike.
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

// places returns *u in the places where it may be treated differently.
func places[U comparable](u *U) []any {
	var zero U
	return []any{
		*u, u, (*U)(nil),
		struct{ ID U }{*u}, &struct{ ID U }{*u}, struct{ ID *U }{u}, struct{ ID *U }{}, struct{ id U }{*u},
		[]U{*u, zero}, []*U{u, nil}, [2]U{*u}, map[U]int{*u: 1, zero: 2}, map[string]U{"id": *u}, []any{*u, u},
	}
}

// TestSamePrint prints with every verb and all flags, widths and precisions.
func TestSamePrint(t *testing.T) {
	const verbs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%!\u00e9"
	const flags = "+-# 0"
	widths := []string{"", "60", ".8"}
	if uuid.FullTests {
		widths = append(widths, "7", ".0", ".60", "60.8")
	}
	equal := func(p pair, how, got, want string) {
		t.Helper()
		if got != want {
			t.Fatalf("%s of %T: %+.100q, want %+.100q", how, p.ours, got, want)
		}
	}
	for _, p := range pairs(&example, (*std.UUID)(&example)) {
		kind := reflect.TypeOf(p.ours).Kind()
		ownAddress := kind == reflect.Slice || kind == reflect.Map || kind == reflect.Pointer && reflect.TypeOf(p.ours) != reflect.TypeFor[*uuid.UUID]()
		for set := range 1 << len(flags) {
			format := "%"
			for i := range len(flags) {
				if set>>i&1 == 1 {
					format += flags[i : i+1]
				}
			}
			for _, width := range widths {
				for _, verb := range verbs {
					if verb == 'p' && ownAddress {
						continue
					}
					format := format + width + string(verb)
					equal(p, format, fmt.Sprintf(format, p.ours), fmt.Sprintf(format, p.theirs))
				}
			}
		}
		equal(p, "Sprintln", fmt.Sprintln(p.ours, p.ours), fmt.Sprintln(p.theirs, p.theirs))
	}
}

// A document has UUIDs under all options of encoding/json and encoding/xml.
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
	//lint:ignore SA5008 the option is to change nothing
	String U         `json:"string,string"`
	Keys   map[U]int `json:"keys" xml:"-"`
	Any    any       `json:"any" xml:"any"`
}

// An xmlText has a UUID for its text.
type xmlText[U comparable] struct {
	XMLName xml.Name `xml:"text"`
	ID      U        `xml:",chardata"`
}

// documents returns pairs, and documents with u and v.
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
		Attr: u, AttrPtr: &u, ID: u, Inner: u, OmitEmpty: u, OmitZero: u, Pointer: &u, Omitted: &zero,
		Slice: []U{u, zero}, Array: [2]U{u}, String: u, Keys: map[U]int{u: 1, zero: 2}, Any: u,
	}
}

// encoders returns what takes values by their methods, but for package fmt.
func encoders() map[string]func(v any) (string, error) {
	all := map[string]func(v any) (string, error){
		"encoding/json":           func(v any) (string, error) { b, err := json.Marshal(v); return string(b), err },
		"encoding/json, indented": func(v any) (string, error) { b, err := json.MarshalIndent(v, "", " "); return string(b), err },
		"encoding/json/v2": func(v any) (string, error) {
			b, err := json2.Marshal(v, json2.Deterministic(true))
			return string(b), err
		},
		"encoding/xml": func(v any) (string, error) { b, err := xml.Marshal(v); return string(b), err },
		"log/slog": func(v any) (string, error) {
			var b strings.Builder
			opts := slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			}}
			for _, handler := range []slog.Handler{slog.NewTextHandler(&b, &opts), slog.NewJSONHandler(&b, &opts)} {
				slog.New(handler).With("with", v).Info("message", "key", v, slog.Group("group", "key", v))
			}
			return b.String(), nil
		},
	}
	for _, text := range []string{
		"{{.}}", "{{print .}}", `{{printf "%v %s %q %x" . . . .}}`, "{{html .}}", "{{js .}}", "{{urlquery .}}",
		"{{len .}}", "{{index . 0}}", "{{range .}}{{.}},{{end}}", "{{if .}}true{{end}}", "{{not .}}", "{{eq . .}}",
		"{{.String}}", "{{.Compare .}}", "{{.ID}}", "{{.ID.String}}", "{{.Name}}",
		`<p title="{{.}}" id={{.}}>`, `<a href="/things/{{.}}?id={{.}}">`, `<a onclick="show({{.}})">`,
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

// try returns what f does, or an error if it panics: an embedded nil pointer has no methods.
func try(f func(any) (string, error), v any) (text string, err error) {
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
					got, err := try(encode, p.ours)
					want, wantErr := try(encode, p.theirs)
					if got != want || (err == nil) != (wantErr == nil) {
						t.Fatalf("%T: %+.100q, %v; want %+.100q, %v", p.ours, got, err, want, wantErr)
					}
				}
			}
		})
	}
}

// jsonInputs are JSON documents with a value for each field of each destination.
func jsonInputs() []string {
	inputs := []string{"", "{}", "[]", "nul"}
	for _, value := range []string{
		`"` + canonicalText + `"`, `"` + compactText + `"`, `"` + bracedText + `"`, `"` + urnText + `"`,
		`"` + strings.ToUpper(canonicalText) + `"`, `"\u0066` + canonicalText[1:] + `"`,
		`null`, `""`, `"x"`, `"0123456789abcdef"`, `" ` + canonicalText + `"`,
		`0`, `1.5`, `true`, `{}`, `[]`, `[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]`, `{"UUID":null}`,
	} {
		inputs = append(inputs, value, "["+value+"]", "["+value+","+value+"]", `{"id":`+value+`}`, `{"ID":`+value+`}`,
			`{"pointer":`+value+`}`, `{"slice":[`+value+`]}`, `{"array":[`+value+`,`+value+`]}`, `{"string":`+value+`}`,
			`{"UUID":`+value+`,"Name":"name"}`)
		if value[0] == '"' {
			inputs = append(inputs, `{`+value+`:1}`, `{"keys":{`+value+`:1}}`)
		}
	}
	return inputs
}

func xmlInputs() []string {
	inputs := []string{"", "<doc>", "<doc/>", "<text/>"}
	for _, value := range []string{
		canonicalText, compactText, bracedText, urnText, strings.ToUpper(canonicalText), "", "x", " " + canonicalText, "&#102;" + canonicalText[1:],
	} {
		inputs = append(inputs, "<doc>"+value+"</doc>", `<doc attr="`+value+`"/>`, `<doc attrPtr="`+value+`"/>`, "<doc><id>"+value+"</id></doc>",
			"<doc><a><b><inner>"+value+"</inner></b></a></doc>", "<doc><pointer>"+value+"</pointer></doc>",
			"<doc><slice>"+value+"</slice><slice>"+value+"</slice></doc>", "<text>"+value+"</text>")
	}
	return inputs
}

func TestSameDecode(t *testing.T) {
	for _, d := range []struct {
		name   string
		inputs []string
		decode func(text string, dst any) error
	}{
		{"encoding/json", jsonInputs(), func(text string, dst any) error { return json.Unmarshal([]byte(text), dst) }},
		{"encoding/json, strict", jsonInputs(), func(text string, dst any) error {
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			return d.Decode(dst)
		}},
		{"encoding/json/v2", jsonInputs(), func(text string, dst any) error { return json2.Unmarshal([]byte(text), dst) }},
		{"encoding/xml", xmlInputs(), func(text string, dst any) error { return xml.Unmarshal([]byte(text), dst) }},
		{"fmt.Sscan", []string{canonicalText, "x", ""}, func(text string, dst any) error {
			_, err := fmt.Sscan(text, dst)
			return err
		}},
	} {
		t.Run(d.name, func(t *testing.T) {
			for _, text := range d.inputs {
				decode := func(dst any) (string, error) { return "", d.decode(text, dst) }
				// That both write the same for the same is what TestSameEncode checks.
				encode := func(v any) (string, error) { b, err := json.Marshal(v); return string(b), err }
				u, v := before, std.UUID(before)
				for _, p := range documents(&u, &v) {
					dst, want := pointerTo[any](p.ours), pointerTo[any](p.theirs)
					_, err := try(decode, dst)
					_, wantErr := try(decode, want)
					got, _ := try(encode, dst)
					if want, _ := try(encode, want); got != want || (err == nil) != (wantErr == nil) {
						t.Fatalf("%+.100q into a %T: %s, %v; want %s, %v", text, dst, got, err, want, wantErr)
					}
				}
			}
		})
	}
}

// TestSameValue passes parameters.
func TestSameValue(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	for _, u := range []uuid.UUID{example, uuid.Nil()} {
		v := std.UUID(u)
		standard := append(places(&v), columnsOf(v)...)
		for i, value := range append(places(&u), columnsOf(u)...) {
			var got, want any
			err, wantErr := db.QueryRow("", value).Scan(&got), db.QueryRow("", standard[i]).Scan(&want)
			if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("a %T is passed as %v, %v; want %v, %v", value, got, err, want, wantErr)
			}
		}
	}
}

// TestSameScan scans what drivers return.
func TestSameScan(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	sources := []any{nil, example[:], example[:15], []byte(nil), int64(1), 1.5, true, time.Unix(0, 0)}
	for _, text := range []string{
		canonicalText, strings.ToUpper(canonicalText), compactText, bracedText, urnText,
		"", "x", "0123456789abcdef", canonicalText + " ", strings.Repeat("x", 1000),
	} {
		sources = append(sources, text, []byte(text))
	}
	for _, source := range sources {
		standard := columnsOf(std.UUID(before))
		for i, dst := range columnsOf(before) {
			err, wantErr := db.QueryRow("", source).Scan(dst), db.QueryRow("", source).Scan(standard[i])
			got, want := fmt.Sprint(pointee(dst)), fmt.Sprint(pointee(standard[i]))
			if got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%.50q (%T) into a %T: got %s, %v; want %s, %v", source, source, dst, got, err, want, wantErr)
			}
		}
	}
}

// columnsOf returns pointers to what a column is scanned into.
func columnsOf[U any](u U) []any {
	pointer := &u
	return []any{new(u), &pointer, &sql.Null[U]{V: u, Valid: true}, new(sql.Null[U]), new(any)}
}

// TestNullJSON2 reads and writes a Null as encoding/json does, by encoding/json/v2.
func TestNullJSON2(t *testing.T) {
	for text, want := range map[string]uuid.Null{"null": {}, `"` + canonicalText + `"`: {UUID: example, Valid: true}} {
		b, err := json2.Marshal(want)
		if string(b) != text || err != nil {
			t.Errorf("Marshal of %v = %s, %v; want %s", want, b, err, text)
		}
		dst := uuid.Null{UUID: before, Valid: true}
		if err := json2.Unmarshal(b, &dst); dst != want || err != nil {
			t.Errorf("Unmarshal(%s): got %v, %v; want %v", b, dst, err, want)
		}
	}
	// A missing key is read but not written.
	if b, err := json2.Marshal(map[uuid.Null]int{{}: 1}); err == nil {
		t.Errorf("a missing key is written: %s", b)
	}
	var keys map[uuid.Null]int
	if err := json2.Unmarshal([]byte(`{"":1}`), &keys); len(keys) != 1 || keys[uuid.Null{}] != 1 || err != nil {
		t.Errorf("a missing key is read as %v, %v", keys, err)
	}
}

// The rest are the differences that are on purpose, as the README says.

// TestDifferentPrefix shows that the prefix of a URN may be in upper case, as
// RFC 8141 has it.
func TestDifferentPrefix(t *testing.T) {
	text := "URN:UUID:" + canonicalText
	wantUUID(t, text, must(t)(ours.Parse(text)), example)
	if _, err := theirs.Parse(text); err == nil {
		t.Errorf("the standard package takes %s too", text)
	}
}

// TestDifferentOrder shows that version 7 UUIDs stay in order when the clock goes
// back by a little. For the standard package it goes back as a second bubble
// begins, which is the same to it.
func TestDifferentOrder(t *testing.T) {
	const step = 5 * time.Second
	clock := fakeClock{now: atSecond(1e9)}
	g := newGenerator(t, uuid.Options{Now: clock.Now})
	first := must(t)(g.NewV7())
	clock.advance(-step)
	wantIncreasing(t, []uuid.UUID{first, must(t)(g.NewV7())})

	var ids []std.UUID
	for _, pause := range []time.Duration{step, 0} {
		uuid.Bubble(t, func(t *testing.T) {
			time.Sleep(pause)
			ids = append(ids, std.NewV7())
		})
	}
	if ids[0].Compare(ids[1]) <= 0 {
		t.Errorf("the standard package's stay in order too: %v", ids)
	}
}

// TestDifferentGob shows that gob is the 16 bytes, because of MarshalBinary, where the
// standard package has an array of numbers. One cannot read the other, and of a struct
// that embeds a UUID there is only that.
func TestDifferentGob(t *testing.T) {
	v := std.UUID(example)
	for _, tt := range []struct{ in, out, want any }{
		{[]std.UUID{v, {}}, new([]std.UUID), []std.UUID{v, {}}},
		{[]uuid.UUID{example, {}}, new([]uuid.UUID), []uuid.UUID{example, {}}},
		{[]std.UUID{v, {}}, new([]uuid.UUID), nil},
		{[]uuid.UUID{example, {}}, new([]std.UUID), nil},
		{example, new(uuid.UUID), example},
		{v, new(uuid.UUID), nil},
		{theirRow{v, "name"}, new(theirRow), theirRow{v, "name"}},
		{ourRow{example, "name"}, new(ourRow), ourRow{example, ""}},
	} {
		var stream bytes.Buffer
		err := gob.NewEncoder(&stream).Encode(tt.in)
		if err == nil {
			err = gob.NewDecoder(&stream).Decode(tt.out)
		}
		if (err == nil) != (tt.want != nil) || err == nil && !reflect.DeepEqual(pointee(tt.out), tt.want) {
			t.Errorf("%T to %T: %v, %v", tt.in, tt.out, pointee(tt.out), err)
		}
	}
}

// TestDifferentOmitZero shows that omitzero leaves out a pointer to Nil and a struct that
// embeds Nil, because of IsZero, where the standard package's are written.
func TestDifferentOmitZero(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{struct {
			ID *uuid.UUID `json:",omitzero"`
		}{new(uuid.UUID)}, "{}"},
		{struct {
			ID *std.UUID `json:",omitzero"`
		}{new(std.UUID)}, `{"ID":"` + nilText + `"}`},
		{struct {
			ID ourRow `json:",omitzero"`
		}{ourRow{Name: "name"}}, "{}"},
		{struct {
			ID theirRow `json:",omitzero"`
		}{theirRow{Name: "name"}}, `{"ID":"` + nilText + `"}`},
	} {
		b, err := json.Marshal(tt.v)
		b2, err2 := json2.Marshal(tt.v)
		if string(b) != tt.want || string(b2) != tt.want || err != nil || err2 != nil {
			t.Errorf("%T: %s, %v; version 2: %s, %v; want %s", tt.v, b, err, b2, err2, tt.want)
		}
	}
}

// TestDifferentColumn shows that a struct that embeds a UUID is passed to a database and
// scanned as a UUID, because of Value and Scan.
func TestDifferentColumn(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	var text string
	if err := db.QueryRow("", ourRow{UUID: example}).Scan(&text); text != canonicalText || err != nil {
		t.Errorf("passed as %q, %v", text, err)
	}
	if err := db.QueryRow("", theirRow{UUID: std.UUID(example)}).Scan(&text); err == nil {
		t.Error("the standard package's is passed too")
	}
	var dst ourRow
	if err := db.QueryRow("", canonicalText).Scan(&dst); dst.UUID != example || err != nil {
		t.Errorf("scanned as %v, %v", dst, err)
	}
	if err := db.QueryRow("", canonicalText).Scan(new(theirRow)); err == nil {
		t.Error("the standard package's is scanned too")
	}
}
