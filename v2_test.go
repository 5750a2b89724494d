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
