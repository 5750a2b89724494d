package uuid_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/seed-8298af95/uuid"
)

const (
	canonicalText = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	compactText   = "f81d4fae7dec11d0a76500a0c91e6bf6"
	bracedText    = "{" + canonicalText + "}"
	urnText       = "urn:uuid:" + canonicalText
)

// example is the UUID of the texts above.
var example = uuid.UUID{
	0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0,
	0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6,
}

// checkParse checks everything that reads the forms of Parse against
// referenceParse.
func checkParse(t testing.TB, s string) {
	t.Helper()
	want, offset, reason := referenceParse(s)
	untouched := unstamp(want)
	afterError := untouched
	if reason == "" {
		afterError = want
	}
	check := func(name string, u uuid.UUID, err error, want uuid.UUID) {
		t.Helper()
		if u != want {
			t.Errorf("%s of %q: %v, want %v", name, s, u, want)
		}
		if reason != "" {
			checkParseError(t, err, s, offset, reason)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}

	u, err := uuid.Parse(s)
	check("Parse", u, err, want)
	u, err = uuid.ParseBytes([]byte(s))
	check("ParseBytes", u, err, want)
	u = untouched
	err = u.UnmarshalText([]byte(s))
	check("UnmarshalText", u, err, afterError)
	u = untouched
	err = u.UnmarshalParam(s)
	check("UnmarshalParam", u, err, afterError)
	u, err = mustParse(s)
	check("MustParse", u, err, want)
	if got := uuid.Valid(s); got != (reason == "") {
		t.Errorf("Valid(%q) = %t", s, got)
	}

	if len(s) != len(canonicalText) {
		want, offset, reason = uuid.Nil(), len(s), "invalid length"
	}
	u, err = uuid.ParseStrict(s)
	check("ParseStrict", u, err, want)
}

// mustParse returns what MustParse panics with as an error.
func mustParse(s string) (u uuid.UUID, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = r
		default:
			err = fmt.Errorf("panic with a %T", r)
		}
	}()
	return uuid.MustParse(s), nil
}

func TestParseVectors(t *testing.T) {
	type row struct {
		Text  hexBytes  `json:"hex"`
		Class string    `json:"class"`
		UUID  uuid.UUID `json:"uuid"`
	}
	type vectors struct {
		Vectors []row `json:"vectors"`
	}
	for _, row := range loadVectors[vectors](t, "parse_valid").Vectors {
		checkParse(t, string(row.Text))
		wantUUID(t, row.Class, must(t)(uuid.ParseBytes(row.Text)), row.UUID)
	}
	for _, row := range loadVectors[vectors](t, "parse_invalid").Vectors {
		checkParse(t, string(row.Text))
		if uuid.Valid(string(row.Text)) {
			t.Errorf("%s: %q is accepted", row.Class, row.Text)
		}
	}
}

// TestParseBytewise puts each byte value in each place of each form.
func TestParseBytewise(t *testing.T) {
	for _, form := range []string{canonicalText, compactText, bracedText, urnText} {
		s := []byte(form)
		for i := range s {
			for c := range 256 {
				s[i] = byte(c)
				checkParse(t, string(s))
			}
			s[i] = form[i]
		}
	}
}

// TestParseLengths cuts each form short and goes on after it.
func TestParseLengths(t *testing.T) {
	for _, form := range []string{canonicalText, compactText, bracedText, urnText} {
		long := form + form + form
		for n := range len(long) {
			checkParse(t, long[:n])
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, text string
		want       uuid.UUID
	}{
		{"canonical", canonicalText, example},
		{"compact", compactText, example},
		{"braced", bracedText, example},
		{"URN", urnText, example},
		{"upper case", strings.ToUpper(canonicalText), example},
		{"compact, upper case", strings.ToUpper(compactText), example},
		{"braced, upper case", strings.ToUpper(bracedText), example},
		{"URN, upper case", strings.ToUpper(urnText), example},
		{"URN, mixed case", "uRn:UuId:" + canonicalText, example},
		{"Nil", "00000000-0000-0000-0000-000000000000", uuid.Nil()},
		{"Max", "ffffffff-ffff-ffff-ffff-ffffffffffff", uuid.Max()},
		{"no version", "f81d4fae-7dec-01d0-0765-00a0c91e6bf6",
			uuid.FromUint64s(0xf81d4fae7dec01d0, 0x076500a0c91e6bf6)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkParse(t, tt.text)
			wantUUID(t, "Parse", must(t)(uuid.Parse(tt.text)), tt.want)
		})
	}
}

func TestParseErrors(t *testing.T) {
	const (
		length  = "invalid length"
		digit   = "invalid hexadecimal digit"
		dash    = "missing dash"
		opening = "missing opening brace"
		closing = "missing closing brace"
		prefix  = "missing urn:uuid: prefix"
	)
	tests := []struct {
		name, text string
		offset     int
		reason     string
	}{
		{"empty", "", 0, length},
		{"one byte", "f", 1, length},
		{"one digit short", "f81d4fae-7dec-11d0-a765-00a0c91e6bf", 35, length},
		{"one digit long", "f81d4fae-7dec-11d0-a765-00a0c91e6bf60", 37, length},
		{"line feed after it", canonicalText + "\n", 37, length},
		{"16 bytes", string(example[:]), 16, length},
		{"40 digits", compactText + "00000000", 40, length},
		{"compact in braces", "{" + compactText + "}", 34, length},
		{"compact URN", "urn:uuid:" + compactText, 41, length},
		{"braced URN", "urn:uuid:" + bracedText, 47, length},
		{"long", strings.Repeat("f", 1<<20), 1 << 20, length},

		{"first digit", "x81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, digit},
		{"last digit", "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", 35, digit},
		{"before the digits", "f81d4fa/-7dec-11d0-a765-00a0c91e6bf6", 7, digit},
		{"after the digits", "f81d4fa:-7dec-11d0-a765-00a0c91e6bf6", 7, digit},
		{"before upper case", "f81d4fae-@dec-11d0-a765-00a0c91e6bf6", 9, digit},
		{"after upper case", "f81d4fae-Gdec-11d0-a765-00a0c91e6bf6", 9, digit},
		{"before lower case", "f81d4fae-`dec-11d0-a765-00a0c91e6bf6", 9, digit},
		{"after lower case", "f81d4fae-gdec-11d0-a765-00a0c91e6bf6", 9, digit},
		{"NUL", "f81d4fae-7dec-11d\x00-a765-00a0c91e6bf6", 17, digit},
		{"eighth bit", "f81d4fae-7dec-11d0-a765-00a0c91e6bf\xb6", 35, digit},
		{"multiplication sign for digits", "f81d4fae-7dec-11d0-a7×-00a0c91e6bf6", 21, digit},
		{"sign", "f81d4fae-7dec-11d0-+765-00a0c91e6bf6", 19, digit},
		{"0x", "0x1d4fae-7dec-11d0-a765-00a0c91e6bf6", 1, digit},
		{"leading space", " 81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, digit},
		{"trailing space", "f81d4fae-7dec-11d0-a765-00a0c91e6bf ", 35, digit},
		{"two wrong", "f81d4fae-7dec-11d0-z765-00a0c91e6bfz", 19, digit},

		{"no first dash", "f81d4fae07dec-11d0-a765-00a0c91e6bf6", 8, dash},
		{"no last dash", "f81d4fae-7dec-11d0-a765000a0c91e6bf6", 23, dash},
		{"dash too early", "f81d4fa-e7dec-11d0-a765-00a0c91e6bf6", 7, digit},
		{"dash too late", "f81d4fae7-dec-11d0-a765-00a0c91e6bf6", 8, dash},
		{"en dash", "f81d4fae–7c-11d0-a765-00a0c91e6bf6", 8, dash},
		{"braced without dashes", "{f81d4fae07dec011d00a765000a0c91e6bf6}", 9, dash},

		{"compact, first digit", "x81d4fae7dec11d0a76500a0c91e6bf6", 0, digit},
		{"compact, last digit", "f81d4fae7dec11d0a76500a0c91e6bfx", 31, digit},
		{"compact with dashes", "f81d4fae-7dec-11d0-a765-00a0c91e", 8, digit},

		{"parentheses", "(f81d4fae-7dec-11d0-a765-00a0c91e6bf6)", 0, opening},
		{"no opening brace", "0f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 0, opening},
		{"no closing brace", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf60", 37, closing},
		{"opening brace twice", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6{", 37, closing},
		{"braced, bad digit and no closing brace", "{f81d4fae-7dec-11d0-a765-00a0c91e6bfx]", 36, digit},
		{"braced, first digit", "{x81d4fae-7dec-11d0-a765-00a0c91e6bf6}", 1, digit},
		{"braced, last dash", "{f81d4fae-7dec-11d0-a765_00a0c91e6bf6}", 24, dash},

		{"URN, first letter", "vrn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 0, prefix},
		{"URN, last colon", "urn:uuid;f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 8, prefix},
		{"URN, colon without bit 5", "urn\x1auuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 3, prefix},
		{"URN of another name space", "urn:guid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 4, prefix},
		{"URN, first digit", "urn:uuid:x81d4fae-7dec-11d0-a765-00a0c91e6bf6", 9, digit},
		{"URN, first dash", "urn:uuid:f81d4fae.7dec-11d0-a765-00a0c91e6bf6", 17, dash},
		{"URN, last digit", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 44, digit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := uuid.Parse(tt.text)
			checkParseError(t, err, tt.text, tt.offset, tt.reason)
			checkParse(t, tt.text)
		})
	}
}

func TestParseStrict(t *testing.T) {
	for _, s := range []string{canonicalText, strings.ToUpper(canonicalText)} {
		wantUUID(t, s, must(t)(uuid.ParseStrict(s)), example)
	}
	tests := []struct {
		name, text string
		offset     int
		reason     string
	}{
		{"empty", "", 0, "invalid length"},
		{"compact", compactText, 32, "invalid length"},
		{"braced", bracedText, 38, "invalid length"},
		{"URN", urnText, 45, "invalid length"},
		{"bad digit", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx", 35, "invalid hexadecimal digit"},
		{"bad dash", "f81d4fae-7dec-11d0-a765+00a0c91e6bf6", 23, "missing dash"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := uuid.ParseStrict(tt.text)
			wantUUID(t, "ParseStrict", u, uuid.Nil())
			checkParseError(t, err, tt.text, tt.offset, tt.reason)
		})
	}
}

func TestFromBytes(t *testing.T) {
	source := bytes.Repeat([]byte{0xf8, 0x1d, 0x4f}, 11)
	for n := range len(source) + 1 {
		b := source[:n]
		fromBytes, err := uuid.FromBytes(b)
		unmarshaled := example
		unmarshalErr := unmarshaled.UnmarshalBinary(b)
		if n == len(uuid.UUID{}) {
			want := uuid.UUID(b)
			wantUUID(t, "FromBytes", must(t)(fromBytes, err), want)
			wantUUID(t, "UnmarshalBinary", must(t)(unmarshaled, unmarshalErr), want)
			continue
		}
		wantUUID(t, "FromBytes", fromBytes, uuid.Nil())
		checkParseError(t, err, string(b), n, "invalid length")
		wantUUID(t, "the receiver of UnmarshalBinary", unmarshaled, example)
		checkParseError(t, unmarshalErr, string(b), n, "invalid length")
	}
	_, err := uuid.FromBytes(nil)
	checkParseError(t, err, "", 0, "invalid length")
}

// TestParseErrorKeeps checks that an error has what was to be read and not what
// has become of it since, and that it does not keep a long text in memory.
func TestParseErrorKeeps(t *testing.T) {
	for _, n := range []int{1, 40, 64, 65, 1000} {
		b := bytes.Repeat([]byte("x"), n)
		_, parseErr := uuid.ParseBytes(b)
		_, fromErr := uuid.FromBytes(b)
		text := string(b)
		clear(b)
		checkParseError(t, parseErr, text, n, "invalid length")
		checkParseError(t, fromErr, text, n, "invalid length")

		_, err := uuid.Parse(text)
		checkParseError(t, err, text, n, "invalid length")
		input := err.(*uuid.ParseError).Input
		if shared := unsafe.StringData(input) == unsafe.StringData(text); shared != (n <= 64) {
			t.Errorf("%d bytes: shares memory with the string: %v", n, shared)
		}
	}

	errs := make([]error, 100)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range errs {
		_, errs[i] = uuid.Parse(strings.Repeat("x", 1<<20))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(errs)
	if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 10<<20 {
		t.Errorf("100 errors for texts of a megabyte keep %d bytes", kept)
	}
}

func TestParseErrorMessage(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{"empty", "",
			`uuid: cannot parse "" (0 bytes): invalid length at offset 0, want 32, 36, 38 or 45 bytes`},
		{"short", "42",
			`uuid: cannot parse "42" (2 bytes): invalid length at offset 2, want 32, 36, 38 or 45 bytes`},
		{"bad digit", "f81d4fae-7dec-11d0-a765-00a0c91e6bfx",
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bfx" (36 bytes): invalid hexadecimal digit at offset 35`},
		{"no prefix", "URN-UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
			`uuid: cannot parse "URN-UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (45 bytes): missing urn:uuid: prefix at offset 3`},
		{"line feed", "x\nuuid: all is well",
			`uuid: cannot parse "x\nuuid: all is well" (19 bytes): invalid length at offset 19, want 32, 36, 38 or 45 bytes`},
		{"quotation mark", `" (0 bytes)`,
			`uuid: cannot parse "\" (0 bytes)" (11 bytes): invalid length at offset 11, want 32, 36, 38 or 45 bytes` +
				"; it begins with a quotation mark"},
		{"escape sequence", "\x1b[2J\x1b]0;x\a",
			`uuid: cannot parse "\x1b[2J\x1b]0;x\a" (10 bytes): invalid length at offset 10, want 32, 36, 38 or 45 bytes`},
		{"C1 control", "\u009b2J",
			`uuid: cannot parse "\u009b2J" (4 bytes): invalid length at offset 4, want 32, 36, 38 or 45 bytes`},
		{"invalid UTF-8", "\xff\xc3\x28",
			`uuid: cannot parse "\xff\xc3(" (3 bytes): invalid length at offset 3, want 32, 36, 38 or 45 bytes`},
		{"Cyrillic letter", "\u0430cc",
			`uuid: cannot parse "\u0430cc" (4 bytes): invalid length at offset 4, want 32, 36, 38 or 45 bytes`},
		{"bidirectional override", "\u202efdp.exe",
			`uuid: cannot parse "\u202efdp.exe" (10 bytes): invalid length at offset 10, want 32, 36, 38 or 45 bytes`},
		{"space in front", " " + canonicalText,
			`uuid: cannot parse " f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (37 bytes): invalid length at offset 37, ` +
				`want 32, 36, 38 or 45 bytes; it begins with a space`},
		{"line of a file", canonicalText + "\n",
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n" (37 bytes): invalid length at offset 37, ` +
				`want 32, 36, 38 or 45 bytes; it ends with a newline`},
		{"line of Windows", canonicalText + "\r\n",
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r\n" (38 bytes): missing opening brace at offset 0; it ends with a newline`},
		{"carriage return", canonicalText + "\r",
			`uuid: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r" (37 bytes): invalid length at offset 37, ` +
				`want 32, 36, 38 or 45 bytes; it ends with a carriage return`},
		{"quoted", `"` + canonicalText + `"`,
			`uuid: cannot parse "\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"" (38 bytes): missing opening brace at offset 0` +
				`; it begins with a quotation mark; it ends with a quotation mark`},
		{"quoted otherwise", `'` + canonicalText + "`",
			`uuid: cannot parse "'f81d4fae-7dec-11d0-a765-00a0c91e6bf6` + "`" + `" (38 bytes): missing opening brace at offset 0` +
				`; it begins with a quotation mark; it ends with a quotation mark`},
		{"tab in front, as long as a UUID", "\t" + canonicalText[1:],
			`uuid: cannot parse "\t81d4fae-7dec-11d0-a765-00a0c91e6bf6" (36 bytes): invalid hexadecimal digit at offset 0; it begins with a tab`},
		{"space", " ",
			`uuid: cannot parse " " (1 bytes): invalid length at offset 1, want 32, 36, 38 or 45 bytes; it begins with a space; it ends with a space`},
		{"64 spaces", strings.Repeat(" ", 64),
			`uuid: cannot parse "` + strings.Repeat(" ", 64) + `" (64 bytes): invalid length at offset 64, ` +
				`want 32, 36, 38 or 45 bytes; it begins with a space; it ends with a space`},
		{"65 spaces", strings.Repeat(" ", 65),
			`uuid: cannot parse "` + strings.Repeat(" ", 64) + `"... (65 bytes): invalid length at offset 65, ` +
				`want 32, 36, 38 or 45 bytes; it begins with a space`},
		{"64 bytes", strings.Repeat("f", 64),
			`uuid: cannot parse "` + strings.Repeat("f", 64) + `" (64 bytes): invalid length at offset 64, want 32, 36, 38 or 45 bytes`},
		{"65 bytes", strings.Repeat("f", 65),
			`uuid: cannot parse "` + strings.Repeat("f", 64) + `"... (65 bytes): invalid length at offset 65, want 32, 36, 38 or 45 bytes`},
		{"1 MB", strings.Repeat("\xff", 1<<20),
			`uuid: cannot parse "` + strings.Repeat(`\xff`, 64) + `"... (1048576 bytes): invalid length at offset 1048576, want 32, 36, 38 or 45 bytes`},
		{"cut within a character", strings.Repeat("f", 63) + "é",
			`uuid: cannot parse "` + strings.Repeat("f", 63) + `\xc3"... (65 bytes): invalid length at offset 65, want 32, 36, 38 or 45 bytes`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := uuid.Parse(tt.input)
			if err == nil || err.Error() != tt.want {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestParseErrorMessageIsPlain tries a message of each byte value and of each
// length of character.
func TestParseErrorMessageIsPlain(t *testing.T) {
	const maxLen = len(`uuid: cannot parse ""... (1048576 bytes): invalid length at offset 1048576, want 32, 36, 38 or 45 bytes`+
		`; it begins with a carriage return; it ends with a carriage return`) +
		64*len(`\xff`)
	inputs := []string{"é", "世", "😀", "\u0085", "\u2028", "\ufeff", "\U000e0001", "\U0010ffff"}
	for c := range 256 {
		inputs = append(inputs, string([]byte{byte(c)}))
	}
	for _, input := range inputs {
		for _, n := range []int{1, 32, 36, 38, 45, 64, 1 << 20} {
			_, err := uuid.Parse(strings.Repeat(input, n)[:n])
			if err == nil {
				continue // 32 digits
			}
			message := err.Error()
			if len(message) > maxLen {
				t.Errorf("the message for %q has %d bytes: %s", input, len(message), message)
			}
			for i := range len(message) {
				if c := message[i]; c < ' ' || c > '~' {
					t.Fatalf("%q has a byte %#x", message, c)
				}
			}
		}
	}
}

// TestRoundTrip takes UUIDs with each byte value in each place through each
// form. What the forms look like is written out here.
func TestRoundTrip(t *testing.T) {
	for _, u := range []uuid.UUID{uuid.Nil(), uuid.Max(), example} {
		for i := range u {
			for c := range 256 {
				u := u
				u[i] = byte(c)
				text := fmt.Sprintf("%x-%x-%x-%x-%x", u[0:4], u[4:6], u[6:8], u[8:10], u[10:16])
				if got := u.String(); got != text {
					t.Fatalf("String() = %s, want %s", got, text)
				}
				for _, s := range []string{
					text,
					strings.ToUpper(text),
					"{" + text + "}",
					"urn:uuid:" + text,
					hex.EncodeToString(u[:]),
				} {
					wantUUID(t, s, must(t)(uuid.Parse(s)), u)
				}
				marshaled, err := u.MarshalBinary()
				if err != nil || !bytes.Equal(marshaled, u[:]) {
					t.Fatalf("MarshalBinary() = %x, %v; want %x", marshaled, err, u[:])
				}
				wantUUID(t, "FromBytes", must(t)(uuid.FromBytes(marshaled)), u)
				wantUUID(t, "FromUint64s", uuid.FromUint64s(u.Uint64s()), u)
			}
		}
	}
}
