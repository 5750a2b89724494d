//go:build unix

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe ignores SIGPIPE, which would kill the process. A write to a pipe without a
// reader then returns EPIPE.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// brokenPipe reports whether err means that a pipe no longer has a reader.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
