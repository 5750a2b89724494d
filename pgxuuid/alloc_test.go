package pgxuuid_test

import (
	"testing"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// newMap returns a type map that is set up with Register.
func newMap() *pgtype.Map {
	m := pgtype.NewMap()
	pgxuuid.Register(m)
	return m
}

// TestAllocsOfParameters verifies the number of allocations for encoding a parameter, including the
// conversion to an interface.
func TestAllocsOfParameters(t *testing.T) {
	m := newMap()
	buf := make([]byte, 0, 1<<16)
	encode := func(oid uint32, value any) {
		format := int16(pgtype.BinaryFormatCode)
		if oid == 0 { // the type is unknown, as in the "exec" mode
			format = pgtype.TextFormatCode
		}
		if _, err := m.Encode(oid, format, value, buf); err != nil {
			panic(err)
		}
	}
	u := example
	null, binary, guid, id := uuid.Null{UUID: u, Valid: true}, uuid.Binary(u), uuid.GUID(u), uuid.ID[user](u)
	var us [1000]uuid.UUID
	var nulls [1000]uuid.Null
	var typed [1000]uuid.ID[user]
	for _, test := range []struct {
		name string
		want float64
		call func()
	}{
		{"UUID", 1, func() { encode(pgtype.UUIDOID, u) }},
		{"*UUID", 0, func() { encode(pgtype.UUIDOID, &u) }},
		{"nil *UUID", 0, func() { encode(pgtype.UUIDOID, (*uuid.UUID)(nil)) }},
		{"Null", 1, func() { encode(pgtype.UUIDOID, null) }},
		{"missing Null", 0, func() { encode(pgtype.UUIDOID, uuid.Null{}) }},
		{"*Null", 0, func() { encode(pgtype.UUIDOID, &null) }},
		{"Binary", 1, func() { encode(pgtype.UUIDOID, binary) }},
		{"GUID", 1, func() { encode(pgtype.UUIDOID, guid) }},
		{"ID[T]", 1, func() { encode(pgtype.UUIDOID, id) }},
		{"*ID[T]", 0, func() { encode(pgtype.UUIDOID, &id) }},
		{"UUID, unknown type", 1, func() { encode(0, u) }},
		{"*UUID, unknown type", 0, func() { encode(0, &u) }},
		{"Null, unknown type", 1, func() { encode(0, null) }},
		{"*Null, unknown type", 0, func() { encode(0, &null) }},
		// A slice of any length needs three allocations: the slice as an interface, its wrapper
		// as an interface, and its dimensions.
		{"[]UUID", 3, func() { encode(pgtype.UUIDArrayOID, us[:]) }},
		{"[]Null", 3, func() { encode(pgtype.UUIDArrayOID, nulls[:]) }},
		{"[]ID[T]", 3, func() { encode(pgtype.UUIDArrayOID, typed[:]) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.call); got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
}

// TestAllocsOfScan verifies the number of allocations for a Scan and its plan. In a query, all rows
// share a single plan.
func TestAllocsOfScan(t *testing.T) {
	m := newMap()
	var (
		u      uuid.UUID
		p      *uuid.UUID
		null   uuid.Null
		binary uuid.Binary
		guid   uuid.GUID
		id     uuid.ID[user]
		us     []uuid.UUID
	)
	src := example[:]
	array, err := m.Encode(pgtype.UUIDArrayOID, pgtype.BinaryFormatCode, make([]uuid.UUID, 1000), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		want float64
		oid  uint32
		src  []byte
		dst  any
	}{
		{name: "UUID", oid: pgtype.UUIDOID, src: src, dst: &u},
		{name: "*UUID", want: 2, oid: pgtype.UUIDOID, src: src, dst: &p},
		{name: "*UUID from NULL", want: 1, oid: pgtype.UUIDOID, dst: &p},
		{name: "Null", oid: pgtype.UUIDOID, src: src, dst: &null},
		{name: "Null from NULL", oid: pgtype.UUIDOID, dst: &null},
		{name: "Binary", oid: pgtype.UUIDOID, src: src, dst: &binary},
		{name: "GUID", want: 1, oid: pgtype.UUIDOID, src: src, dst: &guid},
		{name: "ID[T]", want: 1, oid: pgtype.UUIDOID, src: src, dst: &id},
		{name: "[]UUID", want: 9, oid: pgtype.UUIDArrayOID, src: array, dst: &us},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := testing.AllocsPerRun(100, func() {
				if err := m.Scan(test.oid, pgtype.BinaryFormatCode, test.src, test.dst); err != nil {
					panic(err)
				}
			})
			if got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
}
