//go:build unix

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe makes a write to a pipe without a reader an error. Without
// it the signal SIGPIPE ends the process.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// brokenPipe reports whether err says that the reader of a pipe is gone.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
