package main

import (
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

func TestFindCommandReadsAnyBytes(t *testing.T) {
	const compact = "017f22e279b07cc398c4dc0c0c07398f" // v7ID
	missing := `open "none.log": ` + syscall.ENOENT.Error()
	testCommands(t, []commandTest{
		{
			name:   "print",
			line:   "find -f braced",
			stdin:  "\x00urn:uuid:" + v1ID + "\xff,%7B" + v7ID,
			stdout: "{" + v1ID + "}\n{" + v7ID + "}\n",
		}, {
			name:   "replace",
			line:   "find -replace -compact",
			stdin:  "\x00\xff" + v7ID + v7ID + "\r\n" + compact + " " + v7ID[:20],
			stdout: "\x00\xffid-4e2e22477383ff21xid-4e2e22477383ff21x\r\nid-4e2e22477383ff21x " + v7ID[:20],
		}, {
			// Without the spaces, the text is too short for a single scan to find both IDs.
			name:   "an ID without dashes after one with dashes",
			line:   "find -compact",
			stdin:  v1ID + " " + compact + strings.Repeat(" ", 100),
			stdout: v1ID + "\n" + v7ID + "\n",
		}, {
			name:   "a dash that is in UTF-16, but not in an ID",
			line:   "find",
			stdin:  "\x00-\x00",
			status: exitFailure,
		}, {
			name:   "a key that does not exist",
			line:   "find -replace -key-file none.log",
			stderr: "flag -key-file: " + missing,
			status: exitFailure,
		}, {
			name:  "forms that are only counted",
			line:  "find -replace",
			stdin: v7ID + otherForms, stdout: "id-4e2e22477383ff21x" + otherForms,
			stderr: "left 1 IDs in UTF-16\nuuid: left 1 IDs with %252D for a dash\n" +
				"uuid: left 1 IDs with &#45; for a dash\nuuid: left 1 IDs with =2D for a dash\n" +
				"uuid: left 1 IDs with \\\\u002d for a dash\nuuid: left 1 IDs with \\x2d for a dash\n" +
				"uuid: left 1 IDs with _ for a dash\nuuid: left 1 IDs with \u2011 for a dash",
			status: exitLeft,
		}, {
			name:   "an ID in two files around one that does not exist",
			line:   "find -replace part1.txt none.log part2.txt -",
			stdin:  "0\n",
			stdout: "x id-4cec65a2e4281720x0\n",
			stderr: missing,
			status: exitFailure,
		}, {
			name:   "a form that is only counted, and a file that does not exist",
			line:   "find -replace none.log - none.log",
			stdin:  strings.ReplaceAll(v7ID, "-", "%2D"),
			stdout: strings.ReplaceAll(v7ID, "-", "%2D"),
			stderr: missing + "\nuuid: " + missing +
				"\nuuid: found no ID to replace\nuuid: left 1 IDs with %2D for a dash",
			status: exitLeft,
		}, {
			name:   "a form that is only counted in a file, and input that cannot be decoded",
			line:   "find -replace -",
			stdin:  "\xff\xfef\x008\x00",
			stderr: inUTF16 + "\nuuid: found no ID to replace",
			status: exitFailure,
		}, {
			name:   "input that starts with the first dash of an ID",
			line:   "find -replace",
			stdin:  strings.ReplaceAll(v7ID[8:], "-", "%2D"),
			stdout: strings.ReplaceAll(v7ID[8:], "-", "%2D"),
			stderr: "found no ID to replace",
		}, {
			name:   "files after errors",
			line:   "find none.log access.log none.log access.log",
			stdout: v7ID + "\n" + v1ID + "\n" + v7ID + "\n" + v1ID + "\n",
			stderr: missing + "\nuuid: " + missing,
			status: exitFailure,
		}, {
			name:   "a table",
			line:   "find -replace -prefix order",
			stdin:  "1,{" + v1ID + "},a\r\n2,\"" + typeID + "\",b\r\n",
			stdout: "1,{order_7r3n7twzfc278aes80m34hwtzp},a\r\n2,\"order_01fwhe4ydgfk1shh6w1g60eecf\",b\r\n",
		},
	})
}

// TestFindReplacesAfterEscapes verifies that find replaces an ID after every kind of escape sequence, and
// leaves the escape sequence unchanged.
func TestFindReplacesAfterEscapes(t *testing.T) {
	for _, escape := range []string{
		`\a`, `\b`, `\e`, `\f`, `\n`, `\r`, `\t`, `\v`, `\n__`,
		`\0`, `\33`, `\033`, `\77`, `\377`, `\x3c`, `\x3C`, `\x3F`,
		`\u003c`, `\u003C`, `\uabcd`, `\uABCD`, `\U0000003c`, `\U0000003C`, `\U0001f600`, `\\u003C`,
		"%7B", "%7b", "%u003c", "%uABCD", "%uabcd", "%3F", "=3D", "=3F", "=00",
		"\x1b[0m", "\x1b[38;2;255;255;255m", "&lt;", "id=", "_",
	} {
		for _, id := range []string{v7ID, typeID} {
			got := invoke(strings.NewReader("see "+escape+id), "find", "-replace", "-f", "urn").stdout
			if want := "see " + escape + "urn:uuid:" + v7ID; got != want {
				t.Errorf("%s%s is replaced by %q, want %q", escape, id, got, want)
			}
			if got := invoke(strings.NewReader("see "+escape+id), "find").stdout; got != v7ID+"\n" {
				t.Errorf("%s%s: found %q", escape, id, got)
			}
		}
	}
	// Letters that are not part of a whole escape sequence belong to the prefix.
	for before, left := range map[string]string{
		"[m": "[", "%uabc": "%", `\uabc`: `\`, `\xa`: `\`, "%u": "%", "=5Cn": "=5C", "[5Cn": "[5C", `\5Cn`: `\5C`,
	} {
		got := invoke(strings.NewReader("see "+before+typeID), "find", "-replace", "-f", "urn").stdout
		if want := "see " + left + "urn:uuid:" + v7ID; got != want {
			t.Errorf("%s%s is replaced by %q, want %q", before, typeID, got, want)
		}
	}
	// An ID may begin like the rest of an escape sequence.
	for _, id := range []string{"5c146b14-3c52-8afd-938a-375d0df1fbf6", "25146b14-3c52-8afd-938a-375d0df1fbf6"} {
		if got := invoke(strings.NewReader("%"+id), "find").stdout; got != id+"\n" {
			t.Errorf("%%%s: %q", id, got)
		}
	}
}

// TestLongestEscape verifies how often an escape sequence before an ID can be escaped itself, even if each read returns
// one byte.
func TestLongestEscape(t *testing.T) {
	longPrefix := strings.Repeat("k", maxPrefix) + typeID[len("user"):]
	for _, tt := range []struct {
		times  int
		id     string // with the end of the escape sequence
		stdout string
	}{
		{30, "2F" + v7ID, v7ID + "\n"},
		{31, "2F" + v7ID, ""},
		{30, "5Cn" + longPrefix, v7ID + "\n"},
		{31, "5Cn" + longPrefix, ""},
	} {
		text := strings.Repeat(" ", 200) + "%" + strings.Repeat("25", tt.times) + tt.id
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			if got := invoke(in, "find").stdout; got != tt.stdout {
				t.Errorf("%s: %q, want %q", strings.TrimSpace(text), got, tt.stdout)
			}
		}
	}
}

// TestDashesInOtherForms verifies which dashes find -replace counts, even if each read returns one byte.
func TestDashesInOtherForms(t *testing.T) {
	verify := func(dash string, isCounted bool) {
		text := "a " + strings.ReplaceAll(v7ID, "-", dash)
		want := result{stdout: text, stderr: "uuid: found no ID to replace\n"}
		if isCounted {
			want.stderr += "uuid: left 1 IDs with " + dash + " for a dash\n"
			want.status = exitLeft
		}
		for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			if got := invoke(in, "find", "-replace"); got != want {
				t.Errorf("%s: %+v, want %+v", dash, got, want)
			}
		}
	}
	for _, dash := range []string{
		"%2D", "%2d", "%252D", "%25252d", "=2D", "=3D2D", "=3D3D2D",
		`\-`, `\\-`, `\055`, `\x2d`, `\x2D`, `\u002d`, `\u002D`, `\U0000002d`, `\U0000002D`, `\\\\u002d`,
		"%5C-", "%5c055", "%5Cx2D", "%255cu002d",
		"&#45;", "&#x2d;", "&#x2D;", "&hyphen;", "&dash;", "&amp;#45;", "&amp;amp;dash;",
		"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "_",
	} {
		verify(dash, true)
	}
	for _, dash := range []string{
		"%2E", "%2", "%3D", "=2d", "=3d2D", `\055d`, `\x2e`, `\x-`, `\U000002d`, "%5Bx2d",
		"&#46;", "&#45", "&minus;", "&AMP;#45;",
		"\u2009", "\u2016", "\u2211", "\u2213", ".", "__", "_-",
	} {
		verify(dash, false)
	}
}

// otherForms contains an ID in each form that find -replace only counts, and near misses.
var otherForms = func() string {
	text := "\x00" + strings.Join(strings.Split(v7ID, ""), "\x00") + "\x00\n"
	for _, dash := range []string{
		"%252D", "&#45;", "=2D", `\\u002d`, `\x2d`, "\u2011", "_",
		"%2F", ".", "0", "%2D%2D", "__", // near misses
	} {
		text += strings.ReplaceAll(v7ID, "-", dash) + "\n" + strings.ReplaceAll(v7ID[:35], "-", dash) + "g\n"
	}
	return strings.TrimSuffix(text, "\n")
}()
