// Proves what is said of servers that are too old, whose TLS is too old, and that answer nothing.
package main

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// listen lets a function answer each connection, and returns the host and port.
func listen(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				answer(conn)
			}()
		}
	}()
	return listener.Addr().String()
}

// postgresOf answers as PostgreSQL does until the server is ready for a query.
func postgresOf(version string) func(net.Conn) {
	return func(conn net.Conn) {
		backend := pgproto3.NewBackend(conn, conn)
		for {
			message, err := backend.ReceiveStartupMessage()
			if err != nil {
				return
			}
			if _, ok := message.(*pgproto3.StartupMessage); ok {
				break
			}
			conn.Write([]byte("N")) // no TLS
		}
		backend.Send(&pgproto3.AuthenticationOk{})
		backend.Send(&pgproto3.ParameterStatus{Name: "server_version", Value: version})
		backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		backend.Flush()
		io.Copy(io.Discard, conn)
	}
}

// A mysqlConn is the server's side of a connection in MySQL's protocol.
type mysqlConn struct {
	net.Conn
	sequence byte
}

func (c *mysqlConn) send(parts ...string) {
	payload := strings.Join(parts, "")
	header := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	header[3] = c.sequence
	c.sequence++
	c.Write(append(header, payload...))
}

// receive returns a packet of the client, or "" if there is none.
func (c *mysqlConn) receive() string {
	header := make([]byte, 4)
	if _, err := io.ReadFull(c, header); err != nil {
		return ""
	}
	c.sequence = header[3] + 1
	header[3] = 0
	payload := make([]byte, binary.LittleEndian.Uint32(header))
	io.ReadFull(c, payload)
	return string(payload)
}

// greet sends the first packet of a server, which offers TLS if asked to.
func (c *mysqlConn) greet(version string, offersTLS bool) {
	capabilities := "\x00\x82" // the protocol of version 4.1, and the challenge
	if offersTLS {
		capabilities = "\x00\x8a"
	}
	c.send("\x0a", version, "\x00",
		"\x01\x00\x00\x00", // the number of the connection
		"12345678", "\x00", // the first part of the challenge
		capabilities,
		"\x21",     // the character set
		"\x02\x00", // the status
		"\x08\x00", // more capabilities
		"\x15",     // the length of the challenge
		strings.Repeat("\x00", 10),
		"901234567890\x00", // the rest of the challenge
		"mysql_native_password\x00")
}

func (c *mysqlConn) sendOK() { c.send("\x00\x00\x00\x02\x00\x00\x00") }

// sendText sends a result of one row and one column.
func (c *mysqlConn) sendText(text string) {
	const end = "\xfe\x00\x00\x02\x00"
	c.send("\x01") // column
	c.send("\x03def\x00\x00\x00\x01v\x00\x0c\x21\x00\xff\x00\x00\x00\xfd\x00\x00\x00\x00\x00")
	c.send(end)
	c.send(string(rune(len(text))), text)
	c.send(end)
}

// mysqlOf answers each query with the version.
func mysqlOf(version string) func(net.Conn) {
	return func(conn net.Conn) {
		c := &mysqlConn{Conn: conn}
		c.greet(version, false)
		c.receive()
		c.sendOK()
		for strings.HasPrefix(c.receive(), "\x03") { // a query
			c.sendText(version)
		}
	}
}

// wantRefusal checks that the command prints one line, and returns status 1.
func wantRefusal(t *testing.T, address, message string) {
	t.Helper()
	for _, args := range [][]string{{address}, {"-json", address}} {
		status, out, stderr := command(t, args...)
		if status != statusUnread || out != "" || stderr != "uuidcheck: "+message+"\n" {
			t.Errorf("%v: status %d, standard output %q, standard error %q; want %q", args, status, out, stderr,
				message)
		}
	}
}

func TestOldServers(t *testing.T) {
	for _, tt := range []struct {
		scheme  string
		answer  func(net.Conn)
		message string
	}{
		{"postgres", postgresOf("11.22 (Debian 11.22-1)"), "cannot read PostgreSQL 11.22: the oldest version is 12.0"},
		{"postgres", postgresOf("9.6.24"), "cannot read PostgreSQL 9.6.24: the oldest version is 12.0"},
		{"mysql", mysqlOf("5.7.44-log"), "cannot read MySQL 5.7.44: the oldest version is 8.0"},
		{"mysql", mysqlOf("10.4.34-MariaDB-log"), "cannot read MariaDB 10.4.34: the oldest version is 10.5"},
		{"mariadb", mysqlOf("5.5.5-10.3.39-MariaDB"), "cannot read MariaDB 10.3.39: the oldest version is 10.5"},
	} {
		wantRefusal(t, tt.scheme+"://user:secret@"+listen(t, tt.answer)+"/db", tt.message)
	}
}

// TestReleases checks the oldest releases, and versions that are not two numbers.
func TestReleases(t *testing.T) {
	for _, tt := range []struct {
		version string
		oldest  release
		isOld   bool
	}{
		{"12.0", oldestPostgres, false},
		{"12", oldestPostgres, false},
		{"11.99", oldestPostgres, true},
		{"19devel", oldestPostgres, false},
		{"10.5.0", oldestMaria, false},
		{"10.4.99", oldestMaria, true},
		{"11.4.2", oldestMaria, false},
		{"5.6", oldestMaria, true},
		{"8.0.0", oldestMySQL, false},
		{"7.9", oldestMySQL, true},
		{"", oldestMySQL, true},
	} {
		if err := checkRelease("Server", tt.version, tt.oldest); (err != nil) != tt.isOld {
			t.Errorf("%s for %v: %v", tt.version, tt.oldest, err)
		}
	}
}

// TestOldTLS checks servers that know only versions of TLS that are no longer safe.
func TestOldTLS(t *testing.T) {
	config := &tls.Config{
		Certificates: []tls.Certificate{certificate(t)},
		MinVersion:   tls.VersionTLS10,
		MaxVersion:   tls.VersionTLS11,
	}
	shake := func(conn net.Conn) {
		tls.Server(conn, config).Handshake()
		io.Copy(io.Discard, conn)
	}
	postgres := listen(t, func(conn net.Conn) {
		pgproto3.NewBackend(conn, conn).ReceiveStartupMessage()
		conn.Write([]byte("S"))
		shake(conn)
	})
	mysql := listen(t, func(conn net.Conn) {
		c := &mysqlConn{Conn: conn}
		c.greet("8.0.11", true)
		c.receive() // the request
		shake(conn)
	})
	const reason = ": the server refuses TLS, or offers only unsafe versions of it"
	wantRefusal(t, "postgres://user:secret@"+postgres+"/db?sslmode=require", "cannot connect to PostgreSQL"+reason)
	wantRefusal(t, "mysql://user:secret@"+mysql+"/db", "cannot connect to the server"+reason)
}

// certificate makes a certificate that nobody trusts.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// TestSilentServers checks servers that accept the connection and then answer nothing.
func TestSilentServers(t *testing.T) {
	silent := func(conn net.Conn) { io.Copy(io.Discard, conn) }
	halfway := func(conn net.Conn) {
		c := &mysqlConn{Conn: conn}
		c.greet("8.0.11", false)
		c.receive()
		c.sendOK()
		silent(conn)
	}
	for _, tt := range []struct {
		scheme  string
		answer  func(net.Conn)
		message string
	}{
		{"postgres", silent, "cannot connect to PostgreSQL: no server answers"},
		{"mysql", silent, "cannot connect to the server: no server answers"},
		{"mysql", halfway, "cannot read the server's version: the connection was lost"},
	} {
		a, err := parseAddress(tt.scheme + "://user:secret@" + listen(t, tt.answer) + "/db")
		if err != nil {
			t.Fatal(err)
		}
		_, err = open(t.Context(), a, limit{connect: 100 * time.Millisecond}, false)
		if err == nil || err.Error() != tt.message {
			t.Errorf("%s: %v, want %q", tt.scheme, err, tt.message)
		}
	}
}

// TestStatementWithoutAnswer checks a server that answers no more after the connection was made.
func TestStatementWithoutAnswer(t *testing.T) {
	connect := 300 * time.Millisecond
	for scheme, answer := range map[string]func(net.Conn){
		"postgres": postgresOf("15.0"),
		"mysql":    mysqlThatStops,
	} {
		a, err := parseAddress(scheme + "://user:secret@" + listen(t, answer) + "/db")
		if err != nil {
			t.Fatal(err)
		}
		s, err := open(t.Context(), a, limit{connect: connect, statement: time.Millisecond}, false)
		if err != nil {
			t.Fatal(err)
		}
		_, err = inspect(t.Context(), s, scope{}, &progress{})
		if want := "cannot read the catalog: the connection was lost"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %q", scheme, err, want)
		}
		s.Close()
	}
}

// mysqlThatStops answers what is asked at the beginning, and then no transaction.
func mysqlThatStops(conn net.Conn) {
	c := &mysqlConn{Conn: conn}
	c.greet("8.0.11", false)
	c.receive()
	c.sendOK()
	for {
		query := c.receive()
		switch {
		case strings.HasPrefix(query, "\x03SELECT version"):
			c.sendText("8.0.11")
		case strings.HasPrefix(query, "\x03SET SESSION"):
			c.sendOK()
		case query == "":
			return
		}
	}
}

// TestReasons checks the text for each error of a server, a driver or the network.
func TestReasons(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		err                  error
		connecting, querying string // "" is not tested
	}{
		{&net.DNSError{}, "the host name is unknown", lost.Error()},
		{&tls.CertificateVerificationError{}, "the server's certificate is not trusted, or is for another host", ""},
		{syscall.ECONNREFUSED, "connection refused: no server listens at this host and port", ""},
		{syscall.ENOENT, "the socket does not exist", ""},
		{syscall.EACCES, "permission denied for the socket", ""},
		{context.DeadlineExceeded, "no server answers", lost.Error()},
		{os.ErrDeadlineExceeded, "no server answers", lost.Error()},
		{errors.New("tls: x"), "the server refuses TLS, or offers only unsafe versions of it", ""},
		{errors.New("server refused TLS"), "the server refuses TLS, or offers only unsafe versions of it", ""},
		{errors.New("secret"), "the connection failed", lost.Error()},
	} {
		if got := connectProblem(t.Context(), fmt.Errorf("secret: %w", tt.err)).Error(); got != tt.connecting {
			t.Errorf("PostgreSQL: %v: %q, want %q", tt.err, got, tt.connecting)
		}
		got := mysqlConnectProblem(t.Context(), fmt.Errorf("secret: %w", tt.err), true).Error()
		if got != tt.connecting {
			t.Errorf("MySQL: %v: %q, want %q", tt.err, got, tt.connecting)
		}
		own, other := connectProblem(canceled, tt.err), mysqlConnectProblem(canceled, tt.err, true)
		if own != interrupted || other != interrupted {
			t.Errorf("%v: not interrupted", tt.err)
		}
		if tt.querying == "" {
			continue
		}
		s := &mysqlServer{}
		if got := s.problem(t.Context(), tt.err).Error(); got != tt.querying {
			t.Errorf("MySQL, a query: %v: %q, want %q", tt.err, got, tt.querying)
		}
		if s.problem(canceled, tt.err) != interrupted || s.problem(canceled, nil) != nil {
			t.Errorf("%v: not interrupted", tt.err)
		}
	}
	for code, want := range map[string]string{
		"28P01": "the server refuses the user or the password",
		"28000": "the server refuses this user, or a connection with or without TLS (pg_hba.conf)",
		"3D000": "the database does not exist",
		"53300": "the server has too many connections",
		"57P03": "the server is starting up or shutting down",
		"42501": "the user lacks the CONNECT privilege",
		"XX000": "the server answers with error XX000",
	} {
		err := fmt.Errorf("secret: %w", &pgconn.PgError{Code: code, Message: "secret"})
		if got := connectProblem(t.Context(), err).Error(); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
	const refused = "the server refuses the user or the password"
	const deniedText, slow = "the user lacks the SELECT privilege", "a statement took too long (-timeout)"
	answers := func(number uint16) string { return fmt.Sprintf("the server answers with error %d", number) }
	for number, want := range map[uint16]struct{ connecting, plainly, querying string }{
		1040: {"the server has too many connections", "", answers(1040)},
		1044: {"the user has no privileges on the database", "", deniedText},
		1045: {refused, refused + ", or demands TLS", deniedText},
		1049: {"the database does not exist", "", answers(1049)},
		1142: {answers(1142), "", deniedText},
		1143: {answers(1143), "", deniedText},
		1205: {answers(1205), "", "another session holds a lock on the table"},
		1317: {answers(1317), "", slow},
		1356: {answers(1356), "", "the view refers to something that does not exist or may not be read"},
		1698: {refused, refused + ", or demands TLS", answers(1698)},
		1969: {answers(1969), "", slow},
		3024: {answers(3024), "", slow},
		3159: {"the server demands TLS", "", answers(3159)},
		4188: {"the server demands TLS", "", answers(4188)},
	} {
		err := fmt.Errorf("secret: %w", &mysql.MySQLError{Number: number, Message: "secret"})
		encrypted := mysqlConnectProblem(t.Context(), err, true).Error()
		plainly := mysqlConnectProblem(t.Context(), err, false).Error()
		querying := (&mysqlServer{}).problem(t.Context(), err).Error()
		wantPlainly := cmp.Or(want.plainly, want.connecting)
		if encrypted != want.connecting || plainly != wantPlainly || querying != want.querying {
			t.Errorf("%d: %q, %q, %q, want %q", number, encrypted, plainly, querying, want)
		}
	}
}

// TestDefinesCascade checks what is read of a foreign key in the definition of its table.
func TestDefinesCascade(t *testing.T) {
	const statement = "CREATE TABLE `notes` (\n  `c` uuid DEFAULT NULL COMMENT ' ON UPDATE CASCADE',\n" +
		"  KEY `a` (`c`),\n" +
		"  CONSTRAINT `a` FOREIGN KEY (`c`) REFERENCES `users` (`id`) ON DELETE CASCADE,\n" +
		"  CONSTRAINT `a``b` FOREIGN KEY (`c`) REFERENCES `users` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,\n" +
		"  CONSTRAINT `ab` FOREIGN KEY (`c`) REFERENCES `users` (`id`) ON UPDATE CASCADE\n" +
		") ENGINE=InnoDB DEFAULT CHARSET=utf8mb4"
	for key, want := range map[string]bool{"a": false, "a`b": true, "ab": true, "b": false, "missing": false} {
		if got := definesCascade(statement, key); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
}
