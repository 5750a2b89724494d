package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid/internal/judge"
)

// checkForms reports texts that are not in the form that queries send, and values that are not IDs.
func (c *column) checkForms(ctx context.Context, s server) error {
	main := c.sample.main
	if main.form == judge.Cut || len(c.sample.spellings) == 0 || c.has(checkCut) {
		return nil
	}
	equal := false // whether the column treats upper and lower case as equal
	var err error
	if c.differsInCase() {
		equal, err = c.ignoresCase(ctx, s)
	}
	switch {
	case c.severalForms():
		c.reportForms(s.Product(), equal)
	case main.inBytes, c.kind == kindBytes && main.form != judge.Bytes:
		c.report(checkText, wrong, "storing.md#sizes", "",
			"The column is for bytes, but its values are text: %v. uuid.Binary(id) finds no row, and a range "+
				"compares text with bytes. %s",
			main, c.fixText(s.Product()))
	case main.form == judge.CanonicalCapitals || main.form == judge.CanonicalMixed:
		c.reportCapitals(s.Product(), equal)
	case c.kind == kindText && !main.isFound() && (!main.isShort() || c.isCompared()):
		c.report(checkForm, warning, "storing.md#columns", "",
			"The values are %v. Go programs send 36 characters, so id = ? finds no row. %s",
			main, c.fixForm(s.Product()))
	}
	c.reportInvalid()
	return err
}

// severalForms reports whether the values have more than one form. The prefixes of TypeIDs may differ.
func (c *column) severalForms() bool {
	forms := make(map[string]bool)
	for spelled := range c.sample.spellings {
		forms[spelled.String()] = true
	}
	return len(forms) > 1
}

// differsInCase reports whether the values differ from canonical text only in case.
func (c *column) differsInCase() bool {
	for spelled := range c.sample.spellings {
		if !spelled.isCanonical() {
			return false
		}
	}
	return c.severalForms() || c.sample.main.form != judge.Canonical
}

// ignoresCase asks the database whether the column treats upper and lower case as equal.
func (c *column) ignoresCase(ctx context.Context, s server) (bool, error) {
	const id = "019baa5a-4000-7000-8000-00000000000a"
	_, distinct, err := s.Sort(ctx, c, []string{id, strings.ToUpper(id)})
	return distinct == 1, err
}

func (c *column) reportForms(p product, equal bool) {
	list := c.sample.bySpelling()
	var parts []string
	for _, spelled := range list {
		parts = append(parts, fmt.Sprintf("%v (%d)", spelled, c.sample.spellings[spelled]))
	}
	example := c.sample.find(func(v judge.Value) bool { return spellingOf(v) == list[1] })
	if equal {
		c.report(checkForms, warning, "storing.md#columns", example,
			"The values are in several forms: %s. The column's collation treats upper and lower case as equal, but "+
				"programs, caches and other columns may not. %s",
			strings.Join(parts, ", "), c.fixForm(p))
		return
	}
	c.report(checkForms, wrong, "storing.md#columns", example,
		"The values are in several forms: %s. id = ? and joins find only one of the forms. %s",
		strings.Join(parts, ", "), c.fixForm(p))
}

func (c *column) reportCapitals(p product, equal bool) {
	if equal {
		c.report(checkForm, warning, "storing.md#columns", "",
			"The values are %v, and Go programs send lower case. The column's collation treats upper and lower "+
				"case as equal, but programs, caches and other columns may not. %s",
			c.sample.main, c.fixForm(p))
		return
	}
	c.report(checkForm, wrong, "storing.md#columns", "",
		"The values are %v, and Go programs send lower case, so id = ? finds no row. %s",
		c.sample.main, c.fixForm(p))
}

// reportInvalid reports values that are not IDs in a column of IDs, without showing them.
func (c *column) reportInvalid() {
	var parts []string
	if n := c.sample.report.Forms[judge.NoForm]; n > 0 {
		parts = append(parts, fmt.Sprintf("invalid: %d", n))
	}
	if n := c.sample.empties; n > 0 {
		parts = append(parts, fmt.Sprintf("empty: %d", n))
	}
	if len(parts) == 0 {
		return
	}
	c.report(checkInvalid, warning, "storing.md#columns", "",
		"Some of %d values are not IDs (%s), and Scan returns an error for these. Correct them, and store "+
			"NULL for a missing ID.",
		c.sample.read(), strings.Join(parts, ", "))
}

// fixForm returns how to give all values the form that Go programs send.
func (c *column) fixForm(p product) string {
	switch {
	case c.kind == kindBytes:
		return "Store 16 bytes in all rows, and in the columns that refer to them."
	case p == postgreSQL:
		return fmt.Sprintf("Change the type to uuid, or SET %s = %s::uuid::text, together with the columns that "+
			"refer to it.", c.name, c.name)
	case p == mariaDB:
		return fmt.Sprintf("Change the type to uuid, or SET %s = CAST(CAST(%s AS uuid) AS char(36)), together with "+
			"the columns that refer to it.",
			c.name, c.name)
	case p == mySQL:
		return fmt.Sprintf("SET %s = BIN_TO_UUID(UUID_TO_BIN(%s)), together with the columns that refer to "+
			"it.", c.name, c.name)
	case c.differsInCase():
		return fmt.Sprintf("SET %s = lower(%s), together with the columns that refer to it.", c.name, c.name)
	}
	return "Store 36 characters in lower case in all rows, and in the columns that refer to them."
}

// fixText returns how to replace text in a column of bytes.
func (c *column) fixText(p product) string {
	switch p {
	case postgreSQL:
		return fmt.Sprintf("SET %s = uuid_send(convert_from(%s, 'UTF8')::uuid), together with the columns that "+
			"refer to it.", c.name, c.name)
	case mariaDB, mySQL:
		return fmt.Sprintf("SET %s = UNHEX(REPLACE(%s, '-', '')), together with the columns that refer to "+
			"it.", c.name, c.name)
	}
	return fmt.Sprintf("SET %s = unhex(replace(%s, '-', '')), together with the columns that refer to "+
		"it.", c.name, c.name)
}
