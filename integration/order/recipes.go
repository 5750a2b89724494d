// Package order checks that the IDs from the library's examples for ClickHouse and SQL Server sort
// by time.
package order

import "github.com/seed-8298af95/uuid"

// The functions in this file are copied from the library's examples. TestExamples compares the
// copies with the originals.

// ForClickHouse returns a version 8 UUID with the time of a version 7 UUID, in ClickHouse's order.
func ForClickHouse(v7 uuid.UUID) (uuid.UUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, counter := hi>>16, hi&0xfff, lo>>60&0b11
	return uuid.NewV8Fields(
		lo>>12&0xffff_ffff_ffff,
		uint16(lo&0xfff),
		unixTSMs<<14|randA<<2|counter,
	)
}

// ForSQLServer returns a version 8 UUID with the time of a version 7 UUID, in SQL Server's order.
func ForSQLServer(v7 uuid.UUID) (uuid.GUID, error) {
	hi, lo := v7.Uint64s()
	unixTSMs, randA, counter := hi>>16, hi&0xfff, lo>>60&0b11
	v8, err := uuid.NewV8Fields(
		lo>>12&0xffff_ffff_ffff,
		uint16(lo&0xfff),
		randA<<50|counter<<48|unixTSMs,
	)
	return uuid.GUID(v8), err
}
