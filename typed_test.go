//lint:file-ignore U1000 reflection finds the fields and methods of a T

package uuid_test

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// IDs of these types are written as TypeIDs.
type (
	user     struct{}
	order    struct{}
	prefixT  struct{}
	snake    struct{}
	bare     struct{}
	longest  struct{}
	variable struct{}
)

func (user) IDPrefix() string     { return "user" }
func (order) IDPrefix() string    { return "order" }
func (prefixT) IDPrefix() string  { return "prefix" }
func (snake) IDPrefix() string    { return "pre_fix" }
func (bare) IDPrefix() string     { return "" }
func (longest) IDPrefix() string  { return longestPrefix }
func (variable) IDPrefix() string { return variablePrefix }

const longestPrefix = "abcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefg"

// variablePrefix is variable's prefix. TestPrefixes changes it, but outside of tests a prefix is
// constant.
var variablePrefix string

// An account contains its own ID. It has no IDPrefix, so its ID has the canonical text form.
type account struct {
	ID    uuid.ID[account]
	Owner uuid.ID[user]
	Notes [1 << 20]byte
}

// P, M and B in these names stand for the methods IDPrefix, IDMask and IDBinary. The methods of
// valueP, valueM and valueB have value receivers. The methods of pointerP, pointerM and pointerB
// have pointer receivers and read the zero value.
type (
	valueP struct{}
	valueM struct{}
	valueB struct{}

	pointerP struct{ prefix string }
	pointerM struct{ mask *uuid.Mask }
	pointerB struct{ binary bool }

	fields struct { // embedded in types that are not empty
		ID         uuid.UUID
		Name, Mail string
		Tags       []string
		At         time.Time
	}

	valuePM struct {
		valueP
		valueM
	}
	valuePB struct {
		valueP
		valueB
	}
	valuePMB struct {
		valuePM
		valueB
	}
	pointerPMB struct {
		pointerP
		pointerM
		pointerB
	}
	mixedPM struct {
		pointerP
		valueM
	}
	fullP struct {
		fields
		valueP
	}
	fullPMB struct {
		fields
		valuePMB
	}
	bareM struct {
		bare
		valueM
	}
	nilPMB struct { // the pointer is nil in a zero nilPMB
		fields
		*nearPMB
		pointerPMB // deeper, so not used
	}
	nearPMB struct{}
)

const sharedKey = "30313233343536373839616263646566"

var sharedMask = maskOf(sharedKey, "user")

func (valueP) IDPrefix() string      { return "user" }
func (valueM) IDMask() *uuid.Mask    { return sharedMask }
func (valueB) IDBinary() bool        { return true }
func (s *pointerP) IDPrefix() string { return s.prefix + "user" }
func (s *pointerM) IDMask() *uuid.Mask {
	if s.mask != nil {
		return nil
	}
	return sharedMask
}
func (s *pointerB) IDBinary() bool  { return !s.binary }
func (*nearPMB) IDPrefix() string   { return "near" }
func (*nearPMB) IDMask() *uuid.Mask { return sharedMask }
func (*nearPMB) IDBinary() bool     { return true }

// idTypes lists ID types without a Mask.
var idTypes = []idType{
	idTypeOf[user]("user", false, false),
	idTypeOf[order]("order", false, false),
	idTypeOf[prefixT]("prefix", false, false),
	idTypeOf[snake]("pre_fix", false, false),
	idTypeOf[bare]("", false, false),
	idTypeOf[longest](longestPrefix, false, false),
	idTypeOf[account](noPrefix, false, false),
}

// combinations lists ID types for combinations of T's three methods. The methods have value
// receivers, pointer receivers or a mix. Some types are pointers or contain other fields.
var combinations = []idType{
	idTypeOf[struct{}](noPrefix, false, false),
	idTypeOf[valueP]("user", false, false),
	idTypeOf[valueM](noPrefix, true, false),
	idTypeOf[valuePM]("user", true, false),
	idTypeOf[valueB](noPrefix, false, true),
	idTypeOf[valuePB]("user", false, true),
	idTypeOf[valuePMB]("user", true, true),
	idTypeOf[*valuePMB]("user", true, true),
	idTypeOf[fields](noPrefix, false, false),
	idTypeOf[fullP]("user", false, false),
	idTypeOf[fullPMB]("user", true, true),
	idTypeOf[*fullPMB]("user", true, true),
	idTypeOf[pointerP]("user", false, false),
	idTypeOf[pointerM](noPrefix, true, false),
	idTypeOf[pointerB](noPrefix, false, true),
	idTypeOf[pointerPMB]("user", true, true),
	idTypeOf[*pointerPMB]("user", true, true),
	idTypeOf[mixedPM]("user", true, false),
	idTypeOf[bareM]("", true, false),
	idTypeOf[nilPMB]("near", true, true),
}

const noPrefix = "none" // the ID has the canonical text form

// An idType is a column type for IDs, with the rules for their text form.
type idType struct {
	column
	prefix   string
	isMasked bool
	parse    func(string) (uuid.UUID, error) // ParseID
}

func idTypeOf[T any](prefix string, isMasked, isBinary bool) idType {
	return idType{
		column{reflect.TypeFor[T]().String(), func(u uuid.UUID) any { return uuid.ID[T](u) }, bytesOf, isBinary, "*ID or sql.Null[ID]"},
		prefix, isMasked,
		func(s string) (uuid.UUID, error) { id, err := uuid.ParseID[T](s); return id.UUID(), err },
	}
}

func (row idType) isTypeID() bool { return row.prefix != noPrefix }

// spell returns the text form of u without the Mask.
func (row idType) spell(u uuid.UUID) string {
	if row.isTypeID() {
		return slowTypeID(row.prefix, u)
	}
	return slowEncode(uuid.Canonical, u)
}

// sharedFF1 returns the reference for sharedMask.
func sharedFF1() slowFF1 { return slowFF1Of(fromHex(sharedKey), 2) }

// text returns the expected text form of the ID u.
func (row idType) text(u uuid.UUID) string {
	if row.isMasked && !u.IsNil() {
		u = sharedFF1().hide([]byte("user"), u)
	}
	return row.spell(u)
}

// parsed returns the expected result of ParseID for s.
func (row idType) parsed(s string) (r reading) {
	version, variant := 14, 19
	if row.isTypeID() {
		r = newReading(referenceParseID(row.prefix, s))
		version, variant = len(s)-26+10, len(s)-26+13
	} else {
		r = newReading(referenceForm(layouts[uuid.Canonical], s))
	}
	switch {
	case !row.isMasked || r.reason != "" || r.u.IsNil():
		return r
	case r.u[6]>>4 != 4:
		return reading{offset: version, reason: "wrong version"}
	case r.u[8]>>6 != 2:
		return reading{offset: variant, reason: "wrong variant"}
	}
	return reading{u: sharedFF1().reveal([]byte("user"), r.u)}
}

// scanned returns the expected result of Scan for the string s.
func (row idType) scanned(s string) reading {
	if row.isTypeID() && (len(s) == 26 || len(s) > 26 && strings.Contains(s[:min(len(s), 90)], "_")) {
		return row.parsed(s)
	}
	return newReading(referenceParse(s))
}

// check checks that the ID u is written and read in each form. If the ID is masked, u must be a
// UUID that the Mask can hide.
func (row idType) check(t testing.TB, u uuid.UUID) {
	t.Helper()
	v, text := row.of(u).(writer), row.text(u)
	var value driver.Value = slowEncode(uuid.Canonical, u)
	if row.isBinary {
		value = u[:]
	}
	checkForms(t, v, text, `"`+text+`"`, u[:], value, 0x05, bsonBinary(4, u[:]))
	row.read(t, text)
	id := v.(interface {
		UUID() uuid.UUID
		IsNil() bool
		Time() (time.Time, bool)
	})
	at, ok := id.Time()
	wantAt, wantOK := u.Time()
	if id.UUID() != u || id.IsNil() != u.IsNil() || v.IsZero() != u.IsNil() || at != wantAt || ok != wantOK {
		t.Errorf("%s of %v: UUID() = %v, IsNil() = %t, IsZero() = %t, Time() = %v, %t", row.name, u, id.UUID(), id.IsNil(), v.IsZero(), at, ok)
	}
}

// read compares all functions and methods that parse s with the reference.
func (row idType) read(t testing.TB, s string) {
	want := row.parsed(s)
	got, err := row.parse(s)
	if got != want.u || (err != nil) != (want.reason != "") {
		t.Fatalf("%s: ParseID(%+.100q) = %v, %v; want %v", row.name, s, got, err, want.u)
	}
	if err != nil {
		checkParseError(t, err, s, want.offset, want.reason)
	}
	row.checkReads(t, s, want, row.scanned(s), row.isMasked)
}

// TestIDTexts checks that IDs of each type are written and read in all forms. It also reads IDs of
// other types, UUIDs in other forms, and UUIDs that a Mask never returns.
func TestIDTexts(t *testing.T) {
	for _, row := range slices.Concat(idTypes, combinations) {
		t.Run(row.name, func(t *testing.T) {
			us := []uuid.UUID{uuid.Nil(), uuid.NewV7(), uuid.MustParse("ffffffff-ffff-7fff-bfff-ffffffffffff")}
			if !row.isMasked {
				us = append(us, append(randomUUIDs(20), uuid.Max(), example)...)
			} else {
				for _, u := range append(refused(), version7) { // a Mask never returns most of these UUIDs
					row.read(t, row.spell(u))
				}
			}
			for _, u := range us {
				row.check(t, u)
				for _, other := range idTypes { // for example, an order's ID as a user's ID
					row.read(t, other.text(u))
				}
				for _, form := range encodings { // none of these forms is a valid TypeID
					row.read(t, form.encoding.Encode(u))
					row.read(t, strings.ToUpper(form.encoding.Encode(u)))
				}
			}
		})
	}
}

// otherDigits contains replacements for a digit. Most of them are invalid.
const otherDigits = "\x00 -/019:@AFZ[_`afilouz{\x7f\x80\xff"

// TestIDMutations checks strings that differ from a valid ID in one place.
func TestIDMutations(t *testing.T) {
	var eachByte [256]byte
	for i := range eachByte {
		eachByte[i] = byte(i)
	}
	for _, row := range idTypes {
		t.Run(row.name, func(t *testing.T) {
			read := func(s string) {
				row.read(t, s)
				checkTypeID(t, s)
			}
			text, others := row.text(example), []byte(otherDigits)
			if row.prefix == "" { // all bytes for a single type, to save time
				others = eachByte[:]
			}
			for i := range len(text) {
				read(text[:i])
				read(text[i:])
				read(text[:i] + text[i+1:])
				for _, c := range others {
					read(text[:i] + string([]byte{c}) + text[i+1:])
					read(text[:i] + string([]byte{c}) + text[i:])
				}
			}
			for _, s := range []string{"", "_", text + "0", text + "_", text + "\n", "_" + text, strings.Repeat(text, 1000)} {
				read(s)
			}
		})
	}
}

// TestTypeIDVectors checks the TypeID functions against the TypeID specification's test data.
func TestTypeIDVectors(t *testing.T) {
	file := loadVectors[struct {
		Valid []struct {
			TypeID, Prefix string
			UUID           uuid.UUID
		}
		Invalid []struct{ Name, TypeID string }
	}](t, "typeid")
	read := func(text string) {
		checkTypeID(t, text)
		for _, row := range idTypes {
			row.read(t, text)
		}
	}
	for _, v := range file.Valid {
		read(v.TypeID)
		prefix, u, err := uuid.ParseTypeID(v.TypeID)
		if prefix != v.Prefix || u != v.UUID || err != nil {
			t.Errorf("ParseTypeID(%q) = %q, %v, %v", v.TypeID, prefix, u, err)
		}
	}
	for _, v := range file.Invalid {
		read(v.TypeID)
		if prefix, u, err := uuid.ParseTypeID(v.TypeID); err == nil {
			t.Errorf("%s: ParseTypeID(%q) = %q, %v", v.Name, v.TypeID, prefix, u)
		}
	}
}

// checkTypeID compares ParseTypeID with the reference, and checks that AppendTypeID reverses it.
func checkTypeID(t testing.TB, s string) {
	wantPrefix, wantU, ok := slowParseTypeID(s)
	prefix, u, err := uuid.ParseTypeID(s)
	if prefix != wantPrefix || u != wantU || (err == nil) != ok {
		t.Fatalf("ParseTypeID(%+.100q) = %q, %v, %v; want %q, %v", s, prefix, u, err, wantPrefix, wantU)
	}
	if err != nil {
		checkMessage(t, err)
		return
	}
	checkAppend(t, "AppendTypeID", func(b []byte) ([]byte, error) { return uuid.AppendTypeID(b, prefix, u) }, []byte(s))
}

const exampleDigits = "01h455vb4pex5vsknk084sn02q"

// TestTypeIDErrors checks error messages. Other tests check the offset and the reason.
func TestTypeIDErrors(t *testing.T) {
	const digits = exampleDigits
	typeID := func(s string) (uuid.UUID, error) { _, u, err := uuid.ParseTypeID(s); return u, err }
	user, bare, account := idTypes[0].parse, idTypes[4].parse, idTypes[6].parse
	for _, tt := range []struct {
		parse func(string) (uuid.UUID, error)
		text  string
		want  string
	}{
		{typeID, "", "invalid length at offset 0, want 26 bytes"},
		{typeID, "user_", "invalid length at offset 5, want 31 bytes"},
		{typeID, "user_" + digits + "\n", "invalid length at offset 32, want 31 bytes; it ends with a newline"},
		{typeID, "_" + digits, "invalid prefix at offset 0"},
		{typeID, "user__" + digits, "invalid prefix at offset 4"},
		{typeID, "User_" + digits, "invalid prefix at offset 0"},
		{typeID, "us.er_" + digits, "invalid prefix at offset 2"},
		{typeID, "user_8" + digits[1:], "more than 128 bits at offset 5"},
		{typeID, "user_" + digits[:25] + "u", "invalid digit at offset 30"},
		{typeID, canonicalText, "invalid length at offset 36, want 26 bytes"},
		{user, canonicalText, `wrong prefix, want "user" at offset 0`},
		{user, "user_admin_" + digits, `wrong prefix, want "user" at offset 0`},
		{bare, "user_" + digits, `wrong prefix, want "" at offset 0`},
		{bare, "_" + digits, "invalid length at offset 27, want 26 bytes"},
		{user, "user_" + digits + "0", "invalid length at offset 32, want 31 bytes"},
		{account, "user_" + digits, "invalid length at offset 31, want 36 bytes"},
	} {
		u, err := tt.parse(tt.text)
		want := fmt.Sprintf("uuid: cannot parse %q (%d bytes): %s", tt.text, len(tt.text), tt.want)
		if err == nil || err.Error() != want || !u.IsNil() {
			t.Errorf("%v, %v; want %s", u, err, want)
		}
	}
	// These errors contain only part of the input.
	x := strings.Repeat("x", 64)
	for text, want := range map[string]string{
		longestPrefix + "_01h455vb4pex5vsknk084sn02o": `"` + longestPrefix + `_"... (89 bytes or more): invalid digit at offset 89`,
		longestPrefix + "_":                           `"` + longestPrefix + `_" (64 bytes): invalid length at offset 64, want 90 bytes`,
		x:                                             `"` + x + `" (64 bytes or more): wrong prefix, want "` + longestPrefix + `" at offset 0`,
	} {
		if _, err := idTypes[5].parse(text); err == nil || err.Error() != "uuid: cannot parse "+want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

func TestAppendTypeIDErrors(t *testing.T) {
	for _, tt := range []struct {
		prefix string
		offset int
	}{
		{"User", 0}, {"user2", 4}, {"_user", 0}, {"user_", 4}, {"_", 0}, {"us-er", 2}, {"\u00fcser", 0}, {"a\x00", 1},
		{strings.Repeat("a", 64), 63}, {strings.Repeat("a", 1<<16), 63}, {strings.Repeat("a", 63) + "\n", 63},
	} {
		for _, before := range [][]byte{nil, []byte("id=")} {
			b, err := uuid.AppendTypeID(before, tt.prefix, example)
			checkParseError(t, err, tt.prefix, tt.offset, "invalid prefix")
			checkMessage(t, err)
			if string(b) != string(before) || (b == nil) != (before == nil) {
				t.Errorf("AppendTypeID with the prefix %q returns %q", tt.prefix, b)
			}
		}
		if text := tt.prefix + "_" + exampleDigits; len(text) <= 64+27 {
			_, _, err := uuid.ParseTypeID(text)
			checkParseError(t, err, text, tt.offset, "invalid prefix")
		}
	}
}

// These types are unusual type arguments for an ID.
type (
	number         int
	entity         interface{ IDPrefix() string }
	namedPointer   *user
	cycle          *cycle
	function       func()
	generic[T any] struct{}
)

func (number) IDPrefix() string     { return "number" }
func (function) IDPrefix() string   { return "function" }
func (generic[T]) IDPrefix() string { return "generic" }

func TestIDTypeArguments(t *testing.T) {
	u := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	for _, tt := range []struct {
		id   fmt.Stringer
		want string
	}{
		{uuid.ID[number](u), "number_" + exampleDigits},
		{uuid.ID[function](u), "function_" + exampleDigits},
		{uuid.ID[*user](u), "user_" + exampleDigits},
		{uuid.ID[namedPointer](u), "user_" + exampleDigits},
		{uuid.ID[generic[int]](u), "generic_" + exampleDigits},

		{uuid.ID[*account](u), u.String()},
		{uuid.ID[[4]user](u), u.String()}, // no IDPrefix, as in all rows below
		{uuid.ID[any](u), u.String()},
		{uuid.ID[error](u), u.String()},
		{uuid.ID[uuid.ID[user]](u), u.String()},
		{uuid.ID[hasMasked](u), u.String()},
		{uuid.ID[prefixField](u), u.String()},
		{uuid.ID[recursive](u), u.String()},
		{uuid.ID[**recursive](u), u.String()},
		{uuid.ID[cycle](u), u.String()},
	} {
		for range 2 {
			if got := tt.id.String(); got != tt.want {
				t.Errorf("%T: got %q, want %q", tt.id, got, tt.want)
			}
		}
	}
}

// TestPrefixes checks that only prefixes that match the specification's pattern are allowed.
func TestPrefixes(t *testing.T) {
	defer func() { variablePrefix = "" }()
	id := uuid.NewID[variable]()
	message := func(prefix string) string {
		return fmt.Sprintf("uuid: uuid_test.variable has the IDPrefix %q, "+
			"which is not 1 to 63 letters from a to z, or underscores between them", prefix)
	}
	check := func(prefix string) {
		t.Helper()
		variablePrefix = prefix
		text := slowTypeID(prefix, id.UUID())
		if typeIDPrefix.MatchString(prefix) {
			got, err := uuid.ParseID[variable](text)
			if id.String() != text || got != id || err != nil {
				t.Errorf("String() = %q, ParseID(%q) = %v, %v", id, text, got.UUID(), err)
			}
			return
		}
		var got uuid.ID[variable]
		for _, call := range []func(){
			func() { _ = id.String() },
			func() { uuid.ParseID[variable](text) },
			func() { got.Scan(text) },
			func() { got.UnmarshalBSONValue(0x02, bsonString(text)) },
			func() { _ = uuid.ID[*variable](id).String() },
		} {
			wantPanic(t, message(prefix), call)
		}
	}
	check("")
	for c := range 256 {
		for _, around := range []string{"", "a", "abcdefgh"} {
			check(around + string([]byte{byte(c)}) + around)
		}
	}
	const letters = "az_`{A0"
	for i := range len(letters) * len(letters) * len(letters) {
		n := len(letters)
		check(string([]byte{letters[i/n/n], letters[i/n%n], letters[i%n]}))
	}
	for n := range 70 {
		check(strings.Repeat("x", n))
		check("x" + strings.Repeat("_", n) + "x")
	}
	variablePrefix = "us-er"
	checkMistake[variable](message(variablePrefix))(t)
}

func TestIDReadErrors(t *testing.T) {
	const want = ", want 32, 36, 38 or 45 bytes"
	u := example
	ordersText := slowTypeID("order", u)
	wrongPrefix := `uuid: cannot parse "` + ordersText + `" (32 bytes): wrong prefix, want "user" at offset 0`
	check := func(read func(*uuid.ID[user]) error, want string) {
		t.Helper()
		id := uuid.ID[user](before)
		if err := read(&id); err == nil || err.Error() != want || id.UUID() != before {
			t.Errorf("got %v, %v; want %s", id.UUID(), err, want)
		}
	}
	for _, tt := range []struct {
		src  any
		want string
	}{
		{nil, "uuid: cannot scan NULL; for a column that may be NULL use *ID or sql.Null[ID]"},
		{int64(1), "uuid: cannot scan a value of type int64"},
		{ordersText, wrongPrefix},
		{[]byte("_______________"), `uuid: cannot parse "_______________" (15 bytes): invalid length at offset 15` + want},
		{"order_1", `uuid: cannot parse "order_1" (7 bytes): invalid length at offset 7` + want},
	} {
		check(func(id *uuid.ID[user]) error { return id.Scan(tt.src) }, tt.want)
	}
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x0a, nil, "uuid: cannot read null from BSON; for a value that may be null use *ID"},
		{0x05, bsonBinary(1, u[:]), "uuid: cannot read binary subtype 1 from BSON; a UUID has subtype 4"},
		{0x02, bsonString(ordersText)[:31], "uuid: cannot read a BSON string, its length or its last byte is wrong"},
		{0x02, bsonString(ordersText), wrongPrefix},
	} {
		check(func(id *uuid.ID[user]) error { return id.UnmarshalBSONValue(tt.typ, tt.data) }, tt.want)
	}
	var masked uuid.ID[valuePM]
	if got, want := fmt.Sprint(masked.Scan(" ")), "uuid: cannot parse a stored ID: invalid length at offset 1"+want; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

// refused returns UUIDs that a Mask refuses to hide.
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

// TestMaskedIDWrites checks that an ID is never written as text if its Mask cannot hide it.
func TestMaskedIDWrites(t *testing.T) {
	type user struct{ valueM } // "uuid_test.user"
	for _, u := range refused() {
		id := uuid.ID[user](u)
		want := fmt.Sprintf("!(uuid.ID[uuid_test.user] of version %d)", u.Version())
		if got := id.String(); got != want {
			t.Errorf("String() = %s, want %s", got, want)
		}
		_, hideErr := sharedMask.Hide(u)
		check := func(how string, b []byte, err error, rest string) {
			t.Helper()
			if string(b) != rest || err == nil || !strings.Contains(err.Error(), hideErr.Error()) {
				t.Fatalf("%s of %v: %q, %v", how, u, b, err)
			}
		}
		b, err := id.AppendText([]byte("id="))
		check("AppendText", b, err, "id=")
		b, err = id.MarshalText()
		check("MarshalText", b, err, "")
		for _, v := range []any{id, &id, map[uuid.ID[user]]int{id: 1}, []uuid.ID[user]{id}} {
			b, err = json.Marshal(v)
			check(fmt.Sprintf("json.Marshal of a %T", v), b, err, "")
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
}

// TestMaskedErrors checks that errors for masked IDs never reveal any part of the stored ID,
// regardless of how they are printed.
func TestMaskedErrors(t *testing.T) {
	u := version7
	text, compact, typeID := u.String(), uuid.Compact.Encode(u), slowTypeID("user", u)
	// These values contain at least part of the stored ID. They are padded, truncated, quoted, too
	// long, or in another form.
	columns := []string{
		text + "    ", " " + text, text[:35], text + "0", text[:35] + "x", "x" + text[1:], "'" + text + "'", `"` + text + `"`,
		"{" + text, text + "}", "{" + text + ")", "urn:uuid-" + text, "urn:uuid:" + text[:35] + "x", "id=" + text,
		compact[:31], compact + "z", compact[:31] + "z",
		typeID, typeID + " ", typeID[:30], slowTypeID("order", u), slowTypeID("", u), "user_" + text,
		uuid.Base58.Encode(u), uuid.Base64URL.Encode(u), uuid.Decimal.Encode(u), string(u[:15]), string(u[:]) + "\n", string(u[1:]),
	}
	var errs []error
	for _, row := range []idType{
		idTypeOf[valueM](noPrefix, true, false), idTypeOf[valuePM]("user", true, false), idTypeOf[twice](noPrefix, false, false),
	} {
		for _, stored := range columns {
			for _, read := range []func(reader) error{
				func(id reader) error { return id.Scan(stored) },
				func(id reader) error { return id.Scan([]byte(stored)) },
				func(id reader) error { return id.UnmarshalBinary([]byte(stored)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x02, bsonString(stored)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x02, []byte(stored)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x05, append(bsonBinary(4, u[:]), stored...)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x05, bsonBinary(4, []byte(stored))) },
			} {
				func() {
					defer func() { recover() }() // twice panics, because its IDMask is ambiguous
					if err := read(pointerTo[reader](row.of(u))); err != nil {
						errs = append(errs, err)
					}
				}()
			}
		}
	}
	if len(errs) < 3*120 {
		t.Errorf("%d errors", len(errs))
	}
	parts := append(notations(u), text[:8], text[9:18], text[19:28], typeID[5:13], typeID[23:], "79b0", "0c0c07")
	for _, err := range errs {
		encoded := noError(json.Marshal(err))
		printed := fmt.Sprintf("%v %+v %q %s %x", err, err, err, encoded, fmt.Errorf("sql: Scan error: %w", err).Error())
		if parseErr := (*uuid.ParseError)(nil); errors.As(err, &parseErr) {
			printed += fmt.Sprintf("%#v %+v", parseErr, *parseErr)
		}
		printed = strings.ToLower(printed)
		for _, part := range parts {
			if strings.Contains(printed, strings.ToLower(part)) {
				t.Errorf("%s is in %s", part, printed)
			}
		}
	}
}

// These types look right, but contain mistakes.
type (
	maskField   struct{ IDMask *uuid.Mask }
	wrongPrefix struct{}
	wrongMask   struct{ fields }
	wrongBinary struct{ fields }
	twice       struct {
		valueM
		twiceMask
	}
	twiceMask    struct{}
	twicePointer struct {
		pointerM
		alsoPointerM
		last int // the mistake is in the fields above
	}
	alsoPointerM  struct{ fields }
	twicePointers struct {
		*valueM
		*twiceMask
	}
	twicePrefix struct {
		valueP
		user
	}
	twiceBinary struct {
		valueB
		*pointerB
	}
	hiddenMask struct {
		valueM
		IDMask *uuid.Mask
	}
	hiddenPrefix struct {
		valueP
		IDPrefix int
	}
	below1 struct{ twice }
	below2 struct {
		fields
		*below2
		below3
	}
	below3    struct{ *maskField }
	twiceSame struct {
		left
		right
	}
	left  struct{ valueM }
	right struct{ valueM }

	maskInterface interface{ IDMask() *uuid.Mask }
	nilMask       struct{}
	zeroMask      struct{ fields }
	ownPanic      struct{ fields }
)

func (wrongPrefix) IDPrefix(string) string    { return "user" }
func (wrongMask) IDMask() (*uuid.Mask, error) { return sharedMask, nil }
func (*wrongBinary) IDBinary() string         { return "true" }
func (twiceMask) IDMask() *uuid.Mask          { return sharedMask }
func (*alsoPointerM) IDMask() *uuid.Mask      { return sharedMask }
func (nilMask) IDMask() *uuid.Mask            { return nil }
func (zeroMask) IDMask() *uuid.Mask           { return new(uuid.Mask) }
func (*ownPanic) IDMask() *uuid.Mask          { panic("no key in this job") }

// These types inherit their methods through a pointer or an interface that is nil in a zero value.
type (
	nilPointer struct {
		belowP
		*valueP
	}
	belowP      struct{ valueP } // not used, because *valueP is nearer
	nilReceiver struct {
		*pointerM
		left // deeper, so not used
	}
	nilInterface struct{ maskInterface }
	nilBinary    struct{ *valueB }
	nilPanic     struct{ *ownPanic }
)

// Of these types, only ambiguous configures its IDs, with its nearest IDMask. Named fields do not
// matter, even if their types have an IDPrefix or IDMask.
type (
	ambiguous struct {
		valueM
		other
	}
	other       struct{ otherMask }
	otherMask   struct{ valueM }
	prefixField struct{ IDPrefix string }
	hasMasked   struct { // like an order with two buyers
		Owner, Deputy valuePM
	}
	recursive struct{ *recursive }
)

// checkMistake checks that functions that read or write text panic with the message, and that all
// other functions work.
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
			typ, data, err2 := id.MarshalBSONValue()
			b, err3 := id.MarshalBinary()
			if err := errors.Join(err, err2, err3); value != u.String() || !bytes.Equal(b, u[:]) || err != nil {
				t.Errorf("Value() = %v, MarshalBinary() = %x, %v", value, b, err)
			}
			for _, read := range []func(*uuid.ID[T]) error{
				func(got *uuid.ID[T]) error { return got.Scan(u) },
				func(got *uuid.ID[T]) error { return got.Scan(u[:]) },
				func(got *uuid.ID[T]) error { return got.Scan(u.String()) },
				func(got *uuid.ID[T]) error { return got.Scan(uuid.Compact.Encode(u)) },
				func(got *uuid.ID[T]) error { return got.UnmarshalBinary(b) },
				func(got *uuid.ID[T]) error { return got.UnmarshalBSONValue(typ, data) },
			} {
				var got uuid.ID[T]
				if err := read(&got); got != id || err != nil {
					t.Errorf("got %v, %v; want %v", got.UUID(), err, u)
				}
			}
			if _, ok := id.Time(); !ok || id.Compare(uuid.ID[T]{}) != 1 || id.IsNil() {
				t.Errorf("the methods of %v return wrong results", u)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

func TestIDMistakes(t *testing.T) {
	const (
		noMethod = " has an IDPrefix, but not the method IDPrefix() string"
		noMask   = " has an IDMask, but not the method IDMask() *uuid.Mask"
		noBinary = " has an IDBinary, but not the method IDBinary() bool"
		isNil    = ": runtime error: invalid memory address or nil pointer dereference"
	)
	t.Run("field for a mask", checkMistake[maskField]("uuid: uuid_test.maskField"+noMask))
	t.Run("field, of a pointer", checkMistake[*maskField]("uuid: uuid_test.maskField"+noMask))
	t.Run("method for a prefix", checkMistake[wrongPrefix]("uuid: uuid_test.wrongPrefix"+noMethod))
	t.Run("method for a mask", checkMistake[wrongMask]("uuid: uuid_test.wrongMask"+noMask))
	t.Run("method for binary", checkMistake[wrongBinary]("uuid: uuid_test.wrongBinary"+noBinary))
	t.Run("ambiguous", checkMistake[twice]("uuid: uuid_test.twice"+noMask))
	t.Run("ambiguous, pointer receivers", checkMistake[twicePointer]("uuid: uuid_test.twicePointer"+noMask))
	t.Run("ambiguous, embedded pointers", checkMistake[twicePointers]("uuid: uuid_test.twicePointers"+noMask))
	t.Run("interface for a prefix", checkMistake[entity]("uuid: uuid_test.entity"+noMethod))
	t.Run("interface for a mask", checkMistake[maskInterface]("uuid: uuid_test.maskInterface"+noMask))
	t.Run("pointer to an interface", checkMistake[*maskInterface]("uuid: uuid_test.maskInterface"+noMask))
	t.Run("pointer to a pointer", checkMistake[**valueM]("uuid: *uuid_test.valueM"+noMask))
	t.Run("two prefixes", checkMistake[twicePrefix]("uuid: uuid_test.twicePrefix"+noMethod))
	t.Run("two of binary", checkMistake[twiceBinary]("uuid: uuid_test.twiceBinary"+noBinary))
	t.Run("mask hidden by a field", checkMistake[hiddenMask]("uuid: uuid_test.hiddenMask"+noMask))
	t.Run("prefix hidden by a field", checkMistake[hiddenPrefix]("uuid: uuid_test.hiddenPrefix"+noMethod))
	t.Run("ambiguous below", checkMistake[below1]("uuid: uuid_test.below1"+noMask))
	t.Run("field for a mask below", checkMistake[below2]("uuid: uuid_test.below2"+noMask))
	t.Run("one type twice", checkMistake[twiceSame]("uuid: uuid_test.twiceSame"+noMask))
	t.Run("nil pointer", checkMistake[nilPointer]("uuid: IDPrefix of a zero uuid_test.nilPointer"+isNil))
	t.Run("nil receiver", checkMistake[nilReceiver]("uuid: IDMask of a zero uuid_test.nilReceiver"+isNil))
	t.Run("nil interface", checkMistake[nilInterface]("uuid: IDMask of a zero uuid_test.nilInterface"+isNil))
	t.Run("a panic of its own behind a nil pointer", checkMistake[nilPanic]("no key in this job"))
	t.Run("nil mask", checkMistake[nilMask]("uuid: IDMask of uuid_test.nilMask returns a nil Mask"))
	t.Run("zero mask", checkMistake[zeroMask]("uuid: IDMask of uuid_test.zeroMask returns a zero Mask"))
	t.Run("a panic of its own", checkMistake[ownPanic]("no key in this job"))

	wantPanic(t, "uuid: IDBinary of a zero uuid_test.nilBinary"+isNil, func() { uuid.NewID[nilBinary]().Value() })
	id := uuid.NewID[wrongMask]()
	wantPanic(t, "uuid: uuid_test.wrongMask"+noMask, func() { id.Scan(slowTypeID("user", id.UUID())) })

	// A method hides a method of the same name in a deeper field.
	row := idTypeOf[ambiguous](noPrefix, true, false)
	row.check(t, uuid.NewV7())
}

// lateMask uses a Mask that is set after the first call.
type lateMask struct{ fields }

var lateKey *uuid.Mask

func (lateMask) IDPrefix() string   { return "late" }
func (lateMask) IDMask() *uuid.Mask { return lateKey }

func TestMaskThatIsSetLate(t *testing.T) {
	defer func() { lateKey = nil }()
	u := uuid.NewV7()
	id := uuid.ID[lateMask](u)
	checkMistake[lateMask]("uuid: IDMask of uuid_test.lateMask returns a nil Mask")(t)
	for _, key := range []string{sharedKey, "2b7e151628aed2a6abf7158809cf4f3c"} {
		lateKey = maskOf(key, "late")
		want := slowTypeID("late", slowFF1Of(fromHex(key), 2).hide([]byte("late"), u))
		got, err := uuid.ParseID[lateMask](want)
		if text := id.String(); text != want || got != id || err != nil {
			t.Errorf("String() = %s, ParseID(%s) = %v, %v", text, want, got.UUID(), err)
		}
	}
}

// TestConcurrentIDs checks that goroutines can write and read IDs of a type at the same time, even
// if these are the first calls for the type.
func TestConcurrentIDs(t *testing.T) {
	type fresh struct{ pointerPMB }
	row := idTypeOf[fresh]("user", true, true)
	together(t, 8, func(int) {
		for range 100 {
			u := uuid.NewV7()
			text := row.text(u)
			got, err := row.parse(text)
			if shown := row.of(u).(writer).String(); shown != text || got != u || err != nil {
				t.Errorf("%v is shown as %s, want %s, and read as %v, %v", u, shown, text, got, err)
			}
		}
	})
}
