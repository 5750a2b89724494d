package main

import (
	"fmt"
	"os"
	"time"
)

// A progress prints the progress of the work. On a terminal it is one line that changes every
// second. Elsewhere it is a line for each tenth of the work.
type progress struct {
	out      *os.File
	terminal bool
	total    int    // rows to insert
	count    int    // rows inserted
	name     string // of the stage
	begin    time.Time
	shown    time.Time // the last time that a line was printed
	tenth    int       // the last tenth that was printed
}

func newProgress(out *os.File) *progress {
	info, err := out.Stat()
	return &progress{out: out, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (p *progress) start(total int) { p.total, p.begin = total, time.Now() }

func (p *progress) stage(name string) { p.name = name }

// note shows an activity that inserts no rows.
func (p *progress) note(activity string) {
	if p.terminal {
		p.line(activity)
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

func (p *progress) line(activity string) {
	begin, end := "", "\n"
	if p.terminal {
		begin, end = "\r\x1b[K", ""
	}
	elapsed := time.Since(p.begin).Round(time.Second)
	fmt.Fprintf(p.out, "%s%3d%% of rows, %s, %v: %s%s", begin, 100*p.count/p.total, p.name, elapsed, activity, end)
}

func (p *progress) done() {
	p.line("done")
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}
