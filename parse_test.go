// Proves what Parse accepts, and the offset and reason of each error.
package uuid_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/seed-8298af95/uuid"
)

// checkParse compares all parsing functions and methods with referenceParse.
func checkParse(t testing.TB, s string) {
	want, offset, reason := referenceParse(s)
	parsed := reading{want, offset, reason}
	columns[0].checkReads(t, s, parsed, parsed, false)
	check := func(name string, u uuid.UUID, err error, want uuid.UUID) {
		if u != want {
			t.Fatalf("%s of %+.100q: %v, want %v", name, s, u, want)
		}
		if reason != "" {
			checkParseError(t, err, s, offset, reason)
			checkMessage(t, err)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}

	u, err := uuid.Parse(s)
	check("Parse", u, err, want)
	u, err = uuid.ParseBytes([]byte(s))
	check("ParseBytes", u, err, want)
	u, err = mustParse(s)
	check("MustParse", u, err, want)
	if got := uuid.Valid(s); got != (reason == "") {
		t.Fatalf("Valid(%+.100q) = %t", s, got)
	}

	if len(s) != len(canonicalText) {
		want, offset, reason = uuid.Nil(), len(s), "invalid length"
	}
	u, err = uuid.ParseStrict(s)
	check("ParseStrict", u, err, want)

	want, offset, reason = uuid.Nil(), len(s), "invalid length"
	if len(s) == len(want) {
		want, offset, reason = uuid.UUID([]byte(s)), 0, ""
	}
	u, err = uuid.FromBytes([]byte(s))
	check("FromBytes", u, err, want)
}

// mustParse calls MustParse and returns its panic value as an error.
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

// A parseVector is an input for Parse with the expected UUID or error.
type parseVector struct {
	Text   string
	Class  string
	UUID   *uuid.UUID
	Offset int
	Reason string
}

// parseVectors returns inputs that Parse accepts and inputs that it rejects. Other parsers that are
// compared with Parse, such as the standard package's, use the same inputs.
func parseVectors(t testing.TB) (rows []parseVector) {
	for line := range strings.Lines(readFile(t, "testdata/parse.txt")) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		row := parseVector{Class: fields[2]}
		var badText, badOffset error
		row.Text, badText = strconv.Unquote(fields[0])
		switch offset, reason, isError := strings.Cut(fields[1], " "); {
		case isError:
			row.Reason = reason
			row.Offset, badOffset = strconv.Atoi(offset)
		case offset != "refused":
			u, _, _ := referenceParse(offset)
			row.UUID = &u
		}
		noErrors(t, badText, badOffset)
		rows = append(rows, row)
	}
	return rows
}

func TestParseVectors(t *testing.T) {
	for _, row := range parseVectors(t) {
		checkParse(t, row.Text)
		u, err := uuid.Parse(row.Text)
		if row.UUID != nil {
			wantUUID(t, row.Class, must(t)(u, err), *row.UUID)
		} else if err == nil {
			t.Fatalf("%s: %+.100q is accepted", row.Class, row.Text)
		}
		if row.Reason != "" {
			checkParseError(t, err, row.Text, row.Offset, row.Reason)
		}
	}
	checkParse(t, strings.Repeat("f", 1<<20))
}

// eachByte calls check with each byte value at each position in each form.
func eachByte(check func(testing.TB, string), t testing.TB) {
	for _, form := range []string{canonicalText, compactText, bracedText, urnText} {
		s := []byte(form)
		for i := range s {
			for c := range 256 {
				s[i] = byte(c)
				check(t, string(s))
			}
			s[i] = form[i]
		}
	}
}

func TestParseBytewise(t *testing.T) { eachByte(checkParse, t) }

// TestParseEdits checks inputs that are truncated, repeated, rotated, wrapped or otherwise edited.
func TestParseEdits(t *testing.T) {
	for _, form := range []string{canonicalText, compactText, bracedText, urnText} {
		for i := range len(form) + 1 {
			checkParse(t, form[:i])
			checkParse(t, form+form+form[:i])
			checkParse(t, form[i:]+form[:i])
			for _, part := range []string{
				"0", "-", " ", "{", "\x00", "\n", "é", "\ufeff", "２", "–", "\U000e0001", "urn:",
				form,
			} {
				checkParse(t, form[:i]+part+form[i:])
				checkParse(t, form[:i]+part+form[min(i+len(part), len(form)):])
				checkParse(t, part+form[:i]+part)
			}
		}
	}
}

// TestParseErrorKeeps checks that an error contains the original input even if the caller changes
// the slice, and that the error does not keep a long input in memory.
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
}

func TestParseErrorMessage(t *testing.T) {
	const want = ", want 32, 36, 38 or 45 bytes"
	f := strings.Repeat("f", 64)
	for _, tt := range []struct{ input, message string }{
		{
			"URN-UUID:" + canonicalText,
			`"URN-UUID:f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (45 bytes): missing urn:uuid: ` +
				`prefix at offset 3`,
		},
		{
			`" (0 bytes)`,
			`"\" (0 bytes)" (11 bytes): invalid length at offset 11` + want +
				"; it begins with a quotation mark",
		},
		{"\x1b[2J\x1b]0;x\a", `"\x1b[2J\x1b]0;x\a" (10 bytes): invalid length at offset 10` + want},
		{"\u202efdp.exe", `"\u202efdp.exe" (10 bytes): invalid length at offset 10` + want},
		{
			" " + canonicalText,
			`" f81d4fae-7dec-11d0-a765-00a0c91e6bf6" (37 bytes): invalid length at offset 37` +
				want + "; it begins with a space",
		},
		{
			canonicalText + "\n",
			`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n" (37 bytes): invalid length at offset 37` +
				want + "; it ends with a newline",
		},
		{
			canonicalText + "\r\n",
			`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r\n" (38 bytes): missing opening brace at ` +
				`offset 0; it ends with a newline`,
		},
		{
			canonicalText + "\r",
			`"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\r" (37 bytes): invalid length at offset 37` +
				want + "; it ends with a carriage return",
		},
		{`"` + canonicalText + `"`, `"\"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\"" (38 bytes): ` +
			`missing opening brace at offset 0` +
			"; it begins with a quotation mark; it ends with a quotation mark"},
		{"'" + canonicalText + "`", `"'f81d4fae-7dec-11d0-a765-00a0c91e6bf6` + "`" +
			`" (38 bytes): missing opening brace at offset 0` +
			"; it begins with a quotation mark; it ends with a quotation mark"},
		{
			"\t" + canonicalText[1:],
			`"\t81d4fae-7dec-11d0-a765-00a0c91e6bf6" (36 bytes): invalid hexadecimal digit at ` +
				`offset 0; it begins with a tab`,
		},
		{
			" ",
			`" " (1 byte): invalid length at offset 1` + want +
				"; it begins with a space; it ends with a space",
		},
		{
			f[:63] + " ",
			`"` + f[:63] + ` " (64 bytes): invalid length at offset 64` + want +
				"; it ends with a space",
		},
		{f[:63] + "  ", `"` + f[:63] + ` "... (65 bytes): invalid length at offset 65` + want},
		{
			strings.Repeat("\xff", 1<<20),
			`"` + strings.Repeat(`\xff`, 64) +
				`"... (1048576 bytes): invalid length at offset 1048576` + want,
		},
		{
			f[:63] + "\u00e9",
			`"` + f[:63] + `\xc3"... (65 bytes): invalid length at offset 65` + want,
		},
	} {
		if _, err := uuid.Parse(tt.input); err == nil ||
			err.Error() != "uuid: cannot parse "+tt.message {
			t.Errorf("%v\nwant uuid: cannot parse %s", err, tt.message)
		}
	}
}

// TestReasonsAreDocumented checks that ParseError's documentation lists exactly the reasons in the
// code.
func TestReasonsAreDocumented(t *testing.T) {
	doc, constants, _ := strings.Cut(readFile(t, "parseerror.go"), "type ParseError struct")
	_, doc, _ = strings.Cut(doc, "The values are:")
	documented := regexp.MustCompile(` {2,}|\s*//\t?|\s*\n`).Split(doc, -1)
	documented = slices.DeleteFunc(
		documented,
		func(s string) bool { return strings.TrimSpace(s) == "" },
	)
	var reasons []string
	pattern := regexp.MustCompile(`(?m)^\treason\w+ += "(.+)"\r?$`)
	for _, match := range pattern.FindAllStringSubmatch(constants, -1) {
		reasons = append(reasons, match[1])
	}
	slices.Sort(documented)
	slices.Sort(reasons)
	if len(reasons) < 15 || !slices.Equal(reasons, documented) {
		t.Errorf("reasons %q\ndocumented %q", reasons, documented)
	}
}

// checkMessage checks that an error message is a short line of printable ASCII.
func checkMessage(t testing.TB, err error) {
	if err == nil {
		t.Fatal("no error")
	}
	message := err.Error()
	// enough for 64 bytes written as \xff, a prefix of 63 letters, and other words
	if len(message) > 256+192 {
		t.Fatalf("a message of %d bytes: %q", len(message), message)
	}
	for i := range len(message) {
		if message[i] < ' ' || message[i] > '~' {
			t.Fatalf("%+.100q contains more than printable ASCII", message)
		}
	}
}
