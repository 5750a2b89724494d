package uuid

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// tickState is a state of one generator whose times are at tick.
func tickState(clockSeq uint16, tick uint64) State {
	return State{Node: Node{1}, ClockSeq: clockSeq, Ticks: tick, V7: MinV7(time.UnixMilli(int64(tick)))}
}

// claimNext takes the clock sequence after the one in the file, as a Generator
// does.
func claimNext(t *testing.T, s *FileStore) State {
	t.Helper()
	for range 10 {
		st, err := s.Load()
		if err != nil {
			t.Fatal(err)
		}
		st.ClockSeq = (st.ClockSeq + 1) & maxClockSeq
		err = s.Save(st)
		if err == nil {
			return st
		}
		if err != ErrStateTaken {
			t.Fatal(err)
		}
	}
	t.Fatal("taken again and again")
	return State{}
}

// claimOthers makes the file what it is after so many other stores have claimed
// with the same node. Unless all is asked for it does not let them.
func claimOthers(t *testing.T, m *memFiles, others int) {
	t.Helper()
	if fullTests {
		for range others {
			claimNext(t, m.store())
		}
		return
	}
	file := m.names["/state"]
	r, ok := parseRecord(file.text)
	if !ok {
		t.Fatalf("the file has %q", file.text)
	}
	r.ClockSeq = (r.ClockSeq + uint16(others)) & maxClockSeq
	r.claims += uint64(others)
	file.text = r.text()
}

// TestSaveThroughCrash lets the computer go down before each call that Saves
// make. After that the file has the state that was saved last or, if there was
// one, that was being saved.
func TestSaveThroughCrash(t *testing.T) {
	down := errors.New("down")
	for _, keepNames := range []bool{false, true} {
		for crash := 0; ; crash++ {
			m := newMemFiles()
			calls := 0
			m.before = func(string) error {
				if calls++; calls > crash {
					return down
				}
				return nil
			}
			a, b := m.store(), m.store()
			var saved, saving State
			script := []struct {
				store *FileStore
				state State
			}{
				{a, tickState(1, 100)}, {a, tickState(1, 200)}, {b, tickState(2, 300)}, {b, tickState(2, 400)}, {b, tickState(2, 350)},
			}
			var err error
			for _, step := range script {
				if _, err = step.store.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
					break
				}
				saving = step.state
				if err = step.store.Save(step.state); err != nil {
					break
				}
				saved = step.state
			}
			m.before = func(string) error { return nil }
			m.crash(keepNames)
			got, loadErr := m.store().Load()
			none := errors.Is(loadErr, fs.ErrNotExist)
			if loadErr != nil && !(none && saved == (State{})) || got != saved && got != saving {
				t.Errorf("down before call %d, names kept: %t: %+v, %v after %+v was saved", crash, keepNames, got, loadErr, saved)
			}
			if err == nil {
				if calls < 40 {
					t.Errorf("%d calls only", calls)
				}
				break
			}
			if !errors.Is(err, down) {
				t.Fatal(err)
			}
		}
	}
}

// TestCallThatFails lets each call of a claim and of another Save fail once. A
// claim that failed is none, and the next Save after the pause succeeds.
func TestCallThatFails(t *testing.T) {
	failure := errors.New("failure")
	for _, call := range []string{"resolve", "lock", "read", "create", "write", "sync", "close", "rename", "syncDir"} {
		t.Run(call, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newMemFiles()
				s := m.store()
				failOnce := func() {
					m.before = func(c string) error {
						if c != call {
							return nil
						}
						m.before = func(string) error { return nil }
						return failure
					}
				}
				failOnce()
				if err := s.Save(tickState(1, 100)); !errors.Is(err, failure) {
					t.Errorf("claim: %v", err)
				}
				// Another may take it, and s notices.
				other := m.store()
				if _, err := other.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				if err := other.Save(tickState(1, 200)); err != nil {
					t.Fatal(err)
				}
				time.Sleep(backOff)
				if err := s.Save(tickState(1, 100)); err != ErrStateTaken {
					t.Errorf("a claim that had failed, and that another made: %v", err)
				}
				claimNext(t, s)
				failOnce()
				if err := s.Save(tickState(2, 300)); !errors.Is(err, failure) {
					t.Errorf("Save: %v", err)
				}
				time.Sleep(backOff)
				if err := s.Save(tickState(2, 250)); err != nil {
					t.Errorf("Save after the pause: %v", err)
				}
				if st, err := m.store().Load(); st != tickState(2, 250) || err != nil {
					t.Errorf("the file has %+v, %v", st, err)
				}
				failOnce()
				if call == "resolve" || call == "lock" || call == "read" {
					if _, err := s.Load(); !errors.Is(err, failure) {
						t.Errorf("Load: %v", err)
					}
				}
				if st, err := s.Load(); st != tickState(2, 250) || err != nil {
					t.Errorf("Load: %+v, %v", st, err)
				}
			})
		})
	}
}

// After a failure Save leaves the file system alone for a while, on every clock.
// It recovers by itself.
func TestBackOff(t *testing.T) {
	full := errors.New("no space left")
	m := newMemFiles()
	s := m.store()
	attempts := 0
	fill := func() {
		m.before = func(call string) error {
			switch call {
			case "lock":
				attempts++
			case "create":
				return full
			}
			return nil
		}
	}
	empty := func() { m.before = func(string) error { return nil } }
	save := func(t *testing.T, want error) {
		t.Helper()
		if err := s.Save(tickState(1, 100)); err != want {
			t.Errorf("Save: %v, want %v", err, want)
		}
	}
	save(t, nil)

	// A bubble's time begins in 2000 and passes only while all sleep.
	synctest.Test(t, func(t *testing.T) {
		fill()
		const seconds = 20
		attempts = 0
		for range seconds * 1000 {
			save(t, full)
			time.Sleep(time.Millisecond)
		}
		if attempts < 3*seconds || attempts > 4*seconds+1 {
			t.Errorf("tried %d times in %d s", attempts, seconds)
		}
		if st, err := s.Load(); st != tickState(1, 100) || err != nil {
			t.Errorf("Load: %+v, %v", st, err)
		}
		empty()
		time.Sleep(backOff)
		save(t, nil)

		fill()
		save(t, full)
		empty()
		save(t, nil) // no time has passed, none need pass
		time.Sleep(time.Millisecond)
		save(t, nil) // what failed is forgotten
		fill()
		save(t, full)
	})
	empty()
	save(t, nil) // outside it is years later
	fill()
	save(t, full)
	synctest.Test(t, func(t *testing.T) {
		empty()
		save(t, nil) // and inside years earlier
	})
	fill()
	attempts = 0
	start := time.Now()
	for range 100 {
		save(t, full)
	}
	if most := 1 + int(time.Since(start)/backOff); attempts > most {
		t.Errorf("tried %d times instead of %d", attempts, most)
	}
}

// A claim that was lost to another, or a state that is invalid, is no failure of
// the file system.
func TestNoBackOff(t *testing.T) {
	m := newMemFiles()
	a, b := m.store(), m.store()
	if err := a.Save(tickState(1, 100)); err != nil {
		t.Fatal(err)
	}
	if err := b.Save(tickState(1, 100)); err != ErrStateTaken {
		t.Fatal(err)
	}
	if err := b.Save(State{ClockSeq: maxClockSeq + 1}); err == nil {
		t.Fatal("saved an invalid state")
	}
	if got := claimNext(t, b); got != tickState(2, 100) {
		t.Errorf("claimed %+v", got)
	}
}

// When so many others have claimed that the clock sequences come round, a store
// says so: it neither goes on with its clock sequence nor takes it again.
func TestClockSequencesComeRound(t *testing.T) {
	for _, tt := range []struct {
		name   string
		others int // that claim
		taken  bool
	}{
		{"one less", maxClockSeq - 1, false},
		{"the next has it", maxClockSeq, true},
		{"one has it", maxClockSeq + 1, true},
		{"one had it", maxClockSeq + 2, true},
		{"the next has it again", 2*maxClockSeq + 1, true},
		{"two had it", 2*maxClockSeq + 3, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMemFiles()
			s := m.store()
			const first = 5
			if err := s.Save(tickState(first, 100)); err != nil {
				t.Fatal(err)
			}
			claimOthers(t, m, tt.others)
			last, err := m.store().Load()
			if err != nil {
				t.Fatal(err)
			}
			want := error(nil)
			if tt.taken {
				want = ErrStateTaken
			}
			for range 2 {
				if err := s.Save(tickState(first, 200)); err != want {
					t.Errorf("Save: %v, want %v", err, want)
				}
			}

			// The clock sequence that is taken instead is neither the one that
			// s had nor one that another had within the last round.
			next := (last.ClockSeq + 1) & maxClockSeq
			if next == first {
				next++
			}
			if got := claimNext(t, s); got.ClockSeq != next {
				t.Errorf("claimed %d, want %d", got.ClockSeq, next)
			}
			if err := s.Save(tickState(next, 300)); err != nil {
				t.Errorf("Save: %v", err)
			}
			if st, err := m.store().Load(); st != tickState(next, 300) || err != nil {
				t.Errorf("the file has %+v, %v", st, err)
			}
		})
	}
}

// A clock sequence that comes round is not passed over unless that is written.
func TestComeRoundOnFullDisk(t *testing.T) {
	m := newMemFiles()
	s := m.store()
	if err := s.Save(tickState(0, 100)); err != nil {
		t.Fatal(err)
	}
	claimOthers(t, m, maxClockSeq)
	full := errors.New("no space left")
	m.before = func(call string) error {
		if call == "create" {
			return full
		}
		return nil
	}
	if err := s.Save(tickState(0, 200)); err != full {
		t.Errorf("Save: %v, want %v", err, full)
	}
	if st, err := s.Load(); st != tickState(maxClockSeq, 100) || err != nil {
		t.Errorf("the file has %+v, %v", st, err)
	}
}

// A claim of what s has had before, without a Save in between, is noticed too.
func TestClaimOfOwnClockSequence(t *testing.T) {
	m := newMemFiles()
	s := m.store()
	mine := make(map[uint16]bool)
	for i := range 3 {
		if err := s.Save(tickState(uint16(i), 100)); err != nil {
			t.Fatal(err)
		}
		mine[uint16(i)] = true
	}
	for round := range 3 {
		claimOthers(t, m, maxClockSeq-2-2*round) // up to the one before those of s
		for range 2 {
			got := claimNext(t, s)
			if mine[got.ClockSeq] {
				t.Errorf("claimed %d twice", got.ClockSeq)
			}
			mine[got.ClockSeq] = true
		}
	}
}

// A generator whose clock sequence others come to takes another, also when it
// follows its clock back.
func TestGeneratorComesRound(t *testing.T) {
	for _, tt := range []struct {
		name   string
		others int
		step   time.Duration
	}{
		{"goes on", maxClockSeq + 1, 2 * time.Second},
		{"goes on before", maxClockSeq, 2 * time.Second},
		{"goes back before", maxClockSeq, -time.Hour},
		{"goes back", maxClockSeq + 1, -time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMemFiles()
			now := time.Unix(1e9, 300_000)
			begin := func() *Generator {
				g, err := NewGenerator(Options{Now: func() time.Time { return now }, Node: Node{1}, Store: m.store()})
				if err != nil {
					t.Fatal(err)
				}
				return g
			}
			clockSeq := func(g *Generator) uint16 {
				u, err := g.NewV1()
				if err != nil {
					t.Fatal(err)
				}
				seq, _ := u.ClockSeq()
				return seq
			}
			g := begin()
			first := clockSeq(g)
			claimOthers(t, m, tt.others-1)
			last := begin()
			now = now.Add(tt.step)
			second := clockSeq(g)
			if second == first || second == last.State().ClockSeq {
				t.Errorf("clock sequence %d, then %d while another has %d", first, second, last.State().ClockSeq)
			}
		})
	}
}

// Only one call at a time uses the files, also where the lock would not see to
// that.
func TestFileStoreConcurrently(t *testing.T) {
	m := newMemFiles()
	s := m.store()
	if err := s.Save(tickState(0, 100)); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 50 {
				if _, err := s.Load(); err != nil {
					t.Error(err)
				}
				if err := s.Save(tickState(0, 100+uint64(i))); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
}

// A call that does not end makes others fail after a second.
func TestCallThatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMemFiles()
		s := m.store()
		m.before = func(string) error {
			m.before = func(string) error { return nil }
			time.Sleep(time.Hour)
			return nil
		}
		go s.Load()
		synctest.Wait()
		if _, err := s.Load(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("Load: %v", err)
		}
		if err := s.Save(tickState(1, 100)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("Save: %v", err)
		}
		time.Sleep(time.Hour)
		if err := s.Save(tickState(1, 100)); err != nil {
			t.Errorf("Save when it has ended: %v", err)
		}
	})
}

// A generator that begins writes the file once. That covers what it issues first.
func TestStartWritesOnce(t *testing.T) {
	m := newMemFiles()
	writes := 0
	m.before = func(call string) error {
		if call == "create" {
			writes++
		}
		return nil
	}
	now := time.Unix(1e9, 300_000)
	for i := range 3 {
		g, err := NewGenerator(Options{Now: func() time.Time { return now }, Store: m.store()})
		if err != nil {
			t.Fatal(err)
		}
		for _, next := range []func() (UUID, error){g.NewV1, g.NewV6, g.NewV7} {
			if u, err := next(); err != nil || writes != i+1 {
				t.Errorf("%v, %v after %d writes for %d generators", u, err, writes, i+1)
			}
		}
		now = now.Add(time.Hour)
	}
}

// The file is locked from before it is read until what is written is durable, and no
// longer.
func TestFileIsLockedWhileInUse(t *testing.T) {
	m := newMemFiles()
	var calls []string
	m.before = func(call string) error {
		calls = append(calls, call)
		if locked := m.locked["/state.lock"]; locked != (call != "resolve" && call != "lock") {
			t.Errorf("locked is %v in the last of %v", locked, calls)
		}
		return nil
	}
	for _, s := range []*FileStore{m.store(), m.store()} {
		if _, err := s.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		for i := range uint64(2) {
			if err := s.Save(tickState(1, 100+i)); err != nil {
				t.Error(err)
			}
		}
	}
	if len(calls) < 30 || m.locked["/state.lock"] {
		t.Errorf("locked is %v after %v", m.locked, calls)
	}
}
