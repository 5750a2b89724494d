// Package pgxuuid makes [pgx] encode and decode the UUIDs of
// [github.com/seed-8298af95/uuid] as the 16 bytes of PostgreSQL's binary protocol. Without
// this package pgx converts each UUID to text and back, and allocates more.
//
// It is a module of its own. One line sets up each connection of a pool, where config is a
// pgxpool.Config:
//
//	config.AfterConnect = pgxuuid.AfterConnect
//
// For a single connection:
//
//	pgxuuid.Register(conn.TypeMap())
//
// For database/sql, where config is a pgx.ConnConfig:
//
//	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
//
// Arguments of queries need no wrapping, except in two modes; see [Register].
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

// AfterConnect calls [Register] for conn. Set the field AfterConnect of a pgxpool.Config to
// it, or pass it to stdlib.OptionAfterConnect. It never fails.
func AfterConnect(_ context.Context, conn *pgx.Conn) error {
	Register(conn.TypeMap())
	return nil
}

// Register makes m encode UUID, Null, Binary, GUID and ID[T] by the type of the column:
//
//	uuid                 the UUID
//	bytea                its 16 bytes; for a GUID the bytes of the GUID, g[:]
//	text, varchar, char  its canonical text
//
// It does the same for pointers to these types, sql.Null of them, structs that embed them,
// and slices of all these for arrays. A nil pointer is NULL. Register affects no other
// columns and no other Go types.
//
// A struct may have a Value method of its own. If it returns canonical text or 16 bytes, these
// are the UUID. pgx encodes everything else. If the struct embeds a GUID, 16 bytes that are
// neither its GUID nor its UUID are an error.
//
// Register makes m scan uuid and uuid[] faster into the library's types and slices of them.
// Where pgx knows no Go type, as in Rows.Values, it returns a UUID.
//
// A parameter takes no allocation, and a Scan at most 2. A slice of any length takes 2
// allocations as a parameter, and a Scan of []UUID at most 9. Converting a parameter to an
// interface takes one more.
//
// In the modes "exec" and "simple_protocol" PostgreSQL does not tell pgx the types of
// parameters, so pgx goes by the Go type alone:
//
//   - UUID, Null and an ID[T] without IDBinary are sent as text. Use them for uuid and text. A
//     bytea takes that text without an error and stores its 36 bytes.
//   - Binary, GUID and an ID[T] with IDBinary are sent as bytes. Use them for bytea. A uuid
//     refuses them, and a text column stores their hexadecimal digits.
//
// The same is true in every mode for a type that pgx has not loaded, such as a domain.
//
// Call Register before m is used, and before types that contain uuid are loaded.
func Register(m *pgtype.Map) {
	// bpchar is the name of char in PostgreSQL's catalog.
	for name, put := range map[string]putFunc{"bytea": putBytea, "text": putText, "varchar": putText, "bpchar": putText} {
		if t, ok := m.TypeForName(name); ok {
			m.RegisterType(&pgtype.Type{Name: name, OID: t.OID, Codec: codec{t.Codec, put}})
		}
	}
	uuidType := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: uuidCodec{codec{pgtype.UUIDCodec{}, putUUID}}}
	m.RegisterType(uuidType)
	m.RegisterType(&pgtype.Type{
		Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: uuidType},
	})
	// pgx uses these defaults where PostgreSQL does not tell it the type. Binary and GUID have
	// none: they may be for a bytea.
	for _, value := range []any{uuid.UUID{}, &uuid.UUID{}, uuid.Null{}, &uuid.Null{}} {
		m.RegisterDefaultPgType(value, uuidType.Name)
	}
	for _, value := range []any{
		idSlice{},
		&[]uuid.UUID{}, &[]*uuid.UUID{}, &[]uuid.Null{},
	} {
		m.RegisterDefaultPgType(value, "_uuid")
	}
	// They come first, because pgx's own functions would take slices and pointers before them.
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{wrapSlice, wrapPointer}, m.TryWrapEncodePlanFuncs...)
}

// A codec is pgx's codec of a type. It has a plan for values that hold a UUID, if pgx has none.
type codec struct {
	pgtype.Codec
	put putFunc
}

func (c codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	plan := c.Codec.PlanEncode(m, oid, format, value)
	if plan != nil || held(reflect.TypeOf(value)) == nil {
		return plan
	}
	return &encodePlan{m, oid, format, c.put}
}

// A putFunc appends e in a format to buf.
type putFunc func(buf []byte, e encodable, format int16) []byte

func putUUID(buf []byte, e encodable, format int16) []byte {
	if format == pgtype.BinaryFormatCode {
		return append(buf, e.id[:]...)
	}
	return putText(buf, e, format)
}

func putBytea(buf []byte, e encodable, format int16) []byte {
	if format == pgtype.BinaryFormatCode {
		return append(buf, e.bytes[:]...)
	}
	return hex.AppendEncode(append(buf, `\x`...), e.bytes[:])
}

func putText(buf []byte, e encodable, _ int16) []byte {
	buf, _ = e.id.AppendText(buf)
	return buf
}

// An encodePlan encodes values of one type that holds a UUID.
type encodePlan struct {
	m      *pgtype.Map
	oid    uint32
	format int16
	put    putFunc
}

func (p *encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	e, err := toEncodable(value)
	switch {
	case err != nil || !e.valid:
		return nil, err // without an error nil is NULL
	case e.other != nil:
		return p.m.Encode(p.oid, p.format, e.other, buf)
	default:
		return p.put(buf, e, p.format), nil
	}
}

// A uuidCodec is the codec of uuid. It scans into the library's types without converting to
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

// decode returns the UUID in a value that PostgreSQL sent.
func decode(format int16, src []byte) (uuid.UUID, error) {
	if format == pgtype.BinaryFormatCode {
		return uuid.FromBytes(src)
	}
	return uuid.ParseBytes(src)
}

// A scanPlan scans values in a format. Its value is the number of the format.
type scanPlan int16

func (format scanPlan) Scan(src []byte, dst any) error {
	// The methods Scan of the library return the errors for NULL and for a nil pointer.
	if src == nil || reflect.ValueOf(dst).IsNil() {
		return dst.(sql.Scanner).Scan(nil)
	}
	u, err := decode(int16(format), src)
	if err != nil {
		return err
	}
	// The types without a case get a UUID through their method Scan, which takes an allocation.
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
