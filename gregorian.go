package uuid

// Versions 1 and 6 share one sequence of timestamps. They differ in the order of the
// bits and, by default, in the node and clock sequence.

// fastGregorian sets u to the next UUID of version 1 or 6. It reports whether it
// did, as it nearly always does. If not, there is more to do than one step of the
// sequence, and slowGregorian does that. The second word of u is the identity of g
// or, if fresh, random bits.
func (g *Generator) fastGregorian(u *UUID, v Version, fresh bool) bool {
	if fresh && g.opts.Rand != nil || !systemRand() {
		return false
	}
	g.mu.Lock()
	r := g.clock.recent(monotonic())
	now, err := gregorian.tick(r.at)
	ok := r.fresh() && err == nil
	var tail uint64
	left := int32(1)
	if !fresh {
		tail = g.identity.tail()
		ok = ok && g.identity.known
	} else if ok {
		tail, left = g.stock().take()
		tail |= multicast
		ok = left >= 0
	}
	ok = ok && g.gregorian.step(request{now, now, timestamp{tick: now}, 1})
	if ok {
		g.gregorian.mono = r.mono
		u.putGregorian(v, g.gregorian.last, tail)
	}
	g.mu.Unlock()
	if left == 0 {
		g.refill()
	}
	return ok
}

// slowGregorian does what fastGregorian does, whatever it takes.
func (g *Generator) slowGregorian(u *UUID, v Version, fresh bool) error {
	if fresh && g.refill() && g.fastGregorian(u, v, fresh) {
		return nil
	}
	w := wait{g: g, s: &g.gregorian}
	defer w.end()
	for {
		err := g.tryGregorian(u, v, fresh)
		if !w.retry(err) {
			return err
		}
	}
}

// tryGregorian is slowGregorian without waiting.
func (g *Generator) tryGregorian(u *UUID, v Version, fresh bool) (err error) {
	d := draw{drawn: true}
	if fresh {
		d = g.draw()
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	err = g.beginLocked()
	if err == nil && !fresh && !g.identity.known {
		g.identity, err = g.newIdentity(g.random128Locked)
	}
	if err != nil {
		return err
	}
	var r ticked
	err = g.issueLocked(&g.gregorian, &r, &d, func() request {
		return request{r.now, r.now, timestamp{tick: r.now}, 1}
	})
	if err != nil {
		return err
	}
	tail := g.identity.tail()
	if fresh {
		tail = d.lo | multicast
	}
	u.putGregorian(v, g.gregorian.last, tail)
	g.reserveEarlyLocked(&g.gregorian, r.at)
	return nil
}

// putGregorian sets u to the UUID of version 1 or 6 with the given timestamp and tail.
func (u *UUID) putGregorian(v Version, t timestamp, tail uint64) {
	if v == 1 {
		u.put(v1(uint64(t.tick), tail))
	} else {
		u.put(v6(uint64(t.tick), tail))
	}
}
