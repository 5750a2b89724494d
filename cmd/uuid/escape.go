package main

import (
	"bytes"
	"regexp"
)

const maxEscape = 64 // longest escape sequence: a slash that is escaped 30 times

// escapes contains, by its first byte, what follows in an escape sequence: from URLs, JSON, C, Go,
// Python, the shell, quoted-printable or terminal colors (without ESC). The end of an escape sequence
// could be mistaken for the start of an ID.
var escapes = map[byte]*regexp.Regexp{
	'%':  regexp.MustCompile(`^(?:[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})`),
	'=':  regexp.MustCompile(`^[0-9A-F]{2}`),
	'[':  regexp.MustCompile(`^[0-9;]+m`),
	'\\': regexp.MustCompile(`^(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`),
}

// escapeEnd returns the end of the escape sequence that starts in b before an offset, or less than
// the offset. No escape sequence contains a second byte that can start one, but its first byte may be
// escaped itself, again and again, as in %25252F.
func escapeEnd(b []byte, before int) int {
	first := max(before-maxEscape, 0)
	i := first + bytes.LastIndexAny(b[first:before], `\%=[`)
	if i < first {
		return -1
	}
	start, rest := b[i], b[i+1:]
	for len(rest) > 2 && (start == '%' && string(rest[:2]) == "25" || start == '=' && string(rest[:2]) == "3D") {
		rest = rest[2:]
	}
	if start == '%' && len(rest) > 2 && bytes.EqualFold(rest[:2], []byte("5C")) {
		start, rest = '\\', rest[2:]
	}
	return len(b) - len(rest) + len(escapes[start].Find(rest))
}
