package uuid_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	htmltemplate "html/template"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"text/template"

	"github.com/seed-8298af95/uuid"
)

// Whatever takes a UUID by its methods is to take ours as it takes the standard
// package's, which is StdUUID here.

// A pair is two values of which one has our UUIDs where the other one has the
// standard ones.
type pair struct {
	name         string
	ours, theirs any
}

// pairs returns u in the places where it may be treated differently.
func pairs(u uuid.UUID) []pair {
	v, same := StdUUID(u), (*StdUUID)(&u) // where an address is printed, it is the same
	return []pair{
		{"value", u, v},
		{"pointer", &u, same},
		{"nil pointer", (*uuid.UUID)(nil), (*StdUUID)(nil)},
		{"field", struct{ ID uuid.UUID }{u}, struct{ ID StdUUID }{v}},
		{"pointer to field", &struct{ ID uuid.UUID }{u}, &struct{ ID StdUUID }{v}},
		{"field of pointer", struct{ ID *uuid.UUID }{&u}, struct{ ID *StdUUID }{same}},
		{"field of nil pointer", struct{ ID *uuid.UUID }{}, struct{ ID *StdUUID }{}},
		{"unexported field", struct{ id uuid.UUID }{u}, struct{ id StdUUID }{v}},
		{"embedded", struct{ uuid.UUID }{u}, struct{ StdUUID }{v}},
		{
			"embedded with another field",
			struct {
				uuid.UUID
				Name string
			}{u, "name"},
			struct {
				StdUUID
				Name string
			}{v, "name"},
		},
		{"pointer to embedded", &struct{ uuid.UUID }{u}, &struct{ StdUUID }{v}},
		{"embedded pointer", struct{ *uuid.UUID }{&u}, struct{ *StdUUID }{same}},
		{"embedded nil pointer", struct{ *uuid.UUID }{}, struct{ *StdUUID }{}},
		{"slice", []uuid.UUID{u, {}}, []StdUUID{v, {}}},
		{"slice of pointers", []*uuid.UUID{&u, nil}, []*StdUUID{same, nil}},
		{"array", [2]uuid.UUID{u}, [2]StdUUID{v}},
		{"map key", map[uuid.UUID]int{u: 1, {}: 2}, map[StdUUID]int{v: 1, {}: 2}},
		{"map value", map[string]uuid.UUID{"id": u}, map[string]StdUUID{"id": v}},
		{"interface", []any{u, &u}, []any{v, same}},
	}
}

// standardName makes a text that has the name StdUUID have the name of the standard
// package's type.
func standardName(text string) string {
	return strings.NewReplacer(stdPackage+".StdUUID", "uuid.UUID", "StdUUID", "UUID").Replace(text)
}

// TestSamePrint prints with every verb and all flags, widths and precisions.
func TestSamePrint(t *testing.T) {
	const verbs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%!é"
	const flags = "+-# 0"
	widths := []string{"", "60", ".8"}
	if uuid.FullTests {
		widths = append(widths, "7", ".0", ".60", "60.8")
	}
	ownAddress := map[string]bool{ // printed by %p
		"pointer to field": true, "pointer to embedded": true,
		"slice": true, "slice of pointers": true, "map key": true, "map value": true, "interface": true,
	}
	prints, differ := 0, 0
	for _, p := range pairs(example) {
		for set := range 1 << len(flags) {
			format := "%"
			for i := range len(flags) {
				if set>>i&1 == 1 {
					format += flags[i : i+1]
				}
			}
			for _, width := range widths {
				for _, verb := range verbs {
					if verb == 'p' && ownAddress[p.name] || verb == 'T' && width != "" && stdPackage != "uuid" {
						continue
					}
					format := format + width + string(verb)
					prints++
					got, want := fmt.Sprintf(format, p.ours), standardName(fmt.Sprintf(format, p.theirs))
					if got == want {
						continue
					}
					if differ++; differ <= 20 {
						t.Errorf("%s of %s: %s, want %s", format, p.name, got, want)
					}
				}
			}
		}
		got, want := fmt.Sprintln(p.ours, p.ours), standardName(fmt.Sprintln(p.theirs, p.theirs))
		if got != want {
			t.Errorf("Sprintln of %s: %s, want %s", p.name, got, want)
		}
	}
	t.Logf("%d of %d prints differ", differ, prints)
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
	v := StdUUID(u)
	return append(pairs(u),
		pair{"JSON document", newJSONDoc(u), newJSONDoc(v)},
		pair{"JSON document without UUIDs", jsonDoc[uuid.UUID]{}, jsonDoc[StdUUID]{}},
		pair{"XML document", xmlDoc[uuid.UUID]{Attr: u, ID: u, Inner: u, OmitEmpty: u, Pointer: &u, Slice: []uuid.UUID{u, {}}},
			xmlDoc[StdUUID]{Attr: v, ID: v, Inner: v, OmitEmpty: v, Pointer: &v, Slice: []StdUUID{v, {}}}},
		pair{"XML text", xmlText[uuid.UUID]{ID: u}, xmlText[StdUUID]{ID: v}},
	)
}

func newJSONDoc[U comparable](u U) jsonDoc[U] {
	var zero U
	return jsonDoc[U]{
		ID: u, OmitEmpty: u, OmitZero: u, String: u, Pointer: &u, Omitted: &zero,
		Slice: []U{u, zero}, Array: [2]U{u}, Keys: map[U]int{u: 1, zero: 2}, Any: u,
	}
}

// An encoder writes a value as text.
type encoder struct {
	name   string
	encode func(v any) (string, error)
}

// try is encode with a panic as an error: an embedded nil pointer has no methods.
func (e encoder) try(v any) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("panic: %v", r)
		}
	}()
	return e.encode(v)
}

// encoders returns what takes values by their methods, but for package fmt.
func encoders() []encoder {
	all := []encoder{
		{"encoding/json", func(v any) (string, error) { b, err := json.Marshal(v); return string(b), err }},
		{"encoding/json, indented", func(v any) (string, error) { b, err := json.MarshalIndent(v, "", " "); return string(b), err }},
		{"encoding/xml", func(v any) (string, error) { b, err := xml.Marshal(v); return string(b), err }},
		{"slog.TextHandler", func(v any) (string, error) { return logged(slogText, v), nil }},
		{"slog.JSONHandler", func(v any) (string, error) { return logged(slogJSON, v), nil }},
	}
	for _, text := range []string{
		"{{.}}", "{{print .}}", `{{printf "%v %s %q %x" . . . .}}`, "{{html .}}", "{{js .}}", "{{urlquery .}}",
		"{{len .}}", "{{index . 0}}", "{{range .}}{{.}},{{end}}", "{{if .}}true{{end}}", "{{not .}}", "{{eq . .}}",
		"{{.String}}", "{{.Compare .}}", "{{.ID}}", "{{.ID.String}}", "{{.Name}}",
	} {
		all = append(all, encoder{"text/template " + text, func(v any) (string, error) {
			var b strings.Builder
			err := template.Must(template.New("").Parse(text)).Execute(&b, v)
			return b.String(), err
		}})
	}
	for _, text := range []string{
		"<p>{{.}}</p>", `<p title="{{.}}" id={{.}}>`, `<a href="/things/{{.}}?id={{.}}">`,
		`<a onclick="show({{.}})">`, "<script>var id = {{.}}, text = '{{.}}'</script>", `<p style="width: {{.}}">`,
	} {
		all = append(all, encoder{"html/template " + text, func(v any) (string, error) {
			var b strings.Builder
			err := htmltemplate.Must(htmltemplate.New("").Parse(text)).Execute(&b, v)
			return b.String(), err
		}})
	}
	return all
}

func slogText(w io.Writer, opts *slog.HandlerOptions) slog.Handler {
	return slog.NewTextHandler(w, opts)
}
func slogJSON(w io.Writer, opts *slog.HandlerOptions) slog.Handler {
	return slog.NewJSONHandler(w, opts)
}

// logged returns what a handler writes for v.
func logged(newHandler func(io.Writer, *slog.HandlerOptions) slog.Handler, v any) string {
	var b strings.Builder
	log := slog.New(newHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	log.With("with", v).Info("message", "key", v, slog.Group("group", "key", v))
	return b.String()
}

func TestSameEncode(t *testing.T) {
	for _, e := range encoders() {
		t.Run(e.name, func(t *testing.T) {
			for _, u := range []uuid.UUID{example, uuid.Nil(), uuid.Max()} {
				for _, p := range documents(u) {
					checkSameEncode(t, e, p)
				}
			}
		})
	}
}

func checkSameEncode(t *testing.T, e encoder, p pair) {
	t.Helper()
	want, wantErr := e.try(p.theirs)
	got, err := e.try(p.ours)
	if got != standardName(want) || (err == nil) != (wantErr == nil) {
		t.Errorf("%s: %s, %v; want %s, %v", p.name, got, err, standardName(want), wantErr)
	}
}

// A decoder reads a text into what dst points to.
type decoder struct {
	name   string
	inputs []string
	decode func(text string, dst any) error
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

// destinations returns pointers to what a decoder may write to. What they have
// is u.
func destinations(u uuid.UUID) []pair {
	v := StdUUID(u)
	one, two := u, v
	return []pair{
		{"value", &u, &v},
		{"pointer", pointerTo[any](&one), pointerTo[any](&two)},
		{"nil pointer", new(*uuid.UUID), new(*StdUUID)},
		{"slice", &[]uuid.UUID{u}, &[]StdUUID{v}},
		{"array", &[2]uuid.UUID{u, u}, &[2]StdUUID{v, v}},
		{"map key", &map[uuid.UUID]int{u: 0}, &map[StdUUID]int{v: 0}},
		{"map value", &map[string]uuid.UUID{"id": u}, &map[string]StdUUID{"id": v}},
		{"embedded", &struct{ uuid.UUID }{u}, &struct{ StdUUID }{v}},
		{"embedded with another field", &struct {
			uuid.UUID
			Name string
		}{u, "before"}, &struct {
			StdUUID
			Name string
		}{v, "before"}},
		{"JSON document", pointerTo[any](newJSONDoc(u)), pointerTo[any](newJSONDoc(v))},
		{"XML document", &xmlDoc[uuid.UUID]{ID: u, Slice: []uuid.UUID{u}}, &xmlDoc[StdUUID]{ID: v, Slice: []StdUUID{v}}},
		{"XML text", &xmlText[uuid.UUID]{ID: u}, &xmlText[StdUUID]{ID: v}},
	}
}

func TestSameDecode(t *testing.T) {
	for _, d := range []decoder{
		{"encoding/json", jsonInputs(), func(text string, dst any) error { return json.Unmarshal([]byte(text), dst) }},
		{"encoding/json, strict", jsonInputs(), func(text string, dst any) error {
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			return d.Decode(dst)
		}},
		{"encoding/xml", xmlInputs(), func(text string, dst any) error { return xml.Unmarshal([]byte(text), dst) }},
		{"fmt.Sscan", []string{canonicalText, "x", ""}, func(text string, dst any) error {
			_, err := fmt.Sscan(text, dst)
			return err
		}},
	} {
		t.Run(d.name, func(t *testing.T) { checkSameDecode(t, d) })
	}
}

func checkSameDecode(t *testing.T, d decoder) {
	t.Helper()
	read := 0
	for _, text := range d.inputs {
		for _, p := range destinations(before) {
			wantErr, err := d.decode(text, p.theirs), d.decode(text, p.ours)
			// That both write the same for the same is what TestSameEncode checks.
			got, gotErr := json.Marshal(p.ours)
			want, err2 := json.Marshal(p.theirs)
			if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) || gotErr != nil || err2 != nil {
				t.Errorf("%s into %s: %s, %v; want %s, %v", text, p.name, got, err, want, wantErr)
			}
			if err == nil {
				read++
			}
		}
	}
	t.Logf("%d of %d are read", read, len(d.inputs)*len(destinations(before)))
}

// TestSameFlag defines flags, prints their defaults and sets them.
func TestSameFlag(t *testing.T) {
	inputs := []string{canonicalText, compactText, bracedText, urnText, strings.ToUpper(canonicalText), "", "x", " " + canonicalText}
	for _, u := range []uuid.UUID{example, {}} {
		var ours uuid.UUID
		var theirs StdUUID
		var output, wantOutput strings.Builder
		got, want := flag.NewFlagSet("test", flag.ContinueOnError), flag.NewFlagSet("test", flag.ContinueOnError)
		got.TextVar(&ours, "id", u, "the `ID`")
		want.TextVar(&theirs, "id", StdUUID(u), "the `ID`")
		got.SetOutput(&output)
		want.SetOutput(&wantOutput)
		got.PrintDefaults()
		want.PrintDefaults()
		if output.String() != wantOutput.String() || !strings.Contains(output.String(), "-id ID") {
			t.Errorf("the defaults of %v are %s, want %s", u, output.String(), wantOutput.String())
		}
		for _, text := range inputs {
			err, wantErr := got.Parse([]string{"-id", text}), want.Parse([]string{"-id", text})
			if ours != uuid.UUID(theirs) || (err == nil) != (wantErr == nil) {
				t.Errorf("-id %q makes %v, %v; want %v, %v", text, ours, err, theirs, wantErr)
			}
			if got, want := got.Lookup("id").Value.String(), want.Lookup("id").Value.String(); got != want {
				t.Errorf("after -id %q the value is %s, want %s", text, got, want)
			}
			gotValue := got.Lookup("id").Value.(flag.Getter).Get()
			wantValue := want.Lookup("id").Value.(flag.Getter).Get()
			if *gotValue.(*uuid.UUID) != uuid.UUID(*wantValue.(*StdUUID)) {
				t.Errorf("after -id %q Get has %v, want %v", text, gotValue, wantValue)
			}
		}
	}
}

// The rest are the differences that are on purpose, as the README says.

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
	type doc[U comparable] struct {
		ID  U
		IDs []U
	}
	u, v := example, StdUUID(example)
	ours, theirs := doc[uuid.UUID]{u, []uuid.UUID{u, {}}}, doc[StdUUID]{v, []StdUUID{v, {}}}
	for _, tt := range []struct {
		name    string
		in, out any
		ok      bool
	}{
		{"standard to standard", v, new(StdUUID), true},
		{"ours to ours", u, new(uuid.UUID), true},
		{"standard to ours", v, new(uuid.UUID), false},
		{"ours to standard", u, new(StdUUID), false},
		{"standard to standard, document", theirs, new(doc[StdUUID]), true},
		{"ours to ours, document", ours, new(doc[uuid.UUID]), true},
		{"standard to ours, document", theirs, new(doc[uuid.UUID]), false},
		{"ours to standard, document", ours, new(doc[StdUUID]), false},
	} {
		err := viaGob(tt.in, tt.out)
		if (err == nil) != tt.ok || tt.ok && !reflect.DeepEqual(pointee(tt.out), tt.in) {
			t.Errorf("%s: %v, %v", tt.name, pointee(tt.out), err)
		}
	}
}

// TestDifferentOmitZero shows that omitzero leaves out a pointer to Nil, because of
// IsZero, where the standard package's is written.
func TestDifferentOmitZero(t *testing.T) { checkDifferentOmitZero(t, json.Marshal) }

func checkDifferentOmitZero(t *testing.T, marshal func(any) ([]byte, error)) {
	t.Helper()
	got, err := marshal(struct {
		ID *uuid.UUID `json:"id,omitzero"`
	}{new(uuid.UUID)})
	if string(got) != "{}" || err != nil {
		t.Errorf("IsZero makes JSON leave out a pointer to Nil: got %s, %v", got, err)
	}
	want, err := marshal(struct {
		ID *StdUUID `json:"id,omitzero"`
	}{new(StdUUID)})
	if string(want) != `{"id":"`+uuid.Nil().String()+`"}` || err != nil {
		t.Errorf("without it JSON has it: got %s, %v", want, err)
	}
}

// TestDifferentEmbedding shows what a struct that embeds a UUID gets from the
// methods that the standard UUID does not have.
func TestDifferentEmbedding(t *testing.T) {
	type ours struct {
		uuid.UUID
		Name string
	}
	type theirs struct {
		StdUUID
		Name string
	}
	ourCopy, theirCopy := ours{}, theirs{}
	err, wantErr := viaGob(ours{example, "name"}, &ourCopy), viaGob(theirs{StdUUID(example), "name"}, &theirCopy)
	if ourCopy != (ours{example, ""}) || err != nil {
		t.Errorf("MarshalBinary makes gob of a UUID alone: got %v, %v", ourCopy, err)
	}
	if theirCopy != (theirs{StdUUID(example), "name"}) || wantErr != nil {
		t.Errorf("without it gob has all fields: got %v, %v", theirCopy, wantErr)
	}

	got, err := json.Marshal(struct {
		Row ours `json:",omitzero"`
	}{ours{Name: "name"}})
	want, wantErr := json.Marshal(struct {
		Row theirs `json:",omitzero"`
	}{theirs{Name: "name"}})
	if string(got) != "{}" || err != nil {
		t.Errorf("IsZero makes JSON leave out what has the Nil UUID: got %s, %v", got, err)
	}
	if string(want) != `{"Row":"`+uuid.Nil().String()+`"}` || wantErr != nil {
		t.Errorf("without it JSON has it: got %s, %v", want, wantErr)
	}
}
