package uuid_test

import (
	"math"
	"math/bits"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// What these tests say of randomness they say by chance, and a sound generator
// fails them by chance: all of them together in fewer than 1 of 10 000 runs.
//
// The number of ones among n random bits is off n/2 by more than 4.42 standard
// deviations with a probability of 9.9e-6. TestRandomBits counts about 120 to
// 360 of such numbers of each kind of UUID, 2100 in all, so that in a run of
// all kinds one of them would be off with a probability of 2.1 %. Therefore a
// kind that fails is tried once more, with fresh UUIDs, and has failed if it
// fails twice: with a probability of at most (363 * 9.9e-6)^2 = 1.3e-5 for each
// of three kinds, NewV4, FillV4 and Mask.Hide, and 6e-5 for all.
//
// TestUniformSteps computes a chi-squared of each byte of the steps, with
// thresholds that four random bytes pass but for a probability of 8e-6.

// maxDeviation is how many standard deviations a count of random bits may be
// off, see above.
const maxDeviation = 4.42

// sampleSize returns how many UUIDs to look at.
func sampleSize() int { return uuid.Sized(50_000, 1_000_000) }

// A tally counts how often each byte of a UUID has each value.
type tally [16][256]int

func (c *tally) add(u uuid.UUID) {
	for i, b := range u {
		c[i][b]++
	}
}

// ones returns in how many UUIDs a bit was 1, the first bit being bit 0.
func (c *tally) ones(bit int) int {
	n := 0
	for value, count := range c[bit/8] {
		n += count * (value >> (7 - bit%8) & 1)
	}
	return n
}

// faults returns what is wrong with the bits that are random, which are ones of
// the mask, in the ids: how many deviate, and one that does.
func faults(ids []uuid.UUID, random uuid.UUID) (count int, kind string, bit int, deviation float64) {
	var ones, neighbours, successors tally
	var lastHi, lastLo uint64
	for i, u := range ids {
		hi, lo := u.Uint64s()
		ones.add(u)
		neighbours.add(uuid.FromUint64s(hi^(hi>>1), lo^(lo>>1|hi<<63)))
		if i > 0 {
			successors.add(uuid.FromUint64s(hi^lastHi, lo^lastLo))
		}
		lastHi, lastLo = hi, lo
	}
	// With random bits, whether one differs from another one is random too.
	hi, lo := random.Uint64s()
	both := uuid.FromUint64s(hi&(hi>>1), lo&(lo>>1|hi<<63))
	for _, tt := range []struct {
		kind  string
		tally *tally
		mask  uuid.UUID
		n     int
	}{
		{"is 1", &ones, random, len(ids)},
		{"differs from the bit before it", &neighbours, both, len(ids)},
		{"differs from that of the UUID before", &successors, random, len(ids) - 1},
	} {
		for i := range 128 {
			if tt.mask[i/8]>>(7-i%8)&1 == 0 {
				continue
			}
			n := float64(tt.n)
			d := (float64(tt.tally.ones(i)) - n/2) / math.Sqrt(n/4)
			if math.Abs(d) > maxDeviation {
				count++
				kind, bit, deviation = tt.kind, i, d
			}
		}
	}
	return count, kind, bit, deviation
}

// TestRandomBits checks that the random bits of each kind of UUID are one, and
// differ from their neighbours and from those of the UUID before, in half of
// the UUIDs, and that the version and variant are what they are in all.
func TestRandomBits(t *testing.T) {
	each := func(next func() (uuid.UUID, error)) func(testing.TB, []uuid.UUID) {
		return func(t testing.TB, ids []uuid.UUID) { copy(ids, issue(t, len(ids), next)) }
	}
	noErr := func(next func() uuid.UUID) func() (uuid.UUID, error) {
		return func() (uuid.UUID, error) { return next(), nil }
	}
	method := func(m uuid.V7Method) func(testing.TB, []uuid.UUID) {
		return func(t testing.TB, ids []uuid.UUID) {
			each(newGenerator(t, uuid.Options{V7: m}).NewV7)(t, ids)
		}
	}
	const randB = 1<<62 - 1
	for _, tt := range []struct {
		name    string
		version uuid.Version
		random  uuid.UUID // a one for each bit that is random
		fill    func(testing.TB, []uuid.UUID)
	}{
		{"NewV4", 4, uuid.FromUint64s(^uint64(0xf000), randB), each(noErr(uuid.NewV4))},
		{"FillV4", 4, uuid.FromUint64s(^uint64(0xf000), randB),
			func(_ testing.TB, ids []uuid.UUID) { uuid.FillV4(ids) }},
		{"NewV6", 6, uuid.FromUint64s(0, randB&^(1<<40)), each(noErr(uuid.NewV6))},
		{"NewV7", 7, uuid.FromUint64s(0, 1<<54-1), each(noErr(uuid.NewV7))},
		{"FillV7", 7, uuid.FromUint64s(0, 1<<54-1),
			func(_ testing.TB, ids []uuid.UUID) { uuid.FillV7(ids) }},
		{"V7Counter", 7, uuid.FromUint64s(0, 1<<48-1), method(uuid.V7Counter)},
		{"V7Random", 7, uuid.FromUint64s(0, 1<<32-1), method(uuid.V7Random)},
		{"V7Unordered", 7, uuid.FromUint64s(1<<12-1, randB), method(uuid.V7Unordered)},
		{"Mask.Hide", 4, uuid.FromUint64s(^uint64(0xf000), randB), func(t testing.TB, ids []uuid.UUID) {
			m := newMask(t, []byte("a key of 16 byte"), nil)
			uuid.FillV7(ids)
			for i, u := range ids {
				ids[i] = noError(m.Hide(u))
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ids := make([]uuid.UUID, sampleSize())
			report := t.Logf
			for range 2 {
				tt.fill(t, ids)
				for _, u := range ids {
					if u.Version() != tt.version || u.Variant() != uuid.VariantRFC9562 {
						t.Fatalf("%v has version %d, variant %v", u, u.Version(), u.Variant())
					}
				}
				count, kind, bit, deviation := faults(ids, tt.random)
				if count == 0 {
					return
				}
				report("%d counts of bits are off; bit %d %s %+.2f standard deviations from as often as not",
					count, bit, kind, deviation)
				report = t.Errorf
			}
		})
	}
}

// TestUniformSteps checks that the steps of V7Random are uniform from 1 to
// 2^32: of each byte of a step less one, the 256 values are equally frequent.
func TestUniformSteps(t *testing.T) {
	// Of chi-squared with 255 degrees of freedom, a value above the one or
	// below the other has a probability of 1e-6.
	const least, most = 161.65, 377.08

	now := time.UnixMilli(1_700_000_000_000)
	g := newGenerator(t, uuid.Options{V7: uuid.V7Random, Now: func() time.Time { return now }})
	ids := issue(t, 1+sampleSize(), g.NewV7)
	var bins [4][256]int
	for i, u := range ids[1:] {
		step, ok := v7Step(ids[i], u)
		if !ok {
			t.Fatalf("%v after %v", u, ids[i])
		}
		for j := range bins {
			bins[j][byte((step-1)>>(8*j))]++
		}
	}
	expected := float64(len(ids)-1) / 256
	for j, counts := range bins {
		var chiSquared float64
		for _, n := range counts {
			chiSquared += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		if chiSquared < least || chiSquared > most {
			t.Errorf("byte %d of the steps has a chi-squared of %.1f, want %v to %v", j, chiSquared, least, most)
		}
	}
}

// v7Step returns by how much v is above u as a number without version and
// variant, and whether that is from 1 to 2^32.
func v7Step(u, v uuid.UUID) (step uint64, ok bool) {
	number := func(u uuid.UUID) (hi, lo uint64) {
		hi, lo = u.Uint64s()
		randA, randB := hi&(1<<12-1), lo&(1<<62-1)
		return hi>>16<<10 | randA>>2, randA<<62 | randB
	}
	fromHi, fromLo := number(u)
	toHi, toLo := number(v)
	step, borrow := bits.Sub64(toLo, fromLo, 0)
	high, _ := bits.Sub64(toHi, fromHi, borrow)
	return step, high == 0 && 1 <= step && step <= 1<<32
}
