package uuid_test

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// columns are the types that a column is scanned into.
var columns = []struct {
	name   string
	of     func(uuid.UUID) any    // the value for a UUID
	binary func(uuid.UUID) []byte // as scanned from 16 bytes
	value  func(uuid.UUID) driver.Value
}{
	{"UUID", func(u uuid.UUID) any { return u }, bytesOf, textOf},
	{"Null", func(u uuid.UUID) any { return uuid.Null{UUID: u, Valid: true} }, bytesOf, textOf},
	{"Binary", func(u uuid.UUID) any { return uuid.Binary(u) }, bytesOf, func(u uuid.UUID) driver.Value { return u[:] }},
	{
		"GUID", func(u uuid.UUID) any { return u.GUID() },
		func(u uuid.UUID) []byte { g := u.GUID(); return g[:] }, func(u uuid.UUID) driver.Value { g := u.GUID(); return g[:] },
	},
}

func bytesOf(u uuid.UUID) []byte      { return u[:] }
func textOf(u uuid.UUID) driver.Value { return u.String() }

// before is what a destination holds before it is written to.
var before = uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")

// Arrays of 16 bytes, as other packages define them.
type (
	otherUUID [16]byte
	octet     byte
	octetUUID [16]octet
)

// octets returns the bytes of u.
func octets(u uuid.UUID) (other octetUUID) {
	for i := range u {
		other[i] = octet(u[i])
	}
	return other
}

func TestScan(t *testing.T) {
	u := example
	for _, column := range columns {
		sources := []any{
			column.binary(u), [16]byte(column.binary(u)), u, u.GUID(), uuid.Binary(u), otherUUID(u), octets(u),
			strings.ToUpper(canonicalText), []byte(strings.ToUpper(canonicalText)),
		}
		for _, form := range encodings[:4] {
			sources = append(sources, form.ofExample, []byte(form.ofExample))
		}
		for _, src := range sources {
			dst := pointerTo[sql.Scanner](column.of(before))
			if err := dst.Scan(src); err != nil || pointee(dst) != column.of(u) {
				t.Errorf("%s: Scan of a %T, %v: got %v, %v; want %v", column.name, src, src, pointee(dst), err, column.of(u))
			}
		}
	}
}

func TestScanErrors(t *testing.T) {
	const length, digit = "invalid length", "invalid hexadecimal digit"
	for _, tt := range []struct {
		src    string
		offset int
		reason string
		text   string // of the error, after "uuid: cannot parse "
	}{
		{"", 0, length, `"" (0 bytes): invalid length at offset 0, want 32, 36, 38 or 45 bytes`},
		{"0123456789abcde", 15, length, `"0123456789abcde" (15 bytes): invalid length at offset 15, want 32, 36, 38 or 45 bytes`},
		{"\xff\x000123456789abcde", 17, length, `"\xff\x000123456789abcde" (17 bytes): invalid length at offset 17, want 32, 36, 38 or 45 bytes`},
		{
			canonicalText + "\n", 37, length,
			`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n" (37 bytes): invalid length at offset 37, want 32, 36, 38 or 45 bytes; it ends with a newline`,
		}, {
			canonicalText[:35] + `"`, 35, digit,
			`"f81d4fae-7dec-11d0-a765-00a0c91e6bf\"" (36 bytes): invalid hexadecimal digit at offset 35; it ends with a quotation mark`,
		}, {
			strings.Repeat("\x00", 1000), 1000, length,
			`"` + strings.Repeat(`\x00`, 64) + `"... (1000 bytes): invalid length at offset 1000, want 32, 36, 38 or 45 bytes`,
		},
	} {
		for _, src := range []any{tt.src, []byte(tt.src)} {
			checkParseError(t, checkScanError(t, src, "uuid: cannot parse "+tt.text), tt.src, tt.offset, tt.reason)
		}
	}
	const text = "0123456789abcdef" // of 16 bytes
	checkScanError(t, []byte(nil), `uuid: cannot parse "" (0 bytes): invalid length at offset 0, want 32, 36, 38 or 45 bytes`)
	checkScanError(t, text, `uuid: cannot parse "0123456789abcdef" (16 bytes): invalid length at offset 16, want 32, 36, 38 or 45 bytes`)

	for want, src := range map[string]any{
		"int64":       int64(1),
		"float64":     1.5,
		"bool":        true,
		"time.Time":   time.Now(),
		"[15]uint8":   [15]byte{},
		"[17]uint8":   [17]byte{},
		"[16]int8":    [16]int8{},
		"*string":     new(string),
		"func":        func(netip.Addr) error { return nil },
		"[]struct":    []struct{ A netip.Addr }{},
		"[]error":     []error{},
		"[]interface": []any{},

		"[]github.com/seed-8298af95/uuid_test.octet": []octet{},
		"github.com/seed-8298af95/uuid.Null":         uuid.Null{},
		"*github.com/seed-8298af95/uuid.UUID":        &uuid.UUID{},
		"net/netip.Addr":                             netip.Addr{},
		"[][]net/netip.Addr":                         [][]netip.Addr{},
		"[16]*net/netip.Addr":                        [16]*netip.Addr{},
		"*map[net/netip.Addr][]net/netip.Prefix":     &map[netip.Addr][]netip.Prefix{},
		"<-chan net/netip.Addr":                      make(<-chan netip.Addr),
	} {
		checkScanError(t, src, "uuid: cannot scan a value of type "+want)
	}
}

// checkScanError scans src into each column, which fails with want and changes nothing.
func checkScanError(t *testing.T, src any, want string) (err error) {
	t.Helper()
	for _, column := range columns {
		dst := pointerTo[sql.Scanner](column.of(before))
		if err = dst.Scan(src); err == nil || err.Error() != want {
			t.Errorf("%s: Scan of a %T: error %v, want %s", column.name, src, err, want)
		}
		if got := pointee(dst); got != column.of(before) {
			t.Errorf("%s: Scan of a %T: the destination has changed to %v", column.name, src, got)
		}
	}
	return err
}

func TestScanNULL(t *testing.T) {
	const message = "uuid: cannot scan NULL; for a column that may be NULL use "
	use := map[string]string{
		"UUID":   "Null or a pointer",
		"Binary": "*Binary or sql.Null[Binary]",
		"GUID":   "*GUID or sql.Null[GUID]",
	}
	for _, column := range columns {
		t.Run(column.name, func(t *testing.T) {
			dst := pointerTo[sql.Scanner](column.of(before))
			err := dst.Scan(nil)
			if n, ok := dst.(*uuid.Null); ok {
				if *n != (uuid.Null{}) || err != nil {
					t.Errorf("got %v, %v; want the zero Null", *n, err)
				}
				return
			}
			if want := message + use[column.name]; err == nil || err.Error() != want {
				t.Errorf("got error %v, want %s", err, want)
			}
			if got := pointee(dst); got != column.of(before) {
				t.Errorf("the destination has changed to %v", got)
			}
		})
	}
}

// TestScanNil scans into nil pointers, as database/sql does if it is given some.
func TestScanNil(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	for _, dst := range []sql.Scanner{
		(*uuid.UUID)(nil), (*uuid.Null)(nil), (*uuid.Binary)(nil), (*uuid.GUID)(nil),
		(*uuid.ID[user])(nil), (*uuid.ID[account])(nil),
	} {
		for _, src := range []any{
			nil, canonicalText, []byte(canonicalText), example[:], [16]byte(example), example, otherUUID(example), "no", 1,
		} {
			if err := dst.Scan(src); err == nil || err.Error() != "uuid: destination pointer is nil" {
				t.Errorf("%T: Scan(%v): %v", dst, src, err)
			}
		}
		if err := db.QueryRow("", canonicalText).Scan(dst); err == nil {
			t.Errorf("%T: no error", dst)
		}
	}
}

func TestValue(t *testing.T) {
	for _, column := range columns {
		for _, u := range []uuid.UUID{uuid.Nil(), example, uuid.Max()} {
			got, err := column.of(u).(driver.Valuer).Value()
			if want := column.value(u); !reflect.DeepEqual(got, want) || err != nil || !driver.IsValue(got) {
				t.Errorf("%s: Value() = %#v, %v; want %#v", column.name, got, err, want)
			}
			dst := pointerTo[sql.Scanner](column.of(before))
			if err := dst.Scan(got); err != nil || pointee(dst) != column.of(u) {
				t.Errorf("%s: Scan(Value()): got %v, %v; want %v", column.name, pointee(dst), err, u)
			}
		}
	}
	for _, n := range []uuid.Null{{}, {UUID: example}} {
		if got, err := n.Value(); got != nil || err != nil {
			t.Errorf("Value() of %#v = %v, %v; want nil", n, got, err)
		}
	}
}

// An echo is a driver whose every query returns one row, its arguments.
type echo struct{}

func (e echo) Connect(context.Context) (driver.Conn, error) { return e, nil }
func (e echo) Driver() driver.Driver                        { return nil }
func (e echo) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (e echo) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }
func (e echo) Close() error                                 { return nil }

func (e echo) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
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

func TestDatabase(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	u := example
	for _, tt := range []struct{ arg, dst, want any }{
		{u.String(), new(uuid.UUID), u},
		{u[:], new(uuid.UUID), u},
		{u, new(uuid.UUID), u},
		{u, new(string), u.String()},
		{&u, new(*uuid.UUID), &u},
		{nil, new(*uuid.UUID), (*uuid.UUID)(nil)},
		{(*uuid.UUID)(nil), new(uuid.Null), uuid.Null{}},
		{uuid.Null{UUID: u, Valid: true}, new(uuid.Null), uuid.Null{UUID: u, Valid: true}},
		{uuid.Null{}, new(uuid.Null), uuid.Null{}},
		{sql.Null[uuid.UUID]{V: u, Valid: true}, new(sql.Null[uuid.UUID]), sql.Null[uuid.UUID]{V: u, Valid: true}},
		{sql.Null[uuid.UUID]{}, new(sql.Null[uuid.UUID]), sql.Null[uuid.UUID]{}},
		{uuid.Binary(u), new(uuid.Binary), uuid.Binary(u)},
		{uuid.Binary(u), new([]byte), u[:]},
		{uuid.Binary(u), new(uuid.UUID), u},
		{u.GUID(), new(uuid.GUID), u.GUID()},
		{nil, new(*uuid.Binary), (*uuid.Binary)(nil)},
		{nil, new(sql.Null[uuid.Binary]), sql.Null[uuid.Binary]{}},
		{nil, new(*uuid.GUID), (*uuid.GUID)(nil)},
		{nil, new(sql.Null[uuid.GUID]), sql.Null[uuid.GUID]{}},
		{sql.Null[uuid.Binary]{V: uuid.Binary(u), Valid: true}, new([]byte), u[:]},
	} {
		err := db.QueryRow("", tt.arg).Scan(tt.dst)
		if got := pointee(tt.dst); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("a %T into a %T: got %v, %v; want %v", tt.arg, tt.dst, got, err, tt.want)
		}
	}
	dst := u
	err := db.QueryRow("", nil).Scan(&dst)
	if err == nil || !strings.Contains(err.Error(), "use Null or a pointer") || dst != u {
		t.Errorf("NULL: got %v, %v; want an error that names Null", dst, err)
	}
	checkParseError(t, db.QueryRow("", u[:15]).Scan(&dst), string(u[:15]), 15, "invalid length")
}

func TestGob(t *testing.T) {
	type columns struct {
		UUID           uuid.UUID
		Missing, Null  uuid.Null
		Nils           []uuid.Null
		Binary         uuid.Binary
		GUID           uuid.GUID
		ByID           map[uuid.UUID]string
		Pointer, Empty *uuid.UUID
	}
	u := example
	in := columns{
		UUID: u, Null: uuid.Null{UUID: u, Valid: true}, Nils: []uuid.Null{{}, {Valid: true}},
		Binary: uuid.Binary(u), GUID: u.GUID(), ByID: map[uuid.UUID]string{u: "name"}, Pointer: &u,
	}
	var stream bytes.Buffer
	if err := gob.NewEncoder(&stream).Encode(in); err != nil {
		t.Fatal(err)
	}
	var out columns
	if err := gob.NewDecoder(&stream).Decode(&out); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(out, in) {
		t.Errorf("got %+v, want %+v", out, in)
	}
}

// TestColumnText checks that Binary and GUID are the UUID in text and JSON.
func TestColumnText(t *testing.T) {
	type column interface {
		fmt.Stringer
		encoding.TextMarshaler
	}
	for _, tt := range columns {
		if tt.name == "Null" {
			continue
		}
		for _, u := range []uuid.UUID{uuid.Nil(), example, uuid.Max()} {
			v, want := tt.of(u).(column), u.String()
			text, err := v.MarshalText()
			b, err2 := json.Marshal(v)
			if v.String() != want || fmt.Sprint(v) != want || string(text) != want || string(b) != `"`+want+`"` || err != nil || err2 != nil {
				t.Errorf("%s: String() = %s, MarshalText() = %s, %v, json.Marshal = %s, %v; want %s", tt.name, v, text, err, b, err2, want)
			}
			for _, form := range encodings[:4] {
				dst := pointerTo[encoding.TextUnmarshaler](tt.of(before))
				text := form.encoding.Encode(u)
				if err := dst.UnmarshalText([]byte(text)); pointee(dst) != tt.of(u) || err != nil {
					t.Errorf("%s: UnmarshalText(%s): got %v, %v; want %v", tt.name, text, pointee(dst), err, u)
				}
			}
			dst := pointerTo[any](tt.of(before))
			if err := json.Unmarshal(b, dst); pointee(dst) != tt.of(u) || err != nil {
				t.Errorf("%s: json.Unmarshal: got %v, %v; want %v", tt.name, pointee(dst), err, u)
			}
		}
		for text, offset := range map[string]int{"": 0, "0123456789abcdef": 16} {
			dst := pointerTo[encoding.TextUnmarshaler](tt.of(before))
			checkParseError(t, dst.UnmarshalText([]byte(text)), text, offset, "invalid length")
			if pointee(dst) != tt.of(before) {
				t.Errorf("%s: the destination has changed to %v", tt.name, pointee(dst))
			}
		}
	}
}

func TestGUIDVectors(t *testing.T) {
	type vector struct {
		UUID    uuid.UUID
		Bytes   string
		BytesLE string `json:"bytes_le"`
		Fields  []string
	}
	file := loadVectors[struct{ Vectors []vector }](t, "guid")
	for _, v := range file.Vectors {
		if got := hex.EncodeToString(v.UUID[:]); got != v.Bytes || strings.Join(v.Fields, "") != v.Bytes {
			t.Errorf("bytes %s, want %s", got, v.Bytes)
		}
		g, b := v.UUID.GUID(), fromHex(v.BytesLE)
		if !bytes.Equal(g[:], b) || g.UUID() != v.UUID || g.String() != v.UUID.String() {
			t.Errorf("%v: GUID() has bytes %x, want %x, and is %v as a UUID", v.UUID, g[:], b, g.UUID())
		}
		if got, err := g.Value(); !reflect.DeepEqual(got, driver.Value(b)) || err != nil {
			t.Errorf("Value() = %x, %v; want %x", got, err, b)
		}
		var scanned uuid.GUID
		if err := scanned.Scan(b); scanned != g || err != nil {
			t.Errorf("Scan(%x): got %x, %v; want %x", b, scanned[:], err, g[:])
		}
	}
}

// TestGUIDOrder sorts GUIDs as SQL Server sorts uniqueidentifiers.
func TestGUIDOrder(t *testing.T) {
	for _, sorted := range [][]string{
		{ // the example of Microsoft's "Comparing GUID and uniqueidentifier values"
			"2aaaaaaa-bbbb-cccc-dddd-1eeeeeeeeeee", "3aaaaaaa-bbbb-cccc-dddd-2eeeeeeeeeee", "1aaaaaaa-bbbb-cccc-dddd-3eeeeeeeeeee",
		}, { // one byte set
			"00000000-0000-0000-0000-000000000000", "01000000-0000-0000-0000-000000000000", "00010000-0000-0000-0000-000000000000",
			"00000100-0000-0000-0000-000000000000", "00000001-0000-0000-0000-000000000000", "00000000-0100-0000-0000-000000000000",
			"00000000-0001-0000-0000-000000000000", "00000000-0000-0100-0000-000000000000", "00000000-0000-0001-0000-000000000000",
			"00000000-0000-0000-0001-000000000000", "00000000-0000-0000-0100-000000000000", "00000000-0000-0000-0000-000000000001",
			"00000000-0000-0000-0000-000000000100", "00000000-0000-0000-0000-000000010000", "00000000-0000-0000-0000-000001000000",
			"00000000-0000-0000-0000-000100000000", "00000000-0000-0000-0000-010000000000",
		}, { // unsigned bytes
			"00000000-0000-0000-0000-7fffffffffff", "00000000-0000-0000-0000-800000000000", "00000000-0000-0000-0000-ff0000000000",
		},
	} {
		for i, text := range sorted {
			for j, other := range sorted {
				g, h := uuid.MustParse(text).GUID(), uuid.MustParse(other).GUID()
				if got, want := g.Compare(h), cmp.Compare(i, j); got != want {
					t.Errorf("%v.Compare(%v) = %d, want %d", g, h, got, want)
				}
			}
		}
	}
}

func TestGUIDCompare(t *testing.T) {
	key := func(g uuid.GUID) []byte {
		return slices.Concat(g[10:16], g[8:10], g[6:8], g[4:6], g[0:4])
	}
	r := newRand()
	for range 1000 {
		g, h := uuid.GUID(randomUUID(r)), uuid.GUID(randomUUID(r))
		for i := range g { // all but one byte in common
			near := g
			near[i] = h[i]
			if got, want := g.Compare(near), bytes.Compare(key(g), key(near)); got != want || near.Compare(g) != -want {
				t.Fatalf("%v.Compare(%v) = %d, want %d", g, near, got, want)
			}
		}
	}
}

// TestBinaryForms takes the types that are a UUID through their binary forms: a GUID that
// is written is read as the same UUID.
func TestBinaryForms(t *testing.T) {
	u := example
	type form interface {
		encoding.BinaryAppender
		encoding.BinaryMarshaler
		MarshalBSONValue() (byte, []byte, error)
	}
	type reader interface {
		encoding.BinaryUnmarshaler
		UnmarshalBSONValue(byte, []byte) error
	}
	for _, v := range []form{u, uuid.ID[user](u), uuid.Binary(u), u.GUID()} {
		checkAppend(t, fmt.Sprintf("%T.AppendBinary", v), v.AppendBinary, u[:])
		b, err := v.MarshalBinary()
		if !bytes.Equal(b, u[:]) || err != nil {
			t.Errorf("%T.MarshalBinary() = %x, %v; want %x", v, b, err, u[:])
		}
		typ, data, err := v.MarshalBSONValue()
		if typ != 5 || !bytes.Equal(data, bsonBinary(4, u[:])) || err != nil {
			t.Errorf("%T.MarshalBSONValue() = %d, %x, %v", v, typ, data, err)
		}
		dst, blank := pointerTo[reader](v), pointerTo[reader](v)
		blank.UnmarshalBinary(before[:])
		for how, read := range map[string]func() error{
			"UnmarshalBinary":    func() error { return dst.UnmarshalBinary(u[:]) },
			"UnmarshalBSONValue": func() error { return dst.UnmarshalBSONValue(5, bsonBinary(4, u[:])) },
		} {
			dst.UnmarshalBinary(before[:])
			if err := read(); pointee(dst) != any(v) || err != nil {
				t.Errorf("%s of a %T: %v, %v", how, v, pointee(dst), err)
			}
		}
		dst.UnmarshalBinary(before[:])
		checkParseError(t, dst.UnmarshalBinary(u[1:]), string(u[1:]), 15, "invalid length")
		if err := dst.UnmarshalBSONValue(5, bsonBinary(3, u[:])); err == nil || !strings.Contains(err.Error(), "subtype 3") {
			t.Errorf("UnmarshalBSONValue of a %T: %v", v, err)
		}
		if pointee(dst) != pointee(blank) {
			t.Errorf("after an error, a %T is %v", v, pointee(dst))
		}
	}
}
