package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestInspectCommandShowsFields(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "inspect Nil", args: "inspect 00000000-0000-0000-0000-000000000000",
			stdout: "uuid        00000000-0000-0000-0000-000000000000\nversion     none, the Nil UUID\nvariant     NCS\n"},
		{name: "inspect Max", args: "inspect ffffffff-ffff-ffff-ffff-ffffffffffff",
			stdout: "uuid        ffffffff-ffff-ffff-ffff-ffffffffffff\nversion     none, the Max UUID\nvariant     future\n"},
		{name: "inspect v9", args: "inspect 00000000-0000-9000-8000-000000000000",
			stdout: "uuid .*\nversion     9, reserved for future definition; not defined by RFC 9562\nvariant     RFC 9562\n"},
		{name: "inspect v0", args: "inspect 00000000-0000-0000-8000-000000000000",
			stdout: "uuid .*\nversion     0, unused; not defined by RFC 9562\nvariant     RFC 9562\n"},
		{name: "inspect NCS", args: "inspect 00000000-0000-4000-7000-000000000000",
			stdout: "uuid .*\nversion     none, Apollo NCS backward compatibility; not defined by RFC 9562\nvariant     NCS\n"},
		{name: "inspect Microsoft", args: "inspect 00000000-0000-4000-c000-000000000000",
			stdout: "uuid .*\nversion     none, Microsoft backward compatibility; not defined by RFC 9562\nvariant     Microsoft\n"},
		{name: "inspect future", args: "inspect 00000000-0000-4000-e000-000000000000",
			stdout: "uuid .*\nversion     none, reserved for future definition; not defined by RFC 9562\nvariant     future\n"},
		{name: "inspect v2", args: "inspect 000003e8-9414-21ec-b301-9e6bdeced846",
			stdout: `(?s).*\nlocal_id    32 bits  0x000003e8 = 1000\n.*\nclock_seq    6 bits  0b11, 0x3 = 0x33 = 51\n` +
				`domain       8 bits  0x01 = group\nnode        48 bits  0x9e6bdeced846 = 9e:6b:de:ce:d8:46, unicast: may be a MAC\n`},
		{name: "inspect mixed-endian bytes", args: "inspect -from guid-bytes AE-4F-1D-F8-EC-7D-D0-11-A7-65-00-A0-C9-1E-6B-F6", stdout: "uuid        " + v1ID + "\n(?s:.*)"},
		{name: "inspect an ID with swapped fields", args: "inspect ae4f1df8-ec7d-d011-a765-00a0c91e6bf6",
			stdout: "uuid .*\nversion     13, .*\nremark      swapped\\? -from guid-bytes: " + v1ID + ", v1\nvariant     RFC 9562\n"},
		{name: "inspect google/uuid's version 6", args: "inspect 01ef9a3b-7d26-6b10-8f3c-0242ac120002",
			stdout: "uuid .*\nversion     6, .*\nremark      perhaps google/uuid 1.6.0's, whose time is 2024-11-03T23:29:36Z\n(?s:.*)"},
		{name: "inspect JSON beyond the year 9999", args: "inspect -json ffffffff-ffff-7000-8000-000000000000", stdout: `\{"meaning":"Unix time","rand_a":"0x000","rand_b":"[^"]*","rfc9562":true,"unix_ts_ms":.*` + "\n"},
		{name: "inspect two", args: "inspect -from canonical", stdin: v1ID + "\nx\n" + v7ID,
			stdout: `uuid        ` + v1ID + `\n([a-z].*\n)+\nuuid        ` + v7ID + `\n([a-z].*\n)+`,
			stderr: `line 2: cannot parse "x" (1 byte): invalid length at offset 1, want 36 bytes`, status: 1},
		{name: "inspect JSON", args: "inspect -json 1ec9414c-232a-6b00-b3c8-9f6bdeced846 00000000-0000-0000-0000-000000000000 " + v7ID,
			stdout: regexp.QuoteMeta(`{"clock_seq":13256,"meaning":"Gregorian time, reordered","node":"9f:6b:de:ce:d8:46","rfc9562":true,` +
				`"time":"2022-02-22T19:22:22.0000000Z","time_high":"0x1ec9414c","time_low":"0xb00","time_mid":"0x232a","timestamp":"0x1ec9414c232ab00",` +
				`"uuid":"1ec9414c-232a-6b00-b3c8-9f6bdeced846","var":"0b10","variant":"RFC 9562","ver":"0x6","version":6}` + "\n" +
				`{"meaning":"the Nil UUID","rfc9562":true,"uuid":"00000000-0000-0000-0000-000000000000","variant":"NCS","version":null}` + "\n" +
				`{"meaning":"Unix time","rand_a":"0xcc3","rand_b":"0x18c4dc0c0c07398f","rfc9562":true,"time":"2022-02-22T19:22:22.000Z",` +
				`"unix_ts_ms":1645557742000,"uuid":"` + v7ID + `","var":"0b10","variant":"RFC 9562","ver":"0x7","version":7}` + "\n")},
		{name: "inspect a TypeID", args: "inspect " + typeID, stdout: "uuid        " + v7ID + "\nprefix      user\nversion     7, (?s:.*)"},
		{name: "inspect a TypeID and a UUID", args: "inspect -json " + typeID + " " + v7ID,
			stdout: `{.*,"prefix":"user",.*}` + "\n" + `{"meaning":"Unix time","rand_a":.*}` + "\n"},
		{name: "inspect a TypeID as base32", args: "inspect -from base32 " + typeID,
			stderr: `argument 1: cannot parse "` + typeID + `" (31 bytes): invalid length at offset 31, want 26 bytes`, status: 1},
		{name: "inspect v6 with an odd time", args: "inspect 1ec9414c-232a-6b01-b3c8-9f6bdeced846",
			stdout: `(?s).*\ntime        2022-02-22T19:22:22.0000001Z\ntimestamp   0x1ec9414c232ab01\n.*`},
		{name: "inspect v2 as JSON", args: "inspect -json 000003e8-9414-21ec-b301-9e6bdeced846",
			stdout: `.*"clock_seq":51,"domain":"group","local_id":1000,.*,"node":"9e:6b:de:ce:d8:46",.*` + "\n"},
		{name: "inspect v15 as JSON", args: "inspect -json 00000000-0000-f000-8000-000000000000",
			stdout: `{"meaning":"reserved for future definition","rfc9562":false,.*,"version":15}` + "\n"},
		{name: "inspect NCS as JSON", args: "inspect -json 00000000-0000-4000-0000-000000000001", stdout: `{.*"version":null}` + "\n"},
		{name: "inspect version 0 as JSON", args: "inspect -json 00000000-0000-0000-8000-000000000001", stdout: `{.*"version":0}` + "\n"},
	})
}

func TestInspectRFC9562(t *testing.T) {
	// These are the tables in appendix A of RFC 9562, with a line for each 64-bit word. The first
	// line contains the time given in the appendix.
	tests := map[string]string{
		"A.1": "version 1, Gregorian time\n" +
			"time 2022-02-22T19:22:22.0000000Z\ntimestamp 0x1EC9414C232AB00\ntime_low 32 0xC232AB00\ntime_mid 16 0x9414\nver 4 0x1\ntime_high 12 0x1EC\n" +
			"var 2 0b10\nclock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256\nnode 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
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
			"time 2022-02-22T19:22:22.0000000Z\ntimestamp 0x1EC9414C232AB00\ntime_high 32 0x1EC9414C\ntime_mid 16 0x232A\nver 4 0x6\ntime_low 12 0xB00\n" +
			"var 2 0b10\nclock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256\nnode 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
		"A.6": "version 7, Unix time\n" +
			"time 2022-02-22T19:22:22.000Z\nunix_ts_ms 48 0x017F22E279B0 = 1645557742000\nver 4 0x7\nrand_a 12 0xCC3\n" +
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
