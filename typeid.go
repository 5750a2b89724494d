package uuid

import (
	"slices"
	"strconv"
)

// A TypeID has the form prefix_digits, or only digits if the prefix is empty; see
// https://github.com/jetify-com/typeid, version 0.3.0. base32.go encodes the digits.

const (
	maxPrefixLen = 63
	maxTypeIDLen = maxPrefixLen + len("_") + base32Len
)

// ParseTypeID returns the prefix and the UUID of a TypeID, for tools that learn the prefix at run
// time. ParseTypeID accepts any prefix that the specification allows, even "", so check the prefix.
// It returns a [*ParseError] if s is not a TypeID. If the type has a Mask, pass u to [Mask.Reveal].
func ParseTypeID(s string) (prefix string, u UUID, err error) {
	i := lastUnderscore(s)
	start := i + 1 // offset of the digits
	if i >= 0 {
		prefix = s[:i]
	}
	bad := badPrefixIndex(prefix)
	if i == 0 {
		bad = 0 // an underscore without a prefix
	}
	// Report an invalid prefix first, because it precedes the digits.
	if bad >= 0 {
		return "", u, newParseError(s, bad, reasonBadPrefix)
	}
	ok := len(s)-start == base32Len && base32Decode(&u, s[start:])
	if !ok {
		return "", u, digitsError(s, start)
	}
	return prefix, u, nil
}

// AppendTypeID appends the TypeID of u with a prefix that is known only at run time. If the
// specification forbids the prefix, AppendTypeID returns b and a [*ParseError] with the offset in
// the prefix. If the type has a Mask, u must be a result of [Mask.Hide].
func AppendTypeID(b []byte, prefix string, u UUID) ([]byte, error) {
	text, ok := appendTypeID(b, prefix, &u)
	if !ok {
		return b, prefixError(prefix)
	}
	return text, nil
}

// prefixError returns the error for a prefix that the specification forbids.
func prefixError(prefix string) *ParseError {
	return newParseError(prefix, badPrefixIndex(prefix), reasonBadPrefix)
}

// appendTypeID appends a TypeID to b. It returns false if the specification forbids the prefix.
func appendTypeID(b []byte, prefix string, u *UUID) (text []byte, ok bool) {
	// The prefix may be untrusted, so check its length before allocating.
	if len(prefix) > maxPrefixLen {
		return nil, false
	}
	n, size := len(b), typeIDLen(prefix)
	b = slices.Grow(b, size)[:n+size]
	ok = putPrefix(b[n:], prefix)
	if !ok {
		return nil, false
	}
	base32Encode((*[base32Len]byte)(b[len(b)-base32Len:]), u)
	return b, true
}

// isPrefixByte is true for the bytes that the specification allows in a prefix.
var isPrefixByte = [256]bool{
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true,
	'i': true, 'j': true, 'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true,
	'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true,
	'y': true, 'z': true, '_': true,
}

// hasValidEnds reports whether a prefix of letters and underscores has an allowed length, and
// begins and ends with a letter. Letters have bit 0x20 set, and the underscore does not.
func hasValidEnds(prefix string) bool {
	return len(prefix) <= maxPrefixLen && prefix[0]&prefix[len(prefix)-1]&0x20 != 0
}

// putPrefix writes the prefix and an underscore to dst, or nothing if the prefix is empty. It
// returns false if the specification forbids the prefix. TestInlining checks that the compiler can
// inline it.
func putPrefix(dst []byte, prefix string) bool {
	n := len(prefix)
	if n == 0 {
		return true
	}
	if !hasValidEnds(prefix) {
		return false
	}
	// One loop can check and copy the prefix, because the caller discards dst if the result is
	// false. After the write to dst[n], dst[i] needs no bounds check (Go 1.26 and 1.27).
	dst[n] = '_'
	for i := range n {
		c := prefix[i]
		if !isPrefixByte[c] {
			return false
		}
		dst[i] = c
	}
	return true
}

// hasTypePrefix reports whether s[:start] is the prefix, which is not empty, and an underscore.
// It returns false if the specification forbids the prefix. TestInlining checks that the compiler
// can inline it.
func hasTypePrefix[S string | []byte](s S, start int, prefix string) bool {
	n := len(prefix)
	if start != n+1 || s[n] != '_' || !hasValidEnds(prefix) {
		return false
	}
	// A Kind may have a forbidden prefix, which must be rejected even if s begins with it.
	for i := range n {
		if c := prefix[i]; s[i] != c || !isPrefixByte[c] {
			return false
		}
	}
	return true
}

// typeIDLen returns the length of a TypeID with the prefix.
func typeIDLen(prefix string) int {
	if prefix == "" {
		return base32Len
	}
	return len(prefix) + len("_") + base32Len
}

// badPrefixIndex returns the offset of the first byte that the specification forbids in a prefix,
// or -1 if the prefix is allowed.
func badPrefixIndex(prefix string) int {
	for i := range len(prefix) {
		c, atEnd := prefix[i], i == 0 || i == len(prefix)-1
		if !isPrefixByte[c] || c == '_' && atEnd || i == maxPrefixLen {
			return i
		}
	}
	return -1
}

// lastUnderscore returns the index of the last underscore in s, or -1. It searches at most the
// length of the longest TypeID, because untrusted input may be of any length.
func lastUnderscore[S string | []byte](s S) int {
	i := min(len(s), maxTypeIDLen) - 1
	for i >= 0 && s[i] != '_' {
		i--
	}
	return i
}

// typeIDError returns the error for an s that is not a TypeID with the prefix. The TypeID
// specification must allow the prefix.
func typeIDError[S string | []byte](s S, prefix string) *ParseError {
	if start := len(s) - base32Len; hasTypePrefix(s, start, prefix) {
		return digitsError(s, start)
	}
	// Check the prefix before the length: if a caller confuses two types, the wrong prefix is the
	// useful information.
	if string(s[:max(lastUnderscore(s), 0)]) != prefix {
		e := newParseError(s, 0, reasonWrongPrefix)
		e.want = prefix
		return e
	}
	return lengthError(s, strconv.Itoa(typeIDLen(prefix)))
}

// digitsError returns the error for a TypeID with invalid digits. The digits begin at offset start.
func digitsError[S string | []byte](s S, start int) *ParseError {
	if len(s)-start != base32Len {
		return lengthError(s, strconv.Itoa(start+base32Len))
	}
	offset, reason := firstBadBase32(s[start:])
	return newParseError(s, start+offset, reason)
}
