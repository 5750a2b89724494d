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
	s.announce("a table")
	t := &table{session: s, options: o, separator: ',', input: bufio.NewReaderSize(flusher{s.stdin, s.stdout}, 64<<10)}
	if o.tab {
		t.separator = '\t'
	}
	for {
		fault, err := t.copyRecord()
		switch {
		case err != nil:
			return err
		case fault == io.EOF:
			return nil
		case fault != nil:
			return s.report(fault)
		}
	}
}

// A table copies CSV (RFC 4180) or, with -tab, lines with a tab between two fields. Package
// encoding/csv does not return the exact bytes of a field, which a copy needs.
type table struct {
	*session
	*options
	separator byte
	input     *bufio.Reader

	line    int    // number of lines read
	records int    // number of records read
	record  []byte // the current record, including its line end
	end     int    // length of the record without its line end
}

// A cell is the position of a field in its record. Its line is the line in which the field begins,
// counted from 1.
type cell struct{ begin, end, line int }

// maxRecord is the maximum length of a record in bytes. Without a limit, a missing quotation mark
// would make the rest of the table one record, and a large table would fill the memory.
const maxRecord = 16 << 20

var (
	errOpen   = errors.New("the field has no closing quotation mark")
	errBehind = errors.New("text after the closing quotation mark")
	errCR     = errors.New("a carriage return that does not end a line")
	errLong   = fmt.Errorf("the record is longer than %d bytes", maxRecord)
)

// copyRecord copies one record or empty line. It returns io.EOF as the fault after the last
// record. Any other fault is an error in the table or of reading, and err is an output error. If
// there is a fault, nothing of the record has been written.
func (t *table) copyRecord() (fault, err error) {
	t.record = t.record[:0]
	fault = t.readLine()
	switch {
	case fault == io.EOF:
		return fault, nil
	case fault != nil:
		return locate(fmt.Sprintf("line %d", t.line+1), fault), nil
	}
	begin := 0
	if t.line == 1 && bytes.HasPrefix(t.record, []byte(byteOrderMark)) {
		begin = len(byteOrderMark) // not part of the first field
	}
	if begin == t.end { // RFC 4180 has no empty records
		return nil, t.write(t.record)
	}
	t.records++
	columns, f, fault := t.split(begin)
	switch {
	case fault != nil:
		return fault, nil
	case t.header && t.records == 1:
		return nil, t.write(t.record)
	case columns >= t.column:
		return nil, t.writeConverted(f)
	}
	fault = fmt.Errorf("line %d: there is no column %d", t.line, t.column)
	if t.records == 1 || t.header && t.records == 2 {
		// The table probably has another separator, and the other records would fail too.
		return fmt.Errorf("%w, only %d; columns end at commas, or with -tab at tabs", fault, columns), nil
	}
	if err := t.report(fault); err != nil {
		return nil, err
	}
	return nil, t.write(t.record)
}

// split returns the number of fields of the record, and the field to be converted. It reads the
// other lines of a record with line ends in quotation marks.
func (t *table) split(begin int) (columns int, wanted cell, fault error) {
	for begin <= t.end { // a record that ends with a separator has an empty last field
		columns++
		f := cell{begin: begin, line: t.line}
		f.end, fault = t.fieldEnd(begin)
		if fault != nil {
			return 0, f, t.locate(f.line, columns, fault)
		}
		if columns == t.column {
			wanted = f
		}
		begin = f.end + 1
	}
	return columns, wanted, nil
}

// fieldEnd returns the end of the field that starts at begin.
func (t *table) fieldEnd(begin int) (end int, fault error) {
	if t.tab || begin == t.end || t.record[begin] != '"' {
		end = t.end
		if n := bytes.IndexByte(t.record[begin:end], t.separator); n >= 0 {
			end = begin + n
		}
		// A CR is probably a line end of an old format. Then the whole table would be a single
		// record.
		if bytes.IndexByte(t.record[begin:end], '\r') >= 0 {
			return 0, errCR
		}
		return end, nil
	}
	end = begin + 1
	for {
		n := bytes.IndexByte(t.record[end:], '"')
		if n < 0 { // the field continues in the next line
			end = len(t.record)
			fault := t.readLine()
			if fault == io.EOF {
				fault = errOpen
			}
			if fault != nil {
				return 0, fault
			}
			continue
		}
		end += n + 1
		switch {
		case end == t.end || t.record[end] == t.separator:
			return end, nil
		case t.record[end] != '"':
			return 0, errBehind
		}
		end++ // after an escaped quotation mark
	}
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
		return errLong
	case err == io.EOF && len(t.record) > begin:
	case err != nil:
		return err
	}
	t.line++
	t.end = len(bytes.TrimSuffix(bytes.TrimSuffix(t.record, []byte("\n")), []byte("\r")))
	return nil
}

// writeConverted writes the record with the ID in f converted. White space and quotation marks
// around the ID are unchanged. It reports a field that is not an ID, and writes it unchanged.
func (t *table) writeConverted(f cell) error {
	text := bytes.TrimSpace(t.record[f.begin:f.end])
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' && !t.tab {
		text = bytes.TrimSpace(text[1 : n-1])
	}
	if len(text) == 0 {
		return t.write(t.record)
	}
	u, err := t.decode(string(text))
	if err != nil {
		if t.records == 1 { // the first record probably contains the names of the columns
			err = fmt.Errorf("%w; -header leaves the first record as it is", err)
		}
		if err := t.report(t.locate(f.line, t.column, err)); err != nil {
			return err
		}
		return t.write(t.record)
	}
	before, _, _ := bytes.Cut(t.record[f.begin:], text)
	at := f.begin + len(before)
	b := append(t.stdout.AvailableBuffer(), t.record[:at]...)
	return t.write(append(t.encoder()(b, u), t.record[at+len(text):]...))
}

// locate returns err with the place of a field before its message.
func (t *table) locate(line, column int, err error) error {
	return locate(fmt.Sprintf("line %d, column %d", line, column), err)
}
