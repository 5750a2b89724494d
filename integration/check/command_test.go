package check

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid/integration/internal/server"
)

// The command, and the databases of the tests.
var (
	program         string
	postgresAddress string
	mariaDBAddress  string // for the driver
)

func TestMain(m *testing.M) {
	directory, err := os.MkdirTemp("", "uuidcheck")
	if err == nil {
		program, err = build(directory)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot build uuidcheck:", err)
		os.Exit(1)
	}
	tests := func() int { return server.Run(m.Run, server.MariaDB, &mariaDBAddress) }
	code := server.Run(tests, server.Postgres, &postgresAddress)
	os.RemoveAll(directory)
	os.Exit(code)
}

// build builds the command with the root module of this clone.
func build(directory string) (string, error) {
	root := filepath.Join("..", "..")
	workspace, err := exec.Command(filepath.Join(root, ".ci", "workspace"), directory).Output()
	if err != nil {
		return "", err
	}
	file := filepath.Join(directory, "uuidcheck")
	cmd := exec.Command("go", "build", "-o", file, ".")
	cmd.Dir = filepath.Join(root, "uuidcheck")
	cmd.Env = append(os.Environ(), "GOWORK="+strings.TrimSpace(string(workspace)))
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
}

// mariaDBURL returns the URL of the MariaDB database for the command.
func mariaDBURL(t *testing.T) *url.URL {
	t.Helper()
	config, err := mysql.ParseDSN(mariaDBAddress)
	if err != nil {
		t.Fatal(err)
	}
	u := &url.URL{
		Scheme: "mysql",
		User:   url.UserPassword(config.User, config.Passwd),
		Host:   config.Addr,
		Path:   "/" + config.DBName,
	}
	if config.Net == "unix" {
		u.Host, u.RawQuery = "localhost", url.Values{"socket": {config.Addr}}.Encode()
	}
	return u
}

func open(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%.200s: %v", s, err)
		}
	}
}

// A result is what the command did.
type result struct {
	status         int
	stdout, stderr string
}

// run runs the command. One that takes longer than five minutes waits for something.
func run(t *testing.T, env []string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.Run()
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// A report is the JSON output.
type report struct {
	Server  string `json:"server"`
	Columns []struct {
		Schema   string         `json:"schema"`
		Table    string         `json:"table"`
		Column   string         `json:"column"`
		Type     string         `json:"type"`
		Key      bool           `json:"key"`
		Nullable bool           `json:"nullable"`
		GoType   string         `json:"goType"`
		Versions map[string]int `json:"versions"`
		Values   int            `json:"values"`
		Findings []struct {
			Check   string `json:"check"`
			Level   string `json:"level"`
			Message string `json:"message"`
			URL     string `json:"url"`
			Example string `json:"example"`
		} `json:"findings"`
	} `json:"columns"`
	Unread []struct {
		Schema string `json:"schema"`
		Table  string `json:"table"`
		Reason string `json:"reason"`
	} `json:"unread"`
	SkippedViews int `json:"skippedViews"`
}

// check runs the command and reads its JSON output.
func check(t *testing.T, wantStatus int, args ...string) report {
	t.Helper()
	got := run(t, nil, append([]string{"-json"}, args...)...)
	if got.status != wantStatus {
		t.Errorf("%v: status %d, want %d; standard error: %s", args, got.status, wantStatus, got.stderr)
	}
	decoder := json.NewDecoder(strings.NewReader(got.stdout))
	decoder.DisallowUnknownFields()
	var r report
	if err := decoder.Decode(&r); err != nil {
		t.Fatalf("%v: %v in %s%s", args, err, got.stdout, got.stderr)
	}
	return r
}

// compare compares the findings with those that are wanted, by table and column.
func (r report) compare(t *testing.T, want map[string][]string) {
	t.Helper()
	listed := make(map[string]bool)
	for _, c := range r.Columns {
		column := c.Table + "." + c.Column
		listed[column] = true
		var found []string
		for _, f := range c.Findings {
			found = append(found, f.Level+" "+f.Check)
		}
		wanted, ok := want[column]
		switch {
		case !ok:
			t.Errorf("%s is listed", column)
		case !slices.Equal(found, wanted):
			t.Errorf("%s: found %v, want %v", column, c.Findings, wanted)
		}
	}
	for column := range want {
		if !listed[column] {
			t.Errorf("%s is not listed", column)
		}
	}
}
