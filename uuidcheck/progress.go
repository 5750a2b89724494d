package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress shows a person at a terminal how many tables have been read.
type progress struct {
	w     io.Writer // nil if standard error is not a terminal
	last  time.Time
	shown bool
}

func progressOn(stderr io.Writer) *progress {
	f, ok := stderr.(*os.File)
	if !ok || !isTerminal(f) {
		return &progress{}
	}
	return &progress{w: f, last: time.Now()}
}

// isTerminal reports whether f is a character device other than the null device. The standard
// library has no portable way to recognize a terminal.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	device, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, device)
}

// step shows the number of tables read, at most twice a second.
func (p *progress) step(done, tables int) {
	if p.w == nil || time.Since(p.last) < time.Second/2 {
		return
	}
	p.last = time.Now()
	p.shown = true
	fmt.Fprintf(p.w, "\r%d of %d tables read", done, tables)
}

// end removes the line.
func (p *progress) end() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
