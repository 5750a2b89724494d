// Proves the whole of each finding: its level, text, page and example, for each product.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// A collating server has a product, a collation and counts of versions, but no rows.
type collating struct {
	server
	product product
	compare func(a, b string) int
	counts  []versionCount
}

func (s collating) Product() product { return s.product }

func (s collating) Sort(_ context.Context, _ *column, texts []string) ([]string, int, error) {
	sorted := slices.SortedFunc(slices.Values(texts), s.compare)
	distinct := slices.CompactFunc(slices.Clone(sorted), func(a, b string) bool { return s.compare(a, b) == 0 })
	return sorted, len(distinct), nil
}

func (s collating) Versions(context.Context, *column) ([]versionCount, error) { return s.counts, nil }

func ignoringCase(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }

func backwards(a, b string) int { return strings.Compare(b, a) }

var update = flag.Bool("update", false, "write the findings into testdata/findings.txt")

func TestFindings(t *testing.T) {
	file, err := os.ReadFile("testdata/findings.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]string) // by name
	for section := range strings.SplitSeq(string(file), "# ") {
		name, findings, _ := strings.Cut(section, "\n")
		want[name] = strings.TrimSuffix(findings, "\n")
	}
	delete(want, "")
	var all strings.Builder // what -update writes
	source := rand.NewChaCha8([32]byte{})
	generator, err := uuid.NewGenerator(uuid.Options{Rand: source})
	if err != nil {
		t.Fatal(err)
	}
	v4 := func(int) uuid.UUID {
		u, err := generator.NewV4()
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	const (
		nilID     = "00000000-0000-0000-0000-000000000000"
		maxID     = "ffffffff-ffff-ffff-ffff-ffffffffffff"
		first4    = "0b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"
		first7    = "019baa5a-4000-7000-8000-000000000001"
		noVersion = "01020304-0506-0708-0102-030405060708"
		past7     = "0000019b-aa5a-7000-8000-000000000001"
		later7    = "03bb2cc3-d800-7000-8000-000000000001" // of 2100
		google6   = "01ef6e12-1234-6678-9abc-000000000001"
	)
	last := func(most func(int) any, text any) func(int) any {
		return func(i int) any {
			if i == 19 {
				return text
			}
			return most(i)
		}
	}
	text, bytes := column{name: "id"}, column{name: "id", kind: kindBytes}
	key, named := column{name: "id", key: true}, column{name: "id", collation: "NOCASE"}
	for _, tt := range []struct {
		name    string
		product product
		compare func(a, b string) int // the collation, if it is not binary
		column  column
		values  []value
		counts  []versionCount // with -full
	}{
		{name: "Microsoft", product: postgreSQL, column: bytes, values: valuesOf(40, reordered(v4, microsoft...))},
		{name: "swapped, MySQL", product: mySQL, column: bytes, values: valuesOf(40, reordered(v4, uuidToBin1...))},
		{name: "swapped, MariaDB", product: mariaDB, column: bytes,
			values: valuesOf(40, reordered(v4, uuidToBin1...))},
		{name: "two writers", column: bytes, values: valuesOf(80, mixed(4, asBytes(v4), reordered(v4, microsoft...)))},
		{name: "cut", column: bytes, values: valuesOf(20, cutTo16(asText(v4)))},
		{name: "two cut texts", column: bytes, values: valuesOf(2, cutTo16(asText(v4)))},
		{name: "cut digits", column: text, values: valuesOf(20, func(i int) any {
			return fmt.Sprintf("%x", uuid.Compact.Encode(v7(i))[:16])
		})},
		{name: "ULIDs", column: bytes, values: valuesOf(40, ulidBytes)},
		{name: "google", column: text, values: valuesOf(20, last(asText(v7), google6))},
		{name: "forms", column: text, values: valuesOf(20, last(asText(v4), strings.ToUpper(first4)))},
		{name: "equal forms", product: postgreSQL, compare: ignoringCase, column: text,
			values: valuesOf(20, last(asText(v4), strings.ToUpper(first4)))},
		{name: "forms in bytes", product: mySQL, column: bytes,
			values: valuesOf(20, last(asBytes(v4), []byte(first4)))},
		{name: "text, PostgreSQL", product: postgreSQL, column: bytes, values: valuesOf(20, textAsBytes(asText(v4)))},
		{name: "text, MySQL", product: mySQL, column: bytes, values: valuesOf(20, textAsBytes(asText(v4)))},
		{name: "text, MariaDB", product: mariaDB, column: bytes, values: valuesOf(20, textAsBytes(asText(v4)))},
		{name: "text, SQLite", product: sqlite, column: bytes, values: valuesOf(20, asText(v4))},
		{name: "capitals, PostgreSQL", product: postgreSQL, column: text,
			values: valuesOf(20, capitalized(asText(v4)))},
		{name: "capitals, MySQL", product: mySQL, column: text, values: valuesOf(20, capitalized(asText(v4)))},
		{name: "equal capitals", product: mariaDB, compare: ignoringCase, column: text,
			values: valuesOf(20, capitalized(asText(v4)))},
		{name: "capitals, SQLite", column: text, values: valuesOf(20, capitalized(asText(v4)))},
		{name: "one text of both cases", column: text,
			values: valuesOf(1, always(strings.ToUpper(first4[:8])+first4[8:]))},
		{name: "braces", column: text, values: valuesOf(20, encoded(uuid.Braced, v4))},
		{name: "invalid", column: text, values: append(valuesOf(20, last(asText(v4), "x")), value{isText, ""})},
		{name: "empty", column: text, values: append(valuesOf(20, asText(v4)), value{isText, ""}, value{isBytes, ""})},
		{name: "equal, SQLite", compare: ignoringCase, column: named, values: valuesOf(20, encoded(uuid.Base58, v4))},
		{name: "equal, PostgreSQL", product: postgreSQL, compare: ignoringCase, column: text,
			values: valuesOf(20, encoded(uuid.Base64URL, v4))},
		{name: "sort, version 7", product: mySQL, compare: backwards, column: text,
			values: valuesOf(20, encoded(uuid.Base58, v7))},
		{name: "sort, version 6", product: mySQL, compare: backwards, column: text, values: valuesOf(20,
			encoded(uuid.Base58, func(int) uuid.UUID { return uuid.NewV6() }))},
		{name: "base 58, version 4", compare: backwards, column: text, values: valuesOf(20, encoded(uuid.Base58, v4))},
		{name: "base 64", compare: backwards, column: text, values: valuesOf(20, encoded(uuid.Base64URL, v7))},
		{name: "base 32", compare: backwards, column: named, values: valuesOf(20, encoded(uuid.Base32, v4))},
		{name: "TypeIDs", product: mariaDB, compare: backwards, column: text, values: valuesOf(20, typeIDs("user"))},
		{name: "uuid, MariaDB", product: mariaDB, compare: backwards, column: column{name: "id", kind: kindUUID},
			values: valuesOf(20, asText(v4))},
		{name: "uuid, PostgreSQL", product: postgreSQL, compare: backwards, column: column{name: "id", kind: kindUUID},
			values: valuesOf(20, asText(v4))},
		{name: "array", product: postgreSQL, compare: backwards, column: column{name: "ids", array: true},
			values: valuesOf(20, asText(v4))},
		{name: "hexadecimal", compare: backwards, column: named, values: valuesOf(20, asText(v4))},
		{name: "bytes", compare: backwards, column: text, values: valuesOf(20, asBytes(v4))},
		{name: "one of version 4", column: key, values: valuesOf(20, last(asText(v7), first4))},
		{name: "one of version 7", column: key, values: valuesOf(20, last(asText(v4), first7))},
		{name: "one of each version", column: key, values: valuesOf(2, func(i int) any {
			return []string{first4, first7}[i]
		})},
		{name: "versions beside a tenth without one", column: key,
			values: valuesOf(20, mixed(10, last(asText(v4), first7), always(noVersion)))},
		{name: "versions beside two of 19 without one", column: key,
			values: valuesOf(20, mixed(10, last(asText(v4), first7), always(noVersion)))[1:]},
		{name: "versions of no key", column: text, values: valuesOf(20, last(asText(v4), first7))},
		{name: "exact versions", column: key, values: valuesOf(20, asText(v7)),
			counts: []versionCount{{4, 3, first4}, {7, 5, first7}, {9, 1, past7}, {0, 2, nilID}}},
		{name: "past", column: text, values: valuesOf(20, last(asText(v7), past7))},
		{name: "future", column: text, values: valuesOf(20, last(asText(v7), later7))},
		{name: "Nil in a key", column: key, values: valuesOf(20, last(asText(v4), nilID))},
		{name: "Nil", column: text, values: valuesOf(20, last(asText(v4), nilID))},
		{name: "half Nil", column: text, values: valuesOf(20, mixed(2, asText(v4), always(nilID)))},
		{name: "half Nil in a key", column: key, values: valuesOf(20, mixed(2, asText(v4), always(nilID)))},
		{name: "a preset Nil", column: column{name: "id", preset: "'" + nilID + "'::uuid"},
			values: valuesOf(20, last(asText(v4), nilID))},
		{name: "Max", column: text, values: valuesOf(20, last(asText(v4), maxID))},
		{name: "half Max", column: text, values: valuesOf(20, mixed(2, asText(v4), always(maxID)))},
	} {
		c := tt.column
		c.table = &table{name: "t"}
		c.sample = collect(tt.values, c.kind, true)
		compare := tt.compare
		if compare == nil {
			compare = strings.Compare
		}
		s := collating{product: tt.product, compare: compare, counts: tt.counts}
		if err := c.inspect(t.Context(), s, scope{full: tt.counts != nil}); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, f := range c.findings {
			fmt.Fprintf(&got, "%v %s, %s, example %q\n%s", f.level, f.check, f.page, f.example, wrap(f.message))
		}
		fmt.Fprintf(&all, "# %s\n%s\n", tt.name, &got)
		if want, ok := want[tt.name]; !*update && (!ok || got.String() != want) {
			t.Errorf("%s: found\n%s\nwant\n%s", tt.name, &got, want)
		}
		delete(want, tt.name)
	}
	if *update {
		if err := os.WriteFile("testdata/findings.txt", []byte(all.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for name := range want {
		t.Errorf("%s is not tested", name)
	}
}
