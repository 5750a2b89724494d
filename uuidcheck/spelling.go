package main

import (
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// read parses a value that is neither NULL nor empty. If it is not an ID, the result has the form
// judge.NoForm.
func read(v value, kind kind) judge.Value {
	switch v.storage {
	case isBytes:
		return judge.FromBytes([]byte(v.data))
	case isText:
		j := judge.FromText(v.data)
		if j.Form == judge.Bytes || j.Form == judge.Cut || j.TextInBytes {
			return judge.Value{} // \x and digits, which is a way to print bytes, not to store them
		}
		if kind == kindUUID && j.Form == judge.Canonical {
			j.Form = judge.Native
		}
		return j
	}
	return judge.Value{}
}

// A spelling is how a column writes its IDs.
type spelling struct {
	form     judge.Form
	inBytes  bool   // text in a value of bytes
	padded   bool   // white space around a text
	capitals bool   // among hexadecimal digits
	prefix   string // of TypeIDs
}

func spellingOf(v judge.Value) spelling {
	s := spelling{form: v.Form, inBytes: v.TextInBytes, padded: v.Padded, prefix: v.Prefix}
	if v.Form == judge.Digits {
		s.capitals = v.Capitals
	}
	return s
}

// String describes the spelling without the prefix of a TypeID.
func (s spelling) String() string {
	name := s.form.String()
	if s.capitals {
		name += " in upper case"
	}
	if s.padded {
		name += " with spaces around them"
	}
	if s.inBytes {
		name += " as bytes"
	}
	return name
}

// isCanonical reports whether the spelling differs at most in case from what Go programs send.
func (s spelling) isCanonical() bool {
	cased := s.form == judge.Canonical || s.form == judge.CanonicalCapitals || s.form == judge.CanonicalMixed
	return cased && !s.inBytes && !s.padded
}

// isFound reports whether a query for the ID finds the spelling, or programs must encode each ID themselves.
func (s spelling) isFound() bool {
	switch s.form {
	case judge.CanonicalCapitals, judge.CanonicalMixed, judge.Digits, judge.Braced, judge.URN:
		return false
	}
	return !s.padded
}

// isShort reports whether hashes and tokens can look like this spelling.
func (s spelling) isShort() bool {
	switch s.form {
	case judge.Bytes, judge.Digits, judge.Base32, judge.Base58, judge.Base64URL, judge.Cut:
		return true
	}
	return false
}

// encode writes an ID for a condition on the column. It returns false if values in this spelling do not
// sort as their IDs do.
func (s spelling) encode(id uuid.UUID) (value, bool) {
	storage := isText
	if s.inBytes {
		storage = isBytes
	}
	var t string
	switch s.form {
	case judge.Bytes:
		return value{isBytes, string(id[:])}, true
	case judge.Native, judge.Canonical:
		t = id.String()
	case judge.CanonicalCapitals:
		t = strings.ToUpper(id.String())
	case judge.Digits:
		t = uuid.Compact.Encode(id)
		if s.capitals {
			t = strings.ToUpper(t)
		}
	case judge.Braced:
		t = uuid.Braced.Encode(id)
	case judge.URN:
		t = uuid.URN.Encode(id)
	default:
		return value{}, false
	}
	return value{storage, t}, !s.padded
}
