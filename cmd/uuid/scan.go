package main

import (
	"io"

	"github.com/seed-8298af95/uuid"
)

// A scanner finds IDs in text of any length and content: the canonical form in upper or lower case,
// and TypeIDs with a prefix. It skips an ID that is part of a longer run of digits, unless the run
// starts with an escape sequence, as in "%7Bf81d4fae-…" or "\nuser_01h45…". A word that ends in a
// letter a to f, as in "podf81d4fae-…", is not a digit of a canonical ID.
//
// The scanner looks for marks, and then for an ID around each mark. The mark of an ID is the start
// of its first dash, the underscore after a TypeID's prefix, or the last of 32 digits.
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

	run int // number of digits at the end of the text that nextMark has searched, or dashMayFollow
}

const (
	canonicalLen = len("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
	compactLen   = len("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	dashAt       = len("xxxxxxxx")
	groupLen     = len("xxxx")
	nodeLen      = len("xxxxxxxxxxxx")
	suffixLen    = len("01h455vb4pex5vsknk084sn02q")
	maxPrefix    = 63

	maxBefore = maxEscape + maxPrefix + 1             // match reads at most this many bytes before a mark
	maxBehind = canonicalLen - dashAt + 4*maxDash + 1 // match reads at most this many bytes after a mark

	windowLen = 256 << 10 // large, to save calls to Read; tests use shorter windows

	// dashMayFollow is a run after a mark that is a digit. The run has been tried, so it is over for
	// IDs without dashes, but its last eight digits may begin an ID with dashes.
	dashMayFollow = dashAt

	// withoutDashes is a form that the scanner only counts.
	withoutDashes = "without dashes; -compact replaces them too"
)

// scan finds the IDs in the input from r, with which the text ends if last is set. Otherwise it goes on
// with the next call. scan returns an error from r, which is io.EOF at its end, from s.text or s.id.
func (s *scanner) scan(r io.Reader, last bool) error {
	if s.window == nil {
		s.window = make([]byte, windowLen)
	}
	for {
		n, readErr := r.Read(s.window[s.kept:])
		s.kept += n
		ended := last && readErr != nil
		open := 0
		if !ended {
			open = s.openRun()
		}
		// A mark near the end of the run must wait, because match reads the bytes after the mark.
		text := s.window[:s.kept-min(open, maxBehind)]
		for s.mark = s.nextMark(text, s.mark, ended); s.mark < len(text); s.mark = s.nextMark(text, s.mark+1, ended) {
			if err := s.tryMark(); err != nil {
				return err
			}
		}
		if err := s.pass(max(s.done, s.kept-open)); err != nil { // the last ID may be part of the run
			return err
		}
		if ended {
			s.forget(s.kept)
			s.run = 0
		} else {
			s.forget(max(s.done-maxBefore, 0)) // match reads the bytes before the next mark again
		}
		if readErr != nil {
			return readErr
		}
	}
}

// openRun returns the length of the run of bytes at the end of the input that can be part of an ID. The
// run may continue in the next read. Only its last maxBefore+maxBehind bytes matter: the marks that
// wait are in the last maxBehind bytes, and match reads at most maxBefore bytes before a mark.
func (s *scanner) openRun() int {
	open := 0
	for open < min(s.kept-s.done, maxBefore+maxBehind) && isPart(s.window[s.kept-1-open]) {
		open++
	}
	return open
}

// tryMark looks for an ID around the mark. It passes an ID on, and counts an ID in a form that the
// scanner only counts.
func (s *scanner) tryMark() error {
	input := s.window[:s.kept]
	start, end, u, ok := s.match(input, s.mark)
	form := ""
	if !ok {
		form = otherForm(input, s.mark)
	} else if isHex(input[s.mark]) && !s.compact {
		form = withoutDashes
	}
	if form != "" && s.everywhere {
		s.left[form]++
	}
	if !ok || form != "" {
		return nil
	}
	if start < s.done && (end <= s.done || !s.everywhere) { // the ID overlaps another
		return nil
	}
	start = max(start, s.done)
	if err := s.pass(start); err != nil {
		return err
	}
	if err := s.id(input[start:end], u); err != nil {
		return err
	}
	s.done, s.mark = end, end-nodeLen-1 // nextMark counts the last digits, which may begin another ID
	return nil
}

// pass passes the text before an offset to s.text.
func (s *scanner) pass(end int) error {
	if err := s.text(s.window[s.done:end]); err != nil {
		return err
	}
	s.done = end
	return nil
}

// forget removes the first n bytes of the input from the window.
func (s *scanner) forget(n int) {
	s.kept = copy(s.window, s.window[n:s.kept])
	s.done -= n
	s.mark -= n
}

// nextMark returns the offset of the first possible mark in text[from:], or len(text). A run of
// digits can begin in an earlier text, and ends with the last text.
func (s *scanner) nextMark(text []byte, from int, last bool) int {
	from = min(from, len(text)) // the last ID can end after the text
	run := s.run
	s.run = 0 // unless the run continues in the next text
	for i, c := range text[from:] {
		class := classes[c]
		if run >= compactLen || class&anyDash != 0 { // for most bytes, these are the only branches
			switch {
			case run >= compactLen && class&hexDigit == 0:
				s.run = dashMayFollow
				return from + i - 1
			case run < compactLen && dashIsMark(c, text[:from+i], run):
				return from + i
			}
		}
		// This counts a digit, and starts again after any other byte, because hexDigit is 1 and all bits
		// of -1 are set. There is no branch, because prose has many letters a to f.
		run = (run + 1) & -int(class&hexDigit)
	}
	if last && run >= compactLen {
		return len(text) - 1
	}
	s.run = run
	return len(text)
}

// dashIsMark reports whether a dash is a possible mark. c is its first byte, and before is the text
// before it, which ends with at least run digits.
func dashIsMark(c byte, before []byte, run int) bool {
	if len(before) == 0 {
		return false
	}
	previous := before[len(before)-1]
	return run >= dashAt ||
		c == '_' && isLower(previous) || // after a prefix
		c == '-' && previous == 0 // in UTF-16
}
