package main

import (
	"bytes"
	"cmp"
	"crypto/fips140"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func init() { roles["measure"] = measure }

// measure runs the command, and writes the command's peak memory in KiB to file descriptor 3. It
// runs in a separate process, because on Linux a child's peak starts at its parent's memory, and a
// process that runs tests uses a lot of memory.
func measure() {
	cmd := exec.Command("/proc/self/exe", os.Args[1:]...)
	cmd.Env = append(os.Environ(), "UUID_TEST_ROLE=uuid", "GOMAXPROCS=2") // more cores use more memory
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

// TestMemoryIsBounded verifies that commands need little memory to print or read many IDs. It has one
// command for each loop.
func TestMemoryIsBounded(t *testing.T) {
	info, _ := debug.ReadBuildInfo()
	if slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector uses a lot of memory in the command's parent process")
	}
	const (
		count = 350_000
		n     = "350000" // more than 12 MiB of canonical IDs
		few   = "60000"  // more than 12 MiB of what inspect prints about them, which is slow
	)
	tests := []struct {
		args   string
		fed    string // the number of IDs that the command reads from standard input
		maxRSS int64  // limit in KiB; the default is 16 MiB
	}{
		{args: "v7 -n " + n},
		{args: "v9 -n " + n},
		{args: "convert -f base58", fed: n},
		{args: "verify", fed: n},
		{args: "verify -unique", fed: n, maxRSS: 12<<10 + count*32>>10}, // the help text promises up to 50 bytes per ID
		{args: "find -time", fed: n},
		{args: "find -replace", fed: n},
		{args: "inspect -json", fed: few},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			most := cmp.Or(tt.maxRSS, 16<<10)
			cmd := inRole(t, "measure", strings.Fields(tt.args)...)
			// On a busy machine the garbage collector runs late. GOMEMLIMIT makes it run in time.
			cmd.Env = append(cmd.Environ(), fmt.Sprintf("GOMEMLIMIT=%dKiB", most/2))
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			result, err := os.Create(filepath.Join(t.TempDir(), "result"))
			if err != nil {
				t.Fatal(err)
			}
			defer result.Close()
			cmd.ExtraFiles = []*os.File{result} // file descriptor 3
			if tt.fed != "" {
				source, _ := prepare(t, "v7", "-n", tt.fed)
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
			if fips140.Enabled() {
				most += 32 << 10 // memory that Go uses to collect entropy
			}
			if rss > most {
				t.Errorf("%d KiB of memory in use, want at most %d", rss, most)
			}
		})
	}
}

// TestEndlessKeyFile verifies that a command reads only the start of a file that should contain a key.
func TestEndlessKeyFile(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	written := make(chan int)
	go func() {
		defer w.Close()
		total := 0
		for total < 8<<20 {
			n, err := w.Write(make([]byte, 1<<10))
			total += n
			if err != nil {
				break
			}
		}
		written <- total
	}()
	got := invoke(nil, "hide", "-key-file", fmt.Sprint("/dev/fd/", r.Fd()), v7ID)
	r.Close()
	if n := <-written; got.status != exitFailure || n > 1<<20 {
		t.Errorf("status %d, %d bytes written", got.status, n)
	}
}

// TestManyFiles verifies that find can read more files than a process can have open.
func TestManyFiles(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	cmd, stderr := prepare(t, "find")
	limited := []string{"sh", "-c", `ulimit -n 30 && exec "$0" "$@"`}
	cmd.Args = slices.Concat(limited, []string{cmd.Path, "find"}, slices.Repeat([]string{"access.log"}, 100))
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
	for _, args := range []string{
		"v4", "v7 -n 1000000", "inspect " + v1ID, "convert -f oid " + v1ID, "hide -key-file key.txt " + v7ID,
		"bounds 0s", "find access.log", "find -replace access.log", "help", "help v7",
	} {
		cmd, stderr := prepare(t, strings.Fields(args)...)
		cmd.Stdout = full
		err := cmd.Run()
		const want = "uuid: write \"/dev/stdout\": no space left on device\n"
		if cmd.ProcessState.ExitCode() != exitFailure || stderr.String() != want {
			t.Errorf("uuid %s: %v, stderr %q; want status 1, stderr %q", args, err, stderr, want)
		}
	}
}
