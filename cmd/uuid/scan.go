package main

import (
	"bytes"
	"io"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds the IDs in a text of any length with any bytes in it. It finds the
// canonical form in letters of either case. That is also what is between braces and
// behind "urn:uuid:".
//
// An ID begins and ends where the run of hexadecimal digits does: there is none within
// more digits. An escape before an ID, as in "%7Bf81d4fae-…" or "\u003cf81d4fae-…", is
// not part of that run.
type scanner struct {
	compact bool // find runs of 32 digits too

	// The scanner calls text for all that is not an ID, and id for each ID, which stands
	// in the text as given. Together they get the whole text in its order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window has the part of the text that is in memory. The first scan makes it.
	window []byte
}

const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")

	// maxEscape is the length of the longest escape.
	maxEscape = len(`\u003c`)

	windowLen = 256 << 10
)

// scan scans what it can read from r. The first error is that of reading, the second that
// of the functions of s.
func (s *scanner) scan(r io.Reader) (readErr, err error) {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	buf := s.window
	done, kept := 0, 0 // buf[:kept] was read, and buf[:done] of that was scanned
	for readErr == nil {
		var n int
		n, readErr = r.Read(buf[kept:])
		kept += n
		end := kept
		if readErr == nil {
			end -= undecided(buf[done:kept])
		}
		if done, err = s.scanWindow(buf[:kept], done, end); err != nil {
			return nil, err
		}
		begin := max(done-maxEscape, 0)
		kept = copy(buf, buf[begin:kept])
		done -= begin
	}
	if readErr == io.EOF {
		readErr = nil
	}
	return readErr, nil
}

// undecided returns how many bytes at the end of b have to wait for what follows: they
// may belong to an ID that is not all there, or to a run of more digits.
func undecided(b []byte) int {
	n := 0
	for n < min(len(b), canonicalLen) && (isHex[b[len(b)-1-n]] || b[len(b)-1-n] == '-') {
		n++
	}
	return n
}

// scanWindow scans b from begin on, with all IDs that begin before end, and returns where
// it has come to. What is before begin was scanned already, what follows end is there to
// see where an ID ends.
func (s *scanner) scanWindow(b []byte, begin, end int) (int, error) {
	next := match{start: begin} // of the two forms, the one that is not used yet
	dashed, plain := next, next
	for {
		if dashed.start >= 0 && dashed.end <= begin {
			dashed = nextCanonical(b, begin, end)
		}
		if plain.start >= 0 && plain.end <= begin {
			plain = s.nextCompact(b, begin, end)
		}
		switch {
		case dashed.start < 0 && plain.start < 0:
			if begin >= end {
				return begin, nil
			}
			return end, s.text(b[begin:end])
		case plain.start < 0 || 0 <= dashed.start && dashed.start < plain.start:
			next = dashed
		default:
			next = plain
		}
		if next.start > begin {
			if err := s.text(b[begin:next.start]); err != nil {
				return begin, err
			}
		}
		if err := s.id(b[next.start:next.end], next.id); err != nil {
			return begin, err
		}
		begin = next.end
	}
}

// A match is an ID in a text. If start is negative there is none.
type match struct {
	start, end int
	id         uuid.UUID
}

var noMatch = match{start: -1}

// nextCanonical returns the first ID in the canonical form that begins in b[begin:end]. It
// looks for dashes only, with the vector instructions of package bytes.
func nextCanonical(b []byte, begin, end int) match {
	const dash = len("xxxxxxxx")
	for i := begin + dash; i < len(b); i++ {
		ahead := bytes.IndexByte(b[i:], '-')
		if ahead < 0 {
			return noMatch
		}
		i += ahead
		start := i - dash
		if start >= end || start+canonicalLen > len(b) {
			return noMatch
		}
		text := b[start : start+canonicalLen]
		if text[13] != '-' || text[18] != '-' || text[23] != '-' {
			continue
		}
		if m := matchAt(b, start, canonicalLen); m.start >= 0 {
			return m
		}
	}
	return noMatch
}

// nextCompact returns the first ID in the form of 32 digits that begins in b[begin:end].
// Each has one of its digits at the place where the loop looks next, and on the way there
// is no other.
func (s *scanner) nextCompact(b []byte, begin, end int) match {
	if !s.compact {
		return noMatch
	}
	for i := begin + compactLen - 1; i < len(b); i += compactLen {
		if !isHex[b[i]] {
			continue
		}
		for i++; i < len(b) && isHex[b[i]]; i++ {
		}
		start := i - compactLen
		if start >= end {
			return noMatch
		}
		if m := matchAt(b, start, compactLen); m.start >= 0 {
			return m
		}
	}
	return noMatch
}

// matchAt returns the ID that is b[start:start+n], if that is one with its limits.
func matchAt(b []byte, start, n int) match {
	end := start + n
	if !isHex[b[start]] || end < len(b) && isHex[b[end]] || !begins(b, start) {
		return noMatch
	}
	u, err := uuid.ParseBytes(b[start:end])
	if err != nil {
		return noMatch
	}
	return match{start, end, u}
}

// begins reports whether a run of digits may begin at start: there is no digit before, or
// one of an escape.
func begins(b []byte, start int) bool {
	before := b[max(start-maxEscape, 0):start]
	if len(before) == 0 || !isHex[before[len(before)-1]] {
		return true
	}
	return endsInEscape(before, "%", 2) || endsInEscape(before, `\x`, 2) || endsInEscape(before, `\u`, 4)
}

// endsInEscape reports whether b ends in lead and so many digits.
func endsInEscape(b []byte, lead string, digits int) bool {
	at := len(b) - digits
	return at >= len(lead) && string(b[at-len(lead):at]) == lead && allHex(b[at:])
}

func allHex(b []byte) bool {
	for _, c := range b {
		if !isHex[c] {
			return false
		}
	}
	return true
}

// isHex has the bytes that are hexadecimal digits.
var isHex = func() (is [256]bool) {
	for _, c := range []byte("0123456789abcdefABCDEF") {
		is[c] = true
	}
	return is
}()
