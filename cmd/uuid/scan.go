package main

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds IDs in text of any length and content: the canonical form in upper or lower case,
// and TypeIDs with a prefix. It skips an ID that is part of a longer run of digits, unless the run
// starts with an escape sequence, as in "%7Bf81d4fae-…" or "\nuser_01h45…". A word that ends in a
// letter a to f, as in "podf81d4fae-…", is no digit of a canonical ID.
type scanner struct {
	compact    bool // runs of 32 hexadecimal digits are IDs too
	everywhere bool // canonical IDs in longer runs are IDs too, and so is the rest of an ID that overlaps another

	left map[string]int // number of IDs in each form that the scanner only counts, if everywhere is set

	// The scanner calls id with the text form and value of each ID, and text with everything
	// between IDs, which can be empty. Together, these calls receive the whole input in order.
	text func(text []byte) error
	id   func(text []byte, u uuid.UUID) error

	// window[:kept] contains input, and window[:done] was passed to text or id. All marks before the
	// offset mark have been tried. The first scan allocates the window.
	window           []byte
	done, mark, kept int

	run int // number of digits at the end of the text that nextMark has searched
}

// The scanner looks for marks, and then for an ID around each mark. The mark of an ID is the start of
// its first dash, the underscore after a TypeID's prefix, or the last of 32 digits.
const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	nodeLen      = len("xxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63
	maxEscape    = 64 // longest escape sequence: a slash that is escaped 30 times
	maxRun       = 64 // a longer run of hexadecimal digits is no word
	maxDash      = 32 // longest escaped dash

	maxBefore = maxEscape + maxPrefix + 1             // match reads at most this many bytes before a mark
	maxBehind = canonicalLen - dashAt + 4*maxDash + 1 // match reads at most this many bytes after a mark

	hexDigit, base32Digit, anyDash, part = 1, 2, 4, 8 // bits in classes

	withoutDashes = "without dashes; -compact replaces them too"

	windowLen = 256 << 10 // large, to save calls to Read; tests use shorter windows
)

// escapes contains, by its first byte, what follows in an escape sequence: from URLs, JSON, C, Go,
// Python, the shell, quoted-printable or terminal colors (without ESC). The end of an escape sequence
// could be mistaken for the start of an ID.
var escapes = map[byte]*regexp.Regexp{
	'%':  regexp.MustCompile(`^(?:[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})`),
	'=':  regexp.MustCompile(`^[0-9A-F]{2}`),
	'[':  regexp.MustCompile(`^[0-9;]+m`),
	'\\': regexp.MustCompile(`^(?:[abefnrtv]|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`),
}

// escapedDash matches a dash in such an escape sequence, in HTML, in typography or in names of systemd.
var escapedDash = regexp.MustCompile(`^(?:%(?:25)*2[dD]|=(?:3D)*2D|(?:\\+|%(?:25)*5[cC])(?:-|055|x2[dD]|u002[dD]|U0000002[dD])|` +
	`&(?:amp;)*(?:#45|#x2[dD]|hyphen|dash);|[\x{2010}-\x{2015}\x{2212}_])$`)

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

// scan finds the IDs in the input from r, with which the text ends if last is set. Otherwise it goes on
// with the next call. scan returns an error from r, which is io.EOF at its end, from s.text or s.id.
func (s *scanner) scan(r io.Reader, last bool) error {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	for buf := s.window; ; {
		n, readErr := r.Read(buf[s.kept:])
		s.kept += n
		// open is the length of the run of bytes at the end of buf[:kept] that can be part of an ID. It
		// may continue in the next read. Only its last maxBefore+maxBehind bytes matter: the marks that
		// wait are in the last maxBehind bytes, and match reads at most maxBefore bytes before a mark.
		open := 0
		ended := last && readErr != nil
		for !ended && open < min(s.kept-s.done, maxBefore+maxBehind) && isPart(buf[s.kept-1-open]) {
			open++
		}
		// A mark near the end of the run must wait, because match reads the bytes after the mark.
		text := buf[:s.kept-min(open, maxBehind)]
		for s.mark = s.nextMark(text, s.mark, ended); s.mark < len(text); s.mark = s.nextMark(text, s.mark+1, ended) {
			start, end, u, ok := s.match(buf[:s.kept], s.mark)
			form := ""
			if !ok {
				form = otherForm(buf[:s.kept], s.mark)
			} else if isHex(buf[s.mark]) && !s.compact {
				form = withoutDashes
			}
			if form != "" && s.everywhere {
				s.left[form]++
			}
			if !ok || form != "" || start < s.done && (end <= s.done || !s.everywhere) {
				continue
			}
			start = max(start, s.done)
			if err := s.text(buf[s.done:start]); err != nil {
				return err
			}
			if err := s.id(buf[start:end], u); err != nil {
				return err
			}
			s.done, s.mark = end, end-nodeLen-1 // nextMark counts the last digits, which may begin another ID
		}
		next := max(s.done, s.kept-open) // the last ID may be part of the run
		if err := s.text(buf[s.done:next]); err != nil {
			return err
		}
		s.done = next
		// Keep the bytes before the next marks, because match reads them again.
		begin := max(s.done-maxBefore, 0)
		if ended {
			begin, s.run = s.kept, 0
		}
		s.kept = copy(buf, buf[begin:s.kept])
		s.done, s.mark = s.done-begin, s.mark-begin
		if readErr != nil {
			return readErr
		}
	}
}

// nextMark returns the offset of the first possible mark in text[from:], or len(text). A run of
// digits can begin in an earlier text, and ends with the last text.
func (s *scanner) nextMark(text []byte, from int, last bool) int {
	run := s.run
	s.run = 0 // unless the run continues in the next text
	for i := from; i < len(text); i++ {
		class := classes[text[i]]
		if run >= compactLen && class&hexDigit == 0 {
			s.run = dashAt // a dash may follow
			return i - 1
		}
		if class&anyDash != 0 && i > 0 && (run >= dashAt || text[i] == '_' && isAlnum(text[i-1]) || text[i] == '-' && text[i-1] == 0) {
			return i
		}
		run = (run + 1) * int(class&hexDigit) // without a branch, because prose has many letters a to f
	}
	if last && run >= compactLen {
		return len(text) - 1
	}
	s.run = run
	return len(text)
}

// match finds the ID whose mark is b[mark]. It returns the ID and its position, b[start:end]. ok is
// false if there is no such ID.
func (s *scanner) match(b []byte, mark int) (start, end int, u uuid.UUID, ok bool) {
	switch {
	case b[mark] == '-':
		start, end = mark-dashAt, mark-dashAt+canonicalLen
		// An error from ParseBytes is slow, so check the dashes and the last digits here.
		if start < 0 || end > len(b) || b[mark+5] != '-' || b[mark+10] != '-' || b[mark+15] != '-' || !every(b[end-nodeLen:end], hexDigit) {
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

// isWithinRun reports whether b[start:end], an ID, is part of a longer run of digits.
func isWithinRun(b []byte, start, end int) bool {
	first, last := start, end // of the run
	for first > max(start-maxRun, 0) && isHex(b[first-1]) {
		first--
	}
	for last < min(end+maxRun, len(b)) && isHex(b[last]) {
		last++
	}
	isWord := func(i int) bool {
		return end-start == canonicalLen && 0 <= i && i < len(b) && isAlnum(b[i]) && !isHex(b[i])
	}
	return first < start && !isWord(first-1) && escapeEnd(b[:start], start) != start || end < last && !isWord(last)
}

// otherForm describes how an ID is written that match does not find, if its mark is b[mark]: in UTF-16,
// where every second byte is 0, or with escaped dashes. Otherwise it returns "".
func otherForm(b []byte, mark int) string {
	if classes[b[mark]]&anyDash == 0 || b[mark] == '_' && (mark < dashAt || !every(b[mark-dashAt:mark], hexDigit)) {
		return ""
	}
	if id := b[max(mark-2*dashAt, 0):min(mark+2*(canonicalLen-dashAt)-1, len(b))]; b[mark] == '-' {
		if len(id) == 2*canonicalLen-1 && id[26] == '-' && id[36] == '-' && id[46] == '-' && bytes.IndexByte(id[47:], '-') < 0 {
			if _, err := uuid.ParseBytes(bytes.ReplaceAll(id, []byte{0}, nil)); err == nil {
				return "in UTF-16"
			}
		}
		return ""
	}
	b = b[mark:min(mark+maxBehind, len(b))]
	for i := 5; i < min(maxDash+5, len(b)) && (i == 5 || b[0] != '_'); i++ { // of the next dash; an underscore has one byte
		if b[i] != b[0] || !isDashEnd(b[i-5]) {
			continue
		}
		dash, rest, groups := b[:i-4], b[i-4:], 1
		for groups < 4 && len(rest) > 4 && bytes.HasPrefix(rest[4:], dash) && every(rest[:4], hexDigit) {
			rest = rest[4+len(dash):]
			groups++
		}
		if groups == 4 && len(rest) >= nodeLen && every(rest[:nodeLen], hexDigit) && escapedDash.Match(dash) {
			return "with " + string(dash) + " for a dash"
		}
	}
	return ""
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
	if start == mark {
		return 0, 0, u, false
	}
	// An escape sequence may end in letters that look like the start of the prefix.
	start = max(start, escapeEnd(b[:mark], start))
	start = mark - len(bytes.TrimLeft(b[start:mark], "_")) // a prefix does not start with an underscore
	_, u, err := uuid.ParseTypeID(string(b[start:end]))
	return start, end, u, err == nil
}

// classes[c] has a bit for each kind of digit that c is.
var classes = func() (all [256]byte) {
	for class, digits := range map[byte]string{
		hexDigit:    "0123456789abcdefABCDEF",
		base32Digit: "0123456789abcdefghjkmnpqrstvwxyz",
		anyDash:     "-%=\\&\xe2_", // first bytes of what escapedDash matches
	} {
		for _, c := range []byte(digits) {
			all[c] |= class
		}
	}
	for c := range all {
		if isAlnum(byte(c)) || c >= 0x80 || all[c] != 0 || strings.IndexByte("#;\x00", byte(c)) >= 0 {
			all[c] |= part // of an ID in any form
		}
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
func isDashEnd(c byte) bool {
	return c|0x20 == 'd' || c == '-' || c == '_' || c == '5' || c == ';' || c >= 0x80
}
func isPart(c byte) bool { return classes[c]&part != 0 }
