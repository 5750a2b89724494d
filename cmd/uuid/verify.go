package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

var verifyCommand = command{
	name:    "verify",
	args:    idArgs,
	summary: "Check that IDs are valid and, optionally, unique and in order",
	notes: "An ID is valid if it is Nil or Max, or if RFC 9562 defines its version and variant. " +
		"IDs that fail a check are reported on standard error. " +
		"If there are at least eight IDs, verify also judges the list as a whole, or a random sample of 1000 IDs " +
		"(not with -v9). It fails if the bytes are in another order, or if the IDs are truncated text or ULIDs. " +
		"If the list contains versions 4 and 7, several forms, upper case or impossible times, verify only says so. " +
		"With -unique or -ordered, verify also prints a summary: the number of IDs, of duplicates (-unique) " +
		"and of out-of-order IDs (-ordered), and the lead (not with -v9). " +
		"The lead is the longest time by which an ID was ahead of the clock.",
	example: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
	called: []wording{
		{words: "validate is-valid isvalid is_valid check lint is-uuid isuuid verifier validator"},
		{words: "valid test", needs: true},
	},
	flags: func() flags { return new(verifyFlags) },
	run:   with(verify),
}

type verifyFlags struct {
	inputFlags
	checkV9 bool          // check the CRC-8 of version 9 IDs
	unique  bool          // report duplicates
	ordered bool          // report each ID that is not greater than the previous ID
	maxLead time.Duration // report each ID whose time is more than this ahead of the clock
}

func (f *verifyFlags) define(fs *flag.FlagSet) {
	fs.BoolVar(&f.checkV9, "v9", false, "check the CRC-8 of version 9 IDs instead of the version and variant")
	fs.BoolVar(&f.unique, "unique", false, "report each duplicate ID, and print a summary; "+
		"this needs up to 50 bytes of memory per ID")
	fs.BoolVar(&f.ordered, "ordered", false, "report each ID that is not greater than the previous ID, "+
		"and print a summary")
	f.maxLead = math.MaxInt64
	const usage = "report each ID whose time is more than `DURATION` ahead of the clock, such as 10ms"
	fs.Func("lead", usage, func(value string) (err error) {
		f.maxLead, err = parseDuration(value)
		if err != nil || f.maxLead < 0 {
			err = errors.New("want a duration, such as 10ms or 1h")
		}
		return err
	})
	f.inputFlags.define(fs)
}

func (f *verifyFlags) check([]string) error {
	if f.checkV9 && f.maxLead < math.MaxInt64 {
		return misuse("-v9 and -lead cannot be combined")
	}
	return nil
}

// verify reports IDs that fail a check. With -unique or -ordered it also prints a summary.
func verify(s *session, f *verifyFlags, args []string) error {
	if f.unique {
		// The set of IDs takes up nearly all of the heap. With the default setting of 100, the heap
		// could grow to twice the size of the set before a garbage collection.
		defer debug.SetGCPercent(debug.SetGCPercent(20))
	}
	st := &stream{verifyFlags: f, seen: make(map[uuid.UUID]struct{})}
	list := &judgement{from: f.from}
	check := func(text string) (uuid.UUID, error) {
		u, err := f.decode(text)
		if !f.checkV9 { // the bits of a version 9 ID do not show their order
			list.add(text, u, err)
		}
		if err != nil {
			return u, err
		}
		if faults := st.add(u); len(faults) > 0 {
			return u, fmt.Errorf("%s %s", u, strings.Join(faults, " and "))
		}
		return u, nil
	}
	if err := s.forEach("IDs", args, check, func(uuid.UUID) error { return nil }); err != nil {
		return err
	}
	if err := s.reportVerdicts(list); err != nil {
		return err
	}
	if f.unique || f.ordered {
		if err := s.write(st.summary()); err != nil {
			return err
		}
	}
	if st.count == 0 && s.status == exitOK { // the program that should have written the IDs probably failed
		return s.report(errors.New("there are no IDs to verify"))
	}
	return nil
}

// A stream is the state of verify. With -unique the stream grows by 30 to 50 bytes per ID.
// Otherwise its size is constant.
type stream struct {
	*verifyFlags
	count, duplicates, unordered uint64

	seen map[uuid.UUID]struct{} // all IDs so far, with -unique
	last uuid.UUID
	now  time.Time     // the latest clock reading
	lead time.Duration // the longest time by which an ID was ahead of the clock
}

// add counts an ID and returns a description of each check that the ID fails.
func (st *stream) add(u uuid.UUID) (faults []string) {
	if st.checkV9 {
		if !uuid.HasV9Checksum(u) {
			faults = append(faults, "does not end with its CRC-8")
		}
	} else if !isRFC9562(u) {
		faults = append(faults, "is not defined by RFC 9562")
	}
	if n := len(st.seen); st.unique {
		st.seen[u] = struct{}{}
		if len(st.seen) == n {
			st.duplicates++
			faults = append(faults, "is a duplicate")
		}
	}
	if st.ordered && st.count > 0 && u.Compare(st.last) <= 0 { // the first ID has no previous ID
		st.unordered++
		faults = append(faults, "is not greater than the previous ID")
	}
	if lead := st.leadOf(u); lead > st.maxLead {
		faults = append(faults, "is "+leadText(lead)+" ahead of the clock")
	}
	st.count++
	st.last = u // even if u is out of order, so one jump back is reported only once
	return faults
}

// leadOf returns how far the time in u is ahead of the clock, or 0. With -v9 it returns 0, because
// a version 9 ID does not say which of its bits are a time. To save time, leadOf reads the clock
// only if the time in u is after the latest reading.
func (st *stream) leadOf(u uuid.UUID) time.Duration {
	t, ok := u.Time()
	if !ok || st.checkV9 || !t.After(st.now) {
		return 0
	}
	st.now = time.Now()
	lead := max(t.Sub(st.now), 0)
	st.lead = max(st.lead, lead)
	return lead
}

// leadText formats a lead. A Duration cannot be longer than 292 years.
func leadText(lead time.Duration) string {
	if lead == math.MaxInt64 {
		return "more than 292 years"
	}
	return lead.String()
}

func (st *stream) summary() []byte {
	b := appendRow(nil, "ids", st.count)
	if st.unique {
		b = appendRow(b, "duplicates", st.duplicates)
	}
	if st.ordered {
		b = appendRow(b, "unordered", st.unordered)
	}
	if !st.checkV9 {
		b = appendRow(b, "lead", leadText(st.lead))
	}
	return b
}
