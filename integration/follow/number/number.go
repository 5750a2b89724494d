// Package number is a job that numbers the committed rows of a table in MySQL or MariaDB, so that
// readers can follow the table in the order of the numbers without losing a row. Copy this file
// into your service. docs/pages.md explains the columns, and what the readers do.
package number

import (
	"context"
	"database/sql"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// Run numbers new rows until ctx is done, and pauses when all committed rows have a number. It logs
// an error, such as a deadlock or a lost connection, and tries again after the pause. Several
// processes may run it at the same time, and may be killed at any time.
func Run(ctx context.Context, db *sql.DB, pause time.Duration, log *slog.Logger) {
	for ctx.Err() == nil {
		n, err := Next(ctx, db)
		if err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "cannot number rows", "error", err)
		}
		if n == 0 {
			time.Sleep(pause)
		}
	}
}

// Next gives the next numbers to at most 100 rows, and returns how many these were. If it returns
// an error, no row has been numbered, unless only the response to COMMIT was lost.
func Next(ctx context.Context, db *sql.DB) (int, error) {
	// In REPEATABLE READ, the SELECT of the rows would also lock the gap in which others insert.
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelReadCommitted})
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // does nothing after Commit
	var n int64
	// Other jobs wait here until this one has committed, so numbers become visible in their order.
	if err := tx.QueryRowContext(ctx, "SELECT n FROM tasks_seq FOR UPDATE").Scan(&n); err != nil {
		return 0, err
	}
	ids, err := committed(ctx, tx)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	// FIELD returns 1 for the first of the IDs, 2 for the second, and so on.
	list := "?" + strings.Repeat(", ?", len(ids)-1)
	update := "UPDATE tasks SET seq = ? + FIELD(id, " + list + ") WHERE id IN (" + list + ")"
	if _, err := tx.ExecContext(ctx, update, slices.Concat([]any{n}, ids, ids)...); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE tasks_seq SET n = ?", n+int64(len(ids))); err != nil {
		return 0, err
	}
	return len(ids), tx.Commit()
}

// committed returns the IDs of rows without a number. It skips rows that other transactions have
// inserted and not yet committed, because these have a lock on them. For a 16-byte column, the IDs
// are of type uuid.Binary. The result is a list of arguments.
func committed(ctx context.Context, tx *sql.Tx) (ids []any, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM tasks WHERE seq IS NULL LIMIT 100 FOR UPDATE SKIP LOCKED")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
