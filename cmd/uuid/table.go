package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// convertColumn copies a table from standard input, with the IDs in one column in a different form.
func (s *session) convertColumn(f *convertFlags) error {
	s.announce("a table")
	in := bufio.NewReaderSize(&flusher{r: s.stdin, w: s.stdout}, 64<<10)
	mark, _, err := in.ReadRune()
	if string(mark) == byteOrderMark { // it is not part of the first field
		s.stdout.WriteRune(mark)
	} else if err == nil {
		in.UnreadRune()
	}
	t := &table{
		session:      s,
		convertFlags: f,
		encode:       f.output.encoder(),
		source:       in,
		lines:        []int{0},
		line:         1,
	}
	t.csv = csv.NewReader(t)
	t.csv.FieldsPerRecord = -1 // records may have different numbers of fields
	t.csv.ReuseRecord = true
	if f.tab {
		t.csv.Comma = '\t'
	}
	for err == nil {
		err = t.copyRecord()
	}
	if err == io.EOF {
		return nil
	}
	return s.report(err)
}

// A table copies CSV (RFC 4180) or, with -tab, lines with tabs between fields. It copies bytes of the
// input, because csv.Reader returns fields without their quotation marks.
type table struct {
	*session
	*convertFlags
	encode  encoder
	source  io.Reader
	csv     *csv.Reader  // reads the input through the table's Read method
	kept    bytes.Buffer // input after the current record
	record  []byte       // the current record, and the empty lines before it
	lines   []int        // offsets of the lines in record; the last one is where the next line starts
	line    int          // number of the first line in record
	end     int64        // offset of the end of record in the input
	records int          // number of records so far
}

// maxRecord is the maximum length in bytes of a record and the empty lines before it. Without a
// limit, a missing quotation mark would make the rest of the table one record, and a large table
// would fill memory. Up to 4 KiB more are read at once, and are not counted.
const maxRecord = 16 << 20

// Read reads from the input, and keeps the bytes for copyRecord.
func (t *table) Read(p []byte) (int, error) {
	if t.kept.Len() > maxRecord {
		return 0, fmt.Errorf("longer than %d bytes", maxRecord)
	}
	n, err := t.source.Read(p)
	t.kept.Write(p[:n])
	if t.tab { // quotation marks are ordinary characters, so hide them from csv.Reader
		copy(p[:n], bytes.ReplaceAll(p[:n], []byte(`"`), []byte(`_`)))
	}
	return n, err
}

// copyRecord copies one record and the empty lines before it. It returns io.EOF after the last
// record. If the record cannot be read or its fields cannot be found, it writes nothing.
func (t *table) copyRecord() error {
	t.line += len(t.lines) - 1
	fields, err := t.csv.Read()
	end := t.csv.InputOffset()
	t.record, t.end = t.kept.Next(int(end-t.end)), end
	t.lines = append(t.lines[:0], 0)
	for i, c := range t.record {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return cmp.Or(t.write(t.record), err) // the empty lines after the last record
	case errors.As(err, &syntax):
		place := fmt.Sprintf("record on line %d, error on line %d, byte %d",
			syntax.StartLine, syntax.Line, syntax.Column)
		return locate(place, syntax.Err)
	case err != nil:
		text := bytes.TrimLeft(t.record, "\r\n") // without the empty lines before the record
		empty := bytes.Count(t.record[:len(t.record)-len(text)], []byte("\n"))
		return locate(fmt.Sprintf("record on line %d", t.line+empty), err)
	}
	for i, field := range fields {
		if strings.Contains(field, "\r") && (t.tab || t.from(i)[0] != '"') {
			// This is probably an old line ending, so the whole table would be one record.
			return t.locate(i, errors.New("a carriage return that does not end a line"))
		}
	}
	t.records++
	line, _ := t.csv.FieldPos(0)
	if t.records == 1 && len(fields) == 1 && !t.tab && strings.Contains(fields[0], ";") {
		return fmt.Errorf("line %d: columns end at commas, but this line has only semicolons; "+
			"run: tr ';' '\\t' | %s convert -tab -column %d", line, program, t.column)
	}
	if len(fields) >= t.column {
		return t.convert(fields[t.column-1])
	}
	err = fmt.Errorf("line %d: there is no column %d", line, t.column)
	switch {
	case t.header && t.records == 1:
		return t.write(t.record)
	case t.records == 1, t.header && t.records == 2:
		// The table probably uses a different separator, so the other records would fail too.
		return fmt.Errorf("%w, only %d; columns end at commas, or with -tab at tabs", err, len(fields))
	}
	return t.copyFaulty(err)
}

// convert writes the record with the ID in the column converted, or the header unchanged. White
// space and quotation marks around the ID are kept.
func (t *table) convert(field string) error {
	i := t.column - 1
	rest := t.from(i)
	if t.tab {
		field = string(rest[:len(field)]) // with the quotation marks that Read hid
	}
	text := strings.TrimSpace(field)
	if text == "" {
		return t.write(t.record)
	}
	u, err := t.decode(text)
	switch {
	case t.header && t.records == 1 && err == nil:
		return t.locate(i, errors.New("an ID instead of a header; leave out -header to convert the first record"))
	case t.header && t.records == 1:
		return t.write(t.record)
	case err != nil && t.records == 1: // the first record probably contains the column names
		err = fmt.Errorf("%w; -header leaves the first record as it is", err)
	}
	if err != nil {
		return t.copyFaulty(t.locate(i, err))
	}
	before, after, _ := bytes.Cut(rest, []byte(text)) // always found, because an ID contains no quotation mark
	b := append(t.stdout.AvailableBuffer(), t.record[:len(t.record)-len(rest)]...)
	b = t.encode(append(b, before...), u)
	return t.write(append(b, after...))
}

// from returns the record from the start of field i.
func (t *table) from(i int) []byte {
	line, column := t.csv.FieldPos(i)
	return t.record[t.lines[line-t.line]+column-1:]
}

// copyFaulty reports an error in the record, and writes the record unchanged.
func (t *table) copyFaulty(err error) error { return cmp.Or(t.report(err), t.write(t.record)) }

// locate puts the place of field i in front of the message of err.
func (t *table) locate(i int, err error) error {
	line, _ := t.csv.FieldPos(i)
	return locate(fmt.Sprintf("line %d, column %d", line, i+1), err)
}
