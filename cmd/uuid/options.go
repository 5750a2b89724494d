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

// options are what the flags of a command say.
type options struct {
	count     uint64         // how many IDs to print
	encode    encoder        // how to print IDs; nil if no flag says so
	decode    decoder        // how to read IDs
	at        time.Time      // the time to put into IDs; zero if no flag says so
	nameID    namer          // how to make the ID of a name; nil if no flag says so
	community uuid.V9Options // what is in an ID of version 9
	time      bool           // print the time of IDs that are found
	line      bool           // print the file and the line of IDs that are found
	replace   bool           // print the text with something else in place of IDs
	compact   bool           // find IDs of 32 digits too
	json      bool           // print JSON
	checkV9   bool           // check the CRC-8 of version 9
	unique    bool           // report duplicates
	ordered   bool           // report IDs that are not above the one before
	maxLead   time.Duration  // report IDs that are more ahead of the clock
	v6        bool           // print IDs of version 6
	column    int            // of a table, the first is 1; 0 if lines are read
	tab       bool           // the table is split at tabs
	header    bool           // the first record of the table stays
	periods   periodOptions  // print the bounds of periods
	keyFile   string         // where the key of a mask is
	tweak     string         // the tweak of a mask
}

func newOptions() *options {
	return &options{count: 1, decode: recognize, maxLead: math.MaxInt64, periods: periodOptions{count: 1}}
}

// encoder returns how to print IDs: as canonical text if no flag says anything else.
func (o *options) encoder() encoder {
	if o.encode == nil {
		return uuid.Canonical.Append
	}
	return o.encode
}

// An option is a flag of a command.
type option struct {
	name    string
	value   string // what stands for its value in the help text; "" if it has none
	usage   string
	choices []string // what the value is one of; nil if it may be anything
	set     func(o *options, value string) error
}

// fileValue is the value of an option that is the name of a file.
const fileValue = "FILE"

// description returns all of the usage.
func (opt option) description() string {
	if opt.choices == nil {
		return opt.usage
	}
	return opt.usage + "; one of " + strings.Join(opt.choices, ", ")
}

// define defines the flag that sets o.
func (opt option) define(fs *flag.FlagSet, o *options) {
	set := func(value string) error { return opt.set(o, value) }
	if opt.value == "" {
		fs.BoolFunc(opt.name, opt.usage, set)
		return
	}
	fs.Func(opt.name, opt.usage, set)
}

// toggle returns a flag without a value. Like the flags of package flag it may be given
// as -name=false.
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

// How many IDs, and of which time.
var (
	countOption = option{"n", "COUNT", "print COUNT IDs instead of one", nil, func(o *options, value string) (err error) {
		o.count, err = strconv.ParseUint(value, 10, 64)
		if err != nil {
			err = errors.New("not a count, such as 3")
		}
		return err
	}}

	atOption = option{"at", "TIME", "use TIME instead of now, in which case IDs are in no order: " + timeForms, nil,
		func(o *options, value string) (err error) {
			o.at, _, err = parseTime(value)
			if err == nil && o.at.IsZero() {
				err = errors.New("time out of range")
			}
			return err
		}}
)

// The forms of IDs.
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

	prefixOption = option{"prefix", "PREFIX", "print TypeIDs with PREFIX, which may be empty", nil,
		func(o *options, prefix string) error {
			if _, err := uuid.AppendTypeID(nil, prefix, uuid.Nil()); err != nil {
				return errors.New("not 1 to 63 letters from a to z, or underscores between them")
			}
			return o.setEncoder(func(b []byte, u uuid.UUID) []byte {
				b, _ = uuid.AppendTypeID(b, prefix, u) // its error is of the prefix
				return b
			})
		}}
)

func (o *options) setEncoder(encode encoder) error {
	if o.encode != nil {
		return errors.New("one form is enough")
	}
	o.encode = encode
	return nil
}

// The hash algorithms of version 8.
var (
	hashOption = oneOf("hash", "ALGORITHM", "hash NAMESPACE and NAME, as in RFC 9562 appendix B.2, "+
		"with ALGORITHM instead of sha256", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.hashID) })

	spaceOption = oneOf("space", "ALGORITHM", "hash the ID of ALGORITHM, NAMESPACE and NAME with it, "+
		"as in draft-ietf-uuidrev-rfc4122bis-03 section 6.5", algorithms,
		func(o *options, a algorithm) error { return o.setNamer(a.spaceID) })
)

func (o *options) setNamer(id namer) error {
	if o.nameID != nil {
		return errors.New("one algorithm is enough")
	}
	o.nameID = id
	return nil
}

// What is in an ID of version 9.
var (
	digitsOption = option{"prefix", "DIGITS", "begin with up to eight hexadecimal DIGITS", nil,
		func(o *options, value string) error {
			o.community.Prefix = value
			if _, err := uuid.NewV9(uuid.V9Options{Prefix: value}); err != nil {
				return errors.New(reason(err))
			}
			return nil
		}}

	unorderedOption = toggle("unordered", "leave the time out",
		func(o *options) *bool { return &o.community.Unordered })
	checksumOption = toggle("checksum", "end with a CRC-8 of what is before it",
		func(o *options) *bool { return &o.community.Checksum })
	versionOption = toggle("version", "make the 13th digit a 9",
		func(o *options) *bool { return &o.community.Version })
	legacyOption = toggle("legacy", "look like version 1 or, unordered, 4",
		func(o *options) *bool { return &o.community.Legacy })
)

// What to do with IDs and times.
var (
	jsonOption = toggle("json", "print one JSON object per line",
		func(o *options) *bool { return &o.json })
	v9Option = toggle("v9", "check the CRC-8 at the end of version 9 instead",
		func(o *options) *bool { return &o.checkV9 })
	uniqueOption = toggle("unique", "report an ID that was there before, which takes up to 50 bytes of memory "+
		"an ID, and print a summary",
		func(o *options) *bool { return &o.unique })
	orderedOption = toggle("ordered", "report an ID that is not above the one before it, and print a summary",
		func(o *options) *bool { return &o.ordered })
	leadOption = option{"lead", "DURATION", "report an ID whose time is ahead of the clock by more than DURATION, " +
		"such as 10ms", nil,
		func(o *options, value string) (err error) {
			o.maxLead, err = time.ParseDuration(value)
			if err != nil || o.maxLead < 0 {
				err = errors.New("not a duration, such as 10ms or 1h")
			}
			return err
		}}
	v6Option = toggle("6", "print IDs of version 6",
		func(o *options) *bool { return &o.v6 })
)

// What to find, and what to print of it.
var (
	timeOption = toggle("time", "print behind each ID the time in it, or - if there is none",
		func(o *options) *bool { return &o.time })
	lineOption = toggle("line", "print before each ID its file and its line, as FILE:LINE:",
		func(o *options) *bool { return &o.line })
	replaceOption = toggle("replace", "print the text, each ID as -f or -prefix say or, without them, as a placeholder: "+
		"id- and 16 digits that are made of the ID by SHA-256, and so the same in every text",
		func(o *options) *bool { return &o.replace })
	compactOption = toggle("compact", "find runs of 32 hexadecimal digits too",
		func(o *options) *bool { return &o.compact })
)

// Where IDs are in a table.
var (
	columnOption = option{"column", "NUMBER", "convert column NUMBER of the CSV on standard input, and leave all else as it is; " +
		"the first column is 1", nil,
		func(o *options, value string) (err error) {
			o.column, err = strconv.Atoi(value)
			if err != nil || o.column < 1 {
				err = errors.New("not a column, such as 1")
			}
			return err
		}}
	tabOption = toggle("tab", "split columns at tabs, and take quotation marks as text",
		func(o *options) *bool { return &o.tab })
	headerOption = toggle("header", "leave the first record as it is",
		func(o *options) *bool { return &o.header })
)

// The key of a mask.
var (
	keyFileOption = option{"key-file", fileValue, "read the key from FILE: 32, 48 or 64 hexadecimal digits for " +
		"AES-128, AES-192 or AES-256, as \"openssl rand -hex 32\" prints", nil,
		func(o *options, value string) error {
			o.keyFile = value
			return nil
		}}
	tweakOption = option{"tweak", "TEXT", "keep kinds of objects apart by TEXT, the same to hide and to reveal", nil,
		func(o *options, value string) error {
			o.tweak = value
			return nil
		}}
)
