package uuid

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"reflect"
	"strconv"
	"time"
)

// Scan implements [database/sql.Scanner]. It accepts
//
//   - a string or []byte in a form that [Parse] accepts
//   - a []byte or an array of 16 bytes, such as another package's UUID
//
// It returns an error for other values, including "" and NULL. [Null] accepts NULL.
func (u *UUID) Scan(src any) error {
	if u == nil {
		return errNilDestination
	}
	// Nearly all values have one of these types. Package reflect, which is slow, handles other
	// types.
	switch src := src.(type) {
	case string:
		ok := parseCanonical(u, src) || parseOther(u, src)
		if !ok {
			return parseError(src)
		}
		return nil
	case []byte: // never NULL, even if it is nil: some drivers send "" as a nil slice
		if len(src) == binaryLen {
			*u = UUID(src)
			return nil
		}
		return u.UnmarshalText(src)
	case UUID:
		*u = src
		return nil
	case nil:
		return errNull
	}
	// A loop, because reflect cannot convert an array whose element type is a named byte type.
	v := reflect.ValueOf(src)
	t := v.Type()
	if t.Kind() != reflect.Array || t.Len() != binaryLen || t.Elem().Kind() != reflect.Uint8 {
		return errors.New("uuid: cannot scan a value of type " + typeName(t))
	}
	for i := range u {
		u[i] = byte(v.Index(i).Uint())
	}
	return nil
}

// Value implements [database/sql/driver.Valuer] with the canonical text.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

const cannotScanNULL = "uuid: cannot scan NULL; for a column that may be NULL use "

var (
	errNull       = errors.New(cannotScanNULL + "Null or a pointer")
	errNullBinary = errors.New(cannotScanNULL + "*Binary or sql.Null[Binary]")
	errNullID     = errors.New(cannotScanNULL + "*ID or sql.Null[ID]")
	errNullGUID   = errors.New(cannotScanNULL + "*GUID or sql.Null[GUID]")
)

// typeName returns the name of t with full package paths, because many packages are named uuid. For
// an unnamed struct or function it returns the kind.
func typeName(t reflect.Type) string {
	switch name := t.Name(); {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + name
	case name != "":
		return name
	}
	// t.String omits package paths, so typeName composes the name of an unnamed type from its
	// parts.
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + typeName(t.Elem())
	}
	return t.Kind().String()
}

// A Binary is a UUID that a database stores as 16 bytes, in a column such as MySQL's BINARY(16),
// SQLite's BLOB, PostgreSQL's bytea or Oracle's RAW(16).
//
// Convert query arguments too: Binary(id), and Binary(MinV7(t)) for bounds. A UUID or a [Null] is
// sent as text. Then the query returns no error: = finds no row, and < or > may find all rows. For a
// column that may be NULL, use *Binary or sql.Null[Binary]. If you use gorm, read [Storing] first: a
// Binary as the only condition can delete every row.
//
// [Storing]: https://github.com/seed-8298af95/uuid/blob/main/docs/storing.md
type Binary UUID

// IsNil is [UUID.IsNil].
func (u Binary) IsNil() bool { return UUID(u).IsNil() }

// IsZero is [UUID.IsZero].
func (u Binary) IsZero() bool { return u.IsNil() }

// Compare is [UUID.Compare].
func (u Binary) Compare(v Binary) int { return UUID(u).Compare(UUID(v)) }

// Time is [UUID.Time].
func (u Binary) Time() (time.Time, bool) { return UUID(u).Time() }

// Scan is like [UUID.Scan], but its error for NULL suggests *Binary.
func (u *Binary) Scan(src any) error {
	if src == nil && u != nil {
		return errNullBinary
	}
	return (*UUID)(u).Scan(src)
}

// Value is like [UUID.Value], but returns the 16 bytes.
func (u Binary) Value() (driver.Value, error) { return u[:], nil }

// String is [UUID.String].
func (u Binary) String() string { return UUID(u).String() }

// AppendText is [UUID.AppendText].
func (u Binary) AppendText(b []byte) ([]byte, error) { return UUID(u).AppendText(b) }

// MarshalText is [UUID.MarshalText].
func (u Binary) MarshalText() ([]byte, error) { return UUID(u).MarshalText() }

// UnmarshalText is [UUID.UnmarshalText].
func (u *Binary) UnmarshalText(b []byte) error { return (*UUID)(u).UnmarshalText(b) }

// UnmarshalParam is [UUID.UnmarshalParam].
func (u *Binary) UnmarshalParam(param string) error { return (*UUID)(u).UnmarshalParam(param) }

// AppendBinary is [UUID.AppendBinary].
func (u Binary) AppendBinary(b []byte) ([]byte, error) { return UUID(u).AppendBinary(b) }

// MarshalBinary is [UUID.MarshalBinary].
func (u Binary) MarshalBinary() ([]byte, error) { return UUID(u).MarshalBinary() }

// UnmarshalBinary is [UUID.UnmarshalBinary].
func (u *Binary) UnmarshalBinary(b []byte) error { return (*UUID)(u).UnmarshalBinary(b) }

// A GUID is a UUID in a uniqueidentifier column of SQL Server. Value returns, and Scan reads, 16
// bytes in Microsoft's order. In memory, in text and in other encodings, a GUID is in network order,
// like every UUID, so GUID(u) and UUID(g) are right and cost nothing. Bytes in Microsoft's order are
// FromBytesLE(b[:]), not GUID(b).
//
// Do not use a GUID for a uuid column: pgx without pgxuuid, MariaDB, and ClickHouse's arguments take
// the bytes of Value as they are, and store another UUID.
type GUID UUID

// IsNil is [UUID.IsNil].
func (g GUID) IsNil() bool { return UUID(g).IsNil() }

// IsZero is [UUID.IsZero].
func (g GUID) IsZero() bool { return g.IsNil() }

// Compare returns -1, 0 or +1 in the order of SQL Server's uniqueidentifier. It compares the last 6
// bytes first, then bytes 8 and 9, then 7 down to 0. Version 7 does not sort by time in this order;
// see the [NewV8Fields] example.
func (g GUID) Compare(h GUID) int {
	for _, i := range [16]int{10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0} {
		if c := cmp.Compare(g[i], h[i]); c != 0 {
			return c
		}
	}
	return 0
}

// Time is [UUID.Time].
func (g GUID) Time() (time.Time, bool) { return UUID(g).Time() }

// Scan is like [UUID.Scan], but reads a []byte of 16 bytes and a [16]byte in Microsoft's order. An
// array of another type, such as google's UUID, is in network order. The error for NULL suggests
// *GUID.
func (g *GUID) Scan(src any) error {
	if g == nil {
		return errNilDestination
	}
	switch src := src.(type) {
	case []byte:
		if len(src) == binaryLen {
			*g = UUID(src).BytesLE()
			return nil
		}
	case [binaryLen]byte:
		*g = UUID(src).BytesLE()
		return nil
	case nil:
		return errNullGUID
	}
	return (*UUID)(g).Scan(src)
}

// Value is like [UUID.Value], but returns the 16 bytes of [UUID.BytesLE].
func (g GUID) Value() (driver.Value, error) {
	b := UUID(g).BytesLE()
	return b[:], nil
}

// String is [UUID.String].
func (g GUID) String() string { return UUID(g).String() }

// AppendText is [UUID.AppendText].
func (g GUID) AppendText(b []byte) ([]byte, error) { return UUID(g).AppendText(b) }

// MarshalText is [UUID.MarshalText].
func (g GUID) MarshalText() ([]byte, error) { return UUID(g).MarshalText() }

// UnmarshalText is [UUID.UnmarshalText].
func (g *GUID) UnmarshalText(b []byte) error { return (*UUID)(g).UnmarshalText(b) }

// UnmarshalParam is [UUID.UnmarshalParam].
func (g *GUID) UnmarshalParam(param string) error { return (*UUID)(g).UnmarshalParam(param) }

// AppendBinary is [UUID.AppendBinary].
func (g GUID) AppendBinary(b []byte) ([]byte, error) { return UUID(g).AppendBinary(b) }

// MarshalBinary is [UUID.MarshalBinary].
func (g GUID) MarshalBinary() ([]byte, error) { return UUID(g).MarshalBinary() }

// UnmarshalBinary is [UUID.UnmarshalBinary].
func (g *GUID) UnmarshalBinary(b []byte) error { return (*UUID)(g).UnmarshalBinary(b) }
