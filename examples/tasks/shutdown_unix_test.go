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
	p := start(t, "127.0.0.1:0", filepath.Join(t.TempDir(), "tasks.db"), writeKey(t), 5*time.Second)
	body, writer := io.Pipe()
	status := make(chan int, 1)
	go func() {
		response, err := http.Post("http://"+p.addr+"/users", "application/json", body)
		if err != nil {
			t.Error(err)
			status <- 0
			return
		}
		response.Body.Close()
		status <- response.StatusCode
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
	io.WriteString(writer, `"Ada"}`)
	writer.Close()
	if got := <-status; got != http.StatusCreated {
		t.Errorf("status %d, want %d", got, http.StatusCreated)
	}
	<-p.done
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}
