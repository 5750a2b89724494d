package order

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
)

func TestExamples(t *testing.T) {
	here, err := os.ReadFile("recipes.go")
	if err != nil {
		t.Fatal(err)
	}
	there, err := os.ReadFile("../../example_v8_test.go")
	if err != nil {
		t.Fatal(err)
	}
	// The test compares source code, because a function in another package's tests cannot be called
	// from here.
	body := func(source []byte, name string) string {
		_, rest, _ := strings.Cut(string(source), "\nfunc "+name+"(")
		body, _, _ := strings.Cut(rest, "\n}\n")
		return body
	}
	for _, name := range []string{"ClickHouse", "SQLServer"} {
		if got := body(here, "For"+name); got == "" || got != body(there, "for"+name) {
			t.Errorf("For%s differs from the function in the example", name)
		}
	}
}

const gap = 250 * time.Nanosecond // longer than a NewV7 tick, which is 244 ns

// inOrder returns version 7 UUIDs sorted by time.
func inOrder(t *testing.T) (ids []uuid.UUID) {
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	for i := range 5000 {
		id, err := uuid.NewV7At(start.Add(time.Duration(i) * gap))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// each returns the result of f for each ID.
func each[T any](t *testing.T, ids []uuid.UUID, f func(uuid.UUID) (T, error)) (made []T) {
	for _, id := range ids {
		v, err := f(id)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, v)
	}
	return made
}

// TestClickHouse checks that a real ClickHouse server sorts the example's IDs by time. It also
// checks that the server does not sort version 7 UUIDs by time.
func TestClickHouse(t *testing.T) {
	for _, test := range []struct {
		name   string
		of     func(uuid.UUID) (uuid.UUID, error)
		sorted bool
	}{
		{"version 7", func(u uuid.UUID) (uuid.UUID, error) { return u, nil }, false},
		{"the recipe", ForClickHouse, true},
	} {
		ids := each(t, inOrder(t), test.of)
		if got := clickHouseSorts(t, ids); slices.Equal(got, ids) != test.sorted {
			t.Errorf("%s is sorted by time: %t", test.name, !test.sorted)
		}
	}
}

// clickHouseSorts sends the IDs to the server in random order, and returns them in the server's
// sort order.
func clickHouseSorts(t *testing.T, ids []uuid.UUID) (sorted []uuid.UUID) {
	var query bytes.Buffer
	query.WriteString("select id from (select toUUID(arrayJoin([")
	for i, j := range rand.Perm(len(ids)) {
		if i > 0 {
			query.WriteByte(',')
		}
		query.WriteString("'" + ids[j].String() + "'")
	}
	query.WriteString("])) as id) order by id")
	answer, err := clickHouse(t, query.String())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(answer) {
		sorted = append(sorted, uuid.MustParse(strings.TrimSpace(line)))
	}
	return sorted
}

// clickHouse sends a query to the server. The error is the server's answer to a query that failed.
func clickHouse(t *testing.T, query string) (answer string, err error) {
	t.Helper()
	host := cmp.Or(os.Getenv("INTEGRATION_CLICKHOUSE"), "127.0.0.1")
	// A query with 5000 IDs may exceed the server's default limits.
	url := "http://" + net.JoinHostPort(host, "8123") + "/?max_query_size=1000000&max_ast_elements=1000000"
	response, err := http.Post(url, "text/plain", strings.NewReader(query))
	if err != nil {
		t.Fatal("no ClickHouse server: start one with integration/run or name one in INTEGRATION_CLICKHOUSE: ", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %.300s", response.Status, body)
	}
	return string(body), nil
}

// TestClickHouseTable runs the statements in docs/storing.md for a table whose key begins with the time.
func TestClickHouseTable(t *testing.T) {
	if _, err := clickHouse(t, "select UUIDv7ToDateTime(generateUUIDv7())"); err != nil {
		t.Skip("the server does not have the function UUIDv7ToDateTime: ", err)
	}
	page, err := os.ReadFile("../../docs/storing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "<!-- clickhouse -->\n```sql\n")
	block, _, _ := strings.Cut(rest, ";\n```\n")
	table := "tasks_" + uuid.Compact.Encode(uuid.NewV7())
	create, list, ok := strings.Cut(strings.ReplaceAll(block, " tasks ", " "+table+" "), ";\n")
	if !ok {
		t.Fatal("docs/storing.md has no clickhouse block with two statements")
	}
	run := func(query string) string {
		t.Helper()
		answer, err := clickHouse(t, query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return answer
	}
	run(create)
	defer run("DROP TABLE " + table)

	// The page lists the IDs from the start of this day.
	day := time.Date(2026, time.November, 24, 0, 0, 0, 0, time.UTC)
	before, first, later := uuid.MaxV7(day.Add(-time.Millisecond)), uuid.MinV7(day), uuid.MinV7(day.Add(time.Hour))
	run(fmt.Sprintf("INSERT INTO %s VALUES ('%s'), ('%s'), ('%s')", table, later, before, first))
	for query, want := range map[string][]uuid.UUID{
		list + " ORDER BY id": {first, later},
		"SELECT id FROM " + table + " ORDER BY UUIDv7ToDateTime(id), id": {before, first, later},
	} {
		var got []uuid.UUID
		for line := range strings.Lines(run(query)) {
			got = append(got, uuid.MustParse(strings.TrimSpace(line)))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

// TestSQLServer checks that GUID.Compare, which implements SQL Server's order, sorts the example's
// IDs by time.
func TestSQLServer(t *testing.T) {
	ids := inOrder(t)
	if !slices.IsSortedFunc(each(t, ids, ForSQLServer), uuid.GUID.Compare) {
		t.Error("the recipe is out of order")
	}
	// If the plain version 7 UUIDs were in order, the example would not be needed.
	guids := each(t, ids, func(u uuid.UUID) (uuid.GUID, error) { return uuid.GUID(u), nil })
	filled := make([]uuid.GUID, len(ids))
	uuid.FillV7(filled)
	if slices.IsSortedFunc(guids, uuid.GUID.Compare) || slices.IsSortedFunc(filled, uuid.GUID.Compare) {
		t.Error("version 7 is in order")
	}
}

// TestBounds checks that the bounds for a millisecond include all IDs from that millisecond and no
// others.
func TestBounds(t *testing.T) {
	ids := inOrder(t)
	at, _ := ids[2500].Time()
	from, to := uuid.MinV7(at), uuid.MinV7(at.Add(time.Millisecond))
	var bounds, serverBounds []int
	low, high := each(t, []uuid.UUID{from, to}, ForClickHouse), each(t, []uuid.UUID{from, to}, ForSQLServer)
	for i, u := range ids {
		want := from.Compare(u) <= 0 && u.Compare(to) < 0
		c, g := each(t, []uuid.UUID{u}, ForClickHouse)[0], each(t, []uuid.UUID{u}, ForSQLServer)[0]
		if got := compareHalves(low[0], c) <= 0 && compareHalves(c, low[1]) < 0; got != want {
			bounds = append(bounds, i)
		}
		if got := high[0].Compare(g) <= 0 && g.Compare(high[1]) < 0; got != want {
			serverBounds = append(serverBounds, i)
		}
	}
	if len(bounds) > 0 || len(serverBounds) > 0 {
		t.Errorf("on the wrong side of a bound: %v for ClickHouse, %v for SQL Server", bounds, serverBounds)
	}
}

// compareHalves compares two UUIDs in ClickHouse's order: the low 64 bits first.
func compareHalves(a, b uuid.UUID) int {
	aHi, aLo := a.Uint64s()
	bHi, bLo := b.Uint64s()
	return cmp.Or(cmp.Compare(aLo, bLo), cmp.Compare(aHi, bHi))
}
