// Contains what several test files use.
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

// TestMain runs the tests, or the role named by the environment variable UUID_TEST_ROLE.
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

// roles contains the functions that tests can run in another process, by name.
var roles = make(map[string]func(path string) error)

// needGo skips a test that compiles a program if -short is set or the go command is missing.
func needGo(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
}

// limit is the maximum time that a test waits for a goroutine or a process.
const limit = 2 * time.Minute

// asRole returns a command that runs a role in another process.
func asRole(t testing.TB, role, path string, env ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(append(os.Environ(), env...), "UUID_TEST_ROLE="+role, "UUID_TEST_STATE="+path)
	cmd.WaitDelay = time.Second
	return cmd
}

// await returns the next value from a channel, or ends the test after the limit.
func await[T any](t testing.TB, what string, from <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(limit):
		t.Fatalf("waited %v for %s", limit, what)
	}
	return v
}

// together calls f(0) to f(n-1), each in its own goroutine, and waits for them.
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
	await(t, fmt.Sprintf("%d goroutines to finish", n), ended)
}

// noErrors ends the test if any of the errors is not nil. Like other functions that run very often,
// it calls t.Helper only if the test fails, because that call is slow.
func noErrors(t testing.TB, errs ...error) {
	if err := errors.Join(errs...); err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	noErrors(t, err)
	return string(text)
}

// defaultLead is the default value of Options.MaxLead.
const defaultLead = 10 * time.Millisecond

// A fakeClock returns the time that a test has set.
type fakeClock struct {
	mu       sync.Mutex
	now      time.Time
	setBack  bool // whether the clock was ever set back
	readings int
}

// atSecond returns a Unix time plus 0.3 ms, so it is not a whole millisecond.
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

// A readerFunc is an io.Reader.
type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A flakySource returns bytes with the value fill, or err if it is set. If short is set, a read
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

func newMask(t testing.TB, key, tweak []byte) *uuid.Mask {
	t.Helper()
	m, err := uuid.NewMask(key, tweak)
	noErrors(t, err)
	return m
}

// must returns the UUID from a call, as in must(t)(g.NewV7()), and ends the test if the call fails.
// Only the test's own goroutine may use it.
func must(t testing.TB) func(uuid.UUID, error) uuid.UUID {
	return func(u uuid.UUID, err error) uuid.UUID {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return u
	}
}

// try is like must, but other goroutines may use it, because it does not end the test.
func try(t testing.TB) func(uuid.UUID, error) uuid.UUID {
	return func(u uuid.UUID, err error) uuid.UUID {
		if err != nil {
			t.Helper()
			t.Error(err)
		}
		return u
	}
}

// issue calls next n times and returns the UUIDs.
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

// timeOf returns the time in u, or ends the test if u does not contain a time.
func timeOf(t testing.TB, u uuid.UUID) time.Time {
	embedded, ok := u.Time()
	if !ok {
		t.Helper()
		t.Fatalf("%v has no time", u)
	}
	return embedded
}

// v7Fraction returns rand_a, which can be the fraction of the millisecond.
func v7Fraction(u uuid.UUID) int64 {
	hi, _ := u.Uint64s()
	return int64(hi & 0xfff)
}

func clockSeqOf(t testing.TB, u uuid.UUID) uint16 {
	seq, ok := u.ClockSeq()
	if !ok {
		t.Helper()
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

// A call is a Generator method that issues UUIDs.
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

// A memoryStore keeps a state in memory. A test can delay Save or make it fail. A memoryStore
// panics if two of its methods run at the same time.
type memoryStore struct {
	state   uuid.State
	saves   int              // number of calls to Save
	during  func()           // called during Save, unless it is nil
	check   func(uuid.State) // called with the new state, unless it is nil
	loadErr error            // returned by Load
	err     error            // returned by Save, which then changes nothing
	running atomic.Bool
}

func (s *memoryStore) begin() (end func()) {
	if s.running.Swap(true) {
		panic("two methods of a Store run at the same time")
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
	s.saves++
	if s.saves > 100_000 {
		panic("too many Saves")
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
	return nil
}

// wantCovered checks that the saved state covers all UUIDs that g has issued.
func (s *memoryStore) wantCovered(t testing.TB, g *uuid.Generator) {
	t.Helper()
	if st := g.State(); st.Ticks > s.state.Ticks || st.V7.Compare(s.state.V7) > 0 {
		t.Fatalf("issued %+v, saved %+v", st, s.state)
	}
}

// newStored returns a Generator with a fakeClock and with the Store in opts or a new memoryStore.
// Each saved state must cover the issued UUIDs and must not be too far ahead of the clock, unless
// the clock was set back. When the test ends, the saved state must cover all UUIDs.
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
		if !clock.setBack &&
			(st.V7.Compare(issued.V7) < 0 || st.Ticks < issued.Ticks ||
				at.Sub(clock.Now()) > 6*time.Second+max(defaultLead, opts.MaxLead)) {
			t.Errorf("saving %+v at %v, but %+v was issued", st, clock.Now(), issued)
		}
	}
	return g, clock, store
}

// timed returns the methods of g that issue a single UUID with the clock's time.
func timed(g *uuid.Generator) []func() (uuid.UUID, error) {
	return []func() (uuid.UUID, error){g.NewV1, g.NewV6, g.NewV7}
}

// oneOfEach returns a UUID from each method in timed(g).
func oneOfEach(t testing.TB, g *uuid.Generator) (ids [3]uuid.UUID) {
	t.Helper()
	for i, next := range timed(g) {
		ids[i] = must(t)(next())
	}
	return ids
}

// wantLater checks that each UUID in later sorts after the UUID at the same index in earlier. It
// compares the timestamps of version 1 UUIDs, because their byte order is not chronological.
func wantLater(t testing.TB, earlier, later [3]uuid.UUID) {
	t.Helper()
	if !timeOf(t, later[0]).After(timeOf(t, earlier[0])) ||
		earlier[1].Compare(later[1]) >= 0 || earlier[2].Compare(later[2]) >= 0 {
		t.Errorf("%v after %v", later, earlier)
	}
}

// wantError checks the results of a call that must fail with err.
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

const (
	canonicalText = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
	compactText   = "f81d4fae7dec11d0a76500a0c91e6bf6"
	bracedText    = "{" + canonicalText + "}"
	urnText       = "urn:uuid:" + canonicalText

	nilText = "00000000-0000-0000-0000-000000000000"
	maxText = "ffffffff-ffff-ffff-ffff-ffffffffffff"
)

// example is the UUID in the constants above.
var example = uuid.UUID{
	0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x11, 0xd0,
	0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6,
}

// A user has IDs with a prefix.
type user struct{}

func (user) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// newRand returns a random number generator with a fixed seed.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(9562, 4122)) }

// randomUUID returns 128 random bits, including random version and variant bits.
func randomUUID(r *rand.Rand) uuid.UUID { return uuid.FromUint64s(r.Uint64(), r.Uint64()) }

// singleBits returns the 128 UUIDs in which a single bit is set.
func singleBits() []uuid.UUID {
	var us []uuid.UUID
	for i := range 64 {
		us = append(us, uuid.FromUint64s(1<<i, 0), uuid.FromUint64s(0, 1<<i))
	}
	return us
}

// wantPanic checks that f panics with the given message.
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
	if got != want {
		t.Helper()
		t.Errorf("%s = %v, want %v", how, got, want)
	}
}

// checkParseError checks that err is a *ParseError with the given input, offset and reason.
func checkParseError(t testing.TB, err error, input string, offset int, reason string) {
	input = input[:min(len(input), 64)]
	var got *uuid.ParseError
	if !errors.As(err, &got) {
		t.Helper()
		t.Errorf("error %v (%T) for %q, want %q at %d", err, err, input, reason, offset)
	} else if got.Input != input || got.Offset != offset || got.Reason != reason {
		t.Helper()
		t.Errorf("error %+v, want %q, %d, %q", *got, input, offset, reason)
	}
}

// checkAppend checks that a method appends want to slices with various amounts of spare capacity,
// and writes nowhere else.
func checkAppend(t testing.TB, name string, appendTo func([]byte) ([]byte, error), want []byte) {
	t.Helper()
	const prefix, guard = "id=", "########"
	for room := range len(want) + len(guard) {
		array := []byte(prefix + string(make([]byte, room)) + guard)
		b := array[: len(prefix) : len(prefix)+room]
		got, err := appendTo(b)
		if err != nil || string(got) != prefix+string(want) {
			t.Errorf("%s with %d spare bytes: %q, %v; want %q",
				name, room, got, err, prefix+string(want))
		}
		if inPlace := &got[0] == &array[0]; inPlace != (room >= len(want)) {
			t.Errorf("%s with %d spare bytes: in place: %t", name, room, inPlace)
		}
		if string(array[:len(prefix)]) != prefix || string(array[len(prefix)+room:]) != guard {
			t.Errorf("%s with %d spare bytes wrote outside them: %q", name, room, array)
		}
	}
	if got, err := appendTo(nil); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s to nil: %q, %v; want %q", name, got, err, want)
	}
}

// noError returns v and panics on an error, so an allocation test cannot measure a call that fails.
func noError[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// anError returns err and panics if it is nil.
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

// These are the first and last times that UUIDs can contain: gregorian for versions 1 and 6, and
// unix for version 7.
var (
	gregorianEpoch = time.Date(1582, 10, 15, 0, 0, 0, 0, time.UTC)
	gregorianEnd   = time.Date(5236, 3, 31, 21, 21, 0, 684_697_599, time.UTC)
	unixEpoch      = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	unixEnd        = time.Date(10889, 8, 2, 5, 31, 50, 655_999_999, time.UTC)
)

// gregorianTicks returns the number of 100 ns ticks from 1582-10-15 to t.
func gregorianTicks(t time.Time) uint64 {
	seconds := uint64(t.Unix() - gregorianEpoch.Unix())
	return seconds*10_000_000 + uint64(t.Nanosecond()/100)
}
