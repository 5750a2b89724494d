package main

import (
	"fmt"
	"iter"

	"github.com/seed-8298af95/uuid"
)

// A layout describes the 128 bits of a UUID version.
type layout struct {
	meaning    string
	timeFormat string     // layout for time.Format with the version's precision; "" if there is no time
	words      [2][]field // fields in the high and the low 64 bits
}

// A field is a sequence of bits with a name from RFC 9562 or, for version 2, from DCE 1.1.
type field struct {
	name string
	bits int

	// as returns the value of the bits, which is a number or a string, and a remark to print after
	// it. If as is nil, the value is the bits in hexadecimal.
	as func(bits uint64) (value any, remark string)
}

const (
	formatTick  = "2006-01-02T15:04:05.0000000Z07:00" // 100 ns
	formatMilli = "2006-01-02T15:04:05.000Z07:00"
)

// Several versions have these fields.
var (
	ver      = field{"ver", 4, nil}
	variant  = field{"var", 2, nil}
	clockSeq = field{"clock_seq", 14, decimal}
	node     = field{"node", 48, nodeID}
)

// layouts contains the layout of each RFC 9562 version. The index is the version number.
var layouts = [...]layout{
	0: {meaning: "unused"},
	1: {"Gregorian time", formatTick, [2][]field{
		{{"time_low", 32, nil}, {"time_mid", 16, nil}, ver, {"time_high", 12, nil}},
		{variant, clockSeq, node},
	}},
	2: {"DCE Security", "", [2][]field{
		{{"local_id", 32, decimal}, {"time_mid", 16, nil}, ver, {"time_high", 12, nil}},
		{variant, {"clock_seq", 6, decimal}, {"domain", 8, domain}, node},
	}},
	3: {"MD5 of a name", "", around("md5_high", "md5_mid", "md5_low")},
	4: {"random", "", around("random_a", "random_b", "random_c")},
	5: {"SHA-1 of a name", "", around("sha1_high", "sha1_mid", "sha1_low")},
	6: {"Gregorian time, reordered", formatTick, [2][]field{
		{{"time_high", 32, nil}, {"time_mid", 16, nil}, ver, {"time_low", 12, nil}},
		{variant, clockSeq, node},
	}},
	7: {"Unix time", formatMilli, [2][]field{
		{{"unix_ts_ms", 48, decimal}, ver, {"rand_a", 12, nil}},
		{variant, {"rand_b", 62, nil}},
	}},
	8: {"custom", "", around("custom_a", "custom_b", "custom_c")},
}

// around returns the fields of a version that has only three parts around the version and variant.
func around(a, b, c string) [2][]field {
	return [2][]field{{{a, 48, nil}, ver, {b, 12, nil}}, {variant, {c, 62, nil}}}
}

// layoutOf returns the layout of u. The layout has no fields if neither RFC 9562 nor DCE 1.1 defines any.
func layoutOf(u uuid.UUID) layout {
	switch v := u.Variant(); {
	case u.IsNil(): // first, because the bits of Nil and Max also match a variant
		return layout{meaning: "the Nil UUID"}
	case u == uuid.Max():
		return layout{meaning: "the Max UUID"}
	case v == uuid.VariantNCS:
		return layout{meaning: "Apollo NCS backward compatibility"}
	case v == uuid.VariantMicrosoft:
		return layout{meaning: "Microsoft backward compatibility"}
	case v == uuid.VariantRFC9562 && int(u.Version()) < len(layouts):
		return layouts[u.Version()]
	}
	return layout{meaning: "reserved for future definition"}
}

// fields returns the fields of u in order, each with its bits.
func (l layout) fields(u uuid.UUID) iter.Seq2[field, uint64] {
	return func(yield func(field, uint64) bool) {
		hi, lo := u.Uint64s()
		for i, word := range [2]uint64{hi, lo} {
			for _, f := range l.words[i] {
				if !yield(f, word>>(64-f.bits)) {
					return
				}
				word <<= f.bits
			}
		}
	}
}

// value returns the value that the bits of f encode.
func (f field) value(bits uint64) any {
	if f.as == nil {
		return f.number(bits)
	}
	value, _ := f.as(bits)
	return value
}

// appendText appends the bits and the value of f for people to read. If the length of f is
// not a multiple of 4 bits, it also prints the first bits in binary and the rest in hexadecimal, as
// the tables in appendix A of RFC 9562 do: 0b11, 0x3c8 = 0x33c8.
func (f field) appendText(b []byte, bits uint64) []byte {
	b = fmt.Appendf(b, "%2d bits  ", f.bits)
	if digits, lead := f.bits/4, f.bits%4; digits > 0 && lead > 0 {
		b = fmt.Appendf(b, "0b%0*b, 0x%0*x = ", lead, bits>>(4*digits), digits, bits&(1<<(4*digits)-1))
	}
	b = append(b, f.number(bits)...)
	if f.as == nil {
		return b
	}
	value, remark := f.as(bits)
	return fmt.Append(b, " = ", value, remark)
}

// number returns the bits in hexadecimal, or in binary if f has fewer than 4 bits.
func (f field) number(bits uint64) string {
	if f.bits < 4 {
		return fmt.Sprintf("0b%0*b", f.bits, bits)
	}
	return fmt.Sprintf("0x%0*x", (f.bits+3)/4, bits)
}

func decimal(bits uint64) (any, string) { return bits, "" }

func domain(bits uint64) (any, string) { return uuid.Domain(bits).String(), "" }

func nodeID(bits uint64) (any, string) {
	last := uuid.FromUint64s(0, bits)
	node := uuid.Node(last[10:])
	if node[0]&1 == 0 {
		return node.String(), ", unicast: may be a MAC"
	}
	return node.String(), ", multicast: random"
}
