package main

import (
	"os"
	"syscall"
)

// endOfInput lists the keys that end terminal input.
const endOfInput = "Ctrl-Z and Enter"

// isConsole reports whether f is a console.
func isConsole(f *os.File) bool {
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) == nil
}
