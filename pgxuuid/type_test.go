package pgxuuid_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
)

// exec runs statements that return nothing.
func exec(t *testing.T, conn *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// loadType loads a type that is not built in, so conn can encode and scan it.
func loadType(t *testing.T, conn *pgx.Conn, name string) {
	t.Helper()
	typ, err := conn.LoadType(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	conn.TypeMap().RegisterType(typ)
}

// TestCopyFrom verifies that CopyFrom, which supports only the binary format, can send rows.
func TestCopyFrom(t *testing.T) {
	ctx, conn := context.Background(), connect(t)
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			exec(t, conn, "drop table if exists copied",
				"create temporary table copied (n serial, id uuid, ids uuid[], bin bytea, txt text)")
			rows := pgx.CopyFromSlice(len(ids), func(i int) ([]any, error) {
				value := k.of(ids[i])
				row := []any{value, k.slice(ids[:i]), value, value}
				if k.holds == "" { // pgx cannot encode this kind for bytea and text
					row[2], row[3] = nil, nil
				}
				return row, nil
			})
			names := []string{"id", "ids", "bin", "txt"}
			if n, err := conn.CopyFrom(ctx, pgx.Identifier{"copied"}, names, rows); int(n) != len(ids) || err != nil {
				t.Fatalf("copied %d of %d: %v", n, len(ids), err)
			}
			for i, u := range ids {
				var id, all string
				var bin, txt *string
				err := conn.QueryRow(ctx, "select id::text, ids::text, bin::text, txt from copied where n = $1",
					i+1).Scan(&id, &all, &bin, &txt)
				if err != nil || id != u.String() || all != k.text(ids[:i]) {
					t.Errorf("row %d has %s, %s, %v; want %v", i, id, all, err, u)
				}
				if k.holds != "" && (*bin != k.stored("bytea", u) || *txt != k.stored("text", u)) {
					t.Errorf("row %d has %s, %s; want %v", i, *bin, *txt, u)
				}
			}
		})
	}
}

// TestAnyType verifies scans into destinations whose types are not the library's.
func TestAnyType(t *testing.T) {
	ctx, conn := context.Background(), connect(t)
	for _, w := range ways {
		t.Run(w.name, func(t *testing.T) {
			const query = "select $1::uuid, array[$1::uuid, null], null::uuid, ($1::uuid)::text"
			rows, err := conn.Query(ctx, query, w.mode, pgx.QueryResultFormats{w.format}, example)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			if !rows.Next() {
				t.Fatal("no row", rows.Err())
			}
			got, err := rows.Values()
			want := []any{example, []any{example, nil}, nil, example.String()}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("Values() = %v, %v; want %v", got, err, want)
			}
			// Rows.Scan can be called several times for a row.
			var scanned any
			var text string
			var other pgtype.UUID
			if err := rows.Scan(&scanned, nil, nil, nil); err != nil || scanned != any(example) {
				t.Errorf("scanned %v (%T), %v", scanned, scanned, err)
			}
			if err := rows.Scan(&text, nil, nil, nil); err != nil || text != example.String() {
				t.Errorf("scanned %q, %v", text, err)
			}
			if err := rows.Scan(&other, nil, nil, nil); err != nil ||
				other != (pgtype.UUID{Bytes: example, Valid: true}) {
				t.Errorf("scanned %v, %v", other, err)
			}
		})
	}
}

// TestArrays verifies arrays that pgx encodes without wrapSlice. Each array needs its own
// connection, because pgx keeps one plan for all slices of a Go type.
func TestArrays(t *testing.T) {
	id := example.String()
	for _, test := range []struct {
		name  string
		array any
		want  string
	}{
		{
			"elements of all types",
			[]any{example, uuid.Null{}, nil, &example, uuid.GUID(example), uuid.ID[user](example), id},
			"{" + strings.Join([]string{id, "NULL", "NULL", id, id, id, id}, ",") + "}",
		}, {
			"pgtype.Array",
			pgtype.Array[any]{Elements: []any{example, nil}, Dims: []pgtype.ArrayDimension{{Length: 2, LowerBound: 1}},
				Valid: true},
			"{" + id + ",NULL}",
		},
		{"array", [2]*uuid.UUID{&example, nil}, "{" + id + ",NULL}"},
		{"two dimensions", [][]uuid.UUID{{example}, {example}}, "{{" + id + "},{" + id + "}}"},
		{"slice of strings", []string{id}, "{" + id + "}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got string
			err := connect(t).QueryRow(context.Background(), "select $1::uuid[]::text", test.array).Scan(&got)
			if err != nil || got != test.want {
				t.Errorf("got %s, %v; want %s", got, err, test.want)
			}
		})
	}
	// The arrays above are scanned as text. The array below is scanned into the library's types.
	var back [][]uuid.ID[user]
	want := [][]uuid.ID[user]{{uuid.ID[user](example)}, {uuid.ID[user](uuid.Max())}}
	err := connect(t).QueryRow(context.Background(), "select $1::uuid[]", want).Scan(&back)
	if err != nil || !reflect.DeepEqual(back, want) {
		t.Errorf("two dimensions come back as %v, %v", back, err)
	}
}

func TestDomain(t *testing.T) {
	conn := connect(t)
	exec(t, conn, "create domain pg_temp.user_id as uuid", "create temporary table users (id pg_temp.user_id)")
	for _, loaded := range []bool{false, true} {
		if loaded {
			loadType(t, conn, "pg_temp.user_id")
			loadType(t, conn, "pg_temp._user_id")
		}
		for _, w := range ways {
			for _, k := range kinds {
				if k.needsType() && !(w.describes && loaded) {
					continue // pgx sends this kind as bytes, as if for a bytea
				}
				text, back, err := take(conn, w, "pg_temp.user_id", k.of(example), k.of(before))
				if err != nil || text == nil || *text != example.String() || !reflect.DeepEqual(back, k.of(example)) {
					t.Errorf("loaded: %t, %s, %s: %v, %v", loaded, w.name, k.name, back, err)
				}
			}
		}
	}
	for _, k := range kinds {
		text, back, err := take(conn, ways[0], "pg_temp.user_id[]", k.slice(ids), k.slice(nil))
		if err != nil || text == nil || *text != k.text(ids) || !equal(k, back, k.slice(ids)) {
			t.Errorf("array, %s: %v, %v", k.name, back, err)
		}
	}
}

func TestComposite(t *testing.T) {
	type pair struct {
		ID  uuid.UUID
		Ref uuid.Null
		IDs []uuid.ID[user]
	}
	conn := connect(t)
	exec(t, conn, "create type pg_temp.pair as (id uuid, ref uuid, ids uuid[])")
	loadType(t, conn, "pg_temp.pair")
	want := pair{example, uuid.Null{}, []uuid.ID[user]{uuid.ID[user](example)}}
	text, back, err := take(conn, ways[0], "pg_temp.pair", want,
		pair{ID: before, Ref: uuid.Null{UUID: before, Valid: true}})
	if err != nil || *text != "("+example.String()+",,{"+example.String()+"})" || !reflect.DeepEqual(back, want) {
		t.Errorf("%v comes back as %v, %v", want, back, err)
	}
}

// TestDatabaseSQL verifies that values and slices can be sent and scanned through database/sql.
func TestDatabaseSQL(t *testing.T) {
	ctx, conn := context.Background(), connectSQL(t)
	for _, k := range kinds {
		if k.name == "named" || k.name == "[16]byte" {
			continue // database/sql cannot convert text to this kind
		}
		t.Run(k.name, func(t *testing.T) {
			for _, value := range append(k.nulls, k.of(example)) {
				for _, typ := range []string{"uuid", "bytea", "text"} {
					var text *string
					p := destination(k.of(before))
					row := conn.QueryRowContext(ctx, "select ($1::"+typ+")::text, $1::"+typ, value)
					err := row.Scan(&text, p.Interface())
					if (text == nil) != k.isNull(value) || text != nil && *text != k.stored(typ, example) {
						t.Errorf("%s: %v is stored as %v", typ, value, deref(text))
					}
					if back := p.Elem().Interface(); err != nil ||
						!reflect.DeepEqual(back, value) && !(k.isNull(back) && k.isNull(value)) {
						t.Errorf("%s: %v comes back as %v, %v", typ, value, back, err)
					}
				}
			}
			var text string
			if err := conn.QueryRowContext(ctx, "select ($1::uuid[])::text", k.slice(ids)).Scan(&text); err != nil ||
				text != k.text(ids) {
				t.Errorf("the slice is stored as %s, %v", text, err)
			}
		})
	}
	// database/sql needs the map to scan a slice.
	for _, k := range kinds {
		if k.name != "UUID" && k.name != "*UUID" && k.name != "Null" {
			continue // the map has no default for a slice of this kind
		}
		back := destination(k.slice(nil))
		err := conn.QueryRowContext(ctx, "select $1::uuid[]", k.slice(ids)).Scan(newMap().SQLScanner(back.Interface()))
		if err != nil || !equal(k, back.Elem().Interface(), k.slice(ids)) {
			t.Errorf("the slice of %s comes back as %v, %v", k.name, back.Elem(), err)
		}
	}
}
