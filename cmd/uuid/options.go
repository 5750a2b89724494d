package main

import (
	"errors"
	"flag"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// options are the values of the flags of a command.
type options struct {
	count     uint64         // number of IDs to print
	encode    encoder        // encoding of printed IDs; nil without a flag
	decode    decoder        // decoding of the input
	at        time.Time      // time for new IDs; zero without a flag
	nameID    namer          // hash of a name for version 8; nil without a flag
	community uuid.V9Options // parts of an ID of version 9
	time      bool           // print the time of each ID found
	line      bool           // print the file and the line of each ID found
	replace   bool           // print the text with each ID replaced
	compact   bool           // also find IDs of 32 digits
	json      bool           // print JSON
	checkV9   bool           // check the CRC-8 of version 9
	unique    bool           // report duplicates
	ordered   bool           // report each ID that is not greater than the previous ID
	maxLead   time.Duration  // report each ID that is further ahead of the clock
	v6        bool           // print IDs of version 6
	column    int            // column of a table, from 1; 0 if the input is lines of IDs
	tab       bool           // split the table at tabs
	header    bool           // copy the first record of the table unchanged
	periods   periodOptions  // which periods to print
	keyFile   string         // name of the file with the key of a mask
	tweak     string         // tweak of a mask
}

func newOptions() *options {
	return &options{count: 1, decode: recognize, maxLead: math.MaxInt64, periods: periodOptions{count: 1}}
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
	choices []string // the valid values, if the help text lists them
	set     func(o *options, value string) error
}

// fileValue is the placeholder for a file name in the help text. If a flag has this placeholder,
// the completion scripts complete file names.
const fileValue = "FILE"

// description returns the usage and the list of valid values.
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
		if given { // a user who writes -column 2 -column 3 expects both
			return errors.New("the flag is given twice")
		}
		given = true
		return opt.set(o, value)
	})
}

// toggle returns a flag without a value. It also accepts -name=false, as package flag does.
func toggle(name, usage string, field func(*options) *bool) option {
	return option{name, "", usage, nil, func(o *options, value string) (err error) {
		*field(o), err = strconv.ParseBool(value)
		return err
	}}
}

// oneOf returns a flag whose value is one of several names.
func oneOf[T any](name, value, usage string, choices []choice[T], set func(*options, T) error) option {
	return option{name, value, usage, names(choices), func(o *options, given string) error {
		chosen, ok := choose(choices, given)
		if !ok {
			return errors.New("not one of " + list(choices))
		}
		return set(o, chosen)
	}}
}

// These flags set the number of new IDs and their time.
var (
	countOption = option{"n", "COUNT", "print COUNT IDs instead of one", nil, func(o *options, value string) (err error) {
		o.count, err = parseCount(value)
		return err
	}}

	atOption = option{"at", "TIME", "use TIME instead of now; IDs with the same TIME are in random order; TIME is " + timeForms, nil,
		func(o *options, value string) (err error) {
			o.at, _, err = parseTime(value)
			if err == nil && o.at.IsZero() { // it would mean that the flag is absent, and no version can hold it
				err = errors.New("time out of range")
			}
			return err
		}}
)

func parseCount(value string) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return 0, errors.New("want a count, such as 3")
	}
	return n, nil
}

// These flags set the form of IDs.
var (
	formOption = oneOf("f", "ENCODING", "print in ENCODING instead of canonical", encodings,
		func(o *options, e uuid.Encoding) error {
			return o.setEncoder(e.Append)
		})

	fromOption = oneOf("from", "ENCODING", "read ENCODING instead of recognizing it", encodings,
		func(o *options, e uuid.Encoding) error {
			o.decode = e.Decode
			return nil
		})

	prefixOption = option{"prefix", "PREFIX", "print TypeIDs with PREFIX, which may be empty; a prefix in the input is dropped", nil,
		func(o *options, prefix string) error {
			if _, err := uuid.AppendTypeID(nil, prefix, uuid.Nil()); err != nil {
				return errors.New("want at most 63 letters a to z, with underscores only between letters")
			}
			return o.setEncoder(func(b []byte, u uuid.UUID) []byte {
				b, _ = uuid.AppendTypeID(b, prefix, u) // no error, because the prefix is valid
				return b
			})
		}}
)

func (o *options) setEncoder(encode encoder) error {
	if o.encode != nil {
		return errors.New("-f and -prefix exclude each other")
	}
	o.encode = encode
	return nil
}

// These flags set the hash algorithm of version 8.
var (
	hashOption = oneOf("hash", "ALGORITHM", "hash NAMESPACE and NAME, as in RFC 9562 appendix B.2, "+
		"with ALGORITHM instead of sha256", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.hashID) })

	spaceOption = oneOf("space", "ALGORITHM", "hash the ID of ALGORITHM, NAMESPACE and NAME with ALGORITHM, "+
		"as in draft-ietf-uuidrev-rfc4122bis-03 section 6.5", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.spaceID) })
)

func (o *options) setNamer(id namer) error {
	if o.nameID != nil {
		return errors.New("-hash and -space exclude each other")
	}
	o.nameID = id
	return nil
}

// These flags set the parts of an ID of version 9.
var (
	digitsOption = option{"prefix", "DIGITS", "begin with up to eight hexadecimal DIGITS", nil,
		func(o *options, value string) error {
			o.community.Prefix = value
			if _, err := uuid.NewV9(uuid.V9Options{Prefix: value}); err != nil {
				return errors.New(reason(err))
			}
			return nil
		}}

	unorderedOption = toggle("unordered", "make IDs without a time",
		func(o *options) *bool { return &o.community.Unordered })
	checksumOption = toggle("checksum", "end with a CRC-8 of the other digits",
		func(o *options) *bool { return &o.community.Checksum })
	versionOption = toggle("version", "make the 13th digit a 9",
		func(o *options) *bool { return &o.community.Version })
	legacyOption = toggle("legacy", "make IDs look like version 1 or, with -unordered, like version 4",
		func(o *options) *bool { return &o.community.Legacy })
)

// These flags belong to inspect, verify and bounds.
var (
	jsonOption = toggle("json", "print one JSON object per line",
		func(o *options) *bool { return &o.json })
	v9Option = toggle("v9", "expect version 9 IDs: check their CRC-8, not their version and variant",
		func(o *options) *bool { return &o.checkV9 })
	uniqueOption = toggle("unique", "report an ID that occurred before, and print a summary; "+
		"this needs up to 50 bytes of memory for each ID",
		func(o *options) *bool { return &o.unique })
	orderedOption = toggle("ordered", "report an ID that is not greater than the previous ID, and print a summary",
		func(o *options) *bool { return &o.ordered })
	leadOption = option{"lead", "DURATION", "report an ID whose time is ahead of the clock by more than DURATION, " +
		"such as 10ms", nil,
		func(o *options, value string) (err error) {
			o.maxLead, err = time.ParseDuration(value)
			if err != nil || o.maxLead < 0 {
				err = errors.New("want a duration, such as 10ms or 1h")
			}
			return err
		}}
	v6Option = toggle("6", "print IDs of version 6",
		func(o *options) *bool { return &o.v6 })
)

// These flags belong to find.
var (
	timeOption = toggle("time", "after each ID, print its time, or - if it has none",
		func(o *options) *bool { return &o.time })
	lineOption = toggle("line", "before each ID, print its file and line, as FILE:LINE:",
		func(o *options) *bool { return &o.line })
	replaceOption = toggle("replace", "print the text with each ID in the form of -f or -prefix. Without -f and -prefix an ID becomes a placeholder: "+
		"id- and 16 digits of the ID's SHA-256. An ID has the same placeholder in every text",
		func(o *options) *bool { return &o.replace })
	compactOption = toggle("compact", "also find runs of 32 hexadecimal digits",
		func(o *options) *bool { return &o.compact })
)

// These flags of convert describe a table.
var (
	columnOption = option{"column", "NUMBER", "convert column NUMBER of the CSV on standard input, and copy everything else; " +
		"the first column is 1", nil,
		func(o *options, value string) (err error) {
			o.column, err = strconv.Atoi(value)
			if err != nil || o.column < 1 {
				err = errors.New("want a column, such as 1")
			}
			return err
		}}
	tabOption = toggle("tab", "split columns at tabs, and treat quotation marks as text",
		func(o *options) *bool { return &o.tab })
	headerOption = toggle("header", "copy the first record unchanged",
		func(o *options) *bool { return &o.header })
)

// These flags belong to hide and reveal.
var (
	keyFileOption = option{"key-file", fileValue, "read the key from FILE: 32, 48 or 64 hexadecimal digits for " +
		"AES-128, AES-192 or AES-256, as \"openssl rand -hex 32\" prints", nil,
		func(o *options, value string) error {
			o.keyFile = value
			return nil
		}}
	tweakOption = option{"tweak", "TEXT", "mix TEXT into the key, such as a different TEXT for each kind of object; reveal needs the same TEXT", nil,
		func(o *options, value string) error {
			o.tweak = value
			return nil
		}}
)
