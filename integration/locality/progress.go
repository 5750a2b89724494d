package main

import (
	"fmt"
	"os"
	"time"
)

// A progress tells how far the work is: on a terminal in one line that changes
// every second, elsewhere in a line for every tenth.
type progress struct {
	out      *os.File
	terminal bool
	total    int
	count    int
	what     string
	begin    time.Time
	shown    time.Time
	tenth    int
}

func newProgress(out *os.File) *progress {
	info, err := out.Stat()
	return &progress{out: out, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (p *progress) start(total int) { p.total, p.begin = total, time.Now() }

func (p *progress) stage(what string) { p.what = what }

// note tells what is done besides counting.
func (p *progress) note(what string) {
	if p.terminal {
		p.line(what)
	}
}

// add counts n more of the total.
func (p *progress) add(n int) {
	p.count += n
	tenth := 10 * p.count / p.total
	if p.terminal && time.Since(p.shown) >= time.Second || !p.terminal && tenth > p.tenth {
		p.shown, p.tenth = time.Now(), tenth
		p.line("inserting")
	}
}

func (p *progress) line(what string) {
	begin, end := "", "\n"
	if p.terminal {
		begin, end = "\r\x1b[K", ""
	}
	elapsed := time.Since(p.begin).Round(time.Second)
	fmt.Fprintf(p.out, "%s%3d%% of rows, %s, %v: %s%s", begin, 100*p.count/p.total, p.what, elapsed, what, end)
}

func (p *progress) done() {
	p.line("done")
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}
