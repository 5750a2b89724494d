//lint:file-ignore U1000 what a T has is found by reflection

package uuid_test

import (
	"bytes"
	"database/sql"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// What a T can say, for types that embed it. The methods of the first three have a value,
// those of the others a pointer, to which they write: a zero value that two calls share
// would not survive the race detector.
type (
	saysPrefix struct{}
	saysMask   struct{}
	saysBinary struct{}

	setsPrefix struct{ prefix string }
	setsMask   struct{ mask *uuid.Mask }
	setsBinary struct{ binary bool }

	fields struct { // of a T that is not empty
		ID         uuid.UUID
		Name, Mail string
		Tags       []string
		At         time.Time
	}
)

const sharedKey = "30313233343536373839616263646566"

var sharedMask = maskOf(sharedKey, "user")

func (saysPrefix) IDPrefix() string    { return "user" }
func (saysMask) IDMask() *uuid.Mask    { return sharedMask }
func (saysBinary) IDBinary() bool      { return true }
func (s *setsPrefix) IDPrefix() string { s.prefix += "user"; return s.prefix }
func (s *setsMask) IDMask() *uuid.Mask {
	if s.mask != nil {
		return nil
	}
	s.mask = sharedMask
	return s.mask
}
func (s *setsBinary) IDBinary() bool { s.binary = !s.binary; return s.binary }

// combinations are all that a T can say, of each kind: methods of a value or of a pointer,
// with and without other fields, and a T that is a pointer itself.
var combinations = []combination{
	combinationOf[struct{}]("empty", false, false, false),
	combinationOf[struct{ saysPrefix }]("empty", true, false, false),
	combinationOf[struct{ saysMask }]("empty", false, true, false),
	combinationOf[*struct{ saysMask }]("pointer to empty", false, true, false),
	combinationOf[struct {
		saysPrefix
		saysMask
	}]("empty", true, true, false),
	combinationOf[struct{ saysBinary }]("empty", false, false, true),
	combinationOf[struct {
		saysPrefix
		saysBinary
	}]("empty", true, false, true),
	combinationOf[*struct {
		saysPrefix
		saysBinary
	}]("pointer to empty", true, false, true),
	combinationOf[struct {
		saysMask
		saysBinary
	}]("empty", false, true, true),
	combinationOf[struct {
		saysPrefix
		saysMask
		saysBinary
	}]("empty", true, true, true),
	combinationOf[*struct {
		saysPrefix
		saysMask
		saysBinary
	}]("pointer to empty", true, true, true),
	combinationOf[struct{ fields }]("value", false, false, false),
	combinationOf[struct {
		fields
		saysPrefix
	}]("value", true, false, false),
	combinationOf[struct {
		fields
		saysMask
	}]("value", false, true, false),
	combinationOf[*struct {
		fields
		saysMask
	}]("pointer to value", false, true, false),
	combinationOf[struct {
		fields
		saysPrefix
		saysMask
	}]("value", true, true, false),
	combinationOf[struct {
		fields
		saysBinary
	}]("value", false, false, true),
	combinationOf[struct {
		fields
		saysPrefix
		saysBinary
	}]("value", true, false, true),
	combinationOf[*struct {
		fields
		saysPrefix
		saysBinary
	}]("pointer to value", true, false, true),
	combinationOf[struct {
		fields
		saysMask
		saysBinary
	}]("value", false, true, true),
	combinationOf[struct {
		fields
		saysPrefix
		saysMask
		saysBinary
	}]("value", true, true, true),
	combinationOf[*struct {
		fields
		saysPrefix
		saysMask
		saysBinary
	}]("pointer to value", true, true, true),
	combinationOf[struct{}]("pointer", false, false, false),
	combinationOf[struct{ setsPrefix }]("pointer", true, false, false),
	combinationOf[struct{ setsMask }]("pointer", false, true, false),
	combinationOf[*struct{ setsMask }]("pointer to pointer", false, true, false),
	combinationOf[struct {
		setsPrefix
		setsMask
	}]("pointer", true, true, false),
	combinationOf[struct{ setsBinary }]("pointer", false, false, true),
	combinationOf[struct {
		setsPrefix
		setsBinary
	}]("pointer", true, false, true),
	combinationOf[*struct {
		setsPrefix
		setsBinary
	}]("pointer to pointer", true, false, true),
	combinationOf[struct {
		setsMask
		setsBinary
	}]("pointer", false, true, true),
	combinationOf[struct {
		setsPrefix
		setsMask
		setsBinary
	}]("pointer", true, true, true),
	combinationOf[*struct {
		setsPrefix
		setsMask
		setsBinary
	}]("pointer to pointer", true, true, true),
	combinationOf[struct{ fields }]("pointer and fields", false, false, false),
	combinationOf[struct {
		fields
		setsPrefix
	}]("pointer and fields", true, false, false),
	combinationOf[struct {
		fields
		setsMask
	}]("pointer and fields", false, true, false),
	combinationOf[*struct {
		fields
		setsMask
	}]("pointer to pointer and fields", false, true, false),
	combinationOf[struct {
		fields
		setsPrefix
		setsMask
	}]("pointer and fields", true, true, false),
	combinationOf[struct {
		fields
		setsBinary
	}]("pointer and fields", false, false, true),
	combinationOf[struct {
		fields
		setsPrefix
		setsBinary
	}]("pointer and fields", true, false, true),
	combinationOf[*struct {
		fields
		setsPrefix
		setsBinary
	}]("pointer to pointer and fields", true, false, true),
	combinationOf[struct {
		fields
		setsMask
		setsBinary
	}]("pointer and fields", false, true, true),
	combinationOf[struct {
		fields
		setsPrefix
		setsMask
		setsBinary
	}]("pointer and fields", true, true, true),
	combinationOf[*struct {
		fields
		setsPrefix
		setsMask
		setsBinary
	}]("pointer to pointer and fields", true, true, true),
}

// A combination is a type of IDs.
type combination struct {
	name                          string
	hasPrefix, isMasked, isBinary bool
	check                         func(t *testing.T, c combination, u uuid.UUID)
	parse                         func(string) (uuid.UUID, error)
	format                        func(uuid.UUID) string
}

func combinationOf[T any](kind string, hasPrefix, isMasked, isBinary bool) combination {
	return combination{
		fmt.Sprintf("%s: prefix %t, mask %t, binary %t", kind, hasPrefix, isMasked, isBinary), hasPrefix, isMasked, isBinary,
		checkCombination[T],
		func(s string) (uuid.UUID, error) { id, err := uuid.ParseID[T](s); return id.UUID(), err },
		func(u uuid.UUID) string { return uuid.ID[T](u).String() },
	}
}

// shown returns the UUID that the text of u shows.
func (c combination) shown(t testing.TB, u uuid.UUID) uuid.UUID {
	if !c.isMasked || u.IsNil() {
		return u
	}
	return slowFF1Of(t, fromHex(sharedKey), 2).hide([]byte("user"), u)
}

// spell returns the text that shows u.
func (c combination) spell(u uuid.UUID) string {
	if c.hasPrefix {
		return slowTypeID("user", u)
	}
	return slowEncode(uuid.Canonical, u)
}

// offset returns one of two offsets, that in a TypeID or that in the canonical form.
func (c combination) offset(typeID, canonical int) int {
	if c.hasPrefix {
		return typeID
	}
	return canonical
}

// A holder has IDs in all the places that encoders distinguish.
type holder[T any] struct {
	ID        uuid.ID[T]
	Pointer   *uuid.ID[T]
	None      *uuid.ID[T]
	Slice     []uuid.ID[T]
	Map       map[uuid.ID[T]]int
	Zero      uuid.ID[T] `json:",omitzero"`
	Interface any
}

// checkCombination takes an ID that can be shown through every way to write and to read.
func checkCombination[T any](t *testing.T, c combination, u uuid.UUID) {
	id, text := uuid.ID[T](u), c.spell(c.shown(t, u))
	id2 := id // for those who want a pointer
	equal := func(how string, got any, err error, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("%s: %v, %v; want %v", how, got, err, want)
		}
	}

	// What writes text.
	for _, format := range []string{"%v", "%s", "%+v"} {
		equal(format, fmt.Sprintf(format, id), nil, text)
		equal(format+" of a pointer", fmt.Sprintf(format, &id2), nil, text)
	}
	equal("%q", fmt.Sprintf("%q", id), nil, `"`+text+`"`)
	equal("%x", fmt.Sprintf("%x", id), nil, hex.EncodeToString([]byte(text)))
	equal("%v of a struct", fmt.Sprintf("%v", struct{ ID uuid.ID[T] }{id}), nil, "{"+text+"}")
	equal("String", id.String(), nil, text)
	checkAppend(t, "AppendText", id.AppendText, []byte(text))
	marshaled, err := id.MarshalText()
	equal("MarshalText", string(marshaled), err, text)

	in := holder[T]{ID: id, Pointer: &id2, Slice: []uuid.ID[T]{id}, Map: map[uuid.ID[T]]int{id: 1}, Interface: id}
	encoded, err := json.Marshal(in)
	equal("json.Marshal", string(encoded), err, strings.ReplaceAll(
		`{"ID":"?","Pointer":"?","None":null,"Slice":["?"],"Map":{"?":1},"Interface":"?"}`, "?", text))
	var out holder[T]
	err = json.Unmarshal(encoded, &out)
	in.Interface = text
	equal("json.Unmarshal", out, err, in)

	type element struct {
		ID   uuid.ID[T] `xml:"id,attr"`
		Next uuid.ID[T] `xml:"next"`
	}
	encoded, err = xml.Marshal(element{id, id})
	equal("xml.Marshal", string(encoded), err, `<element id="`+text+`"><next>`+text+`</next></element>`)
	var decoded element
	err = xml.Unmarshal(encoded, &decoded)
	equal("xml.Unmarshal", decoded, err, element{id, id})

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "id", id)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "id", id)
	if !strings.Contains(log.String(), "id="+text+"\n") || !strings.Contains(log.String(), `"id":"`+text+`"`) {
		t.Errorf("slog: %s, want %s", &log, text)
	}
	var page strings.Builder
	err = template.Must(template.New("").Parse(`<a href="/{{.}}">{{.}}</a><script>{{.}}</script>`)).Execute(&page, id)
	equal("html/template", page.String(), err, strings.ReplaceAll(`<a href="/?">?</a><script>"?"</script>`, "?", text))

	// What reads it.
	read := func(how string, read func(*uuid.ID[T]) error) {
		t.Helper()
		got := uuid.ID[T](before)
		err := read(&got)
		equal(how, got.UUID(), err, u)
	}
	parsed, err := uuid.ParseID[T](text)
	equal("ParseID", parsed, err, id)
	read("UnmarshalText", func(got *uuid.ID[T]) error { return got.UnmarshalText([]byte(text)) })
	read("UnmarshalParam", func(got *uuid.ID[T]) error { return got.UnmarshalParam(text) })
	read("flag", func(got *uuid.ID[T]) error {
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.TextVar(got, "id", id, "")
		return flags.Parse([]string{"-id", text})
	})
	if c.hasPrefix { // else a text in a database is a UUID
		read("Scan", func(got *uuid.ID[T]) error { return got.Scan(text) })
		read("Scan of bytes", func(got *uuid.ID[T]) error { return got.Scan([]byte(text)) })
		read("UnmarshalBSONValue", func(got *uuid.ID[T]) error { return got.UnmarshalBSONValue(2, bsonString(text)) })
	}

	// What has the UUID itself.
	canonical := slowEncode(uuid.Canonical, u)
	for _, src := range []any{u, u[:], canonical, []byte(canonical), uuid.Compact.Encode(u), id, u.GUID()} {
		read(fmt.Sprintf("Scan(%T)", src), func(got *uuid.ID[T]) error { return got.Scan(src) })
	}
	var want any = canonical
	if c.isBinary {
		want = u[:]
	}
	value, err := id.Value()
	equal("Value", value, err, want)
	db := sql.OpenDB(echo{})
	defer db.Close()
	for how, arg := range map[string]any{"argument": id, "pointer": &id2, "sql.Null": sql.Null[uuid.ID[T]]{V: id, Valid: true}} {
		var value any
		err := db.QueryRow("", arg).Scan(&value)
		equal(how, value, err, want)
		read(how, func(got *uuid.ID[T]) error { return db.QueryRow("", arg).Scan(got) })
	}
	var none any = 1
	err = db.QueryRow("", (*uuid.ID[T])(nil)).Scan(&none)
	equal("nil pointer", none, err, nil)

	checkAppend(t, "AppendBinary", id.AppendBinary, u[:])
	marshaled, err = id.MarshalBinary()
	equal("MarshalBinary", marshaled, err, u[:])
	read("UnmarshalBinary", func(got *uuid.ID[T]) error { return got.UnmarshalBinary(u[:]) })
	typ, data, err := id.MarshalBSONValue()
	equal("MarshalBSONValue", data, err, bsonBinary(4, u[:]))
	read("UnmarshalBSONValue of binary", func(got *uuid.ID[T]) error { return got.UnmarshalBSONValue(typ, data) })
	read("UnmarshalBSONValue of a canonical string", func(got *uuid.ID[T]) error { return got.UnmarshalBSONValue(2, bsonString(canonical)) })
	var stream bytes.Buffer
	err = gob.NewEncoder(&stream).Encode(id)
	if !bytes.Contains(stream.Bytes(), u[:]) {
		t.Errorf("gob: %x, want %x in it", &stream, u[:])
	}
	read("gob", func(got *uuid.ID[T]) error { return errors.Join(err, gob.NewDecoder(&stream).Decode(got)) })
	equal("Compare", id.Compare(uuid.ID[T](before)), nil, u.Compare(before))
	at, ok := id.Time()
	wantAt, wantOK := u.Time()
	equal("Time", []any{at, ok}, nil, []any{wantAt, wantOK})
}

func TestIDCombinations(t *testing.T) {
	for _, c := range combinations {
		t.Run(c.name, func(t *testing.T) {
			c.check(t, c, uuid.Nil())
			c.check(t, c, uuid.NewV7())
			c.check(t, c, uuid.MustParse("ffffffff-ffff-7fff-bfff-ffffffffffff"))
			if !c.isMasked {
				c.check(t, c, example)
				c.check(t, c, uuid.Max())
			}
		})
	}
}

// refused are UUIDs that a Mask does not hide.
func refused() []uuid.UUID {
	us := []uuid.UUID{uuid.Max(), uuid.FromUint64s(0, 1)}
	for version := range uint64(16) {
		for variant := range uint64(4) {
			if version != 7 || variant != 2 {
				us = append(us, uuid.FromUint64s(0x017f22e279b00cc3|version<<12, 0x18c4dc0c0c07398f|variant<<62))
			}
		}
	}
	return us
}

// TestMaskedIDWrites checks that no way to write text shows an ID that is not hidden.
func TestMaskedIDWrites(t *testing.T) {
	type user struct{ saysMask } // "uuid_test.user"
	for _, u := range refused() {
		id := uuid.ID[user](u)
		want := fmt.Sprintf("!(uuid.ID[uuid_test.user] of version %d)", u.Version())
		if got := id.String(); got != want {
			t.Errorf("String() = %s, want %s", got, want)
		}
		_, hideErr := sharedMask.Hide(u)
		b, err := id.AppendText([]byte("id="))
		if string(b) != "id=" || err == nil || err.Error() != hideErr.Error() {
			t.Errorf("AppendText of %v: %q, %v", u, b, err)
		}
		b, err = id.MarshalText()
		if b != nil || err == nil || err.Error() != hideErr.Error() {
			t.Errorf("MarshalText of %v: %q, %v", u, b, err)
		}
		for _, v := range []any{id, &id, map[uuid.ID[user]]int{id: 1}, []uuid.ID[user]{id}} {
			if b, err := json.Marshal(v); b != nil || err == nil || !strings.Contains(err.Error(), hideErr.Error()) {
				t.Fatalf("json.Marshal of %T: %s, %v", v, b, err)
			}
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("", "id", id)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("", "id", id)
		fmt.Fprintf(&log, "%v %s %+v %q", id, id, struct{ ID uuid.ID[user] }{id}, id)
		for _, e := range []uuid.Encoding{uuid.Canonical, uuid.Compact, uuid.Base32} {
			if text := e.Encode(u); strings.Contains(strings.ToUpper(log.String()), strings.ToUpper(text)) {
				t.Errorf("%s is in %s", text, &log)
			}
		}
	}
	_, err := uuid.ID[user](uuid.NewV4()).MarshalText()
	if want := "uuid: cannot hide a UUID of version 4, only version 7"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestMaskedIDRefuses checks that text is refused that no Mask can have made.
func TestMaskedIDRefuses(t *testing.T) {
	plain := uuid.NewV7()
	for _, c := range combinations {
		if !c.isMasked {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			for _, u := range append(refused(), plain) {
				wantOffset, reason := c.offset(len("user")+11, 14), "wrong version"
				switch {
				case u.Version() == 4:
					continue
				case u[6]>>4 == 4:
					wantOffset, reason = c.offset(len("user")+14, 19), "wrong variant"
				}
				text := c.spell(u)
				got, err := c.parse(text)
				checkParseError(t, err, text, wantOffset, reason)
				if !got.IsNil() {
					t.Errorf("ParseID(%q) = %v", text, got)
				}
			}
		})
	}

	type bareMask struct {
		bare
		saysMask
	}
	for _, tt := range []struct {
		u      uuid.UUID
		offset int
		reason string
	}{
		{plain, 10, "wrong version"},
		{uuid.MustParse("017f22e2-79b0-4cc3-d8c4-dc0c0c07398f"), 13, "wrong variant"},
	} {
		id := uuid.ID[bareMask](before)
		text := slowTypeID("", tt.u)
		checkParseError(t, id.UnmarshalText([]byte(text)), text, tt.offset, tt.reason)
		checkParseError(t, id.UnmarshalParam(text), text, tt.offset, tt.reason)
		checkParseError(t, id.Scan(text), text, tt.offset, tt.reason)
		checkParseError(t, id.UnmarshalBSONValue(2, bsonString(text)), text, tt.offset, tt.reason)
		if id.UUID() != before {
			t.Errorf("the destination has changed to %v", id.UUID())
		}
	}
}

// vector is the T of the vectors; canonicalVector that of those without a prefix.
type (
	vector          struct{}
	canonicalVector struct{}
)

var vectorMask *uuid.Mask

func (vector) IDPrefix() string            { return variablePrefix }
func (vector) IDMask() *uuid.Mask          { return vectorMask }
func (canonicalVector) IDMask() *uuid.Mask { return vectorMask }

// TestMaskedVectors compares with what another implementation of FF1 has hidden.
func TestMaskedVectors(t *testing.T) {
	defer func() { variablePrefix = "" }()
	file := loadVectors[struct {
		Source string
		Rows   []struct {
			Key, Tweak hexBytes
			Prefix     *string
			UUID       uuid.UUID
			Text       string
		}
	}](t, "masked")
	for _, row := range file.Rows {
		vectorMask = newMask(t, row.Key, row.Tweak)
		var text string
		var got uuid.UUID
		var err error
		if row.Prefix != nil {
			variablePrefix = *row.Prefix
			text = uuid.ID[vector](row.UUID).String()
			var id uuid.ID[vector]
			id, err = uuid.ParseID[vector](row.Text)
			got = id.UUID()
		} else {
			text = uuid.ID[canonicalVector](row.UUID).String()
			var id uuid.ID[canonicalVector]
			id, err = uuid.ParseID[canonicalVector](row.Text)
			got = id.UUID()
		}
		if text != row.Text {
			t.Errorf("%v is shown as %s, want %s", row.UUID, text, row.Text)
		}
		if got != row.UUID || err != nil {
			t.Errorf("%s is read as %v, %v; want %v", row.Text, got, err, row.UUID)
		}
	}
	if len(file.Rows) < 28 {
		t.Errorf("%d rows", len(file.Rows))
	}
}

// TestMaskDoesNotCover pins what shows the ID itself, as the documentation of ID says.
func TestMaskDoesNotCover(t *testing.T) {
	type secret struct{ saysMask }
	id := uuid.ID[secret](uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"))
	for _, tt := range []struct{ name, got, want string }{
		{"%d", fmt.Sprintf("%d", id), "[1 127 34 226 121 176 124 195 152 196 220 12 12 7 57 143]"},
		{"%#v", fmt.Sprintf("%#v", id), "0x1, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x7c, 0xc3"},
		{"%x of the bytes", fmt.Sprintf("%x", id[:]), "017f22e279b07cc398c4dc0c0c07398f"},
		{"%+v of a field that is not exported", fmt.Sprintf("%+v", struct{ id uuid.ID[secret] }{id}), "{id:[1 127 34 226 "},
		{"UUID", id.UUID().String(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
	} {
		if !strings.Contains(tt.got, tt.want) {
			t.Errorf("%s: %s, want %s in it", tt.name, tt.got, tt.want)
		}
	}
}

// TestMaskOfAnotherType checks what the documentation says of the ID of another type: it
// is read, and means nothing.
func TestMaskOfAnotherType(t *testing.T) {
	id := uuid.ID[customer](uuid.NewV7())
	_, shown, err := uuid.ParseTypeID(id.String())
	if err != nil {
		t.Fatal(err)
	}
	other, err := uuid.ParseID[struct{ saysMask }](shown.String())
	if err != nil || other.UUID() == id.UUID() || other.UUID().Version() != 7 {
		t.Errorf("%v is read as %v, %v", id.UUID(), other.UUID(), err)
	}
}

// TestMaskChanges reads IDs that were shown under an old key, as the documentation says.
func TestMaskChanges(t *testing.T) {
	defer func() { vectorMask = nil }()
	oldMask, newMask := maskOf(sharedKey, "user"), maskOf("2b7e151628aed2a6abf7158809cf4f3c", "user")
	want := uuid.ID[canonicalVector](uuid.NewV7())
	vectorMask = oldMask
	link := want.String()

	vectorMask = newMask
	id, err := uuid.ParseID[canonicalVector](link)
	if err != nil || id == want {
		t.Fatalf("%v, %v", id.UUID(), err)
	}
	got, err := oldMask.Reveal(must(t)(newMask.Hide(id.UUID())))
	wantUUID(t, fmt.Sprint("the fallback, ", err), got, want.UUID())
}

// Types that do not say what they seem to say.
type (
	prefixField struct{ IDPrefix string }
	maskField   struct{ IDMask *uuid.Mask }
	binaryField struct {
		fields
		IDBinary bool
	}
	deepField   struct{ inner }
	inner       struct{ *maskField }
	wrongPrefix struct{}
	wrongMask   struct{}
	wrongBinary struct{ fields }
	wrongNumber int
	ambiguous   struct {
		saysMask
		other
	}
	other     struct{ otherMask }
	otherMask struct{ saysMask }
	twice     struct {
		saysMask
		twiceMask
	}
	twiceMask struct{}
	shadowed  struct {
		saysPrefix
		prefixField
	}
	recursive struct {
		*recursive
		maskField
	}
	embeddedMask  struct{ IDMask }
	IDMask        struct{}
	nilPointer    struct{ *fieldPrefix }
	fieldPrefix   struct{ prefix string }
	nilInterface  struct{ maskInterface }
	maskInterface interface{ IDMask() *uuid.Mask }
	nilMask       struct{}
	zeroMask      struct{ fields }
	ownPanic      struct{ fields }
	binaryPanic   struct{ *binaryPanics }
	binaryPanics  struct{ binary bool }
)

func (wrongPrefix) IDPrefix() []byte          { return []byte("user") }
func (wrongMask) IDMask() (*uuid.Mask, error) { return sharedMask, nil }
func (*wrongBinary) IDBinary() string         { return "true" }
func (wrongNumber) IDMask() uuid.Mask         { return *sharedMask }
func (twiceMask) IDMask() *uuid.Mask          { return sharedMask }
func (p fieldPrefix) IDPrefix() string        { return p.prefix }
func (nilMask) IDMask() *uuid.Mask            { return nil }
func (zeroMask) IDMask() *uuid.Mask           { return new(uuid.Mask) }
func (ownPanic) IDMask() *uuid.Mask           { panic("no key in this job") }
func (b binaryPanics) IDBinary() bool         { return b.binary }

// checkMistake checks that the functions of text panic, and that no other function does.
func checkMistake[T any](message string) func(*testing.T) {
	return func(t *testing.T) {
		for range 2 {
			id := uuid.NewID[T]()
			u := id.UUID()
			typeID := slowTypeID("user", u)
			for _, call := range []func(){
				func() { _ = id.String() },
				func() { id.AppendText(nil) },
				func() { id.MarshalText() },
				func() { uuid.ParseID[T](u.String()) },
				func() { uuid.ParseID[T]("") },
				func() { id.UnmarshalText([]byte(typeID)) },
				func() { id.UnmarshalParam(typeID) },
			} {
				wantPanic(t, message, call)
			}
			if got := fmt.Sprint(id); !strings.Contains(got, message) || strings.Contains(got, u.String()) {
				t.Errorf("fmt prints %s", got)
			}

			value, err := id.Value()
			if value != u.String() || err != nil {
				t.Errorf("Value() = %v, %v", value, err)
			}
			typ, data, err := id.MarshalBSONValue()
			b, err2 := id.MarshalBinary()
			if err := errors.Join(err, err2); !bytes.Equal(b, u[:]) || err != nil {
				t.Errorf("%x, %v", b, err)
			}
			var got uuid.ID[T]
			for _, read := range []func() error{
				func() error { return got.Scan(u) },
				func() error { return got.Scan(u[:]) },
				func() error { return got.Scan(u.String()) },
				func() error { return got.Scan(uuid.Compact.Encode(u)) },
				func() error { return got.UnmarshalBinary(b) },
				func() error { return got.UnmarshalBSONValue(typ, data) },
				func() error { return got.UnmarshalBSONValue(2, bsonString(u.String())) },
			} {
				got = uuid.ID[T]{}
				if err := read(); got != id || err != nil {
					t.Errorf("got %v, %v; want %v", got.UUID(), err, u)
				}
			}
			if _, ok := id.Time(); !ok || id.Compare(uuid.ID[T]{}) != 1 || id.IsNil() || id.IsZero() {
				t.Errorf("%v is not what it was", u)
			}
		}
	}
}

func TestIDMistakes(t *testing.T) {
	const (
		noPrefix = ", but not as its method IDPrefix() string"
		noMask   = ", but not as its method IDMask() *uuid.Mask"
		noBinary = ", but not as its method IDBinary() bool"
		notMade  = " returns a Mask that NewMask did not make"
		panics   = " panics: runtime error: invalid memory address or nil pointer dereference"
	)
	t.Run("field for a prefix", checkMistake[prefixField]("uuid: uuid_test.prefixField has an IDPrefix"+noPrefix))
	t.Run("field for a mask", checkMistake[maskField]("uuid: uuid_test.maskField has an IDMask"+noMask))
	t.Run("field for binary", checkMistake[binaryField]("uuid: uuid_test.binaryField has an IDBinary"+noBinary))
	t.Run("field, of a pointer", checkMistake[*maskField]("uuid: uuid_test.maskField has an IDMask"+noMask))
	t.Run("promoted field", checkMistake[deepField]("uuid: uuid_test.deepField has an IDMask"+noMask))
	t.Run("method for a prefix", checkMistake[wrongPrefix]("uuid: uuid_test.wrongPrefix has an IDPrefix"+noPrefix))
	t.Run("method for a mask", checkMistake[wrongMask]("uuid: uuid_test.wrongMask has an IDMask"+noMask))
	t.Run("method for binary", checkMistake[wrongBinary]("uuid: uuid_test.wrongBinary has an IDBinary"+noBinary))
	t.Run("method of a number", checkMistake[wrongNumber]("uuid: uuid_test.wrongNumber has an IDMask"+noMask))
	t.Run("method, of a pointer", checkMistake[*wrongBinary]("uuid: uuid_test.wrongBinary has an IDBinary"+noBinary))
	t.Run("ambiguous", checkMistake[twice]("uuid: uuid_test.twice has an IDMask"+noMask))
	t.Run("ambiguous method and field", checkMistake[shadowed]("uuid: uuid_test.shadowed has an IDPrefix"+noPrefix))
	t.Run("recursive", checkMistake[recursive]("uuid: uuid_test.recursive has an IDMask"+noMask))
	t.Run("embedded type of that name", checkMistake[embeddedMask]("uuid: uuid_test.embeddedMask has an IDMask"+noMask))
	t.Run("interface", checkMistake[maskInterface]("uuid: uuid_test.maskInterface is an interface type, whose IDMask cannot be called"))
	t.Run("nil pointer", checkMistake[nilPointer]("uuid: a method of a zero uuid_test.nilPointer"+panics))
	t.Run("nil pointer, of a pointer", checkMistake[*nilPointer]("uuid: a method of a zero uuid_test.nilPointer"+panics))
	t.Run("nil interface", checkMistake[nilInterface]("uuid: a method of a zero uuid_test.nilInterface"+panics))
	t.Run("nil mask", checkMistake[nilMask]("uuid: IDMask of uuid_test.nilMask"+notMade))
	t.Run("nil mask, of a pointer", checkMistake[*nilMask]("uuid: IDMask of uuid_test.nilMask"+notMade))
	t.Run("zero mask", checkMistake[zeroMask]("uuid: IDMask of uuid_test.zeroMask"+notMade))
	t.Run("a panic of its own", checkMistake[ownPanic]("no key in this job"))

	wantPanic(t, "uuid: a method of a zero uuid_test.binaryPanic"+panics, func() { uuid.NewID[binaryPanic]().Value() })
	id := uuid.NewID[wrongMask]()
	wantPanic(t, "uuid: uuid_test.wrongMask has an IDMask"+noMask, func() { id.Scan(slowTypeID("user", id.UUID())) })

	// A field that is not embedded says nothing of T.
	if got := uuid.ID[struct{ Owner, Deputy twice }](example).String(); got != canonicalText {
		t.Errorf("fields whose type has a method: %s", got)
	}

	// A method that is nearer hides what is deeper.
	if got := uuid.ID[ambiguous](uuid.Nil()).String(); got != uuid.Nil().String() {
		t.Errorf("a method above another: %s", got)
	}
}

func TestMaskThatIsNotMade(t *testing.T) {
	const message = "uuid: use of a Mask that NewMask did not make"
	u := uuid.NewV7()
	for _, m := range []*uuid.Mask{nil, new(uuid.Mask)} {
		wantPanic(t, message, func() { m.Hide(u) })
		wantPanic(t, message, func() { m.Reveal(u) })
		wantPanic(t, message, func() { m.Hide(uuid.Nil()) })
	}
	for _, keyLen := range []int{16, 24, 32} {
		m, err := uuid.NewMask(make([]byte, keyLen), nil)
		if want := "uuid: a Mask needs a random key, not one that is all zeros"; m != nil || err == nil || err.Error() != want {
			t.Errorf("key of %d zeros: %v, %v; want %s", keyLen, m, err, want)
		}
		key := make([]byte, keyLen)
		key[keyLen-1] = 1
		newMask(t, key, nil)
	}
}

// TestConcurrentIDs shows and reads IDs on several goroutines at once, from the first call
// for a type on.
func TestConcurrentIDs(t *testing.T) {
	type fresh struct {
		setsPrefix
		setsMask
		setsBinary
	}
	id := uuid.ID[fresh](uuid.NewV7())
	want := combination{hasPrefix: true, isMasked: true}
	text := want.spell(want.shown(t, id.UUID()))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				value, err := id.Value()
				if got := id.String(); got != text || !bytes.Equal(value.([]byte), id[:]) || err != nil {
					t.Errorf("%s, %v, %v; want %s", got, value, err, text)
				}
				if got, err := uuid.ParseID[fresh](text); got != id || err != nil {
					t.Errorf("%v, %v", got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestAllocsOfMaskedIDs(t *testing.T) {
	type empty struct {
		saysPrefix
		saysMask
		saysBinary
	}
	type full struct {
		fields
		empty
	}
	type pointer struct {
		fields
		setsPrefix
		setsMask
		setsBinary
	}
	checkAllocs(t, append(append(maskedAllocs[empty]("empty", 0), maskedAllocs[full]("fields", 0)...),
		maskedAllocs[pointer]("methods of a pointer", 1)...))
}

// maskedAllocs has the allocations of IDs of which each call makes so many zero values.
func maskedAllocs[T any](name string, zeros int) (tests []allocTest) {
	id := uuid.NewID[T]()
	text, bytes := id.String(), []byte(id.String())
	var asText any = text
	buf := make([]byte, 0, 64)
	add := func(call string, want int, f func()) {
		tests = append(tests, allocTest{name + ": " + call, want, f})
	}
	add("String", 1+zeros, func() { sink.string = id.String() })
	add("AppendText", zeros, func() { sink.bytes = noError(id.AppendText(buf)) })
	add("ParseID", zeros, func() { sink.uuid = noError(uuid.ParseID[T](text)).UUID() })
	add("UnmarshalText", zeros, func() { succeed(id.UnmarshalText(bytes)) })
	add("Scan", zeros, func() { succeed(id.Scan(asText)) })
	add("Value", 2+zeros, func() { sink.value = noError(id.Value()) })
	return tests
}

// FuzzMaskedID reads a text as an ID of each masked type, and writes one.
func FuzzMaskedID(f *testing.F) {
	u := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	for _, c := range combinations {
		hi, lo := u.Uint64s()
		f.Add(c.spell(c.shown(f, u)), hi, lo)
		f.Add(c.spell(u), hi, lo)
	}
	f.Add("user_00000000000000000000000000", uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, s string, hi, lo uint64) {
		v7 := fromNumerals(numerals(uuid.FromUint64s(hi, lo)), 7)
		for _, c := range combinations {
			text := c.spell(c.shown(t, v7))
			if got := c.format(v7); got != text {
				t.Errorf("%s: String() = %s, want %s", c.name, got, text)
			}
			if got, err := c.parse(text); got != v7 || err != nil {
				t.Errorf("%s: ParseID(%s) = %v, %v; want %v", c.name, text, got, err, v7)
			}
			if got, err := c.parse(s); err != nil {
				checkMessage(t, err)
			} else if text := c.spell(c.shown(t, got)); text != s && text != strings.ToLower(s) {
				t.Errorf("%s: ParseID(%q) = %v, which is %s", c.name, s, got, text)
			}
		}
	})
}
