// Package judge finds what is wrong with a list of stored UUIDs: the order of their bytes, their forms, versions and
// times. It sees only the values, so it can serve a command that reads lines and one that reads a database.
package judge

import "time"

// A Report is what can be seen from the values of a list alone.
type Report struct {
	Values int           // all values
	Forms  [numForms]int // how many values have each form
	Nil    int
	Max    int

	// Order is the order of the bytes in most values: Network, unless a verdict says otherwise.
	Order Order
	// Explained is the number of values, other than Nil and Max, that are plausible UUIDs in network order or in
	// the orders that a verdict names: they have a version and, if it contains a time, a possible time. Of random
	// values, one in fourteen is plausible.
	Explained int
	// Versions contains the number of UUIDs of each version from 1 to 8, read in Order. Versions[0] is the number of
	// UUIDs with any other version. Nil and Max are not counted.
	Versions [9]int
	Past     int // UUIDs with a time before 1995
	Future   int // UUIDs with a time more than two days after now

	Verdicts []Verdict // what is wrong, in order of severity
}

// Other returns the number of values that have a form and are neither Nil nor Max.
func (r *Report) Other() int { return r.Values - r.Forms[NoForm] - r.Nil - r.Max }

// A Kind is what a verdict is about.
type Kind int

// The first five mean that the values are not the UUIDs that they seem to be. The others are about valid UUIDs.
const (
	WrongOrder    Kind = iota // nearly all are UUIDs in Verdict.Order
	TwoOrders                 // some are in Verdict.Order, and the rest are in Report.Order
	CutText                   // they are text truncated to 16 characters
	ULIDs                     // they are ULIDs, which contain a time but no version
	TextInBytes               // columns of bytes contain text
	SeveralForms              // the same UUID could be written in several forms
	Capitals                  // all texts are in upper case
	MixedVersions             // versions 4 and 7
	OddTimes                  // times before 1995, or in the future
	GoogleV6                  // version 6 of google/uuid 1.6.0, whose times are about 1609 by RFC 9562
)

// A Verdict is one thing that is wrong, with its cause and its remedy.
type Verdict struct {
	Kind  Kind
	Order Order // for WrongOrder and TwoOrders
	Count int   // the values that the verdict is about
	Of    int   // the values that were judged

	What string // what the values are: "20 of 20 values are …", without a full stop
	Do   string // what to do: "use …", without a full stop; "" if that depends on the program
	Page string // the URL of a page that explains it
}

// IsWrong reports whether the values are not the UUIDs that they seem to be.
func (v Verdict) IsWrong() bool { return v.Kind <= TextInBytes }

// String returns the sentence for a person.
func (v Verdict) String() string {
	text := v.What
	if v.Do != "" {
		text += "; " + v.Do
	}
	return text + "; see " + v.Page
}

// Fewest is the smallest number of values on which Judge gives verdicts. Fewer can be alike by chance.
const Fewest = 8

// Judge judges the values of a list. The verdicts depend on the time because UUIDs are not made in the future.
// They do not depend on the order of the list.
func Judge(values []Value, now time.Time) Report {
	l := newList(values, now)
	if l.report.Other() >= Fewest {
		l.judgeBytes()
	}
	l.countVersions()
	if l.report.Values-l.report.Forms[NoForm] >= Fewest {
		l.judgeForms()
		l.judgeVersions()
	}
	for i := range l.report.Verdicts {
		l.describe(&l.report.Verdicts[i])
	}
	return l.report
}
