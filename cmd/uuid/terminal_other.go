//go:build !windows

package main

import "os"

// endOfInput is the key that ends terminal input.
const endOfInput = "Ctrl-D"

// isConsole reports whether f is a character device other than the null device. The standard
// library has no portable way to recognize a terminal.
func isConsole(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
