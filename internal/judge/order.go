package judge

import "github.com/seed-8298af95/uuid"

// An Order is an order in which a program stored the 16 bytes of a UUID.
type Order int

const (
	Network    Order = iota // the order of RFC 9562, in which this module holds every UUID
	Microsoft               // C#'s Guid.ToByteArray, LDAP's objectGUID: the first three fields little-endian
	UUIDToBin1              // MySQL's UUID_TO_BIN(x, 1): the fields of the time from the highest to the lowest
	JavaLegacy              // BSON subtype 3 of MongoDB's Java driver: each half reversed
	Halves                  // the last eight bytes first
)

const numOrders = int(Halves) + 1

// positions contains, for each order, the position of each byte of the UUID in the stored bytes.
var positions = [numOrders][16]int{
	Network:    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	Microsoft:  {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15},
	UUIDToBin1: {4, 5, 6, 7, 2, 3, 0, 1, 8, 9, 10, 11, 12, 13, 14, 15},
	JavaLegacy: {7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
	Halves:     {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7},
}

// Undo returns the UUID whose 16 bytes were stored in order o.
func (o Order) Undo(stored [16]byte) (u uuid.UUID) {
	for i, position := range positions[o] {
		u[i] = stored[position]
	}
	return u
}

// String returns the name of the order in a sentence, with the programs that write it.
func (o Order) String() string {
	switch o {
	case Microsoft:
		return "Microsoft's byte order (C#'s ToByteArray, objectGUID)"
	case UUIDToBin1:
		return "the byte order of MySQL's UUID_TO_BIN(x, 1)"
	case JavaLegacy:
		return "the byte order of BSON subtype 3 in MongoDB's Java driver"
	case Halves:
		return "a byte order that begins with the last eight bytes"
	}
	return "network byte order"
}
