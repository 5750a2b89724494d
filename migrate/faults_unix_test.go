//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStopped checks that a signal stops the command, and that the command leaves no child
// processes or temporary files behind.
func TestStopped(t *testing.T) {
	t.Parallel()
	const dirVar = "MIGRATE_TEST_STOPPED"
	if dir := os.Getenv(dirVar); dir != "" {
		os.Exit(run([]string{"-w", "-C", dir, "-lib", libraryDir(t)}, os.Stdout, os.Stderr))
	}
	dir, temp := newService(t), t.TempDir()
	before := snapshot(t, dir)["a/a.go"]
	cmd := exec.Command(os.Args[0], "-test.run=^TestStopped$")
	cmd.Env = append(os.Environ(), dirVar+"="+dir, "TMPDIR="+temp)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 6000 {
		if found, _ := filepath.Glob(filepath.Join(temp, "migrate*")); len(found) > 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if cmd.ProcessState.ExitCode() != failed {
		t.Errorf("exit status %d: %s", cmd.ProcessState.ExitCode(), &stderr)
	}
	// The child processes are in the command's process group.
	if err := syscall.Kill(-cmd.Process.Pid, 0); err == nil {
		t.Error("a child process is still running")
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "migrate*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if after := snapshot(t, dir)["a/a.go"]; after != before {
		t.Errorf("the file was written: %s", after)
	}
}

// TestSlow checks that the command prints a line on standard error if it works for more than ten
// seconds, and none if it fails at once. A shell script takes the place of the go command.
func TestSlow(t *testing.T) {
	t.Parallel()
	const variable = "MIGRATE_TEST_SLOW"
	if os.Getenv(variable) != "" {
		os.Args = []string{"migrate"}
		main()
	}
	for script, want := range map[string]string{
		"exec sleep 10.5": "migrate: still working: the go command may first have to compile everything that the " +
			"module imports\nmigrate: ",
		"exit 1": "migrate: go env: exit status 1\n",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0], "-test.run=^TestSlow$")
			cmd.Env = append(os.Environ(), variable+"=1", "PATH="+dir+":"+os.Getenv("PATH"))
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Run(); cmd.ProcessState.ExitCode() != failed || !strings.HasPrefix(stderr.String(), want) {
				t.Errorf("%v: %s", err, &stderr)
			}
		})
	}
}
