package mask

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

// TestRevealV47 checks vectors from the C implementation of UUIDv47. The first vector is also in
// the README of the Go port github.com/srfrog/uuidv47-go.
func TestRevealV47(t *testing.T) {
	for _, test := range []struct {
		v7, v4 string
		k0, k1 uint64
	}{
		{
			v7: "018f2d9f-9a2a-7def-8c3f-7b1a2c4d5e6f",
			v4: "2463c780-7fca-4def-8c3f-7b1a2c4d5e6f",
			k0: 0x0123456789abcdef,
			k1: 0xfedcba9876543210,
		},
		{
			v7: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
			v4: "e4b98970-eb53-4cc3-98c4-dc0c0c07398f",
			k0: 0x0706050403020100,
			k1: 0x0f0e0d0c0b0a0908,
		},
		{
			v7: "00000000-0000-7000-8000-000000000000",
			v4: "22d97126-9609-4000-8000-000000000000",
			k0: 0x0123456789abcdef,
			k1: 0xfedcba9876543210,
		},
	} {
		got, err := RevealV47(uuid.MustParse(test.v4), test.k0, test.k1)
		if err != nil || got.String() != test.v7 {
			t.Errorf("%s was revealed as %v, %v; want %s", test.v4, got, err, test.v7)
		}
	}
	if got, err := RevealV47(uuid.NewV7(), 1, 2); err == nil {
		t.Errorf("a version 7 UUID was revealed as %v", got)
	}
}

// TestSipHash checks the test vector that SipHash's authors published for the bytes 0 to 9.
func TestSipHash(t *testing.T) {
	got := sipHash([10]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0x0706050403020100, 0x0f0e0d0c0b0a0908)
	if want := uint64(0x7a5dbbc594ddb9f3); got != want {
		t.Errorf("got %x, want %x", got, want)
	}
}
