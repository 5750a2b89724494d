// Package moving verifies the table in docs/moving.md. It compiles the functions from google/uuid,
// gofrs/uuid and this library that a row names, and compares their results.
package moving

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

const text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

var id, theirs, other = uuid.MustParse(text), google.MustParse(text), gofrs.Must(gofrs.FromString(text))

// rows contains the third column of each row in docs/moving.md, and a test for the row. The test
// uses the names in the row, so it compiles only if the names exist.
var rows = []struct {
	here string
	test func(t *testing.T)
}{
	{"`NewV4()`", func(t *testing.T) {
		random, err := google.NewRandom()
		all := []uuid.UUID{uuid.NewV4(), uuid.UUID(google.New()), uuid.UUID(random),
			uuid.UUID(gofrs.Must(gofrs.NewV4()))}
		versions(t, err, 4, all...)
	}},
	{"`NewV4().String()`", func(t *testing.T) { same(t, len(uuid.NewV4().String()), len(google.NewString())) }},
	{"`NewV7()`", func(t *testing.T) {
		versions(t, nil, 7, uuid.NewV7(), uuid.UUID(google.Must(google.NewV7())), uuid.UUID(gofrs.Must(gofrs.NewV7())))
	}},
	{"`NewV6()`", func(t *testing.T) {
		a, err := google.NewV6()
		versions(t, err, 6, uuid.NewV6(), uuid.UUID(a), uuid.UUID(gofrs.Must(gofrs.NewV6())))
		// google/uuid stores time_high in the field for time_low, so the time in its ID is wrong.
		if at, _ := uuid.UUID(a).Time(); at.Year() == time.Now().Year() {
			t.Errorf("the time in google/uuid's version 6 ID is %v", at)
		}
		x, _ := uuid.NewV6().Node()
		y, _ := uuid.NewV6().Node()
		same(t, x == y, false)
	}},
	{"`NewV1()`", func(t *testing.T) {
		a, err := google.NewUUID()
		versions(t, err, 1, uuid.NewV1(), uuid.UUID(a), uuid.UUID(gofrs.Must(gofrs.NewV1())))
	}},
	{"`NewV1At(t)`, `NewV6At`, `NewV7At`", func(t *testing.T) {
		now := time.Now()
		v1, err := uuid.NewV1At(now)
		versions(t, err, 1, v1, uuid.UUID(gofrs.Must(gofrs.NewV1AtTime(now))))
		v6, err := uuid.NewV6At(now)
		versions(t, err, 6, v6, uuid.UUID(gofrs.Must(gofrs.NewV6AtTime(now))))
		v7, err := uuid.NewV7At(now)
		versions(t, err, 7, v7, uuid.UUID(gofrs.Must(gofrs.NewV7AtTime(now))))
	}},
	{"`NewGenerator(Options{Rand: r})`", func(t *testing.T) {
		source := func() *rand.ChaCha8 { return rand.NewChaCha8([32]byte{1}) }
		g, err := uuid.NewGenerator(uuid.Options{Rand: source()})
		if err != nil {
			t.Fatal(err)
		}
		ours, err := g.NewV4()
		a, err2 := google.NewRandomFromReader(source())
		b, err3 := gofrs.NewGenWithOptions(gofrs.WithRandomReader(source())).NewV4()
		versions(t, errors.Join(err, err2, err3), 4, ours)
		same(t, [2]uuid.UUID{uuid.UUID(a), uuid.UUID(b)}, [2]uuid.UUID{ours, ours})
		v7, err := google.NewV7FromReader(source())
		versions(t, err, 7, uuid.UUID(v7))
	}},
	{"`NewGenerator(Options{…})`", func(t *testing.T) {
		_, _, _ = google.SetRand, google.SetNodeID, google.SetClockSequence
		_ = gofrs.DefaultGenerator
	}},
	{"not needed", func(*testing.T) { _ = google.EnableRandPool }},
	{"`NewV3(space, name)`, `NewV5`", func(t *testing.T) {
		same(t, uuid.NewV3(uuid.NamespaceDNS(), "x"), uuid.UUID(google.NewMD5(google.NameSpaceDNS, []byte("x"))))
		same(t, uuid.NewV5(uuid.NamespaceDNS(), []byte("x")),
			uuid.UUID(google.NewSHA1(google.NameSpaceDNS, []byte("x"))))
		same(t, uuid.NewV3(uuid.NamespaceURL(), "x"), uuid.UUID(gofrs.NewV3(gofrs.NamespaceURL, "x")))
		same(t, uuid.NewV5(uuid.NamespaceURL(), "x"), uuid.UUID(gofrs.NewV5(gofrs.NamespaceURL, "x")))
	}},
	{"`NewV8Hash(h, space, name)`", func(t *testing.T) {
		same(t, uuid.NewV8Hash(sha256.New(), uuid.NamespaceDNS(), "x"),
			uuid.UUID(google.NewHash(sha256.New(), google.NameSpaceDNS, []byte("x"), 8)))
	}},
	{"`NewV8Fields(a, b, c)`", func(t *testing.T) {
		_, err := uuid.NewV8Fields(1<<48, 0, 0)
		same(t, err == nil, false)
	}},
	{"`NewV2(d, id)`", func(t *testing.T) {
		a, err := google.NewDCESecurity(google.Org, 7)
		versions(t, err, 2, uuid.NewV2(uuid.DomainOrg, 7), uuid.UUID(a))
	}},
	{"`NewV2(DomainPerson, id)`", func(t *testing.T) {
		a, err := google.NewDCEPerson()
		b, err2 := google.NewDCEGroup()
		for _, u := range []uuid.UUID{uuid.UUID(a), uuid.UUID(b)} {
			domain, number, _ := u.DCE()
			want := map[uuid.Domain]int{uuid.DomainPerson: os.Getuid(), uuid.DomainGroup: os.Getgid()}[domain]
			same(t, number, uint32(want))
			ours, oursNumber, _ := uuid.NewV2(domain, uint32(want)).DCE()
			same(t, [2]uint32{uint32(ours), oursNumber}, [2]uint32{uint32(domain), number})
		}
		same(t, errors.Join(err, err2), nil)
	}},
	{"`Parse(s)`, `ParseBytes(b)`", func(t *testing.T) {
		digits := strings.ReplaceAll(text, "-", "")
		for _, test := range []struct {
			s                   string
			ours, google, gofrs bool
		}{
			{text, true, true, true},
			{"x" + text + "y", false, true, false},
			{"URN:UUID:" + text, true, true, false},
			{"{" + digits + "}", false, false, true},
			{"urn:uuid:" + digits, false, false, true},
		} {
			_, err := uuid.Parse(test.s)
			_, errBytes := uuid.ParseBytes([]byte(test.s))
			_, err2 := google.Parse(test.s)
			_, err3 := gofrs.FromString(test.s)
			err4 := new(gofrs.UUID).Parse(test.s)
			got := fmt.Sprint(err == nil, errBytes == nil, err2 == nil, err3 == nil, err4 == nil)
			if want := fmt.Sprint(test.ours, test.ours, test.google, test.gofrs, test.gofrs); got != want {
				t.Errorf("%s: %s, want %s", test.s, got, want)
			}
		}
	}},
	{"`Valid(s)`", func(t *testing.T) { same(t, uuid.Valid(text), google.Validate(text) == nil) }},
	{"`MustParse(s)`", func(t *testing.T) {
		same(t, [2]uuid.UUID{uuid.UUID(google.Must(google.Parse(text))), uuid.UUID(other)}, [2]uuid.UUID{id, id})
	}},
	{"`FromBytes(b)`", func(t *testing.T) {
		a, err := google.FromBytes(id[:])
		b, err2 := gofrs.FromBytes(id[:])
		c, err3 := uuid.FromBytes(id[:])
		same(t, errors.Join(err, err2, err3), nil)
		same(t, [3]uuid.UUID{uuid.UUID(a), uuid.UUID(b), c}, [3]uuid.UUID{id, id, id})
	}},
	{"no equivalent: handle Parse's error", func(t *testing.T) {
		same(t, [2]gofrs.UUID{gofrs.FromStringOrNil("x"), gofrs.FromBytesOrNil(nil)}, [2]gofrs.UUID{})
	}},
	{"`errors.As` to a `*ParseError`", func(t *testing.T) {
		_, err := google.Parse("x")
		_, err2 := gofrs.FromString("x")
		_, err3 := uuid.Parse("x")
		var parse *uuid.ParseError
		same(t,
			fmt.Sprint(google.IsInvalidLengthError(err), errors.Is(err2, gofrs.ErrIncorrectLength),
				errors.As(err3, &parse)), "true true true")
	}},
	{"`[]UUID`", func(t *testing.T) { same(t, google.UUIDs{theirs}.Strings()[0], []uuid.UUID{id}[0].String()) }},
	{"`Nil()`, `Max()`, `NamespaceDNS()` …", func(t *testing.T) {
		same(t, [4]uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NamespaceDNS(), uuid.NamespaceX500()},
			[4]uuid.UUID{uuid.UUID(google.Nil), uuid.UUID(google.Max), uuid.UUID(google.NameSpaceDNS),
				uuid.UUID(google.NameSpaceX500)})
		same(t, [3]uuid.UUID{uuid.Nil(), uuid.Max(), uuid.NamespaceDNS()},
			[3]uuid.UUID{uuid.UUID(gofrs.Nil), uuid.UUID(gofrs.Max), uuid.UUID(gofrs.NamespaceDNS)})
	}},
	{"`u.IsNil()`, `u == v`", func(t *testing.T) {
		same(t, fmt.Sprint(uuid.Nil().IsNil(), gofrs.Nil.IsNil(), gofrs.Nil.IsZero(), theirs == google.Nil),
			"true true true false")
	}},
	{"`u[:]`", func(t *testing.T) { same(t, bytes.Equal(id[:], other.Bytes()), true) }},
	{"`u.Version()`", func(t *testing.T) {
		same(t, fmt.Sprint(id.Version(), theirs.Version(), other.Version()), "7 VERSION_7 7")
	}},
	{"`u.Variant() == VariantRFC9562`", func(t *testing.T) {
		same(t,
			fmt.Sprint(id.Variant() == uuid.VariantRFC9562, theirs.Variant() == google.RFC4122,
				other.Variant() == gofrs.VariantRFC4122), "true true true")
	}},
	{"`u.Time()`", func(t *testing.T) {
		v1 := uuid.NewV1()
		ours, _ := v1.Time()
		sec, nsec := google.UUID(v1).Time().UnixTime()
		same(t, ours, time.Unix(sec, nsec).UTC())
		stamp, err := gofrs.TimestampFromV1(gofrs.UUID(v1))
		at, err2 := stamp.Time()
		_, err3 := gofrs.TimestampFromV6(gofrs.UUID(uuid.NewV6()))
		_, err4 := gofrs.TimestampFromV7(other)
		same(t, errors.Join(err, err2, err3, err4), nil)
		same(t, ours, at.UTC())
	}},
	{"`u.ClockSeq()`, `u.Node()`", func(t *testing.T) {
		v1 := uuid.NewV1()
		seq, _ := v1.ClockSeq()
		node, _ := v1.Node()
		same(t, int(seq), google.UUID(v1).ClockSequence())
		same(t, bytes.Equal(node[:], google.UUID(v1).NodeID()), true)
	}},
	{"`u.DCE()`", func(t *testing.T) {
		v2 := uuid.NewV2(uuid.DomainGroup, 42)
		same(t, fmt.Sprint(google.UUID(v2).Domain(), google.UUID(v2).ID()), "Group 42")
	}},
	{"`u.URN()`", func(t *testing.T) { same(t, id.URN(), theirs.URN()) }},
	{"`Null`", func(t *testing.T) {
		var a google.NullUUID
		var b gofrs.NullUUID
		same(t, fmt.Sprint(new(uuid.Null).Scan("") != nil, a.Scan("") != nil, b.Scan("") != nil), "true false true")
	}},
	{"both return an error", func(t *testing.T) {
		u, a, b := id, theirs, other
		same(t, fmt.Sprint(u.Scan(nil) != nil, u.Scan("") != nil, a.Scan(nil), a.Scan(""), b.Scan(nil) != nil),
			"true true <nil> <nil> true")
		same(t, fmt.Sprint(u, a), text+" "+text)
	}},
	{"the text in hex", func(t *testing.T) {
		same(t, fmt.Sprintf("%x", id), fmt.Sprintf("%x", theirs))
		same(t, fmt.Sprintf("%x", id[:]), fmt.Sprintf("%x", other))
		same(t, uuid.Compact.Encode(id), fmt.Sprintf("%x", other))
		same(t, fmt.Sprintf("%v", formatter{other}), strings.ToUpper(text))
	}},
}

// A formatter prints a UUID with gofrs/uuid's %S verb, which go vet does not accept.
type formatter struct{ gofrs.UUID }

func (f formatter) Format(s fmt.State, _ rune) { f.UUID.Format(s, 'S') }

func same[T any](t *testing.T, got, want T) {
	t.Helper()
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		t.Errorf("got %s, want %s", a, b)
	}
}

func versions(t *testing.T, err error, want uuid.Version, all ...uuid.UUID) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range all {
		if u.Version() != want {
			t.Errorf("%v is not version %d", u, want)
		}
	}
}

func TestTable(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "moving.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "<!-- moving -->\n")
	table, _, ok := strings.Cut(table, "<!-- /moving -->\n")
	if !ok {
		t.Fatal("docs/moving.md has no moving block")
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")[2:] // skip the heading and the line below it
	if len(lines) != len(rows) {
		t.Fatalf("docs/moving.md has %d rows, want %d", len(lines), len(rows))
	}
	for i, row := range rows {
		if cells := strings.Split(lines[i], "|"); strings.TrimSpace(cells[3]) != row.here {
			t.Errorf("row %d of docs/moving.md has %s, want %s", i, cells[3], row.here)
		}
		t.Run(row.here, row.test)
	}
}
