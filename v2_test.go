package uuid_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestDCE(t *testing.T) {
	for domain := range 256 {
		for _, id := range []uint32{0, 1, 1000, 0xffff, 0x10000, 0x12345678, 1 << 31, 1<<32 - 1} {
			u := uuid.NewV2(uuid.Domain(domain), id)
			if gotDomain, gotID, ok := u.DCE(); gotDomain != uuid.Domain(domain) || gotID != id || !ok {
				t.Errorf("%v.DCE() = %d, %d, %v; want %d, %d, true", u, gotDomain, gotID, ok, domain, id)
			}
			if got, want := u.String(), fmt.Sprintf("%08x-....-2...-..%02x-............", id, domain); !regexp.MustCompile(want).MatchString(got) || !u.IsRFC9562() {
				t.Fatalf("NewV2(%d, %d) = %v, want %s", domain, id, got, want)
			}
		}
	}
}

// TestDCEInEachClockSeq has the domain replace all of the low byte of the clock
// sequence, which is the next one whenever the clock has been set back. So it is
// where a bubble begins, in 2000, and then all 256 values come.
func TestDCEInEachClockSeq(t *testing.T) {
	low := make(map[byte]bool)
	for i := 0; i < 1000 && len(low) < 256; i++ {
		uuid.NewV1() // in the present
		uuid.Bubble(t, func(t *testing.T) {
			low[uuid.NewV1()[9]] = true
			for _, domain := range []uuid.Domain{0, 255} {
				if got, _, _ := uuid.NewV2(domain, 1).DCE(); got != domain {
					t.Errorf("domain %d became %d", domain, got)
				}
			}
		})
	}
	if len(low) < 256 {
		t.Errorf("only %d values of the byte came", len(low))
	}
}

func TestDCEOfOthers(t *testing.T) {
	for _, text := range []string{
		"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
		"f81d4fae-7dec-01d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-31d0-a765-00a0c91e6bf6",
		"f81d4fae-7dec-61d0-a765-00a0c91e6bf6", "f81d4fae-7dec-a1d0-a765-00a0c91e6bf6",
		"f81d4fae-7dec-21d0-2765-00a0c91e6bf6", "f81d4fae-7dec-21d0-c765-00a0c91e6bf6", "f81d4fae-7dec-21d0-e765-00a0c91e6bf6",
	} {
		if domain, id, ok := uuid.MustParse(text).DCE(); domain != 0 || id != 0 || ok {
			t.Errorf("%s: DCE() = %d, %d, %v; want 0, 0, false", text, domain, id, ok)
		}
	}
}

// TestV2OfV1 compares a version 2 UUID to the version 1 UUIDs from before and
// after it. DCE 1.1 replaces time_low and clock_seq_low and keeps the rest.
func TestV2OfV1(t *testing.T) {
	for range 1000 {
		before := uuid.NewV1()
		u := uuid.NewV2(uuid.DomainGroup, 1<<32-1)
		after := uuid.NewV1()

		timeHighAndMid := func(u uuid.UUID) uint64 {
			hi, _ := u.Uint64s()
			return hi&0xfff<<16 | hi>>16&0xffff
		}
		if got := timeHighAndMid(u); got < timeHighAndMid(before) || got > timeHighAndMid(after) {
			t.Fatalf("%v has time_high and time_mid %#x, not from %v to %v", u, got, before, after)
		}
		if u[8] != before[8] {
			t.Fatalf("%v has clock_seq_high %#x, want that of %v", u, u[8], before)
		}
		node, ok := u.Node()
		if want, _ := before.Node(); node != want || !ok {
			t.Fatalf("%v.Node() = %v, %v; want that of %v", u, node, ok, before)
		}
		if seq, ok := u.ClockSeq(); seq != 0 || ok {
			t.Fatalf("%v.ClockSeq() = %d, %v; want 0, false", u, seq, ok)
		}
		if embedded, ok := u.Time(); !embedded.IsZero() || ok {
			t.Fatalf("%v.Time() = %v, %v; want the zero time, false", u, embedded, ok)
		}
	}
}

func TestDomainString(t *testing.T) {
	for domain, want := range map[uuid.Domain]string{0: "person", 1: "group", 2: "org", 3: "Domain(3)", 255: "Domain(255)"} {
		if got := domain.String(); got != want {
			t.Errorf("Domain %d: String() = %q, want %q", uint8(domain), got, want)
		}
	}
	if uuid.DomainPerson != 0 || uuid.DomainGroup != 1 || uuid.DomainOrg != 2 {
		t.Error("the domains are not numbered as in DCE 1.1")
	}
}
