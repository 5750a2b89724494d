//go:build linux || darwin

package codec

import (
	"strings"
	"syscall"
	"testing"
)

// guarded returns a page of memory between two inaccessible pages.
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

// TestWithinBounds checks that the functions do not access memory outside their arguments.
// Such an access would crash the program.
func TestWithinBounds(t *testing.T) {
	from, to := guarded(t), guarded(t)
	page := len(from)
	for _, text := range texts {
		var want [16]byte
		decodeGeneric(&want, (*[TextLen]byte)([]byte(text)))
		for _, at := range []int{0, page - TextLen} {
			copy(from[at:], text)
			for _, dst := range []int{0, page - 16} {
				u := (*[16]byte)(to[dst:])
				if !DecodeHex(u, (*[TextLen]byte)(from[at:])) || *u != want {
					t.Errorf("at %d to %d: got %x", at, dst, *u)
				}
			}
		}
		for _, at := range []int{0, page - 16} {
			copy(from[at:], want[:])
			for _, dst := range []int{0, page - TextLen} {
				EncodeHex((*[TextLen]byte)(to[dst:]), (*[16]byte)(from[at:]))
				if got := string(to[dst : dst+TextLen]); got != strings.ToLower(text) {
					t.Errorf("at %d to %d: got %s", at, dst, got)
				}
			}
		}
	}
}
