// Proves that all bits that should be random are, and come from the source at the time of the call.
package uuid_test

import (
	"bytes"
	"crypto/fips140"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A countingReader counts the random bytes read from the operating system.
type countingReader struct {
	bytes  int
	system io.Reader
}

func (r *countingReader) Read(p []byte) (int, error) {
	r.bytes += len(p)
	return r.system.Read(p)
}

// bytesFor returns the number of bytes that f reads from crypto/rand. A nested call keeps the same
// reader, because a different reader would restart the generators.
func bytesFor(f func()) int {
	r, within := rand.Reader.(*countingReader)
	if !within {
		r = &countingReader{system: rand.Reader}
		rand.Reader = r
		defer func() { rand.Reader = r.system }()
	}
	before := r.bytes
	f()
	return r.bytes - before
}

// TestNothingIsKept checks that no call buffers random bytes for the next call. Otherwise copies of
// a process, such as forks and snapshots, could use the same random bits.
func TestNothingIsKept(t *testing.T) {
	batch := make([]uuid.UUID, 1000)
	now := time.Unix(1e9, 1e5)
	g := newGenerator(t, uuid.Options{Now: func() time.Time { return now }})
	random := newGenerator(t, uuid.Options{V7: uuid.V7Random})
	counter := newGenerator(t, uuid.Options{V7: uuid.V7Counter})
	// a batch reads n bytes in FIPS 140-3 mode, and otherwise only a key
	ofBatch := func(n int) int {
		if fips140.Enabled() {
			return n
		}
		return 32
	}
	calls := []struct {
		name  string
		bytes int
		f     func()
	}{
		{"NewV1", 0, func() { g.NewV1() }},
		{"NewV4", 16, func() { uuid.NewV4() }},
		{"NewV6", 8, func() { g.NewV6() }},
		{"NewV7", 8, func() { g.NewV7() }},
		{"V7Random", 16, func() { random.NewV7() }},
		{"V7Counter", 16, func() { counter.NewV7() }},
		{"new Generator", 16, func() { new(uuid.Generator).NewV1() }},
		{"NewV7At", 16, func() { uuid.NewV7At(now) }},
		{"NewV1At", 8, func() { uuid.NewV1At(now) }},
		{"NewV9", 16, func() { uuid.NewV9(uuid.V9Options{Unordered: true}) }},
		{
			"NewV9 of 128 bits",
			32,
			func() { uuid.NewV9(uuid.V9Options{Unordered: true, Legacy: true}) },
		},
		{"NewV6At", 8, func() { uuid.NewV6At(now) }},
		{"Generator.NewV4", 16, func() { g.NewV4() }},
		{"FillV4 of an empty slice", 0, func() { uuid.FillV4[uuid.UUID](nil) }},
		{"FillV7 of an empty slice", 0, func() { uuid.FillV7[uuid.UUID](nil) }},
		{"FillV4", ofBatch(16 * 1000), func() { uuid.FillV4(batch) }},
		{"FillV4 of 2", ofBatch(16 * 2), func() { uuid.FillV4(batch[:2]) }},
		{"Generator.FillV4", ofBatch(16 * 1000), func() { g.FillV4(batch) }},
		{"Generator.FillV7", ofBatch(8 * 1000), func() { g.FillV7(batch) }},
	}
	for range 3 {
		for _, call := range calls {
			read := 0
			bytesFor(func() {
				call.f() // the first call with a new reader restarts the generator
				read = bytesFor(call.f)
			})
			if read != call.bytes {
				t.Errorf("%s read %d bytes, want %d", call.name, read, call.bytes)
			}
		}
	}
}

// TestKeyLife checks that every 4096 UUIDs in a batch have their own key. It fills slices twice,
// with the same keys except for the second.
func TestKeyLife(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("a batch has no key in FIPS 140-3 mode")
	}
	defer func(system io.Reader) { rand.Reader = system }(rand.Reader)
	fill := func(secondKey byte) (v4, v7 []uuid.UUID) {
		v4, v7 = make([]uuid.UUID, 8193), make([]uuid.UUID, 8193)
		keys := []byte{1, secondKey, 1, 1, secondKey, 1}
		rand.Reader = readerFunc(func(key []byte) (int, error) {
			copy(key, bytes.Repeat(keys[:1], len(key)))
			keys = keys[1:]
			return len(key), nil
		})
		g := newGenerator(
			t,
			uuid.Options{Now: func() time.Time { return atSecond(1e9) }, V7: uuid.V7Counter},
		)
		n4, err4 := g.FillV4(v4)
		n7, err7 := g.FillV7(v7)
		if n4 != len(v4) || n7 != len(v7) || err4 != nil || err7 != nil {
			t.Fatal(n4, err4, n7, err7)
		}
		return v4, v7
	}
	v4, v7 := fill(2)
	otherV4, otherV7 := fill(3)
	for i := range v4 {
		if same := i/4096 != 1; (v4[i] == otherV4[i]) != same || (v7[i] == otherV7[i]) != same {
			t.Fatalf("UUID %d: %v and %v, %v and %v, want the same: %t",
				i, v4[i], otherV4[i], v7[i], otherV7[i], same)
		}
	}
}

// TestKeyLifeInLongSlice checks that FillV7 reads a key for every 4096 UUIDs in a slice that is
// longer than one run of timestamps.
func TestKeyLifeInLongSlice(t *testing.T) {
	if fips140.Enabled() {
		t.Skip("a batch has no key in FIPS 140-3 mode")
	}
	defer func(system io.Reader) { rand.Reader = system }(rand.Reader)
	keys := 0
	system := rand.Reader
	rand.Reader = readerFunc(func(b []byte) (int, error) {
		if len(b) == 32 {
			keys++
		}
		return system.Read(b)
	})
	g := newGenerator(
		t,
		uuid.Options{Now: func() time.Time { return atSecond(1e9) }, V7: uuid.V7Counter},
	)
	ids := make([]uuid.UUID, 262_144)
	n, err := g.FillV7(ids)
	if want := len(ids) / 4096; n != len(ids) || err != nil || keys != want {
		t.Errorf("%d keys for %d UUIDs, %v, want %d", keys, n, err, want)
	}
}

// Comparing two values of type incomparableReader with == panics, so a generator must not do that.
type incomparableReader struct {
	io.Reader
	_ []byte
}

// An anyReader can be compared with == only if the value in held can be compared.
type anyReader struct {
	io.Reader
	held any
}

// TestReaderThatCannotBeCompared checks that a generator keeps its order and its clock sequence
// with a rand.Reader that cannot be compared with ==.
func TestReaderThatCannotBeCompared(t *testing.T) {
	system := rand.Reader
	defer func() { rand.Reader = system }()
	var g uuid.Generator
	for _, r := range []io.Reader{
		incomparableReader{Reader: system}, anyReader{system, 1}, anyReader{system, []byte{1}},
		anyReader{system, 2}, system,
	} {
		rand.Reader = r
		wantIncreasing(t, issue(t, 3, g.NewV7))
		for _, call := range allCalls {
			must(t)(call.next(&g))
		}
		uuid.NewV7()

		clock := fakeClock{now: atSecond(1e9)}
		still := newGenerator(t, uuid.Options{Now: clock.Now})
		wantIncreasing(t, issue(t, 3, still.NewV7))
		v1 := issue(t, 3, still.NewV1)
		if clockSeqOf(t, v1[0]) != clockSeqOf(t, v1[2]) {
			t.Errorf("%v", v1)
		}
	}
}

func init() { roles["without entropy"] = withoutEntropy }

// withoutEntropy requests a UUID while crypto/rand fails.
func withoutEntropy(string) error {
	rand.Reader = iotest.ErrReader(errors.New("none today"))
	fmt.Println(uuid.NewV4())
	return nil
}

// TestSystemEntropyFails checks that the program crashes if crypto/rand fails.
func TestSystemEntropyFails(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	modes := []string{"off", "on"}
	if uuid.PureGo {
		modes = modes[:1] // FIPS 140-3 mode needs assembly
	}
	for _, fips := range modes {
		out, err := asRole(t, "without entropy", "", "GODEBUG=fips140="+fips).CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte("failed to read random data")) {
			t.Errorf("fips140=%s: %v, %s", fips, err, out)
		}
	}
}

// TestFailingEntropy checks that a call returns the error from Options.Rand and leaves the state
// unchanged. After a short read, the call must read the remaining bytes.
func TestFailingEntropy(t *testing.T) {
	broken := errors.New("broken")
	for _, m := range methods {
		for _, call := range allCalls {
			t.Run(m.name+"/"+call.name, func(t *testing.T) {
				clock := fakeClock{now: atSecond(1e9)}
				source := &flakySource{fill: 0xa5, err: broken}
				g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source, V7: m.method})
				for range 3 {
					wantError(t, broken)(call.next(g))
				}
				source.err = io.EOF // half returns it after 8 bytes
				half := io.MultiReader(bytes.NewReader(make([]byte, 8)), source)
				other := newGenerator(t, uuid.Options{Now: clock.Now, Rand: half, V7: m.method})
				wantError(t, io.ErrUnexpectedEOF)(call.next(other))
				wantError(t, io.EOF)(call.next(g))
				if after := g.State(); after != (uuid.State{}) {
					t.Errorf("state %+v", after)
				}
				source.err, source.short = nil, 3
				u := must(t)(call.next(g))
				if node, ok := u.Node(); ok && node == (uuid.Node{}) {
					t.Errorf("%v has no node", u)
				}
				if seq, ok := u.ClockSeq(); ok && seq != 0xa5a5&(1<<14-1) {
					t.Errorf("%v has clock sequence %#x", u, seq)
				}
			})
		}
	}
}

// TestErrorWithLastByte checks that a generator ignores an error that arrives with the last byte it
// needs, as io.ReadFull does. It must give up if a source keeps returning neither bytes nor an
// error.
func TestErrorWithLastByte(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		n         int // bytes per successful read
		reads     int // only the last of these reads succeeds
		err, want error
	}{
		{n: 16, reads: 1, err: io.EOF, want: nil},
		{n: 16, reads: 1, err: broken, want: nil},
		{n: 15, reads: 1, err: io.EOF, want: io.ErrUnexpectedEOF},
		{n: 15, reads: 1, err: broken, want: broken},
		{n: 1, reads: 1, err: io.EOF, want: io.ErrUnexpectedEOF},
		{n: 0, reads: 1, err: io.EOF, want: io.EOF},
		{n: 1, reads: 100, err: nil, want: nil},
		{n: 15, reads: 100, err: nil, want: nil},
		{n: 1, reads: 101, err: nil, want: io.ErrNoProgress},
	} {
		reads := 0
		read := func(p []byte) (int, error) {
			reads++
			if reads%tt.reads != 0 {
				return 0, nil
			}
			return min(tt.n, len(p)), tt.err
		}
		g := newGenerator(t, uuid.Options{Rand: readerFunc(read)})
		if _, err := g.NewV4(); !errors.Is(err, tt.want) {
			t.Errorf("%d bytes in %d reads, and %v: %v, want %v",
				tt.n, tt.reads, tt.err, err, tt.want)
		}
	}
}

// TestFillUntilEntropyFails checks that FillV4 and FillV7 return the number of UUIDs that they made
// before an error, and set all later elements to Nil.
func TestFillUntilEntropyFails(t *testing.T) {
	clock := fakeClock{now: atSecond(1e9)}
	for version, fill := range map[uuid.Version]func(*uuid.Generator, []uuid.UUID) (int, error){
		4: (*uuid.Generator).FillV4,
		7: (*uuid.Generator).FillV7,
	} {
		source := bytes.NewReader(bytes.Repeat([]byte{0xff}, 16*6+5))
		g := newGenerator(t, uuid.Options{Now: clock.Now, Rand: source})
		if n, err := fill(g, make([]uuid.UUID, 3)); n != 3 || err != nil {
			t.Errorf("version %d: %d, %v", version, n, err)
		}
		dst := slices.Repeat([]uuid.UUID{uuid.Max()}, 6)
		if n, err := fill(g, dst); n != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("version %d: %d, %v", version, n, err)
		}
		for i, u := range dst {
			if i < 3 && (u.Version() != version || u.Variant() != uuid.VariantRFC9562) ||
				i >= 3 && !u.IsNil() {
				t.Errorf("version %d: element %d is %v", version, i, u)
			}
		}
	}
}

// maxDeviation is how far a bit count may differ from its expected value, in standard deviations. A
// count of random bits exceeds it with a probability of 9.9e-6. TestRandomBits makes up to 363
// counts for each kind of UUID, and repeats them once if they fail. It fails by chance less than
// once in 10,000 runs.
const maxDeviation = 4.42

// faults describes each count that exceeds maxDeviation. random is a mask with a 1 for each random
// bit.
func faults(ids []uuid.UUID, random uuid.UUID) (faults []string) {
	check := func(kind string, mask uuid.UUID, of func(i int) uuid.UUID) {
		var counts [16][256]int // number of occurrences of each byte value
		for i := 1; i < len(ids); i++ {
			for j, b := range of(i) {
				counts[j][b]++
			}
		}
		n := float64(len(ids) - 1)
		for bit := range 128 {
			if mask[bit/8]>>(7-bit%8)&1 == 0 {
				continue
			}
			ones := 0
			for value, count := range counts[bit/8] {
				ones += count * (value >> (7 - bit%8) & 1)
			}
			if d := (float64(ones) - n/2) / math.Sqrt(n/4); math.Abs(d) > maxDeviation {
				faults = append(
					faults,
					fmt.Sprintf(
						"the number of UUIDs in which bit %d %s is off by %+.2f standard "+
							"deviations",
						bit,
						kind,
						d,
					),
				)
			}
		}
	}
	neighbours := func(u uuid.UUID, op func(a, b uint64) uint64) uuid.UUID {
		hi, lo := u.Uint64s()
		return uuid.FromUint64s(op(hi, hi>>1), op(lo, lo>>1|hi<<63))
	}
	xor := func(a, b uint64) uint64 { return a ^ b }
	// Two independent random bits differ in half of the UUIDs.
	check("is 1", random, func(i int) uuid.UUID { return ids[i] })
	check(
		"differs from the previous bit",
		neighbours(random, func(a, b uint64) uint64 { return a & b }),
		func(i int) uuid.UUID { return neighbours(ids[i], xor) },
	)
	check("differs from the same bit of the previous UUID", random, func(i int) uuid.UUID {
		hi, lo := ids[i].Uint64s()
		lastHi, lastLo := ids[i-1].Uint64s()
		return uuid.FromUint64s(hi^lastHi, lo^lastLo)
	})
	return faults
}

// TestRandomBits checks that each random bit is 1 in about half of the UUIDs. It also checks that
// each random bit is independent of the previous bit, and of the same bit in the previous UUID. All
// UUIDs must have the right version and variant.
func TestRandomBits(t *testing.T) {
	each := func(next func() uuid.UUID) func([]uuid.UUID) {
		return func(ids []uuid.UUID) {
			for i := range ids {
				ids[i] = next()
			}
		}
	}
	method := func(m uuid.V7Method) func([]uuid.UUID) {
		g := newGenerator(t, uuid.Options{V7: m})
		return each(func() uuid.UUID { return noError(g.NewV7()) })
	}
	mask := newMask(t, []byte("a key of 16 byte"), nil)
	const randB = 1<<62 - 1
	for _, tt := range []struct {
		name    string
		version uuid.Version
		random  uuid.UUID // 1 for each random bit
		fill    func([]uuid.UUID)
	}{
		{
			name:    "NewV4",
			version: 4,
			random:  uuid.FromUint64s(^uint64(0xf000), randB),
			fill:    each(uuid.NewV4),
		},
		{
			name:    "New",
			version: 4,
			random:  uuid.FromUint64s(^uint64(0xf000), randB),
			fill:    each(uuid.New),
		},
		{
			name:    "FillV4",
			version: 4,
			random:  uuid.FromUint64s(^uint64(0xf000), randB),
			fill:    uuid.FillV4[uuid.UUID],
		},
		{
			name:    "NewV1At",
			version: 1,
			random:  uuid.FromUint64s(0, randB&^(1<<40)),
			fill:    each(func() uuid.UUID { return noError(uuid.NewV1At(unixEpoch)) }),
		},
		{
			name:    "NewV6",
			version: 6,
			random:  uuid.FromUint64s(0, randB&^(1<<40)),
			fill:    each(uuid.NewV6),
		},
		{name: "NewV7", version: 7, random: uuid.FromUint64s(0, 1<<54-1), fill: each(uuid.NewV7)},
		{
			name:    "FillV7",
			version: 7,
			random:  uuid.FromUint64s(0, 1<<54-1),
			fill:    uuid.FillV7[uuid.UUID],
		},
		{
			name:    "V7Counter",
			version: 7,
			random:  uuid.FromUint64s(0, 1<<48-1),
			fill:    method(uuid.V7Counter),
		},
		{
			name:    "V7Random",
			version: 7,
			random:  uuid.FromUint64s(0, 1<<32-1),
			fill:    method(uuid.V7Random),
		},
		{
			name:    "V7Unordered",
			version: 7,
			random:  uuid.FromUint64s(1<<12-1, randB),
			fill:    method(uuid.V7Unordered),
		},
		{
			name:    "Mask.Hide",
			version: 4,
			random:  uuid.FromUint64s(^uint64(0xf000), randB),
			fill:    each(func() uuid.UUID { return noError(mask.Hide(uuid.NewV7())) }),
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ids := make([]uuid.UUID, uuid.Sized(50_000, 1_000_000))
			report := t.Logf
			for range 2 {
				tt.fill(ids)
				for _, u := range ids {
					if u.Version() != tt.version || u.Variant() != uuid.VariantRFC9562 {
						t.Fatalf("%v has version %d, variant %v", u, u.Version(), u.Variant())
					}
				}
				found := faults(ids, tt.random)
				if len(found) == 0 {
					return
				}
				report("%d bit counts are off; %s", len(found), found[0])
				report = t.Errorf
			}
		})
	}
}
