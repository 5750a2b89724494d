package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

var completionCommand = command{
	name:    "completion",
	args:    "SHELL [WORD ...]",
	summary: "Print a completion script for a shell",
	notes: "SHELL is one of " + list(shells) + ". " +
		"For bash, put \"source <(PROGRAM completion bash)\" into .bashrc. " +
		"For zsh, put \"source <(PROGRAM completion zsh)\" into .zshrc after compinit. " +
		"For fish, put \"PROGRAM completion fish | source\" into config.fish. " +
		"The script works for the name that you used to run this command. " +
		"It runs \"PROGRAM completion SHELL -- WORD ...\", " +
		"which prints the completions for the last WORD of a command line.",
	example: "bash",
	values:  names(shells),
	called: []wording{
		{words: "completions autocomplete autocompletion complete"},
	},
	flags: func() flags { return new(completionFlags) },
	run:   with(completion),
}

// shells lists the supported shells, each with its completion script. A script runs the completion
// command with the words of the command line, so the script itself contains no command names.
var shells = []choice[string]{
	{"bash", bashScript},
	{"zsh", zshScript},
	{"fish", fishScript},
}

type completionFlags struct {
	noFlags
	script string // the script for the shell in the first argument
}

func (f *completionFlags) check(args []string) error {
	script, ok := choose(shells, args[0])
	if !ok {
		return badArgument(1, fmt.Errorf("%.64q is not one of %s", args[0], list(shells)))
	}
	f.script = script
	return nil
}

// completion prints the completion script for a shell. With words after the shell, it prints the
// completions for the last word instead.
func completion(s *session, f *completionFlags, args []string) error {
	if len(args) > 1 {
		return s.write([]byte(completions(args[1:])))
	}
	return s.write([]byte(withProgram(f.script)))
}

// completions returns a line for each completion of the last word: the completion, a tab and a
// description. The line FILE means that file names can complete the word.
func completions(words []string) string {
	var lines strings.Builder
	before, word := words[:len(words)-1], words[len(words)-1]
	add := func(text, description string) {
		if strings.HasPrefix(text, word) {
			fmt.Fprintf(&lines, "%s\t%s\n", text, description)
		}
	}
	if len(before) == 0 || len(before) == 1 && before[0] == "help" {
		for _, c := range commands {
			add(c.name, c.summary)
		}
		return lines.String()
	}
	c, err := lookup(before[0])
	if err != nil {
		return "" // a shell cannot show an error while a person types
	}
	flags := flagSet(c.flags())
	last := before[len(before)-1]
	f, value := lookupFlag(flags, last)
	_, args := split(flags, before[1:])
	words, files := c.values, c.args == fileArgs
	switch {
	case slices.Contains(before, "--"): // all remaining words are arguments
		flags = new(flag.FlagSet)
	case value != "" && !strings.Contains(last, "="): // the word is the flag's value
		choice, _ := f.Value.(choiceFlag)
		words, files, flags, args = choice.names, value == fileValue, new(flag.FlagSet), nil
	case strings.HasPrefix(word, "-"):
		files = false
	}
	for _, text := range words {
		if len(args) == 0 { // the words complete the first argument, or the flag's value
			add(text, "")
		}
	}
	dash := "-"
	if strings.HasPrefix(word, "--") {
		dash = "--"
	}
	flags.VisitAll(func(f *flag.Flag) {
		_, usage := flag.UnquoteUsage(f)
		usage, _, _ = strings.Cut(usage, "; ") // without the choices
		add(dash+f.Name, usage)
	})
	if files {
		lines.WriteString(fileValue + "\n")
	}
	return lines.String()
}
