// Lines lists the lines of Go code that are too long to read without scrolling sideways:
//
//	(cd .ci/tools && go run ./lines)
//
// In the root package a line has at most 100 columns, elsewhere at most 120. A tab counts as 4
// columns and every other character as 1. Struct tags and directives such as //go:generate do not
// count, because Go does not allow them to be split. Lines checks the files that git keeps or would
// add, but neither files under a testdata directory nor generated ones.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
)

func main() {
	long, err := check("../..") // from .ci/tools
	for _, line := range long {
		fmt.Println(line)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
	}
	if err != nil || len(long) > 0 {
		os.Exit(1)
	}
}

// check returns a message for each line that is too long in the repository.
func check(repository string) (long []string, err error) {
	list := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go")
	list.Dir = repository
	list.Stderr = os.Stderr
	names, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("cannot list the files: %w", err)
	}
	for _, name := range strings.Fields(string(names)) {
		if exempt(name) {
			continue
		}
		source, err := os.ReadFile(path.Join(repository, name))
		if os.IsNotExist(err) {
			continue // deleted, but not committed yet
		}
		if err != nil {
			return nil, err
		}
		found, err := longLines(name, source)
		if err != nil {
			return nil, err
		}
		long = append(long, found...)
	}
	return long, nil
}

// exempt reports whether a file is under a testdata directory.
func exempt(name string) bool { return strings.Contains("/"+name, "/testdata/") }

// longLines returns a message for each line of a file that is too long, unless the file is
// generated.
func longLines(name string, source []byte) (long []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("cannot read a file: %w", err)
	}
	if ast.IsGenerated(file) {
		return nil, nil
	}
	limit := limitOf(name)
	number := 0
	for line := range strings.Lines(string(source)) {
		number++
		line = unsplittable.ReplaceAllString(strings.TrimRight(line, "\r\n"), "")
		if n := columns(line); n > limit {
			long = append(long, fmt.Sprintf("%s:%d: %d columns, want at most %d", name, number, n, limit))
		}
	}
	return long, nil
}

// unsplittable matches the part of a line that Go does not allow to be split: a struct tag or a
// directive.
var unsplittable = regexp.MustCompile("`\\w+:\"[^`]*`$|^//go:.*")

// limitOf returns the number of columns that a line of a file may have.
func limitOf(name string) int {
	if path.Dir(name) == "." {
		return 100
	}
	return 120
}

// columns returns the width of a line.
func columns(line string) (n int) {
	for _, char := range line {
		if char == '\t' {
			n += 4
		} else {
			n++
		}
	}
	return n
}
