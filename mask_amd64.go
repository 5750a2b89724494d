//go:build gc && !purego && !race && !msan && !asan

package uuid

// putAtOnce is u.put(hi, lo) with a single store, which is what a load of all 16
// bytes has to find: after two stores it waits until both are in the cache. The
// rounds of a Mask take a fifth less time for it.
//
//go:noescape
func putAtOnce(u *UUID, hi, lo uint64)
