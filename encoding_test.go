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
	{
		name:      "Canonical",
		encoding:  uuid.Canonical,
		read:      strings.ToLower,
		ofNil:     nilText,
		ofExample: canonicalText,
		ofMax:     maxText,
	},
	{
		name:      "Compact",
		encoding:  uuid.Compact,
		read:      strings.ToLower,
		ofNil:     strings.Repeat("0", 32),
		ofExample: compactText,
		ofMax:     strings.Repeat("f", 32),
	},
	{
		name:      "Braced",
		encoding:  uuid.Braced,
		read:      strings.ToLower,
		ofNil:     "{" + nilText + "}",
		ofExample: bracedText,
		ofMax:     "{" + maxText + "}",
	},
	{
		name:      "URN",
		encoding:  uuid.URN,
		read:      strings.ToLower,
		ofNil:     "urn:uuid:" + nilText,
		ofExample: urnText,
		ofMax:     "urn:uuid:" + maxText,
	},
	{
		name: "Decimal", encoding: uuid.Decimal, read: exactly,
		ofNil: "0", ofExample: "329800735698586629295641978511506172918",
		ofMax: "340282366920938463463374607431768211455",
	}, {
		name: "OID", encoding: uuid.OID, read: exactly,
		ofNil: "2.25.0", ofExample: "2.25.329800735698586629295641978511506172918",
		ofMax: "2.25.340282366920938463463374607431768211455",
	},
	{
		name:      "Base32",
		encoding:  uuid.Base32,
		read:      readCrockford,
		ofNil:     strings.Repeat("0", 26),
		ofExample: "7R3N7TWZFC278AES80M34HWTZP",
		ofMax:     "7" + strings.Repeat("Z", 25),
	},
	{
		name:      "Base58",
		encoding:  uuid.Base58,
		read:      exactly,
		ofNil:     strings.Repeat("1", 22),
		ofExample: "Xe22UfxT3rxcKJEAfL5373",
		ofMax:     "YcVfxkQb6JRzqk5kF2tNLv",
	},
	{
		name:      "Base64URL",
		encoding:  uuid.Base64URL,
		read:      exactly,
		ofNil:     strings.Repeat("A", 22),
		ofExample: "-B1Prn3sEdCnZQCgyR5r9g",
		ofMax:     strings.Repeat("_", 21) + "w",
	},
}

func exactly(s string) string { return s }

// readCrockford converts one byte at a time, because strings.ToUpper would convert a dotless i to
// I.
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
		for text, u := range map[string]uuid.UUID{
			form.ofNil: uuid.Nil(), form.ofExample: example, form.ofMax: uuid.Max(),
		} {
			checkAppend(
				t,
				form.name,
				func(b []byte) ([]byte, error) { return form.encoding.Append(b, u), nil },
				[]byte(text),
			)
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
		t.Errorf("%s: Decode(%+.100q) = %v, which Encode writes as %q",
			form.name, s, got, e.Encode(got))
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
		{
			encoding: uuid.URN,
			text:     "urn\x1auuid:" + canonicalText,
			offset:   3,
			reason:   "missing urn:uuid: prefix",
		},
		{encoding: uuid.Decimal, text: "", offset: 0, reason: "invalid length"},
		{encoding: uuid.Decimal, text: "0x", offset: 0, reason: "leading zero"},
		{encoding: uuid.Decimal, text: "1\uff12", offset: 1, reason: "invalid digit"},
		{
			encoding: uuid.Decimal,
			text:     "340282366920938463463374607431768211456",
			offset:   38,
			reason:   overflow,
		},
		{
			encoding: uuid.Decimal,
			text:     "35xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
			offset:   1,
			reason:   overflow,
		},
		{
			encoding: uuid.Decimal,
			text:     "34x999999999999999999999999999999999999",
			offset:   2,
			reason:   "invalid digit",
		},
		{encoding: uuid.OID, text: "2.25.", offset: 5, reason: "invalid length"},
		{encoding: uuid.OID, text: "2.26.1", offset: 3, reason: "missing 2.25. prefix"},
		{encoding: uuid.OID, text: "2.25.01", offset: 5, reason: "leading zero"},
		// a dotless i
		{
			encoding: uuid.Base32,
			text:     "7R3N7TWZFC278AES80M34HWT\u0131",
			offset:   24,
			reason:   "invalid digit",
		},
		{encoding: uuid.Base32, text: "z!!!!!!!!!!!!!!!!!!!!!!!!!", offset: 0, reason: overflow},
		{
			encoding: uuid.Base32,
			text:     "!zzzzzzzzzzzzzzzzzzzzzzzzz",
			offset:   0,
			reason:   "invalid digit",
		},
		{encoding: uuid.Base58, text: "YcVfxkQb6JRzqk5kF2tNLw", offset: 21, reason: overflow},
		{encoding: uuid.Base58, text: "Yd00000000000000000000", offset: 1, reason: overflow},
		{
			encoding: uuid.Base64URL,
			text:     "-B1Prn3sEdCnZQCgyR5r9g==",
			offset:   24,
			reason:   "invalid length",
		},
		{
			encoding: uuid.Base64URL,
			text:     "-B1Prn3sEdCnZQCgyR5r9h",
			offset:   21,
			reason:   "non-zero trailing bits",
		},
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
		example := regexp.MustCompile(
			`(?m)^\t` + row.name + `\b.*// ` + regexp.QuoteMeta(row.ofExample) + `(:|$)`,
		)
		if !example.MatchString(source) {
			t.Errorf("the comment of %s does not begin with the example %s",
				row.name, row.ofExample)
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
		"encoding.go": "strings in " + strings.Join(sorting, ", ") +
			" and the hexadecimal forms sort in the order of their UUIDs",
		"parse.go":           "It " + forms + ":",
		"docs/guarantees.md": "`Parse` " + forms + " and nothing else.",
	} {
		text := strings.ReplaceAll(readFile(t, document), "\n// ", " ")
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s does not say: %s", document, want)
		}
	}
}
