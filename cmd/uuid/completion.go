package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// shells lists the supported shells, each with its completion script. A script runs the completion
// command with the words of the command line, so the script itself contains no command names.
var shells = []choice[string]{
	{"bash", bashScript},
	{"zsh", zshScript},
	{"fish", fishScript},
}

// completion prints the completion script for a shell. With words after the shell, it prints the
// completions for the last word instead.
func completion(s *session, _ *options, args []string) error {
	script, ok := choose(shells, args[0])
	switch {
	case !ok:
		return badArgument(1, fmt.Errorf("%.64q is not one of %s", args[0], list(shells)))
	case len(args) > 1:
		return s.write([]byte(completions(args[1:])))
	}
	return s.write([]byte(strings.ReplaceAll(script, "PROGRAM", program)))
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
		for _, c := range commands() {
			add(c.name, c.summary)
		}
		return lines.String()
	}
	c, err := lookup(before[0])
	if err != nil {
		return "" // a shell cannot show an error while a person types
	}
	flags := c.flagSet(new(options))
	last := before[len(before)-1]
	f, value := lookupFlag(flags, last)
	_, args := split(flags, before[1:])
	words, files := c.words(), c.args == "[FILE ...]"
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

// bashScript also works in bash 3, the version on macOS, where compopt does not exist.
const bashScript = `# Completion for PROGRAM in bash.
_PROGRAM() {
	local word=${COMP_WORDS[COMP_CWORD]} line
	COMPREPLY=()
	while IFS= read -r line; do
		if [ "$line" = FILE ]; then
			compopt -o filenames 2>/dev/null
			while IFS= read -r line; do
				COMPREPLY+=("$line") # quoted, because a name may look like a pattern
			done < <(compgen -f -- "$word")
		else
			COMPREPLY+=("${line%%$'\t'*}") # without the description
		fi
	done < <(PROGRAM completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _PROGRAM PROGRAM
`

// zshScript can be sourced, or installed as a file in fpath.
const zshScript = `#compdef PROGRAM
# Completion for PROGRAM in zsh.
_PROGRAM() {
	local -a found
	local line files
	while IFS= read -r line; do
		if [[ $line = FILE ]]; then
			files=yes
		else
			line=${line//:/\\:} # _describe splits a completion from its description at a colon
			found+=("${line/$'\t'/:}")
		fi
	done < <(PROGRAM completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)
	_describe completion found
	[[ $files ]] && _files
}
if [ "$funcstack[1]" = _PROGRAM ]; then
	_PROGRAM "$@"
else
	compdef _PROGRAM PROGRAM
fi
`

const fishScript = `# Completion for PROGRAM in fish.
function __PROGRAM_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l word (commandline -ct)
    for line in (PROGRAM completion fish -- $words "$word" 2>/dev/null)
        if test "$line" = FILE
            __fish_complete_path "$word"
        else
            printf '%s\n' "$line"
        end
    end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
`
