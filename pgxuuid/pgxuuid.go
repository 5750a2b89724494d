// Package pgxuuid makes [pgx] send and receive UUIDs from [github.com/seed-8298af95/uuid] as 16
// bytes, in PostgreSQL's binary format. Without this package, pgx converts each UUID to text and
// back, and allocates more.
//
// The package is a separate module, which requires pgx v5.12.0 or later. To set up every connection
// in a pool, set a field of pgxpool.Config:
//
//	config.AfterConnect = pgxuuid.AfterConnect
//
// To set up a single connection, call Register:
//
//	pgxuuid.Register(conn.TypeMap())
//
// To set up the connections that database/sql opens, pass an option along with the pgx.ConnConfig:
//
//	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
//
// Query arguments of this library's types need no conversion, except in two of pgx's modes and for
// columns whose type is a domain; see [Register]. Convert arguments of other types, such as the
// standard library's UUID.
//
// [pgx]: https://pkg.go.dev/github.com/jackc/pgx/v5
package pgxuuid

import (
	"context"
	"database/sql"
	"encoding/hex"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
)

// AfterConnect calls [Register] for conn. Assign it to the AfterConnect field of a pgxpool.Config,
// or pass it to stdlib.OptionAfterConnect. AfterConnect never fails.
func AfterConnect(_ context.Context, conn *pgx.Conn) error {
	Register(conn.TypeMap())
	return nil
}

// Register makes m encode UUID, Null, Binary, GUID and ID[T] according to the column type:
//
//	uuid                 the 16 bytes of the UUID
//	bytea                the same 16 bytes; for a GUID, and for an ID[T] whose Kind has GUID, in
//	                     Microsoft's order, in which Scan reads them
//	text, varchar, char  the canonical text
//
// The same applies to pointers to these types, to sql.Null of these types, to structs that embed
// one of these types, and to slices of any of these, which become arrays. A nil pointer is encoded
// as NULL, but a struct that embeds a nil pointer causes a panic, because Go calls the pointer's
// Value method.
//
// Register does not affect other column types or other Go types. For example, pgx stores the
// standard library's UUID in a bytea column as 36 bytes of text, so pass uuid.UUID(id) instead.
//
// If a struct declares its own Value method, and Value returns a UUID as canonical text or as 16
// bytes, the UUID is encoded according to the column type. pgx encodes any other result as usual.
// Encoding fails if the struct embeds a GUID and Value returns 16 bytes that are neither the GUID
// nor its UUID.
//
// Register also makes m scan uuid and uuid[] columns into the library's types, and into slices of
// these types, without converting them to text. If there is no Go type to scan into, as in
// Rows.Values, pgx returns a UUID.
//
// Encoding a parameter does not allocate, and encoding a slice of any length allocates twice.
// But Go allocates once per argument in the call, to convert it to type any. Scanning a UUID
// allocates at most twice, and scanning a []UUID at most 9 times.
//
// In the "exec" and "simple_protocol" modes, PostgreSQL does not tell pgx the parameter types, so
// the encoding depends only on the Go type:
//
//   - Binary, GUID and an ID[T] whose Kind has Binary or GUID are sent as bytes. Use these types
//     for bytea columns. A uuid column rejects the bytes, and a text column stores \x and the bytes
//     in hexadecimal.
//   - UUID, Null and any other ID[T] are sent as text. Use these types for uuid and text columns.
//     A bytea column accepts the text without an error, and stores its 36 bytes.
//
// In every mode, the same rules apply to a PostgreSQL type that pgx has not loaded, such as a
// domain.
//
// Call Register before you use m, and before you load types that contain the type uuid.
func Register(m *pgtype.Map) {
	// bpchar is the name of char in PostgreSQL's catalog.
	for name, put := range map[string]putFunc{"bytea": putBytea, "text": putText, "varchar": putText,
		"bpchar": putText} {
		if t, ok := m.TypeForName(name); ok {
			m.RegisterType(&pgtype.Type{Name: name, OID: t.OID, Codec: codec{t.Codec, put}})
		}
	}
	// The codec of uuid[] finds this codec by its OID.
	m.RegisterType(&pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID,
		Codec: uuidCodec{codec{pgtype.UUIDCodec{}, putUUID}}})
	// pgx uses these defaults if PostgreSQL does not tell it a parameter's type. Binary and GUID
	// have no default, because the column may be a bytea.
	for _, value := range []any{uuid.UUID{}, &uuid.UUID{}, uuid.Null{}, &uuid.Null{}} {
		m.RegisterDefaultPgType(value, "uuid")
	}
	// wrapSlice turns a slice argument into an idSlice, unless the Value method of its elements
	// returns bytes, as Binary's does. The pointers to slices are scan destinations, such as those
	// for Map.SQLScanner. Slices of ID[T] cannot be registered here, because ID is generic.
	for _, value := range []any{
		idSlice{},
		&[]uuid.UUID{}, &[]*uuid.UUID{}, &[]uuid.Null{},
	} {
		m.RegisterDefaultPgType(value, "_uuid")
	}
	// Try these two functions first, because pgx's own functions also accept slices and pointers.
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{wrapSlice, wrapPointer},
		m.TryWrapEncodePlanFuncs...)
}

// A codec wraps pgx's codec for a type. It adds a plan for values that contain a UUID, if pgx has
// no plan for them.
type codec struct {
	pgtype.Codec
	put putFunc
}

func (c codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	plan := c.Codec.PlanEncode(m, oid, format, value)
	if plan != nil {
		return plan
	}
	t := held(reflect.TypeOf(value))
	if t == nil {
		return nil
	}
	return &encodePlan{m: m, oid: oid, format: format, put: c.put, guid: isGUID(t)}
}

// A putFunc appends e to buf in the given format, text or binary.
type putFunc func(buf []byte, e encodable, format int16) []byte

func putUUID(buf []byte, e encodable, format int16) []byte {
	if format == pgtype.BinaryFormatCode {
		return append(buf, e.id[:]...)
	}
	return putText(buf, e, format)
}

func putBytea(buf []byte, e encodable, format int16) []byte {
	b := e.bytes()
	if format == pgtype.BinaryFormatCode {
		return append(buf, b[:]...)
	}
	return hex.AppendEncode(append(buf, `\x`...), b[:])
}

func putText(buf []byte, e encodable, _ int16) []byte {
	buf, _ = e.id.AppendText(buf)
	return buf
}

// An encodePlan encodes values of a Go type that contains a UUID.
type encodePlan struct {
	m      *pgtype.Map
	oid    uint32
	format int16
	put    putFunc
	guid   bool // bytes for a bytea are in Microsoft's order
}

func (p *encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	e, err := toEncodable(value, p.guid)
	switch {
	case err != nil || !e.valid:
		return nil, err // nil without an error is NULL
	case e.other != nil:
		return p.m.Encode(p.oid, p.format, e.other, buf)
	default:
		return p.put(buf, e, p.format), nil
	}
}

// A uuidCodec is the codec for uuid. It scans into the library's types without a conversion to
// text.
type uuidCodec struct{ codec }

func (c uuidCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if t := reflect.TypeOf(target); t.Kind() == reflect.Pointer && isOurs(t.Elem()) {
		return scanPlan(format)
	}
	return c.codec.PlanScan(m, oid, format, target)
}

func (uuidCodec) DecodeValue(_ *pgtype.Map, _ uint32, format int16, src []byte) (any, error) {
	if src == nil {
		return nil, nil
	}
	return decode(format, src)
}

// decode decodes a UUID from PostgreSQL.
func decode(format int16, src []byte) (uuid.UUID, error) {
	if format == pgtype.BinaryFormatCode {
		return uuid.FromBytes(src)
	}
	return uuid.ParseBytes(src)
}

// A scanPlan scans values in one of pgx's formats. Its value is the format code.
type scanPlan int16

func (format scanPlan) Scan(src []byte, dst any) error {
	// Leave NULL and a nil pointer to the library's Scan methods. Null accepts NULL, and the other
	// types return the proper errors.
	if src == nil || reflect.ValueOf(dst).IsNil() {
		return dst.(sql.Scanner).Scan(nil)
	}
	u, err := decode(int16(format), src)
	if err != nil {
		return err
	}
	// For other types, such as ID[T], call Scan, which costs an allocation.
	switch dst := dst.(type) {
	case *uuid.UUID:
		*dst = u
	case *uuid.Null:
		*dst = uuid.Null{UUID: u, Valid: true}
	case *uuid.Binary:
		*dst = uuid.Binary(u)
	default:
		return dst.(sql.Scanner).Scan(u)
	}
	return nil
}
