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
	htmltemplate "html/template"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"testing/cryptotest"
	"text/template"
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

func TestStandardParse(t *testing.T) {
	for _, row := range parseVectors(t) {
		checkStandardParse(t, row.Text)
	}
	eachByte(checkStandardParse, t)
}

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
	for _, u := range ids {
		v := std.UUID(u)
		if got, want := ours.String(u), theirs.String(v); got != want || uuid.UUID(v) != u {
			t.Errorf("String() = %s, want %s", got, want)
		}
		got, err := ours.MarshalText(u)
		want, wantErr := theirs.MarshalText(v)
		if !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("MarshalText() = %s, %v; want %s, %v", got, err, want, wantErr)
		}
		got, err = ours.AppendText(u, []byte("id="))
		want, wantErr = theirs.AppendText(v, []byte("id="))
		if !bytes.Equal(got, want) || err != wantErr {
			t.Errorf("AppendText() = %s, %v; want %s, %v", got, err, want, wantErr)
		}
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

// What both packages promise of new UUIDs is known to hold for the standard one too.
func TestStandardNew(t *testing.T) {
	t.Run("standard", func(t *testing.T) { checkNew(t, theirs) })
	t.Run("ours", func(t *testing.T) { checkNew(t, ours) })
}

func checkNew[U ~[16]byte](t *testing.T, a api[U]) {
	for _, tt := range []struct {
		name    string
		next    func() U
		version uuid.Version
	}{
		{"New", a.New, 4},
		{"NewV4", a.NewV4, 4},
		{"NewV7", a.NewV7, 7},
	} {
		u, v := uuid.UUID(tt.next()), uuid.UUID(tt.next())
		if u.Version() != tt.version || u == v {
			t.Errorf("%s() = %v, then %v; want version %d", tt.name, u, v, tt.version)
		}
	}

	// Version 7 UUIDs have the time of the clock to the millisecond, also when it goes
	// back: each bubble begins in the year 2000.
	for range 3 {
		uuid.Bubble(t, func(t *testing.T) {
			for _, pause := range []time.Duration{
				0,
				time.Hour,
				time.Second - 1, // to the last nanosecond of a second
				1,               // to the first of the next one
				time.Millisecond - 1,
				1,
				24 * time.Hour,
			} {
				time.Sleep(pause)
				u := uuid.UUID(a.NewV7())
				now := time.Now()
				if at, ok := u.Time(); !ok || !at.Equal(now.Truncate(time.Millisecond)) {
					t.Errorf("%v has time %v at %v", u, at, now)
				}
			}
		})
	}

	// They increase while the clock stands still and when it moves less than they do.
	const burst = 3 * 4096 // what the standard package has for three milliseconds
	uuid.Bubble(t, func(t *testing.T) {
		var last U
		for range 3 {
			for range burst {
				u := a.NewV7()
				if a.Compare(last, u) >= 0 {
					t.Fatalf("%v is not above %v", uuid.UUID(u), uuid.UUID(last))
				}
				last = u
			}
			time.Sleep(time.Millisecond)
		}
	})
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

// pairs pairs values, the last of which have a type that embeds a UUID.
func pairs(u uuid.UUID) (all []pair) {
	v, same := std.UUID(u), (*std.UUID)(&u) // where an address is printed, it is the same
	want := places(same)
	for i, value := range places(&u) {
		all = append(all, pair{value, want[i]})
	}
	return append(all,
		pair{struct{ uuid.UUID }{u}, struct{ std.UUID }{v}},
		pair{&struct{ uuid.UUID }{u}, &struct{ std.UUID }{v}},
		pair{struct{ *uuid.UUID }{&u}, struct{ *std.UUID }{same}},
		pair{struct{ *uuid.UUID }{}, struct{ *std.UUID }{}},
		pair{struct {
			uuid.UUID
			Name string
		}{u, "name"}, struct {
			std.UUID
			Name string
		}{v, "name"}},
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
	for _, p := range pairs(example) {
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

// A jsonDoc has UUIDs under all options of encoding/json.
type jsonDoc[U comparable] struct {
	ID        U `json:"id"`
	OmitEmpty U `json:"omitEmpty,omitempty"`
	OmitZero  U `json:"omitZero,omitzero"`
	//lint:ignore SA5008 the option is to change nothing
	String  U         `json:"string,string"`
	Pointer *U        `json:"pointer"`
	Omitted *U        `json:"omitted,omitempty"`
	Slice   []U       `json:"slice"`
	Array   [2]U      `json:"array"`
	Keys    map[U]int `json:"keys"`
	Any     any       `json:"any"`
}

// An xmlDoc has UUIDs under all options of encoding/xml.
type xmlDoc[U comparable] struct {
	XMLName   xml.Name `xml:"doc"`
	Attr      U        `xml:"attr,attr"`
	AttrEmpty U        `xml:"attrEmpty,attr,omitempty"`
	AttrNil   *U       `xml:"attrNil,attr"`
	ID        U        `xml:"id"`
	Inner     U        `xml:"a>b>inner"`
	OmitEmpty U        `xml:"omitEmpty,omitempty"`
	Pointer   *U       `xml:"pointer"`
	Nil       *U       `xml:"nil"`
	Slice     []U      `xml:"slice"`
}

// An xmlText has a UUID for its text.
type xmlText[U comparable] struct {
	XMLName xml.Name `xml:"text"`
	ID      U        `xml:",chardata"`
}

// documents returns pairs, and documents with u.
func documents(u uuid.UUID) []pair {
	v := std.UUID(u)
	return append(pairs(u),
		pair{newJSONDoc(u), newJSONDoc(v)},
		pair{jsonDoc[uuid.UUID]{}, jsonDoc[std.UUID]{}},
		pair{newXMLDoc(u), newXMLDoc(v)},
		pair{xmlText[uuid.UUID]{ID: u}, xmlText[std.UUID]{ID: v}},
	)
}

func newJSONDoc[U comparable](u U) jsonDoc[U] {
	var zero U
	return jsonDoc[U]{
		ID: u, OmitEmpty: u, OmitZero: u, String: u, Pointer: &u, Omitted: &zero,
		Slice: []U{u, zero}, Array: [2]U{u}, Keys: map[U]int{u: 1, zero: 2}, Any: u,
	}
}

func newXMLDoc[U comparable](u U) xmlDoc[U] {
	return xmlDoc[U]{Attr: u, ID: u, Inner: u, OmitEmpty: u, Pointer: &u, Slice: []U{u, *new(U)}}
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
	} {
		all["text/template "+text] = func(v any) (string, error) {
			var b strings.Builder
			err := template.Must(template.New("").Parse(text)).Execute(&b, v)
			return b.String(), err
		}
	}
	for _, text := range []string{
		"<p>{{.}}</p>", `<p title="{{.}}" id={{.}}>`, `<a href="/things/{{.}}?id={{.}}">`,
		`<a onclick="show({{.}})">`, "<script>var id = {{.}}, text = '{{.}}'</script>", `<p style="width: {{.}}">`,
	} {
		all["html/template "+text] = func(v any) (string, error) {
			var b strings.Builder
			err := htmltemplate.Must(htmltemplate.New("").Parse(text)).Execute(&b, v)
			return b.String(), err
		}
	}
	return all
}

func TestSameEncode(t *testing.T) {
	for name, encode := range encoders() {
		t.Run(name, func(t *testing.T) {
			// An embedded nil pointer has no methods.
			try := func(v any) (text string, err error) {
				defer func() {
					if r := recover(); r != nil {
						text, err = "", fmt.Errorf("panic: %v", r)
					}
				}()
				return encode(v)
			}
			for _, u := range []uuid.UUID{example, uuid.Nil(), uuid.Max()} {
				for _, p := range documents(u) {
					got, err := try(p.ours)
					want, wantErr := try(p.theirs)
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
		inputs = append(inputs, "<doc>"+value+"</doc>", `<doc attr="`+value+`"/>`, `<doc attrNil="`+value+`"/>`, "<doc><id>"+value+"</id></doc>",
			"<doc><a><b><inner>"+value+"</inner></b></a></doc>", "<doc><pointer>"+value+"</pointer></doc>",
			"<doc><slice>"+value+"</slice><slice>"+value+"</slice></doc>", "<text>"+value+"</text>")
	}
	return inputs
}

// destinations returns pointers to what a decoder may write to. What they have is u.
func destinations(u uuid.UUID) (all []pair) {
	v := std.UUID(u)
	want := holders(v)
	for i, holder := range holders(u) {
		all = append(all, pair{holder, want[i]})
	}
	return append(all, pair{&struct{ uuid.UUID }{u}, &struct{ std.UUID }{v}},
		pair{&struct {
			uuid.UUID
			Name string
		}{u, "before"}, &struct {
			std.UUID
			Name string
		}{v, "before"}})
}

func holders[U comparable](u U) []any {
	one, two := u, u
	pointer, document := &two, newJSONDoc(u)
	return []any{
		&one, &pointer, new(*U), &[]U{u}, &[2]U{u, u}, &map[U]int{u: 0}, &map[string]U{"id": u},
		&document, &xmlDoc[U]{ID: u, Slice: []U{u}}, &xmlText[U]{ID: u},
	}
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
				for _, p := range destinations(before) {
					wantErr, err := d.decode(text, p.theirs), d.decode(text, p.ours)
					// That both write the same for the same is what TestSameEncode checks.
					got, gotErr := json.Marshal(p.ours)
					want, err2 := json.Marshal(p.theirs)
					if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) || gotErr != nil || err2 != nil {
						t.Fatalf("%+.100q into a %T: %s, %v; want %s, %v", text, p.ours, got, err, want, wantErr)
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
	u, v := example, std.UUID(example)
	ptr, same := &u, &v
	for _, p := range []pair{
		{u, v},
		{uuid.Nil(), std.Nil()},
		{ptr, same},
		{&ptr, &same},
		{(*uuid.UUID)(nil), (*std.UUID)(nil)},
		{sql.Null[uuid.UUID]{V: u, Valid: true}, sql.Null[std.UUID]{V: v, Valid: true}},
		{sql.Null[uuid.UUID]{V: u}, sql.Null[std.UUID]{V: v}},
		{[]uuid.UUID{u}, []std.UUID{v}},
		{[2]uuid.UUID{u}, [2]std.UUID{v}},
		{map[uuid.UUID]int{u: 1}, map[std.UUID]int{v: 1}},
		{struct{ ID uuid.UUID }{u}, struct{ ID std.UUID }{v}},
	} {
		var got, want any
		err, wantErr := db.QueryRow("", p.ours).Scan(&got), db.QueryRow("", p.theirs).Scan(&want)
		if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("a %T is passed as %v, %v; want %v, %v", p.ours, got, err, want, wantErr)
		}
	}
}

// TestSameScan scans what drivers return.
func TestSameScan(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	u := example
	sources := []any{nil, u[:], u[:15], []byte(nil), int64(1), 1.5, true, time.Unix(0, 0)}
	for _, text := range []string{
		canonicalText, strings.ToUpper(canonicalText), compactText, bracedText, urnText,
		"", "x", "0123456789abcdef", canonicalText + " ", strings.Repeat("x", 1000),
	} {
		sources = append(sources, text, []byte(text))
	}
	type holder[U any] struct {
		value   U
		pointer *U
		null    sql.Null[U]
		any     any
	}
	for _, source := range sources {
		ours := holder[uuid.UUID]{value: before, pointer: new(before), null: sql.Null[uuid.UUID]{V: before, Valid: true}}
		v := std.UUID(before)
		theirs := holder[std.UUID]{value: v, pointer: new(v), null: sql.Null[std.UUID]{V: v, Valid: true}}
		for _, dst := range []pair{
			{&ours.value, &theirs.value}, {&ours.pointer, &theirs.pointer}, {&ours.null, &theirs.null}, {&ours.any, &theirs.any},
		} {
			err, wantErr := db.QueryRow("", source).Scan(dst.ours), db.QueryRow("", source).Scan(dst.theirs)
			got, want := fmt.Sprint(pointee(dst.ours)), fmt.Sprint(pointee(dst.theirs))
			if got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%.50q (%T) into a %T: got %s, %v; want %s, %v", source, source, dst.ours, got, err, want, wantErr)
			}
		}
	}
}

// TestNullJSON2 is TestNullJSON for encoding/json/v2.
func TestNullJSON2(t *testing.T) {
	for _, tt := range nulls {
		b, err := json2.Marshal(tt.null)
		if string(b) != tt.json || err != nil {
			t.Errorf("%s: Marshal = %s, %v; want %s", tt.name, b, err, tt.json)
		}
		dst := uuid.Null{UUID: before, Valid: true}
		if err := json2.Unmarshal(b, &dst); dst != tt.null || err != nil {
			t.Errorf("Unmarshal(%s): got %v, %v; want %v", b, dst, err, tt.null)
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
	now := time.Date(2022, 2, 22, 19, 22, 22, 0, time.UTC)
	g := newGenerator(t, uuid.Options{Now: func() time.Time { return now }})
	first := must(t)(g.NewV7())
	now = now.Add(-step)
	if second := must(t)(g.NewV7()); first.Compare(second) >= 0 {
		t.Errorf("%v, %v after it, is not above %v", second, step, first)
	}

	var last std.UUID
	for _, pause := range []time.Duration{step, 0} {
		uuid.Bubble(t, func(t *testing.T) {
			time.Sleep(pause)
			id := std.NewV7()
			if pause == 0 && last.Compare(id) <= 0 {
				t.Errorf("the standard package's stays in order too: %v, then %v", last, id)
			}
			last = id
		})
	}
}

// viaGob takes in through encoding/gob to what out points to.
func viaGob(in, out any) error {
	var stream bytes.Buffer
	if err := gob.NewEncoder(&stream).Encode(in); err != nil {
		return err
	}
	return gob.NewDecoder(&stream).Decode(out)
}

// TestDifferentGob shows that gob is the 16 bytes, because of MarshalBinary,
// where the standard package has an array of numbers. One cannot read the other.
func TestDifferentGob(t *testing.T) {
	u, v := []uuid.UUID{example, {}}, []std.UUID{std.UUID(example), {}}
	for _, tt := range []struct {
		in, out any
		ok      bool
	}{
		{v, new([]std.UUID), true},
		{u, new([]uuid.UUID), true},
		{v, new([]uuid.UUID), false},
		{u, new([]std.UUID), false},
		{u[0], new(uuid.UUID), true},
		{v[0], new(uuid.UUID), false},
	} {
		err := viaGob(tt.in, tt.out)
		if (err == nil) != tt.ok || tt.ok && !reflect.DeepEqual(pointee(tt.out), tt.in) {
			t.Errorf("%T to %T: %v, %v", tt.in, tt.out, pointee(tt.out), err)
		}
	}
}

// TestDifferentOmitZero shows that omitzero leaves out a pointer to Nil, because of
// IsZero, where the standard package's is written.
func TestDifferentOmitZero(t *testing.T) {
	for name, marshal := range map[string]func(any) ([]byte, error){
		"encoding/json":    json.Marshal,
		"encoding/json/v2": func(v any) ([]byte, error) { return json2.Marshal(v) },
	} {
		got, err := marshal(struct {
			ID *uuid.UUID `json:"id,omitzero"`
		}{new(uuid.UUID)})
		if string(got) != "{}" || err != nil {
			t.Errorf("%s: IsZero makes it leave out a pointer to Nil: got %s, %v", name, got, err)
		}
		want, err := marshal(struct {
			ID *std.UUID `json:"id,omitzero"`
		}{new(std.UUID)})
		if string(want) != `{"id":"`+uuid.Nil().String()+`"}` || err != nil {
			t.Errorf("%s: without it there is one: got %s, %v", name, want, err)
		}
	}
}

// TestDifferentEmbedding shows what a struct that embeds a UUID gets from the methods
// that the standard UUID does not have: gob has the UUID alone, because of MarshalBinary,
// JSON leaves out what has the Nil UUID, because of IsZero, and the struct is passed to a
// database and scanned as a UUID, because of Value and Scan.
func TestDifferentEmbedding(t *testing.T) {
	type ours struct {
		uuid.UUID
		Name string
	}
	type theirs struct {
		std.UUID
		Name string
	}
	ourCopy, theirCopy := ours{}, theirs{}
	err, wantErr := viaGob(ours{example, "name"}, &ourCopy), viaGob(theirs{std.UUID(example), "name"}, &theirCopy)
	if ourCopy != (ours{example, ""}) || err != nil {
		t.Errorf("gob has %v, %v", ourCopy, err)
	}
	if theirCopy != (theirs{std.UUID(example), "name"}) || wantErr != nil {
		t.Errorf("gob has, of the standard UUID, %v, %v", theirCopy, wantErr)
	}

	got, err := json.Marshal(struct {
		Row ours `json:",omitzero"`
	}{ours{Name: "name"}})
	want, wantErr := json.Marshal(struct {
		Row theirs `json:",omitzero"`
	}{theirs{Name: "name"}})
	if string(got) != "{}" || err != nil {
		t.Errorf("JSON has %s, %v", got, err)
	}
	if string(want) != `{"Row":"`+uuid.Nil().String()+`"}` || wantErr != nil {
		t.Errorf("JSON has, of the standard UUID, %s, %v", want, wantErr)
	}

	db := sql.OpenDB(echo{})
	defer db.Close()
	var text string
	if err := db.QueryRow("", ours{UUID: example}).Scan(&text); text != canonicalText || err != nil {
		t.Errorf("passed as %q, %v", text, err)
	}
	if err := db.QueryRow("", theirs{UUID: std.UUID(example)}).Scan(&text); err == nil {
		t.Error("the standard package's is passed too")
	}
	var dst ours
	if err := db.QueryRow("", canonicalText).Scan(&dst); dst.UUID != example || err != nil {
		t.Errorf("scanned as %v, %v", dst, err)
	}
	if err := db.QueryRow("", canonicalText).Scan(new(theirs)); err == nil {
		t.Error("the standard package's is scanned too")
	}
}
