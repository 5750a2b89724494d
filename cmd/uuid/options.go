package main

import (
	"cmp"
	"errors"
	"flag"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// options contains the values of a command's flags.
type options struct {
	count     uint64         // number of IDs or periods to print
	form      string         // encoding of printed IDs; "" means canonical, and bounds also accepts sql
	prefix    *string        // prefix of printed TypeIDs; nil means no TypeIDs
	from      string         // encoding of input IDs; "" means that recognize finds it
	at        time.Time      // time of new IDs or of the first period; the zero value means now
	hash      string         // algorithm that hashes the name space and the name for version 8
	space     string         // like hash, but the hash space ID of the algorithm is hashed first
	community uuid.V9Options // options for version 9 IDs
	time      bool           // print the time of each ID found
	line      bool           // print the file name and line number of each ID found
	replace   bool           // print the input with each ID replaced
	compact   bool           // also find IDs written as 32 hexadecimal digits
	json      bool           // print JSON
	checkV9   bool           // check the CRC-8 of version 9 IDs
	unique    bool           // report duplicates
	ordered   bool           // report each ID that is not greater than the previous ID
	maxLead   time.Duration  // report each ID whose time is more than this ahead of the clock
	v6        bool           // print version 6 IDs
	column    int            // number of the column with the IDs, from 1; 0 without a table
	tab       bool           // split columns at tabs instead of commas
	header    bool           // copy the first record unchanged
	by        string         // kind of period to print; "" without -by
	table     string         // the table to partition
	keyFile   string         // name of the file that contains the mask's key
	tweak     string         // tweak of the mask
}

// encoder returns the encoder for printed IDs.
func (o *options) encoder() encoder {
	if o.prefix != nil {
		return func(b []byte, u uuid.UUID) []byte {
			b, _ = uuid.AppendTypeID(b, *o.prefix, u) // cannot fail, because prefixFlag checked the prefix
			return b
		}
	}
	form, _ := choose(encodings, cmp.Or(o.form, "canonical"))
	return form.encode
}

// decode parses an input ID.
func (o *options) decode(text string) (uuid.UUID, error) {
	if o.from == "" {
		return recognize(strings.TrimSpace(text))
	}
	form, _ := choose(encodings, o.from)
	return form.decode(strings.TrimSpace(text))
}

// A definition defines flags of a command in fs. Parsing the flags sets fields of o. The usage
// of a flag names its value between backquotes; see [flag.UnquoteUsage].
type definition func(fs *flag.FlagSet, o *options)

// fileValue is the name of a value that is a file name, for completion.
const fileValue = "FILE"

// A choiceFlag is a flag that accepts only the given names.
type choiceFlag struct {
	name  *string
	names []string
}

func (c choiceFlag) String() string { return "" } // the default, which is no name

func (c choiceFlag) Set(name string) error {
	*c.name = strings.ToLower(name)
	if !slices.Contains(c.names, *c.name) {
		return errors.New("not one of " + strings.Join(c.names, ", "))
	}
	return nil
}

// oneOf defines a flag that accepts only the given names, and stores the name in p.
func oneOf(fs *flag.FlagSet, p *string, name, usage string, names []string) {
	fs.Var(choiceFlag{p, names}, name, usage+"; one of "+strings.Join(names, ", "))
}

func countFlag(fs *flag.FlagSet, o *options) {
	fs.Func("n", "print `COUNT` IDs instead of one", o.setCount)
}

func (o *options) setCount(value string) (err error) {
	o.count, err = strconv.ParseUint(value, 10, 64)
	if err != nil {
		err = errors.New("want a count, such as 3")
	}
	return err
}

func atFlag(fs *flag.FlagSet, o *options) {
	fs.Func("at", "use `TIME` instead of the current time; IDs with the same TIME are in random order; TIME is "+timeForms, o.setTime)
}

func (o *options) setTime(value string) (err error) {
	o.at, _, err = parseTime(value)
	if err == nil && o.at.IsZero() { // the zero time means no flag, and no version can represent it
		err = errors.New("time out of range")
	}
	return err
}

const formUsage = "print IDs in `ENCODING` instead of canonical"

func formFlag(fs *flag.FlagSet, o *options) {
	oneOf(fs, &o.form, "f", formUsage, names(encodings))
}

func fromFlag(fs *flag.FlagSet, o *options) {
	oneOf(fs, &o.from, "from", "expect IDs in `ENCODING` instead of recognizing their encoding", names(encodings))
}

func prefixFlag(fs *flag.FlagSet, o *options) {
	fs.Func("prefix", "print TypeIDs with `PREFIX`, which can be empty", func(prefix string) error {
		o.prefix = &prefix
		if _, err := uuid.AppendTypeID(nil, prefix, uuid.Nil()); err != nil {
			return errors.New("want at most 63 letters a to z, with underscores only between letters")
		}
		return nil
	})
}

// hashFlags select the hash algorithm for version 8.
func hashFlags(fs *flag.FlagSet, o *options) {
	oneOf(fs, &o.hash, "hash", "hash NAMESPACE and NAME with `ALGORITHM` instead of sha256, as in RFC 9562 appendix B.2", names(algorithms))
	oneOf(fs, &o.space, "space", "like -hash, but `ALGORITHM` first hashes its own hash space ID, which "+
		"draft-ietf-uuidrev-rfc4122bis-03 section 6.5 defines, then NAMESPACE and NAME", names(algorithms))
}

// communityFlags control the layout of version 9 IDs.
func communityFlags(fs *flag.FlagSet, o *options) {
	fs.Func("prefix", "start each ID with `DIGITS`, up to eight hexadecimal digits", func(value string) error {
		o.community.Prefix = value
		if _, err := uuid.NewV9(uuid.V9Options{Prefix: value}); err != nil {
			return errors.New(reason(err))
		}
		return nil
	})
	fs.BoolVar(&o.community.Unordered, "unordered", false, "leave the time out, so the IDs are in random order")
	fs.BoolVar(&o.community.Checksum, "checksum", false, "end each ID with a CRC-8 of its other digits")
	fs.BoolVar(&o.community.Version, "version", false, "set the 13th digit, the version, to 9")
	fs.BoolVar(&o.community.Legacy, "legacy", false, "make IDs look like version 1 or, with -unordered, like version 4")
}

func jsonFlag(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.json, "json", false, "print one JSON object per line; time is missing after the year 9999, which JavaScript's Date cannot read in this form")
}

func verifyFlags(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.checkV9, "v9", false, "check the CRC-8 of version 9 IDs instead of the version and variant")
	fs.BoolVar(&o.unique, "unique", false, "report each duplicate ID, and print a summary; this needs up to 50 bytes of memory per ID")
	fs.BoolVar(&o.ordered, "ordered", false, "report each ID that is not greater than the previous ID, and print a summary")
	fs.Func("lead", "report each ID whose time is more than `DURATION` ahead of the clock, such as 10ms", func(value string) (err error) {
		o.maxLead, err = parseDuration(value)
		if err != nil || o.maxLead < 0 {
			err = errors.New("want a duration, such as 10ms or 1h")
		}
		return err
	})
}

func findFlags(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.time, "time", false, "print the time after each ID, or - if the ID has no time")
	fs.BoolVar(&o.line, "line", false, "print FILE:LINE: before each ID")
	fs.BoolVar(&o.replace, "replace", false, "print the whole input, with each ID converted as -f or -prefix requests. Without these flags each ID becomes a placeholder: "+
		"id-, the first 16 hexadecimal digits of the SHA-256 of its 16 bytes, and x. Equal IDs always get the same placeholder")
	fs.StringVar(&o.keyFile, "key-file", "", "make placeholders with HMAC-SHA-256 instead of SHA-256, with the key from `"+fileValue+"`, which "+keyForms)
	fs.BoolVar(&o.compact, "compact", false, "also find IDs written as 32 hexadecimal digits")
}

// columnFlags describe a table for convert.
func columnFlags(fs *flag.FlagSet, o *options) {
	fs.Func("column", "convert column `NUMBER` of the CSV data on standard input, and copy everything else unchanged; the first column is 1", func(value string) (err error) {
		o.column, err = strconv.Atoi(value)
		if err != nil || o.column < 1 {
			err = errors.New("want a column, such as 1")
		}
		return err
	})
	fs.BoolVar(&o.tab, "tab", false, "split columns at tabs instead of commas, and treat quotation marks as ordinary characters")
	fs.BoolVar(&o.header, "header", false, "copy the first record, the header, unchanged")
}

const keyForms = "contains 32, 48 or 64 hexadecimal digits; \"openssl rand -hex 32\" generates them"

func maskFlags(fs *flag.FlagSet, o *options) {
	fs.StringVar(&o.keyFile, "key-file", "", "read the key from `"+fileValue+"` (required), which "+keyForms)
	fs.StringVar(&o.tweak, "tweak", "", "combine the key with `TEXT`, such as user or order, so the same ID is hidden differently for each kind of object; "+
		"the default is empty; hide and reveal need the same TEXT")
}
