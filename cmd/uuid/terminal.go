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

// announce tells a person at a terminal that the command waits for input.
func (s *session) announce(input string) {
	if isTerminal(s.stdin) {
		fmt.Fprintf(s.stderr, "%s: reading %s, from the terminal; end with %s\n", program, input, endOfInput)
	}
}
