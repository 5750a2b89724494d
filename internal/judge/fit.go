package judge

import (
	"math"
)

// Which order were the values stored in? Read in the right order, every value is a UUID. Read in a wrong
// order, most values are not, because version and variant are elsewhere, and are then random. But some
// bytes are not random: in UUIDs of version 1 that one process made in one second, only three bytes
// differ, so if the right byte by chance has a 4, all of them are version 4 in another order.
//
// So each explanation, which is one order or two, is measured by the number of bits that it saves: a value
// that the explanation makes a UUID has a version and a variant, and perhaps a time that can be, where a
// random value would have any bits. From these bits are subtracted those that tell which of the values
// are UUIDs, in which order, and of which versions, because somebody who tries many orders and versions
// finds one that is right for some values. By this sum, an explanation that saves k bits is right
// by chance once in 2^k lists.
//
// UUIDs that are alike save bits only if they are alike as UUIDs of one process are: those with a time
// differ in it, and the others differ in most of their bytes. Network order needs no such proof.

const noise = -1 // the writer of a value that is no UUID in any of an explanation's orders

// An explanation is a number of orders, and the writer of each value: an index of orders, or noise.
type explanation struct {
	orders  []Order
	writers []int
	bits    float64
}

// readings contains the readings of all values in each order.
type readings [numOrders][]reading

// explain finds the writers that explain the values best.
func (rs *readings) explain(orders ...Order) explanation {
	e := explanation{orders: orders, writers: make([]int, len(rs[Network]))}
	refused := make([][]bool, len(orders)) // by order: the values that this writer did not write
	for w := range orders {
		refused[w] = make([]bool, len(e.writers))
	}
	e.assign(rs, refused)
	for w, o := range orders {
		if o != Network && e.refuse(rs[o], w, refused[w]) {
			e.assign(rs, refused)
		}
	}
	e.bits = e.saved(rs)
	return e
}

const numVersions = googleV6

// assign finds the writers. It begins as if all writers and versions were equally likely, and repeats
// with their frequencies in the result.
func (e *explanation) assign(rs *readings, refused [][]bool) {
	tally := newTally(len(e.orders))
	for range 4 {
		ofWriter := logarithms(tally.writers)
		ofVersion := make([][]float64, len(e.orders))
		for w := range e.orders {
			ofVersion[w] = logarithms(tally.versions[w][1:])
		}
		tally = newTally(len(e.orders))
		for i := range e.writers {
			best, writer, version := ofWriter[0], noise, 0
			for w, o := range e.orders {
				r := &rs[o][i]
				if r.version == 0 || refused[w][i] {
					continue
				}
				if bits := r.bits() + ofWriter[w+1] + ofVersion[w][r.version-1]; bits > best {
					best, writer, version = bits, w, r.version
				}
			}
			e.writers[i] = writer
			tally.add(writer, version)
		}
	}
}

// refuse refuses the UUIDs of writer w that are alike in another way than UUIDs of one process are. It reports
// whether there are any.
func (e *explanation) refuse(rs []reading, w int, refused []bool) bool {
	const untimed = 0
	var groups [numVersions + 1][]int // values by version, without a time or by the version that has it
	for i, writer := range e.writers {
		if writer != w {
			continue
		}
		group := untimed
		if rs[i].timed {
			group = rs[i].version
		}
		groups[group] = append(groups[group], i)
	}
	found := false
	for version, group := range groups {
		members := make([]reading, len(group))
		for k, i := range group {
			members[k] = rs[i]
		}
		if len(group) == 0 || differ(version, members) {
			continue
		}
		found = true
		for _, i := range group {
			refused[i] = true
		}
	}
	return found
}

// saved returns the number of bits that the explanation saves.
func (e *explanation) saved(rs *readings) float64 {
	tally := newTally(len(e.orders))
	bits := 0.0
	for i, w := range e.writers {
		version := 0
		if w != noise {
			r := &rs[e.orders[w]][i]
			version = r.version
			bits += r.bits()
		}
		tally.add(w, version)
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
