package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun runs golangci-lint with uuidvet on a module with mistakes.
func TestRun(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "golangci.exe")
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	config, err := filepath.Abs(".golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tool, "run", "--config", config, "--uniq-by-line=false", "./...")
	cmd.Dir = "../testdata/service"
	out, err := cmd.CombinedOutput()
	if got := strings.Count(string(out), "(uuidvet)"); err == nil || got != 7 {
		t.Errorf("%d findings and error %v, want 7 and a failure:\n%s", got, err, out)
	}
}
