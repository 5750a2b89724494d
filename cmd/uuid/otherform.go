package main

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// This file recognizes IDs in forms that find does not read. find -replace only counts them.

const maxDash = 32 // longest escaped dash

// escapedDash matches a dash in one of these forms.
var escapedDash = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`%(?:25)*2[dD]`, // in a URL
	`=(?:3D)*2D`,    // quoted-printable
	`(?:\\+|%(?:25)*5[cC])(?:-|055|x2[dD]|u002[dD]|U0000002[dD])`, // in a string in JSON or a programming language
	`&(?:amp;)*(?:#45|#x2[dD]|hyphen|dash);`,                      // in HTML
	`[\x{2010}-\x{2015}\x{2212}]`,                                 // in typography
	`_`,                                                           // in names of systemd units
}, "|") + `)$`)

// otherForm describes how an ID is written that match does not find, if its mark is b[mark]: in UTF-16
// or with escaped dashes. Otherwise it returns "".
func otherForm(b []byte, mark int) string {
	switch {
	case b[mark] == '-':
		if isUTF16ID(b, mark) {
			return "in UTF-16"
		}
	case b[mark] == '_' && (mark < dashAt || !every(b[mark-dashAt:mark], hexDigit)):
		// Any other dash is a mark only after eight digits.
	case classes[b[mark]]&anyDash != 0:
		if dash := otherDash(b[mark:min(mark+maxBehind, len(b))]); dash != nil {
			return "with " + string(dash) + " for a dash"
		}
	}
	return ""
}

// isUTF16ID reports whether b[mark] is the first dash of an ID in UTF-16, in which every second byte is
// 0.
func isUTF16ID(b []byte, mark int) bool {
	start, end := mark-2*dashAt, mark+2*(canonicalLen-dashAt)-1
	if start < 0 || end > len(b) {
		return false
	}
	id := b[start:end]
	if id[2*13] != '-' || id[2*18] != '-' || id[2*23] != '-' || bytes.IndexByte(id[2*23+1:], '-') >= 0 {
		return false
	}
	_, err := uuid.ParseBytes(bytes.ReplaceAll(id, []byte{0}, nil))
	return err == nil
}

// otherDash returns how the dashes of an ID are written, if b starts with the first of them. Otherwise
// it returns nil.
func otherDash(b []byte) []byte {
	longest := maxDash
	if b[0] == '_' {
		longest = 1
	}
	for n := 1; n <= longest && n+groupLen < len(b); n++ {
		dash, rest := b[:n], b[n:]
		if !isDashEnd(dash[n-1]) || rest[groupLen] != dash[0] { // saves time
			continue
		}
		if isRestOfID(rest, dash) && escapedDash.Match(dash) {
			return dash
		}
	}
	return nil
}

// isRestOfID reports whether b starts with what follows the first dash of an ID.
func isRestOfID(b, dash []byte) bool {
	for range 3 {
		if len(b) <= groupLen || !every(b[:groupLen], hexDigit) || !bytes.HasPrefix(b[groupLen:], dash) {
			return false
		}
		b = b[groupLen+len(dash):]
	}
	return len(b) >= nodeLen && every(b[:nodeLen], hexDigit)
}
