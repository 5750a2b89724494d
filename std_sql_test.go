//go:build go1.27

package uuid_test

import (
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// TestSameValue passes parameters.
func TestSameValue(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	u, v := example, std.UUID(example)
	ptr, same := &u, &v
	for _, p := range []pair{
		{"value", u, v},
		{"Nil", uuid.Nil(), std.Nil()},
		{"pointer", ptr, same},
		{"pointer to pointer", &ptr, &same},
		{"nil pointer", (*uuid.UUID)(nil), (*std.UUID)(nil)},
		{"sql.Null", sql.Null[uuid.UUID]{V: u, Valid: true}, sql.Null[std.UUID]{V: v, Valid: true}},
		{"missing sql.Null", sql.Null[uuid.UUID]{V: u}, sql.Null[std.UUID]{V: v}},
		{"slice", []uuid.UUID{u}, []std.UUID{v}},
		{"array", [2]uuid.UUID{u}, [2]std.UUID{v}},
		{"map", map[uuid.UUID]int{u: 1}, map[std.UUID]int{v: 1}},
		{"field", struct{ ID uuid.UUID }{u}, struct{ ID std.UUID }{v}},
	} {
		var got, want any
		err, wantErr := db.QueryRow("", p.ours).Scan(&got), db.QueryRow("", p.theirs).Scan(&want)
		if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s is passed as %v, %v; want %v, %v", p.name, got, err, want, wantErr)
		}
	}
}

// TestSameScan scans what drivers return.
func TestSameScan(t *testing.T) {
	db := sql.OpenDB(echo{})
	defer db.Close()
	u := example
	texts := []string{
		canonicalText, strings.ToUpper(canonicalText), compactText, bracedText, urnText,
		"", "x", "0123456789abcdef", canonicalText + " ", strings.Repeat("x", 1000),
	}
	sources := []any{nil, u[:], u[:15], []byte(nil), int64(1), 1.5, true, time.Unix(0, 0)}
	for _, text := range texts {
		sources = append(sources, text, []byte(text))
	}
	type holder[U any] struct {
		value   U
		pointer *U
		null    sql.Null[U]
		any     any
	}
	read := 0
	for _, source := range sources {
		ours := holder[uuid.UUID]{value: before, pointer: new(before), null: sql.Null[uuid.UUID]{V: before, Valid: true}}
		v := std.UUID(before)
		theirs := holder[std.UUID]{value: v, pointer: new(v), null: sql.Null[std.UUID]{V: v, Valid: true}}
		for _, dst := range []pair{
			{"value", &ours.value, &theirs.value},
			{"pointer", &ours.pointer, &theirs.pointer},
			{"sql.Null", &ours.null, &theirs.null},
			{"any", &ours.any, &theirs.any},
		} {
			err, wantErr := db.QueryRow("", source).Scan(dst.ours), db.QueryRow("", source).Scan(dst.theirs)
			got, want := fmt.Sprint(pointee(dst.ours)), fmt.Sprint(pointee(dst.theirs))
			if got != want || (err == nil) != (wantErr == nil) {
				t.Errorf("%.50q (%T) into %s: got %s, %v; want %s, %v", source, source, dst.name, got, err, want, wantErr)
			}
			if err == nil {
				read++
			}
		}
	}
	t.Logf("%d of %d are read", read, 4*len(sources))
}

// TestDifferentValue shows that a struct that embeds a UUID may be passed as one,
// because of Value, and scanned as one, because of Scan.
func TestDifferentValue(t *testing.T) {
	type ours struct{ uuid.UUID }
	type theirs struct{ std.UUID }
	db := sql.OpenDB(echo{})
	defer db.Close()
	var text string
	if err := db.QueryRow("", ours{example}).Scan(&text); text != canonicalText || err != nil {
		t.Errorf("passed as %q, %v", text, err)
	}
	if err := db.QueryRow("", theirs{std.UUID(example)}).Scan(&text); err == nil {
		t.Error("the standard package's is passed too")
	}
	var dst ours
	if err := db.QueryRow("", canonicalText).Scan(&dst); dst.UUID != example || err != nil {
		t.Errorf("scanned as %v, %v", dst, err)
	}
	if err := db.QueryRow("", canonicalText).Scan(new(theirs)); err == nil {
		t.Error("the standard package's is scanned too")
	}
}
