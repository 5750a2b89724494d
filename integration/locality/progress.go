package main

import (
	"fmt"
	"os"
	"time"
)

// A progress reports how much of the work is done. On a terminal, it updates one line every second.
// On any other output, it prints a line for each tenth of the work.
type progress struct {
	out      *os.File
	terminal bool
	total    int    // number of rows to insert
	count    int    // number of rows inserted
	name     string // name of the stage
	begin    time.Time
	shown    time.Time // time of the last line
	tenth    int       // last tenth that was printed, from 1 to 10
}

func newProgress(out *os.File) *progress {
	info, err := out.Stat()
	return &progress{out: out, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (p *progress) start(total int) { p.total, p.begin = total, time.Now() }

func (p *progress) stage(name string) { p.name = name }

// note shows an activity that inserts no rows. The activity appears only on a terminal.
func (p *progress) note(activity string) {
	if p.terminal {
		p.line(activity)
	}
}

// add records that n more rows were inserted.
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
