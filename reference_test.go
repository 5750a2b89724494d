// Proves the layouts of all versions with slow but obvious references, which other files use too.
package uuid_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// layouts lists the forms that Parse accepts. An x stands for a hexadecimal digit, and all other
// bytes are literal.
var layouts = [...]string{
	uuid.Canonical: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
	uuid.Compact:   "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	uuid.Braced:    "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}",
	uuid.URN:       "urn:uuid:xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
}

// referenceParse returns the expected result of Parse, which is a UUID or an error's offset and
// reason. The offset is the position of the first difference between s and its layout.
func referenceParse(s string) (u uuid.UUID, offset int, reason string) {
	for _, layout := range layouts {
		if len(s) == len(layout) {
			return referenceForm(layout, s)
		}
	}
	return u, len(s), "invalid length"
}

// referenceForm is like referenceParse for a single layout.
func referenceForm(layout, s string) (u uuid.UUID, offset int, reason string) {
	if len(s) != len(layout) {
		return u, len(s), "invalid length"
	}
	var digits []byte
	for i := range len(s) {
		isDigit := strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0
		isSame := strings.EqualFold(s[i:i+1], layout[i:i+1])
		switch {
		case layout[i] == 'x' && isDigit:
			digits = append(digits, s[i])
		case layout[i] == 'x':
			return uuid.UUID{}, i, "invalid hexadecimal digit"
		case isSame:
		case layout[i] == '-':
			return uuid.UUID{}, i, "missing dash"
		case layout[i] == '{':
			return uuid.UUID{}, i, "missing opening brace"
		case layout[i] == '}':
			return uuid.UUID{}, i, "missing closing brace"
		default:
			return uuid.UUID{}, i, "missing urn:uuid: prefix"
		}
	}
	if _, err := hex.Decode(u[:], digits); err != nil {
		panic(err)
	}
	return u, 0, ""
}

// prefixPattern is the pattern for prefixes in the TypeID specification.
var prefixPattern = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

// slowTypeID returns the TypeID with the given prefix and UUID.
func slowTypeID(prefix string, u uuid.UUID) string {
	text := slowNumeral(new(big.Int).SetBytes(u[:]), typeIDDigits, 26)
	if prefix == "" { // "If the prefix is empty, the separator is omitted."
		return text
	}
	return prefix + "_" + text
}

// slowParseTypeID returns the prefix and the UUID of a TypeID. It reports whether s is valid
// according to the specification.
func slowParseTypeID(s string) (prefix string, u uuid.UUID, ok bool) {
	prefix, digits := splitTypeID(s)
	if !prefixPattern.MatchString(prefix) || s != digits && prefix == "" || len(digits) != 26 {
		return "", u, false
	}
	u, _, reason := slowNumber(digits, typeIDDigits)
	if reason != "" {
		return "", u, false
	}
	return prefix, u, true
}

const typeIDDigits = "0123456789abcdefghjkmnpqrstvwxyz"

// splitTypeID splits s at its last underscore.
func splitTypeID(s string) (prefix, digits string) {
	if i := strings.LastIndex(s, "_"); i >= 0 {
		return s[:i], s[i+1:]
	}
	return "", s
}

// referenceParseID returns the expected result of ParseID for a T with the given prefix, which is a
// UUID or an error's offset and reason.
func referenceParseID(prefix, s string) (u uuid.UUID, offset int, reason string) {
	if p, u, ok := slowParseTypeID(s); ok && p == prefix {
		return u, 0, ""
	}
	start := strings.TrimPrefix(prefix+"_", "_")
	if digits, ok := strings.CutPrefix(s, start); ok && len(digits) == 26 {
		u, offset, reason = slowNumber(digits, typeIDDigits)
		return u, len(start) + offset, reason
	}
	if p, _ := splitTypeID(s[:min(len(s), 90)]); p != prefix { // a TypeID has at most 90 bytes
		return u, 0, "wrong prefix"
	}
	return u, len(s), "invalid length"
}

const (
	decimalDigits   = "0123456789"
	crockfordDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	bitcoinDigits   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base64Digits    = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// slowEncode is the reference for [uuid.Encoding.Encode].
func slowEncode(e uuid.Encoding, u uuid.UUID) string {
	n := new(big.Int).SetBytes(u[:])
	hex := fmt.Sprintf("%032x", n)
	canonical := strings.Join([]string{hex[:8], hex[8:12], hex[12:16], hex[16:20], hex[20:]}, "-")
	switch e {
	case uuid.Canonical:
		return canonical
	case uuid.Compact:
		return hex
	case uuid.Braced:
		return "{" + canonical + "}"
	case uuid.URN:
		return "urn:uuid:" + canonical
	case uuid.Decimal:
		return n.String()
	case uuid.OID:
		return "2.25." + n.String()
	case uuid.Base32:
		return slowNumeral(n, crockfordDigits, 26)
	case uuid.Base58:
		return slowNumeral(n, bitcoinDigits, 22)
	default:
		return base64.RawURLEncoding.EncodeToString(u[:])
	}
}

// slowNumeral writes n in positional notation with the given digits, padded to length.
func slowNumeral(n *big.Int, digits string, length int) string {
	text := make([]byte, length)
	radix, digit := big.NewInt(int64(len(digits))), new(big.Int)
	for i := length - 1; i >= 0; i-- {
		n, digit = new(big.Int).DivMod(n, radix, digit)
		text[i] = digits[digit.Int64()]
	}
	return string(text)
}

// slowDecode is the reference for [uuid.Encoding.Decode]. The reason is empty if s is valid.
func slowDecode(e uuid.Encoding, s string) (u uuid.UUID, offset int, reason string) {
	switch e {
	case uuid.Canonical, uuid.Compact, uuid.Braced, uuid.URN:
		return referenceForm(layouts[e], s)
	case uuid.OID:
		const prefix = "2.25."
		if len(s) <= len(prefix) || len(s) > len(prefix)+39 {
			return u, len(s), "invalid length"
		}
		for i := range prefix {
			if s[i] != prefix[i] {
				return u, i, "missing 2.25. prefix"
			}
		}
		u, offset, reason = slowDecode(uuid.Decimal, s[len(prefix):])
		return u, offset + len(prefix), reason
	case uuid.Decimal:
		switch {
		case len(s) == 0 || len(s) > 39:
			return u, len(s), "invalid length"
		case len(s) > 1 && s[0] == '0':
			return u, 0, "leading zero"
		}
		return slowNumber(s, decimalDigits)
	case uuid.Base32:
		if len(s) != 26 {
			return u, len(s), "invalid length"
		}
		return slowNumber(readCrockford(s), crockfordDigits)
	case uuid.Base58:
		if len(s) != 22 {
			return u, len(s), "invalid length"
		}
		return slowNumber(s, bitcoinDigits)
	default:
		if len(s) != 22 {
			return u, len(s), "invalid length"
		}
		for i := range len(s) {
			if !strings.Contains(base64Digits, s[i:i+1]) {
				return u, i, "invalid digit"
			}
		}
		b, err := base64.RawURLEncoding.Strict().DecodeString(s)
		if err != nil {
			return u, len(s) - 1, "non-zero trailing bits"
		}
		return uuid.UUID(b), 0, ""
	}
}

// slowNumber parses a number in positional notation with the given digits. An overflow is reported
// at the first digit that makes the number too large even if only zeros follow.
func slowNumber(s, digits string) (u uuid.UUID, offset int, reason string) {
	least := func(count int) *big.Int {
		n, radix := new(big.Int), big.NewInt(int64(len(digits)))
		for i := range len(s) {
			n.Mul(n, radix)
			if i < count {
				n.Add(n, big.NewInt(int64(strings.IndexByte(digits, s[i]))))
			}
		}
		return n
	}
	valid := len(s) - len(strings.TrimLeft(s, digits))
	if least(valid).BitLen() > 128 {
		for least(offset+1).BitLen() <= 128 {
			offset++
		}
		return u, offset, "more than 128 bits"
	}
	if valid < len(s) {
		return u, valid, "invalid digit"
	}
	least(valid).FillBytes(u[:])
	return u, 0, ""
}

// A bitField is the name and the width of a field in a UUID.
type bitField struct {
	name string
	bits int
}

// bitLayouts lists the fields of each version in RFC 9562 section 5, from the most significant bit
// on. DCE 1.1, Authentication and Security Services, defines version 2. For versions 3 and 5, see
// slowName.
var bitLayouts = [...][]bitField{
	1: {
		{"time_low", 32},
		{"time_mid", 16},
		{"ver", 4},
		{"time_high", 12},
		{"var", 2},
		{"clock_seq", 14},
		{"node", 48},
	},
	2: {
		{"local_id", 32},
		{"time_mid", 16},
		{"ver", 4},
		{"time_high", 12},
		{"var", 2},
		{"clock_seq_high", 6},
		{"domain", 8},
		{"node", 48},
	},
	4: {{"random_a", 48}, {"ver", 4}, {"random_b", 12}, {"var", 2}, {"random_c", 62}},
	6: {
		{"time_high", 32},
		{"time_mid", 16},
		{"ver", 4},
		{"time_low", 12},
		{"var", 2},
		{"clock_seq", 14},
		{"node", 48},
	},
	7: {{"unix_ts_ms", 48}, {"ver", 4}, {"rand_a", 12}, {"var", 2}, {"rand_b", 62}},
	8: {{"custom_a", 48}, {"ver", 4}, {"custom_b", 12}, {"var", 2}, {"custom_c", 62}},
}

// referenceUUID returns a UUID with the given version and field values. The values do not include
// the ver and var fields.
func referenceUUID(version uuid.Version, values ...uint64) (u uuid.UUID) {
	bit := 0
	for _, field := range bitLayouts[version] {
		var value uint64
		switch field.name {
		case "ver":
			value = uint64(version)
		case "var":
			value = 0b10
		default:
			value, values = values[0], values[1:]
		}
		if value>>field.bits != 0 {
			panic(fmt.Sprintf("%#x has more than the %d bits of %s", value, field.bits, field.name))
		}
		for shift := field.bits - 1; shift >= 0; shift-- {
			u[bit/8] |= byte(value>>shift&1) << (7 - bit%8)
			bit++
		}
	}
	if bit != 128 || len(values) > 0 {
		panic(fmt.Sprintf("version %d: %d bits and %d values too many", version, bit, len(values)))
	}
	return u
}

// referenceFields returns the values of all fields of u except ver and var. It uses the layout of
// the given version, even if u has another version.
func referenceFields(version uuid.Version, u uuid.UUID) (values []uint64) {
	bit := 0
	for _, field := range bitLayouts[version] {
		var value uint64
		for range field.bits {
			value = value<<1 | uint64(u[bit/8]>>(7-bit%8)&1)
			bit++
		}
		if field.name != "ver" && field.name != "var" {
			values = append(values, value)
		}
	}
	return values
}

// nodeOf returns the low 48 bits of n as a node.
func nodeOf(n uint64) (node uuid.Node) {
	for i := range node {
		node[i] = byte(n >> (8 * (5 - i)))
	}
	return node
}

// TestReferenceLayouts checks that the package and the reference make the same UUIDs from random
// field values, and that the package decodes these UUIDs to the same values.
func TestReferenceLayouts(t *testing.T) {
	var random steadySource
	g := newGenerator(t, uuid.Options{Rand: &random}) // used only for version 4

	for version, check := range []func(t *testing.T, u uuid.UUID, values []uint64){
		1: func(t *testing.T, u uuid.UUID, values []uint64) {
			timeLow, timeMid, timeHigh := values[0], values[1], values[2]
			clockSeq, node := values[3], values[4]
			ticks := timeHigh<<48 | timeMid<<32 | timeLow
			checkGregorian(t, u, 1, gregorianTime(ticks), uint16(clockSeq), nodeOf(node))
			v6 := referenceUUID(6, ticks>>28, ticks>>12&0xffff, ticks&0xfff, clockSeq, node)
			wantUUID(t, "V1ToV6", must(t)(uuid.V1ToV6(u)), v6)
		},
		2: func(t *testing.T, u uuid.UUID, values []uint64) {
			localID, domain, node := uint32(values[0]), uuid.Domain(values[4]), nodeOf(values[5])
			if gotDomain, gotID, ok := u.DCE(); gotDomain != domain || gotID != localID || !ok {
				t.Errorf("%v: DCE() = %v, %d, %t; want %v, %d",
					u, gotDomain, gotID, ok, domain, localID)
			}
			if got, ok := u.Node(); got != node || !ok {
				t.Errorf("%v: Node() = %v, %t; want %v", u, got, ok, node)
			}
			// NewV2 must take the other fields from the same time as NewV1. These fields change
			// only every seven minutes, so they match the UUID before or the UUID after.
			of := func(v1 uuid.UUID) uuid.UUID {
				fields := referenceFields(1, v1)
				timeMid, timeHigh, clockSeq, node := fields[1], fields[2], fields[3], fields[4]
				return referenceUUID(
					2, uint64(localID), timeMid, timeHigh, clockSeq>>8, uint64(domain), node,
				)
			}
			before, got, after := uuid.NewV1(), uuid.NewV2(domain, localID), uuid.NewV1()
			if got != of(before) && got != of(after) {
				t.Errorf("NewV2(%v, %d) = %v, want %v", domain, localID, got, of(before))
			}
		},
		4: func(t *testing.T, u uuid.UUID, _ []uint64) {
			random = steadySource(unstamp(u))
			wantUUID(t, "NewV4", must(t)(g.NewV4()), u)
		},
		6: func(t *testing.T, u uuid.UUID, values []uint64) {
			timeHigh, timeMid, timeLow := values[0], values[1], values[2]
			clockSeq, node := values[3], values[4]
			ticks := timeHigh<<28 | timeMid<<12 | timeLow
			at := gregorianTime(ticks)
			checkGregorian(t, u, 6, at, uint16(clockSeq), nodeOf(node))
			v1 := referenceUUID(1, ticks&0xffff_ffff, ticks>>32&0xffff, ticks>>48, clockSeq, node)
			wantUUID(t, "V6ToV1", must(t)(uuid.V6ToV1(u)), v1)
			// the first and the last nanosecond of the tick
			for _, at := range []time.Time{at, at.Add(99)} {
				wantUUID(
					t, "MinV6", uuid.MinV6(at), referenceUUID(6, timeHigh, timeMid, timeLow, 0, 0),
				)
				wantUUID(
					t, "MaxV6", uuid.MaxV6(at),
					referenceUUID(6, timeHigh, timeMid, timeLow, 1<<14-1, 1<<48-1),
				)
			}
		},
		7: func(t *testing.T, u uuid.UUID, values []uint64) {
			unixTSMs, randA, randB := values[0], values[1], values[2]
			at := time.UnixMilli(int64(unixTSMs)).UTC()
			checkV7(t, u, at)
			for _, at := range []time.Time{at, at.Add(time.Millisecond - 1)} {
				wantUUID(t, "MinV7", uuid.MinV7(at), referenceUUID(7, unixTSMs, 0, 0))
				wantUUID(t, "MaxV7", uuid.MaxV7(at), referenceUUID(7, unixTSMs, 1<<12-1, 1<<62-1))
			}

			// rand_a is the fraction of the millisecond, as in RFC 9562 section 6.2, method 3.
			ns := 1 + randB%(1e6-1)
			fraction := ns * 4096 / 1e6
			now := at.Add(time.Duration(ns))
			v7At := must(t)(uuid.NewV7At(now))
			wantUUID(
				t, "NewV7At", v7At,
				referenceUUID(7, unixTSMs, fraction, referenceFields(7, v7At)[2]),
			)

			// The next 8 bits are a counter with a random start, which carries into the fraction.
			count, rest := randA&0xff, randB&(1<<54-1)
			drawn := steadySource(uuid.FromUint64s(0, count<<56|rest))
			precise := newGenerator(t, uuid.Options{
				Now:  func() time.Time { return now },
				Rand: drawn,
			})
			for i := range uint64(2) {
				number := fraction<<8 + count + i
				if ms := unixTSMs + number>>20; ms < 1<<48 {
					want := referenceUUID(7, ms, number>>8&0xfff, number&0xff<<54|rest)
					wantUUID(t, "V7Precise", must(t)(precise.NewV7()), want)
				}
			}
		},
		8: func(t *testing.T, u uuid.UUID, values []uint64) {
			customA, customB, customC := values[0], values[1], values[2]
			wantUUID(t, "NewV8", uuid.NewV8(unstamp(u)), u)
			wantUUID(
				t, "NewV8Fields", must(t)(uuid.NewV8Fields(customA, uint16(customB), customC)), u,
			)
		},
	} {
		if check == nil {
			continue
		}
		version := uuid.Version(version)
		t.Run(fmt.Sprintf("v%d", version), func(t *testing.T) {
			t.Parallel()
			r := newRand()
			for range uuid.Sized(10_000, 1_000_000) {
				values := referenceFields(version, randomUUID(r))
				u := referenceUUID(version, values...)
				if u.Version() != version || u.Variant() != uuid.VariantRFC9562 {
					t.Errorf("%v: version %d, variant %v", u, u.Version(), u.Variant())
				}
				check(t, u, values)
				if t.Failed() {
					t.Fatalf("%#x", values)
				}
			}
		})
	}
}
