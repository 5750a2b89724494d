package judge

import (
	"fmt"
	"strings"
)

// judgeForms finds truncated text, text in columns of bytes, several forms, and capitals.
func (l *list) judgeForms() {
	r := &l.report
	if n := r.Forms[Cut]; n > 0 {
		l.add(Verdict{Kind: CutText, Count: n})
	}
	var inBytes, capitals, withLetters int
	for _, v := range l.values {
		if v.TextInBytes {
			inBytes++
		}
		switch v.Form {
		case Canonical, CanonicalCapitals, CanonicalMixed, Braced, URN:
			// Digits are left out, because databases print the bytes of a column in upper case.
			if strings.ContainsAny(v.ID.String(), "abcdef") {
				withLetters++
			}
			if v.Capitals {
				capitals++
			}
		}
	}
	if inBytes > 0 {
		l.add(Verdict{Kind: TextInBytes, Count: inBytes})
		return
	}
	forms := 0
	for f, n := range r.Forms {
		if n > 0 && Form(f) != NoForm && Form(f) != Cut {
			forms++
		}
	}
	switch {
	case forms > 1:
		l.add(Verdict{Kind: SeveralForms, Count: r.Values - r.Forms[NoForm] - r.Forms[Cut]})
	case capitals > 0 && capitals == withLetters:
		l.add(Verdict{Kind: Capitals, Count: capitals})
	}
}

// judgeVersions finds versions 4 and 7 together, and impossible times. It finds nothing if the bytes are in
// another order or are not UUIDs, because these findings would only be consequences.
func (l *list) judgeVersions() {
	r := &l.report
	withVersion := r.Other() - r.Forms[Cut] - r.Versions[0]
	if l.cause || l.doubt || !l.nearlyAll(withVersion) {
		return
	}
	if r.Versions[4] > 0 && l.timed7 > 0 {
		l.add(Verdict{Kind: MixedVersions, Count: min(r.Versions[4], r.Versions[7])})
	}
	if n := r.Past + r.Future; n > 0 {
		l.add(Verdict{Kind: OddTimes, Count: n})
	}
	if n := l.googleV6; n > 0 {
		l.add(Verdict{Kind: GoogleV6, Count: n})
	}
}

// site is the address of the pages.
const site = "https://github.com/seed-8298af95/uuid/blob/main/docs/"

// describe sets the sentences of a verdict.
func (l *list) describe(v *Verdict) {
	r := &l.report
	of := count(v.Count, v.Of, "is", "are") + " "
	switch v.Kind {
	case WrongOrder:
		v.What = of + "in " + v.Order.String() + ", so they are read as different IDs"
		v.Do = l.remedy(v.Order)
		v.Page = site + "storing.md#byte-order"
	case TwoOrders:
		v.What = of + "in " + v.Order.String() + " and the others in " + r.Order.String() +
			", so two programs wrote them"
		v.Do = "find the program that writes the wrong order, and correct its rows"
		v.Page = site + "storing.md#byte-order"
	case CutText:
		v.What = of + "text truncated to 16 characters"
		v.Do = "copy the whole IDs from another column, because the other characters are lost here"
		v.Page = site + "storing.md#sizes"
	case ULIDs:
		v.What = of + "ULIDs, which contain a time but no version"
		v.Do = "sort and compare them as they are, but do not call Version, Time or a Mask"
		v.Page = site + "recipes.md#from-ulid-ksuid-and-typeid-libraries"
	case TextInBytes:
		v.What = of + "text in a column of bytes, so a condition with uuid.Binary does not find them"
		v.Do = "convert them to 16 bytes, and add a check constraint"
		v.Page = site + "storing.md#sizes"
	case SeveralForms:
		v.What = fmt.Sprintf("%d values have several forms: %s; a condition matches only one of them",
			v.Count, l.forms())
		v.Do = "convert them to one form"
		v.Page = site + "storing.md#columns"
	case Capitals:
		v.What = of + "in upper case, which a condition with a uuid.UUID does not find in PostgreSQL and SQLite"
		v.Do = "convert them to lower case"
		v.Page = site + "storing.md#columns"
	case MixedVersions:
		v.What = fmt.Sprintf("%d of %d values have version 4, and %d have version 7: lists and ranges by time give "+
			"wrong results",
			r.Versions[4], v.Of, r.Versions[7])
		v.Page = site + "version4.md"
	case OddTimes:
		v.What = l.times(v.Of)
		v.Do = "look for a wrong clock or a wrong unit"
		v.Page = site + "guarantees.md#on-time"
	case GoogleV6:
		v.What = of + "version 6 as google/uuid 1.6.0 wrote it, whose time is wrong by RFC 9562"
		v.Do = "do not call Time or V6ToV1"
		v.Page = site + "moving.md#from-googleuuid-gofrsuuid-and-satorigouuid"
	}
}

// remedy returns what to do with values in another order.
func (l *list) remedy(o Order) string {
	isBytes := l.report.Forms[Bytes]+l.report.Forms[Digits] > 0
	switch {
	case o == Microsoft && isBytes:
		return "use uuid.GUID for the column, and uuid.FromBytesLE for bytes"
	case o == Microsoft:
		return "correct the rows with uuid.FromBytesLE(id[:])"
	case o == UUIDToBin1 && isBytes:
		return "read them with BIN_TO_UUID(id, 1), and compare them with UUID_TO_BIN(?, 1)"
	case o == UUIDToBin1:
		return "correct the rows: the bytes 4 to 7, then 2 and 3, then 0 and 1 come first"
	case o == JavaLegacy:
		return "correct the rows: reverse the first eight bytes and the last eight"
	}
	return "correct the rows: swap the first eight bytes and the last eight"
}

// forms lists the forms, each with the number of its values.
func (l *list) forms() string {
	var parts []string
	for f, n := range l.report.Forms {
		if n > 0 && Form(f) != NoForm && Form(f) != Cut {
			parts = append(parts, fmt.Sprintf("%v (%d)", Form(f), n))
		}
	}
	return strings.Join(parts, ", ")
}

// times returns how many times are impossible.
func (l *list) times(of int) string {
	r := &l.report
	switch {
	case r.Future == 0:
		return count(r.Past, of, "has", "have") + " a time before 1995"
	case r.Past == 0:
		return count(r.Future, of, "has", "have") + " a time in the future"
	}
	return count(r.Past, of, "has", "have") + fmt.Sprintf(" a time before 1995, and %d in the future", r.Future)
}

// count returns the beginning of a sentence: "20 of 20 values are".
func count(n, of int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d of %d values %s", n, of, many)
}
