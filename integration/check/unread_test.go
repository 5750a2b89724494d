package check

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// reasons returns why tables were not read.
func (r report) reasons() map[string]string {
	reasons := make(map[string]string)
	for _, u := range r.Unread {
		reasons[u.Table] = u.Reason
	}
	return reasons
}

// asUser returns an address with another user.
func asUser(t *testing.T, address, user string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(user, "secret")
	return u.String()
}

// lock locks tables until the test ends.
func lock(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for s := range strings.SplitSeq(statement, ";") {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		conn.ExecContext(context.Background(), "ROLLBACK")
		conn.ExecContext(context.Background(), "UNLOCK TABLES") // of MariaDB
		conn.Close()
	})
}

func TestUnreadOfPostgres(t *testing.T) {
	db := open(t, "pgx", postgresAddress)
	var name string
	if err := db.QueryRow("SELECT current_database() || '_reader'").Scan(&name); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "CREATE ROLE "+name+" LOGIN PASSWORD 'secret'")
	for _, table := range []string{"allowed", "denied", "partly", "locked", "rls"} {
		execute(t, db, "CREATE TABLE "+table+" (id uuid PRIMARY KEY, other uuid)",
			insert(table, 20, "", asText(v4), asText(v4)))
	}
	execute(t, db, "GRANT SELECT ON allowed, locked, rls TO "+name, "GRANT SELECT (other) ON partly TO "+name,
		"ALTER TABLE rls ENABLE ROW LEVEL SECURITY", "CREATE POLICY none ON rls USING (false)",
		"CREATE SCHEMA closed", "CREATE TABLE closed.hidden (id uuid PRIMARY KEY)",
		"CREATE MATERIALIZED VIEW unfilled AS SELECT id FROM allowed WITH NO DATA", "GRANT SELECT ON unfilled TO "+name)
	t.Cleanup(func() { // after the lock ends
		execute(t, db, "DROP TABLE allowed, denied, partly, locked, rls CASCADE", "DROP SCHEMA closed CASCADE",
			"DROP ROLE "+name)
	})
	lock(t, db, "BEGIN; LOCK TABLE locked")
	r := check(t, 1, asUser(t, postgresAddress, name))
	reasons := r.reasons()
	for table, part := range map[string]string{"denied": "privilege", "partly": "privilege", "locked": "holds a lock",
		"rls": "row-level security", "hidden": "privilege", "unfilled": "REFRESH"} {
		if !strings.Contains(reasons[table], part) {
			t.Errorf("%s: the reason is %q, want %q", table, reasons[table], part)
		}
	}
	r.compare(t, map[string][]string{"allowed.id": nil, "allowed.other": nil, "partly.other": nil})
	if len(r.Unread) != 6 {
		t.Errorf("unread %v", r.Unread)
	}
}

func TestUnreadOfMariaDB(t *testing.T) {
	db := open(t, "mysql", mariaDBAddress)
	var database string
	if err := db.QueryRow("SELECT DATABASE()").Scan(&database); err != nil {
		t.Fatal(err)
	}
	user := "reader_" + database[len(database)-8:]
	execute(t, db, "CREATE USER "+user+"@'%' IDENTIFIED BY 'secret'",
		"CREATE USER "+user+"@localhost IDENTIFIED BY 'secret'",
		"CREATE TABLE allowed (id uuid PRIMARY KEY)", insert("allowed", 20, "", asText(v4)),
		"CREATE TABLE blocked (id uuid PRIMARY KEY)", "CREATE TABLE hidden (id uuid PRIMARY KEY)",
		"CREATE TABLE written (id uuid PRIMARY KEY)")
	defer execute(t, db, "DROP TABLE allowed, blocked, hidden, written", "DROP USER "+user+"@'%', "+user+"@localhost")
	for _, host := range []string{"'%'", "localhost"} {
		execute(t, db, "GRANT SELECT ON allowed TO "+user+"@"+host, "GRANT SELECT ON blocked TO "+user+"@"+host,
			"GRANT INSERT ON written TO "+user+"@"+host)
	}
	locker := open(t, "mysql", mariaDBAddress)
	locker.SetMaxOpenConns(1)
	execute(t, locker, "LOCK TABLES blocked WRITE")
	defer locker.Close()
	r := check(t, 1, asUser(t, mariaDBURL(t).String(), user))
	reasons := r.reasons()
	asWanted := strings.Contains(reasons["blocked"], "holds a lock") &&
		strings.Contains(reasons["written"], "privilege")
	if !asWanted || len(reasons) != 2 {
		t.Errorf("unread %v", r.Unread)
	}
	r.compare(t, map[string][]string{"allowed.id": nil})
	locker.Close()
}

// TestRefusals checks that what a server refuses gets one line without the password.
func TestRefusals(t *testing.T) {
	maria, postgres := mariaDBURL(t), postgresAddress
	with := func(address, query string) string {
		separator := "?"
		if strings.Contains(address, "?") {
			separator = "&"
		}
		return address + separator + query
	}
	other := func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/missing_database"
		return u.String()
	}
	for _, tt := range []struct {
		address string
		status  int
		message string
	}{
		{other(asUser(t, postgres, "postgres")), 1, "does not exist"},
		{with(strings.Split(asUser(t, postgres, "postgres"), "?")[0], "sslmode=verify-full"), 1, "cannot connect"},
		{"postgres://user:secret@127.0.0.1:1/db", 1, "connection refused"},
		{"postgres://user:secret@/db?host=/missing", 1, "the socket does not exist"},
		{"postgres://user:secret@127.0.0.1:99999/db", 2, "port"},
		{"postgres://user:secret@127.0.0.1:port/db", 2, "port"},
		{"postgres://user:se%cret@127.0.0.1/db", 2, "escape"},
		{"postgres://user:secret/secret@127.0.0.1/db", 2, "port"},
		{"postgres://user:secret#secret@127.0.0.1/db", 2, "port"},
		{other(maria.String()), 1, "does not exist"},
		{asUser(t, maria.String(), "root"), 1, "refuses the user or the password"},
		{with(maria.String(), "tls=true"), 1, "TLS"},
		{with(maria.String(), "tls=secret"), 2, "TLS"},
		{with(maria.String(), "sslmode=secret"), 2, "TLS"},
		{"mysql://user:secret@127.0.0.1:1/db", 1, "connection refused"},
		{"mysql://user:secret@localhost/db?socket=/missing", 1, "the socket does not exist"},
		{"mysql://user:secret@127.0.0.1:99999/db", 2, "port"},
		{"mysql://user:se%cret@127.0.0.1/db", 2, "escape"},
	} {
		for _, args := range [][]string{{tt.address}, {"-json", tt.address}} {
			got := run(t, nil, args...)
			if got.status != tt.status || !strings.Contains(got.stderr, tt.message) {
				t.Errorf("%v: status %d, want %d; standard error %q, want %q", args, got.status, tt.status,
					got.stderr, tt.message)
			}
			if strings.Count(got.stderr, "\n") != 1 || got.stdout != "" {
				t.Errorf("%v: standard error %q, standard output %q, want one line", args, got.stderr, got.stdout)
			}
			if strings.Contains(got.stderr, "secret") {
				t.Errorf("%v: standard error %q shows the password", args, got.stderr)
			}
		}
	}
}

// interrupt runs the command, and interrupts it when it waits for a locked table.
func interrupt(t *testing.T, db *sql.DB, address, waiting string) result {
	t.Helper()
	cmd := exec.Command(program, address)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waits := 0
	for deadline := time.Now().Add(time.Minute); waits == 0 && time.Now().Before(deadline); {
		if err := db.QueryRow(waiting).Scan(&waits); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// TestInterrupt interrupts the command after it has read a table with a fault, or one without.
func TestInterrupt(t *testing.T) {
	const locked = 60 // the command would wait a minute for them
	for _, tt := range []struct {
		server, driver, address, url string
		waiting                      string // counts the statements that wait
		lock, separator              string
		value                        maker
		status                       int
	}{
		{
			server:  "PostgreSQL",
			driver:  "pgx",
			address: postgresAddress,
			url:     postgresAddress,
			waiting: "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() " +
				"AND wait_event_type = 'Lock'",
			lock:      "BEGIN; LOCK TABLE ",
			separator: ", ",
			value:     mixed(2, asText(v4), asText(v7)),
			status:    3,
		}, {
			server:  "MariaDB",
			driver:  "mysql",
			address: mariaDBAddress,
			url:     mariaDBURL(t).String(),
			waiting: "SELECT count(*) FROM information_schema.processlist WHERE db = DATABASE() " +
				"AND state LIKE 'Waiting for table%'",
			lock:      "LOCK TABLES ",
			separator: " WRITE, ",
			value:     asText(v4),
			status:    1,
		},
	} {
		t.Run(tt.server, func(t *testing.T) {
			db := open(t, tt.driver, tt.address)
			execute(t, db, "CREATE TABLE a (id uuid PRIMARY KEY)", insert("a", 20, "", tt.value))
			var names []string
			for k := range locked {
				names = append(names, fmt.Sprint("b", k))
				execute(t, db, "CREATE TABLE "+names[k]+" (id uuid PRIMARY KEY)")
			}
			t.Cleanup(func() { execute(t, db, "DROP TABLE a, "+strings.Join(names, ", ")) }) // after the lock ends
			tables := strings.TrimSuffix(strings.Join(names, tt.separator)+tt.separator, ", ")
			lock(t, db, tt.lock+tables)
			began := time.Now()
			got := interrupt(t, db, tt.url, tt.waiting)
			reports := strings.Contains(got.stdout, "a.id ") && strings.Contains(got.stdout, "tables: interrupted\n")
			if got.status != tt.status || !reports || got.stderr != "" || time.Since(began) > locked*time.Second/2 {
				t.Errorf("status %d, want %d; %s%s", got.status, tt.status, got.stdout, got.stderr)
			}
		})
	}
}
