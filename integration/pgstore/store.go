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
	name  text   primary key,
	mark  uuid   not null,
	ticks bigint not null,
	v7    uuid   not null
)`

// timeout is how long a call may take. Generators wait for it.
const timeout = 5 * time.Second

// A Store is a uuid.Store for one generator. Keep the clocks of the machines together: a
// generator that starts waits until its clock is within MaxLead of the times in the row.
type Store struct {
	db   *sql.DB
	name string

	mark   uuid.UUID  // of the row that s loaded or saved last
	tried  uuid.UUID  // of the last Save, even if it failed
	others uuid.State // the greatest times that others have saved since Load
}

// New returns a Store for the row with a name. The table has to exist, the row
// does not.
func New(db *sql.DB, name string) *Store { return &Store{db: db, name: name} }

// Load returns the state in the row. The error is fs.ErrNotExist if there is none.
func (s *Store) Load() (uuid.State, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	var mark uuid.UUID
	var st uuid.State
	err := s.db.QueryRowContext(ctx, `select mark, ticks, v7 from uuid_state where name = $1`, s.name).
		Scan(&mark, &st.Ticks, &st.V7)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && st == uuid.State{}:
		return uuid.State{}, fs.ErrNotExist
	case err != nil:
		return uuid.State{}, fmt.Errorf("load UUID state %q: %w", s.name, err)
	}
	s.mark, s.tried, s.others = mark, mark, uuid.State{}
	return st, nil
}

// Save writes st to the row, or what others have saved where that is greater. The row
// is locked from when it is read until it is written.
func (s *Store) Save(st uuid.State) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if err := s.save(ctx, st); err != nil {
		return fmt.Errorf("save UUID state %q: %w", s.name, err)
	}
	s.mark = s.tried
	return nil
}

func (s *Store) save(ctx context.Context, st uuid.State) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, `insert into uuid_state values ($1, $2, 0, $2) on conflict do nothing`, s.name, uuid.Nil())
	if err != nil {
		return err
	}
	var mark uuid.UUID
	var held uuid.State
	err = tx.QueryRowContext(ctx, `select mark, ticks, v7 from uuid_state where name = $1 for update`, s.name).
		Scan(&mark, &held.Ticks, &held.V7)
	if err != nil {
		return err
	}
	if mark != s.mark && mark != s.tried {
		s.others = greater(s.others, held)
	}
	st = greater(st, s.others)
	s.tried = uuid.NewV4()
	_, err = tx.ExecContext(ctx, `update uuid_state set mark = $2, ticks = $3, v7 = $4 where name = $1`,
		s.name, s.tried, int64(st.Ticks), st.V7)
	if err != nil {
		return err
	}
	return tx.Commit()
}

// greater returns the greater times of two states.
func greater(a, b uuid.State) uuid.State {
	a.Ticks = max(a.Ticks, b.Ticks)
	if a.V7.Compare(b.V7) < 0 {
		a.V7 = b.V7
	}
	return a
}
