package main

import (
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestFindCommandPrintsIDsInText(t *testing.T) {
	testCommands(t, []commandTest{
		{name: "find", args: "find access.log", stdout: v7ID + "\n" + v1ID + "\n"},
		{name: "find in standard input", args: "find -f braced", stdin: "\x00urn:uuid:" + v1ID + "\xff,%7B" + v7ID, stdout: `{` + v1ID + "}\n{" + v7ID + "}\n"},
		{name: "find nothing", args: "find", stdin: v7ID + "0\n0" + v7ID + "\n" + strings.ReplaceAll(v7ID, "-", "") + "\n" + v7ID[1:] +
			"\n%2" + v7ID + "\n=2f" + v7ID + "\n%252" + v7ID + "\n%5C8" + v7ID + "\n-", status: 1},
		{name: "find in nothing", args: "find", status: 1},
		{name: "find compact", args: "find -compact", stdin: strings.ReplaceAll(v7ID, "-", "") + " " + v1ID, stdout: v7ID + "\n" + v1ID + "\n"},
		// Without the spaces, the text is too short for a single scan to find both IDs.
		{name: "find compact after dashed", args: "find -compact", stdin: v1ID + " " + strings.ReplaceAll(v7ID, "-", "") + strings.Repeat(" ", 100), stdout: v1ID + "\n" + v7ID + "\n"},
		{name: "find times", args: "find -time access.log -", stdin: "5c146b14-3c52-8afd-938a-375d0df1fbf6",
			stdout: v7ID + " 2022-02-22T19:22:22.000Z\n" + v1ID + " 1997-02-03T17:43:12.2168750Z\n5c146b14-3c52-8afd-938a-375d0df1fbf6 -\n"},
		{name: "replace", args: "find -replace access.log", stdout: regexp.QuoteMeta("10.0.0.1 GET /orders/id-4e2e22477383ff21x 200\n" +
			"10.0.0.2 GET /users/{id-4cec65a2e4281720x} 404\n")},
		{name: "replace in binary input", args: "find -replace -compact", stdin: "\x00\xff" + v7ID + v7ID + "\r\n" + strings.ReplaceAll(v7ID, "-", "") + " " + v7ID[:20],
			stdout: "\x00\uFFFDid-4e2e22477383ff21xid-4e2e22477383ff21x\r\nid-4e2e22477383ff21x " + v7ID[:20]},
		{name: "replace only IDs with dashes", args: "find -replace", stdin: strings.ReplaceAll(v7ID, "-", "") + " " + v7ID + "\n%7B" + strings.ReplaceAll(v1ID, "-", "") + "_" + typeID[5:],
			stdout: strings.ReplaceAll(v7ID, "-", "") + " id-4e2e22477383ff21x\n%7B" + strings.ReplaceAll(v1ID, "-", "") + "_" + typeID[5:],
			stderr: "left 2 IDs without dashes; -compact replaces them too"},
		{name: "replace no ID without dashes", args: "find -replace", stdin: strings.ReplaceAll(v7ID, "-", "") + "0", stdout: strings.ReplaceAll(v7ID, "-", "") + "0",
			stderr: "found no ID to replace"},
		{name: "find no ID without dashes", args: "find", stdin: strings.ReplaceAll(v7ID, "-", ""), status: 1},
		{name: "replace an ID that overlaps another", args: "find -replace", stdin: v7ID + v1ID[8:] + " 0" + v7ID + "ab" + v1ID[8:] + " " + strings.ReplaceAll(v7ID, "-", "") + v1ID[8:],
			stdout: "id-4e2e22477383ff21xid-[0-9a-f]{16}x 0id-4e2e22477383ff21xid-[0-9a-f]{16}x 017f22e279b07cc398c4dc0cid-[0-9a-f]{16}x", stderr: "left 1 IDs without dashes; -compact replaces them too"},
		{name: "replace with a key", args: "find -replace -key-file key.txt", stdin: v7ID, stdout: "id-3a6f0ff693003c1ax"},
		{name: "replace with a missing key", args: "find -replace -key-file none", stderr: "flag -key-file: open \"none\": " + syscall.ENOENT.Error(), status: 1},
		{name: "a key without placeholders", args: "find -replace -key-file key.txt -f urn", stderr: "-key-file needs -replace, without -f and -prefix", status: 2},
		{name: "replace what it does not know", args: "find -replace", stdin: v4ID + otherForms, stdout: "id-[0-9a-f]{16}x" + regexp.QuoteMeta(otherForms),
			stderr: "left 1 IDs in UTF-16\nuuid: left 1 IDs with %252D for a dash\nuuid: left 1 IDs with &#45; for a dash\nuuid: left 1 IDs with =2D for a dash\n" +
				"uuid: left 1 IDs with \\\\u002d for a dash\nuuid: left 1 IDs with \\x2d for a dash\nuuid: left 1 IDs with _ for a dash\nuuid: left 1 IDs with \u2011 for a dash", status: 3},
		{name: "replace nothing", args: "find -replace", stdin: "\n", stdout: "\n", stderr: "found no ID to replace"},
		{name: "a run of digits ends with its file", args: "find -compact half.txt -", stdin: "0123456789abcdef\n", status: 1},
		{name: "replace an ID in two files", args: "find -replace part1.txt none.log part2.txt -", stdin: "0\n", stdout: "x id-4cec65a2e4281720x0\n",
			stderr: "open \"none.log\": " + syscall.ENOENT.Error(), status: 1},
		{name: "find no ID in two files", args: "find part1.txt part2.txt", status: 1},
		{name: "find after an error", args: "find none.log access.log none.log access.log", stdout: "(" + v7ID + "\n" + v1ID + "\n){2}",
			stderr: "open \"none.log\": " + syscall.ENOENT.Error() + "\nuuid: open \"none.log\": " + syscall.ENOENT.Error(), status: 1},
		{name: "replace and times", args: "find -replace -time", stderr: "-replace cannot be combined with -time or -line", status: 2},
		{name: "replace and lines", args: "find -line -replace", stderr: "-replace cannot be combined with -time or -line", status: 2},
		{name: "find lines", args: "find -line -time access.log -", stdin: "\n\n" + v1ID + " " + typeID,
			stdout: "access.log:1:" + v7ID + " 2022.*\naccess.log:2:" + v1ID + " 1997.*\n-:3:" + v1ID + " 1997.*\n-:3:" + v7ID + " 2022.*\n"},
		{name: "find TypeIDs", args: "find", stdin: "GET /users/" + typeID + "?x=1_" + typeID + "\n__" + typeID + "_ " + typeID + "x 1_" + typeID[5:] + " " + typeID[5:],
			stdout: "(" + v7ID + "\n){3}"},
		{name: "column of TypeIDs", args: "find -replace -prefix order", stdin: "1,{" + v1ID + "},a\r\n2,\"" + typeID + "\",b\r\n",
			stdout: "1,{order_7r3n7twzfc278aes80m34hwtzp},a\r\n2,\"order_01fwhe4ydgfk1shh6w1g60eecf\",b\r\n"},
		{name: "column in another encoding", args: "find -replace -f compact", stdin: "1," + v7ID + ",a\n", stdout: "1,017f22e279b07cc398c4dc0c0c07398f,a\n"},
		{name: "column of canonical IDs", args: "find -replace -f canonical", stdin: "id=" + typeID + ",acc" + typeID[4:] + "\n", stdout: "id=" + v7ID + "," + v7ID + "\n"},
	})
}

// TestFindReplacesAfterEscapes verifies that find replaces an ID after every kind of escape sequence, and leaves the
// escape sequence unchanged.
func TestFindReplacesAfterEscapes(t *testing.T) {
	for _, escape := range []string{
		`\a`, `\b`, `\e`, `\f`, `\n`, `\r`, `\t`, `\v`, `\0`, `\33`, `\033`, `\x3c`, `\u003c`, `\U0000003c`, `\\u003C`, `\uabcd`, `\n__`,
		"%7B", "%7b", "%u003c", "=3D", "\x1b[0m", "\x1b[38;2;255;255;255m", "&lt;", "id=", "_",
	} {
		for _, id := range []string{v7ID, typeID} {
			got := invoke(strings.NewReader("see "+escape+id), "find", "-replace", "-f", "urn").stdout
			if want := "see " + escape + "urn:uuid:" + v7ID; got != want {
				t.Errorf("%s%s is replaced by %q, want %q", escape, id, got, want)
			}
		}
	}
}

// otherForms contains an ID in each form that find -replace only counts, and near misses.
var otherForms = func() string {
	text := "\x00" + strings.Join(strings.Split(v7ID, ""), "\x00") + "\x00\n"
	for _, dash := range []string{"%252D", "&#45;", "=2D", `\\u002d`, `\x2d`, "\u2011", "_", "%2F", ".", "0", "%2D%2D", "__"} {
		text += strings.ReplaceAll(v7ID, "-", dash) + "\n" + strings.ReplaceAll(v7ID[:35], "-", dash) + "g\n"
	}
	return strings.TrimSuffix(text, "\n")
}()
