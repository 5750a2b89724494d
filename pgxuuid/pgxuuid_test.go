package pgxuuid_test

import (
	"context"
	"database/sql"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/seed-8298af95/uuid"
)

// The IDs of users have a text of their own, which PostgreSQL's uuid does not take.
type user struct{}

func (user) IDPrefix() string { return "user" }

// A plain is a UUID under another name, which has none of the methods.
type plain uuid.UUID

// A kind is a Go type that holds a UUID.
type kind struct {
	name string
	of   func(uuid.UUID) any
	null any // NULL, if it can hold that

	// asked is whether PostgreSQL has to say that a parameter is for a uuid.
	asked bool
}

var kinds = []kind{
	{name: "UUID", of: func(u uuid.UUID) any { return u }},
	{name: "*UUID", of: func(u uuid.UUID) any { return &u }, null: (*uuid.UUID)(nil)},
	{name: "Null", of: func(u uuid.UUID) any { return uuid.Null{UUID: u, Valid: true} }, null: uuid.Null{}},
	{name: "*Null", of: func(u uuid.UUID) any { return &uuid.Null{UUID: u, Valid: true} }, null: (*uuid.Null)(nil)},
	{name: "sql.Null[UUID]", of: func(u uuid.UUID) any { return sql.Null[uuid.UUID]{V: u, Valid: true} }, null: sql.Null[uuid.UUID]{}},
	{name: "Binary", of: func(u uuid.UUID) any { return uuid.Binary(u) }, asked: true},
	{name: "*Binary", of: func(u uuid.UUID) any { b := uuid.Binary(u); return &b }, null: (*uuid.Binary)(nil), asked: true},
	{name: "sql.Null[Binary]", of: func(u uuid.UUID) any { return sql.Null[uuid.Binary]{V: uuid.Binary(u), Valid: true} }, null: sql.Null[uuid.Binary]{}, asked: true},
	{name: "GUID", of: func(u uuid.UUID) any { return u.GUID() }, asked: true},
	{name: "*GUID", of: func(u uuid.UUID) any { g := u.GUID(); return &g }, null: (*uuid.GUID)(nil), asked: true},
	{name: "sql.Null[GUID]", of: func(u uuid.UUID) any { return sql.Null[uuid.GUID]{V: u.GUID(), Valid: true} }, null: sql.Null[uuid.GUID]{}, asked: true},
	{name: "ID[T]", of: func(u uuid.UUID) any { return uuid.ID[user](u) }},
	{name: "*ID[T]", of: func(u uuid.UUID) any { id := uuid.ID[user](u); return &id }, null: (*uuid.ID[user])(nil)},
	{name: "named", of: func(u uuid.UUID) any { return plain(u) }, asked: true},
	{name: "[16]byte", of: func(u uuid.UUID) any { return [16]byte(u) }, asked: true},
}

// destination returns a pointer to a value like v.
func destination(v any) reflect.Value {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p
}

// A way is a mode of pgx and a format of the results.
type way struct {
	name   string
	mode   pgx.QueryExecMode
	format int16
	asks   bool // whether PostgreSQL says what a parameter is for
}

var ways = []way{
	{"binary", pgx.QueryExecModeCacheStatement, pgx.BinaryFormatCode, true},
	{"results as text", pgx.QueryExecModeCacheStatement, pgx.TextFormatCode, true},
	{"describe", pgx.QueryExecModeDescribeExec, pgx.BinaryFormatCode, true},
	{"exec", pgx.QueryExecModeExec, pgx.TextFormatCode, false},
	{"simple protocol", pgx.QueryExecModeSimpleProtocol, pgx.TextFormatCode, false},
}

// take sends a value for a column and returns its text in the server and what
// comes back into a value of the same type.
func take(conn *pgx.Conn, w way, typ string, value, dst any) (text *string, back any, err error) {
	p := destination(dst)
	query := "select ($1::" + typ + ")::text, $1::" + typ
	err = conn.QueryRow(context.Background(), query, w.mode, pgx.QueryResultFormats{w.format}, value).
		Scan(&text, p.Interface())
	return text, p.Elem().Interface(), err
}

// isNull reports whether v is k's NULL, or a nil pointer.
func (k kind) isNull(v any) bool {
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil() || reflect.DeepEqual(v, k.null)
}

func TestValues(t *testing.T) {
	connect, connectPool := connect(t), connectPool(t)
	for _, w := range ways {
		for _, k := range kinds {
			t.Run(w.name+"/"+k.name, func(t *testing.T) {
				checkValues(t, connect, w, k)
				checkValues(t, connectPool, w, k)
			})
		}
	}
}

func checkValues(t *testing.T, conn *pgx.Conn, w way, k kind) {
	t.Helper()
	if k.asked && !w.asks {
		if _, back, err := take(conn, w, "uuid", k.of(example), k.of(before)); err == nil {
			t.Errorf("%v was sent although it may be for a bytea", back)
		}
		return
	}
	for _, u := range ids {
		text, back, err := take(conn, w, "uuid", k.of(u), k.of(before))
		if err != nil || text == nil || *text != u.String() || !reflect.DeepEqual(back, k.of(u)) {
			t.Errorf("%v comes back as %v, %v", u, back, err)
		}
	}
	if k.null == nil {
		p := destination(k.of(before))
		err := conn.QueryRow(context.Background(), "select null::uuid", w.mode).Scan(p.Interface())
		if err == nil || !reflect.DeepEqual(p.Elem().Interface(), k.of(before)) {
			t.Errorf("NULL comes back as %v, %v", p.Elem(), err)
		}
		if _, ours := p.Interface().(sql.Scanner); ours && !strings.Contains(err.Error(), "uuid: cannot scan NULL") {
			t.Errorf("the error does not say what to do about NULL: %v", err)
		}
		return
	}
	text, back, err := take(conn, w, "uuid", k.null, k.of(before))
	if err != nil || text != nil || !k.isNull(back) {
		t.Errorf("NULL comes back as %v, %v", back, err)
	}
}

// TestNilDestination scans into nil pointers to the library's types.
func TestNilDestination(t *testing.T) {
	conn := connect(t)
	for _, w := range ways {
		for _, dst := range []sql.Scanner{
			(*uuid.UUID)(nil), (*uuid.Null)(nil), (*uuid.Binary)(nil), (*uuid.GUID)(nil), (*uuid.ID[user])(nil),
		} {
			for _, value := range []string{"'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'", "null"} {
				query := "select " + value + "::uuid"
				err := conn.QueryRow(context.Background(), query, w.mode, pgx.QueryResultFormats{w.format}).Scan(dst)
				if err == nil || !strings.Contains(err.Error(), "destination pointer is nil") {
					t.Errorf("%s, %s: %s into a nil %T: %v", w.name, query, value, dst, err)
				}
			}
		}
	}
}

// TestOtherColumns checks that columns of other types hold what they hold
// without Register.
func TestOtherColumns(t *testing.T) {
	bare, conn := connectBare(t), connect(t)
	for _, typ := range []string{"text", "varchar", "bytea", "json"} {
		for _, w := range ways {
			for _, k := range kinds {
				t.Run(typ+"/"+w.name+"/"+k.name, func(t *testing.T) {
					wantText, want, wantErr := take(bare, w, typ, k.of(example), k.of(before))
					text, got, err := take(conn, w, typ, k.of(example), k.of(before))
					if !reflect.DeepEqual(text, wantText) || !reflect.DeepEqual(got, want) || (err == nil) != (wantErr == nil) {
						t.Errorf("got %v, %v; without Register %v, %v", got, err, want, wantErr)
					}
				})
			}
		}
	}
}

// slice returns a slice of what k makes of some UUIDs, with NULL last if k can
// hold it.
func (k kind) slice(some []uuid.UUID) any {
	s := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(k.of(example))), 0, len(some))
	for _, u := range some {
		s = reflect.Append(s, reflect.ValueOf(k.of(u)))
	}
	if k.null != nil && len(some) > 0 {
		s = reflect.Append(s, reflect.ValueOf(k.null))
	}
	return s.Interface()
}

// text returns what PostgreSQL writes for slice.
func (k kind) text(some []uuid.UUID) string {
	var texts []string
	for _, u := range some {
		texts = append(texts, u.String())
	}
	if k.null != nil && len(some) > 0 {
		texts = append(texts, "NULL")
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func TestSlices(t *testing.T) {
	conn := connect(t)
	for _, w := range ways {
		for _, k := range kinds {
			t.Run(w.name+"/"+k.name, func(t *testing.T) {
				if k.asked && !w.asks {
					if _, back, err := take(conn, w, "uuid[]", k.slice(ids), k.slice(nil)); err == nil {
						t.Errorf("%v was sent although it may be for a bytea[]", back)
					}
					return
				}
				if strings.HasPrefix(k.name, "sql.Null") && !w.asks {
					t.Skip("pgx wants to be told what these slices are for")
				}
				for _, some := range [][]uuid.UUID{ids, {example}, {}} {
					text, back, err := take(conn, w, "uuid[]", k.slice(some), k.slice(ids))
					if err != nil || text == nil || *text != k.text(some) || !equal(k, back, k.slice(some)) {
						t.Errorf("%v comes back as %v, %v", some, back, err)
					}
				}
				none := reflect.Zero(reflect.TypeOf(k.slice(nil))).Interface()
				text, back, err := take(conn, w, "uuid[]", none, k.slice(ids))
				if err != nil || text != nil || !reflect.ValueOf(back).IsNil() {
					t.Errorf("NULL comes back as %v, %v", back, err)
				}
			})
		}
	}
}

// equal reports whether two slices hold the same. A nil *Null is a missing Null.
func equal(k kind, a, b any) bool {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	if v.Len() != w.Len() || v.IsNil() != w.IsNil() {
		return false
	}
	for i := range v.Len() {
		x, y := v.Index(i).Interface(), w.Index(i).Interface()
		if !reflect.DeepEqual(x, y) && !(k.isNull(x) && k.isNull(y)) {
			return false
		}
	}
	return true
}
