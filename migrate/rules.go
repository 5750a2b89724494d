package main

import (
	"strings"

	"github.com/seed-8298af95/uuid/migrate/differences"
)

// The import paths of the two packages that code moves to.
const (
	ours     = "github.com/seed-8298af95/uuid"
	standard = "uuid"
)

// A rule describes how an exported name of a library is rewritten.
type rule struct {
	old  string // a name such as "New" or "UUID.Bytes"; before expand, a list of names
	how  verb
	new  string // the new name, "=" for the same name, or "" if the name is left; before expand, also a list
	note string // the reason why a name is left, or an alternative
}

// A verb rewrites one mention of a name. The verbs are in the files rule_*.go, grouped by subject.
type verb func(r *rewriter, x *ref)

// A library is a UUID package that code moves away from.
type library struct {
	name   string // the local name in a file that also imports the target
	from   string // the library's name in package differences
	paths  []string
	rules  []rule
	others string // the reason for names that are not in rules
}

// libraries contains the libraries that code moves from, by target.
var libraries = map[string][]*library{ours: {google, gofrs, satori}, standard: {superset}}

const notTheError = "no error from here is this one: errors.As finds a *ParseError, whose Reason tells a wrong length or form"

const notTheState = "it has no effect on the UUIDs that come from here: "

const otherVariants = "the variants have other numbers and texts here"

var google = &library{
	name:   "google",
	from:   differences.Google,
	paths:  []string{"github.com/google/uuid"},
	others: "it has no counterpart",
	rules: expand([]rule{
		{"UUID New FromBytes UUID.String UUID.URN UUID.MarshalText UUID.MarshalBinary UUID.UnmarshalBinary UUID.Scan " +
			"UUID.Value UUID.Version NullUUID.Scan NullUUID.Value NullUUID.MarshalJSON NullUUID.UnmarshalJSON " +
			"NullUUID.MarshalText NullUUID.UnmarshalText NullUUID.MarshalBinary NullUUID.UnmarshalBinary Version Domain", same, "=", ""},
		{"NullUUID", null, "Null", ""},
		{"UUIDs", slice, "[]UUID", ""},
		{"UUIDs.Strings", called(helped), "uuidStrings", ""},
		{"NewString", text, "New().String()", ""},
		{"NewRandom NewUUID NewDCESecurity NewV6 NewV7", infallible, "NewV4 NewV1 NewV2 NewV6 NewV7", ""},
		{"NewMD5 NewSHA1", generic, "NewV3 NewV5", ""},
		{"NewHash", hashed, "NewV8Hash", "only version 8 hashes with a function of your choice here"},
		{"NewDCEPerson", left, "", "NewV2(DomainPerson, uint32(os.Getuid())) says which ID"},
		{"NewDCEGroup", left, "", "NewV2(DomainGroup, uint32(os.Getgid())) says which ID"},
		{"NewRandomFromReader NewV7FromReader", left, "", "a Generator with Options.Rand reads from it"},
		{"Must", must, "mustUUID", ""},
		{"Parse ParseBytes MustParse UUID.UnmarshalText", unquote, "=", ""},
		{"Validate", validate, "validateUUID", ""},
		{"IsInvalidLengthError ErrInvalidUUIDFormat ErrInvalidBracketedFormat URNPrefixError", left, "", notTheError},
		{"Nil Max", variable, "=", ""},
		{"NameSpaceDNS NameSpaceURL NameSpaceOID NameSpaceX500", variable, "NamespaceDNS NamespaceURL NamespaceOID NamespaceX500", ""},
		{"UUID.Variant", variant, "Variant", otherVariants},
		{"UUID.Time Time", left, "", "Time returns a time.Time here, and whether there is one"},
		{"UUID.ClockSequence", left, "", "ClockSeq returns a uint16 here, and whether there is one"},
		{"UUID.NodeID", left, "", "Node returns a Node here, and whether there is one"},
		{"UUID.Domain UUID.ID", left, "", "DCE returns the domain and the ID here, and whether there are any"},
		{"Version.String", left, "", "a Version prints as a number here, not as VERSION_4"},
		{"Variant Variant.String", left, "", otherVariants},
		{"Invalid", left, "", "every UUID has a variant here"},
		{"RFC4122 Reserved Microsoft Future", variant, "VariantRFC9562 VariantNCS VariantMicrosoft VariantFuture", otherVariants},
		{"Domain.String", left, "", "the domains have other texts here: person, group, org"},
		{"Person Group Org", same, "DomainPerson DomainGroup DomainOrg", ""},
		{"Time.UnixTime", left, "", "a time.Time has Unix and Nanosecond"},
		{"GetTime", left, "", "time.Now tells the time"},
		{"EnableRandPool DisableRandPool", dropped, "", ""},
		{"SetRand", setRand, "", notTheState +
			"in a test call testing/cryptotest.SetGlobalRandom, or use a Generator with Options.Rand"},
		{"SetNodeID", left, "", notTheState + "a Generator with Options.Node has one"},
		{"SetNodeInterface", left, "", notTheState + "a Generator with Options.Node has one; none is read from the hardware"},
		{"NodeID", left, "", "a Generator with Options.Node has one"},
		{"NodeInterface", left, "", "no node is read from the hardware here"},
		{"SetClockSequence", left, "", notTheState + "a Generator with Options.ClockSeq has one"},
		{"ClockSequence", left, "", "a Generator with Options.ClockSeq has one"},
	}),
}

var gofrs = &library{
	name:   "gofrs",
	from:   differences.Gofrs,
	paths:  []string{"github.com/gofrs/uuid", "github.com/gofrs/uuid/v3", "github.com/gofrs/uuid/v4", "github.com/gofrs/uuid/v5"},
	rules:  expand(gofrsRules),
	others: "it has no counterpart",
}

// satori uses the rules of gofrs/uuid, which started as a copy of satori/go.uuid and has more names.
var satori = &library{
	name:   "satori",
	from:   differences.Satori,
	paths:  []string{"github.com/satori/go.uuid"},
	rules:  expand(gofrsRules),
	others: "it has no counterpart",
}

var gofrsRules = []rule{
	{"UUID FromBytes UUID.String UUID.IsNil UUID.IsZero UUID.MarshalText UUID.UnmarshalText UUID.MarshalBinary " +
		"UUID.UnmarshalBinary UUID.Scan UUID.Value NullUUID.Scan NullUUID.Value NullUUID.MarshalJSON " +
		"NullUUID.UnmarshalJSON", same, "=", ""},
	{"NullUUID", null, "Null", ""},
	{"Size V1 V2 V3 V4 V5 V6 V7 V8 DomainPerson DomainGroup DomainOrg", value, "16 1 2 3 4 5 6 7 8 0 1 2", ""},
	{"NewV1 NewV4 NewV6 NewV7", infallible, "=", ""},
	{"NewV2", left, "", "NewV2(domain, id) says which ID"},
	{"NewV3 NewV5", generic, "=", ""},
	{"NewV8", left, "", "NewV8Fields takes numbers"},
	{"NewV1AtTime NewV6AtTime NewV7AtTime", same, "NewV1At NewV6At NewV7At", ""},
	{"Must", must, "mustUUID", ""},
	{"FromString", same, "Parse", ""},
	{"FromStringOrNil", orNil, "Parse", ""},
	{"FromBytesOrNil", orNil, "FromBytes", ""},
	{"Equal", equal, "equalUUID", ""},
	{"Nil Max NamespaceDNS NamespaceURL NamespaceOID NamespaceX500", variable, "=", ""},
	{"UUID.Bytes", called(octets), "uuidBytes", ""},
	{"UUID.Parse", called(parsed), "UnmarshalText", ""},
	{"UUID.Version", called(number), "Version", "Version returns a type of its own here"},
	{"UUID.Variant", called(number), "Variant", "Variant returns a type of its own here"},
	{"UUID.Format", left, "", "fmt prints a UUID without a Format method here"},
	{"UUID.SetVersion UUID.SetVariant", left, "", "NewV8 sets version and variant of 16 bytes"},
	{"VariantNCS VariantRFC4122 VariantRFC9562 VariantMicrosoft VariantFuture", number,
		"VariantNCS VariantRFC9562 VariantRFC9562 VariantMicrosoft VariantFuture", ""},
	{"Timestamp Timestamp.Time TimestampFromV1 TimestampFromV6 TimestampFromV7", left, "", "Time returns a time.Time here, and whether there is one"},
	{"Error ErrInvalidFormat ErrIncorrectFormatInString ErrIncorrectLength ErrIncorrectByteLength ErrInvalidBraces " +
		"ErrInvalidURNPrefix ErrInvalidDashes", left, "", notTheError},
	{"ErrTypeConvertError", left, "", "no error from here is this one: Scan returns another for a value of the wrong type"},
	{"ErrInvalidVersion", left, "", "no error from here is this one: Time tells by its second result whether there is one"},
	{"ErrNoHwAddressFound", left, "", "no error from here is this one: no node is read from the hardware"},
	{"ErrV8FieldLength", left, "", "no error from here is this one: NewV8Fields returns another"},
	{"Gen NewGen", left, "", "NewGenerator makes a *Generator, whose methods return errors"},
	{"Generator", left, "", "Generator is a struct here, with other methods"},
	{"DefaultGenerator", left, "", "the generator of the UUIDs here cannot be replaced; NewGenerator makes another"},
	{"NewGenWithHWAF", left, "", "NewGenerator takes Options.Node"},
	{"NewGenWithOptions", left, "", "NewGenerator takes Options: Now, Rand, Node"},
}

// superset describes this library in a move to the standard package. A name that both packages have
// does not change, and a name that is not in the list is left.
var superset = &library{
	name:  "uuidx",
	from:  differences.Here,
	paths: []string{ours},
	rules: expand([]rule{
		{"UUID Nil Max New NewV4 NewV7 Parse MustParse UUID.String UUID.AppendText UUID.MarshalText UUID.UnmarshalText " +
			"UUID.Compare", same, "=", ""},
		{"UUID.IsNil UUID.IsZero UUID.IsMax", called(isNil), "Nil Nil Max", ""},
		{"Valid", helped, "validUUID", ""},
	}),
	others: "the standard package does not have it",
}

// expand returns a list of rules with one rule for each name.
func expand(list []rule) []rule {
	var all []rule
	for _, r := range list {
		names, news := strings.Fields(r.old), strings.Fields(r.new)
		for i, name := range names {
			one := rule{name, r.how, r.new, r.note}
			if r.new == "=" {
				one.new = name[strings.LastIndexByte(name, '.')+1:]
			} else if len(names) > 1 && len(news) > 0 {
				one.new = news[i]
			}
			all = append(all, one)
		}
	}
	return all
}

// rule returns the rule for a name.
func (l *library) rule(name string) rule {
	for _, r := range l.rules {
		if r.old == name {
			return r
		}
	}
	return rule{name, left, "", l.others}
}

// moves reports whether a target type replaces the library's type.
func (l *library) moves(typeName string) bool { return l.rule(typeName).new != "" }
