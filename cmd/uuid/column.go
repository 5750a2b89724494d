package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// convertColumn prints the table on standard input with the IDs of one column in another
// form.
func convertColumn(s *session, o *options, args []string) error {
	if len(args) > 0 {
		return misuse("with -column the IDs are in the table on standard input")
	}
	t := &table{session: s, options: o, separator: ',', line: 1, at: 1, begun: 1}
	if o.tab {
		t.separator = '\t'
	}
	s.announce("a table")
	fault, err := t.copy(bufio.NewReaderSize(flusher{s.stdin, s.stdout}, 64<<10))
	if err != nil || fault == nil {
		return err
	}
	return s.report(fault)
}

// A table is copied: a CSV (RFC 4180) or, with -tab, a text that is split at tabs. Only the
// fields of one column are held in memory. So records may have any length.
type table struct {
	*session
	*options
	separator byte

	records int    // how many have ended
	line    int    // where the copy is; the first is 1
	at      int    // the column where it is
	begun   int    // the line in which the field begins
	field   []byte // the field if it is to be converted, as it stands in the table
	state   state  // where in the field the copy is
}

type state byte

const (
	fieldStart state = iota // or behind the CR of an empty line
	bare                    // a quotation mark is text
	inQuotes                // separators and ends of lines are text
	closed                  // behind a quotation mark, which ends the text or is the first of two
)

// copy copies the table. fault says why it cannot go on, err that it cannot write.
func (t *table) copy(r *bufio.Reader) (fault, err error) {
	if mark, _ := r.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		r.Discard(len(mark))
		if err := t.write(mark); err != nil {
			return nil, err
		}
	}
	for {
		_, readErr := r.Peek(1)
		switch readErr {
		case nil:
		case io.EOF:
			return t.end()
		case errOutput:
			return nil, readErr
		default:
			return readErr, nil
		}
		b, _ := r.Peek(r.Buffered())
		if fault, err = t.copyText(b); fault != nil || err != nil {
			return fault, err
		}
		r.Discard(len(b))
	}
}

// copyText copies a part of the table.
func (t *table) copyText(b []byte) (fault, err error) {
	for len(b) > 0 {
		n, ended, fault := t.scan(b)
		if fault == nil && t.converts() {
			t.field = append(t.field, b[:n]...)
			if len(t.field) > maxLine {
				fault = errLongLine
			}
		} else {
			err = t.write(b[:n])
		}
		if fault != nil || err != nil {
			return t.locate(fault), err
		}
		if ended {
			if err := t.endField(b[n]); err != nil {
				return nil, err
			}
			n++
		}
		b = b[n:]
	}
	return nil, nil
}

var (
	errOpen   = errors.New("the quotation mark that begins the field has no second one")
	errBehind = errors.New("text behind the second quotation mark")
)

// scan returns how many bytes of b are in the field, and whether the next one ends it.
func (t *table) scan(b []byte) (n int, ended bool, fault error) {
	for i, c := range b {
		switch {
		case t.state == inQuotes:
			if c == '"' {
				t.state = closed
			} else if c == '\n' {
				t.line++
			}
		case c == t.separator || c == '\n':
			return i, true, nil
		case t.state == bare || c == '\r':
		case c == '"' && !t.tab: // the first of the field, or the second of two
			t.state = inQuotes
		case t.state == closed:
			return i, false, errBehind
		default:
			t.state = bare
		}
	}
	return len(b), false, nil
}

// converts reports whether the field is to be converted.
func (t *table) converts() bool { return t.at == t.column && (t.records > 0 || !t.header) }

// endField ends a field, and its record if the byte at its end is that of a line.
func (t *table) endField(end byte) error {
	err := t.convertField()
	if err == nil && end == '\n' {
		err = t.endRecord()
	}
	if err != nil {
		return err
	}
	t.state, t.at, t.field = fieldStart, t.at+1, t.field[:0]
	if end == '\n' {
		t.line, t.at = t.line+1, 1
	}
	t.begun = t.line
	return t.stdout.WriteByte(end)
}

// convertField writes the field if it was held: the ID in it in another form, all around the
// ID as it stands.
func (t *table) convertField() error {
	if !t.converts() {
		return nil
	}
	text := bytes.TrimSpace(t.field)
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' && !t.tab {
		text = bytes.TrimSpace(text[1 : n-1])
	}
	if len(text) == 0 {
		return t.write(t.field)
	}
	u, err := t.decode(string(text))
	if err != nil {
		if t.records == 0 {
			err = fmt.Errorf("%w; -header leaves the first record as it is", err)
		}
		if err := t.report(t.locate(err)); err != nil {
			return err
		}
		return t.write(t.field)
	}
	before, behind, _ := bytes.Cut(t.field, text)
	b := append(t.stdout.AvailableBuffer(), before...)
	return t.write(append(t.encode(b, u), behind...))
}

// endRecord reports a record that has no such column. An empty line is no record.
func (t *table) endRecord() error {
	if t.at == 1 && t.state == fieldStart {
		return nil
	}
	t.records++
	if t.at < t.column {
		return t.report(fmt.Errorf("line %d: there is no column %d", t.line, t.column))
	}
	return nil
}

// end ends the table, whose last line may have no end.
func (t *table) end() (fault, err error) {
	switch {
	case t.state == inQuotes:
		return t.locate(errOpen), nil
	case t.at == 1 && t.state == fieldStart:
		return nil, t.write(t.field) // a CR
	}
	if err := t.convertField(); err != nil {
		return nil, err
	}
	return nil, t.endRecord()
}

// locate returns err with the line and the column where the field is.
func (t *table) locate(err error) error {
	if err == nil {
		return nil
	}
	return locate(fmt.Sprintf("line %d, column %d", t.begun, t.at), err)
}
