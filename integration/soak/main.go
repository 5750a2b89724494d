// Soak checks that UUIDs do not repeat. Many processes with many goroutines issue version 1, 4, 6 and
// 7 UUIDs at the same time, and write them to files. Soak sorts all UUIDs to find duplicates, and also
// checks that the version 6 and 7 UUIDs of each goroutine increase.
//
//	go run ./soak -count 100_000_000
//
// Most UUIDs come from the package-level functions. One in 64 comes from a Generator with a FileStore
// that all processes share. Soak needs 50 bytes of memory, and 16 on the disk, for each UUID. The exit
// status is 1 if a check fails.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/seed-8298af95/uuid"
)

const (
	batchLen  = 256 // number of IDs that a goroutine gets from one source
	fromStore = 64  // one in 64 batches comes from the Generator with the shared FileStore
	maxShown  = 10  // maximum number of findings to print
)

// A config contains the values of the flags.
type config struct {
	processes, goroutines, count int
	dir                          string
	process                      int // number of this child process, or -1 for the parent process
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("soak: ")
	var c config
	flag.IntVar(&c.processes, "processes", 8, "the number of processes")
	flag.IntVar(&c.goroutines, "goroutines", 4, "the number of goroutines in each process")
	flag.IntVar(&c.count, "count", 1_000_000, "the number of IDs to issue in total")
	flag.StringVar(&c.dir, "dir", "", "the `directory` for temporary files (default the system's)")
	flag.IntVar(&c.process, "process", -1, "run as the process with this number, and leave files in -dir")
	flag.Parse()
	run := c.soak
	if c.process >= 0 {
		run = c.issue
	}
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

// soak runs the child processes and checks their IDs.
func (c config) soak(out io.Writer) (err error) {
	c.dir, err = os.MkdirTemp(c.dir, "soak-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(c.dir)
	self, err := os.Executable()
	if err != nil {
		return err
	}
	begin := time.Now()
	errs := make([]error, c.processes)
	var children sync.WaitGroup
	for i := range errs {
		children.Go(func() {
			cmd := exec.Command(self, "-processes", strconv.Itoa(c.processes), "-goroutines",
				strconv.Itoa(c.goroutines),
				"-count", strconv.Itoa(c.count), "-dir", c.dir, "-process", strconv.Itoa(i))
			cmd.Stderr = os.Stderr
			errs[i] = cmd.Run()
		})
	}
	children.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(c.dir, "*.ids"))
	if err != nil {
		return err
	}
	var files [][]uuid.UUID
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var ids []uuid.UUID
		for id := range slices.Chunk(data, len(uuid.UUID{})) {
			ids = append(ids, uuid.UUID(id)) // panics if an ID is incomplete
		}
		files = append(files, ids)
	}
	return check(files, c.count, begin, out)
}

// check checks IDs, of which each file has those that one goroutine got from one source, in order.
func check(files [][]uuid.UUID, count int, begin time.Time, out io.Writer) error {
	var found []string
	versions := map[uuid.Version]int{}
	for _, ids := range files {
		last := map[uuid.Version]uuid.UUID{}
		for _, id := range ids {
			v := id.Version()
			versions[v]++
			if v >= 6 && id.Compare(last[v]) <= 0 {
				found = append(found, fmt.Sprintf("%v follows %v", id, last[v]))
			}
			last[v] = id
		}
	}
	all := slices.Concat(files...)
	slices.SortFunc(all, uuid.UUID.Compare)
	for i := range all[:max(len(all)-1, 0)] {
		if all[i] == all[i+1] {
			found = append(found, fmt.Sprintf("%v is a duplicate", all[i]))
		}
	}
	for _, finding := range found[:min(len(found), maxShown)] {
		fmt.Fprintln(out, finding)
	}
	fmt.Fprintf(out, "%d IDs, by version %v: %d duplicates or out of order, %.1f s\n", len(all), versions, len(found),
		time.Since(begin).Seconds())
	if len(found) > 0 || len(all) != count || versions[1]+versions[4]+versions[6]+versions[7] != count {
		return fmt.Errorf("%d findings in %d of %d IDs", len(found), len(all), count)
	}
	return nil
}

// A source issues IDs: a Generator, or the package-level functions.
type source interface {
	NewV1() (uuid.UUID, error)
	NewV4() (uuid.UUID, error)
	NewV6() (uuid.UUID, error)
	NewV7() (uuid.UUID, error)
	FillV4([]uuid.UUID) (int, error)
	FillV7([]uuid.UUID) (int, error)
}

type functions struct{}

func (functions) NewV1() (uuid.UUID, error)           { return uuid.NewV1(), nil }
func (functions) NewV4() (uuid.UUID, error)           { return uuid.NewV4(), nil }
func (functions) NewV6() (uuid.UUID, error)           { return uuid.NewV6(), nil }
func (functions) NewV7() (uuid.UUID, error)           { return uuid.NewV7(), nil }
func (functions) FillV4(dst []uuid.UUID) (int, error) { uuid.FillV4(dst); return len(dst), nil }
func (functions) FillV7(dst []uuid.UUID) (int, error) { uuid.FillV7(dst); return len(dst), nil }

// batch appends n IDs, a quarter of each version. One call fills half of those of versions 4 and 7.
func batch(ids []uuid.UUID, n int, s source) (_ []uuid.UUID, err error) {
	quarter := func(i int, fill func([]uuid.UUID) (int, error), next func() (uuid.UUID, error)) {
		part := make([]uuid.UUID, n*(i+1)/4-n*i/4)
		filled := 0
		if fill != nil && err == nil {
			filled, err = fill(part[:len(part)/2])
		}
		for ; filled < len(part) && err == nil; filled++ {
			part[filled], err = next()
		}
		ids = append(ids, part...)
	}
	quarter(0, nil, s.NewV1)
	quarter(1, nil, s.NewV6)
	quarter(2, s.FillV4, s.NewV4)
	quarter(3, s.FillV7, s.NewV7)
	return ids, err
}

// issue runs the goroutines of a child process.
func (c config) issue(io.Writer) error {
	g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(filepath.Join(c.dir, "state"))})
	if err != nil {
		return err
	}
	errs := make([]error, c.goroutines)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			// The shares of all goroutines in all processes add up to c.count.
			n, all := c.process*c.goroutines+i, c.processes*c.goroutines
			left := c.count*(n+1)/all - c.count*n/all
			var issued [2][]uuid.UUID
			for j := 0; left > 0 && errs[i] == nil; j++ {
				kind, source := 0, source(functions{})
				if j%fromStore == 0 {
					kind, source = 1, g
				}
				issued[kind], errs[i] = batch(issued[kind], min(left, batchLen), source)
				left -= min(left, batchLen)
			}
			for kind, ids := range issued {
				var data []byte
				for _, id := range ids {
					data = append(data, id[:]...)
				}
				name := fmt.Sprintf("%d-%d.ids", n, kind)
				errs[i] = errors.Join(errs[i], os.WriteFile(filepath.Join(c.dir, name), data, 0o666))
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
