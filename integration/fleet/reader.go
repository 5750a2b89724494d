package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/pgxuuid"
)

// A reading contains the results of two readers that follow several writers.
type reading struct {
	writers   int
	committed int           // number of committed rows
	longest   time.Duration // longest time from generating an ID to committing it
	plain     int           // number of rows that the reader without a horizon missed
	horizon   int           // number of rows that the reader with a horizon missed
}

// machine returns a generator whose clock is off by d.
func machine(d time.Duration) (*uuid.Generator, error) {
	return uuid.NewGenerator(uuid.Options{Now: func() time.Time { return time.Now().Add(d) }})
}

// offset returns the clock error of machine i of n. The errors are spread evenly from -most to
// most.
func offset(i, n int, most time.Duration) time.Duration {
	if n == 1 {
		return 0
	}
	return time.Duration(2*i-n+1) * most / time.Duration(n-1)
}

// readAlong runs several writers and two readers at the same time: one with a horizon and one
// without.
func readAlong(p plan, address string, writers int) (reading, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := reading{writers: writers}
	setup, err := open(ctx, address)
	if err != nil {
		return r, err
	}
	defer setup.Close(ctx)
	if _, err := setup.Exec(ctx, "drop table if exists events; create table events (id uuid primary key)"); err != nil {
		return r, err
	}

	var done atomic.Bool // true after the horizon has passed the writers' last row
	var plain, horizon int
	var readers, all sync.WaitGroup
	failures := make(chan error, writers+2)
	// The first error cancels the context, which stops all goroutines.
	start := func(group *sync.WaitGroup, f func() error) {
		group.Go(func() {
			if err := f(); err != nil {
				failures <- err
				cancel()
			}
		})
	}
	start(&readers, func() (err error) {
		plain, err = read(ctx, address, &done, func() uuid.UUID { return uuid.Max() })
		return err
	})
	start(&readers, func() (err error) {
		horizon, err = read(ctx, address, &done, func() uuid.UUID { return uuid.MinV7(time.Now().Add(-p.lag)) })
		return err
	})
	var longest atomic.Int64
	for i := range writers {
		start(&all, func() error {
			return write(ctx, address, p, offset(i, writers, p.skew), p.rows/writers, &longest)
		})
	}
	all.Wait()
	time.Sleep(p.lag + p.skew) // wait until the horizon has passed the last row
	done.Store(true)
	readers.Wait()
	close(failures)
	if err := <-failures; err != nil {
		return r, err
	}
	if err := setup.QueryRow(ctx, "select count(*) from events").Scan(&r.committed); err != nil {
		return r, err
	}
	r.longest = time.Duration(longest.Load())
	r.plain, r.horizon = r.committed-plain, r.committed-horizon
	return r, nil
}

func open(ctx context.Context, address string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, address+"&synchronous_commit=off")
	if err == nil {
		pgxuuid.Register(conn.TypeMap())
	}
	return conn, err
}

// write commits n rows. off is the writer's clock error. For each row, write generates the ID
// first, and then sleeps for up to p.late to simulate other work. If a statement or a pause takes
// longer than half the lag, PostgreSQL aborts the transaction and write returns the error.
func write(ctx context.Context, address string, p plan, off time.Duration, n int, longest *atomic.Int64) error {
	g, err := machine(off)
	if err != nil {
		return err
	}
	conn, err := open(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	bound := p.lag.Milliseconds() / 2
	limits := fmt.Sprintf("set statement_timeout = %d; set idle_in_transaction_session_timeout = %d", bound, bound)
	if _, err := conn.Exec(ctx, limits); err != nil {
		return err
	}
	for range n {
		began := time.Now()
		id, err := g.NewV7()
		if err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			time.Sleep(rand.N(p.late))
			_, err := tx.Exec(ctx, "insert into events values ($1)", id)
			return err
		})
		if err != nil {
			return err
		}
		took := int64(time.Since(began)) // the loop below sets longest to took if took is greater
		for old := longest.Load(); took > old && !longest.CompareAndSwap(old, took); old = longest.Load() {
		}
	}
	return nil
}

// read repeatedly selects the rows between its last ID and end(), and returns the number of rows.
// read returns when done is true and a query finds no more rows.
func read(ctx context.Context, address string, done *atomic.Bool, end func() uuid.UUID) (n int, err error) {
	conn, err := open(ctx, address)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.Background())
	var last uuid.UUID
	for {
		finished := done.Load() // loaded before the query, so the last query finds all rows
		rows, err := conn.Query(ctx, "select id from events where id > $1 and id < $2 order by id limit 1000", last,
			end())
		if err != nil {
			return n, err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return n, err
		}
		n += len(ids)
		switch {
		case len(ids) > 0:
			last = ids[len(ids)-1]
		case finished:
			return n, nil
		default:
			time.Sleep(2 * time.Millisecond)
		}
	}
}
