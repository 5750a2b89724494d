package pgstore_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/server"
	"github.com/seed-8298af95/uuid/integration/pgstore"
)

var address string

// TestMain lets the test binary be a process that issues UUIDs.
func TestMain(m *testing.M) {
	if address := os.Getenv("PGSTORE_TEST_ISSUE"); address != "" {
		fmt.Fprintln(os.Stderr, issueForever(address))
		os.Exit(1)
	}
	os.Exit(server.Run(m.Run, server.Postgres, &address))
}

// issueForever writes pairs of a version 1 and a version 7 UUID, without a buffer.
func issueForever(address string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	behind, err := time.ParseDuration(os.Getenv("PGSTORE_TEST_BEHIND"))
	if err != nil {
		return err
	}
	g, err := uuid.NewGenerator(uuid.Options{
		Store: pgstore.New(db, "kill"),
		Now:   func() time.Time { return time.Now().Add(-behind) },
	})
	if err != nil {
		return err
	}
	for {
		v1, err := g.NewV1()
		if err != nil {
			return err
		}
		v7, err := g.NewV7()
		if err != nil {
			return err
		}
		if _, err := os.Stdout.Write(slices.Concat(v1[:], v7[:])); err != nil {
			return err
		}
	}
}

// open opens the database, with the table in it.
func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(pgstore.Schema); err != nil {
		t.Fatal(err)
	}
	return db
}

// live runs a process whose clock is behind and kills it after d. It returns what that
// issued.
func live(d, behind time.Duration) (v1, v7 []uuid.UUID, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PGSTORE_TEST_ISSUE="+address, "PGSTORE_TEST_BEHIND="+behind.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, nil, err
	}
	defer cmd.Wait()
	defer time.AfterFunc(d, func() { cmd.Process.Kill() }).Stop()
	for in := bufio.NewReader(out); ; {
		var pair [2]uuid.UUID
		if _, err := io.ReadFull(in, pair[0][:]); err != nil {
			break
		}
		if _, err := io.ReadFull(in, pair[1][:]); err != nil {
			break
		}
		v1, v7 = append(v1, pair[0]), append(v7, pair[1])
	}
	cmd.Wait()
	if stderr.Len() > 0 {
		return nil, nil, errors.New(stderr.String())
	}
	return v1, v7, nil
}

// Two processes share a row, are killed and start again with their clocks set back.
// Nothing repeats, and who starts after all were killed issues nothing below what they
// have issued.
func TestKill(t *testing.T) {
	open(t)
	const processes, rounds = 2, 3
	var all, last []uuid.UUID
	for round := range rounds {
		var mu sync.Mutex
		var issued []uuid.UUID
		var group sync.WaitGroup
		for range processes {
			group.Add(1)
			go func() {
				defer group.Done()
				v1, v7, err := live(2500*time.Millisecond+rand.N(time.Second), time.Duration(round)*400*time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if !slices.IsSortedFunc(v7, uuid.UUID.Compare) {
					t.Error("the version 7 UUIDs of a process are not in order")
				}
				if len(v7) > 0 && len(last) > 0 && v7[0].Compare(slices.MaxFunc(last, uuid.UUID.Compare)) < 0 {
					t.Errorf("%v is below what was issued before the kill", v7[0])
				}
				all = slices.Concat(all, v1, v7)
				issued = append(issued, v7...)
			}()
		}
		group.Wait()
		if len(issued) > 0 {
			last = issued
		}
	}
	issued := len(all)
	slices.SortFunc(all, uuid.UUID.Compare)
	if distinct := len(slices.Compact(all)); distinct == 0 || distinct != issued {
		t.Errorf("%d of %d UUIDs are distinct", distinct, issued)
	}
}

// Neither of two stores lowers what the other one has saved. What is its own it may lower.
func TestConflict(t *testing.T) {
	db := open(t)
	a, b := pgstore.New(db, "conflict"), pgstore.New(db, "conflict")
	state := func(ticks uint64, ms int64) uuid.State {
		return uuid.State{Ticks: ticks, V7: uuid.MinV7(time.UnixMilli(ms))}
	}
	for i, step := range []struct {
		store      *pgstore.Store
		load       bool
		save, want uuid.State
	}{
		{a, true, state(1<<60-1, 100), state(1<<60-1, 100)},
		{b, false, state(100, 200), state(1<<60-1, 200)},
		{a, true, state(300, 300), state(300, 300)},
		{a, false, state(200, 200), state(200, 200)},
		{b, false, state(100, 100), state(1<<60-1, 200)}, // it has met the first state
		{b, true, state(100, 100), state(100, 100)},
		{a, false, state(150, 50), state(150, 100)},
		{a, false, state(10, 10), state(100, 100)},
	} {
		if step.load {
			if _, err := step.store.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		if err := step.store.Save(step.save); err != nil {
			t.Errorf("step %d: %v", i, err)
		}
		if got, err := pgstore.New(db, "conflict").Load(); got != step.want || err != nil {
			t.Errorf("step %d: the row has %+v, %v; want %+v", i, got, err, step.want)
		}
	}
}

// A row that was deleted is made again.
func TestRowThatIsGone(t *testing.T) {
	db := open(t)
	s := pgstore.New(db, "gone")
	if _, err := s.Load(); err != fs.ErrNotExist {
		t.Errorf("no row: %v", err)
	}
	st := uuid.State{Ticks: 1, V7: uuid.NewV7()}
	for range 2 {
		if err := s.Save(st); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Load(); got != st || err != nil {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := db.Exec(`delete from uuid_state where name = 'gone'`); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	if _, err := s.Load(); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load without a connection: %v", err)
	}
	if err := s.Save(st); err == nil {
		t.Error("Save without a connection")
	}
}
