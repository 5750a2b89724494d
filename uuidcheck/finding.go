package main

import "fmt"

// A level is the severity of a finding.
type level int

const (
	warning level = iota
	wrong         // rows are lost or not found, or an ID is read as a different one
)

func (l level) String() string {
	if l == wrong {
		return "wrong"
	}
	return "warning"
}

// A check is a kind of fault to look for. Its name is part of the JSON output.
type check string

const (
	checkOrder     check = "order"     // of the bytes
	checkWriters   check = "writers"   // two programs with two orders
	checkCut       check = "cut"       // text truncated to 16 characters
	checkULID      check = "ulid"      // in 16 bytes
	checkText      check = "text"      // in a column of bytes
	checkForms     check = "forms"     // several
	checkForm      check = "form"      // one that a query by ID does not find
	checkInvalid   check = "invalid"   // values that are not IDs
	checkSort      check = "sort"      // the column's order
	checkEqual     check = "equal"     // the column's equality
	checkVersions  check = "versions"  // 4 and 7 in one key
	checkPast      check = "past"      // times before 1995
	checkFuture    check = "future"    // times in the future
	checkNil       check = "nil"       //
	checkMax       check = "max"       //
	checkReference check = "reference" // in a different form from its key
	checkMove      check = "move"      // what new IDs need first
)

// A finding is a fault of a column.
type finding struct {
	check   check
	level   level
	message string // what is wrong, what follows from it, and what to do
	page    string // in docs
	example string // an ID
}

const pages = "https://github.com/seed-8298af95/uuid/blob/main/docs/"

func (f finding) url() string { return pages + f.page }

// report adds a finding to the column.
func (c *column) report(check check, level level, page, example, format string, args ...any) {
	c.findings = append(c.findings, finding{
		check:   check,
		level:   level,
		message: fmt.Sprintf(format, args...),
		page:    page,
		example: example,
	})
}

// has reports whether one of the checks has reported the column.
func (c *column) has(checks ...check) bool {
	for _, f := range c.findings {
		for _, check := range checks {
			if f.check == check {
				return true
			}
		}
	}
	return false
}
