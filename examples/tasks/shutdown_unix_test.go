//go:build unix

package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestShutdown verifies that the service finishes an open request after a shutdown signal. The
// service must stop accepting connections, and must exit without an error.
func TestShutdown(t *testing.T) {
	dir := t.TempDir()
	keyFile := filepath.Join(dir, "tasks.key")
	if err := os.WriteFile(keyFile, []byte("000102030405060708090a0b0c0d0e0f\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close() // frees the port for the service
	ended := make(chan error, 1)
	go func() { ended <- serve(addr, filepath.Join(dir, "tasks.db"), keyFile) }()
	for response, err := http.Get("http://" + addr + "/tasks"); ; response, err = http.Get("http://" + addr + "/tasks") {
		if err == nil {
			response.Body.Close()
			break
		}
		select {
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(10 * time.Millisecond):
		}
	}

	body, writer := io.Pipe()
	status := make(chan int, 1)
	go func() {
		response, err := http.Post("http://"+addr+"/users", "application/json", body)
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
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for { // wait until the service stops accepting connections
		conn, err := net.Dial("tcp", addr)
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
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
