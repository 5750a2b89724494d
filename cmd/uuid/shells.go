package main

// This file contains the completion scripts. PROGRAM stands for the name of the program.

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
