package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid"
)

var convertCommand = command{
	name:    "convert",
	args:    idArgs,
	summary: "Print IDs in another encoding or as TypeIDs",
	notes: "With -column, the IDs are one column of a table on standard input. Empty fields are copied unchanged. " +
		"A record can be up to 16777216 bytes long. " +
		"A field that is not an ID is also copied, and reported with its line and column. " + prefixNotes,
	example: "-f base32 f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	called: []wording{
		{words: "encode format transform reformat translate"},
		{words: "ulid to-ulid toulid to_ulid as-ulid", flags: "-f base32", needs: true},
		{words: "typeid to-typeid", flags: "-prefix", needs: true},
		{words: "to-base58", flags: "-f base58", needs: true},
		{words: "to-hex", flags: "-f compact", needs: true},
		{words: "normalize normalise canonicalize canonicalise", flags: "-f canonical", needs: true},
	},
	flags: func() flags { return new(convertFlags) },
	run:   with(convert),
}

type convertFlags struct {
	inputFlags
	output outputFlags
	column int  // number of the column with the IDs, from 1; 0 without a table
	tab    bool // split columns at tabs instead of commas
	header bool // copy the first record unchanged
}

func (f *convertFlags) define(fs *flag.FlagSet) {
	f.inputFlags.define(fs)
	f.output.defineForm(fs)
	f.output.definePrefix(fs)
	const usage = "convert column `NUMBER` of the CSV data on standard input, and copy everything else unchanged; " +
		"the first column is 1"
	fs.Func("column", usage, func(value string) (err error) {
		f.column, err = strconv.Atoi(value)
		if err != nil || f.column < 1 {
			err = errors.New("want a column, such as 1")
		}
		return err
	})
	fs.BoolVar(&f.tab, "tab", false, "split columns at tabs instead of commas, "+
		"and treat quotation marks as ordinary characters")
	fs.BoolVar(&f.header, "header", false, "copy the first record, the header, unchanged")
}

func (f *convertFlags) check(args []string) error {
	if err := f.output.check(); err != nil {
		return err
	}
	switch {
	case f.column == 0 && (f.tab || f.header):
		return misuse("-tab and -header need -column")
	case f.column > 0 && len(args) > 0:
		return misuse(fmt.Sprintf("unexpected argument %.64q: -column reads a table from standard input", args[0]))
	}
	return nil
}

// convert prints IDs in another encoding.
func convert(s *session, f *convertFlags, args []string) error {
	if f.column > 0 {
		return s.convertColumn(f)
	}
	encode := f.output.encoder()
	return s.forEach("IDs", args, f.decode, func(u uuid.UUID) error { return s.print(u, encode) })
}
