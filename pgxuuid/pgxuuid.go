// Package pgxuuid makes [pgx] encode and decode the UUIDs of
// [github.com/seed-8298af95/uuid] as the 16 bytes that PostgreSQL's binary
// protocol has for them. Without this package pgx goes through their text and
// allocates more.
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

// AfterConnect calls [Register] for conn. Set it as the field of that name of a
// pgxpool.Config, or pass it to stdlib.OptionAfterConnect. Its error is always nil.
func AfterConnect(_ context.Context, conn *pgx.Conn) error {
	Register(conn.TypeMap())
	return nil
}

// Register makes m encode UUID, Null, Binary, GUID and ID[T] by the type of the column:
//
//	uuid                 the UUID
//	bytea                its 16 bytes; of a GUID its own bytes, g[:]
//	text, varchar, char  its canonical text
//
// It does the same for pointers to these types, sql.Null of them, structs that embed them,
// and slices of all these for arrays. A nil pointer is NULL. Register affects no other
// columns and no other Go types. A struct may have a Value method of its own: canonical text
// and 16 bytes that it returns are the UUID; pgx encodes everything else. If it embeds a GUID,
// 16 bytes that are neither its GUID nor its UUID are an error.
//
// Register makes m scan uuid and uuid[] faster into the library's types and slices of them.
// Where pgx knows no Go type, as in Rows.Values, it returns a UUID.
//
// A parameter takes no allocations, and a Scan at most 2. A slice takes 2 as a parameter,
// and a Scan of []UUID at most 9, whatever the length. Converting a parameter to an
// interface is one more.
//
// In the modes "exec" and "simple_protocol" PostgreSQL does not say what a parameter is
// for, and pgx goes by the Go type alone. UUID, Null and an ID[T] without IDBinary are sent as
// text: use them for uuid and text. A bytea takes that text without an error and stores its
// 36 bytes. Binary, GUID and an ID[T] with IDBinary are sent as bytes: use them for bytea. A
// uuid refuses them, and a text column stores their hexadecimal digits. The same holds in
// every mode for a type that pgx has not loaded, such as a domain.
//
// Call Register before m is used, and before types that contain uuid are loaded.
func Register(m *pgtype.Map) {
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
	for _, value := range []any{uuid.UUID{}, &uuid.UUID{}, uuid.Null{}, &uuid.Null{}} {
		m.RegisterDefaultPgType(value, uuidType.Name)
	}
	for _, value := range []any{
		idSlice{},
		&[]uuid.UUID{}, &[]*uuid.UUID{}, &[]uuid.Null{},
	} {
		m.RegisterDefaultPgType(value, "_uuid")
	}
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{wrapSlice, wrapPointer}, m.TryWrapEncodePlanFuncs...)
}

// A codec is pgx's codec of a type with a plan of its own to encode what holds a UUID.
type codec struct {
	pgtype.Codec
	put putFunc
}

func (c codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if plan := c.Codec.PlanEncode(m, oid, format, value); plan != nil || held(reflect.TypeOf(value)) == nil {
		return plan
	}
	return &encodePlan{m, oid, format, c.put}
}

// A putFunc appends c in a format to buf.
type putFunc func(buf []byte, c content, format int16) []byte

func putUUID(buf []byte, c content, format int16) []byte {
	if format == pgtype.BinaryFormatCode {
		return append(buf, c.id[:]...)
	}
	return putText(buf, c, format)
}

func putBytea(buf []byte, c content, format int16) []byte {
	if format == pgtype.BinaryFormatCode {
		return append(buf, c.bytes[:]...)
	}
	return hex.AppendEncode(append(buf, `\x`...), c.bytes[:])
}

func putText(buf []byte, c content, _ int16) []byte {
	buf, _ = c.id.AppendText(buf)
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
	switch c, err := contentOf(value); {
	case err != nil || !c.valid:
		return nil, err
	case c.other != nil:
		return p.m.Encode(p.oid, p.format, c.other, buf)
	default:
		return p.put(buf, c, p.format), nil
	}
}

// A uuidCodec is the codec of uuid. It scans into the library's types without their text.
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

// decode returns the UUID that PostgreSQL has sent.
func decode(format int16, src []byte) (uuid.UUID, error) {
	if format == pgtype.BinaryFormatCode {
		return uuid.FromBytes(src)
	}
	return uuid.ParseBytes(src)
}

// A scanPlan scans from the format of this number.
type scanPlan int16

func (format scanPlan) Scan(src []byte, dst any) error {
	if src == nil || reflect.ValueOf(dst).IsNil() {
		return dst.(sql.Scanner).Scan(nil) // it has the error for a nil pointer, too
	}
	u, err := decode(int16(format), src)
	if err != nil {
		return err
	}
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
