package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/seed-8298af95/uuid"
)

// An inserted contains the results of an insert measurement, one of each round.
type inserted struct {
	writers int
	version int
	rounds  []insertion
}

// An insertion contains the results of one round.
type insertion struct {
	took  time.Duration
	wal   int64 // bytes
	index int64 // size of the primary key's index in bytes
}

// insertRounds measures the inserts of each number of writers with versions 4 and 7. The versions
// take turns, so other programs on the machine slow down both equally.
func insertRounds(p plan, address string) (all []inserted, err error) {
	for _, writers := range fleets {
		for _, version := range []int{4, 7} {
			all = append(all, inserted{writers: writers, version: version})
		}
	}
	for round := range p.repeat {
		for i := range all {
			measured := &all[i]
			fmt.Fprintf(os.Stderr, "round %d of %d: inserting version %d from %d writers\n",
				round+1, p.repeat, measured.version, measured.writers)
			result, err := insertFrom(p, address, measured.writers, measured.version)
			if err != nil {
				return nil, err
			}
			measured.rounds = append(measured.rounds, result)
		}
	}
	return all, nil
}

const batch = 100

// insertFrom measures inserts into a table by several writers. Each writer generates IDs with its
// own clock.
func insertFrom(p plan, address string, writers, version int) (r insertion, err error) {
	ctx := context.Background()
	conn, err := open(ctx, address)
	if err != nil {
		return r, err
	}
	defer conn.Close(ctx)
	// Autovacuum is off because it writes to the log at unpredictable times.
	const create = `drop table if exists inserted;
		create table inserted (id uuid primary key, payload text) with (autovacuum_enabled = false)`
	if _, err := conn.Exec(ctx, create); err != nil {
		return r, err
	}
	var before string
	if err := conn.QueryRow(ctx, "select pg_current_wal_insert_lsn()::text").Scan(&before); err != nil {
		return r, err
	}
	// PostgreSQL logs a whole page when the page changes for the first time after a checkpoint.
	// Each part starts with an explicit checkpoint, because automatic checkpoints would make the
	// size of the log unpredictable.
	for range p.parts {
		if _, err := conn.Exec(ctx, "checkpoint"); err != nil {
			return r, err
		}
		began := time.Now()
		var all sync.WaitGroup
		failures := make([]error, writers)
		for i := range writers {
			all.Go(func() {
				failures[i] = insert(ctx, address, offset(i, writers, p.skew), version, p.table/p.parts/writers)
			})
		}
		all.Wait()
		r.took += time.Since(began)
		if err := errors.Join(failures...); err != nil {
			return r, err
		}
	}
	const cost = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::text::pg_lsn)::bigint,
		pg_relation_size('inserted_pkey')`
	err = conn.QueryRow(ctx, cost, before).Scan(&r.wal, &r.index)
	return r, err
}

// insert inserts n rows in transactions of at most batch rows. off is the writer's clock error.
func insert(ctx context.Context, address string, off time.Duration, version, n int) error {
	g, err := machine(off)
	if err != nil {
		return err
	}
	conn, err := open(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	next := g.NewV7
	if version == 4 {
		next = g.NewV4
	}
	for n > 0 {
		ids := make([]uuid.UUID, min(n, batch))
		for i := range ids {
			ids[i], err = next()
			if err != nil {
				return err
			}
		}
		n -= len(ids)
		_, err := conn.Exec(ctx, "insert into inserted select id, repeat('x', 60) from unnest($1::uuid[]) id", ids)
		if err != nil {
			return fmt.Errorf("insert: %w", err)
		}
	}
	return nil
}
