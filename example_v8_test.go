package uuid_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/seed-8298af95/uuid"
)

// eventID returns a version 8 UUID that is always the same for the same event, and sorts by the
// event's time. 48 bits are the Unix time in milliseconds, and 74 bits are a keyed hash of the time
// and the name. at must be the time of the event, not of the attempt to store it.
func eventID(key []byte, at time.Time, name string) (uuid.UUID, error) {
	unixTSMs := uint64(at.UnixMilli())
	hash := hmac.New(sha256.New, key)
	hash.Write(binary.BigEndian.AppendUint64(nil, unixTSMs))
	hash.Write([]byte(name))
	sum := hash.Sum(nil)
	first, rest := binary.BigEndian.Uint16(sum)>>4, binary.BigEndian.Uint64(sum[2:])>>2
	return uuid.NewV8Fields(unixTSMs, first, rest)
}

// These IDs sort by time and are the same on a retry, so a repeated job writes the same row instead
// of a duplicate.
//
// The IDs are version 8, because readers may assume that a version 7 UUID contains random bits or a
// counter after the time.
//
// An attacker who chooses names but does not know the key cannot choose an ID, and cannot confirm a
// guess of an ID's name. With the key, or with an unkeyed hash, it takes about 2^37 attempts to
// find two names with the same ID in a millisecond, and a single attempt to confirm a name. Keep
// the key secret, and compare the names if an ID already exists. The time is readable, as in
// version 7.
func ExampleNewV8Fields_retry() {
	key := []byte("32 random bytes of a secret store")
	at := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)

	first, err := eventID(key, at, "invoice 17")
	if err != nil {
		panic(err) // the time is before 1970 or after 10889
	}
	retry, _ := eventID(key, at, "invoice 17")
	other, _ := eventID(key, at, "invoice 18")
	later, _ := eventID(key, at.Add(time.Millisecond), "invoice 1")
	fmt.Println(first)
	fmt.Println(first == retry, first == other, first.Compare(later))
	// Output:
	// 017f22e2-79b0-87a2-8084-422cdf188763
	// true false -1
}

// withNode returns a version 8 UUID with the 60-bit time and the 8-bit counter of a version 7 UUID
// from V7Precise, 6 of its random bits, and a 48-bit node instead of the other random bits.
func withNode(v7 uuid.UUID, node uuid.Node) (uuid.UUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, counter, random := hi>>16, hi&0xfff, lo>>54&0xff, lo>>48&0x3f
	n := uint64(0)
	for _, b := range node {
		n = n<<8 | uint64(b)
	}
	return uuid.NewV8Fields(unixTSMs, uint16(randA), counter<<54|random<<48|n)
}

// These version 8 UUIDs contain a node, as in RFC 9562 section 6.4 and
// draft-peabody-dispatch-new-uuid-format-04, appendix A.3. Each machine has its own number, so IDs
// from two machines always differ, not just with high probability. A Generator keeps the IDs in
// order, even if the clock is set back.
//
// Use a node with only one Generator at a time: IDs from two Generators with the same node differ
// only in the counter and 6 random bits. Give the Generator a Store if the node is used again after
// a restart, and RollbackHold if the clock may move back by more than MaxRollback.
func ExampleNewV8Fields_node() {
	g, err := uuid.NewGenerator(uuid.Options{Rollback: uuid.RollbackHold})
	if err != nil {
		panic(err)
	}
	node := uuid.Node{0, 0, 0, 0, 0, 42} // this machine's number
	var ids []uuid.UUID
	for range 1000 {
		v7, err := g.NewV7()
		if err != nil {
			panic(err)
		}
		id, err := withNode(v7, node)
		if err != nil {
			panic(err)
		}
		ids = append(ids, id)
	}
	fmt.Println(ids[0].Version(), uuid.Node(ids[0][10:]))
	fmt.Println(slices.IsSortedFunc(ids, uuid.UUID.Compare))
	// Output:
	// 8 00:00:00:00:00:2a
	// true
}

// forClickHouse reorders the bits of a version 7 UUID into a version 8 UUID, so that ClickHouse's
// UUID type sorts by time. ClickHouse compares the last 8 bytes first.
func forClickHouse(v7 uuid.UUID) (uuid.UUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, counter := hi>>16, hi&0xfff, lo>>60&0b11
	return uuid.NewV8Fields(lo>>12&0xffff_ffff_ffff, uint16(lo&0xfff), unixTSMs<<14|randA<<2|counter)
}

// In ClickHouse, version 7 UUIDs do not sort by time. A version 8 UUID with the same bits does.
func ExampleNewV8Fields_clickHouse() {
	id, err := forClickHouse(uuid.NewV7())
	if err != nil {
		panic(err)
	}
	fmt.Println(id.Version())

	// A day's IDs range from first (inclusive) to next (exclusive).
	day := time.Date(2022, time.February, 22, 0, 0, 0, 0, time.UTC)
	first, _ := forClickHouse(uuid.MinV7(day))
	next, _ := forClickHouse(uuid.MinV7(day.AddDate(0, 0, 1)))
	fmt.Println(first, next)
	// Output:
	// 8
	// 00000000-0000-8000-805f-c7ae93000000 00000000-0000-8000-805f-c8f82a000000
}

// forSQLServer reorders the bits of a version 7 UUID into a version 8 UUID, so that SQL Server's
// uniqueidentifier type sorts by time. SQL Server compares the last 6 bytes first, then the 2 bytes
// before them.
func forSQLServer(v7 uuid.UUID) (uuid.GUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, counter := hi>>16, hi&0xfff, lo>>60&0b11
	v8, err := uuid.NewV8Fields(lo>>12&0xffff_ffff_ffff, uint16(lo&0xfff), randA<<50|counter<<48|unixTSMs)
	return v8.GUID(), err
}

// In SQL Server, version 7 UUIDs do not sort by time. A version 8 UUID with the same bits does.
func ExampleNewV8Fields_sqlServer() {
	var ids []uuid.GUID
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	for i := range 1000 {
		v7, err := uuid.NewV7At(start.Add(time.Duration(i) * 250 * time.Nanosecond))
		if err != nil {
			panic(err)
		}
		id, err := forSQLServer(v7)
		if err != nil {
			panic(err)
		}
		ids = append(ids, id)
	}
	fmt.Println(slices.IsSortedFunc(ids, uuid.GUID.Compare))
	// Output: true
}
