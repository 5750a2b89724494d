package uuid

import (
	"encoding/binary"
	"fmt"
)

// A Node is the last 6 bytes of UUIDs of versions 1, 2 and 6. It has the form of an
// IEEE 802 MAC address.
type Node [6]byte

// RandomNode returns a random Node. Its multicast bit is set, so it is no address of a
// network card; see RFC 9562 section 6.10.
func RandomNode() Node {
	_, lo := random128()
	return nodeFrom(lo | multicast)
}

// multicast is the bit of a node, as a number, that tells a random one.
const multicast = 1 << 40

// nodeFrom returns the node that is the low 48 bits of n.
func nodeFrom(n uint64) Node {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], n)
	return Node(b[2:])
}

// String returns the node as "9f:6b:de:ce:d8:46".
func (n Node) String() string {
	return fmt.Sprintf("%02x:%02x:%02x:%02x:%02x:%02x", n[0], n[1], n[2], n[3], n[4], n[5])
}

// uint64 returns the node as a 48-bit number.
func (n Node) uint64() uint64 {
	return uint64(binary.BigEndian.Uint16(n[:]))<<32 | uint64(binary.BigEndian.Uint32(n[2:]))
}

// maxClockSeq is the greatest clock sequence: it has 14 bits.
const maxClockSeq = 1<<14 - 1

// An identity is what sets versions 1 and 6 of one generator apart from those
// of others.
type identity struct {
	node     Node
	clockSeq uint16
	changes  uint16 // of the clock sequence, since the generator was made
	known    bool
}

// tail returns the second word of a version 1 or 6 UUID.
func (id *identity) tail() uint64 { return uint64(id.clockSeq)<<48 | id.node.uint64() }

// newIdentityLocked returns an identity that is random as far as the options leave it
// open.
func (g *Generator) newIdentityLocked() (identity, error) {
	id := identity{node: g.opts.Node, known: true}
	if id.node != (Node{}) && g.opts.ClockSeq != nil {
		id.clockSeq = *g.opts.ClockSeq
		return id, nil
	}
	hi, lo, err := g.source.next128()
	if err != nil {
		return identity{}, err
	}
	if id.clockSeq = uint16(hi) & maxClockSeq; g.opts.ClockSeq != nil {
		id.clockSeq = *g.opts.ClockSeq
	}
	if id.node == (Node{}) {
		id.node = nodeFrom(lo | multicast)
	}
	return id, nil
}

// nextIdentityLocked returns the identity that follows when the clock is followed back:
// that of the next clock sequence and, past the last one, of another random node. It
// returns ErrClockRollback if all clock sequences of an Options.Node are used, or if
// Options.ClockSeq is set beside it: the next one may be another generator's.
func (g *Generator) nextIdentityLocked() (id identity, err error) {
	id = g.identity
	given := g.opts.Node != Node{}
	if given && (g.opts.ClockSeq != nil || id.changes == maxClockSeq) {
		return id, ErrClockRollback
	}
	if !given && id.clockSeq == maxClockSeq {
		_, lo, err := g.source.next128()
		if err != nil {
			return id, err
		}
		id.node = nodeFrom(lo | multicast)
	}
	id.clockSeq = (id.clockSeq + 1) & maxClockSeq
	id.changes++
	return id, nil
}
