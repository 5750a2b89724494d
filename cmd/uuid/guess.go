package main

import (
	"flag"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// guesses contains words of uuidgen, uuidparse, date, jq, Debian's uuid and other programs. After the
// colon are the words of this program that they may mean: commands, flags, and values of flags. A dash
// means that the guess can be left out.
const guesses = `
1 uuid1 uuidv1 time-v1 t time: v1
3 uuid3 uuidv3 m md5: v3
4 uuid4 uuidv4 r random rand generate gen create make uuidgen guid uuid: v4
5 uuid5 uuidv5 s sha1 sha-1: v5
6 uuid6 uuidv6 time-v6: v6
7 uuid7 uuidv7 time-v7 ulid ksuid sortable: v7
8 uuid8 uuidv8 sha2 sha256 sha-256: v8
decode parse uuidparse show info explain dump describe d t time timestamp date when: inspect
encode format transform reformat: convert
validate valid is-valid isvalid check test lint: verify
grep search extract scan: find
replace redact anonymize: find -replace
range between since min: bounds
ls list usage commands ?: help
v ver: version
count c num number: n
n: line
d date t time timestamp ts when: at
f format o output encoding e as to t form: f
j jq: json
typeid: v7 -prefix
type typeid t p: prefix
uniq dup duplicates: unique
sort sorted order monotonic: ordered
redact r: replace
hex plain nodash nodashes no-dashes short simple raw digits: compact
b64 base64 base64-url: base64url
b58: base58
b32 crockford ulid: base32
dec int integer number: decimal
guid-le le bytes-le bytes_le microsoft mixed-endian smbios objectguid guid: guid-bytes
name namespace ns n generate gen create new make v version of: -
since until after before start end d date t time output o format: -
`

// meanings returns what a word may mean, itself first. Each meaning is a list of words.
func meanings(word string) [][]string {
	all := [][]string{{word}}
	name := strings.TrimLeft(word, "-")
	var known []string
	for line := range strings.Lines(guesses) {
		words, meaning, _ := strings.Cut(line, ": ")
		if slices.Contains(strings.Fields(words), strings.ToLower(name)) {
			known = append(known, strings.TrimSpace(meaning))
		}
	}
	for _, meaning := range append(known, nearest(name, allNames())...) {
		if meaning == "-" {
			all = append(all, nil)
			continue
		}
		if name == word {
			all = append(all, strings.Fields(meaning))
		}
		all = append(all, strings.Fields("-"+meaning))
		if _, ok := choose(encodings, meaning); ok {
			all = append(all, []string{"-f", meaning})
		}
	}
	if _, err := strconv.ParseUint(word, 10, 64); err == nil {
		all = append(all, []string{"-n", word})
	}
	if _, _, err := parseTime(word); err == nil {
		all = append(all, []string{"-at", word})
	}
	if _, err := uuid.Base64URL.Decode(word); err == nil && name != word {
		all = append(all, []string{"--", word}, []string{"-from", "base64url", "--", word})
	}
	return all
}

// allNames returns the names of commands, flags and encodings.
func allNames() []string {
	all := names(encodings)
	for _, c := range commands {
		all = append(all, c.name)
		flagSet(c.flags()).VisitAll(func(f *flag.Flag) { all = append(all, f.Name) })
	}
	return all
}

// meant returns the correct command line that args most probably mean, or nil. Any word can name the
// command, as --md5 does for uuidgen. Without one, the command is inspect for IDs, and otherwise v4.
func meant(args []string) []string {
	var words []string
	for _, arg := range args {
		parts := 1
		if strings.HasPrefix(arg, "-") { // --count=3
			parts = 2
		}
		words = append(words, strings.SplitN(arg, "=", parts)...)
	}
	for i := 1; i < len(words); i++ {
		name := strings.TrimLeft(words[i-1], "-")
		if _, err := lookup("v" + words[i]); err == nil && (name == "v" || name == "version") {
			words = slices.Concat([]string{"v" + words[i]}, words[:i-1], words[i+1:]) // -v 4
		}
	}
	if len(words) > 8 { // to save time
		return nil
	}
	for i, word := range words {
		rest := slices.Concat(words[:i], words[i+1:])
		for _, meaning := range meanings(word) {
			if len(meaning) == 0 {
				continue
			}
			if meaning[0] == "-f" && word[0] != '-' {
				meaning = append([]string{"convert"}, meaning...)
			}
			if line := complete(strings.TrimLeft(meaning[0], "-"), meaning[1:], rest); line != nil {
				return line
			}
		}
	}
	isNoID := func(word string) bool { _, err := recognize(word); return err != nil }
	if ids := slices.DeleteFunc(slices.Clone(words), isNoID); len(ids) > 0 {
		return append([]string{"inspect"}, ids...)
	}
	return complete("v4", nil, words)
}

// complete returns a correct command line: the name of a command, the words in done, and what rest
// means. It returns nil if there is none.
func complete(name string, done, rest []string) []string {
	c, err := lookup(name)
	if err != nil {
		return nil
	}
	if len(rest) > 0 {
		for _, words := range meanings(rest[0]) {
			if line := complete(name, slices.Concat(done, words), rest[1:]); line != nil {
				return line
			}
		}
		return nil
	}
	f, args, err := c.parse(done)
	for i := 0; i < len(args) && err == nil; i++ {
		switch c.args {
		case idArgs:
			_, err = f.(idReader).decode(args[i])
		case nameArgs:
			_, err = parseNamespace(args[0])
		}
	}
	if err != nil {
		return nil
	}
	return append([]string{name}, done...)
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

// An idReader is the flags of a command whose arguments are IDs.
type idReader interface {
	decode(text string) (uuid.UUID, error)
}
