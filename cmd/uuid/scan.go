package main

import (
	"bytes"
	"io"
	"regexp"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds IDs in text of any length, which can contain any bytes. It finds the canonical
// form in upper or lower case, and TypeIDs with a prefix. Braces and "urn:uuid:" around an ID are
// text.
//
// A scanner skips an ID that is part of a longer run of digits. An escape sequence before an ID, as
// in "%7Bf81d4fae-…" or "\nuser_01h45…", does not count as part of the run.
type scanner struct {
	compact bool // also find runs of 32 hexadecimal digits

	// The scanner calls id with the text form and value of each ID, and text with everything
	// between IDs, which can be empty. Together, these calls receive the whole input in order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window buffers part of the input. The first scan allocates it, and later scans reuse it.
	window []byte
}

// The scanner looks for marks, and then for an ID around each mark. The mark of an ID is its first
// dash, the underscore after a TypeID's prefix, or the last of 32 digits.
const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63
	maxEscape    = len(`[38;2;255;255;255m`) // the longest common escape sequence; sets a color

	maxBefore = maxEscape + maxPrefix + 1 // match reads at most this many bytes before a mark
	maxBehind = canonicalLen - dashAt     // match reads at most this many bytes after a mark

	windowLen = 256 << 10 // large, to save calls to Read; tests use shorter windows
)

// escape matches an escape sequence at the end of a string: from URLs, JSON, C, Go, Python, the
// shell, quoted-printable or terminal colors (without ESC, their first byte). The end of an escape
// sequence could be mistaken for the start of an ID.
var escape = regexp.MustCompile(`(?:%[0-9a-fA-F]{2}|%u[0-9a-fA-F]{4}|=[0-9A-F]{2}|\[[0-9;]+m|` +
	`\\(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))$`)

// scan finds the IDs in the input from r. It returns an error from r, s.text or s.id.
func (s *scanner) scan(r io.Reader) error {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	buf := s.window
	// buf[:kept] contains input, and buf[:done] was passed to s.text or s.id. All marks before the
	// offset mark have been tried.
	done, mark, kept := 0, 0, 0
	for {
		n, readErr := r.Read(buf[kept:])
		kept += n
		// open is the length of the run of bytes at the end of buf[:kept] that can be part of an ID. The
		// run may continue in the next read. Only its last maxBefore+maxBehind bytes matter: the marks that wait for the next read are in
		// the last maxBehind bytes, and match reads at most maxBefore bytes before a mark.
		open := 0
		for readErr == nil && open < min(kept-done, maxBefore+maxBehind) && isPart(buf[kept-1-open]) {
			open++
		}
		// A mark near the end of the run must wait for the next read, because match reads the bytes
		// after the mark.
		text := buf[:kept-min(open, maxBehind)]
		for mark = s.nextMark(text, mark); mark < len(text); mark = s.nextMark(text, mark+1) {
			start, end, u, ok := match(buf[:kept], mark)
			if !ok || start < done {
				continue
			}
			if err := s.text(buf[done:start]); err != nil {
				return err
			}
			if err := s.id(buf[start:end], u); err != nil {
				return err
			}
			done, mark = end, end-1 // nextMark gets mark+1
		}
		next := max(done, kept-open) // the last ID may be part of the run
		if err := s.text(buf[done:next]); err != nil {
			return err
		}
		switch readErr {
		case nil:
		case io.EOF:
			return nil
		default:
			return readErr
		}
		done = next
		// Keep the bytes before the next marks, because match reads them again.
		begin := max(done-maxBefore, 0)
		kept = copy(buf, buf[begin:kept])
		done, mark = done-begin, mark-begin
	}
}

// nextMark returns the offset of the first possible mark in text[from:], or len(text).
func (s *scanner) nextMark(text []byte, from int) int {
	from = min(from, len(text))
	at := len(text)
	if i := bytes.IndexAny(text[from:], "-_"); i >= 0 {
		at = from + i
	}
	if s.compact {
		// Stop at the dash or underscore, because 32 digits contain neither.
		at = lastDigit(text[:at], from)
	}
	return at
}

// lastDigit finds the first run of 32 or more digits that ends in text[from:], and returns the offset
// of its last digit, or len(text). It tests only every 32nd byte, because every run of 32 digits
// contains one of these bytes.
func lastDigit(text []byte, from int) int {
	for i := from; i < len(text); i += compactLen {
		if !isHex[text[i]] {
			continue
		}
		begin, end := i, i+1
		for end < len(text) && isHex[text[end]] {
			end++
		}
		for begin > 0 && end-begin < compactLen && isHex[text[begin-1]] { // may go back before from, but stops at 32
			begin--
		}
		if end-begin >= compactLen {
			return end - 1
		}
		i = end // not a digit, so the next run of 32 digits cannot end before the byte 32 places after it
	}
	return len(text)
}

// match finds the ID whose mark is b[mark]. It returns the ID and its position, b[start:end]. ok is
// false if there is no such ID.
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
	// If a digit follows, the ID is part of a longer run. ParseBytes also checks the first digit,
	// but its error would cost an allocation.
	if !ok || !isHex[b[start]] || end < len(b) && isHex[b[end]] {
		return 0, 0, u, false
	}
	// A digit before the ID must be the end of an escape sequence. ContainsAny is faster than
	// Match, and rules out most text.
	if before := b[max(start-maxEscape, 0):start]; start > 0 && isHex[b[start-1]] && !(bytes.ContainsAny(before, `\%=[`) && escape.Match(before)) {
		return 0, 0, u, false
	}
	u, err := uuid.ParseBytes(b[start:end])
	return start, end, u, err == nil
}

// matchTypeID is match for an underscore, which may end a TypeID's prefix.
func matchTypeID(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	start, end = mark, mark+1+suffixLen
	// The first digit of a suffix is at most 7, because 26 digits encode 130 bits and a UUID has
	// 128.
	if end > len(b) || b[mark+1] < '0' || b[mark+1] > '7' || end < len(b) && isAlnum(b[end]) {
		return 0, 0, u, false
	}
	// Include one more letter than a prefix may have, so ParseTypeID rejects a prefix that is too
	// long.
	for start > 0 && mark-start <= maxPrefix && (isLower(b[start-1]) || b[start-1] == '_') {
		start--
	}
	// An escape sequence may end in letters that look like the start of the prefix. Escapes with =
	// end in digits or uppercase letters.
	if before := max(start-maxEscape, 0); bytes.ContainsAny(b[before:start], `\%[`) {
		for i := start + 1; i <= min(start+maxEscape, mark); i++ {
			if escape.Match(b[before:i]) {
				start = i
				break
			}
		}
	}
	for start < mark && b[start] == '_' { // a prefix does not start with an underscore
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
