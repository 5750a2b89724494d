// Proves that bad input gets one line, the right status, and shows no password.
package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestArguments(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	directory := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(directory, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct {
		args    []string
		status  int
		message string // part of standard error
	}{
		{nil, statusUsage, "no address"},
		{[]string{""}, statusUsage, "no address"},
		{[]string{"a.db", "secret.db"}, statusUsage, "want one address"},
		{[]string{"-secret", "a.db"}, statusUsage, "unknown flag"},
		{[]string{"-timeout", "secret", "a.db"}, statusUsage, "wrong value"},
		{[]string{"-timeout", "-1s", "a.db"}, statusUsage, "negative"},
		{[]string{"mysql2://user:secret@127.0.0.1/db"}, statusUsage, "unknown scheme"},
		{[]string{"sqlite3:secret.db"}, statusUsage, "unknown scheme"},
		{[]string{"file:secret.db"}, statusUsage, "unknown scheme"},
		{[]string{"user:secret@tcp(127.0.0.1:3306)/db"}, statusUsage, "unknown scheme"},
		{[]string{"://secret"}, statusUsage, "want postgres://"},
		{[]string{"postgres:secret"}, statusUsage, "want postgres://"},
		{[]string{"mysql:/secret"}, statusUsage, "want postgres://"},
		{[]string{"mysql:secret://"}, statusUsage, "want postgres://"},
		{[]string{"postgres://user:secret%@127.0.0.1/db"}, statusUsage, "write each of @ : / ? # %"},
		{[]string{"postgres://user:sec/ret@127.0.0.1/db"}, statusUsage, "the port is not a number from 1"},
		{[]string{"postgres://user:5/secret@127.0.0.1/db"}, statusUsage, "write each of @ : / ? # %"},
		{[]string{"postgres://127.0.0.1/db?a=secret%"}, statusUsage, "write each of @ : / ? # %"},
		{[]string{"mysql://127.0.0.1/db#secret"}, statusUsage, "write each of @ : / ? # %"},
		{[]string{"postgres://one,two:0/secret"}, statusUsage, "the port is not a number from 1"},
		{[]string{"postgres://one:0,two:1/secret"}, statusUsage, "the port is not a number from 1"},
		{[]string{"mysql://[::1]:65536/secret"}, statusUsage, "the port is not a number from 1"},
		{[]string{"postgres://:0/secret"}, statusUsage, "the port is not a number from 1"},
		{[]string{"postgres://user:secret@127.0.0.1:0/db"}, statusUsage, "the port is not a number from 1"},
		{[]string{"mysql://user:secret@127.0.0.1:65536/db"}, statusUsage, "the port is not a number from 1"},
		{[]string{"postgresql://user:secret@127.0.0.1/db#"}, statusUsage, "escape"},
		{[]string{"mysql://user@127.0.0.1/db?password=secret@1"}, statusUsage, "escape"},
		{[]string{os.DevNull}, statusUnread, "not a regular file"},
		{[]string{filepath.Join(directory, "secret.db")}, statusUnread, "does not exist"},
		{[]string{"host=127.0.0.1 password=secret"}, statusUnread, "does not exist"},
		{[]string{directory}, statusUnread, "a directory"},
		{[]string{write("text", strings.Repeat("secret ", 1000))}, statusUnread, "not an SQLite database"},
		{[]string{write("short", "secret")}, statusUnread, "not an SQLite database"},
		{[]string{write("empty", "")}, statusHealthy, ""},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			for _, args := range [][]string{tt.args, append([]string{"-json"}, tt.args...)} {
				status, out, stderr := command(t, args...)
				if status != tt.status || !strings.Contains(stderr, tt.message) {
					t.Errorf("%v: status %d, want %d; standard error %q, want "+
						"%q", args, status, tt.status, stderr, tt.message)
				}
				if tt.status != statusHealthy && (out != "" || strings.Count(stderr, "\n") != 1) {
					t.Errorf("%v: standard output %q, standard error %q, want one line", args, out, stderr)
				}
				if strings.Contains(out+stderr, "secret") {
					t.Errorf("%v: %q shows an argument", args, out+stderr)
				}
			}
		})
	}
	if _, err := os.Stat(filepath.Join(directory, "secret.db")); err == nil {
		t.Error("the file was created")
	}
}

// TestAddressOfEnvironment checks $DATABASE_URL, and flags after the address.
func TestAddressOfEnvironment(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	fill(t, db, "t", 20, asText(v4))
	t.Setenv("DATABASE_URL", name)
	if r := examine(t, statusHealthy); len(r.Columns) != 1 {
		t.Errorf("columns: %v", r.Columns)
	}
	t.Setenv("DATABASE_URL", "unused:")
	status, out, _ := command(t, name, "-json", "-timeout=9s")
	if status != statusHealthy || !strings.HasPrefix(out, "{") {
		t.Errorf("status %d, %s", status, out)
	}
}

// TestAddresses checks the schemes, and a host without a port.
func TestAddresses(t *testing.T) {
	for text, want := range map[string]product{
		"postgres://host/db":        postgreSQL,
		"postgresql://[::1]/db":     postgreSQL,
		"MySQL://host:3307/db":      mySQL,
		"mysql://:1/db":             mySQL,
		"mysql://[::1]:65535/db":    mySQL,
		"postgres://a:1,b:65535/db": postgreSQL,
		"mariadb://host/db":         mySQL,
		"app.db":                    sqlite,
		"C:/app.db":                 sqlite,
	} {
		a, err := parseAddress(text)
		if err != nil || a.product != want {
			t.Errorf("%s: product %d, want %d; %v", text, a.product, want, err)
		}
		isServer := a.file == "" && a.text == text && a.url != nil
		if isServer != (want != sqlite) || want == sqlite && a.file != text {
			t.Errorf("%s: the file is %q, and the URL %v", text, a.file, a.url)
		}
	}
}

// TestAddressesOfMySQL checks where a URL connects to, and how it asks for TLS.
func TestAddressesOfMySQL(t *testing.T) {
	for text, want := range map[string]string{
		"mysql://host/db":                          "tcp host:3306 preferred",
		"mysql://[::1]/db":                         "tcp [::1]:3306 preferred",
		"mysql://:3307/db":                         "tcp 127.0.0.1:3307 preferred",
		"mysql:///db":                              "tcp 127.0.0.1:3306 preferred",
		"mysql://localhost/db?socket=/run/my":      "unix /run/my preferred",
		"mysql://host/db?UNIX_SOCKET=/run/my":      "unix /run/my preferred",
		"mysql://host:3307/db?tls=true":            "tcp host:3307 true",
		"mysql://host/db?tls=skip-verify":          "tcp host:3306 skip-verify",
		"mysql://host/db?tls=false":                "tcp host:3306 false",
		"mysql://host/db?ssl-mode=REQUIRED":        "tcp host:3306 skip-verify",
		"mysql://host/db?ssl-mode=VERIFY_CA":       "tcp host:3306 true",
		"mysql://host/db?ssl_mode=disabled":        "tcp host:3306 false",
		"mysql://host/db?sslmode=verify-full":      "tcp host:3306 true",
		"mysql://host/db?sslmode=prefer":           "tcp host:3306 preferred",
		"mysql://host/db?tls=preferred":            "tcp host:3306 preferred",
		"mysql://host/db?sslmode=disable":          "tcp host:3306 false",
		"mysql://host/db?SSLMode=Require":          "tcp host:3306 skip-verify",
		"mysql://host/db?ssl-mode=verify-ca":       "tcp host:3306 true",
		"mysql://host/db?ssl_mode=VERIFY_IDENTITY": "tcp host:3306 true",
		"mysql://host/db?tls=":                     wrongTLS.Error(),
		"mysql://host/db?tlsversion=TLSv1.3":       wrongTLS.Error(),
		"mysql://host/db?charset=utf8&tls=true":    "tcp host:3306 true",
		"mysql://host/db?sslrootcert=ca.pem":       wrongTLS.Error(),
		"mysql://host/db?useSSL=true":              wrongTLS.Error(),
		"mysql://host/db?ssl-mode=VERIFY_SECRET":   wrongTLS.Error(),
	} {
		a, err := parseAddress(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		config, err := mysqlConfig(a.url)
		if err != nil {
			got = err.Error()
		} else {
			got = config.Net + " " + config.Addr + " " + config.TLSConfig
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestUserOfMySQL checks that escapes in a URL of MySQL are read.
func TestUserOfMySQL(t *testing.T) {
	a, err := parseAddress("mysql://a%40b:c%2Fd%3A@host/e%2Ff")
	if err != nil {
		t.Fatal(err)
	}
	config, err := mysqlConfig(a.url)
	if err != nil || config.User != "a@b" || config.Passwd != "c/d:" || config.DBName != "e/f" {
		t.Errorf("user %q, password %q, database %q; %v", config.User, config.Passwd, config.DBName, err)
	}
}

// TestLimits checks that -full has no limit unless -timeout sets one.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want limit
	}{
		{[]string{"a.db"}, limit{connect: 10 * time.Second, statement: 5 * time.Second}},
		{[]string{"a.db", "-timeout=0"}, limit{connect: 10 * time.Second}},
		{
			[]string{"a.db", "-timeout=9s"},
			limit{connect: 10 * time.Second, statement: 9 * time.Second, full: 9 * time.Second},
		},
	} {
		if o, err := parseArguments(tt.args); err != nil || o.limit != tt.want {
			t.Errorf("%v: %v, want %v; %v", tt.args, o.limit, tt.want, err)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, flag := range []string{"-h", "-help", "--help"} {
		if status, out, stderr := command(t, flag); status != statusHealthy || out != help || stderr != "" {
			t.Errorf("%s: status %d, %q, %q", flag, status, out, stderr)
		}
	}
}

// A fullDisk writes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("secret") }

// TestReportThatCannotBeWritten checks that a report which nobody can read is not a success.
func TestReportThatCannotBeWritten(t *testing.T) {
	name, _ := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	for _, args := range [][]string{{name}, {"-json", name}} {
		var stderr strings.Builder
		status := run(t.Context(), args, fullDisk{}, &stderr)
		if want := "uuidcheck: cannot write the report\n"; status != statusUnread || stderr.String() != want {
			t.Errorf("%v: status %d, standard error %q, want %q", args, status, &stderr, want)
		}
	}
}

// TestFilesAreClosed checks that the file is closed, also if it is not a database.
func TestFilesAreClosed(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("only Linux lists the open files")
	}
	database, db := newFile(t, "CREATE TABLE t (id TEXT PRIMARY KEY)")
	db.Close()
	text := filepath.Join(t.TempDir(), "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{database, text} {
		command(t, name)
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if target, _ := os.Readlink("/proc/self/fd/" + file.Name()); target == name {
				t.Errorf("%s is still open", name)
			}
		}
	}
}
