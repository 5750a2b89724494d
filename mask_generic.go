//go:build !gc || purego || race || msan || asan || !amd64

package uuid

// putAtOnce is u.put(hi, lo).
func putAtOnce(u *UUID, hi, lo uint64) { u.put(hi, lo) }

// nextBlock is nextBlockGeneric.
func nextBlock(f *feistel, common *UUID) { nextBlockGeneric(f, common) }
