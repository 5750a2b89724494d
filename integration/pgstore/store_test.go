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

// TestMain also runs the child processes that issue UUIDs for TestKill.
func TestMain(m *testing.M) {
	if address := os.Getenv("PGSTORE_TEST_ISSUE"); address != "" {
		fmt.Fprintln(os.Stderr, issueForever(address))
		os.Exit(1)
	}
	os.Exit(server.Run(m.Run, server.Postgres, &address))
}

// issueForever writes pairs of a version 1 and a version 7 UUID to standard output. The output is
// not buffered, so no issued UUID is lost when the process is killed.
func issueForever(address string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	g, err := uuid.NewGenerator(uuid.Options{Store: pgstore.New(db, "kill")})
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

// open opens the database and creates the table.
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

// live starts a process, kills it after d, and returns the UUIDs that it issued.
func live(d time.Duration) (v1, v7 []uuid.UUID, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PGSTORE_TEST_ISSUE="+address)
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
		// The kill may truncate the last pair.
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

// TestKill kills two processes that share a row, and starts two new processes. No UUID may repeat.
// Every version 7 UUID from a new process must be greater than all version 7 UUIDs from the killed
// processes.
func TestKill(t *testing.T) {
	open(t)
	const processes, rounds = 2, 3
	var all, last []uuid.UUID
	for range rounds {
		var mu sync.Mutex
		var issued []uuid.UUID
		var group sync.WaitGroup
		for range processes {
			group.Go(func() {
				v1, v7, err := live(2500*time.Millisecond + rand.N(time.Second))
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if !slices.IsSortedFunc(v7, uuid.UUID.Compare) {
					t.Error("the version 7 UUIDs of a process are not in order")
				}
				if len(v7) > 0 && len(last) > 0 && v7[0].Compare(slices.MaxFunc(last, uuid.UUID.Compare)) < 0 {
					t.Errorf("%v is below a UUID that was issued before the kill", v7[0])
				}
				all = slices.Concat(all, v1, v7)
				issued = append(issued, v7...)
			})
		}
		group.Wait()
		if len(issued) > 0 { // empty if both processes were killed before they issued a UUID
			last = issued
		}
	}
	issued := len(all)
	slices.SortFunc(all, uuid.UUID.Compare)
	if distinct := len(slices.Compact(all)); distinct == 0 || distinct != issued {
		t.Errorf("%d of %d UUIDs are distinct", distinct, issued)
	}
}

// TestLastSave checks that Load returns the last saved state, even if that state is lower than the
// previous state. Two Stores share the row.
func TestLastSave(t *testing.T) {
	db := open(t)
	stores := []*pgstore.Store{pgstore.New(db, "last"), pgstore.New(db, "last")}
	for i, who := range []int{0, 1, 1, 0} {
		want := uuid.State{Ticks: uint64(1<<60 - 1 - i%2), V7: uuid.MinV7(time.UnixMilli(int64(100 - i)))}
		if err := stores[who].Save(want); err != nil {
			t.Fatal(err)
		}
		for _, s := range stores {
			if got, err := s.Load(); got != want || err != nil {
				t.Errorf("%d: the row contains %+v, %v; want %+v", i, got, err, want)
			}
		}
	}
}

// TestClose checks that Close does not lower the state that a running process has saved.
func TestClose(t *testing.T) {
	db := open(t)
	start := func() *uuid.Generator {
		g, err := uuid.NewGenerator(uuid.Options{Store: pgstore.New(db, "close")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.NewV7(); err != nil {
			t.Fatal(err)
		}
		return g
	}
	first := start()
	second := start() // waits until the clock has passed first's state, then saves its own
	want, err := pgstore.New(db, "close").Load()
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range []*uuid.Generator{first, second} {
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			want = g.State()
		}
		if got, err := pgstore.New(db, "close").Load(); got != want || err != nil {
			t.Errorf("after generator %d is closed, the row contains %+v, %v; want %+v", i+1, got, err, want)
		}
	}
}

// TestDeletedRow checks that Save recreates a deleted row.
func TestDeletedRow(t *testing.T) {
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
	// If the database cannot be reached, Load must not return fs.ErrNotExist, because a generator
	// would then start without the saved state.
	db.Close()
	if _, err := s.Load(); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Load without a connection: %v", err)
	}
	if err := s.Save(st); err == nil {
		t.Error("Save without a connection returned no error")
	}
}
