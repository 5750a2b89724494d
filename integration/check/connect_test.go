package check

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid/integration/internal/pgcluster"
)

// A connection is an attempt to connect to a server that has one table.
type connection struct {
	address string
	env     []string
	message string // part of standard error; "" if the table is read
}

func (c connection) test(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{{c.address}, {"-json", c.address}, nil} {
		env := c.env
		if args == nil {
			env = append([]string{"DATABASE_URL=" + c.address}, env...)
		}
		got := run(t, env, args...)
		status, output := 0, "known_ids"
		if c.message != "" {
			status, output = 1, ""
		}
		says := strings.Contains(got.stdout, output) && strings.Contains(got.stderr, c.message)
		oneLine := c.message == "" || got.stdout == "" && strings.Count(got.stderr, "\n") == 1
		if got.status != status || !says || !oneLine {
			t.Errorf("%s %v: status %d, want %d; standard error %q, want %q; standard output %q", c.address, c.env,
				got.status, status, got.stderr, c.message, got.stdout)
		}
		if strings.Contains(got.stdout+got.stderr, "secret") {
			t.Errorf("%s: %q shows the password", c.address, got.stdout+got.stderr)
		}
	}
}

// makeCertificate writes a certificate that nobody trusts, and its key.
func makeCertificate(t *testing.T, directory string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(directory, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("server.crt", "CERTIFICATE", der), write("server.key", "PRIVATE KEY", keyDER)
}

const passwordRefused = "the server refuses the user or the password"

func TestConnectionsToPostgres(t *testing.T) {
	t.Parallel() // it waits for its own server
	c := pgcluster.New(t, postgresAddress)
	i := c.NewInstance("data")
	c.Init(i)
	makeCertificate(t, i.Data)
	c.Configure(i, "ssl = on\npassword_encryption = 'scram-sha-256'\n")
	rules := `
local   all postgres              trust
hostssl all encrypted 127.0.0.1/32 trust
hostnossl all plain   127.0.0.1/32 trust
host    all named     127.0.0.1/32 scram-sha-256
host    all busy,nobody 127.0.0.1/32 trust
host    all postgres  127.0.0.1/32 trust
`
	if err := os.WriteFile(filepath.Join(i.Data, "pg_hba.conf"), []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Own(i.Data)
	c.Start(i)
	db := open(t, "pgx", i.Address("postgres"))
	execute(t, db, "CREATE ROLE encrypted LOGIN", "CREATE ROLE plain LOGIN",
		"CREATE ROLE named LOGIN PASSWORD 'secret'", "CREATE ROLE busy LOGIN CONNECTION LIMIT 0", "CREATE ROLE nobody",
		"CREATE DATABASE private", "REVOKE CONNECT ON DATABASE private FROM PUBLIC",
		"CREATE DATABASE closed ALLOW_CONNECTIONS false",
		"CREATE TABLE known_ids (id uuid PRIMARY KEY)", insert("known_ids", 20, "", asText(v4)),
		"GRANT SELECT ON known_ids TO PUBLIC")
	at := func(user, query string) string {
		return fmt.Sprintf("postgres://%s@127.0.0.1:%d/postgres?%s", user, i.Port, query)
	}
	in := func(database string) string {
		return strings.Replace(at("plain", "sslmode=disable"), "/postgres?", "/"+database+"?", 1)
	}
	passwords := filepath.Join(t.TempDir(), "pgpass")
	line := fmt.Sprintf("127.0.0.1:%d:*:named:secret\n", i.Port)
	if err := os.WriteFile(passwords, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	const (
		refusedTLS = "the server refuses this user, or a connection with or without TLS"
		noTLS      = "the server refuses TLS"
	)
	for _, tt := range []connection{
		{address: fmt.Sprintf("postgres://postgres@/postgres?host=%s&port=%d", c.Dir, i.Port)},
		{address: at("encrypted", "")},
		{address: at("encrypted", "sslmode=require")},
		{address: at("encrypted", "sslmode=disable"), message: refusedTLS},
		{address: at("encrypted", "sslmode=verify-full"), message: "certificate is not trusted"},
		{address: at("plain", "sslmode=disable")},
		{address: at("plain", "sslmode=require"), message: refusedTLS},
		{address: at("unknown", ""), message: refusedTLS},
		{address: at("nobody", ""), message: refusedTLS},
		{address: at("busy", ""), message: "the server has too many connections"},
		{address: in("private"), message: "the user lacks the CONNECT privilege"},
		{address: in("closed"), message: "the server answers with error 55000"},
		{address: in("missing"), message: "the database does not exist"},
		{address: at("named:secret", "")},
		{address: at("named:secret2", ""), message: passwordRefused},
		{address: at("named:secret2", "sslmode=disable"), message: passwordRefused},
		{address: at("named", ""), message: passwordRefused},
		{address: at("named", ""), env: []string{"PGPASSWORD=secret"}},
		{address: at("named", ""), env: []string{"PGPASSWORD=secret2"}, message: passwordRefused},
		{address: at("named", ""), env: []string{"PGPASSFILE=" + passwords}},
	} {
		tt.test(t)
	}
	execute(t, db, "ALTER SYSTEM SET ssl = off", "SELECT pg_reload_conf()")
	for ssl := "on"; ssl == "on"; time.Sleep(10 * time.Millisecond) {
		if err := db.QueryRow("SELECT current_setting('ssl')").Scan(&ssl); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []connection{
		{address: at("named:secret", "")},
		{address: at("named:secret", "sslmode=require"), message: noTLS},
		{address: at("named:secret", "sslmode=verify-full"), message: noTLS},
		{address: at("encrypted", ""), message: refusedTLS},
	} {
		tt.test(t)
	}
}

func TestConnectionsToMariaDB(t *testing.T) {
	t.Parallel() // it waits for its own server
	install, err := exec.LookPath("mariadb-install-db")
	if err != nil {
		t.Skip("SKIPPED: the programs of MariaDB are not on this machine: ", err)
	}
	directory, err := os.MkdirTemp("", "mariadb") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(directory) })
	owner := "mysql" // the server does not run as root unless it is told to
	if os.Getuid() != 0 {
		me, err := user.Current()
		if err != nil {
			t.Fatal(err)
		}
		owner = me.Username
	}
	if err := os.Chmod(directory, 0o755); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(directory, "data")
	const smallLog = "--innodb-log-file-size=4M" // which is written sooner
	made := exec.Command(install, "--no-defaults", "--datadir="+data, "--user="+owner, "--skip-test-db",
		"--auth-root-authentication-method=normal", smallLog)
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", made, err, out)
	}
	certificate, key := makeCertificate(t, directory)
	for _, name := range []string{certificate, key} {
		if err := os.Chmod(name, 0o644); err != nil { // the key of a server that lives for seconds
			t.Fatal(err)
		}
	}
	socket := filepath.Join(data, "socket")
	port := pgcluster.FreePort(t)
	server := exec.Command("mariadbd", "--no-defaults", "--datadir="+data, "--user="+owner, "--socket="+socket,
		fmt.Sprint("--port=", port), "--bind-address=127.0.0.1", "--pid-file="+filepath.Join(data, "pid"),
		"--ssl-cert="+certificate, "--ssl-key="+key, "--require-secure-transport=ON", smallLog)
	var log bytes.Buffer
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	err = waitFor(socket)
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		if t.Failed() {
			t.Logf("%s", &log)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, "mysql", "root@unix("+socket+")/mysql")
	execute(t, db, "CREATE DATABASE d", "CREATE TABLE d.known_ids (id uuid PRIMARY KEY)",
		insert("d.known_ids", 20, "", asText(v4)),
		"CREATE USER encrypted@'%' IDENTIFIED BY 'secret' REQUIRE SSL", "CREATE USER named@'%' IDENTIFIED BY 'secret'",
		"CREATE USER local@'%' IDENTIFIED VIA unix_socket",
		"CREATE USER limited@'%' WITH MAX_USER_CONNECTIONS -1",
		"GRANT SELECT ON d.* TO encrypted@'%', named@'%', local@'%', limited@'%'")
	at := func(user, query string) string { return fmt.Sprintf("mysql://%s@127.0.0.1:%d/d?%s", user, port, query) }
	for _, tt := range []connection{
		{address: "mysql://root@localhost/d?socket=" + socket},
		{address: "mysql://named:secret@localhost/d?socket=" + socket},
		{address: at("named:secret", "")},
		{address: at("named:secret", "tls=skip-verify")},
		{address: at("named:secret", "sslmode=require")},
		{address: at("named:secret", "tls=false"), message: passwordRefused + ", or demands TLS"},
		{address: at("named:secret", "tls=true"), message: "certificate is not trusted"},
		{address: at("named:secret2", ""), message: passwordRefused},
		{address: at("named", ""), message: passwordRefused},
		{address: at("local", ""), message: passwordRefused},
		{address: at("limited", ""), message: "the server answers with error 1226"},
		{
			address: strings.Replace(at("named:secret", ""), "/d?", "/mysql?", 1),
			message: "the user has no privileges on the database",
		},
		{address: strings.Replace(at("named:secret", ""), "/d?", "/m?", 1), message: "privileges"},
	} {
		tt.test(t)
	}
	execute(t, db, "SET GLOBAL require_secure_transport = OFF")
	for _, tt := range []connection{
		{address: at("named:secret", "tls=false")},
		{address: at("encrypted:secret", "")},
		{address: at("encrypted:secret", "tls=false"), message: passwordRefused + ", or demands TLS"},
	} {
		tt.test(t)
	}
}

// waitFor waits until a server listens at a socket.
func waitFor(socket string) error {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("unix", socket)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}
