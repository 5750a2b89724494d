package uuid

import (
	"errors"
	"io/fs"
	"sync"
	"time"
)

// What a Generator reserves in its Store: a state that lies ahead of what it issues.

const (
	// A step is reserveStep and twice the time of the last save. A save covers a step more,
	// but no more than one and a half steps, or reserveMost, past the clock. The next save
	// begins when half a step is left: that outlasts a save of up to 3 s.
	reserveStep = time.Second
	reserveMost = 6 * time.Second

	backOff = time.Second / 4 // after a save that failed
)

// saves is what a Generator knows of its calls of Store.Save.
type saves struct {
	underWay bool      // one is
	ended    sync.Cond // one has; without a Store there is none, and no L
	count    uint64
	step     time.Duration // what the next one covers
	err      error         // of the last one
	retry    time.Time     // until then err stands
}

// saveLocked has the Store hold st. The lock is free meanwhile. The caller has seen that none
// is under way.
func (g *Generator) saveLocked(st State) (err error) {
	g.saves.underWay = true
	g.mu.Unlock()
	begun := time.Now()
	defer func() {
		took := max(0, time.Since(begun))
		g.mu.Lock()
		g.saves.underWay = false
		g.saves.count++
		g.saves.step = min(reserveStep+2*took, reserveMost)
		g.saves.err, g.saves.retry = err, begun.Add(took+backOff)
		g.saves.ended.Broadcast()
	}()
	return g.opts.Store.Save(st)
}

// awaitLocked waits for the end of the save that is under way.
func (g *Generator) awaitLocked() {
	for n := g.saves.count; g.saves.count == n; {
		g.saves.ended.Wait()
	}
}

// refusedLocked returns the error of the last save if it is too early for another one. A
// clock that was set back does not make it later.
func (g *Generator) refusedLocked() error {
	if left := time.Until(g.saves.retry); left <= 0 || left > backOff {
		return nil
	}
	return g.saves.err
}

// aimLocked sets t.target to what the next save is to cover. A timeline that is not needed stays
// where it is until the clock has passed what it continues from: else what is saved would
// be further ahead with each save and each start.
func (g *Generator) aimLocked(t *timeline, at instant, step time.Duration, needed bool) {
	scale := g.scale(t)
	t.target = max(t.reserved, t.last.tick)
	if now, err := scale.tick(at); needed || err == nil && now > t.last.tick {
		now = max(now, t.seen, t.last.tick)
		most := now + scale.ticks(min(step+step/2, reserveMost))
		t.target = max(t.target, min(max(now, t.reserved)+scale.ticks(step), most, maxTick))
	}
}

// reserveLocked saves a state that covers more of needed, and of the other timeline if its
// time has come. needed is nil at the start and with back. If back is not nil, that timeline is to begin
// anew and is covered from there on only; no more is reserved from now on, since the Store
// may hold that state even if the save fails.
func (g *Generator) reserveLocked(at instant, needed, back *timeline) error {
	step := g.saves.step
	for _, t := range []*timeline{&g.v1v6, &g.v7} {
		if g.aimLocked(t, at, step, t == needed); t == back {
			now, _ := g.scale(t).tick(at)
			t.target = min(now+g.scale(t).ticks(step), maxTick)
			t.reserved, t.limit = min(t.reserved, t.target), min(t.limit, t.target)
		}
	}
	err := g.saveLocked(stateAt(timestamp{tick: g.v1v6.target}, timestamp{tick: g.v7.target}, 0))
	if err == nil {
		for _, t := range []*timeline{&g.v1v6, &g.v7} {
			t.reserved, t.limit = t.target, t.target-g.scale(t).ticks(step/2)
		}
	}
	return err
}

// restoreLocked makes g continue from its Store. A start takes one save: it covers what
// is issued next, unless that has to wait for the clock to pass the state.
func (g *Generator) restoreLocked() error {
	st, err := g.opts.Store.Load()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st = State{}
	case err != nil:
		return err
	case !st.valid():
		return errors.New("uuid: Store holds an invalid state")
	}
	g.saves.ended.L, g.saves.step = &g.mu, reserveStep
	r, last := g.read(), [2]timestamp{none, none}
	if st.Ticks > 0 {
		last[0].tick = int64(st.Ticks)
	}
	if !st.V7.IsNil() {
		last[1] = v7Timestamp(st.V7, g.v7.counterBits)
	}
	for i, t := range []*timeline{&g.v1v6, &g.v7} {
		t.mono, t.last, t.reserved = r.mono, last[i], last[i].tick
		if t.last != none { // what is reserved, and the lead, is no step back of the clock
			t.seen = t.last.tick - g.scale(t).ticks(reserveMost) - t.maxLead
		}
	}
	return g.reserveLocked(r.at, nil, nil)
}

// coverLocked has the Store cover more of t, which is past its limit. If needed, t is also
// past what is reserved: only then coverLocked waits for the save of another call, or
// returns an error. It reports whether the lock was free meanwhile.
func (g *Generator) coverLocked(t *timeline, at instant, needed bool) (released bool, err error) {
	switch err = g.refusedLocked(); {
	case g.saves.underWay && needed:
		g.awaitLocked()
		return true, g.refusedLocked()
	case err == nil && !g.saves.underWay:
		released, err = true, g.reserveLocked(at, t, nil)
	}
	if !needed {
		err = nil
	}
	return released, err
}

// followLocked makes t begin anew at now, which is before what it has seen. Versions 1 and
// 6 get another clock sequence for that, and the Store a lower state. With an error t stays
// as it is, but for what is reserved. followLocked reports again if the lock was free and
// t does not begin anew.
func (g *Generator) followLocked(t *timeline, at instant, now int64) (again bool, err error) {
	if g.saves.underWay {
		g.awaitLocked()
		return true, nil
	}
	before := g.identity
	id := before
	if t == &g.v1v6 && id.known {
		id, err = g.nextIdentityLocked()
	}
	if err == nil && g.opts.Store != nil {
		if err = g.refusedLocked(); err == nil {
			err = g.reserveLocked(at, nil, t)
		}
	}
	if err != nil {
		return false, err
	}
	if t == &g.v1v6 {
		if g.identity != before {
			return true, nil // a first UUID of version 1 was made meanwhile
		}
		g.identity = id
	}
	t.restart(now)
	return false, nil
}
