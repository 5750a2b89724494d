// Soak checks that UUIDs do not repeat. Many processes with many goroutines issue version 1, 4, 6
// and 7 UUIDs at the same time, and write them to files. An external merge sort finds all
// duplicates within a memory limit. Soak also checks that the version 6 and 7 UUIDs of each
// goroutine increase.
//
//	go run ./soak -count 200_000_000 -memory 512
//
// Most UUIDs come from the package-level functions. One in 64 comes from a Generator with a
// FileStore that all processes share. The disk needs space for 16 bytes per UUID, plus about one
// more file. The exit status is 1 if a check fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"
)

// A config contains the values of the flags.
type config struct {
	processes  int
	goroutines int // goroutines in each process
	count      int // total number of IDs; if 0, the processes issue IDs for the duration
	duration   time.Duration
	memory     int // MiB
	dir        string
	process    int // number of this child process, or -1 for the parent process
}

func (c *config) parse(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&c.processes, "processes", 8, "the number of processes")
	flags.IntVar(&c.goroutines, "goroutines", 4, "the number of goroutines in each process")
	flags.IntVar(&c.count, "count", 0, "issue this `number` of IDs in total")
	flags.DurationVar(&c.duration, "for", 0, "issue IDs for this long")
	flags.IntVar(&c.memory, "memory", 512, "the maximum memory for sorting, in `MiB`")
	flags.StringVar(&c.dir, "dir", "", "the `directory` for temporary files (default the system's)")
	flags.IntVar(&c.process, "process", -1, "run as the process with this number, and leave files in -dir")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case c.processes < 1 || c.goroutines < 1:
		return errors.New("-processes and -goroutines must be positive")
	case (c.count > 0) == (c.duration > 0):
		return errors.New("need one of -count and -for")
	case c.memory < minMemory:
		return fmt.Errorf("-memory must be at least %d", minMemory)
	}
	return nil
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := soak(ctx, os.Args[1:], os.Stdout); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "soak:", err)
		}
		os.Exit(1)
	}
}

// soak runs the program with args and returns an error if a check fails.
func soak(ctx context.Context, args []string, out io.Writer) error {
	var c config
	if err := c.parse(args, os.Stderr); err != nil {
		return err
	}
	if c.process >= 0 {
		return issue(c)
	}
	dir, err := os.MkdirTemp(c.dir, "soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c.dir = dir
	// Without a limit, the garbage collector would let the heap grow to twice the size that the
	// sort needs. The child processes have no limit.
	debug.SetMemoryLimit(int64(c.memory) * mebibyte)

	begin := time.Now()
	if err := c.issueAll(ctx, args, out); err != nil {
		return err
	}
	issued := time.Since(begin)
	files, err := filepath.Glob(filepath.Join(dir, "*"+idsExt))
	if err != nil {
		return err
	}
	p := newProver(dir, c.memory, out)
	if err := p.prove(ctx, files); err != nil {
		return err
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	elapsed := time.Since(begin)
	fmt.Fprintf(out, "%d IDs (%d v1, %d v4, %d v6, %d v7) from %d processes, %d goroutines each: "+
		"%d duplicates, %d out of order, %.1f s (%.1f s to issue), %.2f million IDs/s, %d MiB of %d\n",
		p.total, p.versions[1], p.versions[4], p.versions[6], p.versions[7], c.processes, c.goroutines,
		p.duplicates, p.disordered, elapsed.Seconds(), issued.Seconds(),
		float64(p.total)/1e6/elapsed.Seconds(), mem.Sys/mebibyte, c.memory)
	switch {
	case p.duplicates > 0:
		return errors.New("duplicates")
	case p.disordered > 0:
		return errors.New("IDs out of order")
	case c.count > 0 && p.total != c.count:
		return fmt.Errorf("%d IDs were issued, want %d", p.total, c.count)
	case mem.Sys > uint64(c.memory)*mebibyte:
		return errors.New("used more memory than -memory allows")
	}
	return nil
}

// issueAll runs the child processes, and returns when all have finished.
func (c *config) issueAll(ctx context.Context, args []string, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ended := make(chan error)
	for i := range c.processes {
		args := append(args[:len(args):len(args)], "-dir", c.dir, "-process", fmt.Sprint(i))
		cmd := exec.CommandContext(ctx, self, args...)
		cmd.Stderr = os.Stderr
		go func() {
			err := cmd.Run()
			if err != nil {
				err = fmt.Errorf("process %d: %w", i, err)
				cancel() // the check has failed, so the other processes can stop
			}
			ended <- err
		}()
	}
	progress := newProgress(out)
	defer progress.stop()
	for n := 0; n < c.processes; {
		select {
		case e := <-ended:
			err = errors.Join(err, e)
			n++
		case <-progress.tick:
			progress.print("issued", c.written())
		}
	}
	return err
}

// written returns the number of IDs in the files.
func (c *config) written() int {
	files, _ := filepath.Glob(filepath.Join(c.dir, "*"+idsExt))
	var size int64
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return int(size) / idLen
}

// A progress reports the number of finished IDs every five seconds.
type progress struct {
	out    io.Writer
	ticker *time.Ticker
	tick   <-chan time.Time
}

func newProgress(out io.Writer) *progress {
	t := time.NewTicker(5 * time.Second)
	return &progress{out, t, t.C}
}

func (p *progress) print(verb string, count int) {
	fmt.Fprintf(p.out, "%s %.1f million\n", verb, float64(count)/1e6)
}

// printIfDue prints a line if five seconds have passed since the last line.
func (p *progress) printIfDue(verb string, count int) {
	select {
	case <-p.tick:
		p.print(verb, count)
	default:
	}
}

func (p *progress) stop() { p.ticker.Stop() }
