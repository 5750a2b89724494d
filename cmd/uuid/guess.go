package main

import (
	"flag"

	"slices"
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// This file finds the command line that a wrong command line most probably means. A command line is
// suggested only if every word of the wrong one has a meaning in it, and if the parser accepts it.

// A wording is a list of words by which people may call a command, without reading its help. A word
// that begins with a dash is only a flag. Any other word can be the first word or a flag.
type wording struct {
	words string
	flags string // flags that the words imply, such as "-replace" for redact
	needs bool   // the words mean the command only with an argument
}

// flagWords are the words by which people may call a flag.
var flagWords = map[string]string{
	"n":       "count c C num number amount quantity repeat times",
	"at":      "date d time t timestamp ts when datetime",
	"f":       "format o output encoding e as to t F fmt output-format style out",
	"from":    "input input-format in in-format input-encoding decode",
	"json":    "j J",
	"prefix":  "type typeid t p",
	"unique":  "uniq dup dups duplicates u check-duplicates no-duplicates",
	"ordered": "sort sorted order monotonic ascending increasing",
	"lead":    "max-lead skew max-skew drift future tolerance",
	"replace": "redact anonymize anonymise scrub sanitize sanitise pseudonymize",
	"line":    "n lines line-number line-numbers linenumber",
	"time":    "times timestamp timestamps t",
	"column":  "col c k field",
	"header":  "headers has-header with-header skip-header",
	"tab":     "tsv tabs",
	"6":       "v6",
	"table":   "t T",
	"by":      "period interval every per step",
	"tweak":   "salt context",
	"hash":    "algorithm algo alg",
	"space":   "hash-space hashspace",
}

// startWords and endWords are flags that people try for the times of a range.
const (
	startWords = "since from start after begin first min last"
	endWords   = "until to end before till max"
)

// encodingWords are the words by which people may call an encoding.
var encodingWords = map[string]string{
	"canonical":  "standard str string hyphenated dashed text default",
	"compact":    "hex plain nodash nodashes no-dash no-dashes no-hyphens nohyphens no-hyphen undashed simple",
	"braced":     "braces brace curly",
	"decimal":    "dec int integer number bigint siv",
	"base32":     "b32 crockford ulid",
	"base58":     "b58",
	"base64url":  "b64url base64-url base64_url urlsafe",
	"guid-bytes": "guid-le le bytes-le bytes_le microsoft mixed-endian smbios objectguid",
}

// fillers are words without a meaning of their own.
const fillers = "a an as to in and the of with uuid uuids id ids guid new"

// meant returns the correct command line that args most probably mean, or nil.
func meant(args []string) []string {
	words := separate(args)
	if len(words) > 8 { // to save time
		return nil
	}
	for _, g := range guesses(words) {
		if line := g.complete(line{}); line != nil {
			return line
		}
	}
	return nil
}

// separate splits a flag and its value, as in --count=3 or -n3. It leaves "=" at the end of the flag, which
// then must have a value.
func separate(args []string) (words []string) {
	for i, arg := range args {
		if arg == "--" {
			return append(words, args[i:]...)
		}
		name, value, found := strings.Cut(arg, "=")
		switch {
		case found && isFlagWord(arg):
			words = append(words, name+"=", value)
		case len(arg) > 2 && hasWord("-n -c -C", arg[:2]) && '0' <= arg[2] && arg[2] <= '9':
			words = append(words, arg[:2]+"=", arg[2:])
		default:
			words = append(words, arg)
		}
	}
	return words
}

// isFlagWord reports whether a word looks like a flag.
func isFlagWord(word string) bool { return len(word) > 1 && word[0] == '-' }

// bare returns the name of a flag, or the word.
func bare(word string) string { return strings.TrimRight(strings.TrimLeft(word, "-"), "=") }

// A guess is the command that some words may mean, and the words whose meaning is still unknown.
type guess struct {
	command
	needs     bool // the command line needs an argument
	needsForm bool // the command line needs -f or -prefix
	rest      []string
}

// guesses returns what the command of a command line may be, the most probable first.
func guesses(words []string) (all []guess) {
	if len(words) == 0 {
		return []guess{{command: v4Command}}
	}
	first, rest := words[0], words[1:]
	if hasWord(versionFlags, first) { // version 7
		all = append(all, newGuesses(words)...)
	}
	if !isFlagWord(first) {
		if c, err := lookup(first); err == nil && c.name != newCommand.name {
			all = append(all, guess{command: c, rest: rest})
			if c.args == "" { // uuid v7 ID
				all = append(all, guess{command: inspectCommand, needs: true, rest: rest})
			}
			return all
		}
	}
	for _, c := range commands {
		if c.isVersion() || c.name == newCommand.name {
			continue
		}
		for _, w := range c.called {
			needsForm := c.name == convertCommand.name
			if w.contains(first, true) && !(needsForm && isFlagWord(first)) {
				g := guess{command: c, needs: w.needs, needsForm: needsForm, rest: w.and(rest)}
				all = append(all, g)
			}
		}
	}
	if form := encodingNamed(first); form != "" && !isFlagWord(first) {
		convert := guess{command: convertCommand, needs: true, rest: slices.Concat([]string{"-f", form}, rest)}
		all = append(all, convert)
	}
	if c, err := lookup(bare(first)); err == nil && isFlagWord(first) && !c.isVersion() { // --inspect ID
		all = append(all, guess{command: c, needs: c.args == idArgs, rest: rest})
	}
	all = append(all, newGuesses(words)...)
	if _, _, err := recognize(first); err == nil {
		all = append(all, guess{command: inspectCommand, needs: true, rest: words})
	}
	if len(all) > 0 || newCommand.isCalled(first) {
		return all
	}
	if !isFlagWord(first) {
		if c, err := lookup(nearestOf(first, commandNames())); err == nil {
			all = append(all, guess{command: c, rest: rest})
		}
	}
	return all
}

// newGuesses returns the versions that words may ask for. The words begin with a flag or with a word such
// as generate, unless they begin with a version.
func newGuesses(words []string) (all []guess) {
	generic := isFlagWord(words[0]) || newCommand.isCalled(words[0])
	for i := range words {
		if i > 0 && !generic {
			break
		}
		for _, c := range commands {
			if !c.isVersion() {
				continue
			}
			for _, w := range c.called {
				n := w.versionWords(words[i:], i == 0)
				if n == 0 {
					continue
				}
				rest := slices.Concat(words[:i], words[i+n:])
				if newCommand.isCalled(words[0]) && i > 0 {
					rest = rest[1:]
				}
				all = append(all, guess{command: c, rest: w.and(rest)})
			}
		}
	}
	if generic {
		rest := words
		if newCommand.isCalled(words[0]) {
			rest = words[1:]
		}
		if len(rest) == 1 && hasWord("1 4 6 7", rest[0]) { // a version or a count
			return nil
		}
		all = append(all, guess{command: v4Command, rest: rest})
	}
	return all
}

// isVersion reports whether c makes new IDs of a version.
func (c command) isVersion() bool { return c.name[0] == 'v' && len(c.name) == 2 }

// isCalled reports whether people may call c by a word.
func (c command) isCalled(word string) bool {
	return word == c.name || slices.ContainsFunc(c.called, func(w wording) bool { return w.contains(word, true) })
}

// and returns the flags that w implies, and the rest of a command line, which may repeat them.
func (w wording) and(rest []string) []string {
	repeats := func(word string) bool { return isFlagWord(word) && hasWord(w.flags, "-"+bare(word)) }
	if slices.ContainsFunc(rest, repeats) {
		return rest
	}
	return slices.Concat(strings.Fields(w.flags), rest)
}

// contains reports whether w contains a word, which is the first word or, if not, a flag.
func (w wording) contains(word string, first bool) bool {
	name := bare(word)
	if len(name) > 1 { // -V is not -v
		name = strings.ToLower(name)
	}
	for known := range strings.FieldsSeq(w.words) {
		switch {
		case isFlagWord(word) && bare(known) == name:
			return true
		case !isFlagWord(word) && first && known == name:
			return true
		}
	}
	return false
}

// versionFlags are the flags with which other programs select a version.
const versionFlags = "v version uuid u type kind ver"

// versionWords returns the number of words that select the version of w: 2 for --version 7, 1 for -7 or
// uuid7, and otherwise 0.
func (w wording) versionWords(words []string, first bool) int {
	if len(words) > 1 && hasWord(versionFlags, bare(words[0])) && w.contains(words[1], true) {
		return 2
	}
	if w.contains(words[0], first) || len(words[0]) > 1 && !isFlagWord(words[0]) && w.contains(words[0], true) {
		return 1
	}
	return 0
}

// hasWord reports whether a list of words contains a word.
func hasWord(list, word string) bool { return slices.Contains(strings.Fields(list), word) }

// complete returns a correct command line of the words in done and the meanings of the other words. It
// returns nil if there is none.
func (g guess) complete(done line) []string {
	if len(g.rest) == 0 {
		return g.accepted(done)
	}
	word, after := g.rest[0], g.rest[1:]
	if word == "--" {
		g.rest = nil
		return g.complete(done.with(nil, after...))
	}
	try := func(consumed int, next line) []string {
		h := g
		h.rest = g.rest[consumed:]
		return h.complete(next)
	}
	for _, m := range g.meanings(word, after, done) {
		if result := try(m.words, done.with(m.flags, m.args...)); result != nil {
			return result
		}
	}
	return nil
}

// A line is a command line without the command.
type line [2][]string // flags, arguments

func (l line) with(flags []string, args ...string) line {
	return line{slices.Concat(l[0], flags), slices.Concat(l[1], args)}
}

// A meaning is what one or two words of a command line may mean.
type meaning struct {
	words       int
	flags, args []string
}

// accepted returns the command line if this program accepts it.
func (g guess) accepted(l line) []string {
	args := l[1]
	if g.needs && len(args) == 0 {
		return nil
	}
	if g.needsForm && !slices.Contains(l[0], "-f") && !slices.Contains(l[0], "-prefix") {
		return nil
	}
	if slices.ContainsFunc(args, func(arg string) bool { return isFlagWord(arg) && (arg[1] < '0' || arg[1] > '9') }) {
		args = slices.Concat([]string{"--"}, args)
	}
	words := slices.Concat(l[0], args)
	f, args, err := g.parse(words)
	for i := 0; i < len(args) && err == nil; i++ {
		if reader, ok := f.(idReader); ok {
			_, err = reader.decode(args[i])
		} else if g.args == nameArgs {
			_, err = parseNamespace(args[0])
		}
	}
	if err != nil {
		return nil
	}
	return append([]string{g.name}, words...)
}

// An idReader is the flags of a command whose arguments are IDs.
type idReader interface {
	decode(text string) (uuid.UUID, error)
	setWarn(warn func(text string))
}

// meanings returns what a word may mean, together with the words after it, the most probable first.
func (g guess) meanings(word string, after []string, done line) []meaning {
	if isFlagWord(word) {
		return g.flagMeanings(word, after, done)
	}
	return g.wordMeanings(word, done)
}

// flagMeanings returns what a flag may mean.
func (g guess) flagMeanings(word string, after []string, done line) (all []meaning) {
	name := bare(word)
	flag1 := func(flags ...string) { all = append(all, meaning{words: 1, flags: flags}) }
	fs := flagSet(g.flags())
	for _, f := range g.flagsNamed(fs, name) {
		value, _ := flag.UnquoteUsage(f)
		switch {
		case value == "":
			flag1("-" + f.Name)
		case len(after) > 0:
			for _, v := range valuesOf(g.command, f.Name, after[0]) {
				all = append(all, meaning{words: 2, flags: []string{"-" + f.Name, v}})
			}
		}
	}
	if fs.Lookup("json") != nil && len(after) > 0 && hasWord(flagWords["f"]+" f", name) && after[0] == "json" {
		all = append(all, meaning{words: 2, flags: []string{"-json"}})
	}
	if len(after) > 0 && (fs.Lookup(name) == nil || g.args == boundsCommand.args) {
		for _, args := range g.argumentsNamed(name, after[0], done) {
			all = append(all, meaning{words: 2, args: args})
		}
	}
	if form := encodingNamed(name); form != "" && fs.Lookup("f") != nil && g.args != nameArgs && g.args != fileArgs {
		flag1("-f", form)
	}
	if name == sqlForm && g.args == boundsCommand.args {
		flag1("-f", sqlForm)
	}
	if g.isRedundant(word) {
		flag1()
	}
	if _, err := uuid.Base64URL.Decode(word); err == nil && fs.Lookup("from") != nil && g.args == idArgs {
		all = append(all, meaning{words: 1, args: []string{word}})
		all = append(all, meaning{words: 1, flags: []string{"-from", "base64url"}, args: []string{word}})
	}
	if strings.HasSuffix(word, "=") {
		all = slices.DeleteFunc(all, func(m meaning) bool { return m.words == 1 })
	}
	if n, err := parseDuration(word); err == nil && n < 0 { // -24h is not a flag
		all = append(all, meaning{words: 1, args: []string{word}})
	}
	return all
}

// isRedundant reports whether a flag asks for what the command does anyway.
func (g guess) isRedundant(word string) bool {
	isName := func(w wording) bool { return w.flags == "" && w.contains(word, true) }
	switch name := bare(word); {
	case g.isVersion() && slices.ContainsFunc(g.called, isName):
		return true
	case g.name == findCommand.name:
		return hasWord("o only-matching", name)
	case g.isVersion() && g.args == "":
		return hasWord("lower lowercase", name)
	}
	return false
}

// flagsNamed returns the flags that a name may mean.
func (g guess) flagsNamed(fs *flag.FlagSet, name string) (all []*flag.Flag) {
	if f := fs.Lookup(name); f != nil {
		return []*flag.Flag{f}
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) {
		known = append(known, f.Name)
		words := flagWords[f.Name]
		if g.name == boundsCommand.name && f.Name == "from" {
			words = startWords
		}
		if g.name == v9Command.name && f.Name == "prefix" {
			words = ""
		}
		if hasWord(words, name) || len(name) > 2 && hasWord(words, strings.ToLower(name)) {
			all = append(all, f)
		}
	})
	if len(all) == 0 {
		if f := fs.Lookup(nearestOf(name, known)); f != nil {
			all = append(all, f)
		}
	}
	return all
}

// valuesOf returns what the value of a flag may mean.
func valuesOf(c command, name, value string) []string {
	switch lower := strings.ToLower(value); {
	case name == "f" || name == "from" && c.name != boundsCommand.name:
		if form := encodingNamed(value); form != "" {
			return []string{form}
		}
	case name == "by":
		for _, by := range names(periods) {
			if slices.Contains([]string{by + "s", by + "ly", "1" + by}, lower) || by == "day" && lower == "daily" {
				return []string{by}
			}
		}
	case name == "hash", name == "space":
		for _, a := range names(algorithms) {
			plain := strings.NewReplacer("-", "", "_", "")
			if plain.Replace(lower) == plain.Replace(a) {
				return []string{a}
			}
		}
	case name == "at":
		return []string{value, withUnit(value)}
	}
	return []string{value}
}

// withUnit returns a Unix time with its unit, if text is one in seconds or milliseconds from 2001 on.
func withUnit(text string) string {
	digits := strings.TrimPrefix(text, "@")
	if _, err := strconv.ParseUint(digits, 10, 64); err != nil || digits[0] == '0' {
		return text
	}
	switch len(digits) {
	case len("1645557742"):
		return digits + "s"
	case len("1645557742000"):
		return digits + "ms"
	}
	return text
}

// argumentsNamed returns the arguments that the value of a flag may mean, as in --namespace dns.
func (g guess) argumentsNamed(name, value string, done line) (all [][]string) {
	ok := false
	switch g.args {
	case nameArgs:
		ok = hasWord("namespace ns n name N value data", name)
	case idArgs:
		ok = hasWord("id uuid value i d", name)
	case completionCommand.args:
		ok = name == "shell"
	case fileArgs:
		ok = hasWord("file f input in path i", name)
	case boundsCommand.args:
		switch {
		case name == "last" && sinceOf(value) == value: // the end of a range, unlike --last 24h
			ok = len(done[1]) > 0
		case hasWord(startWords, name):
			start := sinceOf(value)
			if start[0] != '-' { // since yesterday means until now
				all = append(all, []string{start, "now"})
			}
			all = append(all, []string{start})
		case hasWord(endWords, name):
			ok = len(done[1]) > 0
		}
	}
	if ok {
		all = append(all, []string{value})
	}
	return all
}

// sinceOf returns the start of a range for --since 24h, which means a time in the past.
func sinceOf(value string) string {
	if d, err := parseDuration(value); err == nil && d > 0 && '0' <= value[0] && value[0] <= '9' {
		return "-" + value
	}
	return value
}

// wordMeanings returns what a word that is not a flag may mean.
func (g guess) wordMeanings(word string, done line) (all []meaning) {
	flag1 := func(flags ...string) { all = append(all, meaning{words: 1, flags: flags}) }
	argument := func(arg string) { all = append(all, meaning{words: 1, args: []string{arg}}) }
	fs := flagSet(g.flags())
	switch g.args {
	case "":
	case helpCommand.args:
		for _, about := range guesses([]string{word}) {
			argument(about.name)
		}
	case boundsCommand.args:
		argument(withUnit(sinceOf(word)))
		if slices.Contains(done[0], sqlForm) && !slices.Contains(done[0], "-table") {
			flag1("-table", word)
		}
		if word == "last" {
			flag1()
		}
	default:
		argument(word)
	}
	if g.args == "" && fs.Lookup("n") != nil {
		if _, err := strconv.ParseUint(word, 10, 64); err == nil {
			flag1("-n", word)
		}
	}
	if g.args == "" && fs.Lookup("at") != nil {
		if _, _, err := parseTime(word); err == nil {
			flag1("-at", word)
		}
	}
	if form := encodingNamed(word); form != "" && fs.Lookup("f") != nil && (g.args == "" || g.args == idArgs) {
		flag1("-f", form)
	}
	if fs.Lookup("json") != nil && word == "json" {
		flag1("-json")
	}
	if g.args != nameArgs && g.args != fileArgs && hasWord(fillers, word) {
		flag1()
	}
	return all
}

// encodingNamed returns the encoding that a word means, or "".
func encodingNamed(word string) string {
	if isFlagWord(word) {
		word = bare(word)
	}
	for _, e := range encodings {
		if strings.EqualFold(e.name, word) || hasWord(encodingWords[e.name], strings.ToLower(word)) {
			return e.name
		}
	}
	return ""
}

// commandNames returns the names of commands.
func commandNames() (all []string) {
	for _, c := range commands {
		if !c.isVersion() { // one letter makes a different version
			all = append(all, c.name)
		}
	}
	return all
}

// nearestOf returns the name of which word is probably a misspelling or the beginning, or "".
func nearestOf(word string, names []string) string {
	word = strings.ToLower(word)
	if len(word) >= 4 {
		begins := func(name string) bool { return !strings.HasPrefix(name, word) }
		if found := slices.DeleteFunc(slices.Clone(names), begins); len(found) == 1 {
			return found[0]
		}
	}
	for _, name := range nearest(word, names) {
		if shared := sharedLetters(word, name); len(name) > 2 && 4*shared > 3*len(word) {
			return name
		}
	}
	return ""
}

// sharedLetters returns how many letters of a are in b too, in any order.
func sharedLetters(a, b string) (n int) {
	for _, c := range []byte(a) {
		if i := strings.IndexByte(b, c); i >= 0 {
			b = b[:i] + b[i+1:]
			n++
		}
	}
	return n
}

// nearest returns the most similar name in names, or nothing if no name is similar enough.
func nearest(name string, names []string) []string {
	// Allow fewer than len(name) edits, because len(name) edits could replace every letter. Allow at
	// most 3: the longest name in this tool has 10 letters, and 1+10/4 is 3.
	limit := min(1+len(name)/4, len(name)-1, 3)
	for edits := range limit + 1 {
		for i, candidate := range names { // if two names are equally close, the first one wins
			if near(name, candidate, edits) {
				return names[i : i+1]
			}
		}
	}
	return nil
}

// near reports whether at most the given number of edits can turn a into b. An edit inserts, deletes
// or replaces a letter, or swaps two adjacent letters.
func near(a, b string, edits int) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" || edits == 0 {
		return len(a)+len(b) <= edits
	}
	swapped := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0]
	return near(a[1:], b, edits-1) || near(a, b[1:], edits-1) || near(a[1:], b[1:], edits-1) ||
		swapped && near(a[2:], b[2:], edits-1)
}
