// Proves that each planted fault in an SQLite file is found, once, and that healthy columns are only
// listed.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A planted table has a column id, whose values a function makes.
type planted struct {
	name   string
	column string // its declaration without the name
	rows   int
	value  func(int) any
	want   []string
}

var future = v7At(time.Now().AddDate(3, 0, 0))

var plantedTables = []planted{
	// Healthy columns.
	healthy("h_v4_text", "TEXT PRIMARY KEY", 500, asText(v4)),
	healthy("h_v7_text", "TEXT PRIMARY KEY", 500, asText(v7)),
	healthy("h_v1_text", "TEXT PRIMARY KEY", 500, asText(v1)),
	healthy("h_v4_blob", "BLOB PRIMARY KEY", 500, asBytes(v4)),
	healthy("h_v7_blob", "BLOB PRIMARY KEY", 500, asBytes(v7)),
	healthy("h_v1_blob", "BLOB PRIMARY KEY", 500, asBytes(v1)),
	healthy("h_v7_uuid", "uuid PRIMARY KEY", 500, asText(v7)),
	healthy("h_guid", "BLOB PRIMARY KEY", 3000, asBytes(v4)),
	healthy("h_no_rowid", "TEXT PRIMARY KEY) WITHOUT ROWID --", 3000, asText(v7)),
	healthy("h_base58", "TEXT PRIMARY KEY", 500, encoded(uuid.Base58, v7)),
	healthy("h_base64", "TEXT PRIMARY KEY", 500, encoded(uuid.Base64URL, v7)),
	healthy("h_typeid", "TEXT PRIMARY KEY", 500, typeIDs("user")),
	healthy("h_ulid", "TEXT PRIMARY KEY", 500, ulidText),
	healthy("h_nullable", "TEXT", 500, mixed(3, asText(v4), always(nil))),
	healthy("h_not_key", "TEXT", 500, mixed(3, asText(v4), asText(v7))),
	healthy("h_nil_preset", "TEXT DEFAULT '00000000-0000-0000-0000-000000000000'",
		500, mixed(5, asText(v7), always(uuid.Nil().String()))),
	healthy("h_mostly_nil", "BLOB", 500, mixed(3, always(make([]byte, 16)), asBytes(v7))),
	healthy("h_mostly_max", "TEXT", 500, mixed(3, always(uuid.Max().String()), asText(v7))),
	healthy("h_partly_unique", "TEXT, n INTEGER, UNIQUE (id, n)", 500, mixed(10, asText(v4), asText(v7))),
	healthy("h_random_key", "BLOB PRIMARY KEY", 500, hash16),
	healthy("h_one", "BLOB PRIMARY KEY", 1, asBytes(v4)),
	// Sick columns.
	sick("s_microsoft4", "BLOB PRIMARY KEY", 500, reordered(v4, microsoft...), "wrong order"),
	sick("s_microsoft7", "BLOB PRIMARY KEY", 500, reordered(v7, microsoft...), "wrong order"),
	sick("s_swapped1", "BLOB PRIMARY KEY", 500, reordered(v1, uuidToBin1...), "wrong order"),
	sick("s_swapped4", "BLOB PRIMARY KEY", 500, reordered(v4, uuidToBin1...), "wrong order"),
	sick("s_java", "BLOB PRIMARY KEY", 500, reordered(v4, javaLegacy...), "wrong order"),
	sick("s_halves", "BLOB PRIMARY KEY", 500, reordered(v7, halves...), "wrong order"),
	sick("s_microsoft_text", "TEXT PRIMARY KEY", 500, bytesAsText(reordered(v4, microsoft...)), "wrong order"),
	sick("s_two_writers", "BLOB PRIMARY "+
		"KEY", 2000, mixed(10, asBytes(v4), reordered(v4, microsoft...)), "wrong writers"),
	sick("s_cut", "BLOB", 500, cutTo16(asText(v4)), "wrong cut"),
	sick("s_ulid", "BLOB PRIMARY KEY", 500, ulidBytes, "warning ulid"),
	sick("s_text_in_blob", "BLOB PRIMARY KEY", 500, textAsBytes(asText(v4)), "wrong text"),
	sick("s_text_beside_blob", "BLOB PRIMARY KEY", 500, mixed(20, asBytes(v4), asText(v4)), "wrong forms"),
	sick("s_only_text_in_blob", "BLOB PRIMARY KEY", 500, asText(v4), "wrong text"),
	sick("s_capitals", "TEXT PRIMARY KEY", 500, capitalized(asText(v4)), "wrong form"),
	sick("s_capitals_nocase", "TEXT COLLATE NOCASE PRIMARY KEY", 500, capitalized(asText(v4)), "warning form"),
	sick("s_some_capitals", "TEXT PRIMARY "+
		"KEY", 500, mixed(50, asText(v4), capitalized(asText(v4))), "wrong forms"),
	sick("s_some_capitals_nocase", "TEXT COLLATE NOCASE PRIMARY "+
		"KEY", 500, mixed(50, asText(v4), capitalized(asText(v4))), "warning forms"),
	sick("s_some_digits", "TEXT PRIMARY "+
		"KEY", 500, mixed(3, asText(v4), encoded(uuid.Compact, v4)), "wrong forms"),
	sick("s_digits_in_some_capitals", "TEXT PRIMARY KEY", 500,
		mixed(3, encoded(uuid.Compact, v4), capitalized(encoded(uuid.Compact, v4))), "wrong forms"),
	sick("s_text_in_binary", "BINARY(16) PRIMARY KEY", 500, asText(v4), "wrong text"),
	sick("s_digits", "TEXT PRIMARY KEY", 500, encoded(uuid.Compact, v4), "warning form"),
	sick("s_braces", "TEXT PRIMARY KEY", 500, encoded(uuid.Braced, v4), "warning form"),
	sick("s_urn", "TEXT PRIMARY KEY", 500, encoded(uuid.URN, v4), "warning form"),
	sick("s_spaces", "TEXT PRIMARY KEY", 500, padded(asText(v4)), "warning form"),
	sick("s_invalid", "TEXT PRIMARY KEY", 500, mixed(50, asText(v4), rowName), "warning invalid"),
	sick("s_empty", "TEXT", 500, mixed(50, asText(v4), always("")), "warning invalid"),
	sick("s_base58_nocase", "TEXT COLLATE NOCASE", 500, encoded(uuid.Base58, v7), "wrong equal"),
	sick("s_versions", "TEXT PRIMARY KEY", 500, mixed(10, asText(v4), asText(v7)), "warning versions"),
	sick("s_versions_unique", "BLOB UNIQUE", 500, mixed(10, asBytes(v7), asBytes(v4)), "warning versions"),
	sick("s_one_v4", "TEXT PRIMARY KEY", 5000, mixed(5000, asText(v7), asText(v4)), "warning versions"),
	sick("s_one_v4_blob", "BLOB PRIMARY KEY", 5000, mixed(5000, asBytes(v7), asBytes(v4)), "warning versions"),
	sick("s_new_v7", "TEXT PRIMARY KEY", 5000, mixed(2500, asText(v4), asText(v7)), "warning versions"),
	sick("s_past", "TEXT PRIMARY KEY", 500, mixed(2, asText(v7), asText(v7Seconds)), "warning past"),
	sick("s_future", "TEXT PRIMARY "+
		"KEY", 5000, mixed(5000, asText(v7), always(future.String())), "warning future"),
	sick("s_nil", "TEXT PRIMARY KEY", 500, mixed(500, asText(v7), always(uuid.Nil().String())), "warning nil"),
	sick("s_nil_reference", "BLOB", 500, mixed(5, asBytes(v7), always(make([]byte, 16))), "warning nil"),
	sick("s_max", "BLOB PRIMARY "+
		"KEY", 500, mixed(500, asBytes(v4), always([]byte(strings.Repeat("\xff", 16)))), "warning max"),
}

func healthy(name, column string, rows int, value func(int) any) planted {
	return planted{name: name, column: column, rows: rows, value: value}
}

func sick(name, column string, rows int, value func(int) any, want string) planted {
	return planted{name: name, column: column, rows: rows, value: value, want: []string{want}}
}

func TestPlantedFaults(t *testing.T) {
	name, db := newFile(t)
	want := make(map[string][]string)
	for _, p := range plantedTables {
		execute(t, db, fmt.Sprintf("CREATE TABLE %s (id %s)", p.name, p.column)+"\n")
		fill(t, db, p.name+" (id)", p.rows, p.value)
		want[p.name+".id"] = p.want
	}
	found := findingsOf(examine(t, statusFound, name))
	for _, column := range slices.Sorted(maps.Keys(want)) {
		got, listed := found[column]
		if !listed {
			t.Errorf("%s is not listed", column)
		} else if !slices.Equal(got, want[column]) {
			t.Errorf("%s: found %v, want %v", column, got, want[column])
		}
		delete(found, column)
	}
	for column := range found {
		t.Errorf("%s is listed", column)
	}
}

// TestBytesInTextColumn checks what is said of the bytes that C# stores in a column whose declared type
// SQLite takes for text.
func TestBytesInTextColumn(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE customers (id UNIQUEIDENTIFIER NOT NULL PRIMARY KEY)")
	fill(t, db, "customers", 100, reordered(v4, microsoft...))
	c := examine(t, statusFound, name).Columns[0]
	if len(c.Findings) != 1 || !strings.Contains(c.Findings[0].Message, "Declare the field as uuid.GUID") {
		t.Errorf("found %v", c.Findings)
	}
}

// TestTokens checks that a token of 32 digits, which a program made from a UUID, gets no warning: nobody
// compares it with an ID. A column with the name of an ID gets one.
func TestTokens(t *testing.T) {
	name, db := newFile(t, "CREATE TABLE sessions (id TEXT NOT NULL PRIMARY KEY, csrf TEXT, request_id TEXT)")
	digits := encoded(uuid.Compact, v4)
	for i := range 200 {
		_, err := db.Exec("INSERT INTO sessions VALUES (?, ?, ?)", v4(i).String(), digits(i), digits(i))
		if err != nil {
			t.Fatal(err)
		}
	}
	r := examine(t, statusFound, name)
	found := findingsOf(r)
	if len(found["sessions.id"])+len(found["sessions.csrf"]) > 0 {
		t.Errorf("found %v", found)
	}
	if want := []string{"warning form"}; !slices.Equal(found["sessions.request_id"], want) {
		t.Errorf("request_id: found %v, want %v", found["sessions.request_id"], want)
	}
	for _, c := range r.Columns {
		want := map[string]string{"id": "uuid.UUID", "csrf": "*string", "request_id": "uuid.Null"}[c.Column]
		if c.GoType != want {
			t.Errorf("%s: the Go type is %s, want %s", c.Column, c.GoType, want)
		}
	}
}

func rowName(i int) any { return fmt.Sprint("row ", i) }

func typeIDs(prefix string) func(int) any {
	return func(i int) any {
		b, err := uuid.AppendTypeID(nil, prefix, v7(i))
		if err != nil {
			panic(err)
		}
		return string(b)
	}
}

func ulidText(i int) any { return uuid.Base32.Encode(uuid.UUID(ulidBytes(i).([]byte))) }

func bytesAsText(value func(int) any) func(int) any {
	return func(i int) any { return uuid.UUID(value(i).([]byte)).String() }
}

func textAsBytes(value func(int) any) func(int) any {
	return func(i int) any { return []byte(value(i).(string)) }
}

func cutTo16(value func(int) any) func(int) any {
	return func(i int) any { return []byte(value(i).(string)[:16]) }
}

func padded(value func(int) any) func(int) any {
	return func(i int) any { return value(i).(string) + "  " }
}

// v7Seconds is the ID of a program that took seconds for milliseconds.
func v7Seconds(i int) uuid.UUID { return v7At(time.UnixMilli(time.Now().Unix() - int64(i))) }
