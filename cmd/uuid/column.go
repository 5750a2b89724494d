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

// A table copies a CSV (RFC 4180) or, with -tab, text that is split at tabs. It holds only
// one field of the column in memory, so records may have any length.
type table struct {
	*session
	*options
	separator byte

	records int    // that have ended
	line    int    // of the next byte; the first is 1
	at      int    // the column of the next byte; the first is 1
	begun   int    // the line in which the field began
	field   []byte // the field as it stands in the table, if it is to be converted
	state   state  // of the field
	cr      bool   // the last byte was a CR outside of quotation marks
}

type state byte

const (
	fieldStart state = iota // before its first byte, or behind the CR of an empty line
	bare                    // in text that may have quotation marks
	inQuotes                // in text that may have separators and ends of lines
	closed                  // behind a quotation mark in quotes: the last of the field, or the first of two
)

// copy copies the table. It ends at a fault of the table, or at an error of the output.
func (t *table) copy(r *bufio.Reader) (fault, err error) {
	if mark, _ := r.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		r.Discard(len(mark))
		if err := t.write(mark); err != nil {
			return nil, err
		}
	}
	for {
		_, readErr := r.Peek(1) // reads more, if nothing is left
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
		fault, err = t.copyText(b)
		if fault != nil || err != nil {
			return fault, err
		}
		r.Discard(len(b))
	}
}

// copyText copies a part of the table.
func (t *table) copyText(b []byte) (fault, err error) {
	for len(b) > 0 {
		// A field of the column is held until it ends. All else is written at once.
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
			if fault, err := t.endField(b[n]); fault != nil || err != nil {
				return fault, err
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
	errCR     = errors.New("a carriage return that does not end a line")
)

// scan returns how many bytes of b are in the field, and whether the next one ends it.
func (t *table) scan(b []byte) (n int, ended bool, fault error) {
	for i, c := range b {
		if t.cr && c != '\n' { // perhaps all lines end so, and the table would count as one record
			return i, false, errCR
		}
		t.cr = c == '\r' && t.state != inQuotes
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

// endField ends a field at a separator, or at the end of a line, which ends its record too.
func (t *table) endField(end byte) (fault, err error) {
	err = t.convertField()
	if err == nil && end == '\n' {
		fault, err = t.endRecord()
	}
	if fault != nil || err != nil {
		return fault, err
	}
	t.state, t.at, t.field = fieldStart, t.at+1, t.field[:0]
	if end == '\n' {
		t.line, t.at = t.line+1, 1
	}
	t.begun = t.line
	return nil, t.stdout.WriteByte(end)
}

// convertField writes a field of the column: the ID in it in another form, and all around
// the ID as it stands.
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
		if t.records == 0 { // likely the names of the columns
			err = fmt.Errorf("%w; -header leaves the first record as it is", err)
		}
		if err := t.report(t.locate(err)); err != nil {
			return err
		}
		return t.write(t.field)
	}
	before, behind, _ := bytes.Cut(t.field, text)
	b := append(t.stdout.AvailableBuffer(), before...)
	return t.write(append(t.encoder()(b, u), behind...))
}

// endRecord ends a record, and reports a record that lacks the column. If that is the first record
// to be converted, the copy ends: the table is split at something else, and each of its lines would
// be reported. An empty line is no record.
func (t *table) endRecord() (fault, err error) {
	if t.at == 1 && t.state == fieldStart {
		return nil, nil
	}
	first := t.records == 0 && !t.header || t.records == 1 && t.header
	t.records++
	switch {
	case t.at >= t.column, t.header && t.records == 1:
		return nil, nil
	case first:
		return fmt.Errorf("line %d: there is no column %d, only %d; columns end at commas, or with -tab at tabs", t.line, t.column, t.at), nil
	}
	return nil, t.report(fmt.Errorf("line %d: there is no column %d", t.line, t.column))
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
	return t.endRecord()
}

// locate returns err with the line and the column where the field is.
func (t *table) locate(err error) error {
	if err == nil {
		return nil
	}
	return locate(fmt.Sprintf("line %d, column %d", t.begun, t.at), err)
}
