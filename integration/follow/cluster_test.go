package follow

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// A cluster is a PostgreSQL server of a test, and its standby.
type cluster struct {
	t        *testing.T
	programs string // directory of the server's programs
	user     *syscall.Credential
	dir      string // of the data
	primary  instance
	standby  instance
}

type instance struct {
	data string // directory
	port int
}

func (i instance) address(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", i.port, database)
}

// newCluster starts a server and its standby. They have the programs, and so the version, of the
// server at the address, which must run on this machine.
func newCluster(t *testing.T, address string) *cluster {
	t.Helper()
	c := &cluster{t: t}
	var running string // data directory of the server at the address
	db := open(t, "pgx", address)
	err := db.QueryRow("SELECT setting, current_setting('data_directory') FROM pg_config WHERE name = 'BINDIR'").
		Scan(&c.programs, &running)
	if err == nil {
		_, err = os.Stat(filepath.Join(c.programs, "initdb"))
	}
	if err != nil && os.Getenv("INTEGRATION_POSTGRES") != "" {
		t.Skip("SKIPPED: the server's programs are not at hand: ", err)
	}
	if err == nil {
		c.dir, err = os.MkdirTemp("", "follow")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.dir) })
	if os.Getuid() == 0 { // the server refuses to run as root
		c.user = owner(t, running)
		if err := os.Chown(c.dir, int(c.user.Uid), int(c.user.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	c.primary = instance{filepath.Join(c.dir, "primary"), freePort(t)}
	c.standby = instance{filepath.Join(c.dir, "standby"), freePort(t)}
	c.run("initdb", "-D", c.primary.data, "-U", "postgres", "-A", "trust",
		"--encoding", "UTF8", "--no-locale", "--no-sync")
	// Before the server has started, a copy of its data is a base backup.
	if err := os.CopyFS(c.standby.data, os.DirFS(c.primary.data)); err != nil {
		t.Fatal(err)
	}
	c.configure(c.primary, "")
	c.configure(c.standby, fmt.Sprintf("primary_conninfo = 'host=127.0.0.1 port=%d user=postgres'\n", c.primary.port))
	if err := os.WriteFile(filepath.Join(c.standby.data, "standby.signal"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.own(c.standby.data)
	c.start(c.primary)
	c.start(c.standby)
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

func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// run runs one of the server's programs.
func (c *cluster) run(program string, args ...string) {
	c.t.Helper()
	cmd := exec.Command(filepath.Join(c.programs, program), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.user}
	log, err := os.Create(filepath.Join(c.dir, program+".log")) // not a pipe, which the server would keep open
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

func (c *cluster) configure(i instance, more string) {
	c.t.Helper()
	file, err := os.OpenFile(filepath.Join(i.data, "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprintf(file, `
port = %d
listen_addresses = '127.0.0.1'
unix_socket_directories = '%s'
max_prepared_transactions = 64
fsync = off # nothing stops the machine
hot_standby_feedback = on
wal_keep_size = '1GB'
%s`, i.port, c.dir, more)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// own gives all files in a directory to the server's user.
func (c *cluster) own(dir string) {
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

func (c *cluster) start(i instance) {
	c.t.Helper()
	c.run("pg_ctl", "-D", i.data, "-l", i.data+".log", "-w", "start")
	c.t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(i.data, "postmaster.pid")); err == nil {
			c.stop(i, "fast")
		}
	})
}

func (c *cluster) stop(i instance, mode string) {
	c.t.Helper()
	c.run("pg_ctl", "-D", i.data, "-m", mode, "-w", "stop")
}
