//go:build linux || darwin

package uuid

import (
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns memory of one page between two that may not be accessed.
func guarded(t *testing.T) []byte {
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	for _, outside := range [][]byte{b[:page], b[2*page:]} {
		if err := syscall.Mprotect(outside, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return b[page : 2*page]
}

// TestWithinBounds parses and formats where the byte before and the one after
// what is read and written may not be accessed: that would end the program.
func TestWithinBounds(t *testing.T) {
	from, to := guarded(t), guarded(t)
	page := len(from)
	for _, text := range texts {
		for _, at := range []int{0, page - canonicalLen} {
			copy(from[at:], text)
			for _, dst := range []int{0, page - binaryLen} {
				u := (*UUID)(to[dst : dst+binaryLen])
				if !hexDecode(u, (*[canonicalLen]byte)(from[at:])) || *u != MustParse(text) {
					t.Errorf("at %d to %d: got %x", at, dst, *u)
				}
				b := from[at : at+canonicalLen]
				if v, err := Parse(unsafe.String(&b[0], len(b))); v != *u || err != nil {
					t.Errorf("at %d: got %v, %v", at, v, err)
				}
			}
		}
		want := MustParse(text)
		for _, at := range []int{0, page - binaryLen} {
			copy(from[at:], want[:])
			for _, dst := range []int{0, page - canonicalLen} {
				hexEncode((*[canonicalLen]byte)(to[dst:]), (*UUID)(from[at:]))
				if got := string(to[dst : dst+canonicalLen]); MustParse(got) != want {
					t.Errorf("at %d to %d: got %s", at, dst, got)
				}
				b, _ := want.AppendText(to[dst:dst:page])
				if string(b) != want.String() {
					t.Errorf("to %d: got %s", dst, b)
				}
			}
		}
	}
}
