package uuid

import (
	"fmt"
	"hash/crc32"
	"math"
)

// A line is one of the two lines in a FileStore's file.
type line struct {
	State
	count uint64 // sequence number, counting from 1, or 0 if the line is missing or damaged
}

// valid reports whether l can be in a file. The greatest count is not valid, because no line could
// follow it.
func (l line) valid() bool {
	return l.State.valid() && l.count > 0 && l.count < math.MaxUint64
}

// newer returns the index of the line with the greater count. In a new file both counts are 0. Then
// it returns 1, so the first Save writes line 0.
func newer(lines [2]line) int {
	if lines[0].count > lines[1].count {
		return 0
	}
	return 1
}

const (
	lineName   = "uuid generator state "
	lineFormat = '4'
	lineText   = lineName + string(lineFormat) + " count %020d ticks %019d v7 %s"
	lineLen    = 4096
)

// text returns the line as stored: the fields of l, a CRC-32, and spaces up to lineLen.
func (l line) text() string {
	text := fmt.Sprintf(lineText, l.count, l.Ticks, l.V7)
	text = fmt.Sprintf("%s crc32 %08x", text, crc32.ChecksumIEEE([]byte(text)))
	return fmt.Sprintf("%-*s\n", lineLen-1, text)
}

// parseLine is the inverse of text. It completes truncated text with the end of (line{}).text(). It
// returns no error: if the text is malformed, l.text() differs from it.
func parseLine(text string) (l line) {
	if zero := (line{}).text(); len(text) < len(zero) {
		text += zero[len(text):]
	}
	var v7 string
	fmt.Sscanf(text, lineText, &l.count, &l.Ticks, &v7)
	l.V7, _ = Parse(v7)
	return l
}
