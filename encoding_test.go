// Proves the text of each Encoding, both ways.
package uuid_test

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

var encodings = []struct {
	name     string
	encoding uuid.Encoding

	// read converts each spelling that Decode accepts to the spelling that Encode writes.
	read func(string) string

	ofNil, ofExample, ofMax string
}{
	{"Canonical", uuid.Canonical, strings.ToLower, nilText, canonicalText, maxText},
	{"Compact", uuid.Compact, strings.ToLower, strings.Repeat("0", 32), compactText, strings.Repeat("f", 32)},
	{"Braced", uuid.Braced, strings.ToLower, "{" + nilText + "}", bracedText, "{" + maxText + "}"},
	{"URN", uuid.URN, strings.ToLower, "urn:uuid:" + nilText, urnText, "urn:uuid:" + maxText},
	{
		"Decimal", uuid.Decimal, exactly,
		"0", "329800735698586629295641978511506172918", "340282366920938463463374607431768211455",
	}, {
		"OID", uuid.OID, exactly,
		"2.25.0", "2.25.329800735698586629295641978511506172918", "2.25.340282366920938463463374607431768211455",
	},
	{"Base32", uuid.Base32, readCrockford, strings.Repeat("0", 26), "7R3N7TWZFC278AES80M34HWTZP", "7" + strings.Repeat("Z", 25)},
	{"Base58", uuid.Base58, exactly, strings.Repeat("1", 22), "Xe22UfxT3rxcKJEAfL5373", "YcVfxkQb6JRzqk5kF2tNLv"},
	{"Base64URL", uuid.Base64URL, exactly, strings.Repeat("A", 22), "-B1Prn3sEdCnZQCgyR5r9g", strings.Repeat("_", 21) + "w"},
}

func exactly(s string) string { return s }

// readCrockford converts one byte at a time, because strings.ToUpper would convert a dotless i to I.
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

// edgeUUIDs returns Nil, Max, all UUIDs with a single bit set, and the UUIDs around each power of a
// radix, where the number of digits changes.
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
		for text, u := range map[string]uuid.UUID{form.ofNil: uuid.Nil(), form.ofExample: example, form.ofMax: uuid.Max()} {
			checkAppend(t, form.name, func(b []byte) ([]byte, error) { return form.encoding.Append(b, u), nil }, []byte(text))
			if got := form.encoding.Encode(u); got != text {
				t.Errorf("%s: Encode(%v) = %q, want %q", form.name, u, got, text)
			}
		}
	}
}

// checkEncode checks that Encode agrees with slowEncode, and that Decode reverses it.
func checkEncode(t testing.TB, e uuid.Encoding, u uuid.UUID) {
	t.Helper()
	text := e.Encode(u)
	if want := slowEncode(e, u); text != want {
		t.Fatalf("%s: Encode(%#v) = %q, want %q", encodings[e].name, u, text, want)
	}
	if v, err := e.Decode(text); v != u || err != nil {
		t.Fatalf("%s: Decode(%q) = %#v, %v; want %#v", encodings[e].name, text, v, err, u)
	}
}

func TestEncodingRoundTrip(t *testing.T) {
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			for _, u := range edgeUUIDs() {
				checkEncode(t, form.encoding, u)
			}
			r := newRand()
			for range uuid.Sized(10_000, 1_000_000) {
				checkEncode(t, form.encoding, randomUUID(r))
			}
		})
	}
}

// checkDecode checks that Decode agrees with slowDecode. If Decode accepts s, checkDecode also
// checks that Encode returns an equivalent string.
func checkDecode(t testing.TB, e uuid.Encoding, s string) {
	form := encodings[e]
	got, err := e.Decode(s)
	want, offset, reason := slowDecode(e, s)
	switch {
	case reason != "":
		checkParseError(t, err, s, offset, reason)
		if !got.IsNil() {
			t.Errorf("%s: Decode(%+.100q) = %v with an error", form.name, s, got)
		}
	case got != want || err != nil:
		t.Errorf("%s: Decode(%+.100q) = %v, %v; want %v", form.name, s, got, err, want)
	case e.Encode(got) != form.read(s):
		t.Errorf("%s: Decode(%+.100q) = %v, which Encode writes as %q", form.name, s, got, e.Encode(got))
	}
	if t.Failed() {
		t.FailNow()
	}
}

// TestEncodingMutations decodes every string that differs from a valid string by one changed,
// inserted or missing byte.
func TestEncodingMutations(t *testing.T) {
	for _, form := range encodings {
		t.Run(form.name, func(t *testing.T) {
			t.Parallel()
			texts := []string{form.ofExample, form.ofNil, form.ofMax}
			if uuid.RaceEnabled {
				texts = texts[:1]
			}
			for _, text := range texts {
				checkDecode(t, form.encoding, strings.ToUpper(text))
				for i := range len(text) + 1 {
					rest := text[min(i+1, len(text)):]
					checkDecode(t, form.encoding, text[:i]+rest)
					for c := range 256 {
						checkDecode(t, form.encoding, text[:i]+string([]byte{byte(c)})+text[i:])
						checkDecode(t, form.encoding, text[:i]+string([]byte{byte(c)})+rest)
					}
				}
			}
		})
	}
}

// TestDecodeErrors checks hard-coded errors, because Decode and the reference could share a bug.
func TestDecodeErrors(t *testing.T) {
	const overflow = "more than 128 bits"
	for _, tt := range []struct {
		encoding uuid.Encoding
		text     string
		offset   int
		reason   string
	}{
		{uuid.URN, "urn\x1auuid:" + canonicalText, 3, "missing urn:uuid: prefix"},
		{uuid.Decimal, "", 0, "invalid length"},
		{uuid.Decimal, "0x", 0, "leading zero"},
		{uuid.Decimal, "1\uff12", 1, "invalid digit"},
		{uuid.Decimal, "340282366920938463463374607431768211456", 38, overflow},
		{uuid.Decimal, "35xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 1, overflow},
		{uuid.Decimal, "34x999999999999999999999999999999999999", 2, "invalid digit"},
		{uuid.OID, "2.25.", 5, "invalid length"},
		{uuid.OID, "2.26.1", 3, "missing 2.25. prefix"},
		{uuid.OID, "2.25.01", 5, "leading zero"},
		{uuid.Base32, "7R3N7TWZFC278AES80M34HWT\u0131", 24, "invalid digit"}, // a dotless i
		{uuid.Base32, "z!!!!!!!!!!!!!!!!!!!!!!!!!", 0, overflow},
		{uuid.Base32, "!zzzzzzzzzzzzzzzzzzzzzzzzz", 0, "invalid digit"},
		{uuid.Base58, "YcVfxkQb6JRzqk5kF2tNLw", 21, overflow},
		{uuid.Base58, "Yd00000000000000000000", 1, overflow},
		{uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9g==", 24, "invalid length"},
		{uuid.Base64URL, "-B1Prn3sEdCnZQCgyR5r9h", 21, "non-zero trailing bits"},
	} {
		_, err := tt.encoding.Decode(tt.text)
		checkParseError(t, err, tt.text, tt.offset, tt.reason)
		checkDecode(t, tt.encoding, tt.text)
	}
}

func TestUnknownEncoding(t *testing.T) {
	const message = "uuid: unknown Encoding"
	for _, e := range []uuid.Encoding{uuid.Encoding(len(encodings)), 255} {
		wantPanic(t, message, func() { e.Encode(example) })
		wantPanic(t, message, func() { e.Append(nil, example) })
		wantPanic(t, message, func() { e.Decode("") })
		wantPanic(t, message, func() { e.Decode(example.String()) })
	}
}

// TestEncodingDocs checks the examples and lists in comments to which a new Encoding may belong.
func TestEncodingDocs(t *testing.T) {
	source := readFile(t, "encoding.go")
	us := edgeUUIDs()
	slices.SortFunc(us, uuid.UUID.Compare)
	var sorting, accepted []string
	for i, row := range encodings {
		example := regexp.MustCompile(`(?m)^\t` + row.name + `\b.*// ` + regexp.QuoteMeta(row.ofExample) + `(:|$)`)
		if !example.MatchString(source) {
			t.Errorf("the comment of %s does not begin with the example %s", row.name, row.ofExample)
		}
		if uuid.Valid(row.ofExample) {
			accepted = append(accepted, row.name)
		}
		isSorted := slices.IsSortedFunc(us, func(u, v uuid.UUID) int {
			return strings.Compare(row.encoding.Encode(u), row.encoding.Encode(v))
		})
		switch isHexadecimal := i < 4; {
		case isHexadecimal && !isSorted:
			t.Errorf("%s does not sort like its UUIDs", row.name)
		case isSorted && !isHexadecimal:
			sorting = append(sorting, row.name)
		}
	}
	forms := "accepts " + strings.Fields("no one two three four five six")[len(accepted)] + " forms"
	for document, want := range map[string]string{
		"encoding.go":        "Strings in " + strings.Join(sorting, ", ") + " and the hexadecimal forms sort like their UUIDs.",
		"parse.go":           "It " + forms + ":",
		"docs/guarantees.md": "`Parse` " + forms + " and nothing else.",
	} {
		text := strings.ReplaceAll(readFile(t, document), "\n// ", " ")
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s does not say: %s", document, want)
		}
	}
}
