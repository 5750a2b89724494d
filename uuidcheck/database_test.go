package main

import (
	"bytes"
	"crypto/md5"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// newFile makes an SQLite file with the statements, and returns its name.
func newFile(t *testing.T, statements ...string) (string, *sql.DB) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.db")
	db, err := sql.Open("sqlite", name+"?_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	execute(t, db, statements...)
	return name, db
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// fill inserts n rows with what value returns for each.
func fill(t *testing.T, db *sql.DB, table string, n int, value func(i int) any) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	insert, err := tx.Prepare("INSERT INTO " + table + " VALUES (?)")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if _, err := insert.Exec(value(i)); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// examine runs the command and returns its JSON output.
func examine(t *testing.T, wantStatus int, args ...string) jsonReport {
	t.Helper()
	status, out, errors := command(t, append([]string{"-json"}, args...)...)
	if status != wantStatus {
		t.Errorf("the status is %d, want %d; standard error: %s", status, wantStatus, errors)
	}
	decoder := json.NewDecoder(strings.NewReader(out))
	decoder.DisallowUnknownFields()
	var r jsonReport
	if err := decoder.Decode(&r); err != nil {
		t.Fatalf("%v in %s%s", err, out, errors)
	}
	return r
}

// command runs the command in this process.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	status = run(t.Context(), args, &out, &errors)
	return status, out.String(), errors.String()
}

// findingsOf returns the checks of the findings of each column, by table and column.
func findingsOf(r jsonReport) map[string][]string {
	found := make(map[string][]string)
	for _, c := range r.Columns {
		list := []string{}
		for _, f := range c.Findings {
			list = append(list, f.Level+" "+string(f.Check))
		}
		found[c.Table+"."+c.Column] = list
	}
	return found
}

// These functions make values. IDs of version 7 are from the last months, as in a table that has been
// in use for a while.

func v4(int) uuid.UUID { return uuid.NewV4() }

func v7(i int) uuid.UUID { return v7At(time.Now().Add(-time.Duration(i) * time.Hour)) }

func v7At(t time.Time) uuid.UUID {
	u, err := uuid.NewV7At(t)
	if err != nil {
		panic(err)
	}
	return u
}

func v1(i int) uuid.UUID {
	u, err := uuid.NewV1At(time.Now().Add(-time.Duration(i) * time.Hour))
	if err != nil {
		panic(err)
	}
	return u
}

func asText(id func(int) uuid.UUID) func(int) any {
	return func(i int) any { return id(i).String() }
}

func asBytes(id func(int) uuid.UUID) func(int) any {
	return func(i int) any { u := id(i); return u[:] }
}

func encoded(e uuid.Encoding, id func(int) uuid.UUID) func(int) any {
	return func(i int) any { return e.Encode(id(i)) }
}

func capitalized(value func(int) any) func(int) any {
	return func(i int) any { return strings.ToUpper(value(i).(string)) }
}

// reordered stores the bytes of an ID at other places.
func reordered(id func(int) uuid.UUID, places ...int) func(int) any {
	return func(i int) any {
		u, b := id(i), make([]byte, 16)
		for k, place := range places {
			b[k] = u[place]
		}
		return b
	}
}

var (
	microsoft  = []int{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}
	uuidToBin1 = []int{6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}
	javaLegacy = []int{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	halves     = []int{8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7}
)

// mixed takes every nth value from the second function.
func mixed(n int, most, few func(int) any) func(int) any {
	return func(i int) any {
		if i%n == n/2 {
			return few(i)
		}
		return most(i)
	}
}

func always(v any) func(int) any { return func(int) any { return v } }

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// Values that are no IDs.
func hash16(int) any     { h := md5.Sum(randomBytes(20)); return h[:] }
func hashDigits(int) any { return hex.EncodeToString(randomBytes(16)) }
func token22(int) any    { return base64.RawURLEncoding.EncodeToString(randomBytes(16)) }
func sha256Text(int) any { return hex.EncodeToString(randomBytes(32)) }
func mappedIP(int) any   { return append([]byte{10: 0xff, 11: 0xff}, randomBytes(4)...) }

func ulidBytes(i int) any {
	b := randomBytes(16)
	u := v7(i)
	copy(b, u[:6])
	return b
}
