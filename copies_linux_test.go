//go:build amd64 || arm64

package uuid_test

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

const (
	copies  = 20
	copyIDs = 40 // of each kind, by each copy
)

type copyKind struct {
	name   string
	random uuid.UUID // 1 for each random bit
	make   func() []uuid.UUID
}

// copyKinds are the kinds of UUIDs that copies of a process make, each with the bits that
// must differ in all of them.
func copyKinds() []copyKind {
	fixed := atSecond(1e9)
	counter := noError(uuid.NewGenerator(uuid.Options{V7: uuid.V7Counter}))
	batch := make([]uuid.UUID, 10)
	all, randB, tail := uuid.Max(), uuid.FromUint64s(0, 1<<54-1), uuid.FromUint64s(0, 1<<62-1)
	one := func(next func() uuid.UUID) func() []uuid.UUID {
		return func() []uuid.UUID {
			batch[0] = next()
			return batch[:1]
		}
	}
	of := func(next func() (uuid.UUID, error)) func() []uuid.UUID {
		return one(func() uuid.UUID { return noError(next()) })
	}
	return []copyKind{
		{"NewV4", all, one(uuid.NewV4)},
		{"NewV6", tail, one(uuid.NewV6)},
		{"NewV7", randB, one(uuid.NewV7)},
		{"NewV6At", tail, of(func() (uuid.UUID, error) { return uuid.NewV6At(fixed) })},
		{"NewV7At", tail, of(func() (uuid.UUID, error) { return uuid.NewV7At(fixed) })},
		{"NewV1At", tail, of(func() (uuid.UUID, error) { return uuid.NewV1At(fixed) })},
		{"NewV9", all, of(func() (uuid.UUID, error) { return uuid.NewV9(uuid.V9Options{Unordered: true}) })},
		{"FillV4", all, func() []uuid.UUID { uuid.FillV4(batch); return batch }},
		{"FillV7", randB, func() []uuid.UUID { uuid.FillV7(batch); return batch }},
		{"a Generator's NewV4", all, of(counter.NewV4)},
		{"a Generator's NewV6", tail, of(counter.NewV6)},
		{"V7Counter", uuid.FromUint64s(0, 1<<48-1), of(counter.NewV7)},
		{"RandomNode", all, one(func() uuid.UUID {
			node := uuid.RandomNode()
			return uuid.UUID(append(node[:], make([]byte, 10)...))
		})},
		{"a new Generator's NewV1", tail, of(func() (uuid.UUID, error) { return new(uuid.Generator).NewV1() })},
	}
}

func init() { roles["copies"] = makeCopies }

// makeCopies warms up, forks copies of this process, and has each write its UUIDs to
// standard output. A bare fork shares the same state as a snapshot of a virtual machine.
// The copy has one thread only, so it does nothing that needs another thread.
func makeCopies(string) error {
	debug.SetGCPercent(-1)
	kinds := copyKinds()
	for range 3 {
		for _, kind := range kinds {
			kind.make()
		}
	}
	time.Sleep(10 * time.Millisecond) // or another thread might hold a lock of the runtime
	var running []int
	for made, tries := 0, 0; made < copies; {
		for ; made+len(running) < copies; tries++ {
			if tries == 2*copies {
				return errors.New("copies do not end")
			}
			pid, _, errno := syscall.RawSyscall6(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
			switch {
			case errno != 0:
				return errno
			case pid == 0:
				writeCopy(kinds)
			}
			running = append(running, int(pid))
		}
		// A copy may wait for a lock of the runtime that a thread held which it does not have.
		pid, ended := running[0], false
		for deadline := time.Now().Add(3 * time.Second); !ended && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			var status syscall.WaitStatus
			got, err := syscall.Wait4(pid, &status, syscall.WNOHANG, nil)
			if err != nil || got == pid && status != 0 {
				return fmt.Errorf("copy %d: %v, status %#x", pid, err, status)
			}
			ended = got == pid
		}
		if running = running[1:]; ended {
			made++
		} else {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return nil
}

// writeCopy writes the UUIDs of a copy and exits.
func writeCopy(kinds []copyKind) {
	for k, kind := range kinds {
		var text []byte
		for n := 0; n < copyIDs; {
			for _, u := range kind.make() {
				text = append(append(text, byte(k)), u[:]...)
				n++
			}
		}
		syscall.Write(1, text) // less than 4096 bytes, so a pipe takes it in one piece
	}
	syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
}

// Copies of a process, as copies of a running virtual machine, have no random bits in
// common. Only versions 1 and 2, and 6 with a node or a clock sequence, have no
// random bits.
func TestCopies(t *testing.T) {
	if testing.Short() || uuid.RaceEnabled {
		t.Skip("starts copies of a process, which have one thread only")
	}
	cmd := asRole(t, "copies", "")
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	noErrors(t, err)
	kinds := copyKinds()
	seen, count := make(map[string]bool), make([]int, len(kinds))
	for record := range slices.Chunk(text, 17) {
		k := record[0]
		for i, mask := range kinds[k].random {
			record[1+i] &= mask
		}
		if count[k]++; seen[string(record)] {
			t.Fatalf("%s repeats %x", kinds[k].name, record[1:])
		}
		seen[string(record)] = true
	}
	for k, n := range count {
		if n < copies*copyIDs {
			t.Fatalf("%s: %d of %d UUIDs", kinds[k].name, n, copies*copyIDs)
		}
	}
}
