package uuid_test

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

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
