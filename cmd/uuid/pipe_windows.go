package main

import (
	"errors"
	"syscall"
)

// ignoreBrokenPipe does nothing: a write to a pipe without a reader is an
// error, not a signal.
func ignoreBrokenPipe() {}

// brokenPipe reports whether err says that the reader of a pipe is gone.
func brokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232) // while the pipe is being closed
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData)
}
