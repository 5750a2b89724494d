package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/seed-8298af95/uuid"
)

const (
	idsExt   = ".ids" // extension of files with IDs in the order issued
	idLen    = len(uuid.UUID{})
	batchLen = 256 // number of IDs that a goroutine issues between clock checks
	fromFile = 64  // one in 64 batches comes from the generator with the shared FileStore
)

// An issuer issues batches of version 1, 4, 6 and 7 IDs.
type issuer struct {
	newV1, newV4, newV6, newV7 func() (uuid.UUID, error)
	fillV4, fillV7             func([]uuid.UUID) (int, error)
}

// packageIssuer returns an issuer that uses the package-level functions.
func packageIssuer() issuer {
	newID := func(f func() uuid.UUID) func() (uuid.UUID, error) {
		return func() (uuid.UUID, error) { return f(), nil }
	}
	fill := func(f func([]uuid.UUID)) func([]uuid.UUID) (int, error) {
		return func(dst []uuid.UUID) (int, error) { f(dst); return len(dst), nil }
	}
	return issuer{
		newID(uuid.NewV1), newID(uuid.NewV4), newID(uuid.NewV6), newID(uuid.NewV7),
		fill(uuid.FillV4), fill(uuid.FillV7),
	}
}

func generatorIssuer(g *uuid.Generator) issuer {
	return issuer{g.NewV1, g.NewV4, g.NewV6, g.NewV7, g.FillV4, g.FillV7}
}

// batch fills dst with IDs, a quarter for each version. For versions 4 and 7, a single fill call
// issues half of the IDs. All other IDs are issued one at a time.
func (s *issuer) batch(dst []uuid.UUID) (err error) {
	// Each version gets a contiguous part of dst in the order issued, because the prover checks
	// this order.
	quarter := func(n int) []uuid.UUID { return dst[len(dst)*n/4 : len(dst)*(n+1)/4] }
	for _, part := range []struct {
		ids  []uuid.UUID
		next func() (uuid.UUID, error)
		fill func([]uuid.UUID) (int, error)
	}{
		{quarter(0), s.newV1, nil},
		{quarter(1), s.newV6, nil},
		{quarter(2), s.newV4, s.fillV4},
		{quarter(3), s.newV7, s.fillV7},
	} {
		if part.fill != nil {
			half := len(part.ids) / 2
			if _, err := part.fill(part.ids[:half]); err != nil {
				return err
			}
			part.ids = part.ids[half:]
		}
		for i := range part.ids {
			part.ids[i], err = part.next()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// issue runs the goroutines of child process c.process.
func issue(c config) error {
	deadline := time.Now().Add(c.duration)
	g, err := uuid.NewGenerator(uuid.Options{
		Store: uuid.NewFileStore(filepath.Join(c.dir, "state")),
	})
	if err != nil {
		return err
	}
	errs := make([]error, c.goroutines)
	var group sync.WaitGroup
	for i := range c.goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			// n is this goroutine's index across all processes. The shares computed from n differ
			// by at most one ID, and add up to exactly c.count.
			n := c.process*c.goroutines + i
			all := c.processes * c.goroutines
			w := writer{left: c.count*(n+1)/all - c.count*n/all, deadline: deadline}
			if c.count == 0 {
				w.left = -1
			}
			errs[i] = w.run(filepath.Join(c.dir, fmt.Sprintf("%04d-%04d", c.process, i)), g)
		}()
	}
	group.Wait()
	return errors.Join(errs...)
}

// A writer issues and writes the IDs of one goroutine.
type writer struct {
	left     int       // number of IDs to issue; if negative, the writer issues IDs until the deadline
	deadline time.Time // when to stop if left is negative
}

// done reports whether the writer has issued all its IDs.
func (w *writer) done() bool {
	if w.left >= 0 {
		return w.left == 0
	}
	return !time.Now().Before(w.deadline)
}

// run issues IDs and writes them to two files: one for IDs from the package-level functions, and
// one for IDs from g. Each generator has its own file, because IDs from different generators are
// not in order.
func (w *writer) run(name string, g *uuid.Generator) (err error) {
	type file struct {
		issuer
		*bufio.Writer
	}
	var files []file
	for _, f := range []struct {
		kind string
		issuer
	}{{"store", generatorIssuer(g)}, {"package", packageIssuer()}} {
		out, err := os.Create(name + "-" + f.kind + idsExt)
		if err != nil {
			return err
		}
		defer out.Close()
		files = append(files, file{f.issuer, bufio.NewWriterSize(out, bufferLen)})
	}
	ids := make([]uuid.UUID, batchLen)
	for n := 0; !w.done(); n++ {
		if w.left > 0 {
			ids = ids[:min(w.left, batchLen)]
			w.left -= len(ids)
		}
		f := &files[min(n%fromFile, 1)] // files[0], the file for g, gets one in fromFile batches
		if err := f.batch(ids); err != nil {
			return err
		}
		for i := range ids {
			if _, err := f.Write(ids[i][:]); err != nil {
				return err
			}
		}
	}
	return errors.Join(files[0].Flush(), files[1].Flush())
}
