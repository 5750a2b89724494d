package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// openTerminal returns the two ends of a pseudoterminal. The program uses terminal. The test uses
// person as the keyboard and screen.
func openTerminal(t *testing.T) (terminal, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	control := func(request uintptr, value *int32) {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, person.Fd(), request, uintptr(unsafe.Pointer(value)))
		if errno != 0 {
			t.Skip(errno)
		}
	}
	// A new pseudoterminal is locked, so unlock it. Its file name contains its number.
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

// TestBareAtTerminal verifies that the command without arguments prints help if both input and
// output are terminals. Otherwise the command must print an error.
func TestBareAtTerminal(t *testing.T) {
	terminal, person := openTerminal(t)
	screen := make(chan string)
	go func() {
		line, _ := bufio.NewReader(person).ReadString('\n')
		screen <- line
		io.Copy(io.Discard, person) // a full terminal would block the command; Copy ends when the terminal is closed
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
		{"after a pipe", strings.NewReader(v1ID), terminal},
		{"with /dev/null", null, null},
	} {
		var stderr bytes.Buffer
		status := run(nil, streams.stdin, streams.stdout, &stderr)
		if want := "uuid: missing command\nDid you mean: uuid v4\n"; status != exitUsage || stderr.String() != want {
			t.Errorf("uuid %s: status %d, stderr %q; want 2, %q", streams.name, status, &stderr, want)
		}
	}
}

// TestNoticeIsOnlyForPersons verifies that only a command that waits for a person's input prints a notice, and that
// it reads to the first end of the input.
func TestNoticeIsOnlyForPersons(t *testing.T) {
	terminal, person := openTerminal(t)
	const ctrlD = "\x04"
	for _, tt := range []struct {
		args  string
		input string // "" if the command does not read the terminal
	}{
		{"convert -f compact", "IDs, one per line"},
		{"v5 dns", "names, one per line"},
		{"convert -column 1 -f compact", "a table"},
		{"find", "text"},
		{"find access.log -", "text"},
		{"verify " + v1ID, ""},
		{"v5 dns a", ""},
		{"find access.log", ""},
	} {
		want := invoke(strings.NewReader(v1ID+"\n"), strings.Fields(tt.args)...)
		if tt.input != "" {
			if _, err := person.WriteString(v1ID + "\n" + ctrlD); err != nil {
				t.Fatal(err)
			}
			want.stderr = "uuid: reading " + tt.input + ", from the terminal; end with Ctrl-D\n"
		}
		if got := invoke(terminal, strings.Fields(tt.args)...); got != want || got.status != exitOK {
			t.Errorf("%s at a terminal: %+v, want %+v", tt.args, got, want)
		}
	}
}
