package postgres

import (
	"encoding/json"
	"testing"

	"github.com/seed-8298af95/uuid"
)

type jsonUser struct{}

func (jsonUser) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// TestTypedIDsInJSON checks what Kind.Prefix and docs/types.md say of a JSON column: a document that
// the program encodes contains the TypeID, and an argument of a query is the UUID.
func TestTypedIDsInJSON(t *testing.T) {
	ctx := t.Context()
	db := connectSQL(t, "")
	const tables = `
		CREATE TEMPORARY TABLE users (id uuid PRIMARY KEY);
		CREATE TEMPORARY TABLE events (doc jsonb)`
	if _, err := db.ExecContext(ctx, tables); err != nil {
		t.Fatal(err)
	}
	id := uuid.NewID[jsonUser]()
	shown, err := json.Marshal(map[string]uuid.ID[jsonUser]{"user": id})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := json.Marshal(map[string]uuid.UUID{"plain": id.UUID()})
	if err != nil {
		t.Fatal(err)
	}
	for _, insert := range []struct {
		statement string
		argument  any
	}{
		{"INSERT INTO users VALUES ($1)", id},
		{"INSERT INTO events VALUES ($1)", string(shown)},
		{"INSERT INTO events VALUES ($1)", string(plain)},
	} {
		if _, err := db.ExecContext(ctx, insert.statement, insert.argument); err != nil {
			t.Fatal(err)
		}
	}
	for _, query := range []struct {
		condition string
		arguments []any
		want      int
	}{
		{"doc->>'user' = $1", []any{id}, 0},
		{"doc->>'user' = $1", []any{id.String()}, 1},
		{"doc->>'plain' = $1", []any{id}, 1},
		{"EXISTS (SELECT FROM users WHERE id::text = doc->>'user')", nil, 0},
		{"EXISTS (SELECT FROM users WHERE id::text = doc->>'plain')", nil, 1},
	} {
		var found int
		count := "SELECT count(*) FROM events WHERE " + query.condition
		if err := db.QueryRowContext(ctx, count, query.arguments...).Scan(&found); err != nil || found != query.want {
			t.Errorf("%s with %v finds %d rows, %v; want %d", query.condition, query.arguments, found, err, query.want)
		}
	}
}
