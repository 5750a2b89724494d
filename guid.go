package uuid

import (
	"cmp"
	"database/sql/driver"
	"errors"
	"time"
)

// A GUID is a UUID that SQL Server stores in a uniqueidentifier column. Its Value returns, and its
// Scan reads, 16 bytes in Microsoft's order. In memory, as text and in all other encodings, a GUID
// is in network byte order, like any UUID, so the conversions GUID(u) and UUID(g) are correct and
// cost nothing. Convert an array of bytes in Microsoft's order with FromBytesLE(b[:]), not with
// GUID(b).
//
// Do not use a GUID for a column of type uuid. There, MariaDB, pgx without pgxuuid and (for query
// arguments) ClickHouse's driver store the bytes in Microsoft's order, which is a different UUID.
type GUID UUID

// IsNil is [UUID.IsNil].
func (g GUID) IsNil() bool { return UUID(g).IsNil() }

// IsZero is [UUID.IsZero].
func (g GUID) IsZero() bool { return g.IsNil() }

// Compare returns -1, 0 or +1 in the order of SQL Server's uniqueidentifier: by the last 6 bytes,
// then by bytes 8 and 9, then by bytes 7 down to 0. In this order, version 7 UUIDs do not sort by
// time; the [NewV8Fields] example shows UUIDs that do.
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

// Scan is like [UUID.Scan], but reads a []byte of 16 bytes or a [16]byte in Microsoft's order. It
// reads an array of any other type, such as google/uuid's UUID, in network order. The error for
// NULL suggests *GUID.
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

var errNullGUID = errors.New(cannotScanNULL + "*GUID or sql.Null[GUID]")
