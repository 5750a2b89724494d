package main

import (
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid/internal/judge"
)

// goType returns the type that fits the column, as in the table in docs/storing.md, or "" if none does.
func (c *column) goType() string {
	mayBeNull := c.mayBeNull()
	main := c.sample.main
	if c.array {
		return "[]uuid.UUID"
	}
	switch {
	case c.has(checkCut, checkWriters), main.inBytes:
		return ""
	case c.kind == kindUUID:
		return nullable(mayBeNull, "uuid.UUID", "uuid.Null")
	case main.form == judge.Bytes, main.form == judge.NoForm && c.kind == kindBytes:
		switch c.sample.report.Order {
		case judge.Network:
			return nullable(mayBeNull, "uuid.Binary", "*uuid.Binary")
		case judge.Microsoft:
			return nullable(mayBeNull, "uuid.GUID", "*uuid.GUID")
		}
		return ""
	case main.form == judge.TypeID, main.form == judge.Base32, main.form == judge.Base58, main.form == judge.Base64URL,
		main.form == judge.Digits && !c.isCompared():
		return nullable(mayBeNull, "string", "*string") // no type writes this form
	}
	return nullable(mayBeNull, "uuid.UUID", "uuid.Null")
}

func nullable(mayBeNull bool, plain, null string) string {
	if mayBeNull {
		return null
	}
	return plain
}

// content describes in a few words what the column contains.
func (c *column) content() string {
	r := &c.sample.report
	if c.sample.ids() == 0 {
		return "no IDs yet"
	}
	var parts []string
	switch main := c.sample.main; main.form {
	case judge.Native, judge.Bytes, judge.Canonical:
	default:
		parts = append(parts, main.String())
	}
	if r.Order != judge.Network {
		name, _, _ := strings.Cut(r.Order.String(), " (C#")
		parts = append(parts, name)
	}
	versions := c.versions()
	for version := 1; version <= 8; version++ {
		switch n := versions[version]; n {
		case 0:
		case c.values():
			parts = append(parts, fmt.Sprintf("version %d", version))
		default:
			parts = append(parts, fmt.Sprintf("version %d (%d)", version, n))
		}
	}
	if n := r.Versions[0]; n > 0 {
		parts = append(parts, fmt.Sprintf("no version (%d)", n))
	}
	return strings.Join(parts, ", ")
}

// versions returns the number of IDs of each version, or nil if the values contain no versions. One in
// sixteen random values contains a version by chance.
func (c *column) versions() map[int]int {
	r := &c.sample.report
	if c.exact != nil {
		versions := make(map[int]int)
		for version, v := range c.exact {
			if version > 0 {
				versions[version] = v.rows
			}
		}
		return versions
	}
	if c.has(checkCut, checkULID) || 2*r.Versions[0] > r.Other() {
		return nil
	}
	versions := make(map[int]int)
	for version, n := range r.Versions {
		if version > 0 && n > 0 {
			versions[version] = n
		}
	}
	return versions
}
