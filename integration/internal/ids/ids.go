// Package ids generates the UUIDs that the tests store and read.
package ids

import (
	"crypto/rand"

	"github.com/seed-8298af95/uuid"
)

const random = 1000

// All returns the Nil and Max UUIDs, one UUID of each version from 1 to 9, and 1,000 UUIDs of 128
// random bits. The random UUIDs may have any version and variant.
func All() []uuid.UUID {
	ids := make([]uuid.UUID, random, random+16)
	for i := range ids {
		rand.Read(ids[i][:])
	}
	return append(ids, append(versions(), uuid.Nil(), uuid.Max())...)
}

// versions returns one UUID of each version.
func versions() []uuid.UUID {
	v9, err := uuid.NewV9(uuid.V9Options{Version: true})
	if err != nil {
		panic(err)
	}
	return []uuid.UUID{
		uuid.NewV1(),
		uuid.NewV2(uuid.DomainPerson, 501),
		uuid.NewV3(uuid.NamespaceDNS(), "www.example.com"),
		uuid.NewV4(),
		uuid.NewV5(uuid.NamespaceDNS(), "www.example.com"),
		uuid.NewV6(),
		uuid.NewV7(),
		uuid.NewV8Name(uuid.HashSpaceSHA2_256, uuid.NamespaceDNS(), "www.example.com"),
		v9,
	}
}

// Example returns the UUID that the README tables use as an example.
func Example() uuid.UUID {
	return uuid.MustParse("f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
}
