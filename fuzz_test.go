// Proves parsers, encoders and state files against references, for any input.
package uuid_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// The seeds of each target are the inputs that it adds and the files in testdata/fuzz. A plain go
// test runs only the seeds. To fuzz without a time limit:
//
//	go test -fuzz '^FuzzParse$' .

// addSeeds adds the inputs of all parse vectors as seeds.
func addSeeds(f *testing.F) {
	f.Helper()
	for _, row := range parseVectors(f) {
		f.Add(row.Text)
	}
}

// FuzzParse checks the parsing functions against referenceParse, and the text form of each result.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		checkParse(t, s)
		if u, err := uuid.Parse(s); err == nil {
			text := slowEncode(uuid.Canonical, u)
			checkAppend(t, "AppendText", u.AppendText, []byte(text))
			if got := u.String(); got != text {
				t.Errorf("String() of %q = %s, want %s", s, got, text)
			}
		}
	})
}

// FuzzEncoding encodes the UUID that consists of hi and lo, and decodes s, with Encoding i.
func FuzzEncoding(f *testing.F) {
	for i, e := range encodings {
		for j, text := range []string{e.ofNil, e.ofExample, e.ofMax} {
			hi, lo := []uuid.UUID{uuid.Nil(), example, uuid.Max()}[j].Uint64s()
			f.Add(uint8(i), text, hi, lo)
		}
		// an Encoding must reject the other forms that Parse accepts
		for _, row := range parseVectors(f) {
			f.Add(uint8(i), row.Text, uint64(0), uint64(0))
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, s string, hi, lo uint64) {
		row := encodings[int(i)%len(encodings)]
		e, u := row.encoding, uuid.FromUint64s(hi, lo)
		checkEncode(t, e, u)
		if got := string(e.Append([]byte(s), u)); got != s+e.Encode(u) {
			t.Errorf("%s: Append(%q, %#v) = %q", row.name, s, u, got)
		}
		checkDecode(t, e, s)
	})
}

// FuzzTypeID parses s as a TypeID and as an ID of each type. It also writes and reads the UUID that
// consists of hi and lo as an ID of each type.
func FuzzTypeID(f *testing.F) {
	rows := slices.Concat(idTypes, otherKinds)
	hi, lo := version7.Uint64s()
	for _, row := range rows {
		f.Add(row.text(version7), hi, lo)
		f.Add(row.spell(version7), hi, lo)
	}
	f.Add("", uint64(0), uint64(0))
	f.Add("user_", ^uint64(0), ^uint64(0))
	f.Add("user_00000000000000000000000000", uint64(0), uint64(0))
	f.Add("pre_fix__0123456789abcdefghjkmnpqrs", uint64(0), uint64(1))
	f.Fuzz(func(t *testing.T, s string, hi, lo uint64) {
		checkTypeID(t, s)
		for _, row := range rows {
			u := uuid.FromUint64s(hi, lo)
			if row.isMasked {
				u = fromNumerals(numerals(u), 7)
			}
			text := row.text(u)
			if got := row.of(u).(writer).String(); got != text {
				t.Errorf("%s: String() = %s, want %s", row.name, got, text)
			}
			row.read(t, text)
			row.read(t, s)
		}
	})
}

// FuzzScan scans the input into each column type.
func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"", string(example[:]), canonicalText, bracedText, urnText, compactText,
		canonicalText + "\n",
		" ", canonicalText[:35] + "x", "0123456789abcde", "0123456789abcdef0",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		want := newReading(referenceParse(string(b)))
		for _, column := range columns {
			column.checkReads(t, string(b), want, want, false)
		}
	})
}

// FuzzNullJSON checks that a Null and a *UUID decode JSON the same way, except that a Null treats
// "" as null.
func FuzzNullJSON(f *testing.F) {
	escapedURN := ""
	for _, c := range urnText {
		escapedURN += fmt.Sprintf(`\u%04x`, c)
	}
	for _, s := range []string{
		`null`, "\tnull ", `""`, " \"\"\n", `"?"`, ` "?"` + "\n", `"` + urnText + `"`,
		`"` + compactText + `"`, `"` + strings.ToUpper(canonicalText) + `"`,
		`"f81d4fae\u002d7dec\u002D11d0-a765-00a0c91e6bf6"`,
		`"` + strings.Repeat(`\u0066`, 32) + `"`,
		// the longest JSON string for a UUID, and a longer one
		`"` + escapedURN + `"`, `"` + escapedURN[:6] + "?" + escapedURN[12:] + `"`,
		`1`, `true`, `{}`, `[]`, `{"UUID":"?","Valid":true}`,
		`[248,29,79,174,125,236,17,208,167,101,0,160,201,30,107,246]`,
		`"null"`, `"0123456789abcdef"`, `"f81d4fae-7dec-11d0-a765-00a0c91e6bfx"`,
		`"\u007881d4fae-7dec-11d0-a765-00a0c91e6bf"`, `"\"?\""`,
		strings.Repeat("1", 1000), "[" + strings.Repeat("1,", 1000) + "1]",
		`{"a":"` + escapedURN + `"}`,
		`null,"?"`, `nul`, ``, `"`, `"?`, `?`, `"?" null`,
	} {
		f.Add([]byte(strings.ReplaceAll(s, "?", canonicalText)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		kindOf := kindOfJSONError
		if len(bytes.Trim(b, " \t\r\n")) > len(`""`)+len(escapedURN) {
			// the error of a Null counts and quotes escapes as they are
			kindOf = func(err error) any {
				if parseErr := (*uuid.ParseError)(nil); errors.As(err, &parseErr) {
					return parseErr.Reason
				}
				return kindOfJSONError(err)
			}
		}
		held, pointer := uuid.Null{UUID: before, Valid: true}, &uuid.UUID{}
		*pointer = before
		same := b
		if string(bytes.Trim(b, " \t\r\n")) == `""` {
			same = []byte("null")
		}
		wantErr, want := json.Unmarshal(same, &pointer), uuid.Null{}
		if pointer != nil {
			want = uuid.Null{UUID: *pointer, Valid: true}
		}
		n, n2 := held, held
		err, err2 := json.Unmarshal(b, &n), n2.UnmarshalJSON(b)
		if n != want || n2 != want || kindOf(err) != kindOf(wantErr) {
			t.Errorf("%.300q: %v, %v, %v; a *UUID decodes to %v, %v", b, n, n2, err, want, wantErr)
		}
		// UnmarshalJSON may return a different error for invalid JSON, because encoding/json checks
		// the syntax before it calls the method.
		if (err2 == nil) != (wantErr == nil) || json.Valid(b) && kindOf(err2) != kindOf(wantErr) {
			t.Errorf("UnmarshalJSON of %q: %v; a *UUID returns %v", b, err2, wantErr)
		}
		var missing uuid.Null
		if err := missing.UnmarshalJSON(b); err != nil && missing != (uuid.Null{}) {
			t.Errorf("UnmarshalJSON of %q: %v, but the result is %v", b, err, missing)
		}
		if err == nil {
			got, err := json.Marshal(n)
			again, wantErr := json.Marshal(pointer)
			if string(got) != string(again) || err != nil || wantErr != nil {
				t.Errorf("Marshal of %v: %s, %v; Marshal of a *UUID: %s, %v",
					n, got, err, again, wantErr)
			}
		}
	})
}

// kindOfJSONError reduces err to a value that can be compared with ==.
func kindOfJSONError(err error) any {
	if parseErr := (*uuid.ParseError)(nil); errors.As(err, &parseErr) {
		return *parseErr
	}
	if typeErr := (*json.UnmarshalTypeError)(nil); errors.As(err, &typeErr) {
		// **uuid.UUID in Go 1.26
		return typeErr.Value + strings.TrimLeft(typeErr.Type.String(), "*")
	}
	return err != nil
}

// stateText matches a line of a state file, but checks neither the checksum nor the ranges of the
// numbers. emptyText is a match with zero values.
var stateText = regexp.MustCompile(`\A(uuid generator state 4 count (\d{20}) ticks (\d{19}) ` +
	`v7 ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})) crc32 `)

const emptyText = "uuid generator state 4 count 00000000000000000000 ticks 0000000000000000000 " +
	"v7 00000000-0000-0000-0000-000000000000 crc32 "

// referenceLine returns the count and the state in a line of a state file. A good line is complete
// and valid. A torn line is empty or the beginning of a good line.
func referenceLine(line string) (count uint64, st uuid.State, good, torn bool) {
	line = strings.TrimRight(line, "\x00")
	text := line
	if len(line) < len(emptyText) {
		text += emptyText[len(line):]
	}
	fields := stateText.FindStringSubmatch(text)
	if fields == nil || !strings.HasPrefix(seal(fields[1]), line) {
		return 0, uuid.State{}, false, false
	}
	count, err := strconv.ParseUint(fields[2], 10, 64)
	ticks, err2 := strconv.ParseUint(fields[3], 10, 64)
	v7, _, _ := referenceParse(fields[4])
	isV7 := v7 == uuid.Nil() || v7[6]>>4 == 7 && v7[8]>>6 == 0b10
	countIsUsed := err == nil && count > 0 && count < math.MaxUint64
	good = len(line) == stateLineLen && countIsUsed && ticks < 1<<60 && isV7
	return count, uuid.State{
			Ticks: ticks,
			V7:    v7,
		}, good, err == nil && err2 == nil &&
			len(line) < stateLineLen
}

// referenceState returns the state in a state file, or fs.ErrNotExist if there is no state.
func referenceState(text string) (uuid.State, error) {
	if len(text) > 2*stateLineLen {
		return uuid.State{}, errors.New("too long")
	}
	text += strings.Repeat("\x00", 2*stateLineLen-len(text))
	first, second := text[:stateLineLen], text[stateLineLen:]
	count, st, good, torn := referenceLine(first)
	count2, st2, good2, torn2 := referenceLine(second)
	empty := strings.Repeat("\x00", stateLineLen)
	switch {
	case good2 && (!good || count2 >= count):
		good, count, st = good2, count2, st2
	case !good && !(torn && second == empty || torn2 && first == empty):
		return uuid.State{}, errors.New("damaged")
	}
	if !good {
		return uuid.State{}, fs.ErrNotExist
	}
	return st, nil
}

// FuzzState loads a state file that consists of first and second, and then saves to it. The fuzzer
// cannot find valid checksums. If sealed is set, the test adds a checksum to each line and replaces
// an empty line with zeros.
func FuzzState(f *testing.F) {
	const fields = "uuid generator state 4 count %020d ticks %019d v7 %s"
	first := fmt.Sprintf(fields, 1, 0, uuid.Nil())
	second := fmt.Sprintf(fields, 2, uint64(1<<60-1), "ffffffff-ffff-7fff-bfff-ffffffffffff")
	f.Add(first, second, true)
	f.Add(second, first, true)
	f.Add(first, "", true)
	f.Add("", second, true)
	f.Add(second, second, true)
	f.Add(fmt.Sprintf(fields, 3, uint64(1<<60), uuid.Nil()), first, true)
	f.Add(fmt.Sprintf(fields, 3, 0, uuid.Max()), first, true)
	f.Add(fmt.Sprintf(fields, 0, 0, uuid.Nil()), "", true)
	f.Add(fmt.Sprintf(fields, 0, 5, uuid.Nil()), first, true)
	f.Add(fmt.Sprintf(fields, uint64(math.MaxUint64), 5, uuid.Nil()), first, true)
	f.Add(fmt.Sprintf(fields, uint64(math.MaxUint64), 5, uuid.Nil()), "", true)
	f.Add(strings.Replace(first, "count 0000000000", "count 9999999999", 1), second, true)
	for _, n := range []int{0, 10, 80, 133, 200, stateLineLen - 1, stateLineLen} {
		whole := seal(second)
		f.Add(whole[:n], "", false)
		f.Add(whole[:n]+strings.Repeat("\x00", stateLineLen-n), "", false)
		f.Add(strings.Repeat("\x00", stateLineLen), whole[:n], false)
		f.Add(whole[:n]+seal(first)[n:], "", false)
		f.Add(whole[:n]+seal(first)[n:], whole, false)
		f.Add(seal(first), whole[:n], false)
	}
	even, odd := withCount(6), withCount(7)
	damaged := strings.Replace(odd, "ticks 0", "ticks 1", 1)
	for _, text := range []string{
		even + odd + "\n", even + odd + "\x00", withCount(1<<63) + odd,
		even + damaged, damaged + even, damaged + damaged, fill("some text") + odd,
		even[:60] + zeros[60:] + odd[:60], even[:60] + zeros[60:] + damaged, even[:50] + "\x00x",
		"x", zeros + "text", zeros + zeros + "\x00", strings.ToUpper(even),
		strings.ReplaceAll(even, " \n", "\r\n"),
		fill(form3) + fill(form3), form2, form1, form1 + even,
	} {
		f.Add(text, "", false)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, first, second string, sealed bool) {
		text := first + second
		if sealed {
			text = ""
			for _, line := range []string{first, second} {
				if line != "" {
					text += seal(line)
				} else {
					text += strings.Repeat("\x00", stateLineLen)
				}
			}
		}
		path := filepath.Join(dir, "state")
		writeFile(t, path, text)
		want, wantErr := referenceState(text)
		store := uuid.NewFileStore(path)
		st, err := store.Load()
		missing, wantMissing := errors.Is(err, fs.ErrNotExist), wantErr == fs.ErrNotExist
		if st != want || (err == nil) != (wantErr == nil) || missing != wantMissing {
			t.Fatalf("Load of %q: %+v, %v; want %+v, %v", text, st, err, want, wantErr)
		}
		err = store.Save(someState)
		again := readFile(t, path)
		if wantErr != nil && wantErr != fs.ErrNotExist {
			if err == nil || again != text {
				t.Errorf("Save changed %q to %q, %v", text, again, err)
			}
			return
		}
		// later Saves need no more disk space
		isWhole := len(again) == 2*stateLineLen && !strings.Contains(again, "\x00")
		if got, wrong := referenceState(again); got != someState || err != nil || wrong != nil ||
			!isWhole {
			t.Errorf("Save changed %q to %q, %v", text, again, err)
		}
	})
}

// FuzzV9 checks NewV9's results, and checks that HasV9Checksum detects a changed bit.
func FuzzV9(f *testing.F) {
	for i, opts := range allV9Options() {
		if i%16 < 2 || i/16%4 == 0 { // only some, because every go test runs each seed
			f.Add(
				opts.Prefix,
				int64(0x17f22e279b0),
				uint32(i),
				opts.Unordered,
				opts.Checksum,
				opts.Version,
				opts.Legacy,
			)
		}
	}
	for _, ms := range []int64{
		0, 1<<40 - 1, 1 << 40, 1<<44 - 1, 1 << 44, 1 << 48, -1, -62135596800000, -693317923200000,
	} {
		f.Add("abc", ms, uint32(999_999), false, false, false, false)
	}
	f.Add("ABCDEF", int64(1), uint32(0), true, false, false, false)
	for _, wrong := range []string{
		"x1b2c3d4e", strings.Repeat("a", 1000), "abcdefG", "ab\n", "/", ":", "@", "`", "a\xff",
	} {
		f.Add(wrong, int64(1), uint32(0), false, false, false, false)
		f.Add(wrong, int64(1), uint32(0), true, true, false, true)
	}
	f.Fuzz(
		func(
			t *testing.T, prefix string, ms int64, ns uint32,
			unordered, checksum, version, legacy bool,
		) {
			opts := uuid.V9Options{
				Prefix:    prefix,
				Timestamp: time.UnixMilli(ms).Add(time.Duration(ns) % time.Millisecond),
				Unordered: unordered, Checksum: checksum, Version: version, Legacy: legacy,
			}
			if opts.Timestamp.IsZero() {
				t.Skip("a zero Timestamp means the current time")
			}
			wrong := len(prefix) - len(strings.TrimLeft(prefix, "0123456789abcdefABCDEF"))
			u, err := uuid.NewV9(opts)
			switch {
			case len(prefix) > 8:
				checkParseError(t, err, prefix, len(prefix), "invalid length")
			case wrong < len(prefix):
				checkParseError(t, err, prefix, wrong, "invalid hexadecimal digit")
			case !unordered && (ms < 0 || ms >= v9Limit.UnixMilli()):
				if err != uuid.ErrTimeRange {
					t.Errorf("error %v, want ErrTimeRange", err)
				}
			case err != nil:
				t.Error(err)
			default:
				wantV9(t, u, v9Layout(opts, fmt.Sprintf("%011x", ms)))
				u[ns%16] ^= 1 << (ns / 16 % 8)
				if checksum && uuid.HasV9Checksum(u) {
					t.Errorf("HasV9Checksum(%v) = true after bit %d of byte %d changed",
						u, ns/16%8, ns%16)
				}
				return
			}
			wantUUID(t, "NewV9 with an error", u, uuid.Nil())
		},
	)
}
