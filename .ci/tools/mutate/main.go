// Mutate applies many mutations to a copy of the module, one at a time, and checks that the
// tests catch each of them:
//
//	.ci/mutate [-check] [file ...]
//
// Each row of .ci/mutations.txt breaks one line of code. With file arguments, Mutate tries only
// the rows for these files. With -check, it runs no tests and lists the rows that do not match
// the code, and those whose mutations do not compile.
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
	check := flag.Bool("check", false, "run no tests; list the rows that do not match the code or do not compile")
	flag.Parse()
	err := os.Chdir("../..") // from .ci/tools
	var rows []row
	if err == nil {
		rows, err = readTable(flag.Args())
	}
	switch {
	case err != nil:
	case *check:
		err = compileAll(rows)
	default:
		err = tryAll(rows)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A row is a mutation from the table.
type row struct {
	text    string // the line with its number
	file    string
	mutated string // the file's content after the mutation
	suite
}

// A suite is a set of tests in one package.
type suite struct {
	pkg     string
	pattern string
	race    bool // turns on the race detector
}

const table = ".ci/mutations.txt"

// readTable returns the rows for the given files, or all rows if there are no files. Its error
// lists all rows that do not match the code.
func readTable(files []string) (rows []row, err error) {
	text, err := os.ReadFile(table)
	if err != nil {
		return nil, err
	}
	// Continue after a stale row, so one run lists all stale rows.
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
		return nil, errors.New("no row matches the arguments")
	}
	return rows, err
}

var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t")

// readRow parses a row's columns and applies its mutation to the file.
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
	// The old text must occur only once, because otherwise the place to mutate is ambiguous.
	parts := strings.Split(string(source), unescape.Replace(columns[1]))
	if len(parts) != 2 {
		return r, fmt.Errorf("the old text occurs %d times in the file, want once", len(parts)-1)
	}
	r.mutated = strings.Join(parts, unescape.Replace(columns[2]))
	return r, r.checkNames()
}

var (
	testFunc = regexp.MustCompile(`(?m)^func (Test|Fuzz|Example)\w*`)
	tests    = make(map[string]string) // test declarations by package
)

// checkNames returns an error unless each part of a pattern such as A|B occurs in a test name.
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
	// If no test matched, the run would pass with any mutation.
	for part := range strings.SplitSeq(s.pattern, "|") {
		if !strings.Contains(tests[s.pkg], strings.Trim(part, "^$")) {
			return fmt.Errorf("no test matches %s", part)
		}
	}
	return nil
}
