package uuid

import (
	"cmp"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
)

// Scan implements [database/sql.Scanner]. It accepts a string or []byte in a
// form that [Parse] accepts, 16 bytes as they are, and a UUID. NULL is an error
// that names [Null], and "" is one too; a text or a length that is wrong is a
// [*ParseError]. After an error u is as it was. Scan does not allocate on
// success.
func (u *UUID) Scan(src any) error {
	v, err := scan(src)
	if err != nil {
		return err
	}
	*u = v
	return nil
}

// Value implements [database/sql/driver.Valuer]. The value is the canonical
// text, which PostgreSQL's uuid and every text column take; for columns of 16
// bytes see [Binary]. The error is always nil.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

// scan returns the UUID in what a database driver has read.
func scan(src any) (UUID, error) {
	switch src := src.(type) {
	case string:
		return Parse(src)
	case []byte: // never NULL, even if it is nil: some drivers give "" so
		if len(src) == binaryLen {
			return UUID(src), nil
		}
		return ParseBytes(src)
	case UUID:
		return src, nil
	case [binaryLen]byte:
		return src, nil
	case nil:
		return UUID{}, errNull
	}
	return UUID{}, fmt.Errorf("uuid: cannot scan a value of type %T", src)
}

var errNull = errors.New("uuid: cannot scan NULL; for a column that may be NULL use Null or a pointer")

// A Null is a [UUID] that may be missing: NULL in SQL, null in JSON, the empty
// text, the empty binary. The zero value is missing.
type Null struct {
	UUID  UUID
	Valid bool // whether there is a UUID
}

// IsZero reports whether n is missing, so that encoding/json's omitzero leaves
// it out.
func (n Null) IsZero() bool { return !n.Valid }

// set makes n the result of a parser that succeeded.
func (n *Null) set(u UUID, err error) error {
	if err != nil {
		return err
	}
	*n = Null{u, true}
	return nil
}

// Scan implements [database/sql.Scanner]. NULL makes n missing; all else is as
// for [UUID.Scan], which means that "" is an error.
func (n *Null) Scan(src any) error {
	u, err := scan(src)
	if err == errNull {
		*n = Null{}
		return nil
	}
	return n.set(u, err)
}

// Value implements [database/sql/driver.Valuer]: NULL if n is missing, else
// what [UUID.Value] returns.
func (n Null) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

// AppendText implements [encoding.TextAppender]. It appends nothing if n is
// missing.
func (n Null) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendText(b)
}

// MarshalText implements [encoding.TextMarshaler]. The text is empty if n is
// missing.
func (n Null) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return n.UUID.MarshalText()
}

// UnmarshalText implements [encoding.TextUnmarshaler]. The empty text makes n
// missing; all else is as for [UUID.UnmarshalText].
func (n *Null) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*n = Null{}
		return nil
	}
	return n.set(ParseBytes(b))
}

// AppendBinary implements [encoding.BinaryAppender]. It appends nothing if n
// is missing.
func (n Null) AppendBinary(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendBinary(b)
}

// MarshalBinary implements [encoding.BinaryMarshaler]. The result is empty if
// n is missing.
func (n Null) MarshalBinary() ([]byte, error) { return n.AppendBinary([]byte{}) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler]. No bytes make n
// missing; all else is as for [UUID.UnmarshalBinary].
func (n *Null) UnmarshalBinary(b []byte) error {
	if len(b) == 0 {
		*n = Null{}
		return nil
	}
	return n.set(FromBytes(b))
}

// MarshalJSON implements [encoding/json.Marshaler]: null if n is missing, else
// a string of the canonical text.
func (n Null) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, len(`""`)+canonicalLen), '"')
	b, _ = n.UUID.AppendText(b)
	return append(b, '"'), nil
}

// UnmarshalJSON implements [encoding/json.Unmarshaler]. null makes n missing, a
// string is as for [UUID.UnmarshalText], so that "" is an error; anything else
// is an error of encoding/json. The key of a JSON object cannot be missing.
func (n *Null) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = Null{}
		return nil
	}
	if len(b) >= 2 && b[0] == '"' && b[len(b)-1] == '"' {
		if parse(&n.UUID, b[1:len(b)-1]) {
			n.Valid = true
			return nil
		}
	}
	// There is an escape, or white space, or an error.
	var u *UUID
	if err := json.Unmarshal(b, &u); err != nil {
		return err
	}
	if *n = (Null{}); u != nil {
		*n = Null{*u, true}
	}
	return nil
}

// A Binary is a [UUID] that a database keeps as its 16 bytes, in a column such
// as MySQL's BINARY(16), SQLite's BLOB or Oracle's RAW(16). Its text is that of
// the UUID, also in JSON; for all else convert it, which costs nothing.
type Binary UUID

// Scan implements [database/sql.Scanner] as [UUID.Scan] does.
func (u *Binary) Scan(src any) error { return (*UUID)(u).Scan(src) }

// Value implements [database/sql/driver.Valuer]. The value is the 16 bytes in
// network byte order; the error is always nil.
func (u Binary) Value() (driver.Value, error) { return u[:], nil }

// String returns what [UUID.String] returns.
func (u Binary) String() string { return UUID(u).String() }

// MarshalText implements [encoding.TextMarshaler] as [UUID.MarshalText] does.
func (u Binary) MarshalText() ([]byte, error) { return UUID(u).MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler] as [UUID.UnmarshalText]
// does.
func (u *Binary) UnmarshalText(b []byte) error { return (*UUID)(u).UnmarshalText(b) }

// A GUID is a UUID in the byte order of Microsoft's COM, .NET and SQL Server:
// the fields of 4, 2 and 2 bytes have their least significant byte first, the
// last 8 bytes stay as they are. The text forms are the same as those of the
// UUID. Use it for uniqueidentifier columns and for bytes from
// System.Guid.ToByteArray, and nowhere else: a database that takes its value
// for a UUID, as PostgreSQL would, has another one.
type GUID [16]byte

// GUID returns u in the byte order of Microsoft's GUIDs.
func (u UUID) GUID() GUID { return GUID(swapGUID(u)) }

// UUID returns g in network byte order; it is the inverse of [UUID.GUID].
func (g GUID) UUID() UUID { return UUID(swapGUID(g)) }

// swapGUID reverses the bytes of each of the first three fields.
func swapGUID(b [16]byte) [16]byte {
	b[0], b[1], b[2], b[3] = b[3], b[2], b[1], b[0]
	b[4], b[5] = b[5], b[4]
	b[6], b[7] = b[7], b[6]
	return b
}

// Scan implements [database/sql.Scanner]. 16 bytes are taken as they are, as a
// GUID; all else is as for [UUID.Scan].
func (g *GUID) Scan(src any) error {
	switch src := src.(type) {
	case []byte:
		if len(src) == binaryLen {
			*g = GUID(src)
			return nil
		}
	case [binaryLen]byte:
		*g = src
		return nil
	}
	u, err := scan(src)
	if err != nil {
		return err
	}
	*g = u.GUID()
	return nil
}

// Value implements [database/sql/driver.Valuer]. The value is the 16 bytes as
// they are; the error is always nil.
func (g GUID) Value() (driver.Value, error) { return g[:], nil }

// Compare returns -1, 0 or +1 in the order of SQL Server's uniqueidentifier:
// the last 6 bytes count most, then the 2 before them, then each of the other
// three fields as bytes, from the last field to the first.
func (g GUID) Compare(h GUID) int {
	for _, i := range [16]int{10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3} {
		if c := cmp.Compare(g[i], h[i]); c != 0 {
			return c
		}
	}
	return 0
}

// String returns what [UUID.String] returns for the UUID.
func (g GUID) String() string { return g.UUID().String() }

// MarshalText implements [encoding.TextMarshaler] as [UUID.MarshalText] does.
func (g GUID) MarshalText() ([]byte, error) { return g.UUID().MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler] as [UUID.UnmarshalText]
// does.
func (g *GUID) UnmarshalText(b []byte) error {
	u, err := ParseBytes(b)
	if err != nil {
		return err
	}
	*g = u.GUID()
	return nil
}
