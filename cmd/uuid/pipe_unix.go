//go:build unix

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe ignores SIGPIPE, so a write to a pipe without a reader returns an error.
// Otherwise the signal would end the process.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// brokenPipe reports whether err means that a pipe no longer has a reader.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
