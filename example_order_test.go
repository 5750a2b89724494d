package uuid_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/seed-8298af95/uuid"
)

// forClickHouse returns a version 8 UUID with the bits of a version 7 UUID in an order in
// which ClickHouse's UUID sorts by time: it compares the last 8 bytes first.
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

	// The IDs of a day are at or after the first of these, and before the second.
	day := time.Date(2022, time.February, 22, 0, 0, 0, 0, time.UTC)
	first, _ := forClickHouse(uuid.MinV7(day))
	next, _ := forClickHouse(uuid.MinV7(day.AddDate(0, 0, 1)))
	fmt.Println(first, next)
	// Output:
	// 8
	// 00000000-0000-8000-805f-c7ae93000000 00000000-0000-8000-805f-c8f82a000000
}

// forSQLServer returns a version 8 UUID with the bits of a version 7 UUID in an order in
// which SQL Server's uniqueidentifier sorts by time: it compares the last 6 bytes first,
// then the 2 before them.
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
