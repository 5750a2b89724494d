// Proves the texts, columns and errors of typed IDs and TypeIDs.
package uuid_test

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// These types have IDs of each kind. P, B, G and M stand for Prefix, Binary, GUID and Mask.
type (
	order    struct{}
	prefixT  struct{}
	snake    struct{}
	longest  struct{}
	variable struct{}

	kindM  struct{}
	kindB  struct{}
	kindG  struct{}
	kindBG struct{}
	kindPM struct{}
	kindPG struct{}
	kindMB struct{}

	// a row of a table, with the Kind of the type that it embeds and one more field
	kindPMB struct {
		kindPM
		ID      uuid.ID[kindPMB]
		Owner   uuid.ID[user]
		Picture [256]byte
	}
	kindPMG struct{ *pointer } // the embedded pointer is nil when IDKind is called
	pointer struct{}
)

const longestPrefix = "abcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefg"

// variablePrefix is variable's prefix. TestPrefixes changes it, but outside of tests a prefix is
// constant.
var variablePrefix string

const sharedKey = "30313233343536373839616263646566"

var sharedMask = maskOf(sharedKey, "user")

func (order) IDKind() uuid.Kind    { return uuid.Kind{Prefix: "order"} }
func (prefixT) IDKind() uuid.Kind  { return uuid.Kind{Prefix: "prefix"} }
func (snake) IDKind() uuid.Kind    { return uuid.Kind{Prefix: "pre_fix"} }
func (longest) IDKind() uuid.Kind  { return uuid.Kind{Prefix: longestPrefix} }
func (variable) IDKind() uuid.Kind { return uuid.Kind{Prefix: variablePrefix} }

func (kindM) IDKind() uuid.Kind  { return uuid.Kind{Mask: &sharedMask} }
func (kindB) IDKind() uuid.Kind  { return uuid.Kind{Binary: true} }
func (kindG) IDKind() uuid.Kind  { return uuid.Kind{GUID: true} }
func (kindBG) IDKind() uuid.Kind { return uuid.Kind{Binary: true, GUID: true} }
func (kindPM) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user", Mask: &sharedMask} }
func (kindPG) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user", GUID: true} }
func (kindMB) IDKind() uuid.Kind { return uuid.Kind{Binary: true, Mask: &sharedMask} }

func (*pointer) IDKind() uuid.Kind {
	return uuid.Kind{
		Prefix: "user",
		GUID:   true,
		Mask:   &sharedMask,
	}
}

func (row kindPMB) IDKind() uuid.Kind {
	k := row.kindPM.IDKind()
	k.Binary = true
	return k
}

// idTypes lists ID types without a Mask that databases store as text.
var idTypes = []idType{
	idTypeOf[user](), idTypeOf[order](), idTypeOf[prefixT](), idTypeOf[snake](),
	idTypeOf[longest](),
	idTypeOf[uuid.Plain[sync.Mutex]](),
}

// otherKinds lists ID types with the other kinds.
var otherKinds = []idType{
	idTypeOf[kindM](), idTypeOf[kindB](), idTypeOf[kindG](), idTypeOf[kindBG](),
	idTypeOf[kindPM](), idTypeOf[kindPG](),
	idTypeOf[kindMB](), idTypeOf[kindPMB](), idTypeOf[kindPMG](), idTypeOf[uuid.Plain[error]](),
}

// An idType is a column type for IDs, with the rules for their text form.
type idType struct {
	column
	prefix   string
	isMasked bool
	parse    func(string) (uuid.UUID, error) // ParseID
}

func idTypeOf[T uuid.Kinded]() idType {
	var zero T
	k := zero.IDKind()
	binary := bytesOf
	if k.GUID {
		binary = guidOf
	}
	return idType{
		column: column{
			name:     reflect.TypeFor[T]().String(),
			of:       func(u uuid.UUID) any { return uuid.ID[T](u) },
			binary:   binary,
			isBinary: k.Binary || k.GUID,
			use:      "*ID or sql.Null[ID]",
		},
		prefix: k.Prefix, isMasked: k.Mask != nil,
		parse: func(s string) (uuid.UUID, error) {
			id, err := uuid.ParseID[T](s)
			return id.UUID(), err
		},
	}
}

// spell returns the text form of u without the Mask.
func (row idType) spell(u uuid.UUID) string {
	if row.prefix != "" {
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
	if row.prefix != "" {
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
	if row.prefix != "" && strings.Contains(s[:min(len(s), 90)], "_") {
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
		value = row.binary(u)
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
	if id.UUID() != u || id.IsNil() != u.IsNil() || v.IsZero() != u.IsNil() || at != wantAt ||
		ok != wantOK {
		t.Errorf("%s of %v: UUID() = %v, IsNil() = %t, IsZero() = %t, Time() = %v, %t",
			row.name, u, id.UUID(), id.IsNil(), v.IsZero(), at, ok)
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
	for _, row := range slices.Concat(idTypes, otherKinds) {
		t.Run(row.name, func(t *testing.T) {
			us := []uuid.UUID{
				uuid.Nil(),
				uuid.NewV7(),
				uuid.MustParse("ffffffff-ffff-7fff-bfff-ffffffffffff"),
			}
			if !row.isMasked {
				us = append(us, append(randomUUIDs(20), uuid.Max(), example)...)
			} else {
				// a Mask never returns most of these UUIDs
				for _, u := range append(refused(), version7) {
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
			if row.prefix == "user" &&
				!testing.Short() { // all bytes for a single type, to save time
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
			for _, s := range []string{
				"", "_", text + "0", text + "_", text + "\n", "_" + text,
				strings.Repeat(text, 1000),
			} {
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
		t.Fatalf("ParseTypeID(%+.100q) = %q, %v, %v; want %q, %v",
			s, prefix, u, err, wantPrefix, wantU)
	}
	if err != nil {
		checkMessage(t, err)
		return
	}
	checkAppend(
		t,
		"AppendTypeID",
		func(b []byte) ([]byte, error) { return uuid.AppendTypeID(b, prefix, u) },
		[]byte(s),
	)
}

const exampleDigits = "01h455vb4pex5vsknk084sn02q"

// TestTypeIDErrors checks error messages. Other tests check the offset and the reason.
func TestTypeIDErrors(t *testing.T) {
	const digits = exampleDigits
	typeID := func(s string) (uuid.UUID, error) { _, u, err := uuid.ParseTypeID(s); return u, err }
	user, longest, plain := idTypes[0].parse, idTypes[4].parse, idTypes[5].parse
	for _, tt := range []struct {
		parse func(string) (uuid.UUID, error)
		text  string
		want  string
	}{
		{typeID, "", "invalid length at offset 0, want 26 bytes"},
		{typeID, "user_", "invalid length at offset 5, want 31 bytes"},
		{
			typeID,
			"user_" + digits + "\n",
			"invalid length at offset 32, want 31 bytes; it ends with a newline",
		},
		{typeID, "_" + digits, "invalid prefix at offset 0"},
		{typeID, "user__" + digits, "invalid prefix at offset 4"},
		{typeID, "User_" + digits, "invalid prefix at offset 0"},
		{typeID, "us.er_" + digits, "invalid prefix at offset 2"},
		{typeID, "user_8" + digits[1:], "more than 128 bits at offset 5"},
		{typeID, "user_" + digits[:25] + "u", "invalid digit at offset 30"},
		{typeID, canonicalText, "invalid length at offset 36, want 26 bytes"},
		{user, canonicalText, `wrong prefix, want "user" at offset 0`},
		{user, "user_admin_" + digits, `wrong prefix, want "user" at offset 0`},
		{user, digits, `wrong prefix, want "user" at offset 0`},
		{user, "_" + digits, `wrong prefix, want "user" at offset 0`},
		{user, "user_" + digits + "0", "invalid length at offset 32, want 31 bytes"},
		{plain, "user_" + digits, "invalid length at offset 31, want 36 bytes"},
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
		longestPrefix + "_01h455vb4pex5vsknk084sn02o": `"` + longestPrefix +
			`_"... (89 bytes or more): invalid digit at offset 89`,
		longestPrefix + "_": `"` + longestPrefix +
			`_" (64 bytes): invalid length at offset 64, want 90 bytes`,
		x: `"` + x +
			`" (64 bytes or more): wrong prefix, want "` + longestPrefix + `" at offset 0`,
	} {
		if _, err := longest(text); err == nil || err.Error() != "uuid: cannot parse "+want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

func TestAppendTypeIDErrors(t *testing.T) {
	for _, tt := range []struct {
		prefix string
		offset int
	}{
		{"User", 0}, {"user2", 4}, {"_user", 0}, {"user_", 4}, {"_", 0}, {"us-er", 2},
		{"\u00fcser", 0}, {"a\x00", 1},
		{strings.Repeat("a", 64), 63}, {strings.Repeat("a", 1<<16), 63},
		{strings.Repeat("a", 63) + "\n", 63},
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

// TestPrefixes checks that only prefixes that match the specification's pattern are allowed.
func TestPrefixes(t *testing.T) {
	defer func() { variablePrefix = "" }()
	id := uuid.NewID[variable]()
	message := func(prefix string) string {
		return fmt.Sprintf(
			"uuid: cannot read or write the text of an ID: the Kind of uuid_test.variable has "+
				"the Prefix %q, "+
				"which is not 1 to 63 letters from a to z, or underscores between them",
			prefix,
		)
	}
	check := func(prefix string) {
		t.Helper()
		variablePrefix = prefix
		text := slowTypeID(prefix, id.UUID())
		if prefix == "" {
			text = id.UUID().String()
		}
		if prefixPattern.MatchString(prefix) {
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
	wrongPrefix := `uuid: cannot parse "` + ordersText +
		`" (32 bytes): wrong prefix, want "user" at offset 0`
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
		{nil, "uuid: cannot scan NULL: for a column that may be NULL, use *ID or sql.Null[ID]"},
		{int64(1), "uuid: cannot scan a value of type int64"},
		{ordersText, wrongPrefix},
		{
			[]byte("user_0123456789"),
			`uuid: cannot parse "user_0123456789" (15 bytes): invalid length at offset 15, want ` +
				`31 bytes`,
		},
		{
			"0123456789",
			`uuid: cannot parse "0123456789" (10 bytes): invalid length at offset 10` + want,
		},
		{
			"order_1",
			`uuid: cannot parse "order_1" (7 bytes): wrong prefix, want "user" at offset 0`,
		},
	} {
		check(func(id *uuid.ID[user]) error { return id.Scan(tt.src) }, tt.want)
	}
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x0a, nil, "uuid: cannot read null from BSON: for a value that may be null, use *ID"},
		{
			0x05,
			bsonBinary(1, u[:]),
			"uuid: cannot read binary subtype 1 from BSON: a UUID has subtype 4",
		},
		{
			0x02,
			bsonString(ordersText)[:31],
			"uuid: cannot read a BSON string: its length or its last byte is wrong",
		},
		{0x02, bsonString(ordersText), wrongPrefix},
	} {
		check(
			func(id *uuid.ID[user]) error { return id.UnmarshalBSONValue(tt.typ, tt.data) },
			tt.want,
		)
	}
	var masked uuid.ID[kindPM]
	if got, want := fmt.Sprint(masked.Scan(" ")), "uuid: cannot parse a stored ID: invalid "+
		"length at offset 1"+want; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

// refused returns UUIDs that a Mask refuses to hide.
func refused() []uuid.UUID {
	us := []uuid.UUID{uuid.Max(), uuid.FromUint64s(0, 1)}
	for version := range uint64(16) {
		for variant := range uint64(4) {
			if version != 7 || variant != 2 {
				us = append(
					us,
					uuid.FromUint64s(
						0x017f22e279b00cc3|version<<12,
						0x18c4dc0c0c07398f|variant<<62,
					),
				)
			}
		}
	}
	return us
}

// TestMaskedIDWrites checks that an ID is never written as text if its Mask cannot hide it.
func TestMaskedIDWrites(t *testing.T) {
	for _, u := range refused() {
		id := uuid.ID[kindM](u)
		want := fmt.Sprintf("!(uuid.ID[uuid_test.kindM] of version %d)", u.Version())
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
		for _, v := range []any{id, &id, map[uuid.ID[kindM]]int{id: 1}, []uuid.ID[kindM]{id}} {
			b, err = json.Marshal(v)
			check(fmt.Sprintf("json.Marshal of a %T", v), b, err, "")
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("", "id", id)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("", "id", id)
		fmt.Fprintf(&log, "%v %s %+v %q", id, id, struct{ ID uuid.ID[kindM] }{id}, id)
		for _, e := range []uuid.Encoding{uuid.Canonical, uuid.Compact, uuid.Base32} {
			if text := e.Encode(u); strings.Contains(
				strings.ToUpper(log.String()),
				strings.ToUpper(text),
			) {
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
		text + "    ", " " + text, text[:35], text + "0", text[:35] + "x", "x" + text[1:],
		"'" + text + "'", `"` + text + `"`,
		"{" + text, text + "}", "{" + text + ")", "urn:uuid-" + text,
		"urn:uuid:" + text[:35] + "x", "id=" + text,
		compact[:31], compact + "z", compact[:31] + "z",
		typeID, typeID + " ", typeID[:30], slowTypeID("order", u), slowTypeID("", u),
		"user_" + text,
		uuid.Base58.Encode(u), uuid.Base64URL.Encode(u), uuid.Decimal.Encode(u),
		string(u[:15]), string(u[:]) + "\n", string(u[1:]),
	}
	var errs []error
	for _, row := range []idType{idTypeOf[kindM](), idTypeOf[kindPM](), idTypeOf[kindPMG]()} {
		for _, stored := range columns {
			for _, read := range []func(reader) error{
				func(id reader) error { return id.Scan(stored) },
				func(id reader) error { return id.Scan([]byte(stored)) },
				func(id reader) error { return id.UnmarshalBinary([]byte(stored)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x02, bsonString(stored)) },
				func(id reader) error { return id.UnmarshalBSONValue(0x02, []byte(stored)) },
				func(id reader) error {
					return id.UnmarshalBSONValue(0x05, append(bsonBinary(4, u[:]), stored...))
				},
				func(id reader) error {
					return id.UnmarshalBSONValue(0x05, bsonBinary(4, []byte(stored)))
				},
			} {
				if err := read(pointerTo[reader](row.of(u))); err != nil {
					errs = append(errs, err)
				}
			}
		}
	}
	if len(errs) < 3*120 {
		t.Errorf("%d errors", len(errs))
	}
	parts := append(
		notations(u),
		text[:8],
		text[9:18],
		text[19:28],
		typeID[5:13],
		typeID[23:],
		"79b0",
		"0c0c07",
	)
	for _, err := range errs {
		encoded := noError(json.Marshal(err))
		printed := fmt.Sprintf(
			"%v %+v %q %s %x",
			err,
			err,
			err,
			encoded,
			fmt.Errorf("sql: Scan error: %w", err).Error(),
		)
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

// checkMistake checks that functions that read or write text panic with the message, even for Nil,
// and that all other functions work.
func checkMistake[T uuid.Kinded](message string) func(*testing.T) {
	return func(t *testing.T) {
		id := uuid.NewID[T]()
		u := id.UUID()
		for _, written := range []uuid.ID[T]{id, {}} {
			wantPanic(t, message, func() { _ = written.String() })
			wantPanic(t, message, func() { written.AppendText(nil) })
			wantPanic(t, message, func() { written.MarshalText() })
		}
		for _, text := range []string{
			u.String(), slowTypeID("late", u), uuid.Nil().String(), slowTypeID("late", uuid.Nil()),
			"",
		} {
			wantPanic(t, message, func() { uuid.ParseID[T](text) })
			wantPanic(t, message, func() { new(uuid.ID[T]).UnmarshalText([]byte(text)) })
			wantPanic(t, message, func() { new(uuid.ID[T]).UnmarshalParam(text) })
		}
		wantPanic(t, message, func() { new(uuid.ID[T]).Scan(slowTypeID("late", u)) })
		if got := fmt.Sprint(id); !strings.Contains(got, message) ||
			strings.Contains(got, u.String()) {
			t.Errorf("fmt prints %s", got)
		}

		value, err := id.Value()
		typ, data, err2 := id.MarshalBSONValue()
		b, err3 := id.MarshalBinary()
		if err := errors.Join(err, err2, err3); value != u.String() || !bytes.Equal(b, u[:]) ||
			err != nil {
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
	}
}

// late uses a Mask that is set after the first call.
type late struct{}

var lateMask *uuid.Mask

func (late) IDKind() uuid.Kind { return uuid.Kind{Prefix: "late", Mask: &lateMask} }

func TestMaskVariable(t *testing.T) {
	defer func() { lateMask = nil }()
	const message = "uuid: cannot read or write the text of an ID: the Kind of uuid_test.late " +
		"points to a "
	t.Run("nil", checkMistake[late](message+"nil Mask"))
	lateMask = new(uuid.Mask)
	t.Run("zero", checkMistake[late](message+"zero Mask"))

	id := uuid.NewID[late]()
	for _, key := range []string{sharedKey, "2b7e151628aed2a6abf7158809cf4f3c"} {
		lateMask = maskOf(key, "late")
		want := slowTypeID("late", slowFF1Of(fromHex(key), 2).hide([]byte("late"), id.UUID()))
		got, err := uuid.ParseID[late](want)
		if text := id.String(); text != want || got != id || err != nil {
			t.Errorf("String() = %s, ParseID(%s) = %v, %v", text, want, got.UUID(), err)
		}
	}
}

// TestNilTypeArguments checks that a T whose zero value is nil does not make IDs of a wrong kind.
func TestNilTypeArguments(t *testing.T) {
	const pointer = "value method github.com/seed-8298af95/uuid_test.%s.IDKind called using nil " +
		"*%[1]s pointer"
	wantPanic(t, fmt.Sprintf(pointer, "user"), func() { _ = uuid.NewID[*user]().String() })
	wantPanic(t, fmt.Sprintf(pointer, "kindB"), func() { uuid.NewID[*kindB]().Value() })
	wantPanic(
		t,
		"runtime error: invalid memory address or nil pointer dereference",
		func() { _ = uuid.NewID[uuid.Kinded]().String() },
	)
}

// TestMistakesDoNotCompile checks that the compiler finds each mistake that could otherwise show
// the time of an ID, and names the constraint.
func TestMistakesDoNotCompile(t *testing.T) {
	needGo(t)
	out, err := exec.Command("go", "build", "-gcflags=-e", "testdata/mistakes.go").CombinedOutput()
	if err == nil {
		t.Error("testdata/mistakes.go compiles")
	}
	// Go 1.27 has another uuid
	said := strings.ReplaceAll(string(out), `"github.com/seed-8298af95/uuid"`, "uuid")
	for _, name := range []string{
		"none", "misspelt", "signature", "pointer", "field", "twice", "hidden",
	} {
		if want := name + " does not satisfy uuid.Kinded"; !strings.Contains(said, want) {
			t.Errorf("the compiler does not say that %s:\n%s", want, out)
		}
	}
}

// TestConversions checks that a conversion between two of the types with 16 bytes never changes the
// UUID, its text or its other encodings.
func TestConversions(t *testing.T) {
	plain := []any{
		uuid.UUID{},
		uuid.Binary{},
		uuid.GUID{},
		uuid.ID[uuid.Plain[int]]{},
		uuid.ID[kindB]{},
		uuid.ID[kindG]{},
	}
	for _, u := range append(randomUUIDs(10), example, uuid.Nil(), uuid.Max()) {
		for _, from := range plain {
			for _, to := range append(plain, uuid.Null{}.UUID, [16]byte{}) {
				v := reflect.ValueOf(u).Convert(reflect.TypeOf(from)).Convert(reflect.TypeOf(to))
				back := v.Convert(reflect.TypeFor[uuid.UUID]()).Interface().(uuid.UUID)
				if w, ok := v.Interface().(writer); back != u || ok &&
					(w.String() != u.String() ||
						string(noError(w.MarshalBinary())) != string(u[:])) {
					t.Errorf("%v as a %T, as a %T, is %v", u, from, to, v)
				}
			}
		}
	}
}
