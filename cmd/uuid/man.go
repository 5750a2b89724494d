package main

import (
	"flag"
	"fmt"
	"strings"
	"time"
)

// manual prints the manual page.
func manual(s *session, _ *options, _ []string) error { return s.write([]byte(manualPage())) }

// manualPage returns the manual page in the format of man(7). The page contains the same text as
// the help command.
func manualPage() string {
	var page strings.Builder
	macro := func(name string, args ...string) {
		page.WriteString("." + name)
		for _, arg := range args {
			page.WriteString(` "` + roff(arg) + `"`)
		}
		page.WriteByte('\n')
	}
	text := func(text string) {
		// roff reads a dot or a quote at the start of a line as a command, so wrap the text before
		// escaping it.
		for line := range strings.Lines(wrap("", text)) {
			page.WriteString(roff(line))
		}
	}

	// Programs that show manual pages expect a date. A program from go install does not know its
	// release date, so this is the date on which the page was printed.
	date := time.Now().UTC().Format(time.DateOnly)
	fmt.Fprintf(&page, ".TH \"%s\" \"1\" \"%s\" \"uuid %s\"\n", roff(strings.ToUpper(program)), date, roff(buildVersion()))
	macro("SH", "NAME")
	text(program + " - " + purpose)
	macro("SH", "SYNOPSIS")
	macro("B", program+" COMMAND")
	text("[flags] [arguments]")
	macro("SH", "DESCRIPTION")
	text(flagRules())
	macro("PP")
	text(idRules)
	macro("SH", "COMMANDS")
	for _, c := range commands() {
		macro("SS", c.synopsis())
		text(c.description())
		c.flagSet(new(options)).VisitAll(func(f *flag.Flag) {
			value, usage := flag.UnquoteUsage(f)
			macro("TP")
			macro("B", strings.TrimSpace("-"+f.Name+" "+value))
			text(usage)
		})
		macro("PP")
		text("Example:")
		macro("B", c.exampleLine())
	}
	macro("SH", "EXIT STATUS")
	text(exitStatus)
	macro("SH", "STANDARDS")
	text("RFC 9562, Universally Unique IDentifiers (UUIDs). DCE 1.1 defines version 2. " +
		"The TypeID specification 0.3 defines TypeIDs.")
	return page.String()
}

// roff escapes text, so the roff program prints it literally.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `"`, `\(dq`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
