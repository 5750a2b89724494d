package main

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestEncodingCommand(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "convert TypeID", args: "convert -f canonical prefix_01h455vb4pex5vsknk084sn02q", stdout: "01890a5d-ac96-774b-bcce-b302099a8057\n"},
		{name: "convert to TypeID", args: "convert -prefix prefix 01890a5d-ac96-774b-bcce-b302099a8057", stdout: "prefix_01h455vb4pex5vsknk084sn02q\n"},
		{name: "convert TypeIDs", args: "convert -prefix order", stdin: "user_01h455vb4pex5vsknk084sn02q\n01h455vb4pex5vsknk084sn02q\n",
			stdout: "(order_01h455vb4pex5vsknk084sn02q\n){2}"},
		{name: "convert to both", args: "convert -f urn -prefix user " + v1ID, stderr: `invalid value "user" for flag -prefix: one form is enough`, status: 2},
		{name: "inspect TypeID", args: "inspect pre_fix_01h455vb4pex5vsknk084sn02q",
			stdout: `(?s)uuid        01890a5d-ac96-774b-bcce-b302099a8057\nversion     7, .*\n`},
		{name: "verify TypeID", args: "verify user_01h455vb4pex5vsknk084sn02q"},
		{name: "TypeID with upper case", args: "inspect user_01H455VB4PEX5VSKNK084SN02Q",
			stderr: `argument 1: cannot parse "user_01H455VB4PEX5VSKNK084SN02Q" (31 bytes): invalid digit at offset 7`, status: 1},
		{name: "TypeID of too much", args: "inspect user_81h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "user_81h455vb4pex5vsknk084sn02q" (31 bytes): more than 128 bits at offset 5`, status: 1},
		{name: "TypeID too short", args: "inspect user_01h455vb4pex5vsknk084sn02",
			stderr: `argument 1: cannot parse "user_01h455vb4pex5vsknk084sn02" (30 bytes): invalid length at offset 30, want 31 bytes`, status: 1},
		{name: "TypeID with a bad prefix", args: "inspect uz.er_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "uz.er_01h455vb4pex5vsknk084sn02q" (32 bytes): invalid prefix at offset 2`, status: 1},
		{name: "TypeID with a bad letter below a", args: "inspect u`z.er_01h455vb4pex5vsknk084sn02q",
			stderr: "argument 1: cannot parse \"u`z.er_01h455vb4pex5vsknk084sn02q\" (33 bytes): invalid prefix at offset 1", status: 1},
		{name: "TypeID with a bad letter above z", args: "inspect a_z{.er_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "a_z{.er_01h455vb4pex5vsknk084sn02q" (34 bytes): invalid prefix at offset 3`, status: 1},
		{name: "TypeID with a long prefix", args: "inspect " + strings.Repeat("a", 64) + "_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "` + strings.Repeat("a", 64) + `" (64 bytes or more): invalid prefix at offset 63`, status: 1},
		{name: "TypeID without prefix, but an underscore", args: "inspect _01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "_01h455vb4pex5vsknk084sn02q" (27 bytes): invalid prefix at offset 0`, status: 1},
		{name: "convert", args: "convert -f decimal " + v1ID, stdout: "329800735698586629295641978511506172918\n"},
		{name: "convert like a flag", args: "convert -f canonical -- -B1Prn3sEdCnZQCgyR5r9g", stdout: v1ID + "\n"},
		{name: "convert to nothing", args: "convert " + v1ID, stderr: "missing flag -f or -prefix", status: 2},
		{name: "convert no encoding", args: "convert -f hex " + v1ID, stderr: `invalid value "hex" for flag -f: not one of ` + list(encodings), status: 2},
		{name: "wrong digit", args: "inspect f81d4fae-7dec-11d0-a765-00a0c91e6bfg",
			stderr: `argument 1: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bfg" (36 bytes): invalid hexadecimal digit at offset 35`, status: 1},
		{name: "wrong digit in one of two", args: "inspect Xe22UfxT3rxcKJEAfL537_",
			stderr: `argument 1: cannot parse "Xe22UfxT3rxcKJEAfL537_" (22 bytes): invalid digit at offset 21`, status: 1},
		{name: "wrong first digit", args: "inspect !e22UfxT3rxcKJEAfL5370",
			stderr: `argument 1: cannot parse "!e22UfxT3rxcKJEAfL5370" (22 bytes): invalid digit at offset 0`, status: 1},
		{name: "wrong second digit", args: "inspect X!22UfxT3rxcKJEAfL5370",
			stderr: `argument 1: cannot parse "X!22UfxT3rxcKJEAfL5370" (22 bytes): invalid digit at offset 1`, status: 1},
		{name: "wrong in both, later in the second", args: "inspect X022UfxT3rxcKJEAfL53!0",
			stderr: `argument 1: cannot parse "X022UfxT3rxcKJEAfL53!0" (22 bytes): invalid digit at offset 20`, status: 1},
		{name: "compact or decimal", args: "inspect 12345678901234567890123456789012",
			stderr: `argument 1: "12345678901234567890123456789012" may be compact or decimal; say which with -from`, status: 1},
		{name: "base58 or base64url", args: "inspect 1AefouaJRNayrdtYwRLnSw",
			stderr: `argument 1: "1AefouaJRNayrdtYwRLnSw" may be base58 or base64url; say which with -from`, status: 1},
		{name: "said which", args: "convert -from compact -f canonical 12345678901234567890123456789012", stdout: "12345678-9012-3456-7890-123456789012\n"},
		{name: "said another", args: "convert -from compact -f canonical " + v1ID,
			stderr: `argument 1: cannot parse "` + v1ID + `" (36 bytes): invalid length at offset 36, want 32 bytes`, status: 1},
	})
}

func TestConvertEveryEncoding(t *testing.T) {
	for _, id := range []string{v1ID, v7ID, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"} {
		for _, from := range encodings {
			for _, to := range encodings {
				u := uuid.MustParse(id)
				got := output(t, "convert", "-from", from.name, "-f", to.name, "--", from.value.Encode(u))
				if want := to.value.Encode(u) + "\n"; got != want {
					t.Errorf("%s from %s to %s is %s, want %s", id, from.name, to.name, got, want)
				}
			}
		}
	}
}

// TestRecognize tests that each encoding is recognized, or named if it is one
// of several.
func TestRecognize(t *testing.T) {
	recognized := 0
	for range 1000 {
		u := uuid.NewV4()
		for _, e := range encodings {
			text := e.value.Encode(u)
			got, err := recognize(text)
			switch {
			case err == nil && got == u:
				recognized++
			case err == nil:
				t.Errorf("%s, %s of %s, is recognized as that of %s", text, e.name, u, got)
			case !strings.Contains(err.Error(), e.name):
				t.Errorf("%s of %s: %v", e.name, u, err)
			}
		}
	}
	if recognized < 8000 {
		t.Errorf("%d of 9000 texts are recognized", recognized)
	}
}
