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

// TestNoticeIsOnlyForPersons verifies that only a command that waits for a person's input prints a notice.
func TestNoticeIsOnlyForPersons(t *testing.T) {
	terminal, person := openTerminal(t)
	const ctrlD = "\x04"
	if _, err := person.WriteString(v1ID + "\n" + ctrlD); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run([]string{"convert", "-f", "compact"}, terminal, &stdout, &stderr)
	const notice = "uuid: reading IDs, one per line, from the terminal; end with Ctrl-D\n"
	got, want := stdout.String(), strings.ReplaceAll(v1ID, "-", "")+"\n"
	if status != exitOK || stderr.String() != notice || got != want {
		t.Errorf("convert at a terminal: status %d, stdout %q, stderr %q", status, got, &stderr)
	}
	if _, err := person.WriteString(v1ID + "\n" + ctrlD); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	status = run([]string{"find"}, terminal, &stdout, &stderr)
	if want := strings.Replace(notice, "IDs, one per line", "text", 1); status != exitOK || stderr.String() != want {
		t.Errorf("find at a terminal: status %d, stderr %q, want %q", status, &stderr, want)
	}
	stderr.Reset()
	if status := run([]string{"verify", v1ID}, terminal, &stdout, &stderr); status != exitOK || stderr.Len() > 0 {
		t.Errorf("verify of an argument: status %d, stderr %q", status, &stderr)
	}
}
