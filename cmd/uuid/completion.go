package main

import (
	"fmt"
	"strings"
)

// shells lists the supported shells, each with the function that returns its completion script.
var shells = []choice[func(program string, all []command) string]{
	{"bash", bashScript},
	{"zsh", zshScript},
	{"fish", fishScript},
}

// completion prints the completion script for a shell.
func completion(s *session, _ *options, args []string) error {
	script, ok := choose(shells, args[0])
	if !ok {
		return badArgument(1, fmt.Errorf("%q is not one of %s", args[0], list(shells)))
	}
	return s.write([]byte(script(program, commands())))
}

// quoted quotes text as a single word for bash and zsh.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// bashScript returns the script for bash. After a flag that takes a value, the script completes the
// value. Everywhere else it completes the flags and arguments of the command.
func bashScript(program string, all []command) string {
	var values, words strings.Builder
	for _, c := range all {
		var flags []string
		for _, opt := range c.flags {
			flags = append(flags, "-"+opt.name)
			if opt.value != "" {
				action := "words=" + quoted(strings.Join(opt.choices, " "))
				if opt.value == fileValue {
					action = "files=yes"
				}
				fmt.Fprintf(&values, "\t*' %s -%s') %s ;;\n", c.name, opt.name, action)
			}
		}
		fmt.Fprintf(&words, "\t\t%s) words=%s", c.name, quoted(strings.Join(append(flags, c.words...), " ")))
		if c.files {
			words.WriteString("; case $word in -*) ;; *) files=yes ;; esac")
		}
		words.WriteString(" ;;\n")
	}
	// The script must also work in bash 3, the version on macOS, so it ignores the error if compopt
	// does not exist. A flag may begin with two dashes, so the script removes the second dash.
	return fmt.Sprintf(`# Completion of %[1]s in bash.
_%[1]s() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= reply
	COMPREPLY=()
	case "$COMP_CWORD ${COMP_WORDS[1]} ${before/#--/-}" in
	'1 '*) words=%[2]s ;;
%[3]s	*)
		case ${COMP_WORDS[1]} in
%[4]s		esac
		;;
	esac
	set -- -W "$words"
	if [ "$files" ]; then
		compopt -o filenames 2>/dev/null
		set -- -f
	fi
	while IFS= read -r reply; do
		COMPREPLY+=("$reply") # quoted, because a name may look like a pattern
	done < <(compgen "$@" -- "$word")
}
complete -F _%[1]s %[1]s
`, program, quoted(strings.Join(commandNames(all), " ")), &values, &words)
}

// zshScript returns the script for zsh. The script can be sourced, or installed as a file in fpath.
// It calls zsh's function _arguments.
func zshScript(program string, all []command) string {
	// Escape colons and brackets, because zsh uses them to separate a description from other parts.
	describe := strings.NewReplacer(`\`, `\\`, ":", `\:`, "[", `\[`, "]", `\]`).Replace
	var summaries, cases strings.Builder
	for _, c := range all {
		fmt.Fprintf(&summaries, "\t\t%s\n", quoted(c.name+":"+describe(c.summary)))
		fmt.Fprintf(&cases, "\t%s) _arguments", c.name)
		for _, opt := range c.flags {
			spec := "-" + opt.name + "[" + describe(opt.usage) + "]"
			switch {
			case opt.value == "":
			case opt.value == fileValue:
				spec += ":" + opt.value + ":_files"
			default:
				spec += ":" + opt.value + ":(" + strings.Join(opt.choices, " ") + ")"
			}
			cases.WriteString(" \\\n\t\t" + quoted(spec))
		}
		switch {
		case c.files:
			cases.WriteString(" \\\n\t\t'*:FILE:_files'")
		case c.words != nil:
			cases.WriteString(" \\\n\t\t" + quoted("1:argument:("+strings.Join(c.words, " ")+")"))
		}
		cases.WriteString(" ;;\n")
	}
	return fmt.Sprintf(`#compdef %[1]s
# Completion of %[1]s in zsh.
_%[1]s() {
	local -a commands
	commands=(
%[2]s	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	shift words
	(( CURRENT-- ))
	case $words[1] in
%[3]s	esac
}
if [ "$funcstack[1]" = _%[1]s ]; then
	_%[1]s "$@"
else
	compdef _%[1]s %[1]s
fi
`, program, &summaries, &cases)
}

// fishScript returns the script for fish, with a line for each command, flag and argument.
func fishScript(program string, all []command) string {
	word := func(text string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
	}
	var script strings.Builder
	line := func(format string, args ...any) {
		fmt.Fprintf(&script, "complete -c %s %s\n", program, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(&script, `# Completion of %[1]s in fish.
function __%[1]s_command
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end
`, program)
	line("-f") // disables file names, which -F below enables
	for _, c := range all {
		line("-n __fish_use_subcommand -a %s -d %s", c.name, word(c.summary))
		in := word("__" + program + "_command " + c.name)
		for _, opt := range c.flags {
			value := ""
			switch {
			case opt.value == "":
			case opt.value == fileValue:
				value = " -r -F"
			case opt.choices != nil:
				value = " -x -a " + word(strings.Join(opt.choices, " "))
			default:
				value = " -x"
			}
			line("-n %s -o %s%s -d %s", in, opt.name, value, word(opt.usage))
		}
		if c.words != nil {
			line("-n %s -a %s", in, word(strings.Join(c.words, " ")))
		}
		if c.files {
			line("-n %s -F", in)
		}
	}
	return script.String()
}
