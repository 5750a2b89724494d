// Shows what version 8 is for.
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

// eventV7 returns a version 7 UUID that is always the same for the same time and name. The 74 bits
// after the time in milliseconds are a keyed hash of both. See eventID for the key.
func eventV7(key []byte, at time.Time, name string) uuid.UUID {
	hash := hmac.New(sha256.New, key)
	hash.Write(binary.BigEndian.AppendUint64(nil, uint64(at.UnixMilli())))
	hash.Write([]byte(name))
	random := hash.Sum(nil)
	id, last := uuid.MinV7(at), uuid.MaxV7(at)
	for i := range id {
		id[i] |= last[i] & random[i] // the 74 bits that follow the time
	}
	return id
}

// These IDs are also the same on a retry, but they are version 7, for readers that reject version
// 8.
func ExampleMinV7_retry() {
	key := []byte("32 random bytes of a secret store")
	at := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)

	first := eventV7(key, at, "invoice 17")
	fmt.Println(first)
	fmt.Println(first.Time())
	fmt.Println(first == eventV7(key, at, "invoice 17"), first == eventV7(key, at, "invoice 18"))
	// Output:
	// 017f22e2-79b0-7c62-9d8f-9d23a565dd6e
	// 2022-02-22 19:22:22 +0000 UTC true
	// true false
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
	return uuid.NewV8Fields(
		lo>>12&0xffff_ffff_ffff,
		uint16(lo&0xfff),
		unixTSMs<<14|randA<<2|counter,
	)
}

// In ClickHouse, version 7 UUIDs do not sort by time. If the table's ORDER BY cannot begin with
// UUIDv7ToDateTime(id), use version 8 UUIDs with the same bits, which do.
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
	v8, err := uuid.NewV8Fields(
		lo>>12&0xffff_ffff_ffff,
		uint16(lo&0xfff),
		randA<<50|counter<<48|unixTSMs,
	)
	return uuid.GUID(v8), err
}

// timeFromSQLServer returns the time in an ID from forSQLServer, in milliseconds.
func timeFromSQLServer(g uuid.GUID) time.Time {
	_, lo := uuid.UUID(g).Uint64s()
	return time.UnixMilli(int64(lo & (1<<48 - 1))).UTC()
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
	fmt.Println(slices.IsSortedFunc(ids, uuid.GUID.Compare), timeFromSQLServer(ids[0]))

	// A day's IDs range from first (inclusive) to next (exclusive).
	day := time.Date(2022, time.February, 22, 0, 0, 0, 0, time.UTC)
	first, _ := forSQLServer(uuid.MinV7(day))
	next, _ := forSQLServer(uuid.MinV7(day.AddDate(0, 0, 1)))
	fmt.Println(first, next)
	fmt.Println(first.Compare(ids[0]) <= 0, ids[999].Compare(next) < 0)
	// Output:
	// true 2022-02-22 19:22:22 +0000 UTC
	// 00000000-0000-8000-8000-017f1eba4c00 00000000-0000-8000-8000-017f23e0a800
	// true true
}

// shards is the number of parts between which a database can split a table.
const shards = 16

// inShard returns a version 8 UUID that starts with the number of a shard. The bits of a version 7
// UUID follow in order, except its last 8 bits, which are random.
func inShard(shard uint8, v7 uuid.UUID) (uuid.UUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, randB := hi>>16, hi&0xfff, lo&(1<<62-1)
	return uuid.NewV8Fields(
		uint64(shard)<<40|unixTSMs>>8,
		uint16(unixTSMs&0xff<<4|randA>>8),
		randA&0xff<<54|randB>>8,
	)
}

// A database that splits tables by ranges of keys stores all new version 7 UUIDs in the last range.
// These version 8 UUIDs are distributed among 16 ranges, and sort by time in each of them.
//
// A query for a time range needs a pair of bounds for each shard. With more shards, more machines
// can share the inserts, but such a query asks for more ranges.
func ExampleNewV8Fields_shards() {
	var parts [shards][]uuid.UUID
	v7s := make([]uuid.UUID, 1000)
	uuid.FillV7(v7s)
	for _, v7 := range v7s {
		shard := v7[15] % shards // from the random bits that inShard leaves out
		id, err := inShard(shard, v7)
		if err != nil {
			panic(err)
		}
		parts[shard] = append(parts[shard], id)
	}
	sorted := true
	for _, ids := range parts {
		sorted = sorted && slices.IsSortedFunc(ids, uuid.UUID.Compare)
	}
	fmt.Println(sorted)

	// In each shard, a day's IDs range from first (inclusive) to next (exclusive).
	day := time.Date(2022, time.February, 22, 0, 0, 0, 0, time.UTC)
	for shard := range uint8(shards) {
		first, _ := inShard(shard, uuid.MinV7(day))
		next, _ := inShard(shard, uuid.MinV7(day.AddDate(0, 0, 1)))
		if shard < 2 {
			fmt.Println(first, next)
		}
	}
	// Output:
	// true
	// 00017f1e-ba4c-8000-8000-000000000000 00017f23-e0a8-8000-8000-000000000000
	// 01017f1e-ba4c-8000-8000-000000000000 01017f23-e0a8-8000-8000-000000000000
}
