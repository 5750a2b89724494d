package benchmarks

import (
	"testing"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

// The benchmarks ignore results and errors in their loops. The tests in this file check that all
// libraries do the same work, and that no library is fast because it fails early.

func TestParseInputs(t *testing.T) {
	parsers := map[string]func(string) ([16]byte, error){
		"uuid":   func(s string) ([16]byte, error) { return uuid.Parse(s) },
		"std":    func(s string) ([16]byte, error) { return std.Parse(s) },
		"google": func(s string) ([16]byte, error) { return google.Parse(s) },
		"gofrs":  func(s string) ([16]byte, error) { return gofrs.FromString(s) },
	}
	for lib, parse := range parsers {
		for _, s := range []string{canonical, digits} {
			if u, err := parse(s); u != id || err != nil {
				t.Errorf("%s: parsing %q: got %x, %v", lib, s, u, err)
			}
		}
		// The benchmarks also measure the time for an error, so every library must return one.
		if u, err := parse(invalid); err == nil {
			t.Errorf("%s: parsing %q: got %x, want an error", lib, invalid, u)
		}
	}
}

func TestScanInputs(t *testing.T) {
	scanners := map[string]func(u *[16]byte, src any) error{
		"uuid":   func(u *[16]byte, src any) error { return (*uuid.UUID)(u).Scan(src) },
		"google": func(u *[16]byte, src any) error { return (*google.UUID)(u).Scan(src) },
		"gofrs":  func(u *[16]byte, src any) error { return (*gofrs.UUID)(u).Scan(src) },
	}
	for lib, scan := range scanners {
		for _, src := range []any{canonical, id[:]} {
			var u [16]byte
			if err := scan(&u, src); u != id || err != nil {
				t.Errorf("%s: scanning %v: got %x, %v", lib, src, u, err)
			}
		}
	}
}

func TestNamesAgree(t *testing.T) {
	want := [16]byte(uuid.NewV5(uuid.NamespaceDNS(), dnsName))
	if u := google.NewSHA1(google.NameSpaceDNS, []byte(dnsName)); u != want {
		t.Errorf("google: got %v, want %x", u, want)
	}
	if u := gofrs.NewV5(gofrs.NamespaceDNS, dnsName); u != want {
		t.Errorf("gofrs: got %v, want %x", u, want)
	}
}

// TestPoolIsLeftOff verifies that measurePool turns google/uuid's pool off again. The pool is
// global, so it would affect later benchmarks. A call to google/uuid allocates only if the pool is
// off.
func TestPoolIsLeftOff(t *testing.T) {
	testing.Benchmark(func(b *testing.B) {
		measurePool(b, func(b *testing.B) {
			for b.Loop() {
			}
		})
	})
	if n := testing.AllocsPerRun(100, func() { google.NewRandom() }); n != 1 {
		t.Errorf("after a benchmark with the pool, a call to google/uuid allocates %v times", n)
	}
}
