// This file proves what Judge says of made columns.

package judge_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// The columns are the same in each run, because by chance a value in one order can look like one in
// another, and the counts in a verdict then differ.
var (
	random4 = must(uuid.NewGenerator(uuid.Options{Rand: rand.NewChaCha8([32]byte{})}))
	seeded  = rand.New(rand.NewPCG(5, 5))
)

func version4() uuid.UUID { return must(random4.NewV4()) }

// version7 returns a version 7 UUID from the last hour, with random bits from version 4.
func version7() uuid.UUID {
	earlier := time.Duration(seeded.Int64N(int64(time.Hour)))
	id, random := uuid.MinV7(now.Add(-earlier)), version4()
	id[6] |= random[6] & 0x0f
	copy(id[7:], random[7:])
	return id
}

func at(t time.Time) func() uuid.UUID { return func() uuid.UUID { return must(uuid.NewV7At(t)) } }

// of returns a column with n UUIDs in an order.
func of(n int, next func() uuid.UUID, o judge.Order) []judge.Value { return column(o, repeat(n, next)) }

// texts returns a column with n texts.
func texts(n int, next func() uuid.UUID, text func(u uuid.UUID) string) []judge.Value {
	values := make([]judge.Value, n)
	for i := range values {
		values[i] = judge.FromText(text(next()))
	}
	return values
}

// join returns a column with the values of two.
func join(a, b []judge.Value) []judge.Value { return append(a, b...) }

func capitals(u uuid.UUID) string { return strings.ToUpper(u.String()) }

func bracedCapitals(u uuid.UUID) string { return strings.ToUpper(uuid.Braced.Encode(u)) }

// A verdictTest is a column, and how each verdict on it begins.
type verdictTest struct {
	name   string
	values []judge.Value
	want   []string
}

const (
	microsoft = "Microsoft's byte order (C#'s ToByteArray, objectGUID)"
	otherIDs  = ", so they are read as different IDs; "
)

var verdictTests = []verdictTest{
	{name: "nothing"},
	{name: "version 4", values: of(20, version4, judge.Network)},
	{name: "version 7", values: of(20, version7, judge.Network)},
	{name: "Nil", values: of(20, uuid.Nil, judge.Network)},
	{name: "Max", values: of(20, uuid.Max, judge.Network)},
	{
		name:   "Microsoft's order",
		values: of(20, version7, judge.Microsoft),
		want:   []string{"20 of 20 values are in " + microsoft + otherIDs + "use uuid.GUID for the column"},
	}, {
		name:   "eight values in Microsoft's order",
		values: of(8, version7, judge.Microsoft),
		want:   []string{"8 of 8 values are in " + microsoft},
	}, {
		name:   "seven values in Microsoft's order",
		values: of(7, version7, judge.Microsoft),
	}, {
		name:   "seven values in Microsoft's order and Nil",
		values: join(of(7, version7, judge.Microsoft), of(7, uuid.Nil, judge.Network)),
	}, {
		name:   "Microsoft's order and Nil",
		values: join(of(10, version7, judge.Microsoft), of(30, uuid.Nil, judge.Network)),
		want:   []string{"10 of 40 values are in " + microsoft},
	}, {
		name:   "four values in Microsoft's order, each three times",
		values: repeated(3, of(4, version7, judge.Microsoft)),
		want:   []string{"12 of 12 values are in " + microsoft},
	}, {
		name:   "three values in Microsoft's order, each four times",
		values: repeated(4, of(3, version7, judge.Microsoft)),
	}, {
		name: "text in Microsoft's order",
		values: texts(20, version4, func(u uuid.UUID) string {
			return uuid.UUID(u.BytesLE()).String()
		}),
		want: []string{"20 of 20 values are in " + microsoft + otherIDs +
			"correct the rows with uuid.FromBytesLE(id[:])"},
	}, {
		name:   "UUID_TO_BIN(x, 1)",
		values: of(20, version4, judge.UUIDToBin1),
		want: []string{"20 of 20 values are in the byte order of MySQL's UUID_TO_BIN(x, 1)" + otherIDs +
			"read them with BIN_TO_UUID(id, 1), and compare them with UUID_TO_BIN(?, 1)"},
	}, {
		name:   "Java's order",
		values: of(20, version4, judge.JavaLegacy),
		want:   []string{"20 of 20 values are in the byte order of BSON subtype 3 in MongoDB's Java driver" + otherIDs},
	}, {
		name:   "swapped halves",
		values: of(20, version4, judge.Halves),
		want:   []string{"20 of 20 values are in a byte order that begins with the last eight bytes" + otherIDs},
	}, {
		name:   "two writers",
		values: join(of(30, version4, judge.Network), of(10, version7, judge.Microsoft)),
		want: []string{"10 of 40 values are in " + microsoft + " and the others in network byte order, " +
			"so two programs wrote them; "},
	}, {
		name:   "the fewer values in network order",
		values: join(of(10, version4, judge.Network), of(30, version7, judge.Microsoft)),
		want:   []string{"30 of 40 values are in " + microsoft + " and the others in network byte order, "},
	}, {
		name:   "two wrong orders",
		values: join(of(10, version4, judge.JavaLegacy), of(30, version7, judge.Microsoft)),
		want: []string{"10 of 40 values are in the byte order of BSON subtype 3 in MongoDB's Java driver " +
			"and the others in " + microsoft},
	}, {
		name:   "an order and a fifth of random bytes",
		values: join(of(40, version4, judge.Microsoft), of(10, randomBytes, judge.Network)),
	}, {
		name:   "cut texts",
		values: texts(20, version4, func(u uuid.UUID) string { return fmt.Sprintf("%x", u.String()[:16]) }),
		want:   []string{"20 of 20 values are the first 16 characters of a text; "},
	}, {
		name:   "cut digits",
		values: texts(20, version7, func(u uuid.UUID) string { return fmt.Sprintf("%x", uuid.Compact.Encode(u)[:16]) }),
		want:   []string{"20 of 20 values are the first 16 characters of a text; "},
	}, {
		name:   "a cut text among IDs",
		values: join(of(20, version4, judge.Network), []judge.Value{judge.FromBytes([]byte("{01890000-0000-7"))}),
		want:   []string{"1 of 21 values is the first 16 characters of a text; "},
	}, {
		name:   "text in bytes",
		values: texts(20, version4, func(u uuid.UUID) string { return fmt.Sprintf(`\x%x`, u.String()) }),
		want:   []string{"20 of 20 values are text in a column of bytes, "},
	}, {
		name: "digits in bytes among IDs",
		values: join(of(20, version4, judge.Network),
			texts(2, version4, func(u uuid.UUID) string { return fmt.Sprintf("%x", uuid.Compact.Encode(u)) })),
		want: []string{"2 of 22 values are text in a column of bytes, "},
	}, {
		name:   "ULIDs",
		values: texts(20, ulid, uuid.Base32.Encode),
		want:   []string{"20 of 20 values are ULIDs, "},
	}, {
		name:   "two forms",
		values: join(texts(8, version4, uuid.UUID.String), texts(2, version4, uuid.Braced.Encode)),
		want:   []string{"10 values have several forms: 36 characters (8), in braces (2); "},
	}, {
		name:   "capitals",
		values: texts(20, version4, capitals),
		want:   []string{"20 of 20 values are in capitals, "},
	}, {
		name:   "capitals and small letters",
		values: join(texts(8, version4, capitals), texts(8, version4, uuid.UUID.String)),
		want:   []string{"16 values have several forms: 36 characters (8), 36 characters in capitals (8); "},
	}, {
		name:   "hexadecimal digits of bytes in capitals",
		values: texts(20, version4, func(u uuid.UUID) string { return strings.ToUpper(uuid.Compact.Encode(u)) }),
	}, {
		name:   "versions 4 and 7",
		values: join(of(8, version4, judge.Network), of(2, version7, judge.Network)),
		want:   []string{"8 of 10 values have version 4, and 2 have version 7: "},
	}, {
		name:   "a time in the future",
		values: join(of(8, version7, judge.Network), of(1, at(now.AddDate(3, 0, 0)), judge.Network)),
		want:   []string{"1 of 9 values has a time in the future; "},
	}, {
		name:   "times in seconds",
		values: of(20, at(time.UnixMilli(now.Unix())), judge.Network),
		want:   []string{"20 of 20 values have a time before 1995; "},
	}, {
		name: "several things",
		values: join(texts(8, version4, capitals),
			texts(8, at(now.AddDate(-40, 0, 0)), func(u uuid.UUID) string { return "{" + u.String() + "}" })),
		want: []string{"16 values have several forms: ", "8 of 16 values have a time before 1995; "},
	}, {
		name:   "google's version 6",
		values: of(20, func() uuid.UUID { return google6(now, seeded.Uint64()) }, judge.Network),
		want:   []string{"20 of 20 values are version 6 as google/uuid 1.6.0 wrote it, "},
	}, {
		name:   "an order and a tenth that has none",
		values: join(of(18, version7, judge.Microsoft), repeated(2, []judge.Value{judge.FromBytes(noOrder[:])})),
		want:   []string{"18 of 20 values are in " + microsoft},
	}, {
		name: "an order and a seventh that has none",
		values: join(of(18, version7, judge.Microsoft),
			repeated(3, []judge.Value{judge.FromBytes(noOrder[:])})),
	}, {
		name:   "digits in Microsoft's order",
		values: texts(20, version4, func(u uuid.UUID) string { return uuid.Compact.Encode(u.BytesLE()) }),
		want:   []string{"20 of 20 values are in " + microsoft + otherIDs + "use uuid.GUID for the column"},
	}, {
		name:   "capitals in some braces",
		values: join(texts(8, version4, uuid.Braced.Encode), texts(8, version4, bracedCapitals)),
	}, {
		name:   "capitals in all braces",
		values: texts(8, version4, bracedCapitals),
		want:   []string{"8 of 8 values are in capitals, "},
	}, {
		name:   "the clock of another time zone",
		values: join(of(8, version7, judge.Network), of(1, at(now.Add(47*time.Hour)), judge.Network)),
	}, {
		name:   "more than two days ahead",
		values: join(of(8, version7, judge.Network), of(1, at(now.Add(49*time.Hour)), judge.Network)),
		want:   []string{"1 of 9 values has a time in the future; "},
	},
}

// noOrder is not a UUID in any order, because no byte contains a version.
var noOrder = uuid.FromUint64s(0x0102_0304_0506_0708, 0x0102_0304_0506_0708)

func randomBytes() uuid.UUID { return uuid.FromUint64s(seeded.Uint64(), seeded.Uint64()) }

func ulid() uuid.UUID {
	u, random := uuid.MinV7(now), randomBytes()
	copy(u[6:], random[6:])
	return u
}

// repeated returns a column that contains each value n times.
func repeated(n int, values []judge.Value) (all []judge.Value) {
	for range n {
		all = append(all, values...)
	}
	return all
}

func TestVerdicts(t *testing.T) {
	for _, test := range verdictTests {
		t.Run(test.name, func(t *testing.T) {
			verdicts := judge.Judge(test.values, now).Verdicts
			for i, v := range verdicts {
				if i >= len(test.want) || !strings.HasPrefix(v.String(), test.want[i]) {
					t.Errorf("verdict %d: %v", i, v)
				}
				checkPage(t, v.Page)
			}
			if len(verdicts) != len(test.want) {
				t.Errorf("%d verdicts, want %q", len(verdicts), test.want)
			}
		})
	}
}

// TestReport checks the numbers in a report.
func TestReport(t *testing.T) {
	values := join(of(10, version7, judge.Microsoft), of(3, uuid.Nil, judge.Network))
	values = join(values, of(2, uuid.Max, judge.Network))
	values = join(values, []judge.Value{judge.FromText("x"), judge.FromText("")})
	r := judge.Judge(values, now)
	want := judge.Report{Values: 17, Nil: 3, Max: 2, Order: judge.Microsoft, Explained: 10}
	want.Forms[judge.Bytes] = 15
	want.Forms[judge.NoForm] = 2
	want.Versions[7] = 10
	want.Verdicts = r.Verdicts
	if fmt.Sprint(r) != fmt.Sprint(want) || r.Other() != 10 {
		t.Errorf("got  %v\nwant %v", r, want)
	}
	if v := r.Verdicts[0]; v.Count != 10 || v.Of != 15 || v.Order != judge.Microsoft || !v.IsWrong() {
		t.Errorf("the verdict is %+v", v)
	}
	few := judge.Judge(of(3, version7, judge.Network), now)
	if few.Explained != 3 || few.Versions[7] != 3 {
		t.Errorf("three values: %v", few)
	}
}
