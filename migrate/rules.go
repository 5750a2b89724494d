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
	new  string // what replaces the name: a name, a value or an expression; "=" for the same name, "" for nothing; before expand, also a list
	note string // the reason why a name is left unchanged, or what to use instead
}

// A verb rewrites one mention of a name. The verbs are in the rule_*.go files, grouped by subject.
type verb func(r *rewriter, x *ref)

// A library is a UUID package that code moves away from.
type library struct {
	name   string // the local name in a file that also imports the target
	from   string // the library's name in package differences
	paths  []string
	rules  []rule
	others string // the reason for names that are not in rules
}

// libraries contains the libraries that code moves from, keyed by target.
var libraries = map[string][]*library{ours: {google, gofrs, satori}, standard: {superset}}

const notTheError = "this library never returns this error: use errors.As to get a *ParseError, and check its Reason"

const notTheState = "this call does not affect this library: "

const otherVariants = "variants have different numbers and strings in this library"

var google = &library{
	name:   "google",
	from:   differences.Google,
	paths:  []string{"github.com/google/uuid"},
	others: "this library has no counterpart",
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
		{"NewHash", hashed, "NewV8Hash", "this library accepts a hash function only for version 8"},
		{"NewDCEPerson", left, "", "call NewV2(DomainPerson, uint32(os.Getuid()))"},
		{"NewDCEGroup", left, "", "call NewV2(DomainGroup, uint32(os.Getgid()))"},
		{"NewRandomFromReader NewV7FromReader", left, "", "pass the reader to NewGenerator as Options.Rand"},
		{"Must", must, "mustUUID", ""},
		{"Parse ParseBytes MustParse UUID.UnmarshalText", unquote, "=", ""},
		{"Validate", validate, "validateUUID", ""},
		{"IsInvalidLengthError ErrInvalidUUIDFormat ErrInvalidBracketedFormat URNPrefixError", left, "", notTheError},
		{"Nil Max", variable, "=", ""},
		{"NameSpaceDNS NameSpaceURL NameSpaceOID NameSpaceX500", variable, "NamespaceDNS NamespaceURL NamespaceOID NamespaceX500", ""},
		{"UUID.Variant", variant, "Variant", otherVariants},
		{"UUID.Time Time", left, "", "in this library, Time returns a time.Time and a bool"},
		{"UUID.ClockSequence", left, "", "in this library, ClockSeq returns a uint16 and a bool"},
		{"UUID.NodeID", left, "", "in this library, Node returns a Node and a bool"},
		{"UUID.Domain UUID.ID", left, "", "in this library, DCE returns the domain, the ID and a bool"},
		{"Version.String", left, "", "this library prints a Version as a number instead of VERSION_4"},
		{"Variant Variant.String", left, "", otherVariants},
		{"Invalid", left, "", "in this library, every UUID has a valid variant"},
		{"RFC4122 Reserved Microsoft Future", variant, "VariantRFC9562 VariantNCS VariantMicrosoft VariantFuture", otherVariants},
		{"Domain.String", left, "", "this library prints domains in lower case: person, group, org"},
		{"Person Group Org", same, "DomainPerson DomainGroup DomainOrg", ""},
		{"Time.UnixTime", left, "", "use the Unix and Nanosecond methods of time.Time"},
		{"GetTime", left, "", "use time.Now"},
		{"EnableRandPool DisableRandPool", dropped, "", ""},
		{"SetRand", setRand, "", notTheState +
			"use a Generator with Options.Rand, or call testing/cryptotest.SetGlobalRandom in tests"},
		{"SetNodeID", left, "", notTheState + "use a Generator with Options.Node"},
		{"SetNodeInterface", left, "", notTheState + "use a Generator with Options.Node, because this library never reads a hardware address"},
		{"NodeID", left, "", "use a Generator with Options.Node"},
		{"NodeInterface", left, "", "this library never reads a hardware address"},
		{"SetClockSequence", left, "", notTheState + "use a Generator with Options.ClockSeq"},
		{"ClockSequence", left, "", "use a Generator with Options.ClockSeq"},
	}),
}

var gofrs = &library{
	name:   "gofrs",
	from:   differences.Gofrs,
	paths:  []string{"github.com/gofrs/uuid", "github.com/gofrs/uuid/v3", "github.com/gofrs/uuid/v4", "github.com/gofrs/uuid/v5"},
	rules:  expand(gofrsRules),
	others: "this library has no counterpart",
}

// satori uses the rules for gofrs/uuid, which started as a copy of satori/go.uuid and has more
// names.
var satori = &library{
	name:   "satori",
	from:   differences.Satori,
	paths:  []string{"github.com/satori/go.uuid"},
	rules:  expand(gofrsRules),
	others: "this library has no counterpart",
}

var gofrsRules = []rule{
	{"UUID FromBytes UUID.String UUID.IsNil UUID.IsZero UUID.MarshalText UUID.UnmarshalText UUID.MarshalBinary " +
		"UUID.UnmarshalBinary UUID.Scan UUID.Value NullUUID.Scan NullUUID.Value NullUUID.MarshalJSON " +
		"NullUUID.UnmarshalJSON", same, "=", ""},
	{"NullUUID", null, "Null", ""},
	{"Size V1 V2 V3 V4 V5 V6 V7 V8 DomainPerson DomainGroup DomainOrg", value, "16 1 2 3 4 5 6 7 8 0 1 2", ""},
	{"NewV1 NewV4 NewV6 NewV7", infallible, "=", ""},
	{"NewV2", left, "", "in this library, NewV2 also needs the ID"},
	{"NewV3 NewV5", generic, "=", ""},
	{"NewV8", left, "", "use NewV8Fields, whose parameters are integers"},
	{"NewV1AtTime NewV6AtTime NewV7AtTime", same, "NewV1At NewV6At NewV7At", ""},
	{"Must", must, "mustUUID", ""},
	{"FromString", same, "Parse", ""},
	{"FromStringOrNil", orNil, "Parse", ""},
	{"FromBytesOrNil", orNil, "FromBytes", ""},
	{"Equal", equal, "equalUUID", ""},
	{"Nil Max NamespaceDNS NamespaceURL NamespaceOID NamespaceX500", variable, "=", ""},
	{"UUID.Bytes", called(octets), "uuidBytes", ""},
	{"UUID.Parse", called(parsed), "UnmarshalText", ""},
	{"UUID.Version", called(number), "Version", "in this library, Version returns a named type"},
	{"UUID.Variant", called(number), "Variant", "in this library, Variant returns a named type"},
	{"UUID.Format", left, "", "UUIDs in this library have no Format method"},
	{"UUID.SetVersion UUID.SetVariant", left, "", "use NewV8, which sets the version and the variant of a [16]byte"},
	{"VariantNCS VariantRFC4122 VariantRFC9562 VariantMicrosoft VariantFuture", number,
		"VariantNCS VariantRFC9562 VariantRFC9562 VariantMicrosoft VariantFuture", ""},
	{"Timestamp Timestamp.Time TimestampFromV1 TimestampFromV6 TimestampFromV7", left, "", "in this library, Time returns a time.Time and a bool"},
	{"Error ErrInvalidFormat ErrIncorrectFormatInString ErrIncorrectLength ErrIncorrectByteLength ErrInvalidBraces " +
		"ErrInvalidURNPrefix ErrInvalidDashes", left, "", notTheError},
	{"ErrTypeConvertError", left, "", "this library never returns this error: Scan returns a different error for a value of the wrong type"},
	{"ErrInvalidVersion", left, "", "this library never returns this error: Time returns false if the UUID has no time"},
	{"ErrNoHwAddressFound", left, "", "this library never returns this error, because it never reads a hardware address"},
	{"ErrV8FieldLength", left, "", "this library never returns this error: NewV8Fields returns a different error"},
	{"Gen NewGen", left, "", "use NewGenerator, which returns a *Generator"},
	{"Generator", left, "", "in this library, Generator is a struct with different methods"},
	{"DefaultGenerator", left, "", "this library's default generator cannot be replaced: use NewGenerator"},
	{"NewGenWithHWAF", left, "", "use NewGenerator with Options.Node"},
	{"NewGenWithOptions", left, "", "use NewGenerator with Options.Now, Options.Rand and Options.Node"},
}

// superset describes this library in a move to the standard package. A name that both packages
// declare keeps its spelling and moves to the standard package. A name that is not in the list stays
// in this library.
var superset = &library{
	name:  "uuidx",
	from:  differences.Here,
	paths: []string{ours},
	rules: expand([]rule{
		{"UUID Nil Max New NewV4 NewV7 Parse MustParse UUID.String UUID.AppendText UUID.MarshalText UUID.UnmarshalText " +
			"UUID.Compare", same, "=", ""},
		{"UUID.IsNil UUID.IsZero", called(isNil), "Nil Nil", ""},
		{"Valid", helped, "validUUID", ""},
	}),
	others: "the standard package has no counterpart",
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
