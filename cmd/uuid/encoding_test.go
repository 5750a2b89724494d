package main

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestConvertCommandReadsEveryForm(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "convert TypeID", args: "convert -f canonical prefix_01h455vb4pex5vsknk084sn02q", stdout: "01890a5d-ac96-774b-bcce-b302099a8057\n"},
		{name: "convert to TypeID", args: "convert -prefix prefix 01890a5d-ac96-774b-bcce-b302099a8057", stdout: "prefix_01h455vb4pex5vsknk084sn02q\n"},
		{name: "convert TypeIDs", args: "convert -prefix order", stdin: "user_01h455vb4pex5vsknk084sn02q\n01h455vb4pex5vsknk084sn02q\n",
			stdout: "(order_01h455vb4pex5vsknk084sn02q\n){2}"},
		{name: "convert to both", args: "convert -f urn -prefix user " + v1ID, stderr: "-f and -prefix cannot be combined", status: 2},
		{name: "inspect TypeID", args: "inspect pre_fix_01h455vb4pex5vsknk084sn02q",
			stdout: `(?s)uuid        01890a5d-ac96-774b-bcce-b302099a8057\nprefix      pre_fix\nversion     7, .*\n`},
		{name: "verify TypeID", args: "verify user_01h455vb4pex5vsknk084sn02q"},
		{name: "TypeID with upper case", args: "inspect user_01H455VB4PEX5VSKNK084SN02Q",
			stderr: `argument 1: cannot parse "user_01H455VB4PEX5VSKNK084SN02Q" (31 bytes): invalid digit at offset 7`, status: 1},
		{name: "TypeID with too many bits", args: "inspect user_81h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "user_81h455vb4pex5vsknk084sn02q" (31 bytes): more than 128 bits at offset 5`, status: 1},
		{name: "TypeID too short", args: "inspect user_01h455vb4pex5vsknk084sn02",
			stderr: `argument 1: "user_01h455vb4pex5vsknk084sn02"` + unrecognized, status: 1},
		{name: "TypeID with a bad prefix", args: "inspect uz.er_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "uz.er_01h455vb4pex5vsknk084sn02q" (32 bytes): invalid prefix at offset 2`, status: 1},
		{name: "TypeID with a bad letter below a", args: "inspect u`z.er_01h455vb4pex5vsknk084sn02q",
			stderr: "argument 1: cannot parse \"u`z.er_01h455vb4pex5vsknk084sn02q\" (33 bytes): invalid prefix at offset 1", status: 1},
		{name: "TypeID with a bad letter above z", args: "inspect a_z{.er_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "a_z{.er_01h455vb4pex5vsknk084sn02q" (34 bytes): invalid prefix at offset 3`, status: 1},
		{name: "TypeID with a long prefix", args: "inspect " + strings.Repeat("a", 64) + "_01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "` + strings.Repeat("a", 64) + `" (64 bytes or more): invalid prefix at offset 63`, status: 1},
		{name: "TypeID with an underscore but no prefix", args: "inspect _01h455vb4pex5vsknk084sn02q",
			stderr: `argument 1: cannot parse "_01h455vb4pex5vsknk084sn02q" (27 bytes): invalid prefix at offset 0`, status: 1},
		{name: "convert", args: "convert -f decimal " + v1ID, stdout: "329800735698586629295641978511506172918\n"},
		{name: "convert an ID like a flag", args: "convert -from base64url -f canonical -- -B1Prn3sEdCnZQCgyR5r9g", stdout: v1ID + "\n"},
		{name: "convert without -f", args: "convert {" + v1ID + "}", stdout: v1ID + "\n"},
		{name: "convert to an unknown encoding", args: "convert -f hex " + v1ID, stderr: `invalid value "hex" for flag -f: not one of ` + list(encodings), status: 2},
		{name: "invalid digit", args: "inspect f81d4fae-7dec-11d0-a765-00a0c91e6bfg",
			stderr: `argument 1: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bfg" (36 bytes): invalid hexadecimal digit at offset 35`, status: 1},
		{name: "invalid digit in braces", args: "inspect {f81d4fae-7dec-11d0-a765-00a0c91e6bfg}",
			stderr: `argument 1: cannot parse "{f81d4fae-7dec-11d0-a765-00a0c91e6bfg}" (38 bytes): invalid hexadecimal digit at offset 36`, status: 1},
		{name: "an extra dash", args: "inspect f81d4fae-7dec-11d0-a765--00a0c91e6bf6",
			stderr: `argument 1: "f81d4fae-7dec-11d0-a765--00a0c91e6bf6"` + unrecognized, status: 1},
		{name: "a missing digit", args: "inspect f81d4fae-7dec-11d0-a765-00a0c91e6bf",
			stderr: `argument 1: cannot parse "f81d4fae-7dec-11d0-a765-00a0c91e6bf" (35 bytes): invalid length at offset 35, want 32, 36, 38 or 45 bytes`, status: 1},
		{name: "base64url with four dashes", args: "inspect -- -9-tDJbAR_-D1JHg-YWF7A",
			stderr: `argument 1: "-9-tDJbAR_-D1JHg-YWF7A"` + unrecognized, status: 1},
		{name: "32 letters", args: "inspect V1StGXR8Z5jdHi6BmyTV1StGXR8Z5jdH",
			stderr: `argument 1: "V1StGXR8Z5jdHi6BmyTV1StGXR8Z5jdH"` + unrecognized, status: 1},
		{name: "OID with too many bits", args: "inspect 2.25.340282366920938463463374607431768211456",
			stderr: `argument 1: cannot parse "2.25.340282366920938463463374607431768211456" (44 bytes): more than 128 bits at offset 43`, status: 1},
		{name: "small OID", args: "convert -f canonical 2.25.42", stdout: "00000000-0000-0000-0000-00000000002a\n"},
		{name: "a number", args: "inspect 42", stderr: `argument 1: "42"` + unrecognized, status: 1},
		{name: "a column of numbers", args: "convert -f canonical", stdin: "1\n2\n" + v1ID + "\n", stdout: v1ID + "\n",
			stderr: "line 1: \"1\"" + unrecognized + "\n" +
				`uuid: line 2: "2"` + unrecognized, status: 1},
		{name: "a number with -from", args: "convert -from decimal -f canonical 42", stdout: "00000000-0000-0000-0000-00000000002a\n"},
		{name: "32 digits", args: "convert -f canonical 12345678901234567890123456789012", stdout: "12345678-9012-3456-7890-123456789012\n"},
		{name: "26 digits", args: "inspect 01234567890123456789012345",
			stderr: `argument 1: "01234567890123456789012345"` + maybeBase32, status: 1},
		{name: "26 letters and digits that Base32 does not write", args: "convert -f canonical 01h455vb4pex5vsknk084sno2q 01H455vb4pex5vsknk084sn02q 01H455VB4PEX5VSKNK084SN02Q",
			stdout: "01890a5d-ac96-774b-bcce-b302099a8057\n",
			stderr: "argument 1: \"01h455vb4pex5vsknk084sno2q\"" + maybeBase32 + "\n" +
				`uuid: argument 2: "01H455vb4pex5vsknk084sn02q"` + maybeBase32, status: 1},
		{name: "base58 or base64url", args: "inspect 1AefouaJRNayrdtYwRLnSw",
			stderr: `argument 1: "1AefouaJRNayrdtYwRLnSw"` + unrecognized, status: 1},
		{name: "a long word", args: "inspect " + strings.Repeat("a", 100),
			stderr: `argument 1: "` + strings.Repeat("a", 64) + `"` + unrecognized, status: 1},
		{name: "compact with -from", args: "convert -from compact -f canonical 12345678901234567890123456789012", stdout: "12345678-9012-3456-7890-123456789012\n"},
		{name: "canonical with another -from", args: "convert -from compact -f canonical " + v1ID,
			stderr: `argument 1: cannot parse "` + v1ID + `" (36 bytes): invalid length at offset 36, want 32 bytes`, status: 1},
	})
}

func TestConvertEveryEncoding(t *testing.T) {
	for _, id := range []string{v1ID, v7ID, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"} {
		for _, from := range encodings {
			for _, to := range encodings {
				u := uuid.MustParse(id)
				got := output(t, "convert", "-from", from.name, "-f", to.name, "--", string(from.value.encode(nil, u)))
				if want := string(to.value.encode(nil, u)) + "\n"; got != want {
					t.Errorf("%s from %s to %s is %s, want %s", id, from.name, to.name, got, want)
				}
			}
		}
	}
}

// TestRecognizedEncodings verifies which encodings are recognized. An ID in base58, base64url or decimal may
// also be valid in another encoding.
func TestRecognizedEncodings(t *testing.T) {
	needFrom := map[string]bool{"decimal": true, "base58": true, "base64url": true}
	for range 1000 {
		u := uuid.NewV7() // not v4, because 32 digits are also a decimal number below 10^32
		for _, e := range encodings {
			text := string(e.value.encode(nil, u))
			got, err := recognize(text)
			if e.name == "guid-bytes" { // looks like compact
				got = got.BytesLE()
			}
			switch {
			case needFrom[e.name] && (err == nil || !strings.Contains(err.Error(), "need -from")):
				t.Errorf("%s, %s of %s: %v, %v", text, e.name, u, got, err)
			case !needFrom[e.name] && (err != nil || got != u):
				t.Errorf("%s, %s of %s: %v, %v", text, e.name, u, got, err)
			}
		}
	}
}
