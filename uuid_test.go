// Proves the fixed bits, comparisons and names of constants.
package uuid_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestNilAndMax(t *testing.T) {
	wantUUID(t, "Nil", uuid.Nil(), uuid.UUID{})
	wantUUID(t, "Max", uuid.Max(), uuid.UUID(bytes.Repeat([]byte{0xff}, 16)))
	for _, bit := range append(singleBits(), uuid.UUID{}) {
		hi, lo := bit.Uint64s()
		for _, u := range []uuid.UUID{bit, uuid.FromUint64s(^hi, ^lo)} {
			if isNil := u == uuid.Nil(); u.IsNil() != isNil || u.IsZero() != isNil {
				t.Errorf("%v: IsNil() = %t, IsZero() = %t", u, u.IsNil(), u.IsZero())
			}
		}
	}
}

// versions lists the fields in UUIDs of each version. A new version also belongs in the sentences
// that TestVersionDocs checks, and perhaps in README.md, which says "all versions of RFC 9562".
var versions = []struct {
	name                string
	time, seq, node, id bool
}{
	{
		name: "1",
		time: true,
		seq:  true,
		node: true,
	}, {name: "2", node: true, id: true}, {name: "3"}, {name: "4"}, {name: "5"},
	{
		name: "6",
		time: true,
		seq:  true,
		node: true,
	}, {name: "7", time: true}, {name: "8"}, {name: "9"},
}

// TestVersionDocs checks the sentences that say which versions there are. The last in the table,
// version 9, is not in RFC 9562.
func TestVersionDocs(t *testing.T) {
	last := versions[len(versions)-2].name
	for document, want := range map[string]string{
		"doc.go":             "RFC 9562: versions 1 to " + last + ", Nil",
		"docs/comparison.md": "| UUID versions | 1 to " + last + " |",
	} {
		if !strings.Contains(readFile(t, document), want) {
			t.Errorf("%s does not contain %q", document, want)
		}
	}
}

// TestFixedBits checks all values of the two bytes that contain the version and the variant. A UUID
// must not return a field that its version does not define.
func TestFixedBits(t *testing.T) {
	for b6 := range 256 {
		for b8 := range 256 {
			u := example
			u[6], u[8] = byte(b6), byte(b8)
			variant, version := uuid.VariantFuture, uuid.Version(0)
			switch {
			case b8 < 0x80:
				variant = uuid.VariantNCS
			case b8 < 0xc0:
				variant, version = uuid.VariantRFC9562, uuid.Version(b6/16)
			case b8 < 0xe0:
				variant = uuid.VariantMicrosoft
			}
			if u.Variant() != variant || u.Version() != version {
				t.Fatalf("%v: variant %v, version %d; want %v, %d",
					u, u.Variant(), u.Version(), variant, version)
			}
			has := versions[7] // version 8 has no fields
			if n := int(version); 1 <= n && n <= len(versions) {
				has = versions[n-1]
			}
			at, ok := u.Time()
			binaryAt, binaryOK := uuid.Binary(u).Time()
			if ok != has.time || !ok && !at.IsZero() || binaryAt != at || binaryOK != ok {
				t.Fatalf("%v: Time() = %v, %t; of a Binary %v, %t", u, at, ok, binaryAt, binaryOK)
			}
			if seq, ok := u.ClockSeq(); ok != has.seq || !ok && seq != 0 {
				t.Fatalf("%v: ClockSeq() = %d, %t", u, seq, ok)
			}
			if node, ok := u.Node(); ok != has.node || !ok && node != (uuid.Node{}) {
				t.Fatalf("%v: Node() = %v, %t", u, node, ok)
			}
			if domain, id, ok := u.DCE(); ok != has.id || !ok && (domain != 0 || id != 0) {
				t.Fatalf("%v: DCE() = %d, %d, %t", u, domain, id, ok)
			}
		}
	}
}

// TestConstantStrings checks the String methods of constants. TestTablesAreComplete checks that the
// tables list all of them.
func TestConstantStrings(t *testing.T) {
	check := func(got fmt.Stringer, want string) {
		if got.String() != want {
			t.Errorf("%T %d: String() = %q, want %q", got, got, got, want)
		}
	}
	for i, name := range []string{"NCS", "RFC 9562", "Microsoft", "future", "Variant(4)"} {
		check(uuid.Variant(i), name)
	}
	for _, row := range encodings {
		check(row.encoding, row.name)
	}
	for _, row := range hashSpaces {
		check(row.space, "HashSpace"+row.name)
	}
	for _, row := range methods {
		check(row.method, row.name)
	}
	for _, row := range policies {
		check(row.policy, row.name)
	}
	for i, name := range []string{"person", "group", "org", "Domain(3)"} {
		check(uuid.Domain(i), name)
	}
	check(uuid.Encoding(len(encodings)), fmt.Sprintf("Encoding(%d)", len(encodings)))
	check(uuid.HashSpace(0), "HashSpace(0)")
	check(uuid.V7Method(255), "V7Method(255)")
	check(uuid.RollbackPolicy(len(policies)), fmt.Sprintf("RollbackPolicy(%d)", len(policies)))
}

// randomUUIDs returns the same n UUIDs in every run. Each UUID shares a random number of leading
// bytes with the previous UUID.
func randomUUIDs(n int) []uuid.UUID {
	r := newRand()
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = randomUUID(r)
		if i > 0 {
			copy(ids[i][:], ids[i-1][:r.IntN(len(ids[i])+1)])
		}
	}
	return ids
}

func TestCompareOrdersAsBytes(t *testing.T) {
	ids := append(
		randomUUIDs(300),
		uuid.Nil(),
		uuid.Max(),
		uuid.FromUint64s(1, 0),
		uuid.FromUint64s(0, 1<<63),
	)
	for _, u := range ids {
		for _, v := range ids {
			want := bytes.Compare(u[:], v[:])
			got := [...]int{
				u.Compare(v),
				uuid.Binary(u).Compare(uuid.Binary(v)),
				uuid.ID[user](u).Compare(uuid.ID[user](v)),
			}
			if got != [...]int{want, want, want} ||
				strings.Compare(u.String(), v.String()) != want {
				t.Fatalf("%v.Compare(%v) = %d, want %d", u, v, got, want)
			}
		}
	}
}

func TestUint64sRoundTrip(t *testing.T) {
	const hi, lo = 0xf81d4fae7dec11d0, 0xa76500a0c91e6bf6
	wantUUID(t, "FromUint64s", uuid.FromUint64s(hi, lo), example)
	if gotHi, gotLo := example.Uint64s(); gotHi != hi || gotLo != lo {
		t.Errorf("Uint64s() = %#x, %#x; want %#x, %#x", gotHi, gotLo, uint64(hi), uint64(lo))
	}
	for _, u := range randomUUIDs(100) {
		wantUUID(t, "FromUint64s of Uint64s", uuid.FromUint64s(u.Uint64s()), u)
	}
}
