package main

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestMemory streams IDs out of the command and through it.
func TestMemory(t *testing.T) {
	const maxRSS = 64 << 10 // KiB
	tests := []struct {
		args string
		ids  string // how many to feed; the generators are not fed
	}{
		{args: "v4 -n 5000000"},
		{args: "v6 -n 1000000"},
		{args: "v7 -n 5000000"},
		{args: "v9 -n 1000000"},
		{args: "convert -t base58", ids: "1000000"},
		{args: "verify", ids: "1000000"},
		{args: "hide -key-file key.txt -tweak order", ids: "1000000"},
		{args: "inspect", ids: "200000"},
		{args: "inspect -json", ids: "200000"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			cmd, stderr := prepare(t, strings.Fields(tt.args)...)
			if tt.ids != "" {
				source, _ := prepare(t, "v7", "-n", tt.ids)
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
				t.Errorf("%v, stderr %q", err, stderr)
			}
			if rss := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss; rss > maxRSS {
				t.Errorf("%d KiB of memory in use, want at most %d", rss, maxRSS)
			}
		})
	}
}

func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, args := range []string{"v4", "v7 -n 1000000", "inspect " + v1ID, "convert -t oid " + v1ID, "hide -key-file key.txt " + v7ID, "bounds 0s", "help", "help v7"} {
		cmd, stderr := prepare(t, strings.Fields(args)...)
		cmd.Stdout = full
		err := cmd.Run()
		const want = "uuid: write /dev/stdout: no space left on device\n"
		if cmd.ProcessState.ExitCode() != exitFailure || stderr.String() != want {
			t.Errorf("uuid %s: %v, stderr %q; want status 1, stderr %q", args, err, stderr, want)
		}
	}
}
