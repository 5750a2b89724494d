package main

import (
	"bytes"
	"io"
	"regexp"
	"slices"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds IDs in text of any length and content: the canonical form in upper or lower case,
// and TypeIDs with a prefix. It skips an ID that is part of a longer run of digits, unless the run
// starts with an escape sequence, as in "%7Bf81d4fae-…" or "\nuser_01h45…".
type scanner struct {
	compact bool // runs of 32 hexadecimal digits are IDs too
	left    int  // number of such runs, if they are not IDs

	// The scanner calls id with the text form and value of each ID, and text with everything
	// between IDs, which can be empty. Together, these calls receive the whole input in order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window buffers part of the input. The first scan allocates it, and later scans reuse it.
	window []byte

	run int // number of digits at the end of the text that nextMark has searched
}

// The scanner looks for marks, and then for an ID around each mark. The mark of an ID is its first
// dash, the underscore after a TypeID's prefix, or the last of 32 digits.
const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	nodeLen      = len("xxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63
	maxEscape    = len(`[38;2;255;255;255m`) // the longest common escape sequence; sets a color

	maxBefore = maxEscape + maxPrefix + 1 // match reads at most this many bytes before a mark
	maxBehind = canonicalLen - dashAt     // match reads at most this many bytes after a mark

	hexDigit, base32Digit = 1, 2 // bits in classes

	windowLen = 256 << 10 // large, to save calls to Read; tests use shorter windows
)

// escape matches an escape sequence at the start of a string: from URLs, JSON, C, Go, Python, the
// shell, quoted-printable or terminal colors (without ESC, their first byte). The end of an escape
// sequence could be mistaken for the start of an ID.
var escape = regexp.MustCompile(`^(?:%[0-9a-fA-F]{2}|%u[0-9a-fA-F]{4}|=[0-9A-F]{2}|\[[0-9;]+m|` +
	`\\(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))`)

// escapeEnd returns the end of the escape sequence that starts in b before an offset, or less than
// the offset. No escape sequence contains a second byte that can start one.
func escapeEnd(b []byte, before int) int {
	first := max(before-maxEscape, 0)
	i := bytes.LastIndexAny(b[first:before], `\%=[`)
	if i < 0 {
		return -1
	}
	return first + i + len(escape.Find(b[first+i:]))
}

// scan finds the IDs in the input from r. It returns an error from r, s.text or s.id.
func (s *scanner) scan(r io.Reader) error {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	buf := s.window
	// buf[:kept] contains input, and buf[:done] was passed to s.text or s.id. All marks before the
	// offset mark have been tried.
	done, mark, kept := 0, 0, 0
	s.run = 0
	for {
		n, readErr := r.Read(buf[kept:])
		kept += n
		// open is the length of the run of bytes at the end of buf[:kept] that can be part of an ID. It
		// may continue in the next read. Only its last maxBefore+maxBehind bytes matter: the marks that
		// wait are in the last maxBehind bytes, and match reads at most maxBefore bytes before a mark.
		open := 0
		for readErr == nil && open < min(kept-done, maxBefore+maxBehind) && isPart(buf[kept-1-open]) {
			open++
		}
		// A mark near the end of the run must wait, because match reads the bytes after the mark.
		text := buf[:kept-min(open, maxBehind)]
		last := readErr != nil
		for mark = s.nextMark(text, mark, last); mark < len(text); mark = s.nextMark(text, mark+1, last) {
			start, end, u, ok := match(buf[:kept], mark)
			if !ok || start < done {
				continue
			}
			if isHex(buf[mark]) && !s.compact {
				s.left++
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
		if readErr == io.EOF {
			return nil
		} else if last {
			return readErr
		}
		done = next
		// Keep the bytes before the next marks, because match reads them again.
		begin := max(done-maxBefore, 0)
		kept = copy(buf, buf[begin:kept])
		done, mark = done-begin, mark-begin
	}
}

// nextMark returns the offset of the first possible mark in text[from:], or len(text). A run of
// digits can begin in an earlier text, and ends with the last text.
func (s *scanner) nextMark(text []byte, from int, last bool) int {
	run := s.run
	s.run = 0 // unless the run continues in the next text
	for i := from; i < len(text); i++ {
		c := text[i]
		if run >= compactLen && !isHex(c) {
			return i - 1
		}
		run = (run + 1) * int(classes[c]&hexDigit) // without a branch, because prose has many letters a to f
		if (c == '-' || c == '_') && i > 0 && isAlnum(text[i-1]) {
			return i
		}
	}
	if last && run >= compactLen {
		return len(text) - 1
	}
	s.run = run
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
	// If a digit follows, the ID is part of a longer run. An error from ParseBytes is slow, so check
	// its first and last digits here.
	if !ok || !every(b[start:mark], hexDigit) || !every(b[end-nodeLen:end], hexDigit) || end < len(b) && isHex(b[end]) {
		return 0, 0, u, false
	}
	u, err := uuid.ParseBytes(b[start:end])
	// A digit before the ID must be the end of an escape sequence.
	ok = err == nil && (start == 0 || !isHex(b[start-1]) || escapeEnd(b[:start], start) == start)
	return start, end, u, ok
}

// matchTypeID is match for an underscore, which may end a TypeID's prefix.
func matchTypeID(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	start, end = mark, mark+1+suffixLen
	// The first digit of a suffix is at most 7: 26 digits encode 130 bits, and a UUID has 128.
	if end > len(b) || b[mark+1] < '0' || b[mark+1] > '7' || !every(b[mark+1:end], base32Digit) || end < len(b) && isAlnum(b[end]) {
		return 0, 0, u, false
	}
	// With one more letter than a prefix may have, ParseTypeID rejects a prefix that is too long.
	for start > 0 && mark-start <= maxPrefix && (isLower(b[start-1]) || b[start-1] == '_') {
		start--
	}
	// An escape sequence may end in letters that look like the start of the prefix.
	start = max(start, escapeEnd(b[:mark], start))
	start = mark - len(bytes.TrimLeft(b[start:mark], "_")) // a prefix does not start with an underscore
	if start == mark {
		return 0, 0, u, false
	}
	_, u, err := uuid.ParseTypeID(string(b[start:end]))
	return start, end, u, err == nil
}

// classes[c] has a bit for each kind of digit that c is.
var classes = func() (all [256]byte) {
	for _, c := range "0123456789abcdefABCDEF" {
		all[c] |= hexDigit
	}
	for _, c := range "0123456789abcdefghjkmnpqrstvwxyz" {
		all[c] |= base32Digit
	}
	return all
}()

// every reports whether all bytes of b are digits of a kind.
func every(b []byte, kind byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return classes[c]&kind == 0 })
}

func isHex(c byte) bool   { return classes[c]&hexDigit != 0 }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlnum(c byte) bool { return '0' <= c && c <= '9' || isLower(c|0x20) }
func isPart(c byte) bool  { return isAlnum(c) || c == '-' || c == '_' } // can be part of an ID
