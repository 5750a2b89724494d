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
	count     uint64         // how many IDs to print
	encode    encoder        // how to print IDs; nil without a flag
	decode    decoder        // how to read IDs
	at        time.Time      // the time to put into IDs; zero without a flag
	nameID    namer          // how to make the ID of a name; nil without a flag
	community uuid.V9Options // what is in an ID of version 9
	time      bool           // print the time of IDs that are found
	line      bool           // print the file and the line of IDs that are found
	replace   bool           // print the text with its IDs replaced
	compact   bool           // find IDs of 32 digits too
	json      bool           // print JSON
	checkV9   bool           // check the CRC-8 of version 9
	unique    bool           // report duplicates
	ordered   bool           // report IDs that are not above the ID before
	maxLead   time.Duration  // report IDs that are ahead of the clock by more
	v6        bool           // print IDs of version 6
	column    int            // of a table; the first is 1, and 0 is for lines of IDs
	tab       bool           // split the table at tabs
	header    bool           // leave the first record of the table as it is
	periods   periodOptions  // which periods to print
	keyFile   string         // the file with the key of a mask
	tweak     string         // the tweak of a mask
}

func newOptions() *options {
	return &options{count: 1, decode: recognize, maxLead: math.MaxInt64, periods: periodOptions{count: 1}}
}

// encoder returns how to print IDs. Without a flag they are canonical.
func (o *options) encoder() encoder {
	if o.encode == nil {
		return uuid.Canonical.Append
	}
	return o.encode
}

// An option is a flag of a command.
type option struct {
	name    string
	value   string // the name of its value in the help text; "" if it has none
	usage   string
	choices []string // the values to choose from; nil if there is no such list
	set     func(o *options, value string) error
}

// fileValue stands for the name of a file in the help text. Completion scripts look for it.
const fileValue = "FILE"

// description returns the usage with the values to choose from.
func (opt option) description() string {
	if opt.choices == nil {
		return opt.usage
	}
	return opt.usage + "; one of " + strings.Join(opt.choices, ", ")
}

// define defines the flag that sets o.
func (opt option) define(fs *flag.FlagSet, o *options) {
	if opt.value == "" {
		fs.BoolFunc(opt.name, opt.usage, func(value string) error { return opt.set(o, value) })
		return
	}
	given := false
	fs.Func(opt.name, opt.usage, func(value string) error {
		if given { // whoever writes -column 2 -column 3 expects both
			return errors.New("the flag is given twice")
		}
		given = true
		return opt.set(o, value)
	})
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

// The number of IDs, and their time.
var (
	countOption = option{"n", "COUNT", "print COUNT IDs instead of one", nil, func(o *options, value string) (err error) {
		o.count, err = parseCount(value)
		return err
	}}

	atOption = option{"at", "TIME", "use TIME instead of now; IDs of the same TIME are in no order: " + timeForms, nil,
		func(o *options, value string) (err error) {
			o.at, _, err = parseTime(value)
			if err == nil && o.at.IsZero() {
				err = errors.New("time out of range")
			}
			return err
		}}
)

func parseCount(value string) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return 0, errors.New("not a count, such as 3")
	}
	return n, nil
}

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

	prefixOption = option{"prefix", "PREFIX", "print TypeIDs with PREFIX, which may be empty, in place of any other prefix", nil,
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

// The parts of a version 9 ID.
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
	checksumOption = toggle("checksum", "end with a CRC-8 of the digits before it",
		func(o *options) *bool { return &o.community.Checksum })
	versionOption = toggle("version", "make the 13th digit a 9",
		func(o *options) *bool { return &o.community.Version })
	legacyOption = toggle("legacy", "look like version 1 or, unordered, 4",
		func(o *options) *bool { return &o.community.Legacy })
)

// How to inspect, verify and bound IDs.
var (
	jsonOption = toggle("json", "print one JSON object per line",
		func(o *options) *bool { return &o.json })
	v9Option = toggle("v9", "check the CRC-8 at the end of version 9 instead",
		func(o *options) *bool { return &o.checkV9 })
	uniqueOption = toggle("unique", "report an ID that was there before, and print a summary; "+
		"this takes up to 50 bytes of memory for each ID",
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

// How to find IDs, and how to print them.
var (
	timeOption = toggle("time", "print after each ID the time in it, or - if it has none",
		func(o *options) *bool { return &o.time })
	lineOption = toggle("line", "print before each ID its file and its line, as FILE:LINE:",
		func(o *options) *bool { return &o.line })
	replaceOption = toggle("replace", "print the text with each ID in the form of -f or -prefix. Without these an ID becomes a placeholder: "+
		"id- and 16 digits of its SHA-256, which are the same in every text",
		func(o *options) *bool { return &o.replace })
	compactOption = toggle("compact", "find runs of 32 hexadecimal digits too",
		func(o *options) *bool { return &o.compact })
)

// The place of IDs in a table.
var (
	columnOption = option{"column", "NUMBER", "convert column NUMBER of the CSV on standard input, and copy everything else; " +
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
	tweakOption = option{"tweak", "TEXT", "keep kinds of objects apart by TEXT, which must be the same to hide and to reveal", nil,
		func(o *options, value string) error {
			o.tweak = value
			return nil
		}}
)
