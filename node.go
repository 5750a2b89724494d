package uuid

import (
	"encoding/binary"
	"fmt"
)

// A Node is the last 6 bytes of a version 1, 2 or 6 UUID: an IEEE 802 MAC address, or random bits.
type Node [6]byte

// String returns the node in the form "9f:6b:de:ce:d8:46".
func (n Node) String() string {
	return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", n[0], n[1], n[2], n[3], n[4], n[5])
}

// uint64 returns the node as a 48-bit number.
func (n Node) uint64() uint64 {
	return uint64(binary.BigEndian.Uint16(n[:]))<<32 | uint64(binary.BigEndian.Uint32(n[2:]))
}

const (
	nodeMask    = 1<<48 - 1
	multicast   = 1 << 40   // marks a random node
	maxClockSeq = 1<<14 - 1 // a clock sequence has 14 bits
)

// An identity is a node and a clock sequence. It distinguishes UUIDs from different generators.
type identity struct {
	node     uint64
	clockSeq uint64
	changes  int // number of changes to the clock sequence

	nodeGiven, clockSeqGiven bool // the caller set the value
	known                    bool // both values are given or drawn
}

// givenIdentity returns the part of an identity that the options set. It draws no random values.
func givenIdentity(o *Options) identity {
	id := identity{node: o.Node.uint64(), nodeGiven: o.Node != Node{}}
	if o.ClockSeq != nil {
		id.clockSeq, id.clockSeqGiven = uint64(*o.ClockSeq), true
	}
	id.known = id.nodeGiven && id.clockSeqGiven
	return id
}

// tail returns the second word of a version 1 or 6 UUID, without the variant.
func (id *identity) tail() uint64 { return id.clockSeq<<48 | id.node }

// successor returns the identity for a timeline that begins or restarts. If id is not known, the
// random words hi and lo provide the missing values. Otherwise successor uses the next clock
// sequence or, after the last one, a new random node. passed means that the clock is later than all
// timestamps issued. The error is ErrClockRollback if no clock sequence is left for a given node.
func (id *identity) successor(hi, lo uint64, passed bool) (identity, error) {
	renewed := *id
	switch {
	case !id.known:
		// Both words are unused, because this UUID contains the identity instead of random bits.
		if !id.clockSeqGiven {
			renewed.clockSeq = hi & maxClockSeq
		}
		if !id.nodeGiven {
			renewed.node = lo&nodeMask | multicast
		}
		renewed.known = true
		return renewed, nil
	case id.nodeGiven && id.clockSeqGiven && passed:
		// No timestamp repeats, and another generator may use the next clock sequence.
		return renewed, nil
	case id.nodeGiven && (id.clockSeqGiven || id.changes == maxClockSeq):
		return identity{}, ErrClockRollback
	case !id.nodeGiven && id.clockSeq == maxClockSeq:
		renewed.node = hi&nodeMask | multicast // not lo, which a version 6 UUID may contain
	}
	// Count up, because random 14-bit numbers would soon repeat. A given node uses all of them, so
	// changes counts them. A random node does not have to, so it is replaced at the last number.
	renewed.clockSeq = (id.clockSeq + 1) & maxClockSeq
	renewed.changes++
	return renewed, nil
}
