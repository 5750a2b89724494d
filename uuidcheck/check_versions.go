package main

import (
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// checkVersions reports versions 4 and 7 in one key, and impossible times.
func (c *column) checkVersions() {
	if c.hasOtherBytes() {
		return // consequences are not reported
	}
	r := &c.sample.report
	versions := c.versions()
	if v4, v7 := versions[4], versions[7]; c.identifies() && v4 > 0 && v7 > 0 {
		fewer := 4
		if v7 < v4 {
			fewer = 7
		}
		read := "of the values that were read"
		if c.exact != nil {
			read = "rows"
		}
		c.report(checkVersions, warning, "version4.md", c.exampleOfVersion(fewer),
			"The key contains version 4 (%d %s) and version 7 (%d). =, joins and references work, but ORDER BY, "+
				"ranges, expiry and pages by this column give wrong results for the version 4 rows, without an error.",
			v4, read, v7)
	}
	if r.Past > 0 {
		c.report(checkPast, warning, "guarantees.md#on-time", c.sample.findTime(isPast),
			"Values with a time before 1995: %d of %d. A program used seconds or microseconds instead of "+
				"milliseconds, or no time at all. They sort before all other IDs.",
			r.Past, c.sample.ids())
	}
	if r.Future > 0 {
		c.report(checkFuture, warning, "guarantees.md#on-time", c.sample.findTime(isFuture),
			"Values with a time in the future: %d of %d. A clock was wrong, or a program did not use "+
				"milliseconds. They sort after all IDs that are made before that time.",
			r.Future, c.sample.ids())
	}
}

// exampleOfVersion returns an ID of a version, or "".
func (c *column) exampleOfVersion(version int) string {
	if c.exact != nil {
		return c.exact[version].first
	}
	return c.sample.find(func(v judge.Value) bool {
		return v.ID.Version() == uuid.Version(version) && v.ID.Variant() == uuid.VariantRFC9562
	})
}

func isPast(t time.Time) bool   { return t.Year() < 1995 }
func isFuture(t time.Time) bool { return t.After(time.Now().Add(48 * time.Hour)) }

// findTime returns an ID whose time meets the condition.
func (s *sample) findTime(condition func(time.Time) bool) string {
	return s.find(func(v judge.Value) bool {
		t, ok := v.ID.Time()
		return v.Form != judge.NoForm && ok && condition(t)
	})
}

// checkSpecial reports Nil and Max, unless the table is meant to contain them.
func (c *column) checkSpecial() {
	r := &c.sample.report
	rare := func(n int) bool { return n > 0 && (c.identifies() || 2*n < c.sample.ids()) }
	if preset := strings.ToLower(c.preset); rare(r.Nil) && !strings.Contains(preset, uuid.Nil().String()) {
		meaning := "an ID that was never set"
		if !c.identifies() {
			meaning = "perhaps a missing ID, which should be NULL"
		}
		c.report(checkNil, warning, "requests.md#a-required-id", uuid.Nil().String(),
			"Values that are the Nil UUID, all zeros: %d of %d. Such a value is %s.",
			r.Nil, c.sample.ids(), meaning)
	}
	if rare(r.Max) {
		c.report(checkMax, warning, "requests.md#a-required-id", uuid.Max().String(),
			"Values that are the Max UUID, all ones: %d of %d. Perhaps the upper bound of a range was "+
				"stored as an ID.",
			r.Max, c.sample.ids())
	}
}
