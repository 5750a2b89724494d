package main

import (
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
)

var encodings = []choice[uuid.Encoding]{
	{"canonical", uuid.Canonical},
	{"compact", uuid.Compact},
	{"braced", uuid.Braced},
	{"urn", uuid.URN},
	{"decimal", uuid.Decimal},
	{"oid", uuid.OID},
	{"base32", uuid.Base32},
	{"base58", uuid.Base58},
	{"base64url", uuid.Base64URL},
}

// An encoder appends the text of an ID to a slice.
type encoder func([]byte, uuid.UUID) []byte

// A decoder returns the ID in a text.
type decoder func(string) (uuid.UUID, error)

// recognize returns the ID in a text with an unmistakable form: canonical, in braces, a URN, 32
// digits, an OID, a TypeID, or Base32 as programs write it. Base58, base64url and decimal are not
// tried. Decimal accepts short numbers, and the other two accept many keys of 22 letters and digits.
// A column of such keys would be read as IDs.
func recognize(text string) (uuid.UUID, error) {
	start := len(text) - suffixLen // of a TypeID's suffix, which has the length of Base32
	switch {
	case strings.HasPrefix(text, "2.25."):
		return uuid.OID.Decode(text)
	case start > 0 && text[start-1] == '_':
		_, u, err := uuid.ParseTypeID(text)
		return u, err
	case start == 0:
		if u, err := uuid.Base32.Decode(text); err == nil && isWritten(text, u) {
			return u, nil
		}
	default:
		u, err := uuid.Parse(text)
		// A long text with four dashes is meant to be a UUID, so Parse's error, which contains
		// the place of the fault, is more useful. Base64url can have dashes too, but is shorter.
		if err == nil || len(text) > compactLen && strings.Count(text, "-") == 4 {
			return u, err
		}
	}
	return uuid.UUID{}, fmt.Errorf("%.64q is not an ID in a recognized form; base58, base64url and decimal need -from", text)
}

// isWritten reports whether text is the Base32 of u in the form that programs write. A text in
// this form has a letter, so it is not a number. All letters have the same case. The letters I, L
// and O are missing, because decoders accept these letters but encoders never write them.
func isWritten(text string, u uuid.UUID) bool {
	upper := uuid.Base32.Encode(u)
	lower := strings.ToLower(upper)
	return upper != lower && (text == upper || text == lower)
}

// convert prints IDs in another encoding.
func convert(s *session, o *options, args []string) error {
	if o.column > 0 {
		return convertColumn(s, o, args)
	}
	if o.tab || o.header {
		return misuse("-tab and -header are for -column")
	}
	encode := o.encoder()
	return s.forEach(args, o.decode, func(u uuid.UUID) error { return s.print(u, encode) })
}
