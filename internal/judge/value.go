package judge

import (
	"encoding/hex"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A Form is how a value is written.
type Form int

const (
	NoForm            Form = iota // not an ID in any form
	Native                        // a column of type uuid, or an ID that the caller has decoded
	Bytes                         // 16 bytes
	Canonical                     // 8-4-4-4-12 in lower case
	CanonicalCapitals             // 8-4-4-4-12 in upper case
	CanonicalMixed                // 8-4-4-4-12 in both cases
	Digits                        // 32 hexadecimal digits, in any case
	Braced                        // the canonical text in braces
	URN                           // the canonical text after urn:uuid:
	TypeID                        // a prefix, an underscore and 26 digits of base 32
	Base32                        // 26 digits of Crockford's base 32, as in a ULID
	Base58                        // 22 digits of base 58
	Base64URL                     // 22 digits of base 64
	Cut                           // 16 bytes that are text truncated to 16 characters
)

const numForms = int(Cut) + 1

// String describes the form of several values: "36 characters in upper case".
func (f Form) String() string {
	return [numForms]string{
		NoForm:            "no ID",
		Native:            "uuid",
		Bytes:             "16 bytes",
		Canonical:         "36 characters",
		CanonicalCapitals: "36 characters in upper case",
		CanonicalMixed:    "36 characters in both cases",
		Digits:            "32 digits",
		Braced:            "36 characters in braces",
		URN:               "36 characters after urn:uuid:",
		TypeID:            "TypeIDs",
		Base32:            "26 digits of base 32",
		Base58:            "22 digits of base 58",
		Base64URL:         "22 digits of base 64",
		Cut:               "text truncated to 16 characters",
	}[f]
}

// A Value is a value in a list: a UUID and how it is written.
type Value struct {
	ID          uuid.UUID // the bytes as they are stored; Nil without a form
	Form        Form
	TextInBytes bool   // a column of bytes contains a text
	Padded      bool   // a text with white space around it
	Capitals    bool   // a text whose hexadecimal digits include capitals
	Prefix      string // the prefix of a TypeID

	base64 uuid.UUID // the ID of a text of form Base58, if it is base 64
}

// FromUUID returns the value of a column of type uuid.
func FromUUID(u uuid.UUID) Value { return Value{ID: u, Form: Native} }

// FromBytes returns the value of a column of bytes.
func FromBytes(b []byte) Value {
	if u, err := uuid.FromBytes(b); err == nil {
		form := Bytes
		if isCut(b) {
			form = Cut
		}
		return Value{ID: u, Form: form}
	}
	v := textValue(string(b[:min(len(b), maxText+1)]))
	v.TextInBytes = v.Form != NoForm
	return v
}

// FromText returns the value of a column of text, or of a line in the output of a database's command.
// So it also reads hexadecimal digits after \x or 0x, and the digits of a text that a column of bytes
// contains.
func FromText(s string) Value {
	digits := strings.TrimSpace(s)
	for _, prefix := range []string{`\x`, "0x", "0X"} {
		digits = strings.TrimPrefix(digits, prefix)
	}
	if len(digits) != len(strings.TrimSpace(s)) || len(digits) > len("{00000000-0000-0000-0000-000000000000}") {
		if b, err := hex.DecodeString(digits[:min(len(digits), 4*maxText)]); err == nil {
			return FromBytes(b)
		}
	}
	return textValue(s)
}

// maxText is the maximum length of a text that can be an ID: the longest TypeID has 90 characters.
const maxText = 100

func textValue(s string) Value {
	text := strings.TrimSpace(s)
	v := Value{Padded: text != s}
	if len(text) > maxText {
		return v
	}
	if u, err := uuid.Parse(text); err == nil {
		v.ID = u
		v.Form = hexForm(text)
		if v.Form == Digits && isCut(u[:]) { // the digits of the bytes
			v.Form = Cut
		}
		v.Capitals = hasCapitals(text)
		return v
	}
	if prefix, u, err := uuid.ParseTypeID(text); err == nil && prefix != "" {
		v.ID, v.Form, v.Prefix = u, TypeID, prefix
		return v
	}
	switch len(text) {
	case len("01ARZ3NDEKTSV4RRFFQ69G5FAV"):
		if u, err := uuid.Base32.Decode(text); err == nil {
			v.ID, v.Form = u, Base32
		}
	case len("1C9z3nFjeJ44HMBeuqGNxt"):
		in58, err58 := uuid.Base58.Decode(text)
		in64, err64 := uuid.Base64URL.Decode(text)
		switch {
		case err58 == nil:
			v.ID, v.Form = in58, Base58
			v.base64 = in64
		case err64 == nil:
			v.ID, v.Form = in64, Base64URL
		}
	}
	return v
}

// hexForm returns the form of a text that Parse accepts.
func hexForm(text string) Form {
	switch len(text) {
	case len("00000000000000000000000000000000"):
		return Digits
	case len("{00000000-0000-0000-0000-000000000000}"):
		return Braced
	case len("urn:uuid:00000000-0000-0000-0000-000000000000"):
		return URN
	}
	switch {
	case !hasCapitals(text):
		return Canonical
	case text == strings.ToUpper(text):
		return CanonicalCapitals
	}
	return CanonicalMixed
}

// hasCapitals reports whether a hexadecimal digit of the text is a capital. The D of URN:UUID: is not a digit.
func hasCapitals(text string) bool {
	return strings.ContainsAny(text[max(len(text)-len("00000000-0000-0000-0000-000000000000}"), 0):], "ABCDEF")
}

// isCut reports whether b is how a text form of a UUID begins, with the dashes, braces or letters that
// no other 16 bytes have by chance.
func isCut(b []byte) bool {
	text := strings.ToLower(string(b))
	for _, pattern := range []string{"xxxxxxxx-xxxx-xx", "{xxxxxxxx-xxxx-x", "urn:uuid:xxxxxxx"} {
		matches := true
		for i := range pattern {
			if pattern[i] == 'x' {
				matches = matches && isLowerHex(text[i])
			} else {
				matches = matches && text[i] == pattern[i]
			}
		}
		if matches {
			return true
		}
	}
	return false
}

func isLowerHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }
