package check

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgress checks that a person at a terminal sees how many tables have been read, and that nobody
// else does. Each locked table takes a second.
func TestProgress(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	execute(t, db, "CREATE TABLE first (id uuid PRIMARY KEY)", "CREATE TABLE second (id uuid PRIMARY KEY)")
	t.Cleanup(func() { execute(t, db, "DROP TABLE first, second") }) // after the lock ends
	lock(t, db, "BEGIN; LOCK TABLE first")
	if got := run(t, nil, postgresAddress); got.status != 1 || got.stderr != "" {
		t.Errorf("without a terminal: status %d, standard error %q", got.status, got.stderr)
	}
	out := filepath.Join(t.TempDir(), "report")
	for _, flag := range []string{"", "-json"} {
		// script gives the command a terminal, and copies to its own standard output what arrives there.
		cmd := exec.Command("script", "--quiet", "--return", "--command",
			`exec "$PROGRAM" -timeout 9s $FLAG "$ADDRESS" >"$OUT"`, os.DevNull)
		cmd.Env = append(os.Environ(), "SHELL=/bin/sh", "PROGRAM="+program, "ADDRESS="+postgresAddress, "OUT="+out,
			"FLAG="+flag)
		var terminal bytes.Buffer
		cmd.Stdout = &terminal
		cmd.Run()
		// A slow machine may need half a second before the first table.
		shown := strings.TrimPrefix(terminal.String(), "\r0 of 2 tables read")
		if want := "\r1 of 2 tables read\r\x1b[K"; shown != want {
			t.Errorf("the terminal shows %q, want %q", shown, want)
		}
		report, err := os.ReadFile(out)
		status := cmd.ProcessState.ExitCode()
		if err != nil || status != 1 || !strings.Contains(string(report), "first") {
			t.Errorf("status %d, %v, report %s", status, err, report)
		}
	}
}
