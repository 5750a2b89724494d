package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/fips140"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

func init() { roles["measure"] = measure }

// measure runs the command with its arguments and writes how much memory that has used at
// most, in KiB, to file descriptor 3. What a child has used begins with what its parent
// uses, which in a process that runs tests is much.
func measure() {
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Env = append(os.Environ(), "UUID_TEST_ROLE=uuid", "GOMAXPROCS=2") // a core more takes memory of its own
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	err := cmd.Run()
	if err == nil {
		_, err = fmt.Fprint(os.NewFile(3, "result"), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestMemory streams IDs out of the command and through it.
func TestMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector takes much memory in the process that measures")
	}
	const count = 700_000
	n := fmt.Sprint(count)
	tests := []struct {
		args string
		fed  bool // it reads as many IDs as the generators make

		maxRSS int64 // in KiB, if not 24 MiB, which is less than the IDs are
	}{
		{args: "v4 -n " + n},
		{args: "v6 -n " + n},
		{args: "v7 -n " + n},
		{args: "v9 -n " + n},
		{args: "convert -f base58", fed: true},
		{args: "verify", fed: true},
		{args: "verify -ordered", fed: true},
		{args: "verify -unique", fed: true, maxRSS: 12<<10 + count*32>>10}, // the help text states up to 50 bytes an ID
		{args: "find -time", fed: true},
		{args: "find -replace", fed: true},
		{args: "hide -key-file key.txt -tweak order", fed: true},
		{args: "inspect", fed: true},
		{args: "inspect -json", fed: true},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			cmd := inRole(t, "measure", strings.Fields(tt.args)...)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			result, err := os.Create(filepath.Join(t.TempDir(), "result"))
			if err != nil {
				t.Fatal(err)
			}
			defer result.Close()
			cmd.ExtraFiles = []*os.File{result} // 3
			if tt.fed {
				source, _ := prepare(t, "v7", "-n", n)
				stdin, err := source.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := source.Start(); err != nil {
					t.Fatal(err)
				}
				defer source.Wait()
				cmd.Stdin = stdin
			}
			if err := cmd.Run(); err != nil || stderr.Len() > 0 {
				t.Errorf("%v, stderr %q", err, &stderr)
			}
			var rss int64
			if _, err := result.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			if _, err := fmt.Fscan(result, &rss); err != nil {
				t.Fatal(err)
			}
			most := cmp.Or(tt.maxRSS, 24<<10)
			if fips140.Enabled() {
				most += 32 << 10 // what Go measures to get entropy
			}
			if rss > most {
				t.Errorf("%d KiB of memory in use, want at most %d", rss, most)
			}
		})
	}
}

// TestManyFiles finds in more files than may be open at a time.
func TestManyFiles(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	cmd, stderr := prepare(t, "find")
	limited := []string{"sh", "-c", `ulimit -n 30 && exec "$0" "$@"`}
	cmd.Args = slices.Concat(limited, cmd.Args, slices.Repeat([]string{"access.log"}, 100))
	cmd.Path = shell
	out, err := cmd.Output()
	if lines := bytes.Count(out, []byte("\n")); lines != 200 || err != nil {
		t.Errorf("%d IDs, want 200; %v, stderr %q", lines, err, stderr)
	}
}

func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range []string{"v4", "v7 -n 1000000", "inspect " + v1ID, "convert -f oid " + v1ID, "hide -key-file key.txt " + v7ID, "bounds 0s", "find access.log", "find -replace access.log", "help", "help v7"} {
		cmd, stderr := prepare(t, strings.Fields(args)...)
		cmd.Stdout = full
		err := cmd.Run()
		const want = "uuid: write /dev/stdout: no space left on device\n"
		if cmd.ProcessState.ExitCode() != exitFailure || stderr.String() != want {
			t.Errorf("uuid %s: %v, stderr %q; want status 1, stderr %q", args, err, stderr, want)
		}
	}
}

// openTerminal returns a terminal and what a person has of it, keyboard and screen.
func openTerminal(t *testing.T) (terminal, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	control := func(request uintptr, value *int32) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(unsafe.Pointer(value))); errno != 0 {
			t.Skip(errno)
		}
	}
	var locked, number int32
	control(syscall.TIOCSPTLCK, &locked)
	control(syscall.TIOCGPTN, &number)
	terminal, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { terminal.Close() })
	return terminal, person
}

// TestBareAtTerminal tests that the command alone is answered with help where a person
// sees that, and is an error where a program reads or writes.
func TestBareAtTerminal(t *testing.T) {
	terminal, person := openTerminal(t)
	screen := make(chan string)
	go func() {
		line, _ := bufio.NewReader(person).ReadString('\n')
		screen <- line
		io.Copy(io.Discard, person) // ends with the terminal
	}()
	var stderr bytes.Buffer
	if status := run(nil, terminal, terminal, &stderr); status != exitOK || stderr.Len() > 0 {
		t.Errorf("uuid at a terminal: status %d, stderr %q", status, &stderr)
	}
	if line := <-screen; line != "usage: uuid COMMAND [flags] [arguments]\r\n" {
		t.Errorf("uuid at a terminal prints %q first", line)
	}

	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, streams := range []struct {
		name   string
		stdin  io.Reader
		stdout io.Writer
	}{
		{"in a substitution", terminal, new(bytes.Buffer)},
		{"behind a pipe", strings.NewReader(v1ID), terminal},
		{"with /dev/null", null, null},
	} {
		var stderr bytes.Buffer
		status := run(nil, streams.stdin, streams.stdout, &stderr)
		if want := "uuid: missing command\nRun \"uuid help\" for the list of commands.\n"; status != exitUsage || stderr.String() != want {
			t.Errorf("uuid %s: status %d, stderr %q; want 2, %q", streams.name, status, &stderr, want)
		}
	}
}

// TestAnnounce tests that a command which waits for somebody to type says so, and only
// then.
func TestAnnounce(t *testing.T) {
	terminal, person := openTerminal(t)
	const ctrlD = "\x04"
	if _, err := person.WriteString(v1ID + "\n" + ctrlD); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run([]string{"convert", "-f", "compact"}, terminal, &stdout, &stderr)
	const notice = "uuid: reading IDs, one a line, from the terminal; end with Ctrl-D\n"
	if got := stdout.String(); status != exitOK || stderr.String() != notice || got != strings.ReplaceAll(v1ID, "-", "")+"\n" {
		t.Errorf("convert at a terminal: status %d, stdout %q, stderr %q", status, got, &stderr)
	}
	if _, err := person.WriteString(v1ID + "\n" + ctrlD); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	status = run([]string{"find"}, terminal, &stdout, &stderr)
	if want := strings.Replace(notice, "IDs, one a line", "text", 1); status != exitOK || stderr.String() != want {
		t.Errorf("find at a terminal: status %d, stderr %q, want %q", status, &stderr, want)
	}
	stderr.Reset()
	if status := run([]string{"verify", v1ID}, terminal, &stdout, &stderr); status != exitOK || stderr.Len() > 0 {
		t.Errorf("verify of an argument: status %d, stderr %q", status, &stderr)
	}
}
