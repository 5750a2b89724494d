package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestInspectRFC9562(t *testing.T) {
	// These are the tables in appendix A of RFC 9562, with a line for each 64-bit word. The first
	// line contains the time given in the appendix.
	tests := map[string]string{
		"A.1": "version 1, Gregorian time\n" +
			"time 2022-02-22T19:22:22.0000000Z\ntimestamp 0x1EC9414C232AB00\n" +
			"time_low 32 0xC232AB00\ntime_mid 16 0x9414\nver 4 0x1\ntime_high 12 0x1EC\n" +
			"var 2 0b10\nclock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256\n" +
			"node 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
		"A.2": "version 3, MD5 of a name\n" +
			"md5_high 48 0x5df418813aed\nver 4 0x3\nmd5_mid 12 0x515\n" +
			"var 2 0b10\nmd5_low 62 0b00, 0x8a72f4a814cf09e = 0x08a72f4a814cf09e",
		"A.3": "version 4, random\n" +
			"random_a 48 0x919108f752d1\nver 4 0x4\nrandom_b 12 0x320\n" +
			"var 2 0b10\nrandom_c 62 0b01, 0xbacf847db4148a8 = 0x1bacf847db4148a8",
		"A.4": "version 5, SHA-1 of a name\n" +
			"sha1_high 48 0x2ed6657de927\nver 4 0x5\nsha1_mid 12 0x68b\n" +
			"var 2 0b10\nsha1_low 62 0b01, 0x5e12665a8aea6a2 = 0x15e12665a8aea6a2",
		"A.5": "version 6, Gregorian time, reordered\n" +
			"time 2022-02-22T19:22:22.0000000Z\ntimestamp 0x1EC9414C232AB00\n" +
			"time_high 32 0x1EC9414C\ntime_mid 16 0x232A\nver 4 0x6\ntime_low 12 0xB00\n" +
			"var 2 0b10\nclock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256\n" +
			"node 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
		"A.6": "version 7, Unix time\n" +
			"time 2022-02-22T19:22:22.000Z\n" +
			"unix_ts_ms 48 0x017F22E279B0 = 1645557742000\nver 4 0x7\nrand_a 12 0xCC3\n" +
			"var 2 0b10\nrand_b 62 0b01, 0x8C4DC0C0C07398F = 0x18C4DC0C0C07398F",
		"B.1": "version 8, custom\n" +
			"custom_a 48 0x2489E9AD2EE2\nver 4 0x8\ncustom_b 12 0xE00\n" +
			"var 2 0b10\ncustom_c 62 0b00, 0xEC932D5F69181C0 = 0x0EC932D5F69181C0",
		"B.2": "version 8, custom\n" +
			"custom_a 48 0x5c146b143c52\nver 4 0x8\ncustom_b 12 0xafd\n" +
			"var 2 0b10\ncustom_c 62 0b01, 0x38a375d0df1fbf6 = 0x138a375d0df1fbf6",
		"5.9":  "version none, the Nil UUID",
		"5.10": "version none, the Max UUID",
	}
	all := vectors(t)
	for section, want := range tests {
		id := all[section]
		// Convert the output to the wording and spacing of the tables.
		var got []string
		for line := range strings.Lines(output(t, "inspect", id)) {
			line = strings.Replace(line, " bits ", " ", 1)
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "variant ") })
		if got, want := strings.Join(got, "\n"), "uuid "+id+"\n"+want; !strings.EqualFold(got, want) {
			t.Errorf("%s: inspect %s prints\n%s\nwant\n%s", section, id, got, want)
		}
	}
}

// TestInspectTable verifies that a table fits in a terminal and that all values are aligned.
func TestInspectTable(t *testing.T) {
	var ids []string
	for n := range 16 {
		for _, variant := range "08ce" {
			ids = append(ids,
				fmt.Sprintf("ffffffff-ffff-%xfff-%cfff-ffffffffffff", n, variant),
				fmt.Sprintf("00000000-0000-%x000-%c0ff-000000000000", n, variant))
		}
	}
	aligned := regexp.MustCompile(`^([a-z0-9_]+ +|)$`)
	for line := range strings.Lines(output(t, append([]string{"inspect"}, ids...)...)) {
		line = strings.TrimSuffix(line, "\n")
		const column = len("unix_ts_ms  ")
		if len(line) > maxWidth || !aligned.MatchString(line[:min(column, len(line))]) {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// TestYear10000IsNotInJSON checks the first year that has five digits. JavaScript's Date cannot read the year 10000
// in the form of the JSON output.
func TestYear10000IsNotInJSON(t *testing.T) {
	first := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]string{
		first:                        "",
		first.Add(-time.Millisecond): "9999-12-31T23:59:59.999Z",
	} {
		u := uuid.MinV7(at)
		for _, r := range describe(u, "", "") {
			if r.name == "time" && r.value != want {
				t.Errorf("time of %v in JSON: %v, want %q", u, r.value, want)
			}
		}
	}
}

// TestULIDTime verifies the times that make an ID a possible ULID. It runs in a synctest bubble, whose clock starts
// at 2000-01-01.
func TestULIDTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2027, 2, 1, 0, 0, 0, 0, time.UTC)))
		first := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
		end := time.Date(2028, 2, 1, 0, 0, 0, 0, time.UTC) // a year from now
		for _, tt := range []struct {
			at      time.Time
			version uint64
			want    bool
		}{
			{at: first.Add(-time.Millisecond), version: 4},
			{at: first, version: 4, want: true},
			{at: first, version: 7},
			{at: end.Add(-time.Millisecond), version: 8, want: true},
			{at: end, version: 8},
		} {
			u := uuid.FromUint64s(uint64(tt.at.UnixMilli())<<16|tt.version<<12, 1<<63)
			got, ok := ulidTime(uuid.Base32.Encode(u), u)
			if ok != tt.want || ok && !got.Equal(tt.at) {
				t.Errorf("%v, version %d: %v, %t", tt.at, tt.version, got, ok)
			}
			if _, ok := ulidTime(u.String(), u); ok {
				t.Errorf("%v may be a ULID", u)
			}
		}
	})
}

// TestRemarksAreInUTC verifies that the times in remarks do not depend on the local time zone.
func TestRemarksAreInUTC(t *testing.T) {
	defer func(local *time.Location) { time.Local = local }(time.Local)
	time.Local = time.FixedZone("", 5*3600)
	for id, want := range map[string]string{
		"01ef9a3b-7d26-6b10-8f3c-0242ac120002": " perhaps made by google/uuid 1.6.0 at 2024-11-03T23:29:36Z\n",
		"01HV8J4GQ6YB2KDRS3RJ5XK7ZC":           " may be a ULID made at 2024-04-12T07:07:47.302Z\n",
	} {
		if got := output(t, "inspect", id); !strings.Contains(got, want) {
			t.Errorf("inspect %s prints\n%swant %s", id, got, want)
		}
	}
}

// TestGoogleV6Time verifies the range of times, and that the version is not part of a time.
func TestGoogleV6Time(t *testing.T) {
	for id, want := range map[string]string{
		"01ee0000-0000-6000-8000-000000000000": "2023-05-31T22:10:49Z",
		"01edffff-ffff-6fff-8000-000000000000": "",
		"021fffff-ffff-6fff-8000-000000000000": "2068-01-04T23:38:53Z",
		"02200000-0000-6000-8000-000000000000": "",
		"01ef9a3b-020e-6000-8000-000000000000": "2024-11-03T23:26:09Z", // 54 µs before the next second
		"01ef9a3b-7d26-4b10-8f3c-0242ac120002": "",                     // version 4
		"01ef9a3b-7d26-7b10-8f3c-0242ac120002": "",
	} {
		at, ok := googleV6Time(uuid.MustParse(id))
		got := ""
		if ok {
			got = at.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s is from %q, want %q", id, got, want)
		}
	}
}
