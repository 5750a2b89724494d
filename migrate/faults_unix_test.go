//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
