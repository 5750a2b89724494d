package main

// This file runs the scripts in testdata, which prove what a person sees.
//
// A script is a list of command lines. Above each are comments, and below it are sections: what the
// command reads (stdin, which can be missing), and what it prints and returns (stdout, stderr and
// status, which cannot). A command line is split at blanks and quotation marks, and ends with "< FILE"
// if the command reads one of the files in helpers_test.go. Nothing else is special.
//
//	# The time of an ID.
//	$ uuid find -time
//	-- stdin --
//	017f22e2-79b0-7cc3-98c4-dc0c0c07398f
//	-- stdout --
//	017f22e2-79b0-7cc3-98c4-dc0c0c07398f 2022-02-22T19:22:22.000Z
//	-- stderr --
//	-- status --
//	0
//
// "go test -run CommandScripts -update ." writes new texts into the scripts, and fills in missing
// sections, of which the one after an input must have its first line. It never changes an ID: that is a
// mistake in the code, or the author changes it by hand.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the command prints into the scripts in testdata")

// A step is a command line of a script.
type step struct {
	before   string            // the comments and empty lines before the command line
	line     string            // the command line, without "$ uuid"
	sections map[string]string // by name
}

func TestCommandScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sourceDir, "testdata", "*.txt"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			steps, end := parseScript(string(text))
			for _, s := range steps {
				s.run(t)
			}
			if *update && !t.Failed() {
				must(os.WriteFile(file, []byte(formatScript(steps)+end), 0o666))
			}
		})
	}
}

// run runs the command line and compares each section. With -update it changes the section instead.
func (s step) run(t *testing.T) {
	line, file, redirected := strings.Cut(s.line, " < ")
	stdin := s.sections["stdin"]
	if redirected {
		stdin = files[strings.TrimSpace(file)]
	}
	r := invoke(strings.NewReader(stdin), splitWords(line)...)
	for name, got := range map[string]string{"stdout": r.stdout, "stderr": r.stderr, "status": fmt.Sprintln(r.status)} {
		want, ok := s.sections[name]
		switch {
		case *update && (!ok || !hasNewID(got, want)):
			s.sections[name] = got
		case !ok:
			t.Errorf("$ uuid %s\nthere is no section %s", s.line, name)
		case got != want:
			t.Errorf("$ uuid %s\n%s is\n%s\nwant\n%s", s.line, name, got, want)
		}
	}
}

// hasNewID reports whether got has a word that can be an ID, and that want does not have.
func hasNewID(got, want string) bool {
	words := regexp.MustCompile(`[0-9A-Za-z_-]{16,}`).FindAllString(got, -1)
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsAny(word, "0123456789") && !strings.Contains(want, word)
	})
}

// splitWords splits a command line at blanks, except within quotation marks of either kind.
func splitWords(line string) (words []string) {
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		end := " "
		if line[0] == '"' || line[0] == '\'' {
			end, line = line[:1], line[1:]
		}
		word, rest, _ := strings.Cut(line, end)
		words, line = append(words, word), rest
	}
	return words
}

// noNewline follows a section whose last line has no line ending.
const noNewline = "\\ no newline at the end\n"

// parseScript returns the steps of a script, and the text after the last one.
func parseScript(text string) (steps []step, end string) {
	var sections map[string]string // of the last step
	section := ""                  // the section that the line is in
	for line := range strings.Lines(text) {
		command, isCommand := strings.CutPrefix(line, "$ uuid")
		header := sectionForm.FindStringSubmatch(line)
		switch {
		case header != nil:
			section = header[1]
			sections[section] = ""
		case section == "" && isCommand:
			sections = make(map[string]string)
			steps = append(steps, step{end, strings.TrimSpace(command), sections})
			end = ""
		case section == "":
			end += line
		case line == noNewline:
			sections[section] = strings.TrimSuffix(sections[section], "\n")
		default:
			sections[section] += line
			if section == "status" { // a section of one line
				section = ""
			}
		}
	}
	return steps, end
}

var sectionForm = regexp.MustCompile("^-- (stdin|stdout|stderr|status) --\n$")

// formatScript returns the text of a script.
func formatScript(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		fmt.Fprintf(&b, "%s$ uuid %s\n", s.before, s.line)
		for _, name := range []string{"stdin", "stdout", "stderr", "status"} {
			text, ok := s.sections[name]
			if name == "stdin" && !ok {
				continue
			}
			if text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n" + noNewline
			}
			fmt.Fprintf(&b, "-- %s --\n%s", name, text)
		}
	}
	return b.String()
}
