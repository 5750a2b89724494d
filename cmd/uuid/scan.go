package main

import (
	"bytes"
	"io"
	"regexp"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds the IDs in a text of any length with any bytes in it. It finds the
// canonical form in letters of either case, which is also what is between braces and
// behind "urn:uuid:", and TypeIDs with a prefix.
//
// An ID begins and ends where its run of digits does: an ID within more digits is not found.
// An escape before an ID, as in "%7Bf81d4fae-…" or "\nuser_01h45…", is not part of that run.
type scanner struct {
	compact bool // find runs of 32 hexadecimal digits too

	// The scanner calls id for each ID with its text, and text for everything between IDs.
	// Together they get the whole text in its order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window is the memory for a part of the text. The first scan allocates it.
	window []byte
}

// An ID is looked for where its mark is: its first dash, the underscore behind the prefix
// of a TypeID, or the last of 32 digits.
const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63
	maxEscape    = len(`[38;2;255;255;255m`)

	maxBefore = maxEscape + maxPrefix + 1 // bytes that are read before a mark
	maxBehind = canonicalLen - dashAt     // and from the mark on

	windowLen = 256 << 10
)

// escape matches an escape at the end of a text. Its last letter or digit might be taken for
// the first of an ID. The escapes are those of URLs, JSON, C, Go, Python and the shell, those
// of quoted-printable, and the colors of terminals.
var escape = regexp.MustCompile(`(?:%[0-9a-fA-F]{2}|%u[0-9a-fA-F]{4}|=[0-9A-F]{2}|\[[0-9;]+m|` +
	`\\(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}))$`)

// scan scans what it can read from r. The first error is that of reading, the second that
// of the functions of s.
func (s *scanner) scan(r io.Reader) (readErr, err error) {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	buf := s.window
	done, mark, kept := 0, 0, 0 // buf[:kept] is text, buf[:done] was passed on, and no mark is left before mark
	for readErr == nil {
		var n int
		n, readErr = r.Read(buf[kept:])
		kept += n
		open := 0 // the length of the run of digits and letters at the end, which may go on
		for readErr == nil && open < min(kept-done, maxBefore+maxBehind) && isPart(buf[kept-1-open]) {
			open++
		}
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
		begin := max(done-maxBefore, 0)
		kept = copy(buf, buf[begin:kept])
		done, mark = done-begin, mark-begin
	}
	if readErr == io.EOF {
		readErr = nil
	}
	return readErr, nil
}

// marks finds the bytes of a text that may be marks.
type marks struct {
	text []byte

	// The next of each kind, or one that was passed. It is len(text) if there is no other.
	dash, underscore, digit int
}

func (s *scanner) marksIn(text []byte) marks {
	m := marks{text: text, dash: -1, underscore: -1, digit: len(text)}
	if s.compact {
		m.digit = -1
	}
	return m
}

// next returns the first place in m.text[from:] that may have a mark, or len(m.text). It
// looks for each kind on its own, so that package bytes can use vector instructions.
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

// index returns the first place in m.text[from:] that has c, or len(m.text).
func (m *marks) index(c byte, from int) int {
	if i := bytes.IndexByte(m.text[from:], c); i >= 0 {
		return from + i
	}
	return len(m.text)
}

// lastDigit returns the first place in m.text[from:] where a run of 32 digits or more ends,
// or len(m.text). It steps by 32 bytes: a place without a digit cannot be in such a run, and a
// run that begins after it ends 32 bytes on or later.
func (m *marks) lastDigit(from int) int {
	for i := from; i < len(m.text); i += compactLen {
		if !isHex[m.text[i]] {
			continue
		}
		begin, end := i, i+1
		for end < len(m.text) && isHex[m.text[end]] {
			end++
		}
		for begin > 0 && end-begin < compactLen && isHex[m.text[begin-1]] {
			begin--
		}
		if end-begin >= compactLen {
			return end - 1
		}
		i = end
	}
	return len(m.text)
}

// textBetween calls s.text for b[begin:end], if that is not empty.
func (s *scanner) textBetween(b []byte, begin, end int) error {
	if begin >= end {
		return nil
	}
	return s.text(b[begin:end])
}

// match returns the ID with the mark b[mark] and its place in b. ok is false if it is none.
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
	if !ok || !isHex[b[start]] || end < len(b) && isHex[b[end]] {
		return 0, 0, u, false
	}
	if before := b[max(start-maxEscape, 0):start]; start > 0 && isHex[b[start-1]] && !(bytes.ContainsAny(before, `\%=[`) && escape.Match(before)) {
		return 0, 0, u, false
	}
	u, err := uuid.ParseBytes(b[start:end])
	return start, end, u, err == nil
}

// matchTypeID is match for an underscore, which may stand after the prefix of a TypeID.
func matchTypeID(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	start, end = mark, mark+1+suffixLen
	if end > len(b) || b[mark+1] < '0' || b[mark+1] > '7' || end < len(b) && isAlnum(b[end]) {
		return 0, 0, u, false
	}
	for start > 0 && mark-start <= maxPrefix && (isLower(b[start-1]) || b[start-1] == '_') {
		start--
	}
	if before := max(start-maxEscape, 0); bytes.ContainsAny(b[before:start], `\%[`) {
		for i := start + 1; i <= min(start+maxEscape, mark); i++ {
			if escape.Match(b[before:i]) {
				start = i
				break
			}
		}
	}
	for start < mark && b[start] == '_' {
		start++
	}
	_, u, err := uuid.ParseTypeID(string(b[start:end]))
	return start, end, u, err == nil
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isHex is true for the bytes that are hexadecimal digits.
var isHex = func() (is [256]bool) {
	for _, c := range []byte("0123456789abcdefABCDEF") {
		is[c] = true
	}
	return is
}()

func isAlnum(c byte) bool { return isDigit(c) || isLower(c|0x20) }

// isPart reports whether c may be in an ID.
func isPart(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }
