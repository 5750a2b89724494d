package main

import (
	"errors"
	"flag"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// options contains the values of a command's flags.
type options struct {
	count     uint64         // number of IDs or periods to print
	encode    encoder        // encoding of printed IDs; nil means canonical
	decode    decoder        // decoding of input IDs
	at        time.Time      // time of new IDs or of the first period; the zero value means now
	nameID    namer          // makes a version 8 ID from a name; nil means SHA-256
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
	by        *period        // kind of period to print; nil without -by
	sql       bool           // print SQL statements that create partitions
	table     string         // the table to partition
	keyFile   string         // name of the file that contains the mask's key
	tweak     string         // tweak of the mask
}

func newOptions() *options {
	return &options{count: 1, decode: recognize, maxLead: math.MaxInt64}
}

// encoder returns the encoder for printed IDs. The default is canonical text.
func (o *options) encoder() encoder {
	if o.encode == nil {
		return uuid.Canonical.Append
	}
	return o.encode
}

// An option is a flag of a command.
type option struct {
	name    string
	value   string // placeholder for the value in the help text; "" for a flag without a value
	usage   string
	choices []string // the only valid values; nil if there are others
	set     func(o *options, value string) error
}

// fileValue is the placeholder for a file name in the help text. For a flag with this placeholder,
// the completion scripts complete file names.
const fileValue = "FILE"

// description returns the flag's usage, followed by its valid values.
func (opt option) description() string {
	if opt.choices == nil {
		return opt.usage
	}
	return opt.usage + "; one of " + strings.Join(opt.choices, ", ")
}

// define adds the flag to fs. Parsing the flag sets a field of o.
func (opt option) define(fs *flag.FlagSet, o *options) {
	if opt.value == "" {
		fs.BoolFunc(opt.name, opt.usage, func(value string) error { return opt.set(o, value) })
		return
	}
	given := false
	fs.Func(opt.name, opt.usage, func(value string) error {
		switch {
		case given: // package flag would ignore the first value of -column 2 -column 3
			return errors.New("the flag was given twice")
		case opt.choices != nil && !slices.Contains(opt.choices, value):
			return errors.New("not one of " + strings.Join(opt.choices, ", "))
		}
		given = true
		return opt.set(o, value)
	})
}

// toggle returns a flag without a value. Like the Boolean flags of package flag, it also accepts
// -name=false.
func toggle(name, usage string, field func(*options) *bool) option {
	return option{name, "", usage, nil, func(o *options, value string) (err error) {
		*field(o), err = strconv.ParseBool(value)
		return err
	}}
}

// oneOf returns a flag whose value must be the name of one of the choices.
func oneOf[T any](name, value, usage string, choices []choice[T], set func(*options, T) error) option {
	return option{name, value, usage, names(choices), func(o *options, given string) error {
		chosen, _ := choose(choices, given) // define checked the name
		return set(o, chosen)
	}}
}

// These flags control the number of new IDs and their time.
var (
	countOption = option{"n", "COUNT", "print COUNT IDs instead of one", nil, func(o *options, value string) (err error) {
		o.count, err = strconv.ParseUint(value, 10, 64)
		if err != nil {
			err = errors.New("want a count, such as 3")
		}
		return err
	}}

	atOption = option{"at", "TIME", "use TIME instead of the current time; IDs with the same TIME are in random order; TIME is " + timeForms, nil,
		func(o *options, value string) (err error) {
			o.at, _, err = parseTime(value)
			if err == nil && o.at.IsZero() { // the zero time means no -at flag, and no version can represent it
				err = errors.New("time out of range")
			}
			return err
		}}
)

// These flags select the form of IDs.
var (
	formOption = oneOf("f", "ENCODING", "print IDs in ENCODING instead of canonical", encodings,
		func(o *options, e uuid.Encoding) error {
			return o.setEncoder(e.Append)
		})

	fromOption = oneOf("from", "ENCODING", "expect IDs in ENCODING instead of recognizing their encoding", encodings,
		func(o *options, e uuid.Encoding) error {
			o.decode = e.Decode
			return nil
		})

	prefixOption = option{"prefix", "PREFIX", "print TypeIDs with PREFIX, which can be empty", nil,
		func(o *options, prefix string) error {
			if _, err := uuid.AppendTypeID(nil, prefix, uuid.Nil()); err != nil {
				return errors.New("want at most 63 letters a to z, with underscores only between letters")
			}
			return o.setEncoder(func(b []byte, u uuid.UUID) []byte {
				b, _ = uuid.AppendTypeID(b, prefix, u) // cannot fail, because the prefix was checked above
				return b
			})
		}}
)

func (o *options) setEncoder(encode encoder) error {
	if o.encode != nil {
		return errors.New("-f and -prefix cannot be combined")
	}
	o.encode = encode
	return nil
}

// These flags select the hash algorithm for version 8.
var (
	hashOption = oneOf("hash", "ALGORITHM", "hash NAMESPACE and NAME with ALGORITHM instead of sha256, "+
		"as in RFC 9562 appendix B.2", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.hashID) })

	spaceOption = oneOf("space", "ALGORITHM", "hash three values in a row with ALGORITHM: the hash space ID of ALGORITHM, NAMESPACE and NAME, "+
		"as in draft-ietf-uuidrev-rfc4122bis-03 section 6.5", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.spaceID) })
)

func (o *options) setNamer(id namer) error {
	if o.nameID != nil {
		return errors.New("-hash and -space cannot be combined")
	}
	o.nameID = id
	return nil
}

// These flags control the layout of version 9 IDs.
var (
	digitsOption = option{"prefix", "DIGITS", "start each ID with DIGITS, up to eight hexadecimal digits", nil,
		func(o *options, value string) error {
			o.community.Prefix = value
			if _, err := uuid.NewV9(uuid.V9Options{Prefix: value}); err != nil {
				return errors.New(reason(err))
			}
			return nil
		}}

	unorderedOption = toggle("unordered", "leave the time out, so the IDs are in random order",
		func(o *options) *bool { return &o.community.Unordered })
	checksumOption = toggle("checksum", "end each ID with a CRC-8 of its other digits",
		func(o *options) *bool { return &o.community.Checksum })
	versionOption = toggle("version", "set the 13th digit, the version, to 9",
		func(o *options) *bool { return &o.community.Version })
	legacyOption = toggle("legacy", "make IDs look like version 1 or, with -unordered, like version 4",
		func(o *options) *bool { return &o.community.Legacy })
)

// These flags belong to inspect, verify and bounds.
var (
	jsonOption = toggle("json", "print one JSON object per line",
		func(o *options) *bool { return &o.json })
	v9Option = toggle("v9", "check the CRC-8 of version 9 IDs instead of the version and variant",
		func(o *options) *bool { return &o.checkV9 })
	uniqueOption = toggle("unique", "report each duplicate ID, and print a summary; "+
		"this needs up to 50 bytes of memory per ID",
		func(o *options) *bool { return &o.unique })
	orderedOption = toggle("ordered", "report each ID that is not greater than the previous ID, and print a summary",
		func(o *options) *bool { return &o.ordered })
	leadOption = option{"lead", "DURATION", "report each ID whose time is more than DURATION ahead of the clock, " +
		"such as 10ms", nil,
		func(o *options, value string) (err error) {
			o.maxLead, err = time.ParseDuration(value)
			if err != nil || o.maxLead < 0 {
				err = errors.New("want a duration, such as 10ms or 1h")
			}
			return err
		}}
	v6Option = toggle("6", "print version 6 IDs instead of version 7",
		func(o *options) *bool { return &o.v6 })
)

// These flags belong to find.
var (
	timeOption = toggle("time", "print the time after each ID, or - if the ID has no time",
		func(o *options) *bool { return &o.time })
	lineOption = toggle("line", "print FILE:LINE: before each ID",
		func(o *options) *bool { return &o.line })
	replaceOption = toggle("replace", "print the whole input, with each ID converted as -f or -prefix requests. Without these flags each ID becomes a placeholder: "+
		"id- followed by the first 16 hexadecimal digits of the SHA-256 of its 16 bytes. Equal IDs always get the same placeholder",
		func(o *options) *bool { return &o.replace })
	compactOption = toggle("compact", "also find IDs written as 32 hexadecimal digits",
		func(o *options) *bool { return &o.compact })
)

// These flags of convert describe a table.
var (
	columnOption = option{"column", "NUMBER", "convert column NUMBER of the CSV data on standard input, and copy everything else unchanged; " +
		"the first column is 1", nil,
		func(o *options, value string) (err error) {
			o.column, err = strconv.Atoi(value)
			if err != nil || o.column < 1 {
				err = errors.New("want a column, such as 1")
			}
			return err
		}}
	tabOption = toggle("tab", "split columns at tabs instead of commas, and treat quotation marks as ordinary characters",
		func(o *options) *bool { return &o.tab })
	headerOption = toggle("header", "copy the first record, the header, unchanged",
		func(o *options) *bool { return &o.header })
)

// These flags belong to hide and reveal.
var (
	keyFileOption = option{"key-file", fileValue, "read the key from FILE (required), which contains 32, 48 or 64 hexadecimal digits for " +
		"AES-128, AES-192 or AES-256; \"openssl rand -hex 32\" generates an AES-256 key", nil,
		func(o *options, value string) error {
			o.keyFile = value
			return nil
		}}
	tweakOption = option{"tweak", "TEXT", "combine the key with TEXT, such as user or order, so the same ID is hidden differently for each kind of object; the default is empty; hide and reveal need the same TEXT", nil,
		func(o *options, value string) error {
			o.tweak = value
			return nil
		}}
)
