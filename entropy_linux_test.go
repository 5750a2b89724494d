//go:build !purego && (amd64 || arm64 || riscv64)

package uuid

import (
	"bufio"
	"bytes"
	"crypto/fips140"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"unsafe"
)

// TestKeysInMemory looks for superseded keys in the memory of a process of its own.
// Each stream has its own key, and there is no copy of any other: not on stacks
// either.
func TestKeysInMemory(t *testing.T) {
	const inChild = "UUID_TEST_KEYS_IN_MEMORY"
	if os.Getenv(inChild) != "" {
		findKeys()
		return
	}
	if testing.Short() || fips140.Enabled() || RaceEnabled {
		t.Skip("starts itself as another process, to look at its keys")
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestKeysInMemory$")
	cmd.Env = append(os.Environ(), inChild+"=1")
	out, err := cmd.CombinedOutput()
	var keys, streams, current, old int
	_, scanErr := fmt.Sscanf(string(out), "%d keys, %d streams: %d in memory, %d old ones", &keys, &streams, &current, &old)
	if err != nil || scanErr != nil {
		t.Fatalf("%v, %v: %s", err, scanErr, out)
	}
	t.Logf("%d keys, %d streams: %d in memory, %d old ones", keys, streams, current, old)
	// The runtime may interrupt a goroutine that makes a new key, and leaves what is in
	// its registers on a stack.
	if keys < 100_000 || current < streams || current > streams+2 || old > 2 {
		t.Errorf("%d keys, %d streams: %d in memory, %d old ones", keys, streams, current, old)
	}
}

// A keyRecord tells keys from other words in memory. It has them masked, so as not to
// be found itself.
type keyRecord struct {
	mu      sync.Mutex
	current map[uint64]bool // by the masked first word of a key; false: it is superseded
}

const keyMask = 0x5ac3_1788_21de_740b

// add takes note of the key of s and that the one before is superseded.
func (r *keyRecord) add(s *stream, before uint64) (masked uint64) {
	masked = (*[33]uint64)(unsafe.Pointer(&s.cipher))[32] ^ keyMask // after its buffer
	r.mu.Lock()
	defer r.mu.Unlock()
	r.current[before] = false
	r.current[masked] = true
	return masked
}

// findKeys gives streams new keys on many goroutines, with stacks of many depths, and
// prints how many keys are in memory after that.
func findKeys() {
	record := keyRecord{current: make(map[uint64]bool)}
	const goroutines, each = 100, 1500
	var streams [goroutines]stream
	var made, parked sync.WaitGroup
	park := make(chan bool)
	for i := range streams {
		made.Add(1)
		parked.Add(1)
		go func() {
			defer parked.Done()
			var masked uint64
			for k := range each {
				// What is left on the stack is at another depth each time.
				deep((i+k*7)%60, streams[i].rekey)
				masked = record.add(&streams[i], masked)
			}
			made.Done()
			<-park // its stack stays
		}()
	}
	made.Wait()
	current, old := record.search()
	fmt.Printf("%d keys, %d streams: %d in memory, %d old ones\n", len(record.current)-1, len(streams), current, old)
	close(park)
	parked.Wait()
}

// deep calls f from a stack that is n frames deeper.
func deep(n int, f func()) {
	var frame [64]byte
	if n == 0 {
		f()
		return
	}
	deep(n-1, f)
	frame[n%64]++
}

// search counts the current and the superseded keys in the memory of this process.
func (r *keyRecord) search() (current, old int) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		panic(err)
	}
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		panic(err)
	}
	defer mem.Close()
	buf := make([]byte, 1<<20)
	own := uint64(uintptr(unsafe.Pointer(&buf[0])))
	for lines := bufio.NewScanner(bytes.NewReader(maps)); lines.Scan(); {
		var start, end uint64
		var mode string
		fmt.Sscanf(lines.Text(), "%x-%x %s", &start, &end, &mode)
		if !strings.HasPrefix(mode, "rw") || strings.Contains(lines.Text(), "[v") {
			continue
		}
		for at := start; at < end; at += uint64(len(buf)) {
			n, _ := mem.ReadAt(buf[:min(uint64(len(buf)), end-at)], int64(at))
			for i := 0; i+8 <= n; i += 8 {
				if own <= at+uint64(i) && at+uint64(i) < own+uint64(len(buf)) {
					continue // what was read before
				}
				word := binary.LittleEndian.Uint64(buf[i:])
				if isCurrent, ok := r.current[word^keyMask]; ok && word != keyMask {
					if isCurrent {
						current++
					} else {
						old++
					}
				}
			}
		}
	}
	return current, old
}
