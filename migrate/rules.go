package main

import "github.com/seed-8298af95/uuid/migrate/differences"

// The two places that code moves to.
const (
	ours     = "github.com/seed-8298af95/uuid"
	standard = "uuid"
)

// A rule says what becomes of one exported name of a library.
type rule struct {
	old  string // "New"; a method is "UUID.Bytes"
	how  verb
	new  string
	note string // why a name is left, and what to do
}

// A verb rewrites one mention of a name. The files rule_*.go have the verbs, each those of one subject.
type verb func(r *rewriter, x *ref)

// A library is what a code base has its UUIDs from.
type library struct {
	name   string // what a file calls it beside its successor
	from   string // what package differences calls it
	paths  []string
	rules  []rule
	others string // why a name is left that rules does not have
}

// librariesFor returns the libraries that code moves from if it moves to a
// target.
func librariesFor(target string) []*library {
	if target == standard {
		return []*library{superset}
	}
	return []*library{google, gofrs, satori}
}

const notTheError = "the errors that come from here never are this one: errors.As finds a *ParseError, whose Reason tells a wrong length or form"

const notTheState = "it has no effect on the UUIDs that come from here: "

var google = &library{
	name:   "google",
	from:   differences.Google,
	paths:  []string{"github.com/google/uuid"},
	others: "it has no counterpart",
	rules: []rule{
		{"UUID", same, "UUID", ""},
		{"NullUUID", null, "Null", ""},
		{"UUIDs", slice, "[]UUID", ""},
		{"UUIDs.Strings", helped, "uuidStrings", ""},

		{"New", same, "New", ""},
		{"NewString", text, "New().String()", ""},
		{"NewRandom", infallible, "NewV4", ""},
		{"NewUUID", infallible, "NewV1", ""},
		{"NewV6", infallible, "NewV6", ""},
		{"NewV7", infallible, "NewV7", ""},
		{"NewMD5", generic, "NewV3", ""},
		{"NewSHA1", generic, "NewV5", ""},
		{"NewHash", hashed, "NewV8Hash", "only version 8 hashes with a function of your choice here"},
		{"NewDCESecurity", infallible, "NewV2", ""},
		{"NewDCEPerson", left, "", "NewV2(DomainPerson, uint32(os.Getuid())) says which ID"},
		{"NewDCEGroup", left, "", "NewV2(DomainGroup, uint32(os.Getgid())) says which ID"},
		{"NewRandomFromReader", left, "", "a Generator with Options.Rand reads from it"},
		{"NewV7FromReader", left, "", "a Generator with Options.Rand reads from it"},
		{"Must", must, "mustUUID", ""},

		{"Parse", unquote, "Parse", ""},
		{"ParseBytes", unquote, "ParseBytes", ""},
		{"MustParse", unquote, "MustParse", ""},
		{"FromBytes", same, "FromBytes", ""},
		{"Validate", validate, "validateUUID", ""},
		{"IsInvalidLengthError", left, "", notTheError},
		{"ErrInvalidUUIDFormat", left, "", notTheError},
		{"ErrInvalidBracketedFormat", left, "", notTheError},
		{"URNPrefixError", left, "", notTheError},

		{"Nil", variable, "Nil", ""},
		{"Max", variable, "Max", ""},
		{"NameSpaceDNS", variable, "NamespaceDNS", ""},
		{"NameSpaceURL", variable, "NamespaceURL", ""},
		{"NameSpaceOID", variable, "NamespaceOID", ""},
		{"NameSpaceX500", variable, "NamespaceX500", ""},

		{"UUID.String", same, "String", ""},
		{"UUID.URN", same, "URN", ""},
		{"UUID.MarshalText", same, "MarshalText", ""},
		{"UUID.UnmarshalText", unquote, "UnmarshalText", ""},
		{"UUID.MarshalBinary", same, "MarshalBinary", ""},
		{"UUID.UnmarshalBinary", same, "UnmarshalBinary", ""},
		{"UUID.Scan", same, "Scan", ""},
		{"UUID.Value", same, "Value", ""},
		{"UUID.Version", same, "Version", ""},
		{"UUID.Variant", variant, "Variant", "the variants have other numbers and texts here"},
		{"UUID.Time", left, "", "Time returns a time.Time here, and whether there is one"},
		{"UUID.ClockSequence", left, "", "ClockSeq returns a uint16 here, and whether there is one"},
		{"UUID.NodeID", left, "", "Node returns a Node here, and whether there is one"},
		{"UUID.Domain", left, "", "DCE returns the domain and the ID here, and whether there are any"},
		{"UUID.ID", left, "", "DCE returns the domain and the ID here, and whether there are any"},

		{"NullUUID.Scan", same, "Scan", ""},
		{"NullUUID.Value", same, "Value", ""},
		{"NullUUID.MarshalJSON", same, "MarshalJSON", ""},
		{"NullUUID.UnmarshalJSON", same, "UnmarshalJSON", ""},
		{"NullUUID.MarshalText", same, "MarshalText", ""},
		{"NullUUID.UnmarshalText", same, "UnmarshalText", ""},
		{"NullUUID.MarshalBinary", same, "MarshalBinary", ""},
		{"NullUUID.UnmarshalBinary", same, "UnmarshalBinary", ""},

		{"Version", same, "Version", ""},
		{"Version.String", left, "", "a Version prints as a number here, not as VERSION_4"},
		{"Variant", left, "", "the variants have other numbers and texts here"},
		{"Variant.String", left, "", "the variants have other numbers and texts here"},
		{"Invalid", left, "", "every UUID has a variant here"},
		{"RFC4122", variantValue, "VariantRFC9562", "the variants have other numbers and texts here"},
		{"Reserved", variantValue, "VariantNCS", "the variants have other numbers and texts here"},
		{"Microsoft", variantValue, "VariantMicrosoft", "the variants have other numbers and texts here"},
		{"Future", variantValue, "VariantFuture", "the variants have other numbers and texts here"},
		{"Domain", same, "Domain", ""},
		{"Domain.String", left, "", "the domains have other texts here: person, group, org"},
		{"Person", same, "DomainPerson", ""},
		{"Group", same, "DomainGroup", ""},
		{"Org", same, "DomainOrg", ""},
		{"Time", left, "", "Time returns a time.Time here, and whether there is one"},
		{"Time.UnixTime", left, "", "a time.Time has Unix and Nanosecond"},
		{"GetTime", left, "", "time.Now tells the time"},

		{"EnableRandPool", dropped, "", ""},
		{"DisableRandPool", dropped, "", ""},
		{"SetRand", setRand, "", notTheState +
			"in a test call testing/cryptotest.SetGlobalRandom, or use a Generator with Options.Rand"},
		{"SetNodeID", left, "", notTheState + "a Generator with Options.Node has one"},
		{"SetNodeInterface", left, "", notTheState + "a Generator with Options.Node has one; none is read from the hardware"},
		{"NodeID", left, "", "a Generator with Options.Node has one"},
		{"NodeInterface", left, "", "no node is read from the hardware here"},
		{"SetClockSequence", left, "", notTheState + "a Generator with Options.ClockSeq has one"},
		{"ClockSequence", left, "", "a Generator with Options.ClockSeq has one"},
	},
}

var gofrs = &library{
	name: "gofrs",
	from: differences.Gofrs,
	paths: []string{
		"github.com/gofrs/uuid",
		"github.com/gofrs/uuid/v3",
		"github.com/gofrs/uuid/v4",
		"github.com/gofrs/uuid/v5",
	},
	rules:  gofrsRules,
	others: "it has no counterpart",
}

// satori has a part of what gofrs/uuid, which began as its copy, has.
var satori = &library{
	name:   "satori",
	from:   differences.Satori,
	paths:  []string{"github.com/satori/go.uuid"},
	rules:  gofrsRules,
	others: "it has no counterpart",
}

var gofrsRules = []rule{
	{"UUID", same, "UUID", ""},
	{"NullUUID", null, "Null", ""},
	{"Size", value, "16", ""},

	{"NewV1", infallible, "NewV1", ""},
	{"NewV2", left, "", "NewV2(domain, id) says which ID"},
	{"NewV3", generic, "NewV3", ""},
	{"NewV4", infallible, "NewV4", ""},
	{"NewV5", generic, "NewV5", ""},
	{"NewV6", infallible, "NewV6", ""},
	{"NewV7", infallible, "NewV7", ""},
	{"NewV8", left, "", "NewV8Fields takes numbers"},
	{"NewV1AtTime", same, "NewV1At", ""},
	{"NewV6AtTime", same, "NewV6At", ""},
	{"NewV7AtTime", same, "NewV7At", ""},
	{"Must", must, "mustUUID", ""},

	{"FromString", same, "Parse", ""},
	{"FromStringOrNil", orNil, "Parse", ""},
	{"FromBytes", same, "FromBytes", ""},
	{"FromBytesOrNil", orNil, "FromBytes", ""},
	{"Equal", equal, "equalUUID", ""},

	{"Nil", variable, "Nil", ""},
	{"Max", variable, "Max", ""},
	{"NamespaceDNS", variable, "NamespaceDNS", ""},
	{"NamespaceURL", variable, "NamespaceURL", ""},
	{"NamespaceOID", variable, "NamespaceOID", ""},
	{"NamespaceX500", variable, "NamespaceX500", ""},

	{"UUID.String", same, "String", ""},
	{"UUID.Bytes", octets, "uuidBytes", ""},
	{"UUID.IsNil", same, "IsNil", ""},
	{"UUID.IsZero", same, "IsZero", ""},
	{"UUID.Parse", parsed, "UnmarshalText", ""},
	{"UUID.MarshalText", same, "MarshalText", ""},
	{"UUID.UnmarshalText", same, "UnmarshalText", ""},
	{"UUID.MarshalBinary", same, "MarshalBinary", ""},
	{"UUID.UnmarshalBinary", same, "UnmarshalBinary", ""},
	{"UUID.Scan", same, "Scan", ""},
	{"UUID.Value", same, "Value", ""},
	{"UUID.Version", number, "Version", "Version returns a type of its own here"},
	{"UUID.Variant", number, "Variant", "Variant returns a type of its own here"},
	{"UUID.Format", left, "", "fmt prints a UUID without a Format method here"},
	{"UUID.SetVersion", left, "", "NewV8 sets version and variant of 16 bytes"},
	{"UUID.SetVariant", left, "", "NewV8 sets version and variant of 16 bytes"},

	{"NullUUID.Scan", same, "Scan", ""},
	{"NullUUID.Value", same, "Value", ""},
	{"NullUUID.MarshalJSON", same, "MarshalJSON", ""},
	{"NullUUID.UnmarshalJSON", same, "UnmarshalJSON", ""},

	{"V1", value, "1", ""},
	{"V2", value, "2", ""},
	{"V3", value, "3", ""},
	{"V4", value, "4", ""},
	{"V5", value, "5", ""},
	{"V6", value, "6", ""},
	{"V7", value, "7", ""},
	{"V8", value, "8", ""},
	{"VariantNCS", number, "VariantNCS", ""},
	{"VariantRFC4122", number, "VariantRFC9562", ""},
	{"VariantRFC9562", number, "VariantRFC9562", ""},
	{"VariantMicrosoft", number, "VariantMicrosoft", ""},
	{"VariantFuture", number, "VariantFuture", ""},
	{"DomainPerson", value, "0", ""},
	{"DomainGroup", value, "1", ""},
	{"DomainOrg", value, "2", ""},

	{"Timestamp", left, "", "Time returns a time.Time here, and whether there is one"},
	{"Timestamp.Time", left, "", "Time returns a time.Time here, and whether there is one"},
	{"TimestampFromV1", left, "", "Time returns a time.Time here, and whether there is one"},
	{"TimestampFromV6", left, "", "Time returns a time.Time here, and whether there is one"},
	{"TimestampFromV7", left, "", "Time returns a time.Time here, and whether there is one"},

	{"Error", left, "", notTheError},
	{"ErrInvalidFormat", left, "", notTheError},
	{"ErrIncorrectFormatInString", left, "", notTheError},
	{"ErrIncorrectLength", left, "", notTheError},
	{"ErrIncorrectByteLength", left, "", notTheError},
	{"ErrInvalidBraces", left, "", notTheError},
	{"ErrInvalidURNPrefix", left, "", notTheError},
	{"ErrInvalidDashes", left, "", notTheError},
	{"ErrTypeConvertError", left, "", "the errors that come from here never are this one: Scan returns another for a value of the wrong type"},
	{"ErrInvalidVersion", left, "", "the errors that come from here never are this one: Time tells by its second result whether there is one"},
	{"ErrNoHwAddressFound", left, "", "the errors that come from here never are this one: no node is read from the hardware"},
	{"ErrV8FieldLength", left, "", "the errors that come from here never are this one: NewV8Fields returns another"},

	{"Gen", left, "", "NewGenerator makes a *Generator, whose methods return errors"},
	{"Generator", left, "", "Generator is a struct here, with other methods"},
	{"DefaultGenerator", left, "", "nobody can replace what makes the UUIDs here; NewGenerator makes another"},
	{"NewGen", left, "", "NewGenerator makes a *Generator, whose methods return errors"},
	{"NewGenWithHWAF", left, "", "NewGenerator takes Options.Node"},
	{"NewGenWithOptions", left, "", "NewGenerator takes Options: Now, Rand, Node"},
}

// superset is this library where code moves on to the standard package: what
// that one has keeps its name, and whatever the list does not have is left.
var superset = &library{
	name:  "uuidx",
	from:  differences.Here,
	paths: []string{ours},
	rules: []rule{
		{"UUID", same, "UUID", ""},
		{"Nil", same, "Nil", ""},
		{"Max", same, "Max", ""},
		{"New", same, "New", ""},
		{"NewV4", same, "NewV4", ""},
		{"NewV7", same, "NewV7", ""},
		{"Parse", same, "Parse", ""},
		{"MustParse", same, "MustParse", ""},
		{"UUID.String", same, "String", ""},
		{"UUID.AppendText", same, "AppendText", ""},
		{"UUID.MarshalText", same, "MarshalText", ""},
		{"UUID.UnmarshalText", same, "UnmarshalText", ""},
		{"UUID.Compare", same, "Compare", ""},
		{"UUID.IsNil", isNil, "Nil", ""},
		{"UUID.IsZero", isNil, "Nil", ""},
		{"UUID.IsMax", isNil, "Max", ""},
		{"Valid", helped, "validUUID", ""},
	},
	others: "the standard package does not have it",
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

// moves reports whether values of the named type have a new type afterwards.
func (l *library) moves(typeName string) bool { return l.rule(typeName).new != "" }
