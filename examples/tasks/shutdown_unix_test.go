//go:build unix

package main

import (
	"io"
	"net"
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestShutdown verifies that the service finishes an open request after a shutdown signal. The
// service must stop accepting connections, and must exit without an error.
func TestShutdown(t *testing.T) {
	p, body, status := shuttingDown(t)
	io.WriteString(body, `"Ada"}`)
	body.Close()
	if got := <-status; got != http.StatusCreated {
		t.Errorf("status %d, want %d", got, http.StatusCreated)
	}
	<-p.done
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

// TestSecondSignal verifies that a second signal kills the service, although a request is open.
func TestSecondSignal(t *testing.T) {
	p, body, status := shuttingDown(t)
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-p.done
	p.Wait()
	if killed := p.ProcessState.Sys().(syscall.WaitStatus).Signal(); killed != syscall.SIGTERM {
		t.Errorf("the service ended with %v", p.ProcessState)
	}
	body.Close() // the client waits for the whole body before it returns an error
	if got := <-status; got != 0 {
		t.Errorf("status %d, want none", got)
	}
}

// shuttingDown returns a service that has received a shutdown signal and no longer accepts
// connections, but has an open request. The request's body lacks its end. The status of the response
// is 0 if there is none.
func shuttingDown(t *testing.T) (p *process, body io.WriteCloser, status <-chan int) {
	t.Helper()
	p = start(t, "127.0.0.1:0", filepath.Join(t.TempDir(), "tasks.db"), writeKey(t), 5*time.Second)
	reader, writer := io.Pipe()
	responded := make(chan int, 1)
	go func() {
		response, err := http.Post("http://"+p.addr+"/users", "application/json", reader)
		if err != nil {
			t.Log(err) // after a second signal, as it should be
			responded <- 0
			return
		}
		response.Body.Close()
		responded <- response.StatusCode
	}()
	io.WriteString(writer, `{"name": `) // returns after the header has been sent
	time.Sleep(100 * time.Millisecond)  // time for the service to read the header
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for { // wait until the service stops accepting connections
		conn, err := net.Dial("tcp", p.addr)
		if err != nil {
			break
		}
		conn.Close()
		time.Sleep(time.Millisecond)
	}
	return p, writer, responded
}
