package main

import (
	"bytes"
	"io"
	"regexp"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds TypeIDs with a prefix, and the canonical form in upper or lower case, including
// in braces and after "urn:uuid:". The text may contain any bytes and have any length.
//
// An ID that is part of a longer run of digits is not found. An escape before an ID, as in
// "%7Bf81d4fae-…" or "\nuser_01h45…", does not count as part of the run.
type scanner struct {
	compact bool // also find runs of 32 hexadecimal digits

	// The scanner calls id for each ID with its text, and text for everything between IDs. The
	// calls pass on the whole text in order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window is the buffer for a part of the text. The first scan allocates it.
	window []byte
}

// The scanner looks for marks, and then for an ID around each mark. The mark of an ID is its
// first dash, the underscore after the prefix of a TypeID, or the last of 32 digits.
const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63
	maxEscape    = len(`[38;2;255;255;255m`)

	maxBefore = maxEscape + maxPrefix + 1 // match reads at most this many bytes before a mark
	maxBehind = canonicalLen - dashAt     // match reads at most this many bytes after a mark

	windowLen = 256 << 10
)

// escape matches an escape of URLs, JSON, C, Go, Python, the shell, quoted-printable or terminal
// colors at the end of a text. The end of an escape could be mistaken for the start of an ID.
var escape = regexp.MustCompile(`(?:%[0-9a-fA-F]{2}|%u[0-9a-fA-F]{4}|=[0-9A-F]{2}|\[[0-9;]+m|` +
	`\\(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))$`)

// scan finds the IDs in r's text. readErr is the error of r, and err the error of s.text or s.id.
func (s *scanner) scan(r io.Reader) (readErr, err error) {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	buf := s.window
	done, mark, kept := 0, 0, 0 // buf[:kept] is text, buf[:done] was passed on, and all marks before mark are done
	for readErr == nil {
		var n int
		n, readErr = r.Read(buf[kept:])
		kept += n
		open := 0 // length of the run at the end that may continue in the next read
		// Marks that must wait are in the last maxBehind bytes. The text of a longer run is passed on.
		for readErr == nil && open < min(kept-done, maxBefore+maxBehind) && isPart(buf[kept-1-open]) {
			open++
		}
		// A mark near the end of the run must wait for the bytes that match reads after it.
		marks := s.marksIn(buf[:kept-min(open, maxBehind)])
		for mark = marks.next(mark); mark < len(marks.text); mark = marks.next(mark + 1) {
			start, end, u, ok := match(buf[:kept], mark)
			if !ok || start < done {
				continue
			}
			err = s.textBetween(buf, done, start)
			if err == nil {
				err = s.id(buf[start:end], u)
			}
			if err != nil {
				return nil, err
			}
			done, mark = end, end-1
		}
		if err = s.textBetween(buf, done, kept-open); err != nil {
			return nil, err
		}
		done = max(done, kept-open)
		// The next marks need the text before them, although it was passed on.
		begin := max(done-maxBefore, 0)
		kept = copy(buf, buf[begin:kept])
		done, mark = done-begin, mark-begin
	}
	if readErr == io.EOF {
		readErr = nil
	}
	return readErr, nil
}

// marks finds the possible marks in a text.
type marks struct {
	text []byte

	// These are the places of the next mark of each kind, or of a mark that was passed. If there
	// are no more marks of a kind, its place is len(text).
	dash, underscore, digit int
}

func (s *scanner) marksIn(text []byte) marks {
	m := marks{text: text, dash: -1, underscore: -1, digit: len(text)}
	if s.compact {
		m.digit = -1
	}
	return m
}

// next returns the place of the first possible mark in m.text[from:], or len(m.text). It searches
// for each kind separately, because package bytes can then use vector instructions.
func (m *marks) next(from int) int {
	from = min(from, len(m.text))
	if m.dash < from {
		m.dash = m.index('-', from)
	}
	if m.underscore < from {
		m.underscore = m.index('_', from)
	}
	if m.digit < from {
		m.digit = m.lastDigit(from)
	}
	return min(m.dash, m.underscore, m.digit)
}

// index returns the place of the first c in m.text[from:], or len(m.text).
func (m *marks) index(c byte, from int) int {
	if i := bytes.IndexByte(m.text[from:], c); i >= 0 {
		return from + i
	}
	return len(m.text)
}

// lastDigit returns the place in m.text[from:] where the first run of 32 or more digits ends, or
// len(m.text). It tests only every 32nd byte, because every run of 32 digits contains one.
func (m *marks) lastDigit(from int) int {
	for i := from; i < len(m.text); i += compactLen {
		if !isHex[m.text[i]] {
			continue
		}
		begin, end := i, i+1
		for end < len(m.text) && isHex[m.text[end]] {
			end++
		}
		for begin > 0 && end-begin < compactLen && isHex[m.text[begin-1]] { // the start of a longer run does not matter
			begin--
		}
		if end-begin >= compactLen {
			return end - 1
		}
		i = end
	}
	return len(m.text)
}

// textBetween calls s.text for b[begin:end] unless it is empty.
func (s *scanner) textBetween(b []byte, begin, end int) error {
	if begin >= end {
		return nil
	}
	return s.text(b[begin:end])
}

// match returns the ID with the mark b[mark], and its place b[start:end]. ok is false if there is
// no such ID.
func match(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	switch b[mark] {
	case '-':
		start, end = mark-dashAt, mark+maxBehind
		ok = start >= 0 && end <= len(b) && b[mark+5] == '-' && b[mark+10] == '-' && b[mark+15] == '-'
	case '_':
		return matchTypeID(b, mark)
	default:
		start, end, ok = mark+1-compactLen, mark+1, true
	}
	// A digit after the ID belongs to a longer run. ParseBytes also checks the first digit, but its
	// error is an allocation.
	if !ok || !isHex[b[start]] || end < len(b) && isHex[b[end]] {
		return 0, 0, u, false
	}
	// A digit before the ID must be the end of an escape. ContainsAny is faster than Match.
	if before := b[max(start-maxEscape, 0):start]; start > 0 && isHex[b[start-1]] && !(bytes.ContainsAny(before, `\%=[`) && escape.Match(before)) {
		return 0, 0, u, false
	}
	u, err := uuid.ParseBytes(b[start:end])
	return start, end, u, err == nil
}

// matchTypeID is match for an underscore, which may follow the prefix of a TypeID.
func matchTypeID(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	start, end = mark, mark+1+suffixLen
	// The first digit of a suffix is at most 7, because 26 digits have 130 bits.
	if end > len(b) || b[mark+1] < '0' || b[mark+1] > '7' || end < len(b) && isAlnum(b[end]) {
		return 0, 0, u, false
	}
	// Read a letter more than a prefix may have, so ParseTypeID refuses a prefix that is too long.
	for start > 0 && mark-start <= maxPrefix && (isLower(b[start-1]) || b[start-1] == '_') {
		start--
	}
	// An escape may end in letters that look like the beginning of the prefix.
	if before := max(start-maxEscape, 0); bytes.ContainsAny(b[before:start], `\%[`) {
		for i := start + 1; i <= min(start+maxEscape, mark); i++ {
			if escape.Match(b[before:i]) {
				start = i
				break
			}
		}
	}
	for start < mark && b[start] == '_' { // not part of a prefix
		start++
	}
	_, u, err := uuid.ParseTypeID(string(b[start:end]))
	return start, end, u, err == nil
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isHex[c] reports whether c is a hexadecimal digit.
var isHex = func() (is [256]bool) {
	for _, c := range []byte("0123456789abcdefABCDEF") {
		is[c] = true
	}
	return is
}()

func isAlnum(c byte) bool { return isDigit(c) || isLower(c|0x20) }

// isPart reports whether c can be part of an ID.
func isPart(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }
