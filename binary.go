package uuid

import (
	"database/sql/driver"
	"errors"
	"time"
)

// A Binary is a UUID that a database stores as 16 bytes, in a column such as MySQL's BINARY(16),
// SQLite's BLOB, PostgreSQL's bytea or Oracle's RAW(16).
//
// Convert the arguments of queries too: pass Binary(id), or Binary(MinV7(t)) for a bound. A [UUID]
// or a [Null] is sent as text. The database compares the text with the bytes and reports no error,
// but = matches no rows, and a range may match every row. For a column that may be NULL, use
// *Binary or sql.Null[Binary].
//
// With gorm, passing a Binary as the only condition can delete every row; see the [Storing] page.
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

var errNullBinary = errors.New(cannotScanNULL + "*Binary or sql.Null[Binary]")
