package main

import (
	"errors"
	"syscall"
)

// ignoreBrokenPipe does nothing, because Windows has no signal for a pipe without a reader.
func ignoreBrokenPipe() {}

// brokenPipe reports whether err means that a pipe no longer has a reader.
func brokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232) // ERROR_NO_DATA, the error while the pipe is being closed
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, errorNoData)
}
