// Package pgstore shows how to keep the state of generators where many machines
// can reach it: in a row of PostgreSQL. It is to be copied and changed.
package pgstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Schema creates the table. A row is the state of all generators that share it.
const Schema = `create table if not exists uuid_state (
	name      text    primary key,
	revision  bigint  not null,
	node      bytea   not null,
	clock_seq integer not null,
	ticks     bigint  not null,
	v7        uuid    not null
)`

// timeout is how long a call may take. Generators wait for it.
const timeout = 5 * time.Second

// A Store is a uuid.Store for one generator. Leave Options.Node zero: then the
// clock sequences of a node never come round. Keep the clocks of the machines
// together: a generator that starts waits until its clock has passed the times
// in the row.
type Store struct {
	db   *sql.DB
	name string

	revision int64 // of the row that Load found, 0 if it found none
	node     uuid.Node
	clockSeq uint16 // with node, what was claimed last
}

// New returns a Store for the row with a name. The table has to exist, the row
// does not.
func New(db *sql.DB, name string) *Store { return &Store{db: db, name: name} }

// Load returns the state in the row. The error is fs.ErrNotExist if there was
// never one.
func (s *Store) Load() (uuid.State, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	var st uuid.State
	var revision int64
	var node []byte
	err := s.db.QueryRowContext(ctx,
		`select revision, node, clock_seq, ticks, v7 from uuid_state where name = $1`, s.name,
	).Scan(&revision, &node, &st.ClockSeq, &st.Ticks, &st.V7)
	switch {
	case errors.Is(err, sql.ErrNoRows) && s.revision == 0:
		return uuid.State{}, fs.ErrNotExist
	case err != nil:
		return uuid.State{}, fmt.Errorf("load UUID state %q: %w", s.name, err)
	case len(node) != len(st.Node):
		return uuid.State{}, fmt.Errorf("load UUID state %q: node of %d bytes", s.name, len(node))
	}
	s.revision, st.Node = revision, uuid.Node(node)
	return st, nil
}

// Save keeps st. A new Node and ClockSeq replace what is in the row if it is as
// Load found it. With the same ones as before, the row keeps the greater times,
// and the Node and ClockSeq that another generator may have claimed meanwhile.
func (s *Store) Save(st uuid.State) error {
	switch {
	case st.Node == s.node && st.ClockSeq == s.clockSeq:
		changed, err := s.exec(`update uuid_state
			set revision = revision + 1, ticks = greatest(ticks, $2), v7 = greatest(v7, $3)
			where name = $1`, s.name, int64(st.Ticks), st.V7)
		if err == nil && !changed {
			err = fmt.Errorf("save UUID state %q: the row is gone", s.name)
		}
		return err
	case s.revision == 0:
		return s.claim(st, `insert into uuid_state (name, revision, node, clock_seq, ticks, v7)
			values ($1, 1, $2, $3, $4, $5)
			on conflict do nothing`, s.name, st.Node[:], int(st.ClockSeq), int64(st.Ticks), st.V7)
	default:
		return s.claim(st, `update uuid_state
			set revision = revision + 1, node = $2, clock_seq = $3, ticks = $4, v7 = $5
			where name = $1 and revision = $6`, s.name, st.Node[:], int(st.ClockSeq), int64(st.Ticks), st.V7, s.revision)
	}
}

// claim executes a statement that makes the Node and ClockSeq of st this
// generator's, unless another was faster.
func (s *Store) claim(st uuid.State, query string, args ...any) error {
	changed, err := s.exec(query, args...)
	switch {
	case err != nil:
		return err
	case !changed:
		return uuid.ErrStateTaken
	}
	s.node, s.clockSeq = st.Node, st.ClockSeq
	s.revision++
	return nil
}

// exec executes a statement and reports whether it changed the row.
func (s *Store) exec(query string, args ...any) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	result, err := s.db.ExecContext(ctx, query, args...)
	if err != nil {
		return false, fmt.Errorf("save UUID state %q: %w", s.name, err)
	}
	rows, err := result.RowsAffected()
	return rows > 0, err
}
