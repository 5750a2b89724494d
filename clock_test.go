package uuid_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Where the clock shows whole milliseconds, as that of a bubble does, the fraction is
// drawn, and leaves half of the millisecond for counting on.
func TestMillisecondClock(t *testing.T) {
	for _, now := range []func() time.Time{nil, time.Now} {
		uuid.Bubble(t, func(t *testing.T) {
			g := newGenerator(t, uuid.Options{Now: now})
			fractions := make(map[int64]bool)
			for range 1000 {
				ids := issue(t, 3, g.NewV7)
				fraction := v7Fraction(ids[0])
				if fractions[fraction] = true; fraction >= 1<<11 || !timeOf(t, ids[2]).Equal(time.Now()) {
					t.Fatalf("%v at %v", ids, time.Now())
				}
				time.Sleep(time.Millisecond)
			}
			// 1000 draws out of 2048 hit about 790 different ones.
			if len(fractions) < 600 {
				t.Errorf("only %d fractions in 1000 milliseconds", len(fractions))
			}
		})
	}
}

// A clockUser is a generator that meets one clock after the other. Its UUIDs are to have the time of
// the clock that it meets, and its clock sequence is to change with the clock.
type clockUser struct {
	name    string
	g       *uuid.Generator // nil: the package-level functions
	clock   int             // the last that it met
	lastSeq uint16
}

func (c *clockUser) check(t *testing.T, clock int, lead time.Duration) (ids []uuid.UUID) {
	t.Helper()
	before := time.Now()
	if c.g == nil {
		ids = []uuid.UUID{uuid.NewV1(), uuid.NewV6(), uuid.NewV7()}
	} else {
		for _, call := range clockedCalls {
			ids = append(ids, must(t)(call.next(c.g)))
		}
	}
	for _, u := range ids {
		if got := timeOf(t, u); got.Before(before.Truncate(time.Millisecond)) || got.After(time.Now().Add(lead)) {
			t.Fatalf("%s: %v is of %v, at %v", c.name, u, got, before)
		}
	}
	seq := clockSeqOf(t, ids[0])
	if same := seq == c.lastSeq; c.clock > 0 && same != (clock == c.clock) {
		t.Errorf("%s: %v has clock sequence %d on clock %d, after %d on clock %d", c.name, ids[0], seq, clock, c.lastSeq, c.clock)
	}
	c.clock, c.lastSeq = clock, seq
	return ids
}

// A UUID that is made in a testing/synctest bubble has the time of the clock of that bubble.
// Outside it has the system time. Each is another clock, not the same clock set back or forward,
// though all bubbles begin at the same time and some sleep past today.
func TestEachBubbleHasItsTime(t *testing.T) {
	seq := uint16(5)
	users := []*clockUser{{name: "package"}, {name: "zero", g: new(uuid.Generator)}}
	for _, opts := range []uuid.Options{
		{Rollback: uuid.RollbackHold}, {Rollback: uuid.RollbackError},
		{V7: uuid.V7Counter}, {V7: uuid.V7Random}, {Node: uuid.Node{1}}, {ClockSeq: &seq},
	} {
		users = append(users, &clockUser{name: fmt.Sprintf("%+v", opts), g: newGenerator(t, opts)})
	}
	var all []uuid.UUID
	clock := 0
	check := func(t *testing.T, lead time.Duration) {
		t.Helper()
		must(t)(uuid.NewV7At(unixEnd)) // changes no generator
		must(t)(uuid.NewV6At(gregorianEnd))
		for _, user := range users {
			all = append(all, user.check(t, clock, lead)...)
		}
	}
	const lead, leadOutside = 20 * time.Microsecond, time.Millisecond // a browser's clock tells no less
	const year = 365 * 24 * time.Hour
	for _, lasts := range []time.Duration{0, 5 * time.Second, 0, 600 * time.Microsecond, time.Hour, 30 * year, 20*year + 300*time.Microsecond, 40 * year, 0} {
		if lasts != 40*year { // the bubble begins where the one before ended
			clock++
			check(t, leadOutside)
		}
		clock++
		uuid.Bubble(t, func(t *testing.T) {
			check(t, lead)
			// Shorter than a reading of the wall clock is built upon, too.
			time.Sleep(lasts / 2)
			check(t, lead)
			time.Sleep(lasts - lasts/2)
			check(t, lead)
		})
	}
	clock++
	check(t, leadOutside)
	wantDistinct(t, all)
}

// TestBubbleOfGivenIdentity checks that a generator with a node and a clock sequence of the caller's
// keeps both, and does not go back, when it is used in a bubble and outside of it. The generator
// reads the caller's ClockSeq once.
func TestBubbleOfGivenIdentity(t *testing.T) {
	seq := uint16(5)
	g := newGenerator(t, uuid.Options{Node: uuid.Node{1}, ClockSeq: &seq})
	seq = 1<<16 - 1
	must(t)(g.NewV7()) // draws no node
	uuid.Bubble(t, func(t *testing.T) { must(t)(g.NewV1()) })
	for _, u := range []uuid.UUID{must(t)(g.NewV1()), must(t)(g.NewV6())} {
		if node, _ := u.Node(); node != (uuid.Node{1}) || clockSeqOf(t, u) != 5 || time.Since(timeOf(t, u)) > time.Second {
			t.Errorf("%v", u)
		}
	}
	uuid.Bubble(t, func(t *testing.T) { wantError(t, uuid.ErrClockRollback)(g.NewV1()) })
	must(t)(g.NewV1())
}

// A Store belongs to one clock. With a Store, a bubble is a step of the clock.
func TestBubbleWithStore(t *testing.T) {
	for _, p := range policies {
		g := newGenerator(t, uuid.Options{Rollback: p.policy, Store: &memoryStore{}})
		before := must(t)(g.NewV7())
		uuid.Bubble(t, func(t *testing.T) {
			switch p.policy {
			case uuid.RollbackHold:
				issue(t, 100, g.NewV7) // the time is held, and has room
			case uuid.RollbackError:
				wantError(t, uuid.ErrClockRollback)(g.NewV7())
			default:
				if u := must(t)(g.NewV7()); !timeOf(t, u).Equal(time.Now()) {
					t.Errorf("%v", u)
				}
			}
		})
		// Under RollbackFollow order began again, perhaps in the same millisecond.
		u := must(t)(g.NewV7())
		if p.policy != uuid.RollbackFollow && u.Compare(before) <= 0 || time.Since(timeOf(t, u)).Abs() > time.Second {
			t.Errorf("%s: %v after %v", p.name, u, before)
		}
	}
}
