// Proves that what cannot be read is named, and that everything else is reported nevertheless.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestMain is the command itself in a child process of a test.
func TestMain(m *testing.M) {
	if os.Getenv("UUIDCHECK_TEST_COMMAND") != "" {
		main()
	}
	os.Exit(m.Run())
}

// An interruptedServer is interrupted while it reads its second table.
type interruptedServer struct {
	server
	interrupt func()
	samples   int
}

func (s *interruptedServer) Sample(ctx context.Context, t *table) ([][]value, bool, error) {
	s.samples++
	if s.samples == 2 {
		s.interrupt()
	}
	return s.server.Sample(ctx, t)
}

func TestInterrupt(t *testing.T) {
	for _, tt := range []struct {
		value  func(int) any
		status int
	}{{asText(v4), statusUnread}, {capitalized(asText(v4)), statusFound}} {
		name, db := newFile(t)
		for k := range 4 {
			table := fmt.Sprint("t", k)
			execute(t, db, "CREATE TABLE "+table+" (id TEXT PRIMARY KEY)")
			fill(t, db, table, 20, tt.value)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s, err := openSQLite(ctx, name, limit{}, false)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		r, err := inspect(ctx, &interruptedServer{server: s, interrupt: cancel}, scope{}, &progress{})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.columns) != 1 || len(r.unread) != 3 || r.unread[0].reason != "interrupted" || r.status() != tt.status {
			t.Errorf("%d columns, unread %v, status %d, want 1 column, 3 tables and status "+
				"%d", len(r.columns), r.unread, r.status(), tt.status)
		}
	}
}

// A lostServer loses the connection while it reads its second table.
type lostServer struct {
	server
	samples int
}

func (s *lostServer) Sample(ctx context.Context, t *table) ([][]value, bool, error) {
	s.samples++
	if s.samples == 2 {
		return nil, false, lost
	}
	return s.server.Sample(ctx, t)
}

// Sort fails for one column.
func (s *lostServer) Sort(context.Context, *column, []string) ([]string, int, error) {
	return nil, 0, tooSlow
}

// TestLost checks that no table is read after the connection is lost, and that a statement that is too slow
// leaves the other statements alone.
func TestLost(t *testing.T) {
	name, db := newFile(t)
	for k := range 4 {
		table := fmt.Sprint("t", k)
		execute(t, db, "CREATE TABLE "+table+" (id TEXT PRIMARY KEY)")
		fill(t, db, table, 20, asText(v4))
	}
	own, err := openSQLite(t.Context(), name, limit{}, false)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	s := &lostServer{server: own}
	r, err := inspect(t.Context(), s, scope{}, &progress{})
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, u := range r.unread {
		reasons = append(reasons, u.table+": "+u.reason)
	}
	want := []string{"t0: " + tooSlow.Error(), "t1: " + lost.Error(), "t2: " + lost.Error(), "t3: " + lost.Error()}
	if len(r.columns) != 1 || !slices.Equal(reasons, want) || s.samples != 2 {
		t.Errorf("%d columns; unread %q, want %q; %d tables read", len(r.columns), reasons, want, s.samples)
	}
}

// TestDamaged checks a file with a page of zeros.
func TestDamaged(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 20, asText(v4))
	db.Close()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(make([]byte, 4096), 4096); err != nil {
		t.Fatal(err)
	}
	if r := examine(t, statusUnread, name); len(r.Unread) != 1 || !strings.Contains(r.Unread[0].Reason, "damaged") {
		t.Errorf("unread %v", r.Unread)
	}
}

// TestSlow checks the limit of a statement.
func TestSlow(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 1000, asText(v4))
	status, out, stderr := command(t, name, "-timeout", "1ns")
	if status != statusUnread || !strings.Contains(stderr, "took too long") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
}

// TestLocked checks a file that a writer has locked.
func TestLocked(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	execute(t, db, "BEGIN EXCLUSIVE")
	status, _, stderr := command(t, name)
	if status != statusUnread || !strings.Contains(stderr, "holds a lock") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestWAL checks a file whose newest rows are in its WAL.
func TestWAL(t *testing.T) {
	name, db := newFile(t, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 20, asText(v4))
	if r := examine(t, statusHealthy, name); r.Columns[0].Values != 20 {
		t.Errorf("read %d values, want 20", r.Columns[0].Values)
	}
}

// TestWALInClosedDirectory checks a file with a WAL in a directory that cannot be written, which
// SQLite cannot read.
func TestWALInClosedDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories have no write permission on Windows")
	}
	name, db := newFile(t, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 20, asText(v4))
	directory := filepath.Dir(name)
	copied := filepath.Join(directory, "copy")
	if err := os.Mkdir(copied, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, ending := range []string{"", "-wal"} {
		content, err := os.ReadFile(name + ending)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(copied, "test.db"+ending), content, 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(copied, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(copied, 0o755)
	status, out := commandOfAnotherUser(t, filepath.Join(copied, "test.db"))
	isExplained := strings.Contains(out, "directory that this user may write to")
	if status != statusUnread || !isExplained || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, %s", status, out)
	}
}

// TestUnreadableFile checks a file that the user may not read.
func TestUnreadableFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no read permission on Windows")
	}
	name, _ := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	if err := os.Chmod(name, 0); err != nil {
		t.Fatal(err)
	}
	status, out := commandOfAnotherUser(t, name)
	if want := "uuidcheck: cannot open the SQLite file: permission denied\n"; status != statusUnread || out != want {
		t.Errorf("status %d, %q, want %q", status, out, want)
	}
}

// commandOfAnotherUser runs the command on a file as a user who is not root. It returns the exit status
// and the whole output.
func commandOfAnotherUser(t *testing.T, file string) (status int, out string) {
	t.Helper()
	for d := filepath.Dir(file); d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if info, err := os.Stat(d); err == nil {
			os.Chmod(d, info.Mode()|0o055) // the user may read it
		}
	}
	cmd := exec.Command(os.Args[0], file)
	cmd.Env = append(os.Environ(), "UUIDCHECK_TEST_COMMAND=yes")
	asAnotherUser(t, cmd)
	text, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(text)
}
