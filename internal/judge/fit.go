package judge

import (
	"math"
)

// In which order were the values stored? Read in the right order, every value is a UUID. Read in a wrong
// order, most values are not UUIDs, because random bits are in the place of the version and the variant.
// But some bytes are not random. In version 1 UUIDs that one process made within a second, only three bytes
// differ. If one of the constant bytes happens to look like version 4, all values look like version 4 in
// another order.
//
// So each explanation, which consists of one or two orders, is measured by the number of bits that it
// saves. If it makes a value a UUID, it predicts the version, the variant and perhaps a possible time,
// which in a random value could be any bits. From this number are subtracted the bits needed to tell which
// of the values are UUIDs, in which order, and of which versions, because anyone who tries many orders and
// versions finds one that suits some values. By this measure, an explanation that saves k bits is right by
// chance in one of 2^k lists.
//
// UUIDs that are alike save bits only if they are alike in the way that UUIDs from one process are: those
// with a time differ in the time, and the others differ in most of their bytes. Network order needs no
// such proof.

const noise = -1 // the writer of a value that is not a UUID in any of an explanation's orders

// An explanation is one or two orders, and the writer of each value: an index of orders, or noise.
type explanation struct {
	orders  []Order
	writers []int
	bits    float64
}

// readings contains the readings of all values in each order.
type readings [numOrders][]reading

// A writer is a program that stored UUIDs in one order.
type writer struct {
	order   Order
	read    []reading // the readings of all values in this order
	refused []bool    // the values that it did not write, although they are UUIDs in its order
	variant float64   // how many bits the variant of a UUID without a time saves
	odd     []bool    // UUIDs with an impossible time, if others of their version have a possible one
}

const (
	versionBits = 4
	variantBits = 2
	timeBits    = 7 // the years since 1995 are less than a hundredth of a timestamp's range
	oddBits     = 1 // a version and a variant, but few of a program's times are wrong
)

// mostBits returns the largest number of bits that an explanation of n values can save: if one writer wrote all
// of them, with times, in one version.
func mostBits(n int) float64 {
	writers, versions := [2]int{n}, [numVersions]int{n}
	return float64(n*(versionBits+variantBits+timeBits)) - cost(writers[:]) - cost(versions[:])
}

// bits returns how many bits are saved if this writer wrote value i. It returns 0 if it did not.
func (w *writer) bits(i int) float64 {
	switch r := &w.read[i]; {
	case r.version == 0 || w.refused[i]:
		return 0
	case r.timed:
		return versionBits + variantBits + timeBits
	case w.odd[i]:
		return oddBits
	}
	return versionBits + w.variant
}

// explain finds the writers that explain the values best.
func (rs *readings) explain(orders ...Order) explanation {
	ws := make([]writer, len(orders))
	for k, o := range orders {
		n := len(rs[o])
		ws[k] = writer{order: o, read: rs[o], refused: make([]bool, n), variant: variantBits, odd: make([]bool, n)}
	}
	e := explanation{orders: orders, writers: make([]int, len(rs[Network]))}
	e.assign(ws)
	// UUIDs in network order may be anything, unless they are to show that there are two writers.
	if alone := len(ws) == 1 && ws[0].order == Network; !alone {
		for k := range ws {
			ws[k].examine(e.writers, k)
		}
		e.assign(ws)
	}
	e.bits = e.saved(ws)
	return e
}

const numVersions = googleV6

// assign finds the writer of each value. It begins as if all writers and versions were equally likely, and repeats
// with their frequencies in the result.
func (e *explanation) assign(ws []writer) {
	tally := newTally(len(ws))
	for range 4 {
		ofWriter := logarithms(tally.writers)
		ofVersion := make([][]float64, len(ws))
		for k := range ws {
			ofVersion[k] = logarithms(tally.versions[k][1:])
		}
		tally = newTally(len(ws))
		for i := range e.writers {
			best, writer, version := ofWriter[0], noise, 0
			for k := range ws {
				bits, v := ws[k].bits(i), ws[k].read[i].version
				if bits == 0 {
					continue
				}
				bits += ofWriter[k+1] + ofVersion[k][v-1]
				if bits > best {
					best, writer, version = bits, k, v
				}
			}
			e.writers[i] = writer
			tally.add(writer, version)
		}
	}
}

// examine refuses those UUIDs of writer k that are alike in a way in which UUIDs from one process are not.
func (w *writer) examine(writers []int, k int) {
	const untimed = 0
	var groups [numVersions + 1][]reading // by version, or untimed
	var untimedOf [numVersions + 1]int    // by version
	for i := range w.read {
		if r := w.read[i]; writers[i] == k {
			groups[groupOf(&r)] = append(groups[groupOf(&r)], r)
			if !r.timed {
				untimedOf[r.version]++
			}
		}
	}
	var natural [numVersions + 1]bool
	for version, group := range groups {
		natural[version] = len(group) > 0 && differ(version, group)
	}
	if natural[untimed] && !isRandom(groups[untimed], 8, 0x3f) {
		w.variant = 0 // if this byte is the same in all values, they are no evidence for each other
	}
	for i := range w.read {
		r := &w.read[i]
		// A few UUIDs of a version may have an impossible time.
		w.odd[i] = !r.timed && natural[r.version] && 4*untimedOf[r.version] < len(groups[r.version])
		w.refused[i] = !natural[groupOf(r)] && !w.odd[i]
	}
}

// groupOf returns the version of r if it contains a time, or 0.
func groupOf(r *reading) int {
	if r.timed {
		return r.version
	}
	return 0
}

// saved returns the number of bits that the explanation saves.
func (e *explanation) saved(ws []writer) float64 {
	tally := newTally(len(ws))
	bits := 0.0
	for i, k := range e.writers {
		version := 0
		if k != noise {
			version = ws[k].read[i].version
			bits += ws[k].bits(i)
		}
		tally.add(k, version)
	}
	bits -= cost(tally.writers)
	for _, counts := range tally.versions {
		bits -= cost(counts[1:])
	}
	return bits
}

// cost returns the number of bits that tell which of several kinds each member of a sequence is, with the
// estimator of Krichevsky and Trofimov, given the number of members of each kind.
func cost(counts []int) float64 {
	total, nats := 0, 0.0
	for _, n := range counts {
		total += n
		nats -= lgamma(float64(n)+0.5) - lgamma(0.5)
	}
	half := float64(len(counts)) / 2
	nats += lgamma(float64(total)+half) - lgamma(half)
	return nats / math.Ln2
}

func lgamma(x float64) float64 {
	y, _ := math.Lgamma(x)
	return y
}

// A tally counts the values of each writer, and the UUIDs of each version.
type tally struct {
	writers  []int                  // from noise
	versions [][numVersions + 1]int // by writer; versions[w][0] is not used
}

func newTally(orders int) tally {
	return tally{make([]int, orders+1), make([][numVersions + 1]int, orders)}
}

func (t *tally) add(writer, version int) {
	t.writers[writer+1]++
	if writer != noise {
		t.versions[writer][version]++
	}
}

// logarithms returns the logarithm of the share of each count, as if half a value more had been counted everywhere.
func logarithms(counts []int) []float64 {
	total := 0.5 * float64(len(counts))
	for _, n := range counts {
		total += float64(n)
	}
	all := make([]float64, len(counts))
	for i, n := range counts {
		all[i] = math.Log2((float64(n) + 0.5) / total)
	}
	return all
}
