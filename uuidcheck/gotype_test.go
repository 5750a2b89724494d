// Proves what is said of a column's content, its Go type, an example and a remedy.
package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestContents(t *testing.T) {
	const javaLegacyOrder = "the byte order of BSON subtype 3 in MongoDB's Java driver"
	const rows = 200 // fewer can be too few for a certain order
	withoutVersion := func(int) any { return "00000000-0000-0000-0000-0b1deb4d3b7d" }
	ulidWithoutVersion := func(i int) any {
		b := ulidBytes(i).([]byte)
		b[6] &= 0x0f
		return b
	}
	either := func(i int) uuid.UUID { // stored in one order, it has no version in the other
		u := v4(i)
		u[7] &= 0x0f
		return u
	}
	for i, tt := range []struct {
		column string // its declaration without the name
		value  func(int) any
		want   string // the summary
		remedy string // the end of the finding's message, if there is one
	}{
		{"BLOB(16)", nil, "BLOB(16), NULL allowed, no IDs yet, *uuid.Binary", ""},
		{"CHAR(36) NOT NULL", nil, "CHAR(36), no IDs yet, uuid.UUID", ""},
		{"TEXT PRIMARY KEY", asText(v4), "TEXT, key, version 4, uuid.UUID", ""},
		{"TEXT PRIMARY KEY", mixed(rows, asText(v4), always(nil)), "TEXT, key, NULL allowed, version 4, uuid.Null", ""},
		{
			"TEXT NOT NULL", mixed(rows, asText(v4), withoutVersion),
			"TEXT, version 4 (199), no version (1), uuid.UUID", "",
		},
		{
			"TEXT NOT NULL", func(i int) any { return fmt.Sprintf("01234567-89ab-%dbad-9bdd-%012x", 1+i%2*7, i) },
			"TEXT, version 1 (100), version 8 (100), uuid.UUID", "",
		},
		{
			"TEXT NOT NULL", mixed(2, asText(v4), withoutVersion),
			"TEXT, version 4 (100), no version (100), uuid.UUID", "",
		},
		{
			"BLOB NOT NULL", mixed(2, asBytes(v7), ulidWithoutVersion), "BLOB, no version (100), uuid.Binary",
			"validators do not accept them.",
		},
		{"TEXT", typeIDs("user"), "TEXT, NULL allowed, TypeIDs, version 7, *string", ""},
		{"TEXT NOT NULL", encoded(uuid.Base58, v7), "TEXT, 22 digits of base 58, version 7, string", ""},
		{"TEXT NOT NULL", encoded(uuid.Base64URL, v7), "TEXT, 22 digits of base 64, version 7, string", ""},
		{
			"TEXT NOT NULL", encoded(uuid.Braced, v4), "TEXT, 36 characters in braces, version 4, uuid.UUID",
			"Store 36 characters in lower case in all rows, and in the columns that refer to them.",
		}, {
			"BLOB", reordered(v4, microsoft...), "BLOB, NULL allowed, Microsoft's byte order, version 4, *uuid.GUID",
			"Declare the field as uuid.GUID, or use uuid.FromBytesLE.",
		}, {
			"BLOB NOT NULL", reordered(v4, javaLegacy...), "BLOB, " + javaLegacyOrder + ", version 4",
			"Reverse each half of the 16 bytes.",
		}, {
			"BLOB NOT NULL", reordered(v4, halves...),
			"BLOB, a byte order that begins with the last eight bytes, version 4",
			"Swap the two halves of the 16 bytes.",
		}, {
			"BLOB NOT NULL", reordered(v4, uuidToBin1...),
			"BLOB, the byte order of MySQL's UUID_TO_BIN(x, 1), version 4",
			"The linked page shows how to correct the rows.",
		}, {
			"TEXT NOT NULL", bytesAsText(reordered(v4, microsoft...)),
			"TEXT, Microsoft's byte order, version 4, uuid.UUID",
			"correct the program and the rows.",
		}, {
			"BLOB NOT NULL", mixed(4, asBytes(either), reordered(either, microsoft...)), "BLOB, version 4",
			"Find the program that writes the wrong order, and correct the program and its rows.",
		}, {
			"BLOB NOT NULL", textAsBytes(asText(v4)), "BLOB, version 4",
			"SET id = unhex(replace(id, '-', '')), together with the columns that refer to it.",
		},
	} {
		name, db := newFile(t, fmt.Sprintf("CREATE TABLE t (id %s)", tt.column))
		if tt.value != nil {
			fill(t, db, "t", rows, tt.value)
		}
		_, out, _ := command(t, name)
		out = strings.Join(strings.Fields(out), " ")
		want := "HEALTHY t.id " + tt.want + " 0 wrong"
		if tt.remedy != "" {
			want = "t.id (" + tt.want + ") "
		}
		if !strings.Contains(out, want) || !strings.Contains(out, tt.remedy+" ") {
			t.Errorf("%d: %s\nwant %s %s", i, out, want, tt.remedy)
		}
	}
}

// TestExamples checks that the example of a finding is one of the values that are wrong.
func TestExamples(t *testing.T) {
	const odd = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
	name, db := newFile(t, "CREATE TABLE forms (id TEXT)", "CREATE TABLE past (id TEXT)",
		"CREATE TABLE future (id TEXT)", "CREATE TABLE versions (id TEXT PRIMARY KEY)",
		"CREATE TABLE google (id TEXT)")
	past := v7Seconds(0).String()
	fill(t, db, "forms", 40, mixed(40, asText(v4), always("{"+odd+"}")))
	fill(t, db, "past", 40, mixed(40, asText(v7), always(past)))
	fill(t, db, "future", 40, mixed(40, asText(v7), always(future.String())))
	fill(t, db, "versions", 40, mixed(40, asText(v4), always(odd)))
	// google/uuid 1.6.0 wrote the version 6 over four bits of the time.
	ticks, _ := uuid.NewV6().Uint64s()
	google := uuid.FromUint64s((ticks>>4&^0xfff|ticks&0xfff)&^0xf000|0x6000, 0x9abc<<48).String()
	fill(t, db, "google", 40, mixed(40, asText(v7), always(google)))
	want := map[string]string{
		"forms":    odd,
		"past":     past,
		"future":   future.String(),
		"versions": odd,
		"google":   google,
	}
	for _, c := range examine(t, statusFound, name).Columns {
		if len(c.Findings) != 1 || c.Findings[0].Example != want[c.Table] {
			t.Errorf("%s: found %+v, want the example %s", c.Table, c.Findings, want[c.Table])
		}
	}
}
