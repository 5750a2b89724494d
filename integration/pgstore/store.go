// Package pgstore is an example of a uuid.Store that several machines can share. It stores the
// state of generators in a row of a PostgreSQL table. Copy the package and adapt it.
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

// Schema is the SQL statement that creates the table. Generators that run at the same time can
// share a row only if their clocks differ by less than half a second.
const Schema = `create table if not exists uuid_state (
	name  text   primary key,
	ticks bigint not null,
	v7    uuid   not null
)`

// timeout limits each database call, because generators wait for the call.
const timeout = 5 * time.Second

// A Store is a uuid.Store that stores the state in a row.
type Store struct {
	db   *sql.DB
	name string
}

// New returns a Store for the row with the given name. The table must exist. The first Save creates
// the row.
func New(db *sql.DB, name string) *Store { return &Store{db, name} }

// Load returns the state in the row. Load returns fs.ErrNotExist if the row does not exist.
func (s *Store) Load() (st uuid.State, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	err = s.db.QueryRowContext(ctx, `select ticks, v7 from uuid_state where name = $1`, s.name).
		Scan(&st.Ticks, &st.V7)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return uuid.State{}, fs.ErrNotExist
	case err != nil:
		return uuid.State{}, fmt.Errorf("load UUID state %q: %w", s.name, err)
	}
	return st, nil
}

// Save writes st to the row. After Save has returned, the state survives a crash of the server,
// unless synchronous_commit is off.
func (s *Store) Save(st uuid.State) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx,
		`insert into uuid_state values ($1, $2, $3) on conflict (name) do update set ticks = $2, v7 = $3`,
		s.name, int64(st.Ticks), st.V7)
	if err != nil {
		return fmt.Errorf("save UUID state %q: %w", s.name, err)
	}
	return nil
}
