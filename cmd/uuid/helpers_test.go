package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sourceDir is the directory of this package. The tests run in a temporary directory, which
// contains the files that the tests need.
var sourceDir string

const rawKey = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// files maps the names of files in the temporary directory to their contents.
var files = map[string]string{
	"key.txt":    "30313233343536373839616263646566\n", // the key in the library's example
	"crlf.txt":   "000102030405060708090A0B0C0D0E0F1011121314151617\r\n",
	"256.txt":    "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
	"zeros.txt":  strings.Repeat("0", 32) + "\n",
	"raw32":      rawKey,
	"half.txt":   "0123456789abcdef",
	"part1.txt":  "x " + v1ID[:20],
	"part2.txt":  v1ID[20:],
	rfcV4ID:      "",
	"access.log": "10.0.0.1 GET /orders/" + v7ID + " 200\n10.0.0.2 GET /users/{" + strings.ToUpper(v1ID) + "} 404\n",
}

// roles maps values of the UUID_TEST_ROLE environment variable to functions. If the variable is
// set, the test program runs that function instead of the tests.
var roles = map[string]func(){"uuid": main}

func TestMain(m *testing.M) {
	if role := roles[os.Getenv("UUID_TEST_ROLE")]; role != nil {
		role()
		return
	}
	os.Exit(runAmongFiles(m))
}

// runAmongFiles runs the tests in a temporary directory that contains the files.
func runAmongFiles(m *testing.M) int {
	dir, err := os.MkdirTemp("", "uuid")
	must(err)
	defer os.RemoveAll(dir)
	sourceDir, err = os.Getwd()
	must(err)
	must(os.Chdir(dir))
	defer os.Chdir(sourceDir) // some systems cannot remove the current directory
	for name, text := range files {
		must(os.WriteFile(name, []byte(text), 0o600))
	}
	return m.Run()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// prepare returns a process that runs the command once it is started, and its standard error.
func prepare(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := inRole(t, "uuid", args...)
	stderr := new(bytes.Buffer)
	cmd.Stderr = stderr
	return cmd, stderr
}

// inRole returns a process that runs the test program in one of the roles.
func inRole(t *testing.T, role string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Args[0] = "uuid"
	// A program built with -cover prints a warning without GOCOVERDIR.
	cmd.Env = append(os.Environ(), "UUID_TEST_ROLE="+role, "GOCOVERDIR="+t.TempDir())
	return cmd
}

// start starts a process. It returns a pipe to the process's standard input, and the output pipe
// from calling pipe.
func start(t *testing.T, cmd *exec.Cmd, pipe func() (io.ReadCloser, error)) (io.WriteCloser, io.ReadCloser) {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return stdin, out
}

// A result contains a command's outputs and exit status.
type result struct {
	stdout, stderr string
	status         int
}

// invoke runs the command in this process, because a new process takes a thousand times as long.
func invoke(stdin io.Reader, args ...string) result {
	var stdout, stderr bytes.Buffer
	status := run(args, stdin, &stdout, &stderr)
	return result{stdout.String(), stderr.String(), status}
}

// output returns the standard output of a command that must succeed.
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

	rfcV4ID = "919108f7-52d1-4320-9bac-f847db4148a8" // in RFC 9562 appendix A.3; a file has this name

	typeID = "user_01fwhe4ydgfk1shh6w1g60eecf" // v7ID as a TypeID

	anyHex    = `[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`
	rfc9562Of = `[0-9a-f]{8}-[0-9a-f]{4}-%d[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}` + "\n"
)

func version(n int) string { return fmt.Sprintf(rfc9562Of, n) }

// vectors returns the IDs in the test vectors of RFC 9562, by section.
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

// unrecognized ends the error for a text that is not an ID, after the text in quotation marks.
const unrecognized = " is not an ID in a recognized form; base58, base64url and decimal need -from"

// A commandTest is a command line and its exact result, if a script in testdata cannot contain it: some
// bytes are invisible, some texts are long, and some messages come from the operating system.
type commandTest struct {
	name   string
	line   string // arguments, separated by spaces
	stdin  string
	stdout string
	stderr string // without the prefix "uuid: " and the line ending
	status int
}

// testCommands runs commands and verifies their results.
func testCommands(t *testing.T, tests []commandTest) {
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := invoke(strings.NewReader(tt.stdin), splitWords(tt.line)...)
			want := result{tt.stdout, tt.stderr, tt.status}
			if tt.stderr != "" {
				want.stderr = "uuid: " + tt.stderr + "\n"
			}
			if got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}
