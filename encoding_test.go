package uuid_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

var encodings = []struct {
	name     string
	encoding uuid.Encoding
	sorts    bool // as the UUIDs do

	// read turns a text into the one that it is read as.
	read func(string) string

	ofNil, ofExample, ofMax string
}{
	{
		"Canonical", uuid.Canonical, true, strings.ToLower,
		"00000000-0000-0000-0000-000000000000",
		canonicalText,
		"ffffffff-ffff-ffff-ffff-ffffffffffff",
	}, {
		"Compact", uuid.Compact, true, strings.ToLower,
		"00000000000000000000000000000000",
		compactText,
		"ffffffffffffffffffffffffffffffff",
	}, {
		"Braced", uuid.Braced, true, strings.ToLower,
		"{00000000-0000-0000-0000-000000000000}",
		bracedText,
		"{ffffffff-ffff-ffff-ffff-ffffffffffff}",
	}, {
		"URN", uuid.URN, true, strings.ToLower,
		"urn:uuid:00000000-0000-0000-0000-000000000000",
		urnText,
		"urn:uuid:ffffffff-ffff-ffff-ffff-ffffffffffff",
	}, {
		"Decimal", uuid.Decimal, false, exactly,
		"0",
		"329800735698586629295641978511506172918",
		"340282366920938463463374607431768211455",
	}, {
		"OID", uuid.OID, false, exactly,
		"2.25.0",
		"2.25.329800735698586629295641978511506172918",
		"2.25.340282366920938463463374607431768211455",
	}, {
		"Base32", uuid.Base32, true, readCrockford,
		"00000000000000000000000000",
		"7R3N7TWZFC278AES80M34HWTZP",
		"7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
	}, {
		"Base58", uuid.Base58, true, exactly,
		"1111111111111111111111",
		"Xe22UfxT3rxcKJEAfL5373",
		"YcVfxkQb6JRzqk5kF2tNLv",
	}, {
		"Base64URL", uuid.Base64URL, false, exactly,
		"AAAAAAAAAAAAAAAAAAAAAA",
		"-B1Prn3sEdCnZQCgyR5r9g",
		"_____________________w",
	},
}

func exactly(s string) string { return s }

// readCrockford goes by bytes: strings.ToUpper makes an I of a dotless i.
func readCrockford(s string) string {
	const (
		from = "OoIiLlabcdefghjkmnpqrstvwxyz"
		to   = "001111ABCDEFGHJKMNPQRSTVWXYZ"
	)
	b := []byte(s)
	for i, c := range b {
		if j := strings.IndexByte(from, c); j >= 0 {
			b[i] = to[j]
		}
	}
	return string(b)
}

// edgeUUIDs returns Nil, Max, the single bits, and what is next to a power of
// a radix, where a digit more begins.
func edgeUUIDs() []uuid.UUID {
	us := append(singleBits(), uuid.Nil(), example, uuid.Max())
	for _, radix := range []int64{10, 32, 58, 64} {
		for n := big.NewInt(radix); n.BitLen() <= 128; n = new(big.Int).Mul(n, big.NewInt(radix)) {
			for delta := range int64(3) {
				var u uuid.UUID
				new(big.Int).Add(n, big.NewInt(delta-1)).FillBytes(u[:])
				us = append(us, u)
			}
		}
	}
	return us
}

func TestEncodingTexts(t *testing.T) {
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			for _, tt := range []struct {
				u    uuid.UUID
				text string
			}{
				{uuid.Nil(), form.ofNil},
				{example, form.ofExample},
				{uuid.Max(), form.ofMax},
			} {
				if got := slowEncode(form.encoding, tt.u); got != tt.text {
					t.Errorf("slowEncode(%v) = %q, want %q", tt.u, got, tt.text)
				}
				if got := form.encoding.Encode(tt.u); got != tt.text {
					t.Errorf("Encode(%v) = %q, want %q", tt.u, got, tt.text)
				}
				if got, err := form.encoding.Decode(tt.text); got != tt.u || err != nil {
					t.Errorf("Decode(%q) = %v, %v; want %v", tt.text, got, err, tt.u)
				}
			}
		})
	}
}

func TestEncodingAppend(t *testing.T) {
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			checkAppend(t, "Append", func(b []byte) ([]byte, error) {
				return form.encoding.Append(b, example), nil
			}, []byte(form.ofExample))
		})
	}
}

func TestEncodingRoundTrip(t *testing.T) {
	count := uuid.Sized(10_000, 1_000_000)
	const sample = 500 // one in so many is compared to slowEncode
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			r := newRand()
			edges := edgeUUIDs()
			for i := range len(edges) + count {
				u := randomUUID(r)
				if i < len(edges) {
					u = edges[i]
				}
				text := form.encoding.Encode(u)
				if i < len(edges) || i%sample == 0 {
					if want := slowEncode(form.encoding, u); text != want {
						t.Fatalf("Encode(%v) = %q, want %q", u, text, want)
					}
				}
				if v, err := form.encoding.Decode(text); v != u || err != nil {
					t.Fatalf("Decode(%q) = %v, %v; want %v", text, v, err, u)
				}
			}
		})
	}
}

func TestEncodingOrder(t *testing.T) {
	r := newRand()
	us := edgeUUIDs()
	for range 10_000 {
		us = append(us, randomUUID(r))
	}
	slices.SortFunc(us, uuid.UUID.Compare)
	us = slices.Compact(us)
	for _, form := range encodings {
		if !form.sorts {
			continue
		}
		t.Run(form.name, func(t *testing.T) {
			for i := 1; i < len(us); i++ {
				before, after := form.encoding.Encode(us[i-1]), form.encoding.Encode(us[i])
				if before >= after {
					t.Fatalf("%q does not sort before %q", before, after)
				}
			}
		})
	}
}

// TestEncodingMutations decodes every text that differs by one byte changed,
// inserted or left out from one that is valid. What is accepted has to be
// another spelling of what it is read as.
func TestEncodingMutations(t *testing.T) {
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			check := func(s string) {
				t.Helper()
				got, err := form.encoding.Decode(s)
				want, offset, reason := slowDecode(form.encoding, s)
				switch {
				case reason != "":
					checkParseError(t, err, s, offset, reason)
					if !got.IsNil() {
						t.Errorf("Decode(%q) = %v with an error", s, got)
					}
				case got != want || err != nil:
					t.Errorf("Decode(%q) = %v, %v; want %v", s, got, err, want)
				case form.encoding.Encode(got) != form.read(s):
					t.Errorf("Decode(%q) = %v, the text of which is %q", s, got, form.encoding.Encode(got))
				}
				if t.Failed() {
					t.FailNow()
				}
			}
			texts := []string{form.ofExample, form.ofNil, form.ofMax}
			if uuid.RaceEnabled {
				texts = texts[:1]
			}
			for _, text := range texts {
				check(text)
				check(strings.ToUpper(text))
				for i := range len(text) + 1 {
					for c := range 256 {
						check(text[:i] + string([]byte{byte(c)}) + text[i:])
					}
				}
				for i := range len(text) {
					check(text[:i] + text[i+1:])
					for c := range 256 {
						check(text[:i] + string([]byte{byte(c)}) + text[i+1:])
					}
				}
			}
		})
	}
}

func TestDecodeErrors(t *testing.T) {
	const (
		length   = "invalid length"
		hex      = "invalid hexadecimal digit"
		dash     = "missing dash"
		digit    = "invalid digit"
		zero     = "leading zero"
		overflow = "more than 128 bits"
		trailing = "non-zero trailing bits"
		oid      = "missing 2.25. prefix"
		urn      = "missing urn:uuid: prefix"
		opening  = "missing opening brace"
		closing  = "missing closing brace"
	)
	long := strings.Repeat("1", 1000)
	for _, tt := range []struct {
		name     string
		encoding uuid.Encoding
		text     string
		offset   int
		reason   string
	}{
		{"Canonical empty", uuid.Canonical, "", 0, length},
		{"Canonical short", uuid.Canonical, "f81d4fae-7dec-11d0-a765-00a0c91e6bf", 35, length},
		{"Canonical long", uuid.Canonical, "f81d4fae-7dec-11d0-a765-00a0c91e6bf60", 37, length},
		{"Canonical very long", uuid.Canonical, long, 1000, length},
		{"Canonical compact", uuid.Canonical, compactText, 32, length},
		{"Canonical braced", uuid.Canonical, bracedText, 38, length},
		{"Canonical URN", uuid.Canonical, urnText, 45, length},
		{"Canonical no dash", uuid.Canonical, "f81d4fae-7dec-11d00a765-00a0c91e6bf6", 18, dash},
		{"Canonical dash late", uuid.Canonical, "f81d4fae7-dec-11d0-a765-00a0c91e6bf6", 8, dash},
		{"Canonical digit g", uuid.Canonical, "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", 35, hex},
		{"Canonical space around", uuid.Canonical, " 81d4fae-7dec-11d0-a765-00a0c91e6bf ", 0, hex},
		{"Canonical newline", uuid.Canonical, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n", 37, length},
		{"Canonical full-width digit", uuid.Canonical, "f81d4fae-7dec-11d0-a765-00a0c91e6\uff16", 33, hex},
		{"Compact short", uuid.Compact, "f81d4fae7dec11d0a76500a0c91e6bf", 31, length},
		{"Compact long", uuid.Compact, "f81d4fae7dec11d0a76500a0c91e6bf60", 33, length},
		{"Compact canonical", uuid.Compact, canonicalText, 36, length},
		{"Compact dash", uuid.Compact, "f81d4fae-7dec11d0a76500a0c91e6bf", 8, hex},
		{"Compact space", uuid.Compact, "f81d4fae7dec11d0a76500a0c91e6bf ", 31, hex},
		{"Compact Arabic digit", uuid.Compact, "\u0668\u06681d4fae7dec11d0a76500a0c91e6bf6"[:32], 0, hex},
		{"Braced canonical", uuid.Braced, canonicalText, 36, length},
		{"Braced other braces", uuid.Braced, "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 0, opening},
		{"Braced unclosed", uuid.Braced, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf60", 37, closing},
		{"Braced unclosed and short", uuid.Braced, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 37, length},
		{"Braced digit", uuid.Braced, "{g81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 1, hex},
		{"Braced dash", uuid.Braced, "{f81d4fae-7dec-11d0-a765_00a0c91e6bf6}", 24, dash},
		{"URN canonical", uuid.URN, canonicalText, 36, length},
		{"URN GUID", uuid.URN, "urn:guid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 4, urn},
		{"URN control character for colon", uuid.URN, "urn\x1auuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 3, urn},
		{"URN digit", uuid.URN, "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bfG", 44, hex},
		{"URN dash", uuid.URN, "urn:uuid:f81d4fae07dec-11d0-a765-00a0c91e6bf6", 17, dash},

		{"Decimal empty", uuid.Decimal, "", 0, length},
		{"Decimal 40 digits", uuid.Decimal, "1000000000000000000000000000000000000000", 40, length},
		{"Decimal very long", uuid.Decimal, long, 1000, length},
		{"Decimal two zeros", uuid.Decimal, "00", 0, zero},
		{"Decimal leading zero", uuid.Decimal, "0329800735698586629295641978511506172918"[:39], 0, zero},
		{"Decimal leading zero before garbage", uuid.Decimal, "0x", 0, zero},
		{"Decimal sign", uuid.Decimal, "+1", 0, digit},
		{"Decimal minus", uuid.Decimal, "-1", 0, digit},
		{"Decimal exponent", uuid.Decimal, "1e9", 1, digit},
		{"Decimal separator", uuid.Decimal, "1_000", 1, digit},
		{"Decimal hexadecimal", uuid.Decimal, "1a", 1, digit},
		{"Decimal space before", uuid.Decimal, " 1", 0, digit},
		{"Decimal newline after", uuid.Decimal, "1\n", 1, digit},
		{"Decimal NUL after", uuid.Decimal, "1\x00", 1, digit},
		{"Decimal full-width digit", uuid.Decimal, "1\uff12", 1, digit},
		{"Decimal 2^128", uuid.Decimal, "340282366920938463463374607431768211456", 38, overflow},
		{"Decimal above in the third digit", uuid.Decimal, "341000000000000000000000000000000000000", 2, overflow},
		{"Decimal above in the first digit", uuid.Decimal, "400000000000000000000000000000000000000", 0, overflow},
		{"Decimal above before garbage", uuid.Decimal, "35xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 1, overflow},
		{"Decimal garbage before above", uuid.Decimal, "34x999999999999999999999999999999999999", 2, digit},
		{"Decimal above 2^192", uuid.Decimal, "999999999999999999999999999999999999999", 0, overflow},

		{"OID empty", uuid.OID, "", 0, length},
		{"OID too long without prefix", uuid.OID, strings.Repeat("x", 1000), 1000, length},
		{"OID part of the prefix", uuid.OID, "2.25", 4, length},
		{"OID only the prefix", uuid.OID, "2.25.", 5, length},
		{"OID without prefix", uuid.OID, "329800735698586629295641978511506172918", 0, oid},
		{"OID other arc", uuid.OID, "2.26.1", 3, oid},
		{"OID leading dot", uuid.OID, ".2.25.1", 0, oid},
		{"OID URN", uuid.OID, "urn:oid:2.25.1", 0, oid},
		{"OID another arc below", uuid.OID, "2.25.1.2", 6, digit},
		{"OID leading zero", uuid.OID, "2.25.01", 5, zero},
		{"OID sign", uuid.OID, "2.25.+1", 5, digit},
		{"OID space", uuid.OID, "2.25. 1", 5, digit},
		{"OID Devanagari digit", uuid.OID, "2.25.\u0967", 5, digit},
		{"OID 40 digits", uuid.OID, "2.25.1000000000000000000000000000000000000000", 45, length},
		{"OID 2^128", uuid.OID, "2.25.340282366920938463463374607431768211456", 43, overflow},
		{"OID above in the first digit", uuid.OID, "2.25.900000000000000000000000000000000000000", 5, overflow},

		{"Base32 empty", uuid.Base32, "", 0, length},
		{"Base32 short", uuid.Base32, "7R3N7TWZFC278AES80M34HWTZ", 25, length},
		{"Base32 long", uuid.Base32, "07R3N7TWZFC278AES80M34HWTZP", 27, length},
		{"Base32 digit U", uuid.Base32, "7R3N7TWZFC278AES80M34HWTZU", 25, digit},
		{"Base32 digit u", uuid.Base32, "7u3N7TWZFC278AES80M34HWTZP", 1, digit},
		{"Base32 dash", uuid.Base32, "7R3N7-WZFC278AES80M34HWTZP", 5, digit},
		{"Base32 padding", uuid.Base32, "7R3N7TWZFC278AES80M34HWTZ=", 25, digit},
		{"Base32 space", uuid.Base32, " R3N7TWZFC278AES80M34HWTZP", 0, digit},
		{"Base32 full-width digit", uuid.Base32, "7R3N7TWZFC278AES80M34HW\uff11", 23, digit},
		{"Base32 dotless i", uuid.Base32, "7R3N7TWZFC278AES80M34HWT\u0131", 24, digit},
		{"Base32 2^128", uuid.Base32, "80000000000000000000000000", 0, overflow},
		{"Base32 above before garbage", uuid.Base32, "z!!!!!!!!!!!!!!!!!!!!!!!!!", 0, overflow},
		{"Base32 garbage before above", uuid.Base32, "!zzzzzzzzzzzzzzzzzzzzzzzzz", 0, digit},

		{"Base58 empty", uuid.Base58, "", 0, length},
		{"Base58 not padded", uuid.Base58, "1", 1, length},
		{"Base58 short", uuid.Base58, "Xe22UfxT3rxcKJEAfL537", 21, length},
		{"Base58 long", uuid.Base58, "1Xe22UfxT3rxcKJEAfL5373", 23, length},
		{"Base58 digit 0", uuid.Base58, "0e22UfxT3rxcKJEAfL5373", 0, digit},
		{"Base58 digit O", uuid.Base58, "XO22UfxT3rxcKJEAfL5373", 1, digit},
		{"Base58 digit I", uuid.Base58, "Xe2IUfxT3rxcKJEAfL5373", 3, digit},
		{"Base58 digit l", uuid.Base58, "Xe22UfxT3rxcKJEAfL537l", 21, digit},
		{"Base58 tab", uuid.Base58, "Xe22UfxT3rxcKJEAfL537\t", 21, digit},
		{"Base58 full-width digit", uuid.Base58, "Xe22UfxT3rxcKJEAfL5\uff13", 19, digit},
		{"Base58 2^128", uuid.Base58, "YcVfxkQb6JRzqk5kF2tNLw", 21, overflow},
		{"Base58 above in the first digit", uuid.Base58, "Z111111111111111111111", 0, overflow},
		{"Base58 above in the fourth digit", uuid.Base58, "YcVg111111111111111111", 3, overflow},
		{"Base58 above before garbage", uuid.Base58, "Yd00000000000000000000", 1, overflow},
		{"Base58 garbage before above", uuid.Base58, "Y0zzzzzzzzzzzzzzzzzzzz", 1, digit},

		{"Base64URL empty", uuid.Base64URL, "", 0, length},
		{"Base64URL short", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9", 21, length},
		{"Base64URL long", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9gA", 23, length},
		{"Base64URL padded", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9g==", 24, length},
		{"Base64URL newline after", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9g\n", 23, length},
		{"Base64URL newline between", uuid.Base64URL, "-B1Prn3sEdC\nZQCgyR5r9g", 11, digit},
		{"Base64URL carriage return", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9\r", 21, digit},
		{"Base64URL digit of plain base 64", uuid.Base64URL, "+B1Prn3sEdCnZQCgyR5r9g", 0, digit},
		{"Base64URL slash", uuid.Base64URL, "/////////////////////w", 0, digit},
		{"Base64URL padding inside", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9=", 21, digit},
		{"Base64URL space", uuid.Base64URL, "-B1Prn3s dCnZQCgyR5r9g", 8, digit},
		{"Base64URL full-width digit", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5\uff13", 19, digit},
		{"Base64URL lowest trailing bit", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9h", 21, trailing},
		{"Base64URL highest trailing bit", uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9o", 21, trailing},
		{"Base64URL all trailing bits", uuid.Base64URL, "AAAAAAAAAAAAAAAAAAAAAP", 21, trailing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.encoding.Decode(tt.text)
			checkParseError(t, err, tt.text, tt.offset, tt.reason)
			if !u.IsNil() {
				t.Errorf("Decode(%q) = %v with an error", tt.text, u)
			}
		})
	}
}

func TestDecodeULID(t *testing.T) {
	want := uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
	for _, tt := range []struct{ name, text string }{
		{"upper case", "01FWHE4YDGFK1SHH6W1G60EECF"},
		{"lower case", "01fwhe4ydgfk1shh6w1g60eecf"},
		{"o for 0, i and l for 1", "oifwhe4ydgfklshh6wlg6oeecf"},
		{"O for 0, I and L for 1", "OLFWHE4YDGFKISHH6WIG6OEECF"},
		{"mixed", "0lfWhE4yDGfK1SHh6wIG6OeeCF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := uuid.Base32.Decode(tt.text); got != want || err != nil {
				t.Errorf("Decode(%q) = %v, %v; want %v", tt.text, got, err, want)
			}
		})
	}
}

func TestUnknownEncoding(t *testing.T) {
	const message = "uuid: unknown Encoding"
	for _, e := range []uuid.Encoding{uuid.Base64URL + 1, 255} {
		t.Run(fmt.Sprint(uint8(e)), func(t *testing.T) {
			wantPanic(t, message, func() { e.Encode(example) })
			wantPanic(t, message, func() { e.Append(nil, example) })
			wantPanic(t, message, func() { e.Decode("") })
			wantPanic(t, message, func() { e.Decode(example.String()) })
		})
	}
}
