// Proves what databases and BSON write and read.
package uuid_test

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// A column is a Go type for a database column.
type column struct {
	name     string
	of       func(uuid.UUID) any    // the value for a UUID
	binary   func(uuid.UUID) []byte // the 16 bytes that Scan accepts
	isBinary bool                   // Value returns 16 bytes instead of text
	use      string                 // types that the error suggests for NULL
}

var columns = []column{
	{
		name:     "UUID",
		of:       func(u uuid.UUID) any { return u },
		binary:   bytesOf,
		isBinary: false,
		use:      "Null or a pointer",
	},
	{
		name:     "Null",
		of:       func(u uuid.UUID) any { return uuid.Null{UUID: u, Valid: true} },
		binary:   bytesOf,
		isBinary: false,
		use:      "",
	},
	{
		name:     "Binary",
		of:       func(u uuid.UUID) any { return uuid.Binary(u) },
		binary:   bytesOf,
		isBinary: true,
		use:      "*Binary or sql.Null[Binary]",
	},
	{
		name:     "GUID",
		of:       func(u uuid.UUID) any { return uuid.GUID(u) },
		binary:   guidOf,
		isBinary: true,
		use:      "*GUID or sql.Null[GUID]",
	},
}

// allColumns returns columns, followed by a column for each ID type.
func allColumns() []column {
	all := slices.Clone(columns)
	for _, row := range slices.Concat(idTypes, otherKinds) {
		all = append(all, row.column)
	}
	return all
}

func bytesOf(u uuid.UUID) []byte { return u[:] }
func guidOf(u uuid.UUID) []byte  { b := u.BytesLE(); return b[:] }

// All column types implement writer. Pointers to them implement reader.
type (
	writer interface {
		fmt.Stringer
		encoding.TextAppender
		encoding.TextMarshaler
		encoding.BinaryAppender
		encoding.BinaryMarshaler
		driver.Valuer
		MarshalBSONValue() (byte, []byte, error)
		IsZero() bool
	}
	reader interface {
		encoding.TextUnmarshaler
		encoding.BinaryUnmarshaler
		sql.Scanner
		UnmarshalParam(string) error
		UnmarshalBSONValue(byte, []byte) error
	}
)

// sixteen lists the exported 16-byte types. They must have the same methods, because encoders and
// frameworks look up methods by name.
var sixteen = []struct {
	name string
	zero interface {
		writer
		IsNil() bool
	}
	lacks string // a method of ID that the type does not need
}{
	{"UUID", uuid.UUID{}, "UUID"},
	{"Binary", uuid.Binary{}, "UUID"}, // UUID(b) converts a Binary
	{"GUID", uuid.GUID{}, "UUID"},
	{"ID", uuid.ID[user]{}, ""},
}

// TestSixteenByteTypesHaveTheSameMethods also checks that only a zero value is Nil.
func TestSixteenByteTypesHaveTheSameMethods(t *testing.T) {
	methods := reflect.TypeFor[uuid.ID[user]]()
	pointers := reflect.PointerTo(methods)
	for _, row := range sixteen {
		name, v, typ := row.name, row.zero, reflect.TypeOf(row.zero)
		if typ.Size() != 16 || !v.IsNil() || !v.IsZero() {
			t.Errorf("%s has %d bytes; IsNil() = %t, IsZero() = %t",
				name, typ.Size(), v.IsNil(), v.IsZero())
		}
		for _, u := range singleBits() {
			one := reflect.New(typ)
			noErrors(t, one.Interface().(reader).UnmarshalBinary(u[:]))
			if v := one.Elem().Interface().(interface{ IsNil() bool }); v.IsNil() {
				t.Errorf("%s: %v is Nil", name, v)
			}
		}
		for i := range pointers.NumMethod() {
			method := pointers.Method(i).Name
			want := method != row.lacks
			if _, has := reflect.PointerTo(typ).MethodByName(method); has != want {
				t.Errorf("%s has the %s method: %t", name, method, has)
			}
		}
	}
}

// TestColumnsWriteAndReadAllForms checks that all column types write and read UUIDs in all forms.
func TestColumnsWriteAndReadAllForms(t *testing.T) {
	for _, column := range columns {
		for _, u := range []uuid.UUID{uuid.Nil(), example, uuid.Max()} {
			text := slowEncode(uuid.Canonical, u)
			var value driver.Value = text
			if column.isBinary {
				value = column.binary(u)
			}
			v := column.of(u).(writer)
			checkForms(t, v, text, `"`+text+`"`, u[:], value, 0x05, bsonBinary(4, u[:]))

			read := func(how string, read func(reader) error) {
				t.Helper()
				dst := pointerTo[reader](column.of(before))
				if err := read(dst); pointee(dst) != any(v) || err != nil {
					t.Errorf("%s: %s: got %v, %v; want %v", column.name, how, pointee(dst), err, u)
				}
			}
			read(
				"generic binary",
				func(dst reader) error { return dst.UnmarshalBSONValue(0x05, bsonBinary(0, u[:])) },
			)
			for _, form := range encodings[:4] {
				text := form.encoding.Encode(u)
				read(
					"UnmarshalText of "+text,
					func(dst reader) error { return dst.UnmarshalText([]byte(text)) },
				)
				read(
					"BSON string "+text,
					func(dst reader) error {
						return dst.UnmarshalBSONValue(0x02, bsonString(text))
					},
				)
			}
		}
	}
	checkForms(t, uuid.Null{}, "", "null", []byte{}, nil, 0x0a, nil)
	const exampleBSON = "\x10\x00\x00\x00\x04" +
		"\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6"
	if got := bsonBinary(4, example[:]); string(got) != exampleBSON {
		t.Errorf("bsonBinary returned %x", got)
	}
	missing, valid := uuid.Null{UUID: example}, uuid.Null{Valid: true}
	if got, err := missing.Value(); got != nil || err != nil || !missing.IsZero() ||
		valid.IsZero() {
		t.Errorf("Value() = %v, %v; IsZero() = %t, and %t for the Nil UUID",
			got, err, missing.IsZero(), valid.IsZero())
	}
}

// checkForms checks that v is written correctly in each form, and that reading each form returns v.
func checkForms(
	t testing.TB,
	v writer,
	text, jsonText string,
	binary []byte,
	value driver.Value,
	bsonType byte,
	bson []byte,
) {
	t.Helper()
	equal := func(how string, got any, err error, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("%s of %#v: got %#v, %v; want %#v", how, v, got, err, want)
		}
	}
	equal("String", v.String(), nil, text)
	equal(
		"fmt",
		fmt.Sprintf("%v %40s %v", v, v, pointerTo[any](v)),
		nil,
		fmt.Sprintf("%s %40s %s", text, text, text),
	)
	equal("fmt of a field", fmt.Sprintf("%+v", struct{ ID any }{v}), nil, "{ID:"+text+"}")
	gotText, err := v.MarshalText()
	equal("MarshalText", gotText, err, []byte(text))
	gotJSON, err := json.Marshal(v)
	equal("json.Marshal", string(gotJSON), err, jsonText)
	gotBinary, err := v.MarshalBinary()
	equal("MarshalBinary", gotBinary, err, binary)
	checkAppend(t, fmt.Sprintf("%T.AppendBinary", v), v.AppendBinary, binary)
	checkAppend(t, fmt.Sprintf("%T.AppendText", v), v.AppendText, []byte(text))
	gotValue, err := v.Value()
	equal("Value", gotValue, err, value)
	gotType, gotBSON, err := v.MarshalBSONValue()
	equal("MarshalBSONValue", []any{gotType, gotBSON}, err, []any{bsonType, bson})
	db := sql.OpenDB(echo{})
	defer db.Close()
	var passed any
	equal("an argument", nil, db.QueryRow("", v).Scan(&passed), nil)
	equal("an argument", passed, nil, value)
	var stream bytes.Buffer
	equal("gob", nil, gob.NewEncoder(&stream).Encode(v), nil)

	for how, read := range map[string]func(reader) error{
		"UnmarshalText":   func(dst reader) error { return dst.UnmarshalText([]byte(text)) },
		"UnmarshalParam":  func(dst reader) error { return dst.UnmarshalParam(text) },
		"UnmarshalBinary": func(dst reader) error { return dst.UnmarshalBinary(binary) },
		"UnmarshalBSONValue": func(dst reader) error {
			return dst.UnmarshalBSONValue(bsonType, bson)
		},
		"Scan":         func(dst reader) error { return dst.Scan(value) },
		"database/sql": func(dst reader) error { return db.QueryRow("", v).Scan(dst) },
		"database/sql, *": func(dst reader) error {
			return db.QueryRow("", pointerTo[any](v)).Scan(dst)
		},
		"json.Unmarshal": func(dst reader) error {
			return json.Unmarshal([]byte(jsonText), dst)
		},
		"gob": func(dst reader) error { return gob.NewDecoder(&stream).Decode(dst) },
	} {
		dst := pointerTo[reader](v)
		noErrors(t, dst.UnmarshalBinary(before[:]))
		err := read(dst)
		equal(how, pointee(dst), err, v)
	}
}

// A reading is the expected result of a parser, which is a UUID or an error's offset and reason.
type reading struct {
	u      uuid.UUID
	offset int
	reason string
}

func newReading(
	u uuid.UUID,
	offset int,
	reason string,
) reading {
	return reading{u, offset, reason}
}

// check compares r with the result of read, which calls a method that parses s. An error must
// contain the input, and a failed Scan must leave the destination unchanged.
func (r reading) check(t testing.TB, c column, s, input string, read func(reader) error) {
	dst, want := pointerTo[reader](c.of(unstamp(r.u))), c.of(r.u)
	err := read(dst)
	if r.reason != "" {
		want = c.of(unstamp(r.u))
		checkParseError(t, err, input, r.offset, r.reason)
		checkMessage(t, err)
		// for Null, before has the same Valid as success
		none := reflect.Zero(reflect.TypeOf(want)).Interface()
		if dst := pointerTo[reader](none); read(dst) == nil || pointee(dst) != none {
			t.Errorf("%s: %+.100q changes %v", c.name, s, none)
		}
	} else if err != nil {
		t.Error(err)
	}
	if got := pointee(dst); got != want || t.Failed() {
		t.Fatalf("%s: %+.100q is read as %v, want %v", c.name, s, got, want)
	}
}

// checkReads checks all methods that parse s. Methods that read text from a client must return
// parsed, and methods that read database values must return scanned. If isHidden is set, errors
// from database methods must not contain the input.
func (c column) checkReads(t testing.TB, s string, parsed, scanned reading, isHidden bool) {
	if s == "" && c.name == "Null" {
		// a Null reads "" as null, except in Scan; see TestColumnsWriteAndReadAllForms and
		// TestScanErrors
		return
	}
	parsed.check(t, c, s, s, func(dst reader) error { return dst.UnmarshalText([]byte(s)) })
	parsed.check(t, c, s, s, func(dst reader) error { return dst.UnmarshalParam(s) })
	input := s
	if isHidden {
		input = ""
	}
	scanned.check(t, c, s, input, func(dst reader) error { return dst.Scan(s) })
	scanned.check(t, c, s, input, func(dst reader) error {
		return dst.UnmarshalBSONValue(0x02, bsonString(s))
	})
	binary := reading{offset: len(s), reason: "invalid length"}
	if len(s) == 16 {
		u := uuid.UUID([]byte(s))
		binary, scanned = reading{u: u}, reading{u: uuid.UUID(c.binary(u))}
	}
	scanned.check(t, c, s, input, func(dst reader) error { return dst.Scan([]byte(s)) })
	binary.check(t, c, s, input, func(dst reader) error { return dst.UnmarshalBinary([]byte(s)) })
	binary.check(
		t,
		c,
		s,
		input,
		func(dst reader) error { return dst.UnmarshalBSONValue(0x05, bsonBinary(4, []byte(s))) },
	)
}

// TestNullUnmarshalJSONErrors checks the errors for white space other than JSON's, and for JSON
// strings that are too long for a UUID. Those errors contain the string with its escapes.
// FuzzNullJSON checks all other strings.
func TestNullUnmarshalJSONErrors(t *testing.T) {
	escaped := strings.Repeat(`\u0066`, 1000)
	for _, text := range []string{escaped, escaped[:270] + "f"} {
		quoted := []byte(`"` + text + `"`)
		want := uuid.Null{UUID: before, Valid: true}
		dst, dst2 := want, want
		checkParseError(t, json.Unmarshal(quoted, &dst), text, len(text), "invalid length")
		checkParseError(t, dst2.UnmarshalJSON(quoted), text, len(text), "invalid length")
		if dst != want || dst2 != want {
			t.Errorf("the destination has changed to %v, %v", dst, dst2)
		}
	}
	// JSON allows only four characters as white space.
	for space, ok := range map[string]bool{
		" \t\r\n": true, "\v": false, "\f": false, "\u00a0": false, "\u0085": false,
	} {
		if err := new(uuid.Null).UnmarshalJSON([]byte(space + "null" + space)); (err == nil) != ok {
			t.Errorf("null between %q: %v", space, err)
		}
	}
}

// before is the initial value of a destination.
var before = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")

// Other packages define 16-byte array types like these.
type (
	otherUUID [16]byte
	octet     byte
	octetUUID [16]octet
)

// octets converts u to an octetUUID.
func octets(u uuid.UUID) (other octetUUID) {
	for i := range u {
		other[i] = octet(u[i])
	}
	return other
}

func TestScanReadsOtherTypesAndForms(t *testing.T) {
	u := example
	for _, column := range allColumns() {
		sources := []any{
			column.binary(u), [16]byte(column.binary(u)),
			u, uuid.GUID(u), uuid.Binary(u), uuid.ID[user](u), otherUUID(u), octets(u),
			strings.ToUpper(canonicalText), []byte(strings.ToUpper(canonicalText)),
		}
		for _, form := range encodings[:4] {
			sources = append(sources, form.ofExample, []byte(form.ofExample))
		}
		for _, src := range sources {
			dst := pointerTo[sql.Scanner](column.of(before))
			if err := dst.Scan(src); err != nil || pointee(dst) != column.of(u) {
				t.Errorf("%s: Scan of a %T, %v: got %v, %v; want %v",
					column.name, src, src, pointee(dst), err, column.of(u))
			}
		}
	}
}

func TestScanErrors(t *testing.T) {
	const lengths = ", want 32, 36, 38 or 45 bytes"
	for _, src := range []any{"", []byte{}, []byte(nil)} {
		checkScanError(
			t,
			src,
			`uuid: cannot parse "" (0 bytes): invalid length at offset 0`+lengths,
		)
	}

	for want, src := range map[string]any{
		"int64":     int64(1),
		"[15]uint8": [15]byte{},
		"[17]uint8": [17]byte{},
		"[16]int8":  [16]int8{},
		"[16]int64": [16]int64{},
		"*string":   new(string),
		"func":      func(netip.Addr) error { return nil },
		"[]struct":  []struct{ A netip.Addr }{},

		"[]github.com/seed-8298af95/uuid_test.octet": []octet{},
		"github.com/seed-8298af95/uuid.Null":         uuid.Null{},
		"*github.com/seed-8298af95/uuid.UUID":        &uuid.UUID{},
		"net/netip.Addr":                             netip.Addr{},
		"[][]net/netip.Addr":                         [][]netip.Addr{},
		"[16]*net/netip.Addr":                        [16]*netip.Addr{},
	} {
		checkScanError(t, src, "uuid: cannot scan a value of type "+want)
	}
	checkScanError(t, nil, "uuid: cannot scan NULL: for a column that may be NULL, use ")
}

// checkScanError checks that scanning src into each column type fails with the error want and
// changes nothing. A Null accepts NULL. For NULL, the errors from the other types end with a hint.
func checkScanError(t *testing.T, src any, want string) {
	t.Helper()
	for _, c := range columns {
		dst, want := pointerTo[sql.Scanner](c.of(before)), want
		if src == nil {
			want += c.use
		}
		if err := dst.Scan(src); (err == nil || err.Error() != want ||
			pointee(dst) != c.of(before)) &&
			(src != nil || c.use != "") {
			t.Errorf("%s: Scan of a %T: %v, %v; want %s", c.name, src, pointee(dst), err, want)
		}
	}
}

// TestNilDestination checks that decoding or scanning any input into a nil pointer fails.
func TestNilDestination(t *testing.T) {
	dsts := []reader{(*uuid.Null)(nil), (*uuid.ID[uuid.Plain[int]])(nil), (*uuid.ID[kindPM])(nil)}
	for _, row := range sixteen {
		dsts = append(
			dsts,
			reflect.Zero(reflect.PointerTo(reflect.TypeOf(row.zero))).Interface().(reader),
		)
	}
	db := sql.OpenDB(echo{})
	defer db.Close()
	for _, dst := range dsts {
		var errs []error
		for _, src := range []any{nil, [16]byte(example), example, otherUUID(example), 1} {
			errs = append(errs, dst.Scan(src))
		}
		for _, text := range []string{
			canonicalText, compactText, slowTypeID("user", example), "", "no", "null",
			string(example[:]),
		} {
			b := []byte(text)
			errs = append(
				errs,
				dst.Scan(text),
				dst.Scan(b),
				dst.UnmarshalText(b),
				dst.UnmarshalParam(text),
				dst.UnmarshalBinary(b),
				dst.UnmarshalBSONValue(0x02, bsonString(text)),
				dst.UnmarshalBSONValue(0x05, bsonBinary(4, b)),
				dst.UnmarshalBSONValue(0x0a, nil),
				dst.UnmarshalBSONValue(0x02, nil),
			)
			if dst, ok := dst.(json.Unmarshaler); ok {
				errs = append(errs, dst.UnmarshalJSON(b), dst.UnmarshalJSON([]byte(`"`+text+`"`)))
			}
		}
		for i, err := range errs {
			if err == nil ||
				err.Error() != "uuid: cannot read a UUID: the destination pointer is nil" {
				t.Errorf("%T: error %d: %v", dst, i, err)
			}
		}
		if err := db.QueryRow("", canonicalText).Scan(dst); err == nil {
			t.Errorf("%T: database/sql returned no error", dst)
		}
	}
}

// An echo is a database driver that returns the arguments of each query as one row.
type echo struct{}

func (e echo) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e echo) Driver() driver.Driver                        { return nil }
func (e echo) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (e echo) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (e echo) Close() error                                 { return nil }

func (e echo) QueryContext(
	_ context.Context,
	_ string,
	args []driver.NamedValue,
) (driver.Rows, error) {
	return &echoRows{args: args}, nil
}

type echoRows struct {
	args []driver.NamedValue
	read bool
}

func (r *echoRows) Columns() []string { return make([]string, len(r.args)) }
func (r *echoRows) Close() error      { return nil }

func (r *echoRows) Next(dst []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read = true
	for i, arg := range r.args {
		dst[i] = arg.Value
	}
	return nil
}

// TestNULLInDatabaseSQL checks NULL and pointers as query arguments and scan destinations.
func TestNULLInDatabaseSQL(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	u := example
	for _, tt := range []struct{ arg, dst, want any }{
		{&u, new(*uuid.UUID), &u},
		{nil, new(*uuid.UUID), (*uuid.UUID)(nil)},
		{(*uuid.UUID)(nil), new(uuid.Null), uuid.Null{}},
		{
			sql.Null[uuid.UUID]{V: u, Valid: true},
			new(sql.Null[uuid.UUID]),
			sql.Null[uuid.UUID]{V: u, Valid: true},
		},
		{nil, new(*uuid.Binary), (*uuid.Binary)(nil)},
		{nil, new(sql.Null[uuid.GUID]), sql.Null[uuid.GUID]{}},
		{sql.Null[uuid.Binary]{V: uuid.Binary(u), Valid: true}, new([]byte), u[:]},
	} {
		err := db.QueryRow("", tt.arg).Scan(tt.dst)
		if got := pointee(tt.dst); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("a %T into a %T: got %v, %v; want %v", tt.arg, tt.dst, got, err, tt.want)
		}
	}
	checkParseError(
		t,
		db.QueryRow("", u[:15]).Scan(new(uuid.UUID)),
		string(u[:15]),
		15,
		"invalid length",
	)
}

func TestGUIDVectors(t *testing.T) {
	file := loadVectors[struct {
		Vectors []struct {
			UUID  uuid.UUID
			Bytes hexBytes `json:"bytes_le"`
		}
	}](t, "guid")
	for _, v := range file.Vectors {
		le := v.UUID.BytesLE()
		if u, err := uuid.FromBytesLE(v.Bytes); !bytes.Equal(le[:], v.Bytes) || u != v.UUID ||
			err != nil {
			t.Errorf("%v: BytesLE() = %x, want %x; FromBytesLE returns %v, %v",
				v.UUID, le, v.Bytes, u, err)
		}
		value, err := uuid.GUID(v.UUID).Value()
		if !bytes.Equal(value.([]byte), v.Bytes) || err != nil {
			t.Errorf("%v: Value() = %x, %v; want %x", v.UUID, value, err, v.Bytes)
		}
	}
}

// TestGUIDOrder checks that GUIDs sort in SQL Server's order for the uniqueidentifier type.
func TestGUIDOrder(t *testing.T) {
	for _, sorted := range [][]string{
		{ // the example in Microsoft's "Comparing GUID and uniqueidentifier values"
			"2aaaaaaa-bbbb-cccc-dddd-1eeeeeeeeeee", "3aaaaaaa-bbbb-cccc-dddd-2eeeeeeeeeee",
			"1aaaaaaa-bbbb-cccc-dddd-3eeeeeeeeeee",
		}, { // one byte set
			"00000000-0000-0000-0000-000000000000", "01000000-0000-0000-0000-000000000000",
			"00010000-0000-0000-0000-000000000000",
			"00000100-0000-0000-0000-000000000000", "00000001-0000-0000-0000-000000000000",
			"00000000-0100-0000-0000-000000000000",
			"00000000-0001-0000-0000-000000000000", "00000000-0000-0100-0000-000000000000",
			"00000000-0000-0001-0000-000000000000",
			"00000000-0000-0000-0001-000000000000", "00000000-0000-0000-0100-000000000000",
			"00000000-0000-0000-0000-000000000001",
			"00000000-0000-0000-0000-000000000100", "00000000-0000-0000-0000-000000010000",
			"00000000-0000-0000-0000-000001000000",
			"00000000-0000-0000-0000-000100000000", "00000000-0000-0000-0000-010000000000",
		}, { // unsigned bytes
			"00000000-0000-0000-0000-7fffffffffff", "00000000-0000-0000-0000-800000000000",
			"00000000-0000-0000-0000-ff0000000000",
		},
	} {
		for i, text := range sorted {
			for j, other := range sorted {
				g, h := uuid.GUID(uuid.MustParse(text)), uuid.GUID(uuid.MustParse(other))
				if got, want := g.Compare(h), cmp.Compare(i, j); got != want {
					t.Errorf("%v.Compare(%v) = %d, want %d", g, h, got, want)
				}
			}
		}
	}
}

// bsonBinary and bsonString encode a BSON value of the type in their names.
func bsonBinary(subtype byte, b []byte) []byte {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(b)))
	return slices.Concat(length, []byte{subtype}, b)
}

func bsonString(s string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(s)+1)), s+"\x00"...)
}

// TestBSONSubtypes checks that only two of the 256 subtypes of binary data are read as a UUID.
func TestBSONSubtypes(t *testing.T) {
	for subtype := range 256 {
		var u uuid.UUID
		err := u.UnmarshalBSONValue(0x05, bsonBinary(byte(subtype), example[:]))
		isUUID := subtype == 4 || subtype == 0
		switch {
		case isUUID && (err != nil || u != example):
			t.Errorf("subtype %d: %v, %v", subtype, u, err)
		case !isUUID && (err == nil || !u.IsNil()):
			t.Errorf("subtype %d is read as %v, %v", subtype, u, err)
		}
	}
}

// TestBSONErrors checks that invalid BSON causes an error and leaves the destination unchanged.
func TestBSONErrors(t *testing.T) {
	u := example[:]
	long := bsonBinary(4, u)
	long[0]++
	const (
		binary  = "cannot read a BSON binary: its length is wrong"
		text    = "cannot read a BSON string: its length or its last byte is wrong"
		length  = "invalid length at offset "
		lengths = ", want 32, 36, 38 or 45 bytes"
	)
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x01, make([]byte, 8), "cannot read a BSON value of type 0x01"},
		{0x07, make([]byte, 12), "cannot read a BSON value of type 0x07"},
		{0x05, bsonBinary(1, u), "cannot read binary subtype 1 from BSON: a UUID has subtype 4"},
		{0x05, bsonBinary(3, u), "cannot read binary subtype 3 from BSON: its byte order depends " +
			"on the driver that wrote it; " +
			"read it as binary data, put the bytes in order, and store subtype 4"},
		{0x05, nil, binary},
		{0x05, make([]byte, 4), binary}, // no subtype
		{0x05, append(bsonBinary(4, u), 0), binary},
		{0x05, long, binary},
		{0x05, append([]byte{0xff, 0xff, 0xff, 0xff, 4}, u...), binary}, // a negative length
		{0x02, nil, text},
		{0x02, append([]byte{36, 0, 0, 0}, canonicalText...), text}, // no terminator
		{0x02, make([]byte, 4), text},
		{0x02, append(bsonString(canonicalText), 0), text},
		{0x05, bsonBinary(4, nil), `cannot parse "" (0 bytes): ` + length + "0, want 16 bytes"},
		{
			0x05,
			bsonBinary(4, []byte("0123456789abcde")),
			`cannot parse "0123456789abcde" (15 bytes): ` + length + "15, want 16 bytes",
		},
		{
			0x05,
			bsonBinary(0, []byte("0123456789abcdefg")),
			`cannot parse "0123456789abcdefg" (17 bytes): ` + length + "17, want 16 bytes",
		},
		{0x02, bsonString(""), `cannot parse "" (0 bytes): ` + length + "0" + lengths},
		{
			0x02,
			bsonString("0123456789abcdef"),
			`cannot parse "0123456789abcdef" (16 bytes): ` + length + "16" + lengths,
		},
		{
			0x02,
			bsonString("x" + canonicalText[1:]),
			`cannot parse "x` + canonicalText[1:] +
				`" (36 bytes): invalid hexadecimal digit at offset 0`,
		},
		{
			0x0a,
			nil,
			"cannot read null from BSON: for a value that may be null, use Null or a pointer",
		},
	} {
		for _, column := range columns {
			want := "uuid: " + tt.want
			dst := pointerTo[reader](column.of(before))
			err := dst.UnmarshalBSONValue(tt.typ, tt.data)
			if isNull := tt.typ == 0x0a && column.name == "Null"; !isNull &&
				(err == nil || err.Error() != want || pointee(dst) != column.of(before)) {
				t.Errorf("%s: 0x%02x, %x: %v, %v; want %s",
					column.name, tt.typ, tt.data, pointee(dst), err, want)
			}
		}
	}
}
