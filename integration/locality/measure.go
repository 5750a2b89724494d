package main

import (
	"fmt"
	"slices"
	"time"
)

// An engine is a database system.
type engine struct {
	name    string
	written string // the unit of the bytes written: WAL or pages
	open    func(key) (table, error)
	version func() (string, error)
}

// A table has the columns id, its primary key, created_at and payload.
type table interface {
	// insert inserts rows in one transaction and returns the bytes written.
	insert([]row) (int64, error)

	// checkpoint makes the database write changed pages to its files.
	checkpoint() error

	// settle prepares the table for queries, after the last insert.
	settle() error

	// countByKey and countByTime read the payloads of a range and return their number.
	countByKey(r span) (int, error)
	countByTime(r span) (int, error)

	// indexTime makes an index on created_at.
	indexTime() error

	// keySize and timeSize return the sizes of the indexes in bytes.
	keySize() (int64, error)
	timeSize() (int64, error)

	// drop removes the table.
	drop() error
}

// A row is a row to be inserted.
type row struct {
	id      any // the result of key.column
	created time.Time
}

// A span is a range of rows by key and by time. It includes its bounds.
type span struct {
	min, max any
	from, to time.Time
}

const payload = "A row has some data, too, about a hundred bytes of it, as an order or a message or an event might have."

// Rows have different times, as in a service.
const (
	interval = 100 * time.Millisecond
	epoch    = 1_750_000_000 // Unix time of the first row
)

// created returns the time of row i.
func created(i int) time.Time { return time.Unix(epoch, 0).Add(time.Duration(i) * interval).UTC() }

// A measurement has the figures of one table. Sizes are in bytes.
type measurement struct {
	insert   time.Duration
	written  int64
	keySize  int64         // of the index of the primary key
	timeSize int64         // of the index on created_at
	byKey    time.Duration // a query of a range by primary key; 0 if the key has no time
	byScan   time.Duration // a query of the same range by created_at, without an index
	byIndex  time.Duration // the same query with an index on created_at
}

// A subject is a table that is measured, with the source of its rows.
type subject struct {
	key    key
	table  table
	next   func(time.Time) (row, error)
	result measurement
}

// measure makes the measurements of a plan.
func measure(p plan, engines []engine, show *progress) (*report, error) {
	r := newReport(p, engines)
	for i := range engines {
		version, err := engines[i].version()
		if err != nil {
			return nil, err
		}
		r.versions = append(r.versions, version)
	}
	show.start(p.repeat * p.rows * len(keys) * len(engines))
	for n := range p.repeat {
		show.stage(fmt.Sprintf("round %d of %d", n+1, p.repeat))
		if err := r.round(p, engines, show); err != nil {
			return nil, err
		}
	}
	show.done()
	return r, nil
}

// round measures each key in each engine once.
func (r *report) round(p plan, engines []engine, show *progress) error {
	// The tables of all engines exist at the same time, so they can take turns.
	var subjects []*subject
	for _, e := range engines {
		for _, k := range keys {
			t, err := e.open(k)
			if err != nil {
				return err
			}
			defer t.drop()
			subjects = append(subjects, &subject{key: k, table: t, next: k.rows()})
		}
	}
	if err := fill(p, subjects, show); err != nil {
		return err
	}
	for i, s := range subjects {
		show.note(fmt.Sprintf("queries on %s, %s", engines[i/len(keys)].name, s.key.name))
		if err := s.query(p); err != nil {
			return err
		}
		r.add(i/len(keys), i%len(keys), s.result)
	}
	return nil
}

// rows returns a function that makes the row with a given time.
func (k key) rows() func(time.Time) (row, error) {
	source := k.source()
	return func(t time.Time) (row, error) {
		id, err := source(t)
		return row{k.column(id), t}, err
	}
}

// fill inserts p.rows rows into each table, batch by batch. Each batch begins with another table.
func fill(p plan, subjects []*subject, show *progress) error {
	nextCheckpoint := p.rows / checkpoints
	for first := 0; first < p.rows; first += p.batch {
		last := min(first+p.batch, p.rows)
		turn := first / p.batch
		for i := range subjects {
			s := subjects[(i+turn)%len(subjects)]
			if err := s.insert(first, last); err != nil {
				return err
			}
			show.add(last - first)
		}
		if last >= nextCheckpoint {
			nextCheckpoint += p.rows / checkpoints
			// One checkpoint is for all tables of a server. The tables of PostgreSQL come
			// first, and SQLite makes its checkpoints in insert.
			if err := subjects[0].table.checkpoint(); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkpoints is the number of PostgreSQL's checkpoints in a round. The WAL that a change of a
// page takes depends on the last checkpoint, so their number must not depend on chance.
const checkpoints = 10

// insert inserts the rows from first up to last, last excluded. It adds the time and the bytes to
// the result.
func (s *subject) insert(first, last int) error {
	rows := make([]row, 0, last-first)
	for i := first; i < last; i++ {
		r, err := s.next(created(i))
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	start := time.Now() // making the IDs is not measured
	written, err := s.table.insert(rows)
	s.result.insert += time.Since(start)
	s.result.written += written
	return err
}

// query measures the sizes of the indexes, and queries of 1 % of the rows, from the middle.
func (s *subject) query(p plan) (err error) {
	if err := s.table.settle(); err != nil {
		return err
	}
	s.result.keySize, err = s.table.keySize()
	if err != nil {
		return err
	}
	first, count := p.rows/2, p.rows/100
	r := s.span(first, first+count-1)
	if s.key.min != nil {
		s.result.byKey, err = timed(s.table.countByKey, r, count)
		if err != nil {
			return err
		}
	}
	// The query by time runs before and after the index is made, so both times are known.
	s.result.byScan, err = timed(s.table.countByTime, r, count)
	if err != nil {
		return err
	}
	if err := s.table.indexTime(); err != nil {
		return err
	}
	s.result.timeSize, err = s.table.timeSize()
	if err != nil {
		return err
	}
	s.result.byIndex, err = timed(s.table.countByTime, r, count)
	return err
}

// span returns the range of the rows from first to last.
func (s *subject) span(first, last int) span {
	r := span{from: created(first), to: created(last)}
	if s.key.min != nil {
		r.min, r.max = s.key.column(s.key.min(r.from)), s.key.column(s.key.max(r.to))
	}
	return r
}

const runs = 9 // of each query

// timed returns the median time of a query, which must find want rows.
func timed(query func(span) (int, error), r span, want int) (time.Duration, error) {
	var times []time.Duration
	for range runs {
		start := time.Now()
		got, err := query(r)
		times = append(times, time.Since(start))
		if err != nil {
			return 0, err
		}
		if got != want {
			return 0, fmt.Errorf("a range of %d rows has %d", want, got)
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
