package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

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
	if !strings.HasPrefix(r.stderr, "uuid: flag -key-file: read \".\": ") || r.status != exitFailure {
		t.Errorf("hide with a directory: status %d, stderr %q", r.status, r.stderr)
	}
	r = invoke(dir, "find", ".", "access.log")
	isReported := strings.HasPrefix(r.stderr, "uuid: read \".\": ")
	if !isReported || r.stdout != v7ID+"\n"+v1ID+"\n" || r.status != exitFailure {
		t.Errorf("find in a directory and a file: status %d, stdout %q, stderr %q", r.status, r.stdout, r.stderr)
	}
}

// TestUTF16 verifies what looks like UTF-16. Only the start of the input can.
func TestUTF16(t *testing.T) {
	for _, start := range []string{
		"\xff\xfe", "\xfe\xff", "\xff\xfef\x00", "\xfe\xff\x00f", "f\x008\x00", "\x00f\x008", "f\x008\x001\x00",
	} {
		if !isUTF16([]byte(start)) {
			t.Errorf("%q is not UTF-16", start)
		}
	}
	for _, start := range []string{
		"", "\xff", "\xff\xff", "\xfe\xfe", "f8", "f\x00", "f\x008", "\x00f\x00", "\x00\x00\x00\x00",
		"ff\x008", "\x00\x00\x008", "\x00f88", "\x00f\x00\x00", // each differs from big-endian letters in one byte
		"\x00\x008\x00", "ff8\x00", "f\x00\x00\x00", "f\x0088", // or from little-endian letters
	} {
		if isUTF16([]byte(start)) {
			t.Errorf("%q is UTF-16", start)
		}
	}
	for _, tt := range []struct {
		reads  []string
		stdout string
		stderr string
	}{
		{reads: []string{"", "", "\xff\xfef\x008\x00"}, stderr: "uuid: line 1: " + inUTF16 + "\n"},
		{
			reads:  []string{v7ID + "\n", "\xff\xfe", "\n" + v1ID},
			stdout: v7ID + "\n" + v1ID + "\n",
			stderr: "uuid: line 2: \"\\xff\\xfe\"" + unrecognized + "\n",
		},
	} {
		stdin := readerFunc(func(p []byte) (n int, err error) {
			if len(tt.reads) == 0 {
				return 0, io.EOF
			}
			n = copy(p, tt.reads[0])
			tt.reads = tt.reads[1:]
			return n, nil
		})
		if r := invoke(stdin, "convert"); r != (result{tt.stdout, tt.stderr, exitFailure}) {
			t.Errorf("%+v, want %q, %q", r, tt.stdout, tt.stderr)
		}
	}
}

// TestEachLineIsAnsweredAtOnce verifies that the command answers each line before it reads the next line.
func TestEachLineIsAnsweredAtOnce(t *testing.T) {
	for _, args := range []string{"convert -f compact", "find -f compact", "find -replace"} {
		t.Run(args, func(t *testing.T) { testDialog(t, strings.Fields(args)) })
	}
}

func testDialog(t *testing.T, args []string) {
	cmd, stderr := prepare(t, args...)
	stdin, stdout := start(t, cmd, cmd.StdoutPipe)
	answers := bufio.NewReader(stdout)
	for range 3 {
		line := uuid.NewV4().String() + "\n"
		io.WriteString(stdin, line)
		want := invoke(strings.NewReader(line), args...).stdout // the answer to a single line
		if got, err := answers.ReadString('\n'); got != want || err != nil {
			t.Errorf("%q is answered with %q, %v, want %q", line, got, err, want)
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v, stderr %q", err, stderr)
	}
}

// TestOutputFails verifies that the command stops reading input after a write error.
func TestOutputFails(t *testing.T) {
	fails := writerFunc(func([]byte) (int, error) { return 0, errors.New("no space left") })
	for _, args := range []string{
		"convert -f urn", "convert -prefix user", "convert -column 1 -f urn", "inspect", "hide -key-file key.txt",
		"find", "find -replace", "find - none.txt",
	} {
		var stderr bytes.Buffer
		reads := 0
		stdin := readerFunc(func(p []byte) (int, error) {
			reads++
			if reads > 10 { // stops a command that does not stop on its own
				return 0, io.EOF
			}
			return copy(p, v7ID+"\n"+v7ID[:9]), nil // a line, and part of the next line
		})
		status := run(strings.Fields(args), stdin, fails, &stderr)
		if status != exitFailure || stderr.String() != "uuid: no space left\n" || reads != 1 {
			t.Errorf("%s: status %d, stderr %q, %d reads", args, status, &stderr, reads)
		}
	}

	// If a write fails in the middle of a file, find does not open the next one.
	var stderr bytes.Buffer
	lines := strings.NewReader(strings.Repeat(v7ID+"\n", outputSize/len(v7ID)))
	status := run([]string{"find", "-", "none.txt"}, lines, fails, &stderr)
	if status != exitFailure || stderr.String() != "uuid: no space left\n" {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}

	// If a write fails after part of a line was read, that part is not decoded as a line.
	stderr.Reset()
	status = run([]string{"convert", "-f", "urn"}, strings.NewReader("x\n"+v1ID+"\ny"), fails, &stderr)
	ends := strings.HasSuffix(stderr.String(), " need -from\nuuid: no space left\n")
	if status != exitFailure || !ends || strings.Contains(stderr.String(), "line 3") {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}

	// The exit status still says that an ID was left.
	stderr.Reset()
	status = run([]string{"find", "-replace"}, strings.NewReader(strings.ReplaceAll(v7ID, "-", "%2D")), fails, &stderr)
	want := "uuid: found no ID to replace\nuuid: left 1 IDs with %2D for a dash\nuuid: no space left\n"
	if status != exitLeft || stderr.String() != want {
		t.Errorf("status %d, stderr %q, want %q", status, &stderr, want)
	}

	// Standard error fails only once, so the command can report that the output failed.
	stderr.Reset()
	once := writerFunc(func(p []byte) (int, error) {
		stderr.Write(p)
		if strings.Contains(string(p), "argument") {
			return 0, errors.New("try again")
		}
		return len(p), nil
	})
	status = run([]string{"convert", "-f", "urn", v1ID, "x"}, nil, fails, once)
	reports := strings.Split(stderr.String(), "\n")
	if status != exitFailure || len(reports) != 3 || reports[1] != "uuid: no space left" {
		t.Errorf("status %d, stderr %q", status, &stderr)
	}
}

// TestErrorsFail verifies that the command stops if it cannot report an error.
func TestErrorsFail(t *testing.T) {
	var stdout bytes.Buffer
	var reports []string
	fails := writerFunc(func(p []byte) (int, error) {
		reports = append(reports, string(p))
		return 0, errors.New("no space left")
	})
	status := run([]string{"verify", "-unique", "x", v1ID, "y"}, nil, &stdout, fails)
	want := []string{"uuid: argument 1: \"x\"" + unrecognized + "\n", "uuid: no space left\n"}
	if status != exitFailure || stdout.Len() > 0 || !slices.Equal(reports, want) {
		t.Errorf("status %d, stdout %q, stderr %q, want %q", status, &stdout, reports, want)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestReaderGoesAway reads one line of endless output and closes the pipe. It verifies that the
// command exits without an error message.
func TestReaderGoesAway(t *testing.T) {
	lines := strings.Repeat(v7ID+"\n", 5000)
	for _, args := range []string{
		"v4", "v7", "v1", "v9", "convert -f urn", "convert -prefix user", "convert -column 1 -f urn",
		"inspect", "inspect -json", "hide -key-file key.txt", "find", "find -replace",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(args)
			if args[0][0] == 'v' {
				args = append(args, "-n", "18446744073709551615")
			}
			cmd, stderr := prepare(t, args...)
			stdin, stdout := start(t, cmd, cmd.StdoutPipe)
			go func() {
				for err := error(nil); err == nil; {
					_, err = io.WriteString(stdin, lines) // fails when the command exits
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

// TestErrorReaderGoesAway reads one of many error messages and closes the pipe. It verifies that
// the command exits before it has read all its input.
func TestErrorReaderGoesAway(t *testing.T) {
	for _, args := range []string{"verify", "inspect", "convert -f urn", "hide -key-file key.txt"} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			cmd := inRole(t, "uuid", strings.Fields(args)...)
			stdin, stderr := start(t, cmd, cmd.StderrPipe)
			written := make(chan error)
			go func() {
				_, err := io.WriteString(stdin, strings.Repeat("bad\n", 1_000_000))
				stdin.Close()
				written <- err
			}()
			const want = "uuid: line 1: \"bad\"" + unrecognized + "\n"
			if line, err := bufio.NewReader(stderr).ReadString('\n'); line != want || err != nil {
				t.Errorf("first line %q, %v", line, err)
			}
			stderr.Close()
			// A million lines do not fit into the pipe, so the write fails if nobody reads them.
			if err := <-written; err == nil {
				t.Error("the command keeps reading")
			}
			cmd.Wait()
			if status := cmd.ProcessState.ExitCode(); status != exitFailure {
				t.Errorf("status %d, want %d", status, exitFailure)
			}
		})
	}
}
