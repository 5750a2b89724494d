package judge

import (
	"bytes"
	"encoding/hex"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A list is a list of values while it is judged.
type list struct {
	values []Value
	window window
	report Report

	ids    []uuid.UUID // the different values that are neither Nil, Max nor cut, as they are stored
	counts []int       // how many values are equal to each of ids
	orders []Order     // the order in which each of ids was stored

	cause    bool // a verdict says that the values are not the UUIDs that they seem to be
	doubt    bool // another order explains the values better, but not well enough to be named
	googleV6 int  // how many values are version 6 of google/uuid 1.6.0
	timed7   int  // how many values are version 7 with a time that can be
}

func newList(values []Value, now time.Time) *list {
	l := &list{values: inOneForm(values), window: possibleTimes(now)}
	l.report.Values = len(values)
	index := make(map[uuid.UUID]int)
	for _, v := range l.values {
		l.report.Forms[v.Form]++
		switch {
		case v.Form == NoForm || v.Form == Cut:
		case v.ID.IsNil():
			l.report.Nil++
		case v.ID == uuid.Max():
			l.report.Max++
		default:
			i, ok := index[v.ID]
			if !ok {
				i = len(l.ids)
				index[v.ID] = i
				l.ids = append(l.ids, v.ID)
				l.counts = append(l.counts, 0)
			}
			l.counts[i]++
		}
	}
	l.orders = make([]Order, len(l.ids))
	return l
}

// inOneForm reads the texts of 22 characters again: if one is base 64, all are.
func inOneForm(values []Value) []Value {
	isBase64 := false
	for _, v := range values {
		isBase64 = isBase64 || v.Form == Base64URL
	}
	if !isBase64 {
		return values
	}
	all := make([]Value, len(values))
	for i, v := range values {
		if v.Form == Base58 && !v.base64.IsNil() {
			v.ID, v.Form = v.base64, Base64URL
		}
		all[i] = v
	}
	return all
}

// nearlyAll reports whether n is at least nine tenths of the values that a verdict on the bytes is about.
func (l *list) nearlyAll(n int) bool { return 10*n >= 9*(l.report.Other()-l.report.Forms[Cut]) }

// add adds a verdict about count values.
func (l *list) add(v Verdict) {
	v.Of = l.report.Values - l.report.Forms[NoForm]
	l.report.Verdicts = append(l.report.Verdicts, v)
}

// judgeBytes decides what the bytes are.
func (l *list) judgeBytes() {
	l.cause = l.judgeHexDigits() || l.judgeOrder() || l.judgeULIDs()
}

// least is the number of bits by which an explanation must be better than any other: by chance, it is so in
// one list of 65536.
const least = 16

// fewestDifferent is the smallest number of different values that can show an order.
const fewestDifferent = 4

// judgeOrder names the order of the bytes if one explanation is far better than all others.
func (l *list) judgeOrder() bool {
	if len(l.ids) < fewestDifferent {
		return false
	}
	var rs readings
	rs[Network] = l.read(Network)
	if rs.explain(Network).bits+least >= mostBits(len(l.ids)) {
		return false // no explanation could be far better
	}
	for o := Network + 1; o < Order(numOrders); o++ {
		rs[o] = l.read(o)
	}
	best, certain := rs.bestOrders()
	if best.isNetwork() {
		return false
	}
	if !certain {
		l.doubt = true
		return false
	}
	explained := 0
	counts := make([]int, len(best.orders))
	for i, w := range best.writers {
		if w != noise {
			explained += l.counts[i]
			counts[w] += l.counts[i]
		}
	}
	if !l.nearlyAll(explained) {
		return false
	}
	for i, w := range best.writers {
		if w != noise {
			l.orders[i] = best.orders[w]
		}
	}
	if len(best.orders) == 1 {
		l.report.Order = best.orders[0]
		l.add(Verdict{Kind: WrongOrder, Order: best.orders[0], Count: explained})
		return true
	}
	main, other := 0, 1 // the fewer values are the foreign ones, but those in network order are never foreign
	if counts[1] > counts[0] && best.orders[0] != Network {
		main, other = 1, 0
	}
	l.report.Order = best.orders[main]
	l.add(Verdict{Kind: TwoOrders, Order: best.orders[other], Count: counts[other]})
	return true
}

// bestOrders returns the best explanation, and whether it is far better than all others. Two orders must be far
// better than one, and better than any other two.
func (rs *readings) bestOrders() (best explanation, certain bool) {
	var one, two ranking
	for a := range Order(numOrders) {
		one.add(rs.explain(a))
		for b := a + 1; b < Order(numOrders); b++ {
			two.add(rs.explain(a, b))
		}
	}
	r := one
	if two.first.bits > one.first.bits+least {
		r = two
	}
	return r.first, r.first.bits > r.second.bits+least
}

// isNetwork reports whether e explains nothing, or does so with network order alone.
func (e *explanation) isNetwork() bool {
	return len(e.orders) == 0 || len(e.orders) == 1 && e.orders[0] == Network
}

// A ranking contains the two best explanations, which save more than no bits.
type ranking struct{ first, second explanation }

func (r *ranking) add(e explanation) {
	switch {
	case e.bits > r.first.bits:
		r.first, r.second = e, r.first
	case e.bits > r.second.bits:
		r.second = e
	}
}

// read reads all values in one order.
func (l *list) read(o Order) []reading {
	rs := make([]reading, len(l.ids))
	for i, u := range l.ids {
		rs[i] = l.window.read(o.Undo(u))
	}
	return rs
}

// judgeHexDigits finds the first 16 of 32 hexadecimal digits. They are digits of a UUID, and not of another
// number, if they have a version.
func (l *list) judgeHexDigits() bool {
	var rs readings
	digits, letters := 0, false
	for i, u := range l.ids {
		half, err := hex.DecodeString(string(u[:]))
		if err != nil {
			continue
		}
		digits += l.counts[i]
		letters = letters || bytes.ContainsAny(u[:], "abcdefABCDEF")
		var whole uuid.UUID
		copy(whole[:], half)
		whole[8] = 0x80 // the variant
		rs[Network] = append(rs[Network], l.window.read(whole))
	}
	if !l.nearlyAll(digits) || !letters || len(rs[Network]) < fewestDifferent {
		return false
	}
	e := rs.explain(Network)
	withVersion := 0
	for _, w := range e.writers {
		if w != noise {
			withVersion++
			e.bits -= variantBits // which are made up
		}
	}
	if 10*withVersion < 9*len(e.writers) || e.bits < least {
		return false
	}
	l.add(Verdict{Kind: CutText, Count: digits})
	return true
}

// judgeULIDs finds ULIDs: they begin with a time, and have no version.
func (l *list) judgeULIDs() bool {
	if len(l.ids) < fewestDifferent {
		return false
	}
	count, withVersion := 0, 0
	all := make([]reading, len(l.ids))
	for i, u := range l.ids {
		t := ulidTime(u)
		all[i] = reading{id: u, tick: t.UnixMilli()}
		if l.window.contains(t) && t.Year() >= 2012 { // ULIDs were defined in 2016
			count += l.counts[i]
			if l.window.read(u).version != 0 {
				withVersion += l.counts[i]
			}
		}
	}
	if !l.nearlyAll(count) || 2*withVersion > count || !differAsULIDs(all) {
		return false
	}
	l.add(Verdict{Kind: ULIDs, Count: count})
	return true
}

// countVersions counts versions and times.
func (l *list) countVersions() {
	r := &l.report
	var odd []reading // with a time that cannot be
	var oddCounts []int
	withTime := 0
	for i, u := range l.ids {
		reading := l.window.read(l.orders[i].Undo(u))
		n := l.counts[i]
		switch reading.version {
		case googleV6:
			l.googleV6 += n
			r.Versions[6] += n
		default:
			r.Versions[reading.version] += n
		}
		switch reading.version {
		case 0:
		case 1, 6, 7:
			if !reading.timed {
				odd = append(odd, reading)
				oddCounts = append(oddCounts, n)
				continue
			}
			withTime += n
			if reading.version == 7 {
				l.timed7 += n
			}
			fallthrough
		default:
			r.Explained += n
		}
	}
	// If all values begin with the same bytes, these can be a version by chance. Then the time is rarely
	// in the years in which a clock that was never set begins.
	isVersion := 2*withTime > r.Other() || len(odd) > 1 && isRandom(odd, 6, 0x0f)
	past, future := 0, 0
	for k, reading := range odd {
		t, _ := reading.id.Time()
		if !isVersion && (t.Year() < 1970 || t.After(l.window.from)) {
			return
		}
		if t.Before(l.window.from) {
			past += oddCounts[k]
		} else {
			future += oddCounts[k]
		}
	}
	r.Past, r.Future = past, future
}
