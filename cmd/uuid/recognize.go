package main

import (
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// recognize parses an ID in an unambiguous form: canonical, in braces, a URN, 32 digits, an OID, a
// TypeID, Base32 as programs write it, or its bytes. It reports whether it had to assume the order of the
// bytes. It does not try Base58, base64url or decimal. Decimal
// accepts short numbers, and Base58 and base64url accept many keys of 22 letters and digits, so a
// column of other keys could be read as IDs.
func recognize(text string) (u uuid.UUID, assumed bool, err error) {
	start := len(text) - suffixLen // start of a TypeID's suffix, which is as long as Base32
	switch {
	case strings.HasPrefix(text, "2.25."):
		u, err := uuid.OID.Decode(text)
		return u, false, err
	case start > 0 && text[start-1] == '_':
		_, u, err := uuid.ParseTypeID(text)
		return u, false, err
	case start == 0:
		if u, err := uuid.Base32.Decode(text); err == nil && isWritten(text, u) {
			return u, false, nil
		}
	default:
		u, err := uuid.Parse(text)
		// A long input with four dashes is probably a mistyped UUID. Parse's error is more useful
		// then, because it says where the input is invalid. Base64url can contain dashes too, but
		// is shorter.
		if err == nil || len(text) > compactLen && strings.Count(text, "-") == 4 {
			return u, false, err
		}
	}
	if p, ok := parseBytes(text); ok {
		return p.id(), !p.microsoft, nil
	}
	need := "base58, base64url and decimal need -from"
	if _, ok := choose(encodings, text); ok {
		need = "for an encoding, use -f " + text + " or -from " + text
	} else if _, err := uuid.Base32.Decode(text); err == nil { // not isWritten
		need = "if it is base32, use -from base32"
	}
	return u, false, fmt.Errorf("%.64q is not an ID in a recognized form; %s", text, need)
}

// isWritten reports whether text is the Base32 form of u as programs write it, with all letters in
// the same case. The text must contain a letter, because 26 digits are probably a number. It must
// not contain I, L or O, which decoders accept but encoders never write.
func isWritten(text string, u uuid.UUID) bool {
	upper := uuid.Base32.Encode(u)
	lower := strings.ToLower(upper)
	return upper != lower && (text == upper || text == lower)
}
