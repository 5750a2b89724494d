package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/seed-8298af95/uuid"
)

const (
	mebibyte = 1 << 20

	// minMemory and overhead are in MiB. The overhead is the memory for everything except the IDs
	// that are being sorted, such as the Go runtime and the buffers.
	minMemory = 32
	overhead  = 24

	maxFan    = 256     // maximum number of runs to merge at a time
	bufferLen = 1 << 15 // number of bytes to read or write at a time
	maxShown  = 10      // maximum number of findings of each kind to print
)

// A prover finds duplicates in files of IDs.
type prover struct {
	dir      string // directory for the files of runs
	chunkLen int    // number of IDs to sort in memory at a time
	fan      int    // maximum number of runs to merge at a time
	out      io.Writer
	progress *progress

	total      int
	versions   [16]int
	duplicates int // number of IDs that equal an earlier ID
	disordered int // number of IDs that are not greater than the previous ID of the same version

	runs []string // names of files with sorted IDs
}

// newProver returns a prover that uses at most memory MiB.
func newProver(dir string, memory int, out io.Writer) *prover {
	chunks := sorters() + 1 // one chunk for each sorter, and one chunk for the reader
	return &prover{
		dir:      dir,
		chunkLen: (memory - overhead) * mebibyte / chunks / idLen,
		fan:      maxFan,
		out:      out,
		progress: newProgress(out),
	}
}

// sorters returns the number of chunks that are sorted at the same time.
func sorters() int { return runtime.GOMAXPROCS(0) }

// prove counts the IDs in files, counts duplicates and IDs out of order, and removes the files.
func (p *prover) prove(ctx context.Context, files []string) error {
	defer p.progress.stop()
	if err := p.split(ctx, files); err != nil {
		return err
	}
	for len(p.runs) > p.fan {
		if err := p.shorten(ctx); err != nil {
			return err
		}
	}
	// The last merge yields equal IDs consecutively.
	merged := 0
	var last uuid.UUID
	err := p.merge(ctx, p.runs, func(u uuid.UUID) error {
		if merged > 0 && u == last {
			p.duplicates++
			p.show(p.duplicates, "%v is a duplicate", u)
		}
		last = u
		merged++
		if merged%(1<<16) == 0 {
			p.progress.printIfDue("merged", merged)
		}
		return nil
	})
	if err == nil && merged != p.total {
		err = fmt.Errorf("%d of %d IDs remain after sorting", merged, p.total)
	}
	return err
}

// show prints finding number n, unless n is greater than maxShown.
func (p *prover) show(n int, format string, args ...any) {
	switch {
	case n <= maxShown:
		fmt.Fprintf(p.out, format+"\n", args...)
	case n == maxShown+1:
		fmt.Fprintln(p.out, "and so on")
	}
}

// split writes the IDs in files to sorted runs. It reads one file at a time, and sorts several
// chunks at the same time.
func (p *prover) split(ctx context.Context, files []string) error {
	// free contains the unused chunks. The reader waits until a sorter returns a chunk, so the
	// fixed number of chunks limits the memory. A nil chunk is allocated when it is first used.
	free := make(chan []uuid.UUID, sorters()+1)
	for range cap(free) {
		free <- nil
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	take := func() []uuid.UUID {
		if chunk := <-free; chunk != nil {
			return chunk[:0]
		}
		return make([]uuid.UUID, 0, p.chunkLen)
	}
	sort := func(chunk []uuid.UUID) {
		name := p.newRun()
		group.Add(1)
		go func() {
			defer group.Done()
			slices.SortFunc(chunk, uuid.UUID.Compare)
			err := writeRun(name, chunk)
			mu.Lock()
			failed = errors.Join(failed, err)
			mu.Unlock()
			free <- chunk
		}()
	}
	chunk := take()
	err := p.readAll(ctx, files, func(u uuid.UUID) {
		if len(chunk) == p.chunkLen {
			sort(chunk)
			chunk = take()
		}
		chunk = append(chunk, u)
	})
	if err == nil && len(chunk) > 0 {
		sort(chunk)
	}
	group.Wait()
	return errors.Join(err, failed)
}

// readAll calls yield for the IDs in files, in the order in which they were written. It also counts
// the IDs, checks their order and removes the files.
func (p *prover) readAll(ctx context.Context, files []string, yield func(uuid.UUID)) error {
	for _, name := range files {
		r, err := openIDs(name)
		if err != nil {
			return err
		}
		var last [16]uuid.UUID // last ID of each version in this file
		for {
			u, ok, err := r.next()
			if err != nil {
				return errors.Join(err, r.close())
			}
			if !ok {
				break
			}
			v := u.Version()
			switch v {
			case 6, 7:
				if u.Compare(last[v]) <= 0 {
					p.disordered++
					p.show(p.disordered, "%v follows %v in %s", u, last[v], filepath.Base(name))
				}
				last[v] = u
			case 1, 4:
			default:
				return errors.Join(fmt.Errorf("%v in %s has a version that was not issued", u, name), r.close())
			}
			p.versions[v]++
			p.total++
			if p.total%(1<<16) == 0 { // not for every ID, because the checks take time
				p.progress.printIfDue("read", p.total)
				if err := ctx.Err(); err != nil {
					return errors.Join(err, r.close())
				}
			}
			yield(u)
		}
		if err := errors.Join(r.close(), os.Remove(name)); err != nil {
			return err
		}
	}
	return nil
}

// newRun adds a new run and returns its name. The name is the number of earlier runs, so newRun
// must not be called after a run has been removed.
func (p *prover) newRun() string {
	name := filepath.Join(p.dir, fmt.Sprintf("%08d.run", len(p.runs)))
	p.runs = append(p.runs, name)
	return name
}

func writeRun(name string, ids []uuid.UUID) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, bufferLen)
	for i := range ids {
		if _, err := w.Write(ids[i][:]); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// shorten merges the first p.fan runs into a new run at the end of p.runs.
func (p *prover) shorten(ctx context.Context) (err error) {
	first := p.runs[:p.fan]
	name := first[0] + "+" // unique, because first[0] is removed and its name is not reused
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, bufferLen)
	var record uuid.UUID
	err = p.merge(ctx, first, func(u uuid.UUID) error {
		record = u
		_, err := w.Write(record[:])
		return err
	})
	p.runs = append(slices.Clone(p.runs[p.fan:]), name)
	return errors.Join(err, w.Flush(), f.Close())
}

// merge calls yield for all IDs of the sorted runs in order, including duplicates, and removes the
// runs. A heap contains the next ID of each run.
func (p *prover) merge(ctx context.Context, names []string, yield func(uuid.UUID) error) (err error) {
	type run struct {
		ids  *ids
		head uuid.UUID
	}
	var heap []run        // no head is less than the head of its parent at (i-1)/2
	down := func(i int) { // restores the heap order after heap[i].head has increased
		for {
			least := i
			for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
				if heap[child].head.Compare(heap[least].head) < 0 {
					least = child
				}
			}
			if least == i {
				return
			}
			heap[i], heap[least] = heap[least], heap[i]
			i = least
		}
	}
	for _, name := range names {
		r, err := openIDs(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, r.close(), os.Remove(name)) }()
		u, ok, err := r.next()
		if err != nil {
			return err
		}
		if ok {
			heap = append(heap, run{r, u})
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		down(i)
	}
	for n := 0; len(heap) > 0; n++ {
		if n%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		top := &heap[0]
		if err := yield(top.head); err != nil {
			return err
		}
		u, ok, err := top.ids.next()
		if err != nil {
			return err
		}
		if ok {
			top.head = u
		} else { // the run is finished, so the last run in the heap replaces it
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		down(0)
	}
	return nil
}

// ids reads IDs from a file.
type ids struct {
	file   *os.File
	buf    []byte
	unread []byte // part of buf that next has not returned yet
}

func openIDs(name string) (*ids, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return &ids{file: f, buf: make([]byte, bufferLen)}, nil
}

// next returns the next ID. ok is false at the end of the file.
func (r *ids) next() (u uuid.UUID, ok bool, err error) {
	if len(r.unread) == 0 {
		n, err := io.ReadFull(r.file, r.buf)
		switch {
		case err == io.EOF:
			return u, false, nil
		case err == io.ErrUnexpectedEOF && n%idLen == 0:
		case err != nil:
			return u, false, fmt.Errorf("%s: %w", r.file.Name(), err)
		}
		r.unread = r.buf[:n]
	}
	u = uuid.UUID(r.unread)
	r.unread = r.unread[idLen:]
	return u, true, nil
}

func (r *ids) close() error { return r.file.Close() }
