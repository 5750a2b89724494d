package main

import (
	"bytes"

	"github.com/seed-8298af95/uuid"
)

// This file decides whether there is an ID around a mark.

const maxRun = 64 // a longer run of hexadecimal digits is not a word

// match finds the ID whose mark is b[mark]. It returns the ID and its position, b[start:end]. ok is
// false if there is no such ID.
func (s *scanner) match(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	switch {
	case b[mark] == '-':
		start, end = mark-dashAt, mark-dashAt+canonicalLen
		if start < 0 || end > len(b) || !mayBeCanonical(b[start:end]) {
			return 0, 0, u, false
		}
	case b[mark] == '_':
		return matchTypeID(b, mark)
	case isHex(b[mark]):
		start, end = mark+1-compactLen, mark+1
	default:
		return 0, 0, u, false
	}
	u, err := uuid.ParseBytes(b[start:end])
	ok = err == nil && (s.everywhere && b[mark] == '-' || !isWithinRun(b, start, end))
	return start, end, u, ok
}

// mayBeCanonical reports whether b, with a dash after eight bytes, has the other dashes and the last
// digits of a canonical ID. It only saves time, because an error from ParseBytes is slow.
func mayBeCanonical(b []byte) bool {
	return b[13] == '-' && b[18] == '-' && b[23] == '-' && every(b[canonicalLen-nodeLen:], hexDigit)
}

// isWithinRun reports whether b[start:end], an ID, is part of a longer run of digits.
func isWithinRun(b []byte, start, end int) bool {
	first, last := start, end // of the run
	for first > max(start-maxRun, 0) && isHex(b[first-1]) {
		first--
	}
	for last < min(end+maxRun, len(b)) && isHex(b[last]) {
		last++
	}
	// Next to an ID with dashes, the letters a to f of a word are not digits.
	isWord := func(i int) bool {
		return end-start == canonicalLen && 0 <= i && i < len(b) && isAlnum(b[i]) && !isHex(b[i])
	}
	digitsBefore := first < start && !isWord(first-1) && escapeEnd(b[:start], start) != start
	digitsAfter := end < last && !isWord(last)
	return digitsBefore || digitsAfter
}

// matchTypeID is match for an underscore, which may end a TypeID's prefix.
func matchTypeID(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	start, end = mark, mark+1+suffixLen
	if end > len(b) {
		return 0, 0, u, false
	}
	// The first digit of a suffix is at most 7: 26 digits encode 130 bits, and a UUID has 128.
	suffix := b[mark+1 : end]
	isSuffix := '0' <= suffix[0] && suffix[0] <= '7' && every(suffix, base32Digit)
	if !isSuffix || end < len(b) && isAlnum(b[end]) {
		return 0, 0, u, false
	}
	// With one more letter than a prefix may have, ParseTypeID rejects a prefix that is too long.
	for start > 0 && mark-start <= maxPrefix && (isLower(b[start-1]) || b[start-1] == '_') {
		start--
	}
	if start == mark {
		return 0, 0, u, false
	}
	// An escape sequence may end in letters that look like the start of the prefix.
	start = max(start, escapeEnd(b[:mark], start))
	start = mark - len(bytes.TrimLeft(b[start:mark], "_")) // a prefix does not start with an underscore
	_, u, err := uuid.ParseTypeID(string(b[start:end]))
	return start, end, u, err == nil
}
