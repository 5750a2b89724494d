//go:build gc && !purego && !race && !msan && !asan

package uuid

// putAtOnce is u.put(hi, lo) with a single store, which is what a load of all 16
// bytes has to find: after two stores it waits until both are in the cache.
//
//go:noescape
func putAtOnce(u *UUID, hi, lo uint64)

// nextBlock is nextBlockGeneric. With it a Mask takes an eighth less time.
//
//go:noescape
func nextBlock(f *feistel, common *UUID)

//lint:ignore U1000 mask_amd64.s jumps to it
func nextBlockDetectingAVX2(f *feistel, common *UUID) {
	askAVX2()
	nextBlockGeneric(f, common)
}
