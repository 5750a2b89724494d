package uuid

import "testing"

// The domain takes the place of the low byte of each clock sequence; the high bits stay.
func TestDomainReplacesClockSeq(t *testing.T) {
	NewV1() // draws the identity
	setClockSeq := func(seq uint64) (before uint64) {
		shared.mu.Lock()
		defer shared.mu.Unlock()
		before, shared.timelines[gregorian].identity.clockSeq = shared.timelines[gregorian].identity.clockSeq, seq
		return before
	}
	defer setClockSeq(setClockSeq(0))
	for _, clockSeq := range []uint64{0, 0x00ff, 0x3f00, maxClockSeq} {
		setClockSeq(clockSeq)
		for _, domain := range []Domain{0, 0x5a, 0xff} {
			u := NewV2(domain, 1000)
			if high := u[8] & 0x3f; high != byte(clockSeq>>8) || u[9] != byte(domain) {
				t.Errorf("NewV2(%d, 1000) = %v with clock sequence %#x", domain, u, clockSeq)
			}
		}
	}
}

func TestDomainString(t *testing.T) {
	for domain, want := range map[Domain]string{DomainPerson: "person", DomainGroup: "group", DomainOrg: "org", 3: "Domain(3)", 255: "Domain(255)"} {
		if got := domain.String(); got != want {
			t.Errorf("Domain %d: String() = %q, want %q", uint8(domain), got, want)
		}
	}
	if DomainPerson != 0 || DomainGroup != 1 || DomainOrg != 2 {
		t.Error("the domains are not numbered as in DCE 1.1")
	}
}
