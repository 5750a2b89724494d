package uuid_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// TestMain runs the test binary as another process if UUID_TEST_ROLE names a role.
func TestMain(m *testing.M) {
	role, path := roles[os.Getenv("UUID_TEST_ROLE")], os.Getenv("UUID_TEST_STATE")
	if role == nil {
		os.Exit(m.Run())
	}
	if err := role(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// roles are the functions that the other process can run. The tests that start the process set them.
var roles = make(map[string]func(path string) error)

// limit is the longest time that a test waits for a goroutine or a process.
const limit = 2 * time.Minute

// asRole returns the command for a process with a role on the file at path.
func asRole(t testing.TB, role, path string, env ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(append(os.Environ(), env...), "UUID_TEST_ROLE="+role, "UUID_TEST_STATE="+path)
	cmd.WaitDelay = time.Second
	return cmd
}

// await returns the next value from a channel.
func await[T any](t testing.TB, what string, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(limit):
		t.Fatalf("waited %v for %s", limit, what)
	}
	return v
}

// together calls f(0) to f(n-1), each in a goroutine of its own, and waits for them.
func together(t testing.TB, n int, f func(i int)) {
	t.Helper()
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { f(i) })
	}
	ended := make(chan bool)
	go func() {
		group.Wait()
		close(ended)
	}()
	await(t, fmt.Sprintf("the end of %d goroutines", n), ended)
}

// inBackground makes a call in a goroutine of its own, and returns the channel for its UUID.
func inBackground(t testing.TB, next func() (uuid.UUID, error)) <-chan uuid.UUID {
	result := make(chan uuid.UUID, 1)
	go func() { result <- try(t)(next()) }()
	return result
}

// noErrors ends the test if one of the errors is not nil.
func noErrors(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// defaultLead is the lead that a zero Options.MaxLead means.
const defaultLead = 10 * time.Millisecond

// A fakeClock shows the time that a test sets.
type fakeClock struct {
	mu       sync.Mutex
	now      time.Time
	setBack  bool // the clock was set back at some time
	readings int
}

// atSecond returns a time in Unix seconds, moved off the whole millisecond.
func atSecond(seconds float64) time.Time {
	ms := int64(seconds * 1000)
	return time.UnixMilli(ms).Add(300 * time.Microsecond).UTC()
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readings++
	return c.now
}

func (c *fakeClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.setBack = c.setBack || t.Before(c.now)
	c.now = t
}

func (c *fakeClock) advance(d time.Duration) { c.set(c.Now().Add(d)) }

// A flakySource returns bytes of one value while err is nil, and then fails. If short is set, a read
// returns at most short bytes.
type flakySource struct {
	fill  byte
	err   error
	short int
	reads int
}

func (s *flakySource) Read(p []byte) (int, error) {
	s.reads++
	if s.short > 0 {
		p = p[:min(s.short, len(p))]
	}
	if s.err != nil {
		return 0, s.err
	}
	for i := range p {
		p[i] = s.fill
	}
	return len(p), nil
}

func newGenerator(t testing.TB, opts uuid.Options) *uuid.Generator {
	t.Helper()
	g, err := uuid.NewGenerator(opts)
	noErrors(t, err)
	return g
}

// must returns the UUID of a call that must not fail. Only the test's own goroutine may use it.
func must(t testing.TB) func(uuid.UUID, error) uuid.UUID {
	return func(u uuid.UUID, err error) uuid.UUID {
		t.Helper()
		noErrors(t, err)
		return u
	}
}

// try is like must, except that other goroutines may use it.
func try(t testing.TB) func(uuid.UUID, error) uuid.UUID {
	return func(u uuid.UUID, err error) uuid.UUID {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
		return u
	}
}

// issue returns the next n UUIDs of a method of a Generator.
func issue(t testing.TB, n int, next func() (uuid.UUID, error)) []uuid.UUID {
	t.Helper()
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = must(t)(next())
	}
	return ids
}

func wantDistinct(t testing.TB, ids []uuid.UUID) {
	t.Helper()
	sorted := slices.SortedFunc(slices.Values(ids), uuid.UUID.Compare)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			t.Fatalf("%v was issued twice", sorted[i])
		}
	}
}

func wantIncreasing(t testing.TB, ids []uuid.UUID) {
	t.Helper()
	for i := 1; i < len(ids); i++ {
		if ids[i-1].Compare(ids[i]) >= 0 {
			t.Fatalf("%d: %v is not above %v", i, ids[i], ids[i-1])
		}
	}
}

// timeOf returns the time in u, whose version must have a time.
func timeOf(t testing.TB, u uuid.UUID) time.Time {
	t.Helper()
	embedded, ok := u.Time()
	if !ok {
		t.Fatalf("%v has no time", u)
	}
	return embedded
}

func clockSeqOf(t testing.TB, u uuid.UUID) uint16 {
	t.Helper()
	seq, ok := u.ClockSeq()
	if !ok {
		t.Fatalf("%v has no clock sequence", u)
	}
	return seq
}

var methods = []struct {
	name   string
	method uuid.V7Method
}{
	{"V7Precise", uuid.V7Precise},
	{"V7Counter", uuid.V7Counter},
	{"V7Random", uuid.V7Random},
	{"V7Unordered", uuid.V7Unordered},
}

var policies = []struct {
	name   string
	policy uuid.RollbackPolicy
}{
	{"RollbackFollow", uuid.RollbackFollow},
	{"RollbackHold", uuid.RollbackHold},
	{"RollbackError", uuid.RollbackError},
}

// A call is a method of a Generator.
type call struct {
	name string
	next func(*uuid.Generator) (uuid.UUID, error)
}

// clockedCalls are the methods that read the Generator's clock.
var clockedCalls = []call{
	{"NewV1", (*uuid.Generator).NewV1},
	{"NewV6", (*uuid.Generator).NewV6},
	{"NewV7", (*uuid.Generator).NewV7},
	{"FillV7", func(g *uuid.Generator) (uuid.UUID, error) {
		var dst [10]uuid.UUID
		_, err := g.FillV7(dst[:])
		return dst[9], err
	}},
}

// allCalls are the methods that issue UUIDs.
var allCalls = append([]call{
	{"NewV4", (*uuid.Generator).NewV4},
	{"FillV4", func(g *uuid.Generator) (uuid.UUID, error) {
		var dst [10]uuid.UUID
		_, err := g.FillV4(dst[:])
		return dst[9], err
	}},
}, clockedCalls...)

// A memoryStore keeps a state in memory. A test can delay Save or make it fail. A memoryStore panics
// if two calls run at the same time.
type memoryStore struct {
	state   uuid.State
	saves   int              // number of calls of Save
	during  func()           // called by Save, if it is not nil
	check   func(uuid.State) // called by Save with its argument, if it is not nil
	loadErr error            // of Load
	err     error            // of Save
	late    error            // of Save, once it has written
	running atomic.Bool
}

func (s *memoryStore) begin() (end func()) {
	if s.running.Swap(true) {
		panic("two calls of a Store run at once")
	}
	return func() { s.running.Store(false) }
}

func (s *memoryStore) Load() (uuid.State, error) {
	defer s.begin()()
	if s.loadErr != nil {
		return uuid.State{}, s.loadErr
	}
	if s.state == (uuid.State{}) {
		return s.state, fs.ErrNotExist
	}
	return s.state, nil
}

func (s *memoryStore) Save(st uuid.State) error {
	defer s.begin()()
	if s.saves++; s.saves > 100_000 {
		panic("saved again and again")
	}
	if s.check != nil {
		s.check(st)
	}
	if s.during != nil {
		s.during()
	}
	if s.err != nil {
		return s.err
	}
	s.state = st
	return s.late
}

// hold makes the next call of Save close begun and wait for release.
func (s *memoryStore) hold() (begun <-chan struct{}, release func()) {
	begins, gate := make(chan struct{}), make(chan struct{})
	s.during = func() {
		s.during = nil
		close(begins)
		select {
		case <-gate:
		case <-time.After(limit):
			panic("Save was not released")
		}
	}
	return begins, func() { close(gate) }
}

// wantCovered checks that the saved state covers all UUIDs that g has issued.
func (s *memoryStore) wantCovered(t testing.TB, g *uuid.Generator) {
	t.Helper()
	if st := g.State(); st.Ticks > s.state.Ticks || st.V7.Compare(s.state.V7) > 0 {
		t.Fatalf("issued %+v, saved %+v", st, s.state)
	}
}

// newStored returns a Generator with its own clock and, unless opts contains a Store, its own Store.
// The Store checks that each new state is ahead of the clock by at most a reserve, and that it
// covers the issued UUIDs unless the clock was set back. At the end the state must cover all UUIDs.
func newStored(t testing.TB, opts uuid.Options) (*uuid.Generator, *fakeClock, *memoryStore) {
	t.Helper()
	clock := &fakeClock{now: atSecond(1e9)}
	store, ok := opts.Store.(*memoryStore)
	if !ok {
		store = new(memoryStore)
	}
	opts.Now, opts.Store = clock.Now, store
	g := newGenerator(t, opts)
	t.Cleanup(func() { store.wantCovered(t, g) })
	store.check = func(st uuid.State) {
		issued := g.State()
		at, _ := st.V7.Time()
		if !clock.setBack && (st.V7.Compare(issued.V7) < 0 || st.Ticks < issued.Ticks || at.Sub(clock.Now()) > 6*time.Second+max(defaultLead, opts.MaxLead)) {
			t.Errorf("%+v is to be saved at %v, after %+v was issued", st, clock.Now(), issued)
		}
	}
	return g, clock, store
}

// timed returns the methods of g that issue one UUID with the clock's time.
func timed(g *uuid.Generator) []func() (uuid.UUID, error) {
	return []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7}
}

// oneOfEach returns a UUID of each method that timed returns.
func oneOfEach(t testing.TB, g *uuid.Generator) (ids [3]uuid.UUID) {
	t.Helper()
	for i, next := range timed(g) {
		ids[i] = must(t)(next())
	}
	return ids
}

// wantLater checks that each UUID in later sorts after the UUID at the same index in earlier. For
// version 1 it compares the times.
func wantLater(t testing.TB, earlier, later [3]uuid.UUID) {
	t.Helper()
	if !timeOf(t, later[0]).After(timeOf(t, earlier[0])) ||
		earlier[1].Compare(later[1]) >= 0 || earlier[2].Compare(later[2]) >= 0 {
		t.Errorf("%v after %v", later, earlier)
	}
}

// wantError checks the result of a call that must fail with err.
func wantError(t testing.TB, err error) func(uuid.UUID, error) {
	return func(u uuid.UUID, got error) {
		t.Helper()
		if !errors.Is(got, err) || !u.IsNil() {
			t.Errorf("%v, %v; want error %v", u, got, err)
		}
	}
}

// inBubble runs a subtest in a testing/synctest bubble, where waiting takes no real time.
func inBubble(t *testing.T, name string, f func(*testing.T)) {
	t.Run(name, func(t *testing.T) { uuid.Bubble(t, f) })
}

// newRand returns a source of the same random numbers in every run.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(9562, 4122)) }

// randomUUID returns 128 random bits, including random version and variant bits.
func randomUUID(r *rand.Rand) uuid.UUID { return uuid.FromUint64s(r.Uint64(), r.Uint64()) }

// singleBits returns the 128 UUIDs with one bit set.
func singleBits() []uuid.UUID {
	var us []uuid.UUID
	for i := range 64 {
		us = append(us, uuid.FromUint64s(1<<i, 0), uuid.FromUint64s(0, 1<<i))
	}
	return us
}

// wantPanic checks that f panics with the message.
func wantPanic(t testing.TB, message string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := recover(); fmt.Sprint(got) != message {
			t.Errorf("panic %v, want %q", got, message)
		}
	}()
	f()
}

func wantUUID(t testing.TB, how string, got, want uuid.UUID) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", how, got, want)
	}
}

// checkParseError checks that err is a *ParseError with the given input, offset and reason.
func checkParseError(t testing.TB, err error, input string, offset int, reason string) {
	t.Helper()
	input = input[:min(len(input), 64)]
	var got *uuid.ParseError
	if !errors.As(err, &got) {
		t.Errorf("error %v (%T) for %q, want %q at %d", err, err, input, reason, offset)
	} else if got.Input != input || got.Offset != offset || got.Reason != reason {
		t.Errorf("error %+v, want %q, %d, %q", *got, input, offset, reason)
	}
}

// checkAppend checks that a method appends want to slices of any capacity and
// writes nowhere else.
func checkAppend(t testing.TB, name string, appendTo func([]byte) ([]byte, error), want []byte) {
	t.Helper()
	const prefix, guard = "id=", "########"
	for room := range len(want) + len(guard) {
		array := []byte(prefix + string(make([]byte, room)) + guard)
		b := array[: len(prefix) : len(prefix)+room]
		got, err := appendTo(b)
		if err != nil || string(got) != prefix+string(want) {
			t.Errorf("%s with room for %d: %q, %v; want %q", name, room, got, err, prefix+string(want))
		}
		if inPlace := &got[0] == &array[0]; inPlace != (room >= len(want)) {
			t.Errorf("%s with room for %d: in place: %t", name, room, inPlace)
		}
		if string(array[:len(prefix)]) != prefix || string(array[len(prefix)+room:]) != guard {
			t.Errorf("%s with room for %d wrote beside it: %q", name, room, array)
		}
	}
	if got, err := appendTo(nil); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s to nil: %q, %v; want %q", name, got, err, want)
	}
}

// noError returns the result v of a call that must not fail, because a test must not count the
// allocations for an error.
func noError[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// anError returns the error of a call that must fail.
func anError[T any](_ T, err error) error {
	if err == nil {
		panic("no error")
	}
	return err
}

// pointerTo returns a pointer to a copy of v.
func pointerTo[T any](v any) T {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p.Interface().(T)
}

// pointee returns the value that p points to.
func pointee(p any) any { return reflect.ValueOf(p).Elem().Interface() }

// gregorianTicks returns the number of 100 ns units from 1582-10-15 to t.
func gregorianTicks(t time.Time) uint64 {
	seconds := uint64(t.Unix() - gregorianEpoch.Unix())
	return seconds*10_000_000 + uint64(t.Nanosecond()/100)
}
