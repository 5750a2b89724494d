package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// sourceDir is the directory of this package; the tests run in another one, which has files
// for them.
var sourceDir string

const rawKey = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// convertKey is the line that makes a key file of a raw one.
const convertKey = `od -An -v -tx1 RAW | tr -d ' \n' >KEY`

// noKey is the error of a file without a key.
func noKey(file string) string {
	return "flag -key-file: " + file + " has no key: want 32, 48 or 64 hexadecimal digits; of a raw key, make them with: " + convertKey
}

// files are the contents of the files in the directory in which the tests run.
var files = map[string]string{
	"key.txt":   "30313233343536373839616263646566\n", // as in the example of the library
	"crlf.txt":  "000102030405060708090A0B0C0D0E0F1011121314151617\r\n",
	"256.txt":   "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	"short.txt": "3031323334353637383961626364656\n",
	"empty.txt": "",
	"16.txt":    "0123456789abcdeF",
	"long.txt":  strings.Repeat("0", 1<<20),
	"more.txt":  "30313233343536373839616263646566" + strings.Repeat("\n", 5000),
	"space.txt": " 30313233343536373839616263646566\n",
	"lines.txt": "30313233343536373839616263646566\n\n",
	"other.txt": "3031323334353637383961626364656g\n",
	"odd.txt":   "303132333435363738396162636465660",
	"zeros.txt": strings.Repeat("0", 32) + "\n",

	"raw16":     "\r\n" + rawKey[:14],
	"raw24":     rawKey[:24],
	"raw32":     rawKey,
	"rawdigits": "0123456789abcdef",

	"access.log": "10.0.0.1 GET /orders/" + v7ID + " 200\n10.0.0.2 GET /users/{" + strings.ToUpper(v1ID) + "} 404\n",
}

// roles are what a process of the tests is instead, by UUID_TEST_ROLE.
var roles = map[string]func(){"uuid": main}

func TestMain(m *testing.M) {
	if role := roles[os.Getenv("UUID_TEST_ROLE")]; role != nil {
		role()
		return
	}
	os.Exit(runAmongFiles(m))
}

// runAmongFiles runs the tests in a directory that has files.
func runAmongFiles(m *testing.M) int {
	dir, err := os.MkdirTemp("", "uuid")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	sourceDir, err = os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := os.Chdir(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.Chdir(sourceDir) // a directory in use cannot be removed everywhere
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

// prepare returns the command with the given arguments, ready to start.
func prepare(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := inRole(t, "uuid", args...)
	stderr := new(bytes.Buffer)
	cmd.Stderr = stderr
	return cmd, stderr
}

// inRole returns a process in one of the roles.
func inRole(t *testing.T, role string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "UUID_TEST_ROLE="+role, "GOCOVERDIR="+t.TempDir()) // or it complains with -cover
	return cmd
}

// result is all that there is to see of a command that has ended.
type result struct {
	stdout, stderr string
	status         int
}

// invoke runs the command in this process, which takes a thousandth of the time that
// another one takes.
func invoke(stdin io.Reader, args ...string) result {
	var stdout, stderr bytes.Buffer
	status := run(args, stdin, &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

// output returns the output of a command that has to succeed.
func output(t *testing.T, args ...string) string {
	t.Helper()
	r := invoke(strings.NewReader(""), args...)
	if r.status != 0 || r.stderr != "" {
		t.Fatalf("uuid %q: status %d, stderr %q", args, r.status, r.stderr)
	}
	return r.stdout
}

const (
	v1ID = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	v7ID = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	v4ID = "fcd1e78d-0a31-4eb3-b885-f47beaf6c53c" // v7ID hidden with key.txt and tweak order

	anyHex    = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	rfc9562Of = `[0-9a-f]{8}-[0-9a-f]{4}-%d[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}` + "\n"
)

func version(n int) string { return fmt.Sprintf(rfc9562Of, n) }

func TestCommand(t *testing.T) {
	var alike []string
	for line := 2; line <= 12; line++ {
		alike = append(alike, fmt.Sprintf("line %d: %s was there before and is not above the ID before it", line, v1ID))
	}
	tests := []struct {
		name   string
		args   string // separated by spaces; '' is an empty one
		stdin  string
		stdout string // a regular expression
		stderr string // all of it but the hint, without "uuid: "
		status int
	}{
		// Generators.
		{name: "new", args: "new", stdout: version(4)},
		{name: "v1", args: "v1", stdout: version(1)},
		{name: "v4", args: "v4", stdout: version(4)},
		{name: "v6", args: "v6", stdout: version(6)},
		{name: "v7", args: "v7", stdout: version(7)},
		{name: "v9", args: "v9", stdout: anyHex + "\n"},
		{name: "count", args: "v7 -n 3", stdout: "(" + version(7) + "){3}"},
		{name: "count 0", args: "v7 -n 0"},
		{name: "count with a leading zero", args: "v7 -n 010", stdout: "(" + version(7) + "){10}"},
		{name: "hexadecimal count", args: "v7 -n 0x10", stderr: `invalid value "0x10" for flag -n: not a decimal number of 64 bits`, status: 2},
		{name: "count too great", args: "v7 -n 18446744073709551616", stderr: `invalid value "18446744073709551616" for flag -n: not a decimal number of 64 bits`, status: 2},
		{name: "count of a name's ID", args: "v5 -n 3 dns a", stderr: "flag provided but not defined: -n", status: 2},
		{name: "nil", args: "nil", stdout: "00000000-0000-0000-0000-000000000000\n"},
		{name: "max", args: "max -f base32", stdout: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ\n"},
		{name: "count of Nil", args: "nil -n 3", stderr: "flag provided but not defined: -n", status: 2},
		{name: "false", args: "v9 -version=false -at 1645557742001ms", stdout: "17f22e27-9b1.-.*\n"},
		{name: "flag without a value, with one", args: "v9 -version=9", stderr: `invalid boolean value "9" for -version: strconv.ParseBool: parsing "9": invalid syntax`, status: 2},
		{name: "encoding", args: "v4 -f urn", stdout: "urn:uuid:" + version(4)},

		{name: "v2 person", args: "v2 person 1000", stdout: `000003e8-[0-9a-f]{4}-2[0-9a-f]{3}-[89ab][0-9a-f]00-[0-9a-f]{12}` + "\n"},
		{name: "v2 group", args: "v2 group 0", stdout: `00000000-.*-.*-..01-.*` + "\n"},
		{name: "v2 org", args: "v2 org 4294967295", stdout: `ffffffff-.*-.*-..02-.*` + "\n"},
		{name: "v2 number", args: "v2 255 1", stdout: `00000001-.*-.*-..ff-.*` + "\n"},
		{name: "v2 with leading zeros", args: "v2 010 010", stdout: `0000000a-.*-.*-..0a-.*` + "\n"},
		{name: "v2 hexadecimal ID", args: "v2 org 0x10", stderr: `argument 2: "0x10" is not a number of 32 bits`, status: 2},
		{name: "v2 domain too great", args: "v2 256 1", stderr: `argument 1: "256" is not one of person, group, org, or a number up to 255`, status: 2},
		{name: "v2 ID too great", args: "v2 org 4294967296", stderr: `argument 2: "4294967296" is not a number of 32 bits`, status: 2},

		{name: "v3", args: "v3 x500 cn=a", stdout: "eb0f48d4-4c54-3a15-b569-364b31352789\n"},
		{name: "v5", args: "v5 oid 1.2.3", stdout: "42d5e23b-3a02-5135-85c6-52d1102f1f00\n"},
		{name: "v5 RFC 9562 A.4", args: "v5 dns www.example.com", stdout: "2ed6657d-e927-568b-95e1-2665a8aea6a2\n"},
		{name: "v5 name space", args: "v5 2ed6657d-e927-568b-95e1-2665a8aea6a2 a", stdout: "229da511-a8d9-5d5a-bf79-e6b1dedc12ff\n"},
		{name: "v5 empty name", args: "v5 url ''", stdout: "1b4db7eb-4057-5ddf-91e0-36dec72071f5\n"},
		{name: "v5 name like a flag", args: "v5 dns -- -x", stdout: "9f0fc922-aaf4-5361-a2f4-9d9bcbba1198\n"},
		{name: "v5 all like flags", args: "v5 -- dns -x", stdout: "9f0fc922-aaf4-5361-a2f4-9d9bcbba1198\n"},
		{name: "v5 flags between", args: "v5 dns -f compact www.example.com", stdout: "2ed6657de927568b95e12665a8aea6a2\n"},
		{name: "v5 no name space", args: "v5 mail a", stderr: `argument 1: not one of dns, url, oid, x500: cannot parse "mail" (4 bytes): invalid length at offset 4, want 32, 36, 38 or 45 bytes`, status: 2},
		{name: "v8 by default", args: "v8 dns www.example.com", stdout: "5c146b14-3c52-8afd-938a-375d0df1fbf6\n"},
		{name: "v8 no algorithm", args: "v8 -hash md5 dns a", stderr: `invalid value "md5" for flag -hash: not one of ` + list(algorithms), status: 2},
		{name: "v8 two algorithms", args: "v8 -hash sha256 -space sha256 dns a", stderr: `invalid value "sha256" for flag -space: one algorithm is enough`, status: 2},

		{name: "v1 at", args: "v1 -at 2022-02-22T19:22:22Z", stdout: "c232ab00-9414-11ec-[89ab].*\n"},
		{name: "v6 at", args: "v6 -at 2022-02-22T19:22:22.0000001Z", stdout: "1ec9414c-232a-6b01-[89ab].*\n"},
		{name: "v6 at offset", args: "v6 -at 2022-02-22T14:22:22-05:00 -n 2", stdout: "(1ec9414c-232a-6b00-[89ab].*\n){2}"},
		{name: "v7 at", args: "v7 -at 2022-02-22T19:22:22.0005Z", stdout: "017f22e2-79b0-7800-[89ab].*\n"},
		{name: "v7 at a date", args: "v7 -at 2022-02-22", stdout: "017f1eba-4c00-7000-[89ab].*\n"},
		{name: "v7 at seconds", args: "v7 -at 1645557742s", stdout: "017f22e2-79b0-7000-[89ab].*\n"},
		{name: "v7 at seconds with a leading zero", args: "v7 -at 01645557742s", stdout: "017f22e2-79b0-7000-[89ab].*\n"},
		{name: "v7 at hexadecimal seconds", args: "v7 -at 0x10s", stderr: `invalid value "0x10s" for flag -at: "0x10s" is not ` + timeForms, status: 2},
		{name: "v7 at the last of seconds", args: "v7 -at 9223372036854775807s", stderr: "flag -at: time out of range", status: 2},
		{name: "v7 at milliseconds", args: "v7 -at 1645557742001ms", stdout: "017f22e2-79b1-7000-[89ab].*\n"},
		{name: "v9 at", args: "v9 -at 1645557742001ms", stdout: "17f22e27-9b1.-.*\n"},
		{name: "at without unit", args: "v7 -at 2022", stderr: `invalid value "2022" for flag -at: "2022" is not ` + timeForms, status: 2},
		{name: "at nothing", args: "v7 -at s", stderr: `invalid value "s" for flag -at: "s" is not ` + timeForms, status: 2},
		{name: "v1 at out of range", args: "v1 -at 1582-10-14T23:59:59Z", stderr: "flag -at: time out of range", status: 2},
		{name: "v7 at out of range", args: "v7 -at -1ms", stderr: "flag -at: time out of range", status: 2},
		{name: "v9 at out of range", args: "v9 -at 2527-06-23T06:20:44.416Z", stderr: "flag -at: time out of range", status: 2},
		{name: "v9 at zero Time", args: "v9 -at 0001-01-01T00:00:00Z", stderr: `invalid value "0001-01-01T00:00:00Z" for flag -at: time out of range`, status: 2},

		{name: "v9 prefix", args: "v9 -prefix A1B2C3D4 -at 1645557742001ms", stdout: "a1b2c3d4-17f2-2e27-9b1.-.*\n"},
		{name: "v9 version", args: "v9 -version", stdout: "........-....-9.*\n"},
		{name: "v9 legacy", args: "v9 -legacy", stdout: version(1)},
		{name: "v9 legacy unordered", args: "v9 -legacy -unordered", stdout: version(4)},
		{name: "v9 at unordered", args: "v9 -unordered -at 1s", stderr: "-at and -unordered exclude each other", status: 2},
		{name: "v9 bad prefix", args: "v9 -prefix a1g", stderr: `invalid value "a1g" for flag -prefix: cannot parse "a1g" (3 bytes): invalid hexadecimal digit at offset 2`, status: 2},

		// TypeIDs.
		{name: "v7 prefix", args: "v7 -prefix user", stdout: "user_[0-7][0-9a-z]{25}\n"},
		{name: "v7 prefixes", args: "v7 -prefix pre_fix -n 3 -at 2022-02-22T19:22:22Z", stdout: "(pre_fix_01fwhe4yd[0-9a-z]{17}\n){3}"},
		{name: "v7 empty prefix", args: "v7 -prefix ''", stdout: "[0-7][0-9a-hjkmnp-tv-z]{25}\n"},
		{name: "v7 bad prefix", args: "v7 -prefix User",
			stderr: `invalid value "User" for flag -prefix: not 1 to 63 letters from a to z, or underscores between them`, status: 2},
		{name: "v7 prefix and encoding", args: "v7 -prefix user -f urn", stderr: "-f and -prefix exclude each other", status: 2},
		{name: "v4 prefix", args: "v4 -prefix user", stderr: "flag provided but not defined: -prefix", status: 2},
		{name: "convert TypeID", args: "convert -f canonical prefix_01h455vb4pex5vsknk084sn02q", stdout: "01890a5d-ac96-774b-bcce-b302099a8057\n"},
		{name: "convert to TypeID", args: "convert -prefix prefix 01890a5d-ac96-774b-bcce-b302099a8057", stdout: "prefix_01h455vb4pex5vsknk084sn02q\n"},
		{name: "convert TypeIDs", args: "convert -prefix order", stdin: "user_01h455vb4pex5vsknk084sn02q\n01h455vb4pex5vsknk084sn02q\n",
			stdout: "(order_01h455vb4pex5vsknk084sn02q\n){2}"},
		{name: "convert to both", args: "convert -f urn -prefix user " + v1ID, stderr: "-f and -prefix exclude each other", status: 2},
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

		// IDs as arguments and lines.
		{name: "convert", args: "convert -f decimal " + v1ID, stdout: "329800735698586629295641978511506172918\n"},
		{name: "convert lines", args: "convert -f compact", stdin: v1ID + "\r\n{" + v7ID + "}\n" + v1ID,
			stdout: "f81d4fae7dec11d0a76500a0c91e6bf6\n017f22e279b07cc398c4dc0c0c07398f\nf81d4fae7dec11d0a76500a0c91e6bf6\n"},
		{name: "convert no lines", args: "convert -f compact"},
		{name: "convert like a flag", args: "convert -f canonical -- -B1Prn3sEdCnZQCgyR5r9g", stdout: v1ID + "\n"},
		{name: "convert to nothing", args: "convert " + v1ID, stderr: "missing flag -f or -prefix", status: 2},
		{name: "convert no encoding", args: "convert -f hex " + v1ID, stderr: `invalid value "hex" for flag -f: not one of ` + list(encodings), status: 2},
		{name: "bad arguments", args: "convert -f urn x " + v1ID + " ''", stdout: "urn:uuid:" + v1ID + "\n",
			stderr: "argument 1: cannot parse \"x\" (1 bytes): invalid length at offset 1, want 36 bytes\n" +
				"uuid: argument 3: cannot parse \"\" (0 bytes): invalid length at offset 0, want 1 to 39 bytes", status: 1},
		{name: "bad lines", args: "convert -f urn", stdin: "x\n\n" + v1ID + "\n" + v1ID + " xy\n", stdout: "urn:uuid:" + v1ID + "\n",
			stderr: "line 1: cannot parse \"x\" (1 bytes): invalid length at offset 1, want 36 bytes\n" +
				"uuid: line 4: cannot parse \"" + v1ID + " xy\" (39 bytes): invalid length at offset 39, want 36 bytes", status: 1},
		{name: "white space", args: "convert -f canonical", stdin: "\n \t\r\n  " + v1ID + "\r\n" + v7ID + "\t \n\u00a0" + v1ID + "\u00a0\n\n ",
			stdout: v1ID + "\n" + v7ID + "\n" + v1ID + "\n"},
		{name: "only white space", args: "inspect -json", stdin: "\n\n  \n"},
		{name: "white space in an argument", args: "verify " + v1ID + "\u00a0"},
		{name: "long line", args: "convert -f canonical", stdin: strings.Repeat("a", 1<<20) + "\n" + v1ID, stdout: v1ID + "\n",
			stderr: "line 1: longer than 65536 bytes", status: 1},
		{name: "long last line", args: "verify", stdin: v1ID + "\n" + strings.Repeat("a", 1<<16+1),
			stderr: "line 2: longer than 65536 bytes", status: 1},
		{name: "long line with CRLF", args: "verify", stdin: strings.Repeat(" ", 1<<16+1-len(v1ID)) + v1ID + "\r\n" + v1ID + "\r\n",
			stderr: "line 1: longer than 65536 bytes", status: 1},
		{name: "longest line", args: "convert -f canonical", stdin: strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID + "\n" + v7ID + "\n", stdout: v1ID + "\n" + v7ID + "\n"},
		{name: "longest line with CRLF", args: "convert -f canonical", stdin: strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID + "\r\n" + v7ID + "\r\n", stdout: v1ID + "\n" + v7ID + "\n"},
		{name: "longest last line", args: "convert -f canonical", stdin: strings.Repeat(" ", 1<<16-len(v1ID)) + v1ID, stdout: v1ID + "\n"},

		// Recognition.
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

		// What the IDs say.
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
		{name: "inspect two", args: "inspect -from canonical", stdin: v1ID + "\nx\n" + v7ID,
			stdout: `uuid        ` + v1ID + `\n([a-z].*\n)+\nuuid        ` + v7ID + `\n([a-z].*\n)+`,
			stderr: `line 2: cannot parse "x" (1 bytes): invalid length at offset 1, want 36 bytes`, status: 1},
		{name: "inspect JSON", args: "inspect -json 1ec9414c-232a-6b00-b3c8-9f6bdeced846 00000000-0000-0000-0000-000000000000 " + v7ID,
			stdout: regexp.QuoteMeta(`{"uuid":"1ec9414c-232a-6b00-b3c8-9f6bdeced846","version":6,"meaning":"Gregorian time, reordered","variant":"RFC 9562","rfc9562":true,` +
				`"time":"2022-02-22T19:22:22.0000000Z","timestamp":"0x1ec9414c232ab00","time_high":"0x1ec9414c","time_mid":"0x232a","ver":"0x6","time_low":"0xb00",` +
				`"var":"0b10","clock_seq":13256,"node":"9f:6b:de:ce:d8:46"}` + "\n" +
				`{"uuid":"00000000-0000-0000-0000-000000000000","version":null,"meaning":"the Nil UUID","variant":"NCS","rfc9562":true}` + "\n" +
				`{"uuid":"` + v7ID + `","version":7,"meaning":"Unix time","variant":"RFC 9562","rfc9562":true,"time":"2022-02-22T19:22:22.000Z",` +
				`"unix_ts_ms":1645557742000,"ver":"0x7","rand_a":"0xcc3","var":"0b10","rand_b":"0x18c4dc0c0c07398f"}` + "\n")},

		{name: "inspect v6 of an odd time", args: "inspect 1ec9414c-232a-6b01-b3c8-9f6bdeced846",
			stdout: `(?s).*\ntime        2022-02-22T19:22:22.0000001Z\ntimestamp   0x1ec9414c232ab01\n.*`},
		{name: "inspect v2 as JSON", args: "inspect -json 000003e8-9414-21ec-b301-9e6bdeced846",
			stdout: `.*,"local_id":1000,.*,"clock_seq":51,"domain":"group","node":"9e:6b:de:ce:d8:46"}` + "\n"},
		{name: "inspect v15 as JSON", args: "inspect -json 00000000-0000-f000-8000-000000000000",
			stdout: `.*"version":15,"meaning":"reserved for future definition","variant":"RFC 9562","rfc9562":false}` + "\n"},

		{name: "verify", args: "verify " + v1ID + " " + v7ID},
		{name: "verify lines", args: "verify", stdin: v1ID + "\n00000000-0000-9000-8000-000000000000\n" + v7ID,
			stderr: "line 2: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562", status: 1},
		{name: "verify no ID", args: "verify x", stderr: `argument 1: cannot parse "x" (1 bytes): invalid length at offset 1, want 36 bytes`, status: 1},
		{name: "verify v9", args: "verify -v9 00000000-0000-0000-0000-000000000107 00000000-0000-0000-0000-000000000100",
			stderr: "argument 2: 00000000-0000-0000-0000-000000000100 does not end with its CRC-8", status: 1},

		{name: "verify nothing", args: "verify"},
		{name: "verify unique", args: "verify -unique", stdin: v1ID + "\n" + v7ID + "\nx\n{" + v1ID + "}\n" + v7ID + "\n",
			stdout: "ids         4\nduplicates  2\nlead        0s\n",
			stderr: "line 3: cannot parse \"x\" (1 bytes): invalid length at offset 1, want 36 bytes\n" +
				"uuid: line 4: " + v1ID + " was there before\n" +
				"uuid: line 5: " + v7ID + " was there before", status: 1},
		{name: "verify ordered", args: "verify -ordered " + v7ID + " " + v1ID + " " + v4ID + " " + v4ID,
			stdout: "ids         4\nunordered   1\nlead        0s\n",
			stderr: "argument 4: " + v4ID + " is not above the ID before it", status: 1},
		{name: "verify descending", args: "verify -ordered", stdin: v1ID + "\n" + v7ID + "\n",
			stdout: "ids         2\nunordered   1\nlead        0s\n",
			stderr: "line 2: " + v7ID + " is not above the ID before it", status: 1},
		{name: "verify Nil first", args: "verify -ordered -unique 00000000-0000-0000-0000-000000000000 00000000-0000-0000-0000-000000000000",
			stdout: "ids         2\nduplicates  1\nunordered   1\nlead        0s\n",
			stderr: "argument 2: 00000000-0000-0000-0000-000000000000 was there before and is not above the ID before it", status: 1},
		{name: "verify with many faults", args: "verify -ordered -unique 00000000-0000-9000-8000-000000000000 00000000-0000-9000-8000-000000000000",
			stdout: "ids         2\nduplicates  1\nunordered   1\nlead        0s\n",
			stderr: "argument 1: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562\n" +
				"uuid: argument 2: 00000000-0000-9000-8000-000000000000 is not defined by RFC 9562 and was there before and is not above the ID before it", status: 1},
		{name: "verify twelve", args: "verify -unique -ordered", stdin: strings.Repeat(v1ID+"\n", 12),
			stdout: "ids         12\nduplicates  11\nunordered   11\nlead        0s\n",
			stderr: strings.Join(alike, "\nuuid: "), status: 1},
		{name: "verify none", args: "verify -unique -ordered", stdout: "ids         0\nduplicates  0\nunordered   0\nlead        0s\n"},
		{name: "verify the future", args: "verify -ordered", stdin: v7ID + "\nffffffff-ffff-7000-8000-000000000000\n" + v4ID,
			stdout: "ids         3\nunordered   1\nlead        2562047h47m16.854775807s\n", // the longest time.Duration
			stderr: "line 3: " + v4ID + " is not above the ID before it", status: 1},
		{name: "verify lead", args: "verify -lead 10ms", stdin: v7ID + "\nffffffff-ffff-7000-8000-000000000000\n" + v4ID,
			stderr: "line 2: ffffffff-ffff-7000-8000-000000000000 is 2562047h47m16.854775807s ahead of the clock", status: 1},
		{name: "verify a lead that is allowed", args: "verify -lead 2562047h", stdin: uuid.MinV7(time.Now().Add(100 * time.Hour)).String()},
		{name: "verify without any lead", args: "verify -lead 0s " + v7ID + " " + v4ID + " " + v7ID},
		{name: "verify negative lead", args: "verify -lead -1ns", stderr: `invalid value "-1ns" for flag -lead: not a duration, such as 10ms or 1h`, status: 2},
		{name: "verify no lead", args: "verify -lead 10", stderr: `invalid value "10" for flag -lead: not a duration, such as 10ms or 1h`, status: 2},

		{name: "bounds of a millisecond", args: "bounds 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of a span", args: "bounds 1645557742s 1645557742001ms -f braced",
			stdout: regexp.QuoteMeta("{017f22e2-79b0-7000-8000-000000000000}\n{017f22e2-79b1-7fff-bfff-ffffffffffff}\n")},
		{name: "bounds v6", args: "bounds -6 2022-02-22T19:22:22Z",
			stdout: "1ec9414c-232a-6b00-8000-000000000000\n1ec9414c-232a-6b00-bfff-ffffffffffff\n"},
		{name: "bounds of a day", args: "bounds 2022-02-22",
			stdout: "017f1eba-4c00-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of days", args: "bounds -6 2022-02-21 2022-02-22",
			stdout: "1ec92a93-6504-6000-8000-000000000000\n1ec943b8-b23b-6fff-bfff-ffffffffffff\n"},
		{name: "bounds of one moment in two forms", args: "bounds 1645557742s 2022-02-22T19:22:22Z",
			stdout: "017f22e2-79b0-7000-8000-000000000000\n017f22e2-79b0-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of the last moment of a day", args: "bounds 2022-02-22T23:59:59.999999999Z 2022-02-22",
			stdout: "017f23e0-a7ff-7000-8000-000000000000\n017f23e0-a7ff-7fff-bfff-ffffffffffff\n"},
		{name: "bounds of no day", args: "bounds 2022-02-30", stderr: `argument 1: "2022-02-30" is not ` + timeForms, status: 2},
		{name: "bounds of nothing", args: "bounds 1s 0s", stderr: "argument 2: the last time is before the first", status: 2},
		{name: "bounds of no first", args: "bounds x 0s", stderr: `argument 1: "x" is not ` + timeForms, status: 2},
		{name: "bounds of no last", args: "bounds 0s x", stderr: `argument 2: "x" is not ` + timeForms, status: 2},

		// Texts.
		{name: "find", args: "find access.log", stdout: v7ID + "\n" + v1ID + "\n"},
		{name: "find in standard input", args: "find -f braced", stdin: "\x00urn:uuid:" + v1ID + "\xff,%7B" + v7ID, stdout: `{` + v1ID + "}\n{" + v7ID + "}\n"},
		{name: "find nothing", args: "find", stdin: v7ID + "0\n0" + v7ID + "\n" + strings.ReplaceAll(v7ID, "-", "") + "\n" + v7ID[1:] +
			"\n\\u0g00" + v7ID + "\n\\xg0" + v7ID + "\n%g0" + v7ID + "\n-"},
		{name: "find in nothing", args: "find"},
		{name: "find compact", args: "find -compact", stdin: strings.ReplaceAll(v7ID, "-", "") + " " + v1ID, stdout: v7ID + "\n" + v1ID + "\n"},
		// The spaces let both be found in one go.
		{name: "find compact after dashed", args: "find -compact", stdin: v1ID + " " + strings.ReplaceAll(v7ID, "-", "") + strings.Repeat(" ", 100), stdout: v1ID + "\n" + v7ID + "\n"},
		{name: "find times", args: "find -time access.log -", stdin: "5c146b14-3c52-8afd-938a-375d0df1fbf6",
			stdout: v7ID + " 2022-02-22T19:22:22.000Z\n" + v1ID + " 1997-02-03T17:43:12.2168750Z\n5c146b14-3c52-8afd-938a-375d0df1fbf6 -\n"},
		{name: "replace", args: "find -replace access.log", stdout: regexp.QuoteMeta("10.0.0.1 GET /orders/id-4e2e22477383ff21 200\n" +
			"10.0.0.2 GET /users/{id-4cec65a2e4281720} 404\n")},
		{name: "replace in bytes", args: "find -replace -compact", stdin: "\x00\xff" + v7ID + v7ID + "\r\n" + strings.ReplaceAll(v7ID, "-", "") + " " + v7ID[:20],
			stdout: "\x00\uFFFD" + v7ID + v7ID + "\r\nid-4e2e22477383ff21 " + v7ID[:20]},
		{name: "replace nothing", args: "find -replace", stdin: "\n", stdout: "\n"},
		{name: "find and go on", args: "find none.log access.log none.log access.log", stdout: "(" + v7ID + "\n" + v1ID + "\n){2}",
			stderr: "open none.log: " + syscall.ENOENT.Error() + "\nuuid: open none.log: " + syscall.ENOENT.Error(), status: 1},
		{name: "replace and times", args: "find -replace -time", stderr: "-replace and -time exclude each other", status: 2},
		{name: "replace and encoding", args: "find -f urn -replace", stderr: "-replace and -f exclude each other", status: 2},

		// Masks.
		{name: "hide", args: "hide -key-file key.txt -tweak order " + v7ID, stdout: v4ID + "\n"},
		{name: "reveal", args: "reveal -key-file key.txt -tweak order " + v4ID, stdout: v7ID + "\n"},
		{name: "hide lines", args: "hide -key-file 256.txt -f compact", stdin: "{" + v7ID + "}\n" + v4ID + "\nffffffff-ffff-7fff-bfff-ffffffffffff",
			stdout: "[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}\nf8e22187466a4ea0ae672b670a081e00\n",
			stderr: "line 2: cannot hide a UUID of version 4, only version 7", status: 1},
		{name: "reveal lines", args: "reveal -key-file crlf.txt -from canonical", stdin: v7ID + "\n00000000-0000-0000-0000-000000000000\nx\n" + v4ID,
			stdout: version(7),
			stderr: "line 1: cannot reveal a UUID of version 7, only version 4\n" +
				"uuid: line 2: cannot reveal the Nil UUID, only version 4\n" +
				`uuid: line 3: cannot parse "x" (1 bytes): invalid length at offset 1, want 36 bytes`, status: 1},
		{name: "hide without key", args: "hide " + v7ID, stderr: "missing flag -key-file", status: 2},
		{name: "key as a flag", args: "hide -key 00", stderr: "flag provided but not defined: -key", status: 2},
		{name: "no key file", args: "hide -key-file none.txt", stderr: "flag -key-file: open none.txt: " + syscall.ENOENT.Error(), status: 1},
		{name: "short key", args: "hide -key-file short.txt", stderr: noKey("short.txt"), status: 1},
		{name: "empty key", args: "hide -key-file empty.txt", stderr: noKey("empty.txt"), status: 1},
		{name: "endless key", args: "hide -key-file long.txt", stderr: noKey("long.txt"), status: 1},
		{name: "key and more", args: "hide -key-file more.txt", stderr: noKey("more.txt"), status: 1},
		{name: "space before the key", args: "hide -key-file space.txt", stderr: noKey("space.txt"), status: 1},
		{name: "empty line after the key", args: "hide -key-file lines.txt", stderr: noKey("lines.txt"), status: 1},
		{name: "key with a letter", args: "hide -key-file other.txt", stderr: noKey("other.txt"), status: 1},
		{name: "odd number of digits", args: "hide -key-file odd.txt", stderr: noKey("odd.txt"), status: 1},
		{name: "raw key of 16 bytes", args: "hide -key-file raw16", stderr: noKey("raw16"), status: 1},
		{name: "raw key of 24 bytes", args: "hide -key-file raw24", stderr: noKey("raw24"), status: 1},
		{name: "raw key of 32 bytes", args: "hide -key-file raw32", stderr: noKey("raw32"), status: 1},
		{name: "raw key of digits", args: "hide -key-file rawdigits", stderr: noKey("rawdigits"), status: 1},
		{name: "16 digits", args: "hide -key-file 16.txt", stderr: noKey("16.txt"), status: 1},
		{name: "key of zeros", args: "reveal -key-file zeros.txt", stderr: "flag -key-file: a Mask needs a random key, not one that is all zeros", status: 1},
		{name: "long tweak", args: "hide -key-file key.txt -tweak " + strings.Repeat("x", 1<<16+1),
			stderr: "flag -tweak: a Mask needs a tweak of at most 65536 bytes, not of 65537", status: 2},

		// Help.
		{name: "help on a flag without choices", args: "help convert", stdout: "usage: uuid convert .*\n(?s:.*)\n  -prefix PREFIX\n      print TypeIDs with PREFIX, which may be empty\n(?s:.*)"},
		{name: "help on a flag with choices", args: "help v4", stdout: regexp.QuoteMeta("usage: uuid v4 [flags]\n\nGenerate random IDs.\n\n" +
			"flags:\n  -n COUNT\n      print COUNT IDs instead of one\n" +
			"  -f ENCODING\n      print in ENCODING instead of canonical; one of canonical, compact, braced,\n      urn, decimal, oid, base32, base58, base64url\n\n" +
			"example: uuid v4 -n 3\n")},

		// Misuse.
		{name: "no command", args: "", stderr: "missing command", status: 2},
		{name: "unknown command", args: "v10", stderr: `unknown command "v10"; did you mean "v1"?`, status: 2},
		{name: "completion of no shell", args: "completion csh", stderr: `argument 1: "csh" is not one of bash, zsh, fish`, status: 2},
		{name: "misspelled command", args: "inspcet", stderr: `unknown command "inspcet"; did you mean "inspect"?`, status: 2},
		{name: "command like no other", args: "uuidgen", stderr: `unknown command "uuidgen"`, status: 2},
		{name: "misspelled flag", args: "inspect -form urn", stderr: "flag provided but not defined: -form; did you mean -from?", status: 2},
		{name: "help on unknown command", args: "help v10", stderr: `unknown command "v10"; did you mean "v1"?`, status: 2},
		{name: "unknown flag", args: "v7 -x", stderr: "flag provided but not defined: -x", status: 2},
		{name: "flag without value", args: "v7 -n", stderr: "flag needs an argument: -n", status: 2},
		{name: "negative count", args: "v7 -n -1", stderr: `invalid value "-1" for flag -n: not a decimal number of 64 bits`, status: 2},
		{name: "unexpected argument", args: "v7 a b", stderr: `unexpected argument "a"`, status: 2},
		{name: "third argument", args: "v5 dns a b", stderr: `unexpected argument "b"`, status: 2},
		{name: "v5 without name", args: "v5 dns", stderr: "missing argument", status: 2},
	}
	hints := regexp.MustCompile(`\n(usage: uuid .*\n)?Run "uuid help.*\n$`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(tt.args)
			for i, arg := range args {
				args[i] = strings.Trim(arg, "'")
			}
			got := invoke(strings.NewReader(tt.stdin), args...)
			if !regexp.MustCompile("^(?:" + tt.stdout + ")$").MatchString(got.stdout) {
				t.Errorf("stdout is\n%swant a match of\n%s", got.stdout, tt.stdout)
			}
			want := ""
			if tt.stderr != "" {
				want = "uuid: " + tt.stderr + "\n"
			}
			stderr := got.stderr
			if tt.status == exitUsage {
				stderr = hints.ReplaceAllString(stderr, "\n")
				if stderr == got.stderr {
					t.Error("no hint")
				}
			}
			if stderr != want {
				t.Errorf("stderr is\n%swant\n%s", stderr, want)
			}
			if got.status != tt.status {
				t.Errorf("status %d, want %d", got.status, tt.status)
			}
		})
	}
}

// TestHint tests what follows an error in the command line.
func TestHint(t *testing.T) {
	const v5 = "usage: uuid v5 [flags] NAMESPACE NAME\nRun \"uuid help v5\" for more.\n"
	tests := []struct{ args, want string }{
		{"", "Run \"uuid help\" for the list of commands.\n"},
		{"v55", "Run \"uuid help\" for the list of commands.\n"},
		{"v5", v5},
		{"v5 dns", v5},
		{"v5 dns a b", v5},
	}
	for _, tt := range tests {
		_, hint, _ := strings.Cut(invoke(nil, strings.Fields(tt.args)...).stderr, "\n")
		if hint != tt.want {
			t.Errorf("uuid %s: the hint is %q, want %q", tt.args, hint, tt.want)
		}
	}
}

// TestNumberOfArguments gives each command one argument less, and one more, than its usage
// has.
func TestNumberOfArguments(t *testing.T) {
	for _, c := range commands() {
		if strings.HasSuffix(c.usage, " ...]") {
			continue // it takes any number
		}
		least, most := 0, 0
		for word := range strings.FieldsSeq(strings.TrimPrefix(c.usage, "[flags]")) {
			most++
			if !strings.HasPrefix(word, "[") {
				least++
			}
		}
		for n, fault := range map[int]string{least - 1: "missing argument", most + 1: `unexpected argument ""`} {
			if n < 0 {
				continue // it needs none
			}
			args := append([]string{c.name}, make([]string, n)...)
			if r := invoke(nil, args...); !strings.HasPrefix(r.stderr, "uuid: "+fault+"\n") {
				t.Errorf("uuid %q: %q, want %s", args, r.stderr, fault)
			}
		}
	}
}

func TestV8Algorithms(t *testing.T) {
	// The IDs of www.example.com, computed with Python's hashlib.
	tests := []struct{ algorithm, hash, space string }{
		{"sha224", "8e18fffc-a698-89f4-8c42-207c38ad0500", "7f9bf585-180e-86b7-a980-274a00f89550"},
		{"sha256", "5c146b14-3c52-8afd-938a-375d0df1fbf6", "401835fd-a627-870a-873f-ed73f2bc5b2c"},
		{"sha384", "3df00ae4-42a7-8066-88ad-1f925b8b8e54", "cbf4bd9c-024c-849c-bb0d-8bffc5be3afe"},
		{"sha512", "94ee4ddb-9f36-8018-9ccf-86a4441691e0", "da65f7c3-21ae-82e0-a654-97eea9af6ed6"},
		{"sha512-224", "46dd4220-8334-8103-9234-f400899c5328", "558c5d8b-d35e-8f87-9edc-da34ba28e1cb"},
		{"sha512-256", "062a235a-8c0b-8746-af8c-91804052a16a", "b47ca277-05cb-8e3f-8f3a-abea6c70d7ad"},
		{"sha3-224", "a8c34b94-7182-8ad1-a84f-36a373df13d5", "9413bf81-f599-8c0a-a0b0-b793ebfb1a18"},
		{"sha3-256", "fc506eca-a1f4-8315-87c8-c71449dfd324", "2d9e6923-38f4-8370-a097-2cb911c3d176"},
		{"sha3-384", "ab4f9412-4e4c-87a5-be26-dc72f9adf6ed", "2200e2f8-7b1a-8fea-a286-f2eaa2db1ebb"},
		{"sha3-512", "83120d41-2935-8110-964c-6bd77c735fbc", "d55319b2-b7c4-8965-b7c4-ca4dbfc2cbf6"},
		{"shake128", "54e7e64f-0dba-8913-8b69-cd3dbf220c7a", "6de9367d-aa5d-8832-8928-0b6d42a9239a"},
		{"shake256", "10e1aa77-4f8c-8a0f-be35-354cc01a76ac", "bb9e8805-ecca-8acc-9492-b051ee919d69"},
	}
	if len(tests) != len(algorithms) {
		t.Errorf("%d algorithms, %d tests", len(algorithms), len(tests))
	}
	for _, tt := range tests {
		if got := output(t, "v8", "-hash", tt.algorithm, "dns", "www.example.com"); got != tt.hash+"\n" {
			t.Errorf("-hash %s: %s, want %s", tt.algorithm, got, tt.hash)
		}
		if got := output(t, "v8", "-space", tt.algorithm, "dns", "www.example.com"); got != tt.space+"\n" {
			t.Errorf("-space %s: %s, want %s", tt.algorithm, got, tt.space)
		}
	}
}

// TestV9Checksum lets the command verify what it makes.
func TestV9Checksum(t *testing.T) {
	output(t, append([]string{"verify", "-v9"}, strings.Fields(output(t, "v9", "-checksum", "-n", "100"))...)...)
	// One in 256 of those without a checksum has it by chance.
	ids := strings.NewReader(output(t, "v9", "-n", "100"))
	if r := invoke(ids, "verify", "-v9"); r.status != exitFailure {
		t.Errorf("verify -v9 of IDs without checksum: status %d, want %d", r.status, exitFailure)
	}
}

// vectors returns the UUIDs of RFC 9562 by the section that they are in.
func vectors(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sourceDir, "../../testdata/rfc9562.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		RFC9562 []struct{ ID, UUID string }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, v := range file.RFC9562 {
		section, _, _ := strings.Cut(v.ID, " ")
		all[section] = v.UUID
	}
	return all
}

func TestInspectRFC9562(t *testing.T) {
	// The tables of the appendix, and what the text there says of the time.
	tests := map[string][]string{
		"A.1": {
			"version 1, Gregorian time",
			"time 2022-02-22T19:22:22.0000000Z",
			"timestamp 0x1EC9414C232AB00",
			"time_low 32 0xC232AB00",
			"time_mid 16 0x9414",
			"ver 4 0x1",
			"time_high 12 0x1EC",
			"var 2 0b10",
			"clock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256",
			"node 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
		},
		"A.2": {
			"version 3, MD5 of a name",
			"md5_high 48 0x5df418813aed",
			"ver 4 0x3",
			"md5_mid 12 0x515",
			"var 2 0b10",
			"md5_low 62 0b00, 0x8a72f4a814cf09e = 0x08a72f4a814cf09e",
		},
		"A.3": {
			"version 4, random",
			"random_a 48 0x919108f752d1",
			"ver 4 0x4",
			"random_b 12 0x320",
			"var 2 0b10",
			"random_c 62 0b01, 0xbacf847db4148a8 = 0x1bacf847db4148a8",
		},
		"A.4": {
			"version 5, SHA-1 of a name",
			"sha1_high 48 0x2ed6657de927",
			"ver 4 0x5",
			"sha1_mid 12 0x68b",
			"var 2 0b10",
			"sha1_low 62 0b01, 0x5e12665a8aea6a2 = 0x15e12665a8aea6a2",
		},
		"A.5": {
			"version 6, Gregorian time, reordered",
			"time 2022-02-22T19:22:22.0000000Z",
			"timestamp 0x1EC9414C232AB00",
			"time_high 32 0x1EC9414C",
			"time_mid 16 0x232A",
			"ver 4 0x6",
			"time_low 12 0xB00",
			"var 2 0b10",
			"clock_seq 14 0b11, 0x3C8 = 0x33C8 = 13256",
			"node 48 0x9F6BDECED846 = 9f:6b:de:ce:d8:46, multicast: random",
		},
		"A.6": {
			"version 7, Unix time",
			"time 2022-02-22T19:22:22.000Z",
			"unix_ts_ms 48 0x017F22E279B0 = 1645557742000",
			"ver 4 0x7",
			"rand_a 12 0xCC3",
			"var 2 0b10",
			"rand_b 62 0b01, 0x8C4DC0C0C07398F = 0x18C4DC0C0C07398F",
		},
		"B.1": {
			"version 8, custom",
			"custom_a 48 0x2489E9AD2EE2",
			"ver 4 0x8",
			"custom_b 12 0xE00",
			"var 2 0b10",
			"custom_c 62 0b00, 0xEC932D5F69181C0 = 0x0EC932D5F69181C0",
		},
		"B.2": {
			"version 8, custom",
			"custom_a 48 0x5c146b143c52",
			"ver 4 0x8",
			"custom_b 12 0xafd",
			"var 2 0b10",
			"custom_c 62 0b01, 0x38a375d0df1fbf6 = 0x138a375d0df1fbf6",
		},
		"5.9":  {"version none, the Nil UUID"},
		"5.10": {"version none, the Max UUID"},
	}
	all := vectors(t)
	for section, want := range tests {
		id := all[section]
		want := append([]string{"uuid " + id}, want...)
		// The lines of the output, with the spaces and the word of a table.
		var got []string
		for line := range strings.Lines(output(t, "inspect", id)) {
			line = strings.Replace(line, " bits ", " ", 1)
			got = append(got, strings.Join(strings.Fields(line), " "))
		}
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "variant ") })
		if !slices.EqualFunc(got, want, strings.EqualFold) {
			t.Errorf("%s: inspect %s prints\n%s\nwant\n%s", section, id, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestLayouts tests that the fields of each version are 128 bits, and that one need not
// look at all.
func TestLayouts(t *testing.T) {
	for range layouts[1].fields(uuid.Max()) {
		break
	}
	for i, l := range layouts {
		for _, word := range l.words {
			bits := 0
			for _, f := range word {
				bits += f.bits
			}
			if bits != 64 && len(word) > 0 {
				t.Errorf("version %d has a half of %d bits", i, bits)
			}
		}
	}
}

// maxWidth is the width of a terminal.
const maxWidth = 80

func TestInspectWidth(t *testing.T) {
	var ids []string
	for _, id := range vectors(t) {
		ids = append(ids, id)
	}
	for n := range 16 {
		for _, variant := range "08ce" {
			ids = append(ids,
				fmt.Sprintf("ffffffff-ffff-%xfff-%cfff-ffffffffffff", n, variant),
				fmt.Sprintf("00000000-0000-%x000-%c0ff-000000000000", n, variant))
		}
	}
	for line := range strings.Lines(output(t, append([]string{"inspect"}, ids...)...)) {
		if len(line) > maxWidth+len("\n") {
			t.Errorf("%d columns: %s", len(line)-len("\n"), line)
		}
	}
}

// TestInspectAligned checks that the values of all lines begin in one column.
func TestInspectAligned(t *testing.T) {
	aligned := regexp.MustCompile(`^[a-z0-9_]+ +$`)
	for _, id := range vectors(t) {
		for line := range strings.Lines(output(t, "inspect", id)) {
			const column = len("unix_ts_ms  ")
			if !aligned.MatchString(line[:column]) || line[column] == ' ' && !strings.Contains(line, " bits ") {
				t.Errorf("not aligned: %s", line)
			}
		}
	}
}

func TestInspectJSONIsValid(t *testing.T) {
	for _, id := range vectors(t) {
		line := output(t, "inspect", "-json", id)
		var object struct {
			UUID    uuid.UUID
			Version *int
			RFC9562 bool
		}
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		u := uuid.MustParse(id)
		if object.UUID != u || !object.RFC9562 || (object.Version == nil) != (u.Version() == 0) {
			t.Errorf("%s: %s", id, line)
		}
	}
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

func TestV7Increasing(t *testing.T) {
	for _, n := range []int{3, batchLen + 1, 100_000} {
		ids := strings.Fields(output(t, "v7", "-n", strconv.Itoa(n)))
		if len(ids) != n {
			t.Errorf("-n %d prints %d IDs", n, len(ids))
		}
		for i := range len(ids) - 1 {
			if ids[i] >= ids[i+1] {
				t.Fatalf("%s comes before %s", ids[i], ids[i+1])
			}
		}
	}
}

func TestHelp(t *testing.T) {
	overview := output(t, "help")
	for _, alias := range []string{"-h", "-help", "--help"} {
		if got := output(t, alias); got != overview {
			t.Errorf("uuid %s differs from uuid help:\n%s", alias, got)
		}
	}
	for _, c := range commands() {
		text := output(t, "help", c.name)
		if got := output(t, c.name, "-h"); got != text {
			t.Errorf("uuid %s -h differs from uuid help %s:\n%s", c.name, c.name, got)
		}
		for _, part := range []string{"usage: uuid " + c.name, "\n" + c.summary + ".", "\nexample: uuid " + c.name} {
			if !strings.Contains(text, part) {
				t.Errorf("uuid help %s is without %q:\n%s", c.name, part, text)
			}
		}
		if !strings.Contains(overview, c.name+" ") || !strings.Contains(overview, " "+c.summary+"\n") {
			t.Errorf("uuid help is without %s", c.name)
		}
		for line := range strings.Lines(overview + text) {
			if len(line) > maxWidth+len("\n") || strings.HasSuffix(line, " \n") {
				t.Errorf("uuid help %s has the line %q", c.name, line)
			}
		}
	}
}

func TestExamples(t *testing.T) {
	for _, c := range commands() {
		if got := output(t, append([]string{c.name}, strings.Fields(c.example)...)...); got == "" && c.name != "verify" {
			t.Errorf("uuid %s %s prints nothing", c.name, c.example)
		}
	}
	_, example, _ := strings.Cut(output(t, "help"), "\nexample: uuid ")
	if output(t, strings.Fields(example)...) == "" {
		t.Errorf("uuid %s prints nothing", example)
	}
}

func TestUnreadableInput(t *testing.T) {
	dir, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	r := invoke(dir, "inspect")
	if !strings.HasPrefix(r.stderr, "uuid: line 1: read ") || r.status != exitFailure {
		t.Errorf("inspect of a directory: status %d, stderr %q", r.status, r.stderr)
	}
	r = invoke(nil, "hide", "-key-file", ".")
	if !strings.HasPrefix(r.stderr, "uuid: flag -key-file: read .: ") || r.status != exitFailure {
		t.Errorf("hide with a directory: status %d, stderr %q", r.status, r.stderr)
	}
	r = invoke(dir, "find", ".", "access.log")
	if !strings.HasPrefix(r.stderr, "uuid: read .: ") || r.stdout != v7ID+"\n"+v1ID+"\n" || r.status != exitFailure {
		t.Errorf("find in a directory and a file: status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}

// TestConvertKey runs the line that the error of a raw key shows.
func TestConvertKey(t *testing.T) {
	line := strings.NewReplacer("RAW", "raw32", "KEY", "converted").Replace(convertKey)
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil {
		t.Skip(err, string(out))
	}
	const v7, v4 = "ffffffff-ffff-7fff-bfff-ffffffffffff", "f8e22187-466a-4ea0-ae67-2b670a081e00"
	if got := output(t, "hide", "-key-file", "converted", v7); got != v4+"\n" {
		t.Errorf("hide prints %s, want %s", got, v4)
	}
}

// TestMaskVectors hides and reveals in lines what the library's vectors have.
func TestMaskVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(sourceDir, "../../testdata/mask.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Key, Tweak, V7, V4 string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, row := range rows {
		tweak, err := hex.DecodeString(row.Tweak)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(tweak, 0) >= 0 || len(tweak) > 1000 {
			continue // no argument of a command
		}
		tried++
		key := filepath.Join(t.TempDir(), "key")
		if err := os.WriteFile(key, []byte(row.Key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := output(t, "hide", "-key-file", key, "-tweak", string(tweak), row.V7); got != row.V4+"\n" {
			t.Errorf("hide %s prints %swant %s", row.V7, got, row.V4)
		}
		if got := output(t, "reveal", "-key-file", key, "-tweak", string(tweak), row.V4); got != row.V7+"\n" {
			t.Errorf("reveal %s prints %swant %s", row.V4, got, row.V7)
		}
	}
	if tried < 20 {
		t.Errorf("%d rows tried", tried)
	}
}

// TestDialog types lines and expects an answer to each at once.
func TestDialog(t *testing.T) {
	for _, args := range []string{"convert -f compact", "find -f compact", "find -replace"} {
		t.Run(args, func(t *testing.T) { testDialog(t, strings.Fields(args)) })
	}
}

func testDialog(t *testing.T, args []string) {
	cmd, stderr := prepare(t, args...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(stdout)
	for range 3 {
		line := uuid.NewV4().String() + "\n"
		io.WriteString(stdin, line)
		want := invoke(strings.NewReader(line), args...).stdout
		if got, err := answers.ReadString('\n'); got != want || err != nil {
			t.Errorf("%q is answered with %q, %v, want %q", line, got, err, want)
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v, stderr %q", err, stderr)
	}
}

// TestInputFails checks that what was read of a line before an error is no line.
func TestInputFails(t *testing.T) {
	for _, start := range []string{"", v7ID[:9], strings.Repeat(" ", 1<<16+2)} {
		in := io.MultiReader(strings.NewReader(v7ID+"\n"+start), iotest.ErrReader(errors.New("input/output error")))
		got := invoke(in, "verify")
		want := "uuid: line 2: input/output error\n"
		if len(start) > 1<<16 {
			want = "uuid: line 2: longer than 65536 bytes\nuuid: line 3: input/output error\n"
		}
		if got.status != exitFailure || got.stderr != want {
			t.Errorf("%d bytes: status %d, stderr %q, want %q", len(start), got.status, got.stderr, want)
		}
	}
}

// When the output cannot be written, no more input is read.
func TestOutputFails(t *testing.T) {
	fails := writerFunc(func([]byte) (int, error) { return 0, errors.New("no space left") })
	for _, args := range []string{"convert -f urn", "convert -prefix user", "inspect", "hide -key-file key.txt", "find", "find -replace", "find - none.txt"} {
		var stderr bytes.Buffer
		reads := 0
		stdin := readerFunc(func(p []byte) (int, error) {
			if reads++; reads > 10 {
				return 0, io.EOF
			}
			return copy(p, v7ID+"\n"+v7ID[:9]), nil // not all of a line
		})
		status := run(strings.Fields(args), stdin, fails, &stderr)
		if status != exitFailure || stderr.String() != "uuid: no space left\n" || reads != 1 {
			t.Errorf("%s: status %d, stderr %q, %d reads", args, status, &stderr, reads)
		}
	}

	// When the output fails in the middle of a file, no other file is opened.
	var stderr bytes.Buffer
	status := run([]string{"find", "-", "none.txt"}, strings.NewReader(strings.Repeat(v7ID+"\n", outputSize/len(v7ID))), fails, &stderr)
	if status != exitFailure || stderr.String() != "uuid: no space left\n" {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}

	// What was read of a line before the output failed is no line.
	stderr.Reset()
	status = run([]string{"convert", "-f", "urn"}, strings.NewReader("x\n"+v1ID+"\ny"), fails, &stderr)
	if status != exitFailure || !strings.HasSuffix(stderr.String(), " at offset 1, want 36 bytes\nuuid: no space left\n") || strings.Contains(stderr.String(), "line 3") {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}

	// What failed last is what is said last: standard error fails only once here.
	stderr.Reset()
	once := writerFunc(func(p []byte) (int, error) {
		stderr.Write(p)
		if strings.Contains(string(p), "argument") {
			return 0, errors.New("try again")
		}
		return len(p), nil
	})
	status = run([]string{"convert", "-f", "urn", v1ID, "x"}, nil, fails, once)
	if lines := strings.Split(stderr.String(), "\n"); status != exitFailure || len(lines) != 3 || lines[1] != "uuid: no space left" {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}
}

// A source that calls a function for each ID ends with its first error.
func TestTryFails(t *testing.T) {
	failure := errors.New("time out of range")
	calls := 0
	err := try(func() (uuid.UUID, error) {
		calls++
		if calls == 2 {
			return uuid.UUID{}, failure
		}
		return uuid.NewV4(), nil
	})(make([]uuid.UUID, 3))
	if err != failure || calls != 2 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// When an ID cannot be made or written, no more are made.
func TestPrintNewFails(t *testing.T) {
	failure := errors.New("no space left")
	for _, tt := range []struct {
		name         string
		made, output error
	}{
		{"source", failure, nil},
		{"output", nil, failure},
	} {
		out := writerFunc(func(p []byte) (int, error) { return len(p), tt.output })
		s := &session{stdout: bufio.NewWriterSize(out, 1<<10)}
		made := 0
		err := s.printNew(&options{count: 10 * batchLen}, func(ids []uuid.UUID) error {
			made += len(ids)
			return tt.made
		})
		if err != failure || made != batchLen {
			t.Errorf("%s fails: %v after %d IDs", tt.name, err, made)
		}
	}
}

// When errors cannot be reported, nothing more is done.
func TestErrorsFail(t *testing.T) {
	var stdout bytes.Buffer
	var reports []string
	fails := writerFunc(func(p []byte) (int, error) {
		reports = append(reports, string(p))
		return 0, errors.New("no space left")
	})
	status := run([]string{"verify", "-unique", "x", v1ID, "y"}, nil, &stdout, fails)
	want := []string{"uuid: argument 1: cannot parse \"x\" (1 bytes): invalid length at offset 1, want 36 bytes\n", "uuid: no space left\n"}
	if status != exitFailure || stdout.Len() > 0 || !slices.Equal(reports, want) {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, &stdout, reports, want)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestReaderGoesAway reads a line of an output that does not end and closes
// the pipe.
func TestReaderGoesAway(t *testing.T) {
	lines := strings.Repeat(v7ID+"\n", 5000)
	for _, args := range []string{"v4", "v7", "v1", "v9", "convert -f urn", "convert -prefix user", "inspect", "inspect -json", "hide -key-file key.txt", "find", "find -replace"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(args)
			if args[0][0] == 'v' {
				args = append(args, "-n", "18446744073709551615")
			}
			cmd, stderr := prepare(t, args...)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			go func() {
				for err := error(nil); err == nil; {
					_, err = io.WriteString(stdin, lines) // ends with the command
				}
			}()
			if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
				t.Errorf("first line %q, %v", line, err)
			}
			stdout.Close()
			if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
				t.Errorf("%v, stderr %q; want status 0 and nothing", err, stderr)
			}
		})
	}
}

// TestReaderOfErrorsGoesAway reads one of many errors and closes the pipe. The command ends
// before it has read all.
func TestReaderOfErrorsGoesAway(t *testing.T) {
	for _, args := range []string{"verify", "inspect", "convert -f urn", "hide -key-file key.txt"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			cmd := inRole(t, "uuid", strings.Fields(args)...)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			written := make(chan error)
			go func() {
				_, err := io.WriteString(stdin, strings.Repeat("bad\n", 1_000_000))
				stdin.Close()
				written <- err
			}()
			const want = "uuid: line 1: cannot parse \"bad\" (3 bytes): invalid length at offset 3, want 36 bytes\n"
			if line, err := bufio.NewReader(stderr).ReadString('\n'); line != want || err != nil {
				t.Errorf("first line %q, %v", line, err)
			}
			stderr.Close()
			if err := <-written; err == nil {
				t.Error("the command reads on")
			}
			cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != exitFailure {
				t.Errorf("status %d, want %d", status, exitFailure)
			}
		})
	}
}

func TestVersion(t *testing.T) {
	want := regexp.MustCompile(`^uuid (\(devel\)|v[0-9]+\.[0-9]+\.[0-9]+\S*) ` + regexp.QuoteMeta(runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH) + "\n$")
	for _, args := range []string{"version", "-version", "--version"} {
		if got := output(t, args); !want.MatchString(got) {
			t.Errorf("uuid %s prints %q", args, got)
		}
	}
}
