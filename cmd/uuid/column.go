package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// convertColumn copies a table from standard input, with the IDs in one column in another form.
func convertColumn(s *session, o *options, args []string) error {
	if len(args) > 0 {
		return misuse(fmt.Sprintf("unexpected argument %q: -column reads a table from standard input", args[0]))
	}
	s.announce("a table")
	t := &table{session: s, options: o, separator: []byte{','}, input: bufio.NewReaderSize(flusher{s.stdin, s.stdout}, 64<<10)}
	if o.tab {
		t.separator = []byte{'\t'}
	}
	var err error
	for err == nil {
		err = t.copyRecord()
	}
	if err == io.EOF {
		return nil
	}
	return s.report(err)
}

// A table copies CSV (RFC 4180) or, with -tab, lines with tabs between fields. Package encoding/csv
// does not return the exact bytes of a field, which a copy needs.
type table struct {
	*session
	*options
	separator []byte
	input     *bufio.Reader

	line    int    // number of lines read
	records int    // number of records read
	record  []byte // the current record, including its line ending
	end     int    // length of the record without its line ending
}

// maxRecord is the maximum length of a record in bytes. Without a limit, a missing quotation mark
// would make the rest of the table one record, and a large table would fill memory.
const maxRecord = 16 << 20

// A cell is the position of a field in its record. Its line is the line on which the field starts,
// counting from 1.
type cell struct{ begin, end, line int }

// copyRecord copies one record or empty line. It returns io.EOF after the last record. If it
// returns another error except errOutput, it has not written any part of the record.
func (t *table) copyRecord() error {
	t.record = t.record[:0]
	err := t.readLine()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return locate(fmt.Sprintf("line %d", t.line+1), err)
	}
	begin := 0
	if t.line == 1 && bytes.HasPrefix(t.record, []byte(byteOrderMark)) {
		begin = len(byteOrderMark) // not part of the first field
	}
	if begin == t.end { // RFC 4180 has no empty records
		return t.write(t.record)
	}
	t.records++
	columns, wanted := 0, cell{}
	for begin <= t.end { // a record that ends with a separator has an empty last field
		columns++
		f := cell{begin: begin, line: t.line}
		f.end, err = t.fieldEnd(begin)
		if err != nil {
			return t.locate(f.line, columns, err)
		}
		if columns == t.column {
			wanted = f
		}
		begin = f.end + 1
	}
	switch {
	case columns >= t.column:
		return t.convert(wanted)
	case t.header && t.records == 1:
		return t.write(t.record)
	case t.records == 1, t.header && t.records == 2:
		// The table probably has another separator, and the other records would fail too.
		return fmt.Errorf("line %d: there is no column %d, only %d; columns end at commas, or with -tab at tabs", t.line, t.column, columns)
	}
	return t.copyFaulty(fmt.Errorf("line %d: there is no column %d", t.line, t.column))
}

// fieldEnd returns the end of the field that starts at begin. If the field contains line endings in
// quotation marks, fieldEnd reads the other lines of the record.
func (t *table) fieldEnd(begin int) (int, error) {
	end := begin
	for !t.tab && end < t.end && t.record[end] == '"' { // an escaped quotation mark closes and reopens the field
		end++
		for bytes.IndexByte(t.record[end:], '"') < 0 { // the field continues on the next line
			end = len(t.record)
			err := t.readLine()
			if err == io.EOF {
				err = errors.New("the field has no closing quotation mark")
			}
			if err != nil {
				return 0, err
			}
		}
		end += bytes.IndexByte(t.record[end:], '"') + 1
	}
	text, _, _ := bytes.Cut(t.record[end:t.end], t.separator)
	switch {
	case len(text) > 0 && end > begin:
		return 0, errors.New("text after the closing quotation mark")
	case bytes.IndexByte(text, '\r') >= 0: // probably an old line ending, so the whole table would be one record
		return 0, errors.New("a carriage return that does not end a line")
	}
	return end + len(text), nil
}

// readLine appends the next line to the record. The last line may have no line ending.
func (t *table) readLine() error {
	begin := len(t.record)
	err := bufio.ErrBufferFull
	for err == bufio.ErrBufferFull && len(t.record) <= maxRecord {
		var b []byte
		b, err = t.input.ReadSlice('\n')
		t.record = append(t.record, b...)
	}
	switch {
	case len(t.record) > maxRecord:
		return fmt.Errorf("the record is longer than %d bytes", maxRecord)
	case err != nil && (err != io.EOF || len(t.record) == begin):
		return err
	}
	t.line++
	t.end = len(bytes.TrimSuffix(bytes.TrimSuffix(t.record, []byte("\n")), []byte("\r")))
	return nil
}

// convert writes the record with the ID in f converted, or the header unchanged. White space and
// quotation marks around the ID are kept.
func (t *table) convert(f cell) error {
	text := bytes.TrimSpace(t.record[f.begin:f.end])
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' && !t.tab {
		text = bytes.TrimSpace(text[1 : n-1])
	}
	if len(text) == 0 {
		return t.write(t.record)
	}
	u, err := t.decode(string(text))
	switch {
	case t.header && t.records == 1 && err == nil:
		return t.locate(f.line, t.column, errors.New("an ID instead of a header; leave out -header to convert the first record"))
	case t.header && t.records == 1:
		return t.write(t.record)
	case err != nil && t.records == 1: // the first record probably contains the column names
		err = fmt.Errorf("%w; -header leaves the first record as it is", err)
	}
	if err != nil {
		return t.copyFaulty(t.locate(f.line, t.column, err))
	}
	before, _, _ := bytes.Cut(t.record[f.begin:], text)
	at := f.begin + len(before)
	b := append(t.stdout.AvailableBuffer(), t.record[:at]...)
	return t.write(append(t.encoder()(b, u), t.record[at+len(text):]...))
}

// copyFaulty reports an error in the record, and writes the record unchanged.
func (t *table) copyFaulty(err error) error {
	if err := t.report(err); err != nil {
		return err
	}
	return t.write(t.record)
}

// locate puts the place of a field in front of the message of err.
func (t *table) locate(line, column int, err error) error {
	return locate(fmt.Sprintf("line %d, column %d", line, column), err)
}
