package uuid

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"reflect"
)

// A Null is a UUID that may be missing. If Valid is false, as in the zero value, the Null is NULL
// in SQL, null in JSON, and empty as text and in binary encodings. For a UUID u, write
//
//	Null{UUID: u, Valid: true}
//
// Like a UUID, a Null is sent to SQL databases as text. For columns that need bytes, use *Binary or
// *GUID, or sql.Null with Binary or GUID.
type Null struct {
	UUID  UUID
	Valid bool // false if the UUID is missing
}

// IsZero returns !n.Valid. encoding/json calls it for omitzero.
func (n Null) IsZero() bool { return !n.Valid }

// set stores the result of a parser. It sets n to u, or returns err and leaves n unchanged.
func (n *Null) set(u UUID, err error) error {
	if n == nil {
		return errNilDestination
	}
	if err != nil {
		return err
	}
	*n = Null{u, true}
	return nil
}

// clear sets n to Null{}.
func (n *Null) clear() error {
	if n == nil {
		return errNilDestination
	}
	*n = Null{}
	return nil
}

// Scan is like [UUID.Scan], but NULL sets n to Null{}.
func (n *Null) Scan(src any) error {
	if n == nil || src == nil {
		return n.clear()
	}
	if err := n.UUID.Scan(src); err != nil {
		return err
	}
	n.Valid = true
	return nil
}

// Value is like [UUID.Value], but returns NULL if n.Valid is false.
func (n Null) Value() (driver.Value, error) {
	if !n.Valid {
		return nil, nil
	}
	return n.UUID.Value()
}

// String is like [UUID.String], but returns "" if n.Valid is false.
func (n Null) String() string {
	if !n.Valid {
		return ""
	}
	return n.UUID.String()
}

// AppendText is like [UUID.AppendText], but appends nothing if n.Valid is false.
func (n Null) AppendText(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendText(b)
}

// MarshalText is like [UUID.MarshalText], but returns no bytes if n.Valid is false.
func (n Null) MarshalText() ([]byte, error) {
	if !n.Valid {
		return []byte{}, nil
	}
	return n.UUID.MarshalText()
}

// UnmarshalText is like [UUID.UnmarshalText], but empty text sets n to Null{}.
func (n *Null) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return n.clear()
	}
	return n.set(ParseBytes(b))
}

// UnmarshalParam is [Null.UnmarshalText] for a string.
func (n *Null) UnmarshalParam(param string) error {
	if param == "" {
		return n.clear()
	}
	return n.set(Parse(param))
}

// AppendBinary is like [UUID.AppendBinary], but appends nothing if n.Valid is false.
func (n Null) AppendBinary(b []byte) ([]byte, error) {
	if !n.Valid {
		return b, nil
	}
	return n.UUID.AppendBinary(b)
}

// MarshalBinary is like [UUID.MarshalBinary], but returns no bytes if n.Valid is false.
func (n Null) MarshalBinary() ([]byte, error) { return n.AppendBinary([]byte{}) }

// UnmarshalBinary is like [UUID.UnmarshalBinary], but an empty b sets n to Null{}.
func (n *Null) UnmarshalBinary(b []byte) error {
	if len(b) == 0 {
		return n.clear()
	}
	return n.set(FromBytes(b))
}

// MarshalJSON implements [encoding/json.Marshaler] with the canonical text as a string, or null if
// n.Valid is false.
func (n Null) MarshalJSON() ([]byte, error) {
	if !n.Valid {
		return []byte("null"), nil
	}
	b := append(make([]byte, 0, len(`""`)+canonicalLen), '"')
	b, _ = n.UUID.AppendText(b)
	return append(b, '"'), nil
}

// UnmarshalJSON implements [encoding/json.Unmarshaler]. For null and "", it sets n to Null{}. It
// parses any other string as [UUID.UnmarshalText] does, and allocates only if the string contains
// escapes. Any other value causes an error.
func (n *Null) UnmarshalJSON(b []byte) error {
	// White space around a value is valid JSON. encoding/json removes it, but other callers may
	// not.
	b = bytes.Trim(b, " \t\r\n")
	switch string(b) {
	case "null", `""`:
		return n.clear()
	}
	switch {
	case n == nil:
		return errNilDestination
	case len(b) > maxJSONLen: // a client may send megabytes
		return jsonError(b)
	case len(b) >= 2 && b[0] == '"' && b[len(b)-1] == '"':
		// Most strings contain no escapes, so they do not need package json.
		text := b[1 : len(b)-1]
		ok := parseCanonical(&n.UUID, text) || parseOther(&n.UUID, text)
		if ok {
			n.Valid = true
			return nil
		}
	}
	// Package json decodes escapes and describes errors.
	var u UUID
	err := json.Unmarshal(b, &u)
	return n.set(u, err)
}

// maxJSONLen is the length of the longest JSON string for a UUID: a URN with all characters
// escaped.
const maxJSONLen = len(`""`) + urnLen*len(`\u0000`)

// jsonError returns the error for a JSON value b that is too long for a UUID. It reads only the
// beginning of b: b may be large, and callers of UnmarshalJSON have checked its syntax.
func jsonError(b []byte) error {
	found := "number"
	switch b[0] {
	case '"':
		return lengthError(b[1:len(b)-1], "32, 36, 38 or 45")
	case '[':
		found = "array"
	case '{':
		found = "object"
	}
	return &json.UnmarshalTypeError{Value: found, Type: reflect.TypeFor[UUID]()}
}
