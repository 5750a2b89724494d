package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// convertColumn copies a table from standard input, with the IDs of one column in another form.
func convertColumn(s *session, o *options, args []string) error {
	if len(args) > 0 {
		return misuse(fmt.Sprintf("unexpected argument %q: -column reads a table from standard input", args[0]))
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

// A table copies CSV (RFC 4180) or, with -tab, text with a tab between two fields. It keeps a
// single field in memory, so a record may have any length.
type table struct {
	*session
	*options
	separator byte

	records int    // number of records that have ended
	line    int    // line of the next byte; the first line is 1
	at      int    // column of the next byte; the first column is 1
	begun   int    // line in which the current field began
	field   []byte // text of the current field, if the field is to be converted
	state   state  // state of the current field
	cr      bool   // the previous byte was a CR outside quotation marks
}

type state byte

const (
	fieldStart state = iota // before the first byte of a field, or after the CR of an empty line
	bare                    // in a field that does not begin with a quotation mark
	inQuotes                // after a quotation mark, in text that may contain separators and line ends
	closed                  // after a second quotation mark, which ends the text or begins an escaped quotation mark
)

// copy copies the table. fault is an error in the table or of reading, and err is a write error.
func (t *table) copy(r *bufio.Reader) (fault, err error) {
	// A byte order mark is not part of the first field.
	if mark, _ := r.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		r.Discard(len(mark))
		if err := t.write(mark); err != nil {
			return nil, err
		}
	}
	for {
		_, readErr := r.Peek(1) // reads more input if the buffer is empty
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

// copyText copies b, the next part of the table.
func (t *table) copyText(b []byte) (fault, err error) {
	for len(b) > 0 {
		// A field to be converted is kept until it ends. All other text is written immediately.
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
	errOpen   = errors.New("the field has no closing quotation mark")
	errBehind = errors.New("text after the closing quotation mark")
	errCR     = errors.New("a carriage return that does not end a line")
)

// scan returns the number of bytes of b that belong to the current field. ended is true if the
// next byte ends the field.
func (t *table) scan(b []byte) (n int, ended bool, fault error) {
	for i, c := range b {
		if t.cr && c != '\n' { // if all lines end with a CR, the table would be a single record
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
		case t.state == bare || c == '\r': // a quotation mark here is text, and a CR belongs to the line end
		case c == '"' && !t.tab: // begins the field, or completes an escaped quotation mark
			t.state = inQuotes
		case t.state == closed:
			return i, false, errBehind
		default:
			t.state = bare
		}
	}
	return len(b), false, nil
}

// converts reports whether the current field is to be converted.
func (t *table) converts() bool { return t.at == t.column && (t.records > 0 || !t.header) }

// endField ends the current field at a separator, or at an LF, which also ends the record.
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

// convertField converts the ID in the current field, and writes the field. White space and
// quotation marks around the ID are unchanged. copyText has already written all other fields.
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
		if t.records == 0 { // the first record probably contains the names of the columns
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

// endRecord ends the current record, and reports a record that lacks the column. An empty line is
// not a record. If the first record to be converted lacks the column, the table probably has
// another separator. endRecord returns a fault, because otherwise every line would be reported.
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

// end ends the table. The last line may lack an LF.
func (t *table) end() (fault, err error) {
	switch {
	case t.state == inQuotes:
		return t.locate(errOpen), nil
	case t.at == 1 && t.state == fieldStart:
		return nil, t.write(t.field) // the field is empty, or the CR of an empty line
	}
	if err := t.convertField(); err != nil {
		return nil, err
	}
	return t.endRecord()
}

// locate adds the line and the column of the current field to err.
func (t *table) locate(err error) error {
	if err == nil {
		return nil
	}
	return locate(fmt.Sprintf("line %d, column %d", t.begun, t.at), err)
}
