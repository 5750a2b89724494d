// Package pgcluster starts PostgreSQL servers that belong to one test.
package pgcluster

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// A Cluster is the servers of a test, which have one directory and one user.
type Cluster struct {
	Dir      string // of the data and the sockets
	t        *testing.T
	programs string              // the directory of the server's programs
	user     *syscall.Credential // nil if the tests do not run as root
}

// An Instance is a server.
type Instance struct {
	Data string // directory
	Port int
}

// Address returns the URL of a database on the server.
func (i Instance) Address(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", i.Port, database)
}

// New returns a cluster without servers. They will have the programs, and so the version, of the
// server at the address, which must run on this machine.
func New(t *testing.T, address string) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	var running string // the data directory of the server at the address
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.QueryRow("SELECT setting, current_setting('data_directory') FROM pg_config WHERE name = 'BINDIR'").
		Scan(&c.programs, &running)
	if err == nil {
		_, err = os.Stat(filepath.Join(c.programs, "initdb"))
	}
	if err != nil && os.Getenv("INTEGRATION_POSTGRES") != "" {
		t.Skip("SKIPPED: the server's programs are not at hand: ", err)
	}
	if err == nil {
		c.Dir, err = os.MkdirTemp("", "cluster")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.Dir) })
	if os.Getuid() == 0 { // the server refuses to run as root
		c.user = owner(t, running)
		if err := os.Chown(c.Dir, int(c.user.Uid), int(c.user.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// owner returns the user who owns a file.
func owner(t *testing.T, name string) *syscall.Credential {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	return &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}
}

// NewInstance returns an instance with a free port, whose data directory does not exist yet.
func (c *Cluster) NewInstance(name string) Instance {
	c.t.Helper()
	return Instance{Data: filepath.Join(c.Dir, name), Port: FreePort(c.t)}
}

// FreePort returns a port of 127.0.0.1 on which nothing listens.
func FreePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// Init makes the data of an instance, which accepts every user.
func (c *Cluster) Init(i Instance) {
	c.t.Helper()
	c.Run("initdb", "-D", i.Data, "-U", "postgres", "-A", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync")
}

// Run runs one of the server's programs.
func (c *Cluster) Run(program string, args ...string) {
	c.t.Helper()
	cmd := exec.Command(filepath.Join(c.programs, program), args...)
	cmd.Dir = c.Dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.user}
	log, err := os.Create(filepath.Join(c.Dir, program+".log")) // not a pipe, which the server would keep open
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(log.Name())
		c.t.Fatalf("%s: %v\n%s", cmd, err, text)
	}
}

// Configure appends to postgresql.conf.
func (c *Cluster) Configure(i Instance, more string) {
	c.t.Helper()
	file, err := os.OpenFile(filepath.Join(i.Data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprintf(file, `
port = %d
listen_addresses = '127.0.0.1'
unix_socket_directories = '%s'
fsync = off # nothing stops the machine
%s`, i.Port, c.Dir, more)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// Own gives all files in a directory to the servers' user.
func (c *Cluster) Own(dir string) {
	c.t.Helper()
	if c.user == nil {
		return
	}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(name, 0o700)
		}
		return errors.Join(err, os.Chown(name, int(c.user.Uid), int(c.user.Gid)))
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// Start starts an instance, which is stopped at the end of the test.
func (c *Cluster) Start(i Instance) {
	c.t.Helper()
	c.Run("pg_ctl", "-D", i.Data, "-l", i.Data+".log", "-w", "start")
	c.t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(i.Data, "postmaster.pid")); err == nil {
			c.Stop(i, "fast")
		}
	})
}

// Stop stops an instance in a mode of pg_ctl.
func (c *Cluster) Stop(i Instance, mode string) {
	c.t.Helper()
	c.Run("pg_ctl", "-D", i.Data, "-m", mode, "-w", "stop")
}
