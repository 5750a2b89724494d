package main

import (
	"fmt"
	"strconv"

	"github.com/seed-8298af95/uuid"
)

// A layout is what a version makes of the 128 bits.
type layout struct {
	meaning    string
	timeFormat string     // with the digits that its unit of time has
	words      [2][]field // of the first and the last 64 bits
}

// A field is a number of bits under the name that the figures of RFC 9562 give
// it; those of version 2 are DCE's.
type field struct {
	name string
	bits int

	// read returns what the bits stand for, as a JSON value and for people.
	// Nil is nothing but a number in hexadecimal.
	read func(bits uint64) (value any, text string)
}

const (
	formatTick  = "2006-01-02T15:04:05.0000000Z07:00" // 100 ns
	formatMilli = "2006-01-02T15:04:05.000Z07:00"
)

// Fields of several versions.
var (
	ver      = field{"ver", 4, nil}
	variant  = field{"var", 2, nil}
	clockSeq = field{"clock_seq", 14, readDecimal}
	node     = field{"node", 48, readNode}
)

// layouts are those of the versions of RFC 9562, by number.
var layouts = [...]layout{
	0: {meaning: "unused"},
	1: {"Gregorian time", formatTick, [2][]field{
		{{"time_low", 32, nil}, {"time_mid", 16, nil}, ver, {"time_high", 12, nil}},
		{variant, clockSeq, node},
	}},
	2: {"DCE Security", "", [2][]field{
		{{"local_id", 32, readDecimal}, {"time_mid", 16, nil}, ver, {"time_high", 12, nil}},
		{variant, {"clock_seq", 6, readDecimal}, {"domain", 8, readDomain}, node},
	}},
	3: {"MD5 of a name", "", [2][]field{
		{{"md5_high", 48, nil}, ver, {"md5_mid", 12, nil}},
		{variant, {"md5_low", 62, nil}},
	}},
	4: {"random", "", [2][]field{
		{{"random_a", 48, nil}, ver, {"random_b", 12, nil}},
		{variant, {"random_c", 62, nil}},
	}},
	5: {"SHA-1 of a name", "", [2][]field{
		{{"sha1_high", 48, nil}, ver, {"sha1_mid", 12, nil}},
		{variant, {"sha1_low", 62, nil}},
	}},
	6: {"Gregorian time, reordered", formatTick, [2][]field{
		{{"time_high", 32, nil}, {"time_mid", 16, nil}, ver, {"time_low", 12, nil}},
		{variant, clockSeq, node},
	}},
	7: {"Unix time", formatMilli, [2][]field{
		{{"unix_ts_ms", 48, readDecimal}, ver, {"rand_a", 12, nil}},
		{variant, {"rand_b", 62, nil}},
	}},
	8: {"custom", "", [2][]field{
		{{"custom_a", 48, nil}, ver, {"custom_b", 12, nil}},
		{variant, {"custom_c", 62, nil}},
	}},
}

// layoutOf returns the layout of u. Only a version of RFC 9562 has fields.
func layoutOf(u uuid.UUID) layout {
	switch {
	case u.IsNil():
		return layout{meaning: "the Nil UUID"}
	case u.IsMax():
		return layout{meaning: "the Max UUID"}
	}
	switch u.Variant() {
	case uuid.VariantNCS:
		return layout{meaning: "Apollo NCS backward compatibility"}
	case uuid.VariantMicrosoft:
		return layout{meaning: "Microsoft backward compatibility"}
	case uuid.VariantRFC9562:
		if v := int(u.Version()); v < len(layouts) {
			return layouts[v]
		}
	}
	return layout{meaning: "reserved for future definition"}
}

// facts returns what the fields of u hold.
func (l layout) facts(u uuid.UUID) []fact {
	var facts []fact
	hi, lo := u.Uint64s()
	for i, word := range []uint64{hi, lo} {
		for _, f := range l.words[i] {
			facts = append(facts, f.fact(word>>(64-f.bits)))
			word <<= f.bits
		}
	}
	return facts
}

// fact returns what f holds when it has the given bits. The text begins as in
// the tables of RFC 9562's appendix: bits that are less than a digit are in
// binary and stand before the others.
func (f field) fact(bits uint64) fact {
	digits, lead := f.bits/4, f.bits%4
	number := fmt.Sprintf("0x%0*x", (f.bits+3)/4, bits)
	text := number
	if lead > 0 {
		text = fmt.Sprintf("0b%0*b", lead, bits>>(4*digits))
		if digits == 0 {
			number = text
		} else {
			text += fmt.Sprintf(", 0x%0*x = %s", digits, bits&(1<<(4*digits)-1), number)
		}
	}
	value := any(number)
	if f.read != nil {
		meaning := ""
		value, meaning = f.read(bits)
		text += " = " + meaning
	}
	return fact{f.name, value, fmt.Sprintf("%2d bits  %s", f.bits, text)}
}

func readDecimal(bits uint64) (any, string) { return bits, strconv.FormatUint(bits, 10) }

func readDomain(bits uint64) (any, string) {
	name := uuid.Domain(bits).String()
	return name, name
}

func readNode(bits uint64) (any, string) {
	last := uuid.FromUint64s(0, bits)
	node := uuid.Node(last[10:])
	if node[0]&1 == 0 {
		return node.String(), node.String() + ", unicast: may be a MAC"
	}
	return node.String(), node.String() + ", multicast: random"
}
