// Package pgxuuid makes [pgx] encode and decode the UUIDs of
// [github.com/seed-8298af95/uuid] as the 16 bytes that PostgreSQL's binary
// protocol has for them. Without this package pgx goes through their text and
// allocates more.
//
// One line sets up each connection of a pool:
//
//	config.AfterConnect = pgxuuid.AfterConnect
//
// One line does so for a single connection, or for database/sql:
//
//	pgxuuid.Register(conn.TypeMap())
//	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(pgxuuid.AfterConnect))
//
// [pgx]: https://pkg.go.dev/github.com/jackc/pgx/v5
package pgxuuid

import (
	"context"
	"database/sql"
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

// Register makes m encode and decode UUID, Null, Binary, GUID and ID[T], pointers to
// them and slices of them, for PostgreSQL's uuid and uuid[]. A GUID is stored as the
// UUID that it stands for. Where pgx knows no Go type, as in Rows.Values, it returns a
// UUID. Register affects no other columns and no other Go types. So it leaves
// sql.Null[UUID] and sql.Null[ID[T]] to pgx, which goes through their text: use Null or
// a pointer.
//
// A parameter takes no allocations, and a Scan at most 2. A slice takes 2 as a parameter,
// and a Scan of []UUID at most 9, whatever the length. Converting a parameter to an
// interface is one more.
//
// In the modes "exec" and "simple_protocol" PostgreSQL does not say what a parameter is
// for. There pgx sends UUID, Null, ID[T] and slices of them as text for a uuid. It sends
// a Binary or a GUID as bytes, as without Register, because it may be for a bytea.
//
// Call Register before m is used, and before types that contain uuid are loaded.
func Register(m *pgtype.Map) {
	uuidType := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: codec{}}
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
	m.TryWrapEncodePlanFuncs = append([]pgtype.TryWrapEncodePlanFunc{wrapSlice}, m.TryWrapEncodePlanFuncs...)
}

// An identifier is a type of 16 bytes that says which UUID it is, as GUID and
// ID[T] do.
type identifier interface{ UUID() uuid.UUID }

// base returns the type that t points to, or t if it is no pointer.
func base(t reflect.Type) reflect.Type {
	if t != nil && t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func isIdentifier(t reflect.Type) bool {
	return t != nil && t.Kind() == reflect.Array && t.Len() == len(uuid.UUID{}) && t.Elem().Kind() == reflect.Uint8 &&
		t.Implements(reflect.TypeFor[identifier]())
}

// codec is pgx's codec of uuid with plans of its own for this library's types.
type codec struct{ pgtype.UUIDCodec }

func (c codec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	switch value.(type) {
	case uuid.UUID, *uuid.UUID, uuid.Null, *uuid.Null, uuid.Binary, *uuid.Binary, sql.Null[uuid.GUID]:
		return encodePlan(format)
	}
	if isIdentifier(base(reflect.TypeOf(value))) {
		return encodePlan(format)
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

func (c codec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	switch target.(type) {
	case *uuid.UUID, *uuid.Null, *uuid.Binary:
		return scanPlan(format)
	case sql.Scanner:
		if isIdentifier(base(reflect.TypeOf(target))) {
			return scanPlan(format)
		}
	}
	return c.UUIDCodec.PlanScan(m, oid, format, target)
}

func (codec) DecodeValue(_ *pgtype.Map, _ uint32, format int16, src []byte) (any, error) {
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

// An encodePlan encodes in the format that it is.
type encodePlan int16

func (format encodePlan) Encode(value any, buf []byte) ([]byte, error) {
	n := uuid.Null{Valid: true}
	switch value := value.(type) {
	case uuid.UUID:
		n.UUID = value
	case *uuid.UUID:
		n.UUID = *value
	case uuid.Null:
		n = value
	case *uuid.Null:
		n = *value
	case uuid.Binary:
		n.UUID = uuid.UUID(value)
	case *uuid.Binary:
		n.UUID = uuid.UUID(*value)
	case sql.Null[uuid.GUID]:
		n = uuid.Null{UUID: value.V.UUID(), Valid: value.Valid}
	case identifier:
		n.UUID = value.UUID()
	}
	switch {
	case !n.Valid:
		return nil, nil
	case format == pgtype.BinaryFormatCode:
		return n.AppendBinary(buf)
	default:
		return n.AppendText(buf)
	}
}

// A scanPlan decodes the format that it is.
type scanPlan int16

func (format scanPlan) Scan(src []byte, dst any) error {
	if to := reflect.ValueOf(dst); src == nil || to.Kind() == reflect.Pointer && to.IsNil() {
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
