package main

import (
	"fmt"
	"os"
)

// isTerminal reports whether stream, a reader or a writer, is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && isConsole(f)
}

// announce prints a notice if the command waits for input from a terminal.
func (s *session) announce(input string) {
	if isTerminal(s.stdin) {
		fmt.Fprintf(s.stderr, "%s: reading %s, from the terminal; end with %s\n", program, input, endOfInput)
	}
}
