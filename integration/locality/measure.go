package main

import (
	"fmt"
	"slices"
	"time"
)

// An engine is a database engine.
type engine struct {
	name    string
	written string // "WAL" or "pages", for the chart
	open    func(key) (table, error)
	version func() (string, error)
}

// A table has the columns id (the primary key), created_at and payload.
type table interface {
	// insert inserts rows in one transaction and returns the number of bytes written.
	insert([]row) (int64, error)

	// checkpoint makes the database write changed pages to its files.
	checkpoint() error

	// settle prepares the table for queries. settle is called after the last insert.
	settle() error

	// countByKey and countByTime read the payloads in a range and return the number of rows.
	countByKey(r span) (int, error)
	countByTime(r span) (int, error)

	// indexTime creates an index on created_at.
	indexTime() error

	// keySize and timeSize return the sizes of the two indexes in bytes.
	keySize() (int64, error)
	timeSize() (int64, error)

	// drop removes the table.
	drop() error
}

// A row is a row of the table without its payload.
type row struct {
	id      any // the result of key.column
	created time.Time
}

// A span is a range of rows, given both by key and by time. The bounds are inclusive.
type span struct {
	min, max any
	from, to time.Time
}

const payload = "A row has some data, too, about a hundred bytes of it, as an order or a message or an event might " +
	"have."

// The rows have increasing times, like the rows that a service inserts.
const (
	interval = 100 * time.Millisecond
	epoch    = 1_750_000_000 // Unix time of the first row
)

// created returns the time of row i.
func created(i int) time.Time { return time.Unix(epoch, 0).Add(time.Duration(i) * interval).UTC() }

// A measurement contains the results for one table. Sizes are in bytes.
type measurement struct {
	insert   time.Duration
	written  int64
	keySize  int64         // size of the primary key's index
	timeSize int64         // size of the index on created_at
	byKey    time.Duration // range query by primary key; 0 if the key contains no time
	byScan   time.Duration // query for the same range by created_at without an index
	byIndex  time.Duration // query for the same range by created_at with an index
}

// A subject is a table to measure, with the source of its rows.
type subject struct {
	key    key
	table  table
	next   func(time.Time) (row, error)
	result measurement
}

// measure runs all the measurements in the plan.
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

// round measures each key once in each engine.
func (r *report) round(p plan, engines []engine, show *progress) error {
	// All tables are opened first, because fill alternates between them.
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

// rows returns a function that generates a row with the given time.
func (k key) rows() func(time.Time) (row, error) {
	source := k.source()
	return func(t time.Time) (row, error) {
		id, err := source(t)
		return row{k.column(id), t}, err
	}
}

// fill inserts p.rows rows into each table, batch by batch. Each batch starts with a different
// table.
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
			// A PostgreSQL checkpoint covers all tables on the server, so one call is enough. The
			// first subjects are the PostgreSQL tables. SQLite tables run their checkpoints in
			// insert.
			if err := subjects[0].table.checkpoint(); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkpoints is the number of PostgreSQL checkpoints in a round. The first change to a page after
// a checkpoint makes PostgreSQL log the whole page, so the number must be the same in each round.
const checkpoints = 10

// insert inserts the rows from first to last-1, and adds the elapsed time and the number of bytes
// written to the result.
func (s *subject) insert(first, last int) error {
	rows := make([]row, 0, last-first)
	for i := first; i < last; i++ {
		r, err := s.next(created(i))
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	start := time.Now() // the measured time does not include generating the IDs
	written, err := s.table.insert(rows)
	s.result.insert += time.Since(start)
	s.result.written += written
	return err
}

// query measures the index sizes and the range queries. The range is 1% of the rows and starts in
// the middle of the table.
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
	// The query by time is measured first without an index and then with an index.
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

// span returns the range that contains the rows from first to last.
func (s *subject) span(first, last int) span {
	r := span{from: created(first), to: created(last)}
	if s.key.min != nil {
		r.min, r.max = s.key.column(s.key.min(r.from)), s.key.column(s.key.max(r.to))
	}
	return r
}

const runs = 9 // number of runs of each query

// timed returns the median time of a query. It returns an error if the query does not find want
// rows.
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
			return 0, fmt.Errorf("a query returned %d rows, want %d", got, want)
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}
