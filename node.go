package uuid

import (
	"encoding/binary"
	"fmt"
)

// A Node is the last 6 bytes of UUIDs of versions 1, 2 and 6, in the form of an IEEE 802 MAC address.
type Node [6]byte

// RandomNode returns a random Node. Its multicast bit is set, which no address of a network card
// has; see RFC 9562 section 6.10.
func RandomNode() (n Node) {
	var b [8]byte
	_, lo := random128()
	binary.BigEndian.PutUint64(b[:], lo|multicast)
	copy(n[:], b[2:])
	return n
}

// String returns the node as "9f:6b:de:ce:d8:46".
func (n Node) String() string {
	return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", n[0], n[1], n[2], n[3], n[4], n[5])
}

// uint64 returns the node as a 48-bit number.
func (n Node) uint64() uint64 {
	return uint64(binary.BigEndian.Uint16(n[:]))<<32 | uint64(binary.BigEndian.Uint32(n[2:]))
}

const (
	nodeMask    = 1<<48 - 1
	multicast   = 1 << 40   // the bit of a node that marks a random one
	maxClockSeq = 1<<14 - 1 // a clock sequence has 14 bits
)

// An identity makes UUIDs of versions 1 and 6 differ from those of other generators.
type identity struct {
	node     uint64
	clockSeq uint64
	changes  int // of the clock sequence, since the generator was made

	nodeGiven, clockSeqGiven bool // by the caller
	known                    bool // nothing is left to be drawn
}

// givenIdentity returns the identity of a new generator, with nothing drawn yet.
func givenIdentity(o *Options) identity {
	id := identity{node: o.Node.uint64(), nodeGiven: o.Node != Node{}, clockSeqGiven: o.ClockSeq != nil}
	if id.clockSeqGiven {
		id.clockSeq = uint64(*o.ClockSeq)
	}
	id.known = id.nodeGiven && id.clockSeqGiven
	return id
}

// tail returns the second word of a version 1 or 6 UUID.
func (id *identity) tail() uint64 { return id.clockSeq<<48 | id.node }

// successor returns the identity for a timeline that begins or begins again. If id is not known
// yet, it fills in random bits where the caller gave nothing. Otherwise it takes the next clock
// sequence and, after the last one, another random node. passed tells that the clock is past all
// that was issued. The error is ErrClockRollback if all clock sequences of a given node are used.
func (id *identity) successor(hi, lo uint64, passed bool) (*identity, error) {
	renewed := *id
	switch {
	case !id.known:
		// Both words may be used up here: the UUID carries the identity and no random bits.
		if !id.clockSeqGiven {
			renewed.clockSeq = hi & maxClockSeq
		}
		if !id.nodeGiven {
			renewed.node = lo&nodeMask | multicast
		}
		renewed.known = true
		return &renewed, nil
	case id.nodeGiven && id.clockSeqGiven && passed:
		return id, nil // nothing repeats, and another identity may be that of another generator
	case id.nodeGiven && (id.clockSeqGiven || id.changes == maxClockSeq):
		return nil, ErrClockRollback
	case !id.nodeGiven && id.clockSeq == maxClockSeq:
		renewed.node = hi&nodeMask | multicast // lo may stand in a UUID of version 6, which would show the node
	}
	// The next clock sequence, because random numbers of 14 bits soon repeat.
	renewed.clockSeq = (id.clockSeq + 1) & maxClockSeq
	renewed.changes++
	return &renewed, nil
}
