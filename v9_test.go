// Proves version 9 against the reference implementation's layouts.
package uuid_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// v9Limit is the first instant past version 9's range.
var v9Limit = time.UnixMilli(1 << 44)

// v9Layout returns a symbol for each of the 32 digits of a version 9 UUID, according to the
// specification's assembly instructions. The symbol x stands for a random digit, v for 8, 9, a or
// b, and s for a checksum digit. All other symbols are literal.
func v9Layout(opts uuid.V9Options, timestamp string) string {
	layout := strings.ToLower(opts.Prefix)
	if !opts.Unordered {
		layout += timestamp
	}
	layout += strings.Repeat("x", 32-len(layout))
	insert := func(i int, digit string) { layout = layout[:i] + digit + layout[i:] }
	switch {
	case opts.Legacy && opts.Unordered:
		insert(12, "4")
	case opts.Legacy:
		insert(12, "1")
	case opts.Version:
		insert(12, "9")
	}
	if opts.Legacy {
		insert(16, "v")
	}
	if opts.Checksum {
		return layout[:30] + "ss"
	}
	return layout[:32]
}

// v9Digits returns the possible digits for a symbol in a layout.
func v9Digits(symbol byte) string {
	switch symbol {
	case 'x', 's':
		return "0123456789abcdef"
	case 'v':
		return "89ab"
	}
	return string(symbol)
}

func wantV9(t testing.TB, u uuid.UUID, layout string) {
	digits := uuid.Compact.Encode(u)
	for i := range layout {
		if !strings.Contains(v9Digits(layout[i]), digits[i:i+1]) {
			t.Fatalf("%s does not match %s at digit %d", digits, layout, i+1)
		}
	}
	isRight := u[15] == slowCRC8(u)
	if strings.HasSuffix(layout, "s") && !isRight || uuid.HasV9Checksum(u) != isRight {
		t.Fatalf("%s ends with its checksum: %t; HasV9Checksum: %t",
			digits, isRight, uuid.HasV9Checksum(u))
	}
}

// slowCRC8 returns the CRC-8 of the first 15 bytes of u. It multiplies the polynomial in these
// bytes by x^8, divides it by x^8 + x^2 + x + 1, and returns the remainder.
func slowCRC8(u uuid.UUID) byte {
	u[15] = 0
	remainder := 0
	for _, b := range u {
		for bit := 7; bit >= 0; bit-- {
			remainder = remainder<<1 | int(b)>>bit&1
			if remainder >= 1<<8 {
				remainder ^= 0b1_0000_0111
			}
		}
	}
	return byte(remainder)
}

// allV9Options returns all combinations of options, with prefixes of every length.
func allV9Options() []uuid.V9Options {
	var all []uuid.V9Options
	for length := range 9 {
		for flags := range 16 {
			all = append(all, uuid.V9Options{
				Prefix: "a1b2c3d4"[:length], Unordered: flags&1 != 0,
				Checksum: flags&2 != 0, Version: flags&4 != 0, Legacy: flags&8 != 0,
			})
		}
	}
	return all
}

// TestV9Options checks that every possible digit occurs with each combination of options.
func TestV9Options(t *testing.T) {
	const draws = 600 // enough to miss a digit only once in 10^12 runs
	at := time.UnixMilli(0x17f22e279b0)
	for _, opts := range allV9Options() {
		opts.Timestamp = at
		layout := v9Layout(opts, "17f22e279b0")
		if random := strings.Count(layout, "x"); random < 9 {
			t.Errorf("%+v leaves %d random digits", opts, random)
		}
		var seen [32][16]bool
		for range draws {
			u := must(t)(uuid.NewV9(opts))
			wantV9(t, u, layout)
			for i := range seen {
				seen[i][u[i/2]>>(4-i%2*4)&0xf] = true
			}
		}
		for i := range seen {
			for _, digit := range v9Digits(layout[i]) {
				if !seen[i][strings.IndexRune(v9Digits('x'), digit)] {
					t.Errorf("%+v: digit %d of %s is never %c", opts, i+1, layout, digit)
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

func TestV9Times(t *testing.T) {
	utc := func(year, month, day, hour, min, sec, nsec int) time.Time {
		return time.Date(year, time.Month(month), day, hour, min, sec, nsec, time.UTC)
	}
	for _, tt := range []struct {
		time time.Time
		want string // the timestamp's digits, or "" if it is out of range
	}{
		{
			time.Date(2004, 11, 3, 20, 53, 47, 776_000_000, time.FixedZone("CET", 3600)),
			"10000000000",
		},
		{utc(2527, 6, 23, 6, 20, 44, 415_999_999), "fffffffffff"},

		{utc(2527, 6, 23, 6, 20, 44, 416_000_000), ""},
		{utc(584_556_019, 4, 3, 14, 25, 51, 616_000_000), ""}, // 2^64 ms
		{time.Unix(1<<62, 0), ""},
		{time.Unix(0, -1), ""},
		{time.Unix(-1<<62, 0), ""},
	} {
		opts := uuid.V9Options{Prefix: "abc", Timestamp: tt.time}
		if tt.want != "" {
			wantV9(t, must(t)(uuid.NewV9(opts)), v9Layout(opts, tt.want))
			continue
		}
		if u, err := uuid.NewV9(opts); err != uuid.ErrTimeRange || !u.IsNil() {
			t.Errorf("NewV9 at %v = %v, %v; want Nil, ErrTimeRange", tt.time, u, err)
		}
		opts.Unordered = true
		wantV9(t, must(t)(uuid.NewV9(opts)), v9Layout(opts, ""))
	}
	before := time.Now().UnixMilli()
	hi, _ := must(t)(uuid.NewV9(uuid.V9Options{})).Uint64s()
	if ms := int64(hi >> 20); ms < before || ms > time.Now().UnixMilli() {
		t.Errorf("without a Timestamp, time %d at %d", ms, before)
	}
}

// TestV9Vectors checks v9Layout and HasV9Checksum against UUIDs from the reference implementation.
// Unlike this package, it supports a suffix, and neither pads nor limits a timestamp.
func TestV9Vectors(t *testing.T) {
	file := loadVectors[struct {
		CRC   []struct{ CRC8, Hex30 string }
		Check []struct {
			S  string
			OK bool `json:"checksum_ok"`
		}
		Gen []struct {
			Options struct {
				Prefix, Suffix            string
				Timestamp                 any // false for an unordered UUID
				Checksum, Version, Legacy bool
			}
			Output       uuid.UUID
			TimestampHex string `json:"timestamp_hex"`
		}
	}](t, "v9")
	for _, v := range file.CRC {
		for last := range 256 {
			crc8 := fmt.Sprintf("%02x", last)
			got, want := uuid.HasV9Checksum(uuid.MustParse(v.Hex30+crc8)), crc8 == v.CRC8
			if got != want {
				t.Fatalf("HasV9Checksum(%s%s) = %v, want %v", v.Hex30, crc8, got, want)
			}
		}
	}
	for _, v := range file.Check {
		if got := uuid.HasV9Checksum(uuid.MustParse(v.S)); got != v.OK {
			t.Fatalf("HasV9Checksum(%s) = %v, want %v", v.S, got, v.OK)
		}
	}
	for _, v := range file.Gen {
		if o := v.Options; o.Suffix == "" {
			opts := uuid.V9Options{
				Prefix:    o.Prefix,
				Unordered: o.Timestamp == false,
				Checksum:  o.Checksum,
				Version:   o.Version,
				Legacy:    o.Legacy,
			}
			wantV9(t, v.Output, v9Layout(opts, cmp.Or(v.TimestampHex, "xxxxxxxxxxx")))
		}
	}
}
