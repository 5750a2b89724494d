// Mutate breaks a copy of the module in many ways, one after the other. It checks that the tests
// fail each time:
//
//	.ci/mutate [-check] [file ...]
//
// Each row of .ci/mutations.txt breaks one line of code. With arguments, only the rows of these
// files are used. With -check no tests run, and the rows that do not match the code are listed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	check := flag.Bool("check", false, "run no tests; list the rows that do not match the code")
	flag.Parse()
	err := os.Chdir("../..") // from .ci/tools
	var rows []row
	if err == nil {
		rows, err = readTable(flag.Args())
	}
	if err == nil && !*check {
		err = tryAll(rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A row is a line of the table.
type row struct {
	text    string // the line with its number
	file    string
	mutated string // the text of the file after the mutation
	suite
}

// A suite is a set of tests of a package.
type suite struct {
	pkg     string
	pattern string
	race    bool // the race detector is on
}

const table = ".ci/mutations.txt"

// readTable returns the rows of the table, or only the rows of some files. The error of readTable
// lists all rows that do not match the code.
func readTable(files []string) (rows []row, err error) {
	text, err := os.ReadFile(table)
	if err != nil {
		return nil, err
	}
	// Read all rows, even after an error, so a single run lists all stale rows.
	for i, line := range strings.Split(string(text), "\n") {
		columns := strings.Split(line, " ## ")
		if line == "" || line[0] == '#' || len(files) > 0 && !slices.Contains(files, columns[0]) {
			continue
		}
		r, stale := readRow(columns)
		r.text = fmt.Sprintf("%s:%d: %s", table, i+1, line)
		if stale != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", r.text, stale))
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		return nil, errors.New("there are no such rows")
	}
	return rows, err
}

var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t")

// readRow parses the columns of a row and applies its mutation to the file.
func readRow(columns []string) (r row, err error) {
	n := len(columns)
	if n < 4 || n > 5 || n == 5 && columns[4] != "race" {
		return r, errors.New("the row is not file ## old ## new ## tests [## race]")
	}
	r.file, r.suite = columns[0], suite{path.Dir(columns[0]), columns[3], n == 5}
	source, err := os.ReadFile(r.file)
	if err != nil {
		return r, err
	}
	// A text that is in the file twice is an error, because the place to mutate would be unknown.
	parts := strings.Split(string(source), unescape.Replace(columns[1]))
	if len(parts) != 2 {
		return r, fmt.Errorf("the file has the old text %d times, want once", len(parts)-1)
	}
	r.mutated = strings.Join(parts, unescape.Replace(columns[2]))
	return r, r.checkNames()
}

var (
	testFunc = regexp.MustCompile(`(?m)^func (Test|Fuzz|Example)\w*`)
	tests    = make(map[string]string) // the declarations of tests, by package
)

// checkNames returns an error unless each part of the pattern A|B is in the name of a test.
func (s suite) checkNames() error {
	if tests[s.pkg] == "" {
		names, _ := filepath.Glob(s.pkg + "/*_test.go")
		for _, name := range names {
			source, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			tests[s.pkg] += strings.Join(testFunc.FindAllString(string(source), -1), "\n")
		}
	}
	// A pattern without a test would pass with and without the mutation.
	for part := range strings.SplitSeq(s.pattern, "|") {
		if !strings.Contains(tests[s.pkg], strings.Trim(part, "^$")) {
			return fmt.Errorf("there is no test %s", part)
		}
	}
	return nil
}
