package uuid_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Types of which IDs are TypeIDs.
type (
	user     struct{}
	order    struct{}
	prefixT  struct{}
	snake    struct{}
	bare     struct{}
	longest  struct{}
	letter   struct{}
	medium   struct{}
	variable struct{}
)

func (user) IDPrefix() string     { return "user" }
func (order) IDPrefix() string    { return "order" }
func (prefixT) IDPrefix() string  { return "prefix" }
func (snake) IDPrefix() string    { return "pre_fix" }
func (bare) IDPrefix() string     { return "" }
func (longest) IDPrefix() string  { return longestPrefix }
func (letter) IDPrefix() string   { return "u" }
func (medium) IDPrefix() string   { return "abcdefghijklm_nopqrstuvwxyz" }
func (variable) IDPrefix() string { return variablePrefix }

const longestPrefix = "abcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefg"

// variablePrefix is the prefix of variable. A prefix is a constant, but in tests.
var variablePrefix string

// account has IDs of canonical text, and one of them.
type account struct {
	ID    uuid.ID[account]
	Owner uuid.ID[user]
	Notes [1 << 20]byte
}

// idTypes are types of IDs, and what the tests do with each.
var idTypes = []idType{
	idTypeOf[user]("user", true),
	idTypeOf[order]("order", true),
	idTypeOf[prefixT]("prefix", true),
	idTypeOf[snake]("pre_fix", true),
	idTypeOf[bare]("", true),
	idTypeOf[longest](longestPrefix, true),
	idTypeOf[letter]("u", true),
	idTypeOf[account]("", false),
	idTypeOf[medium]("abcdefghijklm_nopqrstuvwxyz", true),
}

type idType struct {
	name     string
	prefix   string
	isTypeID bool
	check    func(t testing.TB, u uuid.UUID) // see checkID
	read     func(t testing.TB, text string) // see checkReadID
	parse    func(string) (uuid.UUID, error) // ParseID
	format   func(uuid.UUID) string          // String
}

func idTypeOf[T any](prefix string, isTypeID bool) (row idType) {
	return idType{
		reflect.TypeFor[T]().Name(), prefix, isTypeID,
		func(t testing.TB, u uuid.UUID) { checkID(t, uuid.ID[T](u), row.text(u)) },
		func(t testing.TB, text string) { checkReadID[T](t, row, text) },
		func(s string) (uuid.UUID, error) { id, err := uuid.ParseID[T](s); return id.UUID(), err },
		func(u uuid.UUID) string { return uuid.ID[T](u).String() },
	}
}

// text returns the text that the ID of u is to have.
func (row idType) text(u uuid.UUID) string {
	if !row.isTypeID {
		return slowEncode(uuid.Canonical, u)
	}
	return slowTypeID(row.prefix, u)
}

// parsed returns what ParseID is to make of s.
func (row idType) parsed(s string) (u uuid.UUID, offset int, reason string) {
	switch {
	case row.isTypeID:
		return referenceParseID(row.prefix, s)
	case len(s) != 36:
		return u, len(s), "invalid length"
	}
	return referenceParse(s)
}

// scanned is parsed for a text from a database.
func (row idType) scanned(s string) (u uuid.UUID, offset int, reason string) {
	if row.isTypeID && (len(s) == 26 || len(s) > 26 && strings.Contains(s, "_")) {
		return row.parsed(s)
	}
	return referenceParse(s)
}

// checkID checks everything that writes id.
func checkID[T any](t testing.TB, id uuid.ID[T], want string) {
	t.Helper()
	wantUUID(t, "UUID()", id.UUID(), uuid.UUID(id))
	if got := id.String(); got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	for _, format := range []string{"%v", "%s", "%+v"} {
		if got := fmt.Sprintf(format, id); got != want {
			t.Errorf("%s prints %q, want %q", format, got, want)
		}
	}
	checkAppend(t, "AppendText", id.AppendText, []byte(want))
	if got, err := id.MarshalText(); string(got) != want || err != nil {
		t.Errorf("MarshalText() = %q, %v; want %q", got, err, want)
	}
	canonical := slowEncode(uuid.Canonical, id.UUID())
	if got, err := id.Value(); got != canonical || err != nil {
		t.Errorf("Value() = %v, %v; want %q", got, err, canonical)
	}
	wantType, wantData, _ := id.UUID().MarshalBSONValue()
	if typ, data, err := id.MarshalBSONValue(); typ != wantType || !bytes.Equal(data, wantData) || err != nil {
		t.Errorf("MarshalBSONValue() = %d, %x, %v; want %d, %x", typ, data, err, wantType, wantData)
	}
	if got := id.IsNil(); got != id.UUID().IsNil() || id.IsZero() != got {
		t.Errorf("%s: IsNil() = %t, IsZero() = %t", want, got, id.IsZero())
	}
	at, ok := id.Time()
	if wantAt, wantOK := id.UUID().Time(); at != wantAt || ok != wantOK {
		t.Errorf("%s: Time() = %v, %t; want %v, %t", want, at, ok, wantAt, wantOK)
	}
}

// checkReadID checks everything that reads text against the references.
func checkReadID[T any](t testing.TB, row idType, s string) {
	t.Helper()
	check := func(how string, got uuid.ID[T], err error, want uuid.UUID, offset int, reason string) {
		t.Helper()
		if got.UUID() != want {
			t.Errorf("%s: %s of %q: %v, want %v", row.name, how, s, got.UUID(), want)
		}
		if reason != "" {
			checkParseError(t, err, s, offset, reason)
			checkMessage(t, err)
		} else if err != nil {
			t.Errorf("%s: %s of %q: %v", row.name, how, s, err)
		}
	}
	u, offset, reason := row.parsed(s)
	parsed, err := uuid.ParseID[T](s)
	check("ParseID", parsed, err, u, offset, reason)

	into := func(how string, read func(*uuid.ID[T]) error, u uuid.UUID, offset int, reason string) {
		t.Helper()
		id := uuid.ID[T](unstamp(u))
		want := u
		if reason != "" {
			want = id.UUID()
		}
		err := read(&id)
		check(how, id, err, want, offset, reason)
	}
	into("UnmarshalText", func(id *uuid.ID[T]) error { return id.UnmarshalText([]byte(s)) }, u, offset, reason)
	into("UnmarshalParam", func(id *uuid.ID[T]) error { return id.UnmarshalParam(s) }, u, offset, reason)

	u, offset, reason = row.scanned(s)
	into("Scan of a string", func(id *uuid.ID[T]) error { return id.Scan(s) }, u, offset, reason)
	into("UnmarshalBSONValue", func(id *uuid.ID[T]) error { return id.UnmarshalBSONValue(0x02, bsonString(s)) }, u, offset, reason)
	if len(s) == 16 {
		u, reason = uuid.UUID([]byte(s)), ""
	}
	into("Scan of bytes", func(id *uuid.ID[T]) error { return id.Scan([]byte(s)) }, u, offset, reason)
}

func TestIDTexts(t *testing.T) {
	r := newRand()
	for _, row := range idTypes {
		t.Run(row.name, func(t *testing.T) {
			us := []uuid.UUID{uuid.Nil(), uuid.Max(), example, uuid.NewV7()}
			for range 100 {
				us = append(us, randomUUID(r))
			}
			for _, u := range us {
				row.check(t, u)
				for _, writer := range idTypes { // an order's text is none of a user's
					row.read(t, writer.format(u))
				}
				for _, form := range encodings { // nor is any text of a UUID, in a TypeID's place
					row.read(t, form.encoding.Encode(u))
					row.read(t, strings.ToUpper(form.encoding.Encode(u)))
				}
			}
		})
	}
}

// TestIDMutations reads texts that differ from right ones in one place.
func TestIDMutations(t *testing.T) {
	for _, row := range idTypes {
		t.Run(row.name, func(t *testing.T) {
			text := row.text(example)
			for i := range len(text) {
				row.read(t, text[:i])
				row.read(t, text[i:])
				row.read(t, text[:i]+text[i+1:])
				for _, c := range []byte("\x00 -/019:@AFZ[_`afilouz{\x7f\x80\xff") {
					row.read(t, text[:i]+string([]byte{c})+text[i+1:])
					row.read(t, text[:i]+string([]byte{c})+text[i:])
				}
			}
			for _, s := range []string{"", "_", text + "0", text + "_", text + "\n", "_" + text, strings.Repeat(text, 1000)} {
				row.read(t, s)
			}
		})
	}
}

// typeIDVectors are the test data of the TypeID specification.
type typeIDVectors struct {
	Source string
	Valid  []struct {
		Name, TypeID, Prefix string
		UUID                 uuid.UUID
	}
	Invalid []struct{ Name, TypeID string }
}

// TestTypeIDVectors holds ParseID to the test data of the TypeID specification.
func TestTypeIDVectors(t *testing.T) {
	file := loadVectors[typeIDVectors](t, "typeid")
	for _, v := range file.Valid {
		t.Run(v.Name, func(t *testing.T) {
			readers := 0
			for _, row := range idTypes {
				u, err := row.parse(v.TypeID)
				if row.isTypeID && row.prefix == v.Prefix {
					readers++
					if u != v.UUID || err != nil {
						t.Errorf("ParseID of %s: %v, %v; want %v", row.name, u, err, v.UUID)
					}
					if got := row.format(v.UUID); got != v.TypeID {
						t.Errorf("String() of %s: %q, want %q", row.name, got, v.TypeID)
					}
				} else if err == nil {
					t.Errorf("ParseID of %s: %v", row.name, u)
				}
				row.read(t, v.TypeID)
			}
			if readers != 1 {
				t.Errorf("%d types have the prefix %q", readers, v.Prefix)
			}
		})
	}

	// What is wrong with each if it is to be an ID[prefixT].
	faults := map[string]struct {
		offset int
		reason string
	}{
		"prefix-uppercase":           {0, "wrong prefix"},
		"prefix-numeric":             {0, "wrong prefix"},
		"prefix-period":              {0, "wrong prefix"},
		"prefix-non-ascii":           {0, "wrong prefix"},
		"prefix-spaces":              {0, "wrong prefix"},
		"prefix-64-chars":            {0, "wrong prefix"},
		"separator-empty-prefix":     {0, "wrong prefix"},
		"separator-empty":            {0, "wrong prefix"},
		"suffix-short":               {32, "invalid length"},
		"suffix-long":                {34, "invalid length"},
		"suffix-spaces":              {32, "invalid digit"},
		"suffix-uppercase":           {17, "invalid digit"},
		"suffix-hyphens":             {16, "invalid digit"},
		"suffix-wrong-alphabet":      {7, "invalid digit"},
		"suffix-ambiguous-crockford": {7, "invalid digit"},
		"suffix-hyphens-crockford":   {35, "invalid length"},
		"suffix-overflow":            {7, "more than 128 bits"},
		"prefix-underscore-start":    {0, "wrong prefix"},
		"prefix-underscore-end":      {0, "wrong prefix"},
		"empty":                      {0, "wrong prefix"},
		"prefix-empty":               {7, "invalid length"},
	}
	for _, v := range file.Invalid {
		t.Run(v.Name, func(t *testing.T) {
			want, ok := faults[v.Name]
			if !ok {
				t.Fatal("no row")
			}
			_, err := uuid.ParseID[prefixT](v.TypeID)
			checkParseError(t, err, v.TypeID, want.offset, want.reason)
			for _, row := range idTypes {
				if u, err := row.parse(v.TypeID); err == nil {
					t.Errorf("ParseID of %s: %v", row.name, u)
				}
				row.read(t, v.TypeID)
			}
		})
	}
}

// checkTypeID checks ParseTypeID and, with the prefix that it returns, AppendTypeID.
func checkTypeID(t testing.TB, s string) {
	t.Helper()
	wantPrefix, wantU, ok := slowParseTypeID(s)
	prefix, u, err := uuid.ParseTypeID(s)
	if prefix != wantPrefix || u != wantU || (err == nil) != ok {
		t.Fatalf("ParseTypeID(%q) = %q, %v, %v; want %q, %v", s, prefix, u, err, wantPrefix, wantU)
	}
	if err != nil {
		checkMessage(t, err)
		return
	}
	checkAppend(t, "AppendTypeID", func(b []byte) ([]byte, error) { return uuid.AppendTypeID(b, prefix, u) }, []byte(s))
	if b, err := uuid.AppendTypeID(nil, prefix, u); string(b) != s || err != nil {
		t.Fatalf("AppendTypeID(nil, %q, %v) = %q, %v", prefix, u, b, err)
	}
}

func TestParseTypeID(t *testing.T) {
	file := loadVectors[typeIDVectors](t, "typeid")
	for _, v := range file.Valid {
		prefix, u, err := uuid.ParseTypeID(v.TypeID)
		if prefix != v.Prefix || u != v.UUID || err != nil {
			t.Errorf("ParseTypeID(%q) = %q, %v, %v", v.TypeID, prefix, u, err)
		}
		checkTypeID(t, v.TypeID)
	}
	for _, v := range file.Invalid {
		if prefix, u, err := uuid.ParseTypeID(v.TypeID); prefix != "" || u != uuid.Nil() || err == nil {
			t.Errorf("%s: ParseTypeID(%q) = %q, %v, %v", v.Name, v.TypeID, prefix, u, err)
		}
	}
	for _, row := range idTypes {
		if row.isTypeID {
			text := row.text(example)
			checkTypeID(t, text)
			for i := range len(text) {
				for _, c := range []byte("\x00 -/019:@AFZ[_`afilouz{\x7f\x80\xff") {
					checkTypeID(t, text[:i]+string([]byte{c})+text[i+1:])
				}
			}
		}
	}
}

func TestParseTypeIDErrors(t *testing.T) {
	const digits = "01h455vb4pex5vsknk084sn02q"
	for _, tt := range []struct {
		text    string
		offset  int
		reason  string
		message string
	}{
		{"", 0, "invalid length", `uuid: cannot parse "" (0 bytes): invalid length at offset 0, want 26 bytes`},
		{"x", 1, "invalid length", `uuid: cannot parse "x" (1 bytes): invalid length at offset 1, want 26 bytes`},
		{"user_", 5, "invalid length", `uuid: cannot parse "user_" (5 bytes): invalid length at offset 5, want 31 bytes`},
		{
			"user_" + digits + "\n", 32, "invalid length",
			`uuid: cannot parse "user_01h455vb4pex5vsknk084sn02q\n" (32 bytes): invalid length at offset 32, want 31 bytes; it ends with a newline`,
		},
		{"_" + digits, 0, "invalid prefix", `uuid: cannot parse "_01h455vb4pex5vsknk084sn02q" (27 bytes): invalid prefix at offset 0`},
		{"user__" + digits, 4, "invalid prefix", `uuid: cannot parse "user__01h455vb4pex5vsknk084sn02q" (32 bytes): invalid prefix at offset 4`},
		{"User_" + digits, 0, "invalid prefix", `uuid: cannot parse "User_01h455vb4pex5vsknk084sn02q" (31 bytes): invalid prefix at offset 0`},
		{"us.er_" + digits, 2, "invalid prefix", `uuid: cannot parse "us.er_01h455vb4pex5vsknk084sn02q" (32 bytes): invalid prefix at offset 2`},
		{
			strings.Repeat("a", 64) + "_" + digits, 63, "invalid prefix",
			`uuid: cannot parse "` + strings.Repeat("a", 64) + `" (64 bytes or more): invalid prefix at offset 63`,
		},
		{"user_8" + digits[1:], 5, "more than 128 bits", `uuid: cannot parse "user_81h455vb4pex5vsknk084sn02q" (31 bytes): more than 128 bits at offset 5`},
		{"user_" + digits[:25] + "u", 30, "invalid digit", `uuid: cannot parse "user_01h455vb4pex5vsknk084sn02u" (31 bytes): invalid digit at offset 30`},
		{canonicalText, 36, "invalid length", `uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (36 bytes): invalid length at offset 36, want 26 bytes`},
	} {
		t.Run(tt.text, func(t *testing.T) {
			prefix, u, err := uuid.ParseTypeID(tt.text)
			checkParseError(t, err, tt.text, tt.offset, tt.reason)
			if err == nil || err.Error() != tt.message || prefix != "" || u != uuid.Nil() {
				t.Errorf("got %q, %v, %v; want %s", prefix, u, err, tt.message)
			}
		})
	}
	for _, tt := range []struct {
		prefix string
		offset int
	}{
		{"User", 0}, {"user2", 4}, {"_user", 0}, {"user_", 4}, {"_", 0}, {"us-er", 2}, {"üser", 0}, {"a\x00", 1},
		{strings.Repeat("a", 64), 63}, {strings.Repeat("a", 1<<16), 63}, {strings.Repeat("a", 63) + "\n", 63},
	} {
		b, err := uuid.AppendTypeID([]byte("id="), tt.prefix, example)
		checkParseError(t, err, tt.prefix, tt.offset, "invalid prefix")
		checkMessage(t, err)
		if string(b) != "id=" {
			t.Errorf("AppendTypeID with the prefix %q returns %q", tt.prefix, b)
		}
		if b, err := uuid.AppendTypeID(nil, tt.prefix, example); b != nil || err == nil {
			t.Errorf("AppendTypeID with the prefix %q returns %q, %v", tt.prefix, b, err)
		}
	}
}

func TestParseIDErrors(t *testing.T) {
	const digits = "01h455vb4pex5vsknk084sn02q"
	for _, tt := range []struct {
		name    string
		parse   func(string) (uuid.UUID, error)
		text    string
		offset  int
		reason  string
		message string
	}{
		{
			"an order's", idTypes[0].parse, "order_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "order_01h455vb4pex5vsknk084sn02q" (32 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"a UUID", idTypes[0].parse, canonicalText, 0, "wrong prefix",
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (36 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"longer prefix", idTypes[0].parse, "user_admin_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "user_admin_01h455vb4pex5vsknk084sn02q" (37 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"shorter prefix", idTypes[3].parse, "pre_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "pre_01h455vb4pex5vsknk084sn02q" (30 bytes): wrong prefix, want "pre_fix" at offset 0`,
		}, {
			"prefix of the same length", idTypes[0].parse, "team_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "team_01h455vb4pex5vsknk084sn02q" (31 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"prefix in upper case", idTypes[0].parse, "USER_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "USER_01h455vb4pex5vsknk084sn02q" (31 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"another separator", idTypes[0].parse, "user-" + digits, 0, "wrong prefix",
			`uuid: cannot parse "user-01h455vb4pex5vsknk084sn02q" (31 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"no prefix", idTypes[0].parse, digits, 0, "wrong prefix",
			`uuid: cannot parse "01h455vb4pex5vsknk084sn02q" (26 bytes): wrong prefix, want "user" at offset 0`,
		}, {
			"prefix too much", idTypes[4].parse, "user_" + digits, 0, "wrong prefix",
			`uuid: cannot parse "user_01h455vb4pex5vsknk084sn02q" (31 bytes): wrong prefix, want "" at offset 0`,
		}, {
			"underscore too much", idTypes[4].parse, "_" + digits, 27, "invalid length",
			`uuid: cannot parse "_01h455vb4pex5vsknk084sn02q" (27 bytes): invalid length at offset 27, want 26 bytes`,
		}, {
			"digit too much", idTypes[0].parse, "user_" + digits + "0", 32, "invalid length",
			`uuid: cannot parse "user_01h455vb4pex5vsknk084sn02q0" (32 bytes): invalid length at offset 32, want 31 bytes`,
		}, {
			"upper case", idTypes[0].parse, "user_01H455VB4PEX5VSKNK084SN02Q", 7, "invalid digit",
			`uuid: cannot parse "user_01H455VB4PEX5VSKNK084SN02Q" (31 bytes): invalid digit at offset 7`,
		}, {
			"underscore as a digit", idTypes[0].parse, "user_01h455vb4pex5vsknk084sn0_q", 29, "invalid digit",
			`uuid: cannot parse "user_01h455vb4pex5vsknk084sn0_q" (31 bytes): invalid digit at offset 29`,
		}, {
			"overflow before an invalid digit", idTypes[0].parse, "user_81h455vb4pex5vsknk084sn02o", 5, "more than 128 bits",
			`uuid: cannot parse "user_81h455vb4pex5vsknk084sn02o" (31 bytes): more than 128 bits at offset 5`,
		}, {
			"no digit in place of the first", idTypes[0].parse, "user_o1h455vb4pex5vsknk084sn02q", 5, "invalid digit",
			`uuid: cannot parse "user_o1h455vb4pex5vsknk084sn02q" (31 bytes): invalid digit at offset 5`,
		}, {
			"beyond what an error keeps", idTypes[5].parse, longestPrefix + "_01h455vb4pex5vsknk084sn02o", 89, "invalid digit",
			`uuid: cannot parse "abcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefgabcdefg_"... (89 bytes or more): invalid digit at offset 89`,
		}, {
			"64 bytes", idTypes[0].parse, strings.Repeat("x", 64), 0, "wrong prefix",
			`uuid: cannot parse "` + strings.Repeat("x", 64) + `" (64 bytes or more): wrong prefix, want "user" at offset 0`,
		}, {
			"long", idTypes[0].parse, strings.Repeat("x", 1<<20), 0, "wrong prefix",
			`uuid: cannot parse "` + strings.Repeat("x", 64) + `" (64 bytes or more): wrong prefix, want "user" at offset 0`,
		}, {
			"long digits", idTypes[0].parse, "user_" + strings.Repeat("0", 995), 1000, "invalid length",
			`uuid: cannot parse "user_` + strings.Repeat("0", 59) + `"... (1000 bytes): invalid length at offset 1000, want 31 bytes`,
		}, {
			"a TypeID for a UUID", idTypes[7].parse, "user_" + digits, 31, "invalid length",
			`uuid: cannot parse "user_01h455vb4pex5vsknk084sn02q" (31 bytes): invalid length at offset 31, want 36 bytes`,
		}, {
			"another form of UUID", idTypes[7].parse, compactText, 32, "invalid length",
			`uuid: cannot parse "f81d4fae7dec11d0a76500a0c91e6bf6" (32 bytes): invalid length at offset 32, want 36 bytes`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.parse(tt.text)
			checkParseError(t, err, tt.text, tt.offset, tt.reason)
			if err == nil || err.Error() != tt.message || u != uuid.Nil() {
				t.Errorf("got %v, %v; want %s", u, err, tt.message)
			}
		})
	}
}

func TestNewID(t *testing.T) {
	floor := uuid.NewV7()
	for range 1000 {
		id := uuid.NewID[user]()
		if id.UUID().Version() != 7 || id.UUID().Compare(floor) <= 0 {
			t.Fatalf("%v after %v", id.UUID(), floor)
		}
		floor = id.UUID()
	}
	if at, ok := uuid.NewID[account]().Time(); !ok || time.Since(at).Abs() > time.Minute {
		t.Errorf("Time() = %v, %t", at, ok)
	}
}

// TestIDOrder sorts by value and by text.
func TestIDOrder(t *testing.T) {
	r := newRand()
	ids := []uuid.ID[user]{{}, uuid.ID[user](uuid.Max())}
	for range 200 {
		id := uuid.ID[user](randomUUID(r))
		near := id
		near[r.IntN(16)] ^= 1 << r.IntN(8)
		ids = append(ids, id, near)
	}
	slices.SortFunc(ids, uuid.ID[user].Compare)
	for i := range ids[1:] {
		a, b := ids[i], ids[i+1]
		if want := strings.Compare(a.String(), b.String()); a.Compare(b) != want || b.Compare(a) != -want {
			t.Errorf("%v.Compare(%v) = %d, %d the other way; want %d", a, b, a.Compare(b), b.Compare(a), want)
		}
	}
}

// TestIDTypesAreDistinct checks that no user's ID is assigned to an order's.
func TestIDTypesAreDistinct(t *testing.T) {
	users, orders, u := reflect.TypeFor[uuid.ID[user]](), reflect.TypeFor[uuid.ID[order]](), reflect.TypeFor[uuid.UUID]()
	if users.AssignableTo(orders) || users.AssignableTo(u) || u.AssignableTo(users) {
		t.Error("IDs of one type are assigned to another")
	}
	if !users.ConvertibleTo(u) || !u.ConvertibleTo(users) || !users.ConvertibleTo(reflect.TypeFor[uuid.Binary]()) {
		t.Error("an ID is not converted to a UUID, a UUID to an ID or an ID to a Binary")
	}
	for _, typ := range []reflect.Type{users, reflect.TypeFor[uuid.ID[account]]()} {
		if typ.Size() != 16 || !typ.Comparable() {
			t.Errorf("%v has %d bytes, comparable: %t", typ, typ.Size(), typ.Comparable())
		}
	}
}

// Type arguments of all kinds. What has a value for a type that embeds user has its
// prefix too.
type (
	large          struct{ _ [1 << 10]byte }
	onPointer      struct{ name string }
	number         int
	list           []int
	entity         interface{ IDPrefix() string }
	embedding      struct{ user }
	namedPointer   *user
	function       func()
	generic[T any] struct{}
)

func (large) IDPrefix() string { return "large" }
func (p *onPointer) IDPrefix() string {
	p.name = "pointer" // which a nil pointer or a shared one would not survive
	return p.name
}
func (number) IDPrefix() string     { return "number" }
func (list) IDPrefix() string       { return "list" }
func (function) IDPrefix() string   { return "function" }
func (generic[T]) IDPrefix() string { return "generic" }

func TestIDTypeArguments(t *testing.T) {
	u := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	const digits = "01h455vb4pex5vsknk084sn02q"
	for _, tt := range []struct {
		name string
		id   fmt.Stringer
		want string
	}{
		{"empty struct", uuid.ID[user](u), "user_" + digits},
		{"struct", uuid.ID[large](u), "large_" + digits},
		{"method of the pointer", uuid.ID[onPointer](u), "pointer_" + digits},
		{"integer", uuid.ID[number](u), "number_" + digits},
		{"slice", uuid.ID[list](u), "list_" + digits},
		{"function", uuid.ID[function](u), "function_" + digits},
		{"pointer", uuid.ID[*user](u), "user_" + digits},
		{"pointer to a struct", uuid.ID[*large](u), "large_" + digits},
		{"pointer with the method", uuid.ID[*onPointer](u), "pointer_" + digits},
		{"embedded", uuid.ID[embedding](u), "user_" + digits},
		{"embedded, pointer", uuid.ID[*embedding](u), "user_" + digits},
		{"instance of a generic type", uuid.ID[generic[int]](u), "generic_" + digits},

		{"struct without method", uuid.ID[account](u), u.String()},
		{"empty struct without method", uuid.ID[struct{}](u), u.String()},
		{"pointer without method", uuid.ID[*account](u), u.String()},
		{"named pointer, which has no methods", uuid.ID[namedPointer](u), u.String()},
		{"pointer to a pointer, which has none", uuid.ID[**user](u), u.String()},
		{"pointer to an interface, which has none", uuid.ID[*entity](u), u.String()},
		{"array of what has it", uuid.ID[[4]user](u), u.String()},
		{"any", uuid.ID[any](u), u.String()},
		{"interface without method", uuid.ID[error](u), u.String()},
		{"string", uuid.ID[string](u), u.String()},
		{"ID", uuid.ID[uuid.ID[user]](u), u.String()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for range 2 {
				if got := tt.id.String(); got != tt.want {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
		})
	}
	wantPanic(t, "uuid: uuid_test.entity is an interface type, whose IDPrefix cannot be called",
		func() { _ = uuid.ID[entity](u).String() })
}

// TestForbiddenPrefixes asks each of the functions that need the prefix first.
func TestForbiddenPrefixes(t *testing.T) {
	defer func() { variablePrefix = "" }()
	id := uuid.NewID[variable]()
	for _, tt := range []struct{ name, prefix string }{
		{"upper case", "User"},
		{"digit", "user2"},
		{"64 letters", strings.Repeat("a", 64)},
		{"leading underscore", "_user"},
		{"trailing underscore", "user_"},
		{"underscore", "_"},
		{"hyphen", "us-er"},
		{"space", "us er"},
		{"after z", "us{er"},
		{"before a", "us`er"},
		{"not ASCII", "üser"},
		{"not UTF-8", "user\xff"},
		{"zero byte", "user\x00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			variablePrefix = tt.prefix
			text := []byte(tt.prefix + "_01h455vb4pex5vsknk084sn02q")
			message := fmt.Sprintf("uuid: uuid_test.variable has the IDPrefix %q, "+
				"which is not 1 to 63 letters from a to z, or underscores between them", tt.prefix)
			for _, call := range []func(){
				func() { _ = id.String() },
				func() { id.AppendText(nil) },
				func() { id.MarshalText() },
				func() { uuid.ParseID[variable](string(text)) },
				func() { uuid.ParseID[variable]("") },
				func() { id.UnmarshalText(text) },
				func() { id.UnmarshalParam(string(text)) },
				func() { id.Scan(text) },
				func() { id.UnmarshalBSONValue(0x02, bsonString(string(text))) },
				func() { _ = uuid.ID[*variable](id).String() },
			} {
				wantPanic(t, message, call)
			}

			// What needs no prefix does not look at it.
			id := uuid.NewID[variable]()
			value, err := id.Value()
			if value != id.UUID().String() || err != nil {
				t.Errorf("Value() = %v, %v", value, err)
			}
			for _, src := range []any{id[:], value, uuid.Compact.Encode(id.UUID())} {
				var scanned uuid.ID[variable]
				if err := scanned.Scan(src); scanned != id || err != nil {
					t.Errorf("Scan(%q): %v", src, err)
				}
			}
		})
	}
}

// TestPrefixes compares which prefixes are allowed with the specification's pattern.
func TestPrefixes(t *testing.T) {
	defer func() { variablePrefix = "" }()
	id := uuid.NewID[variable]()
	check := func(prefix string) {
		t.Helper()
		variablePrefix = prefix
		allowed := true
		func() {
			defer func() { allowed = recover() == nil }()
			if got, want := id.String(), slowTypeID(prefix, id.UUID()); got != want {
				t.Errorf("String() = %q, want %q", got, want)
			}
		}()
		if want := typeIDPrefix.MatchString(prefix); allowed != want {
			t.Errorf("%q is allowed: %t, want %t", prefix, allowed, want)
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
}

func TestIDJSON(t *testing.T) {
	type record struct {
		ID       uuid.ID[user]          `json:"id"`
		Parent   *uuid.ID[user]         `json:"parent"`
		Friends  []uuid.ID[user]        `json:"friends,omitempty"`
		Orders   map[uuid.ID[order]]int `json:"orders,omitempty"`
		Optional uuid.ID[user]          `json:"optional,omitzero"`
		Account  uuid.ID[account]       `json:"account"`
	}
	u := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	id := uuid.ID[user](u)
	for _, tt := range []struct {
		name string
		in   record
		want string
	}{
		{
			"zero", record{},
			`{"id":"user_00000000000000000000000000","parent":null,"account":"00000000-0000-0000-0000-000000000000"}`,
		}, {
			"full", record{id, &id, []uuid.ID[user]{id}, map[uuid.ID[order]]int{uuid.ID[order](u): 1}, id, uuid.ID[account](u)},
			`{"id":"user_01h455vb4pex5vsknk084sn02q","parent":"user_01h455vb4pex5vsknk084sn02q",` +
				`"friends":["user_01h455vb4pex5vsknk084sn02q"],"orders":{"order_01h455vb4pex5vsknk084sn02q":1},` +
				`"optional":"user_01h455vb4pex5vsknk084sn02q","account":"01890a5d-ac96-774b-bcce-b302099a8057"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, err := json.Marshal(tt.in)
			if string(b) != tt.want || err != nil {
				t.Errorf("Marshal = %s, %v; want %s", b, err, tt.want)
			}
			var out record
			if err := json.Unmarshal(b, &out); !reflect.DeepEqual(out, tt.in) || err != nil {
				t.Errorf("Unmarshal: %+v, %v; want %+v", out, err, tt.in)
			}
		})
	}
	for _, tt := range []struct{ name, json, input string }{
		{"value", `{"id":"order_01h455vb4pex5vsknk084sn02q"}`, "order_01h455vb4pex5vsknk084sn02q"},
		{"key", `{"orders":{"user_01h455vb4pex5vsknk084sn02q":1}}`, "user_01h455vb4pex5vsknk084sn02q"},
		{"empty", `{"id":""}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := record{ID: id}
			checkParseError(t, json.Unmarshal([]byte(tt.json), &out), tt.input, 0, "wrong prefix")
			if out.ID != id {
				t.Errorf("the destination has changed to %v", out.ID)
			}
		})
	}
}

func TestIDScan(t *testing.T) {
	u := example
	for _, tt := range []struct {
		name string
		src  any
	}{
		{"TypeID", slowTypeID("user", u)},
		{"bytes of a TypeID", []byte(slowTypeID("user", u))},
		{"canonical text", canonicalText},
		{"text in braces", []byte(bracedText)},
		{"32 digits", compactText},
		{"URN", urnText},
		{"16 bytes", u[:]},
		{"UUID", u},
		{"GUID", u.GUID()},
		{"ID", uuid.ID[user](u)},
		{"[16]byte", [16]byte(u)},
		{"another package's UUID", otherUUID(u)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var id uuid.ID[user]
			if err := id.Scan(tt.src); id.UUID() != u || err != nil {
				t.Errorf("got %v, %v; want %v", id.UUID(), err, u)
			}
		})
	}
	for _, tt := range []struct {
		name string
		src  any
		want string
	}{
		{"NULL", nil, "uuid: cannot scan NULL; for a column that may be NULL use *ID or sql.Null[ID]"},
		{"int64", int64(1), "uuid: cannot scan a value of type int64"},
		{"empty", "", `uuid: cannot parse "" (0 bytes): invalid length at offset 0, want 32, 36, 38 or 45 bytes`},
		{"an order's", slowTypeID("order", u), `uuid: cannot parse "order_7r3n7twzfc278aes80m34hwtzp" (32 bytes): wrong prefix, want "user" at offset 0`},
		{"no prefix", slowTypeID("", u), `uuid: cannot parse "7r3n7twzfc278aes80m34hwtzp" (26 bytes): wrong prefix, want "user" at offset 0`},
		{"15 underscores", []byte("_______________"), `uuid: cannot parse "_______________" (15 bytes): invalid length at offset 15, want 32, 36, 38 or 45 bytes`},
		{"an order's, short", "order_1", `uuid: cannot parse "order_1" (7 bytes): invalid length at offset 7, want 32, 36, 38 or 45 bytes`},
		{"15 bytes", u[:15], `uuid: cannot parse "\xf8\x1dO\xae}\xec\x11\u0427e\x00\xa0\xc9\x1ek" (15 bytes): invalid length at offset 15, want 32, 36, 38 or 45 bytes`},
		{
			"wrong hexadecimal digit", []byte("f81d4fae-7dec-11d0-a765-00a0c91e6bfx"),
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bfx" (36 bytes): invalid hexadecimal digit at offset 35`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id := uuid.ID[user](before)
			if err := id.Scan(tt.src); err == nil || err.Error() != tt.want || id.UUID() != before {
				t.Errorf("got %v, %v; want %s", id.UUID(), err, tt.want)
			}
		})
	}
}

// TestIDColumns takes IDs through database/sql in the ways that columns have.
func TestIDColumns(t *testing.T) {
	u := example
	id := uuid.ID[user](u)
	var none *uuid.ID[user]
	for _, tt := range []struct {
		name string
		in   any
		want driver.Value
		out  any // a pointer to what it is scanned into
	}{
		{"ID", id, canonicalText, new(uuid.ID[user])},
		{"pointer", &id, canonicalText, new(*uuid.ID[user])},
		{"nil pointer", none, nil, new(*uuid.ID[user])},
		{"sql.Null", sql.Null[uuid.ID[user]]{V: id, Valid: true}, canonicalText, new(sql.Null[uuid.ID[user]])},
		{"missing sql.Null", sql.Null[uuid.ID[user]]{}, nil, new(sql.Null[uuid.ID[user]])},
		{"Binary", uuid.Binary(id), u[:], new(uuid.ID[user])},
		{"without prefix", uuid.ID[account](u), canonicalText, new(uuid.ID[account])},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := sql.OpenDB(echo{})
			defer db.Close()
			var value any
			if err := db.QueryRow("", tt.in).Scan(&value); !reflect.DeepEqual(value, tt.want) || err != nil {
				t.Errorf("the driver has %v, %v; want %v", value, err, tt.want)
			}
			if err := db.QueryRow("", tt.in).Scan(tt.out); err != nil {
				t.Fatal(err)
			}
			want := tt.in
			if binary, ok := want.(uuid.Binary); ok {
				want = uuid.ID[user](binary)
			}
			if got := pointee(tt.out); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestIDBSON(t *testing.T) {
	u := example
	for _, tt := range []struct {
		name string
		typ  byte
		data []byte
	}{
		{"binary", 0x05, bsonBinary(4, u[:])},
		{"TypeID", 0x02, bsonString(slowTypeID("user", u))},
		{"canonical text", 0x02, bsonString(canonicalText)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var id uuid.ID[user]
			if err := id.UnmarshalBSONValue(tt.typ, tt.data); id.UUID() != u || err != nil {
				t.Errorf("got %v, %v; want %v", id.UUID(), err, u)
			}
		})
	}
	for _, tt := range []struct {
		name string
		typ  byte
		data []byte
		want string
	}{
		{"null", 0x0a, nil, "uuid: cannot read null from BSON; for a value that may be null use *ID"},
		{"binary of subtype 1", 0x05, bsonBinary(1, u[:]), "uuid: cannot read binary subtype 1 from BSON; a UUID has subtype 4"},
		{"string without end", 0x02, bsonString(slowTypeID("user", u))[:31], "uuid: malformed BSON string"},
		{
			"an order's", 0x02, bsonString(slowTypeID("order", u)),
			`uuid: cannot parse "order_7r3n7twzfc278aes80m34hwtzp" (32 bytes): wrong prefix, want "user" at offset 0`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id := uuid.ID[user](before)
			if err := id.UnmarshalBSONValue(tt.typ, tt.data); err == nil || err.Error() != tt.want || id.UUID() != before {
				t.Errorf("got %v, %v; want %s", id.UUID(), err, tt.want)
			}
		})
	}
}

// TestIDElsewhere takes an ID through what reads and writes text, and gob.
func TestIDElsewhere(t *testing.T) {
	id := uuid.ID[user](example)
	const text = "user_7r3n7twzfc278aes80m34hwtzp"

	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var flagged uuid.ID[user]
	flags.TextVar(&flagged, "id", uuid.ID[user]{}, "")
	if err := flags.Parse([]string{"-id", text}); flagged != id || err != nil {
		t.Errorf("flag: %v, %v", flagged, err)
	}
	if err := flags.Parse([]string{"-id", "order_" + text[5:]}); err == nil || !strings.Contains(err.Error(), "wrong prefix") {
		t.Errorf("flag: error %v", err)
	}

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "id", id)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("", "id", id)
	if !strings.Contains(log.String(), "id="+text+"\n") || !strings.Contains(log.String(), `"id":"`+text+`"`) {
		t.Errorf("slog: %s", &log)
	}

	type element struct {
		ID   uuid.ID[user]  `xml:"id,attr"`
		Next *uuid.ID[user] `xml:"next"`
	}
	in := element{id, &id}
	b, err := xml.Marshal(in)
	if want := `<element id="` + text + `"><next>` + text + `</next></element>`; string(b) != want || err != nil {
		t.Errorf("xml: %s, %v; want %s", b, err, want)
	}
	var out element
	if err := xml.Unmarshal(b, &out); !reflect.DeepEqual(out, in) || err != nil {
		t.Errorf("xml: %+v, %v", out, err)
	}

	var stream bytes.Buffer
	var decoded element
	if err := errors.Join(gob.NewEncoder(&stream).Encode(in), gob.NewDecoder(&stream).Decode(&decoded)); !reflect.DeepEqual(decoded, in) || err != nil {
		t.Errorf("gob: %+v, %v", decoded, err)
	}

	var _ interface {
		fmt.Stringer
		encoding.TextAppender
		encoding.TextMarshaler
		encoding.TextUnmarshaler
		sql.Scanner
		driver.Valuer
	} = &id
}

// FuzzTypeID reads a text as an ID of each type, and writes one.
func FuzzTypeID(f *testing.F) {
	for _, row := range idTypes {
		hi, lo := example.Uint64s()
		f.Add(row.text(example), hi, lo)
	}
	f.Add("", uint64(0), uint64(0))
	f.Add("user_", ^uint64(0), ^uint64(0))
	f.Add("pre_fix__0123456789abcdefghjkmnpqrs", uint64(0), uint64(1))
	f.Fuzz(func(t *testing.T, s string, hi, lo uint64) {
		u := uuid.FromUint64s(hi, lo)
		checkTypeID(t, s)
		for _, row := range idTypes {
			row.read(t, s)
			row.check(t, u)
			row.read(t, row.text(u))
		}
	})
}
