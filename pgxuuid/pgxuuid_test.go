package pgxuuid_test

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
)

// A user's ID has a prefix in its text form, which PostgreSQL's uuid type rejects.
type user struct{}

func (user) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// An order's ID is sent as 16 bytes if the column type is unknown.
type order struct{}

func (order) IDKind() uuid.Kind { return uuid.Kind{Binary: true} }

// A part's ID is sent as 16 bytes in Microsoft's order, except to a uuid or text column.
type part struct{}

func (part) IDKind() uuid.Kind { return uuid.Kind{Prefix: "part", GUID: true} }

// A member's ID looks like version 4 in its text form, except in databases.
type member struct{}

var memberMask, _ = uuid.NewMask([]byte("0123456789abcdef"), []byte("member"))

func (member) IDKind() uuid.Kind { return uuid.Kind{Prefix: "member", Mask: &memberMask} }

// TestRequiredRelease checks that the package comment names the release of pgx that go.mod requires.
func TestRequiredRelease(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	src, failure := os.ReadFile("pgxuuid.go")
	if err != nil || failure != nil {
		t.Fatal(err, failure)
	}
	release := regexp.MustCompile(`jackc/pgx/v5 (v\S+)`).FindSubmatch(mod)
	if release == nil || !bytes.Contains(src, []byte("which requires pgx "+string(release[1])+" or later")) {
		t.Errorf("the package comment does not name %s", release)
	}
}

// A plain is a UUID without methods.
type plain uuid.UUID

// A kind is a Go type that contains a UUID.
type kind struct {
	name  string
	of    func(uuid.UUID) any
	nulls []any  // values that are sent as NULL
	holds string // name of the library's type within the Go type, if any
}

// needsType reports whether pgx must know the column type to send k as a uuid.
func (k kind) needsType() bool { return k.holds == "Binary" || k.holds == "GUID" || k.holds == "" }

// These types embed one of the library's types.
type (
	ofUUID      struct{ uuid.UUID }
	ofNull      struct{ uuid.Null }
	ofBinary    struct{ uuid.Binary }
	ofGUID      struct{ uuid.GUID }
	userID      = uuid.ID[user]
	ofID        struct{ userID }
	partID      = uuid.ID[part]
	ofPart      struct{ partID }
	ofOfGUID    struct{ ofGUID }
	besideOther struct {
		uuid.GUID
		Name string
	}
	// These four types use the Value method of the GUID or UUID, because the other Value method is
	// embedded more deeply.
	aboveText struct {
		uuid.GUID
		ofText
	}
	aboveID struct {
		ofID
		uuid.GUID
	}
	beforeID struct {
		uuid.GUID
		ofID
	}
	beforeText struct {
		uuid.UUID
		ofText
	}
	ofText struct{ sql.NullString }
)

var kinds = slices.Concat(
	wrapped("UUID", "UUID", func(u uuid.UUID) uuid.UUID { return u }),
	wrapped("Null", "Null", func(u uuid.UUID) uuid.Null { return uuid.Null{UUID: u, Valid: true} }, uuid.Null{}),
	wrapped("Binary", "Binary", func(u uuid.UUID) uuid.Binary { return uuid.Binary(u) }),
	wrapped("GUID", "GUID", func(u uuid.UUID) uuid.GUID { return uuid.GUID(u) }),
	wrapped("ID[T]", "ID[T]", func(u uuid.UUID) userID { return userID(u) }),
	wrapped("ID[T] with Binary", "Binary", func(u uuid.UUID) uuid.ID[order] { return uuid.ID[order](u) }),
	wrapped("ID[T] with GUID", "GUID", func(u uuid.UUID) uuid.ID[part] { return uuid.ID[part](u) }),
	wrapped("ID[T] with a Mask", "ID[T]", func(u uuid.UUID) uuid.ID[member] { return uuid.ID[member](u) }),
	wrapped("embedded UUID", "UUID", func(u uuid.UUID) ofUUID { return ofUUID{u} }),
	wrapped("embedded Null", "Null", func(u uuid.UUID) ofNull { return ofNull{uuid.Null{UUID: u, Valid: true}} },
		ofNull{}),
	wrapped("embedded Binary", "Binary", func(u uuid.UUID) ofBinary { return ofBinary{uuid.Binary(u)} }),
	wrapped("embedded GUID", "GUID", func(u uuid.UUID) ofGUID { return ofGUID{uuid.GUID(u)} }),
	wrapped("embedded ID[T]", "ID[T]", func(u uuid.UUID) ofID { return ofID{userID(u)} }),
	wrapped("embedded ID[T] with GUID", "GUID", func(u uuid.UUID) ofPart { return ofPart{partID(u)} }),
	wrapped("embedded twice", "GUID", func(u uuid.UUID) ofOfGUID { return ofOfGUID{ofGUID{uuid.GUID(u)}} }),
	wrapped("embedded beside a field", "GUID",
		func(u uuid.UUID) besideOther { return besideOther{GUID: uuid.GUID(u)} }),
	wrapped("embedded above a string", "GUID", func(u uuid.UUID) aboveText { return aboveText{GUID: uuid.GUID(u)} }),
	wrapped("embedded above an ID[T]", "GUID", func(u uuid.UUID) aboveID { return aboveID{GUID: uuid.GUID(u)} }),
	wrapped("embedded before an ID[T]", "GUID", func(u uuid.UUID) beforeID { return beforeID{GUID: uuid.GUID(u)} }),
	wrapped("embedded before a string", "UUID", func(u uuid.UUID) beforeText { return beforeText{UUID: u} }),
	[]kind{
		{name: "named", of: func(u uuid.UUID) any { return plain(u) }},
		{name: "[16]byte", of: func(u uuid.UUID) any { return [16]byte(u) }},
	},
)

// wrapped returns the kinds of T, *T, **T, sql.Null[T], *sql.Null[T] and sql.Null[*T].
func wrapped[T any](name, holds string, of func(uuid.UUID) T, nulls ...any) []kind {
	var none *T
	pointer := func(v T) *T { return &v }
	null := func(u uuid.UUID) sql.Null[T] { return sql.Null[T]{V: of(u), Valid: true} }
	return []kind{
		{name: name, of: func(u uuid.UUID) any { return of(u) }, nulls: nulls, holds: holds},
		{name: "*" + name, of: func(u uuid.UUID) any { return pointer(of(u)) }, nulls: []any{none}, holds: holds},
		{
			name:  "**" + name,
			of:    func(u uuid.UUID) any { p := pointer(of(u)); return &p },
			nulls: []any{(**T)(nil), &none},
			holds: holds,
		},
		{
			name:  "sql.Null[" + name + "]",
			of:    func(u uuid.UUID) any { return null(u) },
			nulls: []any{sql.Null[T]{}},
			holds: holds,
		},
		{
			name:  "*sql.Null[" + name + "]",
			of:    func(u uuid.UUID) any { n := null(u); return &n },
			nulls: []any{(*sql.Null[T])(nil), &sql.Null[T]{}},
			holds: holds,
		},
		{
			name:  "sql.Null[*" + name + "]",
			of:    func(u uuid.UUID) any { return sql.Null[*T]{V: pointer(of(u)), Valid: true} },
			nulls: []any{sql.Null[*T]{}},
			holds: holds,
		},
	}
}

// destination returns a pointer to a copy of v.
func destination(v any) reflect.Value {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	return p
}

// A way is one of pgx's five modes together with a result format.
type way struct {
	name      string
	mode      pgx.QueryExecMode
	format    int16
	describes bool // PostgreSQL sends the parameter types to pgx
}

var ways = []way{
	{name: "binary", mode: pgx.QueryExecModeCacheStatement, format: pgx.BinaryFormatCode, describes: true},
	{name: "results as text", mode: pgx.QueryExecModeCacheStatement, format: pgx.TextFormatCode, describes: true},
	{name: "cache describe", mode: pgx.QueryExecModeCacheDescribe, format: pgx.BinaryFormatCode, describes: true},
	{name: "describe", mode: pgx.QueryExecModeDescribeExec, format: pgx.BinaryFormatCode, describes: true},
	{name: "exec", mode: pgx.QueryExecModeExec, format: pgx.TextFormatCode},
	{name: "simple protocol", mode: pgx.QueryExecModeSimpleProtocol, format: pgx.TextFormatCode},
}

// take sends a value as the given column type. It returns the server's text form of the value, and
// the value scanned into a copy of dst.
func take(conn *pgx.Conn, w way, typ string, value, dst any) (text *string, back any, err error) {
	p := destination(dst)
	query := "select ($1::" + typ + ")::text, $1::" + typ
	err = conn.QueryRow(context.Background(), query, w.mode, pgx.QueryResultFormats{w.format}, value).
		Scan(&text, p.Interface())
	return text, p.Elem().Interface(), err
}

// isNull reports whether v is a nil pointer or another value that k sends as NULL.
func (k kind) isNull(v any) bool {
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil() ||
		slices.ContainsFunc(k.nulls, func(null any) bool { return reflect.DeepEqual(v, null) })
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
	if k.needsType() && !w.describes {
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
	// A kind that cannot represent NULL returns an error for NULL and does not change the
	// destination.
	if k.nulls == nil {
		p := destination(k.of(before))
		err := conn.QueryRow(context.Background(), "select null::uuid", w.mode).Scan(p.Interface())
		if err == nil || !reflect.DeepEqual(p.Elem().Interface(), k.of(before)) {
			t.Errorf("NULL comes back as %v, %v", p.Elem(), err)
		}
		if _, ours := p.Interface().(sql.Scanner); ours && !strings.Contains(err.Error(), "uuid: cannot scan NULL") {
			t.Errorf("the error does not explain what to do about NULL: %v", err)
		}
	}
	for _, null := range k.nulls {
		text, back, err := take(conn, w, "uuid", null, k.of(before))
		if err != nil || text != nil || !k.isNull(back) {
			t.Errorf("NULL comes back as %v, %v", back, err)
		}
	}
}

// TestNilDestination verifies the error from a scan into a nil pointer.
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

// stored returns the text that the server prints for u in a uuid, bytea or text column.
func (k kind) stored(typ string, u uuid.UUID) string {
	if typ != "bytea" {
		return u.String()
	}
	b := [16]byte(u)
	if k.holds == "GUID" {
		b = u.BytesLE()
	}
	return `\x` + hex.EncodeToString(b[:])
}

// TestColumns verifies that every kind can be stored in bytea and text columns. A text column must
// contain the canonical text form of a Binary or GUID. The 16 bytes of ascii are valid text, so a
// text column could wrongly store these bytes without an error.
func TestColumns(t *testing.T) {
	conn := connect(t)
	ascii := uuid.UUID([]byte("sixteen letters."))
	for _, typ := range []string{"bytea", "text", "varchar", "char(36)"} {
		for _, w := range ways {
			for _, k := range kinds {
				if k.holds == "" {
					continue // TestOtherTypes tests these kinds
				}
				t.Run(typ+"/"+w.name+"/"+k.name, func(t *testing.T) {
					for _, u := range append(ids, ascii) {
						want := k.stored(typ, u)
						// If pgx does not know the column type, it uses the Go type.
						switch {
						case w.describes:
						case typ == "bytea" && !k.needsType():
							want = `\x` + hex.EncodeToString([]byte(u.String())) // the bytes of the canonical text form
						case typ != "bytea" && k.needsType():
							want = k.stored("bytea", u) // a bytea as text
							if typ == "char(36)" {
								want += "  "
							}
						}
						text, back, err := take(conn, w, typ, k.of(u), k.of(before))
						if text == nil || *text != strings.TrimRight(want, " ") {
							t.Errorf("%v is stored as %v, want %s", u, deref(text), want)
						}
						// No Go type can scan a bytea in text format.
						lost := typ != "bytea" && k.needsType() && !w.describes
						if lost == (err == nil) || !lost && !reflect.DeepEqual(back, k.of(u)) {
							t.Errorf("%v comes back as %v, %v", u, back, err)
						}
					}
					for _, null := range k.nulls {
						if text, back, err := take(conn, w, typ, null, k.of(before)); err != nil || text != nil ||
							!k.isNull(back) {
							t.Errorf("NULL comes back as %v, %v", back, err)
						}
					}
				})
			}
		}
	}
}

// TestFormats verifies that every kind can be encoded in both formats for each column type. A
// connection sends most parameters in the binary format only.
func TestFormats(t *testing.T) {
	m := newMap()
	for _, name := range []string{"uuid", "bytea", "text", "varchar", "bpchar"} {
		typ, ok := m.TypeForName(name)
		if !ok {
			t.Fatalf("pgx does not know the type %s", name)
		}
		for _, format := range []int16{pgx.TextFormatCode, pgx.BinaryFormatCode} {
			for _, k := range kinds {
				if k.holds == "" {
					continue // TestOtherTypes tests these kinds
				}
				want := k.stored(name, example)
				switch {
				case format == pgx.TextFormatCode:
				case name == "uuid":
					want = string(example[:])
				case name == "bytea":
					b, _ := hex.DecodeString(want[len(`\x`):])
					want = string(b)
				}
				got, err := m.Encode(typ.OID, format, k.of(example), []byte("before"))
				if string(got) != "before"+want || err != nil {
					t.Errorf("%s, format %d, %s: %q, %v; want %q", name, format, k.name, got, err, want)
				}
				for _, null := range k.nulls {
					if got, err := m.Encode(typ.OID, format, null, []byte("before")); got != nil || err != nil {
						t.Errorf("%s, format %d, NULL of %s: %q, %v", name, format, k.name, got, err)
					}
				}
			}
		}
	}
}

// TestSliceColumns verifies that slices can be stored in bytea[] and text[] columns.
func TestSliceColumns(t *testing.T) {
	conn := connect(t)
	for _, typ := range []string{"bytea", "text"} {
		for _, w := range ways {
			for _, k := range kinds {
				if k.holds == "" || !w.describes {
					continue
				}
				t.Run(typ+"/"+w.name+"/"+k.name, func(t *testing.T) {
					var want []string
					for _, u := range ids {
						want = append(want, k.stored(typ, u))
					}
					if k.nulls != nil { // k.slice adds a NULL
						want = append(want, "NULL")
					}
					var got string
					back := destination(k.slice(nil))
					query := "select array_to_string($1::" + typ + "[], ',', 'NULL'), $1::" + typ + "[]"
					err := conn.QueryRow(context.Background(), query, w.mode, pgx.QueryResultFormats{w.format},
						k.slice(ids)).Scan(&got, back.Interface())
					if err != nil || got != strings.Join(want, ",") ||
						!equal(k, back.Elem().Interface(), k.slice(ids)) {
						t.Errorf("stored as %s, comes back as %v, %v", got, back.Elem(), err)
					}
				})
			}
		}
	}
}

func deref(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}

// TestEmbeddedPointer verifies that a struct with an embedded pointer can be sent. Such a struct
// cannot be a scan destination.
func TestEmbeddedPointer(t *testing.T) {
	conn, g := connect(t), uuid.GUID(example)
	var got string
	err := conn.QueryRow(context.Background(), "select $1::uuid::text", struct{ *uuid.GUID }{&g}).Scan(&got)
	if err != nil || got != example.String() {
		t.Errorf("stored as %s, %v", got, err)
	}
}

// An own embeds a GUID, but its Value method returns the UUID's bytes.
type own struct{ uuid.GUID }

func (o own) Value() (driver.Value, error) { return o.MarshalBinary() }

// TestOwnValue verifies that Register recognizes the 16 bytes from own's Value method as the UUID,
// and encodes the UUID according to the column type.
func TestOwnValue(t *testing.T) {
	conn := connect(t)
	bytes := hex.EncodeToString(example[:])
	for _, test := range []struct{ typ, text, binary string }{
		{"uuid", example.String(), string(example[:])},
		{"bytea", `\x` + bytes, string(example[:])},
		{"text", example.String(), example.String()},
		{"varchar", example.String(), example.String()},
		{"bpchar", example.String(), example.String()},
	} {
		typ, ok := conn.TypeMap().TypeForName(test.typ)
		if !ok {
			t.Fatalf("pgx does not know the type %s", test.typ)
		}
		for format, want := range map[int16]string{pgx.TextFormatCode: test.text, pgx.BinaryFormatCode: test.binary} {
			got, err := conn.TypeMap().Encode(typ.OID, format, own{uuid.GUID(example)}, []byte("before"))
			if string(got) != "before"+want || err != nil {
				t.Errorf("%s, format %d: %q, %v; want %q", test.typ, format, got, err, want)
			}
		}
		for _, w := range ways {
			want := test.text
			if !w.describes { // pgx sends the bytes as a bytea, which a uuid column rejects
				want = `\x` + bytes
			}
			text, _, err := take(conn, w, test.typ, own{uuid.GUID(example)}, "")
			refused := test.typ == "uuid" && !w.describes
			if refused != (text == nil) || !refused && *text != want {
				t.Errorf("%s, %s: %v, %v; want %s", test.typ, w.name, deref(text), err, want)
			}
		}
	}
}

// TestScanErrors verifies that a value that is no UUID is an error for all of the library's types.
func TestScanErrors(t *testing.T) {
	m := newMap()
	for _, dst := range []any{new(uuid.UUID), new(uuid.Null), new(uuid.Binary), new(uuid.GUID), new(userID)} {
		before := reflect.ValueOf(dst).Elem().Interface()
		if err := m.Scan(pgtype.UUIDOID, pgx.BinaryFormatCode, example[:15], dst); err == nil {
			t.Errorf("%T: no error for 15 bytes", dst)
		}
		if err := m.Scan(pgtype.UUIDOID, pgx.TextFormatCode, []byte(example.String()[1:]), dst); err == nil {
			t.Errorf("%T: no error for 35 characters", dst)
		}
		if got := reflect.ValueOf(dst).Elem().Interface(); got != before {
			t.Errorf("%T is %v", dst, got)
		}
	}
}

// A foreign is a type from another library with a UUID method and a text form of its own.
type foreign [16]byte

func (f foreign) UUID() uuid.UUID              { return uuid.Nil() }
func (f foreign) Value() (driver.Value, error) { return uuid.UUID(f).String(), nil }
func (f *foreign) Scan(src any) error {
	s, ok := src.(string)
	if !ok {
		return fmt.Errorf("cannot scan %T", src)
	}
	u, err := uuid.Parse(s)
	*f = foreign(u)
	return err
}

// A count embeds a UUID, but its Value method returns a number.
type count struct{ uuid.UUID }

func (count) Value() (driver.Value, error) { return int64(42), nil }

// A urn embeds a UUID, but its Value method returns a URN.
type urn struct{ uuid.UUID }

func (u urn) Value() (driver.Value, error) { return u.URN(), nil }

// A failing embeds a UUID, but its Value method returns an error.
type failing struct{ uuid.UUID }

var errFailing = errors.New("no value")

func (f failing) Value() (driver.Value, error) { return f.String(), errFailing }

// A longer embeds a UUID, but its Value method returns 17 bytes.
type longer struct{ uuid.UUID }

func (l longer) Value() (driver.Value, error) { return append(l.UUID[:], 0xff), nil }

// A named has a UUID in a field with a name, and a Value method of its own.
type named struct{ Key uuid.UUID }

func (n named) Value() (driver.Value, error) { return n.Key.String(), nil }

// An ID is a generic type from another package.
type ID[T any] string

func (id ID[T]) Value() (driver.Value, error) { return string(id), nil }

// A first is a slice, but its Value method returns an array with only the first element.
type first []uuid.UUID

func (f first) Value() (driver.Value, error) { return "{" + f[0].String() + "}", nil }

// A Null is a generic type from another package that does not implement driver.Valuer.
type Null[T any] struct {
	V     T
	Valid bool
}

// An ambiguous embeds two types with a Value method, so it has none itself.
type ambiguous struct {
	uuid.UUID
	count
}

// An opaque has no MarshalBinary method, so its byte order is unknown.
type opaque struct{ sql.Null[uuid.GUID] }

// A misleading has a GUID's Value method, and a MarshalBinary method that returns a different UUID.
type misleading struct {
	ofGUID
	other
}

type other struct{ ofUser userID }

func (o other) MarshalBinary() ([]byte, error) { return o.ofUser.MarshalBinary() }

// TestOtherTypes verifies that Register does not change how pgx sends and scans other types.
func TestOtherTypes(t *testing.T) {
	bare, conn := connectBare(t), connect(t)
	values := []struct{ value, dst any }{
		{foreign(example), foreign(before)},
		{count{example}, 0},
		{urn{example}, ""},
		{longer{example}, []byte{}},
		{named{example}, ""},
		{ID[int](example.String()), ""},
		{first(ids), []uuid.UUID{}},
		{Null[uuid.UUID]{example, true}, ""},
		{ambiguous{example, count{example}}, ""},
		{sql.RawBytes("text"), ""},
		{uuid.Version(7), ""},
		{uuid.Node{1}, ""},
		{plain(example), plain(before)},
		{[16]byte(example), [16]byte(before)},
		{[]foreign{foreign(example)}, []foreign{}},
		{example[:], []byte{}},
		{"text", ""},
	}
	for _, typ := range []string{"uuid", "bytea", "text", "varchar", "int8", "uuid[]"} {
		for _, w := range ways {
			for _, v := range values {
				t.Run(fmt.Sprintf("%s/%s/%T", typ, w.name, v.value), func(t *testing.T) {
					wantText, want, wantErr := take(bare, w, typ, v.value, v.dst)
					text, got, err := take(conn, w, typ, v.value, v.dst)
					if !reflect.DeepEqual(text, wantText) || !reflect.DeepEqual(got, want) ||
						(err == nil) != (wantErr == nil) {
						t.Errorf("got %v, %v; without Register %v, %v", got, err, want, wantErr)
					}
				})
			}
		}
	}
	// pgx appends what such a Value method returns to the buffer.
	got, err := conn.TypeMap().Encode(pgtype.TextOID, pgx.TextFormatCode, urn{example}, []byte("before"))
	if want := "before" + example.URN(); string(got) != want || err != nil {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	// An error of Value is returned, and no query sends NULL instead.
	for _, typ := range []string{"uuid", "bytea", "text", "int8"} {
		for _, w := range ways {
			if _, _, err := take(conn, w, typ, failing{example}, ""); !errors.Is(err, errFailing) {
				t.Errorf("%s/%s: %v", typ, w.name, err)
			}
		}
	}
	// Encoding fails for a struct with a GUID if Register cannot determine the byte order.
	for _, typ := range []string{"uuid", "bytea", "text"} {
		for _, value := range []any{
			opaque{sql.Null[uuid.GUID]{V: uuid.GUID(example), Valid: true}},
			misleading{ofGUID{uuid.GUID(example)}, other{userID(before)}},
		} {
			want := fmt.Sprintf("cannot tell whether the bytes from %T are in UUID or GUID order", value)
			if _, _, err := take(conn, ways[0], typ, value, ""); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", typ, err)
			}
		}
	}
}

// A cycle is a pointer type that points to itself.
type cycle *cycle

// TestCycle verifies that the search for a UUID in a Go type ends.
func TestCycle(t *testing.T) {
	var c cycle
	c = &c
	if got, err := newMap().Encode(pgtype.UUIDOID, pgx.BinaryFormatCode, c, nil); err == nil {
		t.Errorf("a pointer to itself is encoded as %x", got)
	}
}

// TestOtherColumns verifies that Register does not change how values are stored in other column
// types.
func TestOtherColumns(t *testing.T) {
	bare, conn := connectBare(t), connect(t)
	for _, typ := range []string{"json", "jsonb", "name"} {
		for _, w := range ways {
			for _, k := range kinds {
				t.Run(typ+"/"+w.name+"/"+k.name, func(t *testing.T) {
					wantText, want, wantErr := take(bare, w, typ, k.of(example), k.of(before))
					text, got, err := take(conn, w, typ, k.of(example), k.of(before))
					if !reflect.DeepEqual(text, wantText) || !reflect.DeepEqual(got, want) ||
						(err == nil) != (wantErr == nil) {
						t.Errorf("got %v, %v; without Register %v, %v", got, err, want, wantErr)
					}
				})
			}
		}
	}
}

// slice returns a slice of k with the given UUIDs. If k can represent NULL, the slice ends with
// NULL.
func (k kind) slice(some []uuid.UUID) any {
	s := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(k.of(example))), 0, len(some))
	for _, u := range some {
		s = reflect.Append(s, reflect.ValueOf(k.of(u)))
	}
	if k.nulls != nil && len(some) > 0 {
		s = reflect.Append(s, reflect.ValueOf(k.nulls[0]))
	}
	return s.Interface()
}

// text returns k.slice(some) as PostgreSQL prints it.
func (k kind) text(some []uuid.UUID) string {
	var texts []string
	for _, u := range some {
		texts = append(texts, u.String())
	}
	if k.nulls != nil && len(some) > 0 {
		texts = append(texts, "NULL")
	}
	return "{" + strings.Join(texts, ",") + "}"
}

func TestSlices(t *testing.T) {
	conn := connect(t)
	for _, w := range ways {
		for _, k := range kinds {
			t.Run(w.name+"/"+k.name, func(t *testing.T) {
				if k.needsType() && !w.describes {
					if _, back, err := take(conn, w, "uuid[]", k.slice(ids), k.slice(nil)); err == nil {
						t.Errorf("%v was sent although it may be for a bytea[]", back)
					}
					return
				}
				for _, some := range [][]uuid.UUID{ids, {example}, {}} {
					text, back, err := take(conn, w, "uuid[]", k.slice(some), k.slice(ids))
					if err != nil || text == nil || *text != k.text(some) || !equal(k, back, k.slice(some)) {
						t.Errorf("%v comes back as %v, %v", some, back, err)
					}
				}
				// A nil slice is NULL, and an empty slice is an empty array.
				none := reflect.Zero(reflect.TypeOf(k.slice(nil))).Interface()
				text, back, err := take(conn, w, "uuid[]", none, k.slice(ids))
				if err != nil || text != nil || !reflect.ValueOf(back).IsNil() {
					t.Errorf("NULL comes back as %v, %v", back, err)
				}
			})
		}
	}
}

// equal reports whether two slices have equal elements. It treats all values that k sends as NULL
// as equal.
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
