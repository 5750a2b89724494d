package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A mutation replaces one piece of one file.
type mutation struct {
	file       string // its path in the module
	start, end int    // the piece, in bytes
	text       string // what takes its place

	line        int // at which the piece begins
	first, last int // the lines of the function; 0: it is in none that is known

	// What the mutation is called, on one line, wherever in the file it is:
	function string // that it is in, or "-"
	old, new string // the first line of the piece, before and after

	listed     bool   // in mutations.txt
	tests      string // a pattern of the tests to run; "": all
	race       bool   // the race detector is to find it
	equivalent string // the reason in equivalents.txt
}

const separator = " ## "

func (m mutation) String() string {
	return strings.Join([]string{m.file, m.function, m.old, m.new}, separator)
}

// apply returns source with the mutation in it.
func (m mutation) apply(source []byte) []byte {
	return []byte(string(source[:m.start]) + m.text + string(source[m.end:]))
}

// newMutation returns a mutation of source named after the line that it begins in.
func newMutation(file, function string, source []byte, start, end int, text string) mutation {
	m := mutation{file: file, function: function, start: start, end: end, text: text}
	m.line = 1 + strings.Count(string(source[:start]), "\n")
	from := strings.LastIndexByte(string(source[:start]), '\n') + 1
	m.old = firstLine(string(source[from:]))
	m.new = firstLine(string(source[from:start]) + text + string(source[end:]))
	if text == "" {
		m.new = "(left out)"
	}
	return m
}

// firstLine returns the first line of s without the white space and the comment
// around it.
func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	s, _, _ = strings.Cut(s, " // ")
	return strings.TrimSpace(s)
}

// readList returns the mutations of a table like mutations.txt.
func readList(root, table string) ([]mutation, error) {
	if !filepath.IsAbs(table) {
		table = filepath.Join(root, table)
	}
	var mutations []mutation
	err := eachRow(table, 3, 5, func(columns []string) error {
		m := mutation{file: columns[0], function: "-", old: columns[1], new: columns[2], listed: true}
		if len(columns) > 3 {
			m.tests = columns[3]
		}
		if len(columns) > 4 {
			m.race = columns[4] == "race"
		}
		source, err := os.ReadFile(filepath.Join(root, m.file))
		if err != nil {
			return err
		}
		old := unescape.Replace(m.old)
		m.start = strings.Index(string(source), old)
		if m.start < 0 || m.start != strings.LastIndex(string(source), old) {
			return fmt.Errorf("the old text is not there exactly once")
		}
		m.end, m.text = m.start+len(old), unescape.Replace(m.new)
		mutations = append(mutations, m)
		return nil
	})
	return mutations, err
}

var unescape = strings.NewReplacer(`\n`, "\n", `\t`, "\t")

// markEquivalents sets the reasons of the mutations that equivalents.txt has. A new
// line "*" is any.
func markEquivalents(root string, mutations []mutation) error {
	return eachRow(filepath.Join(root, ".ci/equivalents.txt"), 5, 5, func(columns []string) error {
		there := false
		for i, m := range mutations {
			if columns[3] == "*" {
				m.new = "*"
			}
			if m.String() == strings.Join(columns[:4], separator) {
				mutations[i].equivalent = columns[4]
				there = true
			}
		}
		if !there {
			return fmt.Errorf("there is no such mutation")
		}
		return nil
	})
}

// eachRow calls f with the columns of each row of a table, of which there are from
// least to most. It returns an error that lists the rows for which f does.
func eachRow(path string, least, most int, f func(columns []string) error) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	var bad []string
	rows := bufio.NewScanner(in)
	for rows.Scan() {
		row := rows.Text()
		if row == "" || row[0] == '#' {
			continue
		}
		columns := strings.Split(row, separator)
		err := fmt.Errorf("there are %d columns", len(columns))
		if least <= len(columns) && len(columns) <= most {
			err = f(columns)
		}
		if err != nil {
			bad = append(bad, fmt.Sprintf("%v: %s", err, row))
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("%s:\n%s", path, strings.Join(bad, "\n"))
	}
	return rows.Err()
}
