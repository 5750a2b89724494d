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
//   - a [GUID]
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
	case GUID:
		*u = src.UUID()
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
// WARNING: gorm's db.Delete(&User{}, id) with a Binary can DELETE ALL ROWS on MariaDB, and
// db.First(&user, id) can read the wrong row: gorm treats the bytes as 16 numbers. Write
// db.Delete(&User{}, "id = ?", id) or db.Delete(&User{ID: id}). For a guard see [Storing].
//
// Also convert query arguments: Binary(id), and Binary(MinV7(t)) for bounds. A UUID or a [Null] is
// sent as text. Then the query returns no error: = finds no row, and < or > may find all rows.
// For a column that may be NULL, use *Binary or sql.Null[Binary].
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

// A GUID is a UUID in the byte order of Microsoft's COM, .NET and SQL Server: the first three
// fields, of 4, 2 and 2 bytes, are little-endian. Use a GUID for uniqueidentifier columns and for
// bytes from System.Guid.ToByteArray. Do not use it for a uuid column: in MariaDB, and in
// PostgreSQL without pgxuuid, it becomes a different UUID or an error.
//
// The bytes in g, [GUID.Value] and [GUID.Scan] use Microsoft's order. Text, MarshalBinary and BSON
// use network order.
type GUID [16]byte

// GUID returns u in Microsoft's byte order.
func (u UUID) GUID() GUID { return GUID(swapGUID(u)) }

// UUID is the inverse of [UUID.GUID].
func (g GUID) UUID() UUID { return UUID(swapGUID(g)) }

// IsNil is [UUID.IsNil].
func (g GUID) IsNil() bool { return g == GUID{} }

// IsZero is [UUID.IsZero].
func (g GUID) IsZero() bool { return g.IsNil() }

// swapGUID reverses the bytes of each of the first three fields.
func swapGUID(b [16]byte) [16]byte {
	b[0], b[1], b[2], b[3] = b[3], b[2], b[1], b[0]
	b[4], b[5] = b[5], b[4]
	b[6], b[7] = b[7], b[6]
	return b
}

// swapGUIDs converts dst from network order to Microsoft's byte order if dst is a []GUID.
func swapGUIDs[U ~[16]byte](dst []U) {
	if guids, ok := any(dst).([]GUID); ok {
		for i, g := range guids {
			guids[i] = UUID(g).GUID()
		}
	}
}

// Scan is like [UUID.Scan], but a 16-byte []byte, a [16]byte and a GUID are in Microsoft's byte
// order. An array of another named type, such as google's UUID, must be in network order. The error
// for NULL suggests *GUID.
func (g *GUID) Scan(src any) error {
	if g == nil {
		return errNilDestination
	}
	// SQL Server's driver sends bytes in Microsoft's order. UUID.Scan reads any other value.
	switch src := src.(type) {
	case []byte:
		if len(src) == binaryLen {
			*g = GUID(src)
			return nil
		}
	case [binaryLen]byte:
		*g = src
		return nil
	case nil:
		return errNullGUID
	}
	var u UUID
	err := u.Scan(src)
	return g.set(u, err)
}

// Value is like [UUID.Value], but returns the 16 bytes of g.
func (g GUID) Value() (driver.Value, error) { return g[:], nil }

// Compare returns -1, 0 or +1 in the order of SQL Server's uniqueidentifier. It compares bytes 10
// to 15 first, then 8 and 9, 6 and 7, 4 and 5, and 0 to 3. Version 7 does not sort by time in this
// order; see the [NewV8Fields] example.
func (g GUID) Compare(h GUID) int {
	for _, i := range [16]int{10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3} {
		if c := cmp.Compare(g[i], h[i]); c != 0 {
			return c
		}
	}
	return 0
}

// String is [UUID.String] of g.UUID().
func (g GUID) String() string { return g.UUID().String() }

// AppendText is [UUID.AppendText] of g.UUID().
func (g GUID) AppendText(b []byte) ([]byte, error) { return g.UUID().AppendText(b) }

// MarshalText is [UUID.MarshalText] of g.UUID().
func (g GUID) MarshalText() ([]byte, error) { return g.UUID().MarshalText() }

// UnmarshalText is like [UUID.UnmarshalText], but sets g to the UUID's GUID.
func (g *GUID) UnmarshalText(b []byte) error { return g.set(ParseBytes(b)) }

// UnmarshalParam is [GUID.UnmarshalText] for a string.
func (g *GUID) UnmarshalParam(param string) error { return g.set(Parse(param)) }

// AppendBinary is [UUID.AppendBinary] of g.UUID().
func (g GUID) AppendBinary(b []byte) ([]byte, error) { return g.UUID().AppendBinary(b) }

// MarshalBinary is [UUID.MarshalBinary] of g.UUID().
func (g GUID) MarshalBinary() ([]byte, error) { return g.UUID().MarshalBinary() }

// UnmarshalBinary is like [UUID.UnmarshalBinary], but sets g to the UUID's GUID.
func (g *GUID) UnmarshalBinary(b []byte) error { return g.set(FromBytes(b)) }

// set stores the result of a parser. It sets g to u.GUID(), or returns err and leaves g unchanged.
func (g *GUID) set(u UUID, err error) error {
	if g == nil {
		return errNilDestination
	}
	if err != nil {
		return err
	}
	*g = u.GUID()
	return nil
}
