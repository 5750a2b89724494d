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
	new  string // what replaces the name: a name, a value or an expression; before expand, also a list, or "="
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
		{
			old: "UUID New FromBytes UUID.String UUID.URN UUID.MarshalText UUID.MarshalBinary " +
				"UUID.UnmarshalBinary UUID.Scan " +
				"UUID.Value UUID.Version NullUUID.Scan NullUUID.Value NullUUID.MarshalJSON NullUUID.UnmarshalJSON " +
				"NullUUID.MarshalText NullUUID.UnmarshalText NullUUID.MarshalBinary " +
				"NullUUID.UnmarshalBinary Version Domain",
			how: same,
			new: "=",
		},
		{old: "NullUUID", how: null, new: "Null"},
		{old: "UUIDs", how: slice, new: "[]UUID"},
		{old: "UUIDs.Strings", how: called(helped), new: "uuidStrings"},
		{old: "NewString", how: text, new: "New().String()"},
		{old: "NewRandom NewUUID NewDCESecurity NewV6 NewV7", how: infallible, new: "NewV4 NewV1 NewV2 NewV6 NewV7"},
		{old: "NewMD5 NewSHA1", how: generic, new: "NewV3 NewV5"},
		{
			old:  "NewHash",
			how:  hashed,
			new:  "NewV8Hash",
			note: "this library accepts a hash function only for version 8",
		},
		{old: "NewDCEPerson", how: left, note: "call NewV2(DomainPerson, uint32(os.Getuid()))"},
		{old: "NewDCEGroup", how: left, note: "call NewV2(DomainGroup, uint32(os.Getgid()))"},
		{
			old:  "NewRandomFromReader NewV7FromReader",
			how:  left,
			note: "pass the reader to NewGenerator as Options.Rand",
		},
		{old: "Must", how: must, new: "mustUUID"},
		{old: "Parse ParseBytes MustParse UUID.UnmarshalText", how: unquote, new: "="},
		{old: "Validate", how: validate, new: "validateUUID"},
		{
			old:  "IsInvalidLengthError ErrInvalidUUIDFormat ErrInvalidBracketedFormat URNPrefixError",
			how:  left,
			note: notTheError,
		},
		{old: "Nil Max", how: variable, new: "="},
		{
			old: "NameSpaceDNS NameSpaceURL NameSpaceOID NameSpaceX500",
			how: variable,
			new: "NamespaceDNS NamespaceURL NamespaceOID NamespaceX500",
		},
		{old: "UUID.Variant", how: variant, new: "Variant", note: otherVariants},
		{old: "UUID.Time Time", how: left, note: "in this library, Time returns a time.Time and a bool"},
		{old: "UUID.ClockSequence", how: left, note: "in this library, ClockSeq returns a uint16 and a bool"},
		{old: "UUID.NodeID", how: left, note: "in this library, Node returns a Node and a bool"},
		{old: "UUID.Domain UUID.ID", how: left, note: "in this library, DCE returns the domain, the ID and a bool"},
		{old: "Version.String", how: left, note: "this library prints a Version as a number instead of VERSION_4"},
		{old: "Variant Variant.String", how: left, note: otherVariants},
		{old: "Invalid", how: left, note: "in this library, every UUID has a valid variant"},
		{
			old:  "RFC4122 Reserved Microsoft Future",
			how:  variant,
			new:  "VariantRFC9562 VariantNCS VariantMicrosoft VariantFuture",
			note: otherVariants,
		},
		{old: "Domain.String", how: left, note: "this library prints domains in lower case: person, group, org"},
		{old: "Person Group Org", how: same, new: "DomainPerson DomainGroup DomainOrg"},
		{old: "Time.UnixTime", how: left, note: "use the Unix and Nanosecond methods of time.Time"},
		{old: "GetTime", how: left, note: "use time.Now"},
		{old: "EnableRandPool DisableRandPool", how: dropped},
		{
			old: "SetRand",
			how: setRand,
			note: notTheState +
				"use a Generator with Options.Rand, or call testing/cryptotest.SetGlobalRandom in tests",
		},
		{old: "SetNodeID", how: left, note: notTheState + "use a Generator with Options.Node"},
		{
			old: "SetNodeInterface",
			how: left,
			note: notTheState +
				"use a Generator with Options.Node, because this library never reads a hardware address",
		},
		{old: "NodeID", how: left, note: "use a Generator with Options.Node"},
		{old: "NodeInterface", how: left, note: "this library never reads a hardware address"},
		{old: "SetClockSequence", how: left, note: notTheState + "use a Generator with Options.ClockSeq"},
		{old: "ClockSequence", how: left, note: "use a Generator with Options.ClockSeq"},
	}),
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
	{
		old: "UUID FromBytes UUID.String UUID.IsNil UUID.IsZero UUID.MarshalText " +
			"UUID.UnmarshalText UUID.MarshalBinary " +
			"UUID.UnmarshalBinary UUID.Scan UUID.Value NullUUID.Scan NullUUID.Value NullUUID.MarshalJSON " +
			"NullUUID.UnmarshalJSON",
		how: same,
		new: "=",
	},
	{old: "NullUUID", how: null, new: "Null"},
	{
		old: "Size V1 V2 V3 V4 V5 V6 V7 V8 DomainPerson DomainGroup DomainOrg",
		how: value,
		new: "16 1 2 3 4 5 6 7 8 0 1 2",
	},
	{old: "NewV1 NewV4 NewV6 NewV7", how: infallible, new: "="},
	{old: "NewV2", how: left, note: "in this library, NewV2 also needs the ID"},
	{old: "NewV3 NewV5", how: generic, new: "="},
	{old: "NewV8", how: left, note: "use NewV8Fields, whose parameters are integers"},
	{old: "NewV1AtTime NewV6AtTime NewV7AtTime", how: same, new: "NewV1At NewV6At NewV7At"},
	{old: "Must", how: must, new: "mustUUID"},
	{old: "FromString", how: same, new: "Parse"},
	{old: "FromStringOrNil", how: orNil, new: "Parse"},
	{old: "FromBytesOrNil", how: orNil, new: "FromBytes"},
	{old: "Equal", how: equal, new: "equalUUID"},
	{old: "Nil Max NamespaceDNS NamespaceURL NamespaceOID NamespaceX500", how: variable, new: "="},
	{old: "UUID.Bytes", how: called(octets), new: "uuidBytes"},
	{old: "UUID.Parse", how: called(parsed), new: "UnmarshalText"},
	{old: "UUID.Version", how: called(number), new: "Version", note: "in this library, Version returns a named type"},
	{old: "UUID.Variant", how: called(number), new: "Variant", note: "in this library, Variant returns a named type"},
	{old: "UUID.Format", how: left, note: "UUIDs in this library have no Format method"},
	{
		old:  "UUID.SetVersion UUID.SetVariant",
		how:  left,
		note: "use NewV8, which sets the version and the variant of a [16]byte",
	},
	{
		old: "VariantNCS VariantRFC4122 VariantRFC9562 VariantMicrosoft VariantFuture",
		how: number,
		new: "VariantNCS VariantRFC9562 VariantRFC9562 VariantMicrosoft VariantFuture",
	},
	{
		old:  "Timestamp Timestamp.Time TimestampFromV1 TimestampFromV6 TimestampFromV7",
		how:  left,
		note: "in this library, Time returns a time.Time and a bool",
	},
	{
		old: "Error ErrInvalidFormat ErrIncorrectFormatInString ErrIncorrectLength " +
			"ErrIncorrectByteLength ErrInvalidBraces " +
			"ErrInvalidURNPrefix ErrInvalidDashes",
		how:  left,
		note: notTheError,
	},
	{
		old:  "ErrTypeConvertError",
		how:  left,
		note: "this library never returns this error: Scan returns a different error for a value of the wrong type",
	},
	{
		old:  "ErrInvalidVersion",
		how:  left,
		note: "this library never returns this error: Time returns false if the UUID has no time",
	},
	{
		old:  "ErrNoHwAddressFound",
		how:  left,
		note: "this library never returns this error, because it never reads a hardware address",
	},
	{
		old:  "ErrV8FieldLength",
		how:  left,
		note: "this library never returns this error: NewV8Fields returns a different error",
	},
	{old: "Gen NewGen", how: left, note: "use NewGenerator, which returns a *Generator"},
	{old: "Generator", how: left, note: "in this library, Generator is a struct with different methods"},
	{old: "DefaultGenerator", how: left, note: "this library's default generator cannot be replaced: use NewGenerator"},
	{old: "NewGenWithHWAF", how: left, note: "use NewGenerator with Options.Node"},
	{old: "NewGenWithOptions", how: left, note: "use NewGenerator with Options.Now, Options.Rand and Options.Node"},
}

// superset describes this library in a move to the standard package. A name that both packages
// declare keeps its spelling and moves to the standard package. A name that is not in the list stays
// in this library.
var superset = &library{
	name:  "uuidx",
	from:  differences.Here,
	paths: []string{ours},
	rules: expand([]rule{
		{
			old: "UUID Nil Max New NewV4 NewV7 Parse MustParse UUID.String UUID.AppendText " +
				"UUID.MarshalText UUID.UnmarshalText " +
				"UUID.Compare",
			how: same,
			new: "=",
		},
		{old: "UUID.IsNil UUID.IsZero", how: called(isNil), new: "Nil Nil"},
		{old: "Valid", how: helped, new: "validUUID"},
	}),
	others: "the standard package has no counterpart",
}

// expand returns a list of rules with one rule for each name.
func expand(list []rule) []rule {
	var all []rule
	for _, r := range list {
		names, news := strings.Fields(r.old), strings.Fields(r.new)
		for i, name := range names {
			one := rule{old: name, how: r.how, new: r.new, note: r.note}
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
	return rule{old: name, how: left, note: l.others}
}

// moves reports whether a target type replaces the library's type.
func (l *library) moves(typeName string) bool { return l.rule(typeName).new != "" }
