// This file proves what Judge says of made columns.

package judge_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// version7 returns a version 7 UUID from the last hour.
func version7() uuid.UUID { return version7Before(now) }

// version7Before returns a version 7 UUID from the hour before t, with random bits from version 4.
func version7Before(t time.Time) uuid.UUID {
	id, random := uuid.MinV7(t.Add(-withinAnHour())), version4()
	id[6] |= random[6] & 0x0f
	copy(id[7:], random[7:])
	return id
}

func withinAnHour() time.Duration { return time.Duration(seeded.Int64N(int64(time.Hour))) }

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
	seeOrders = "; see https://github.com/seed-8298af95/uuid/blob/main/docs/storing.md#byte-order"
	seeSizes  = "; see https://github.com/seed-8298af95/uuid/blob/main/docs/storing.md#sizes"
	seeForms  = "; see https://github.com/seed-8298af95/uuid/blob/main/docs/storing.md#columns"
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
		want: []string{"20 of 20 values are in " + microsoft + otherIDs +
			"use uuid.GUID for the column, and uuid.FromBytesLE for bytes" + seeOrders},
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
			"correct the rows with uuid.FromBytesLE(id[:])" + seeOrders},
	}, {
		name:   "Microsoft's order and a time in the future",
		values: join(of(19, version7, judge.Microsoft), of(1, at(now.AddDate(3, 0, 0)), judge.Microsoft)),
		want:   []string{"20 of 20 values are in " + microsoft},
	}, {
		name:   "Microsoft's order and a fifth of cut texts",
		values: join(of(20, version7, judge.Microsoft), repeated(5, []judge.Value{cutText})),
		want: []string{
			"20 of 25 values are in " + microsoft,
			"5 of 25 values are text truncated to 16 characters; ",
		},
	}, {
		name:   "Microsoft's order and six bytes that are equal",
		values: of(20, func() uuid.UUID { return withPrefix("0123456789ab8", 8) }, judge.Microsoft),
		want:   []string{"20 of 20 values are in " + microsoft},
	}, {
		name:   "version 2 of one user in Microsoft's order",
		values: of(20, version2OfOne, judge.Microsoft),
		want:   []string{"20 of 20 values are in " + microsoft},
	}, {
		name:   "version 1 with each time twice in Microsoft's order",
		values: join(column(judge.Microsoft, version1s(0)), column(judge.Microsoft, version1s(1))),
		want:   []string{"20 of 20 values are in " + microsoft},
	}, {
		name:   "a counter after equal bytes that look like version 7 in Microsoft's order",
		values: column(judge.Microsoft, counted(20)),
	}, {
		name:   "UUID_TO_BIN(x, 1)",
		values: of(20, version4, judge.UUIDToBin1),
		want: []string{"20 of 20 values are in the byte order of MySQL's UUID_TO_BIN(x, 1)" + otherIDs +
			"read them with BIN_TO_UUID(id, 1), and compare them with UUID_TO_BIN(?, 1)" + seeOrders},
	}, {
		name: "text in the order of UUID_TO_BIN(x, 1)",
		values: texts(20, version4, func(u uuid.UUID) string {
			return uuid.UUID(stored(judge.UUIDToBin1, u)).String()
		}),
		want: []string{"20 of 20 values are in the byte order of MySQL's UUID_TO_BIN(x, 1)" + otherIDs +
			"correct the rows: the bytes 4 to 7, then 2 and 3, then 0 and 1 come first" + seeOrders},
	}, {
		name:   "Java's order",
		values: of(20, version4, judge.JavaLegacy),
		want: []string{"20 of 20 values are in the byte order of BSON subtype 3 in MongoDB's Java driver" + otherIDs +
			"correct the rows: reverse the first eight bytes and the last eight" + seeOrders},
	}, {
		name:   "swapped halves",
		values: of(20, version4, judge.Halves),
		want: []string{"20 of 20 values are in a byte order that begins with the last eight bytes" + otherIDs +
			"correct the rows: swap the first eight bytes and the last eight" + seeOrders},
	}, {
		name:   "two writers",
		values: join(of(30, version4, judge.Network), of(10, version7, judge.Microsoft)),
		want: []string{"10 of 40 values are in " + microsoft + " and the others in network byte order, " +
			"so two programs wrote them; find the program that writes the wrong order, and correct its rows" +
			seeOrders},
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
		name:   "two wrong orders, of which the rarer one has more different values",
		values: join(repeated(4, of(10, version4, judge.JavaLegacy)), of(30, version7, judge.Microsoft)),
		want:   []string{"30 of 70 values are in " + microsoft + " and the others in the byte order of BSON "},
	}, {
		name:   "an order and a fifth of random bytes",
		values: join(of(40, version4, judge.Microsoft), of(10, randomBytes, judge.Network)),
	}, {
		name:   "version 9",
		values: of(20, func() uuid.UUID { return withVersion(version4(), 9) }, judge.Network),
	}, {
		name:   "equal bytes that look like version 7",
		values: of(20, func() uuid.UUID { return withPrefix("9999999999997123", 7) }, judge.Network),
	}, {
		name:   "cut texts",
		values: texts(20, version4, func(u uuid.UUID) string { return fmt.Sprintf("%x", u.String()[:16]) }),
		want: []string{"20 of 20 values are text truncated to 16 characters; " +
			"copy the whole IDs from another column, because the other characters are lost here" + seeSizes},
	}, {
		name:   "cut digits",
		values: texts(20, version7, func(u uuid.UUID) string { return fmt.Sprintf("%x", uuid.Compact.Encode(u)[:16]) }),
		want:   []string{"20 of 20 values are text truncated to 16 characters; "},
	}, {
		name: "decimal digits with a 4 in the place of the version",
		values: texts(20, version4, func(u uuid.UUID) string {
			return fmt.Sprintf("%x", fmt.Sprintf("%012d4%03d", seeded.Int64N(1e12), seeded.IntN(1e3)))
		}),
	}, {
		name:   "hexadecimal tokens, of which a fifth has no version",
		values: join(texts(40, version4, cutDigits(4)), texts(10, version4, cutDigits(0))),
	}, {
		name: "four hexadecimal tokens with different versions",
		values: repeated(3, slices.Concat(
			texts(1, version4, cutDigits(3)),
			texts(1, version4, cutDigits(4)),
			texts(1, version4, cutDigits(5)),
			texts(1, version4, cutDigits(8)),
		)),
	}, {
		name:   "a cut text among IDs",
		values: join(of(20, version4, judge.Network), []judge.Value{cutText}),
		want:   []string{"1 of 21 values is text truncated to 16 characters; "},
	}, {
		name:   "text in bytes",
		values: texts(20, version4, func(u uuid.UUID) string { return fmt.Sprintf(`\x%x`, u.String()) }),
		want: []string{"20 of 20 values are text in a column of bytes, so a condition with uuid.Binary does not find " +
			"them; convert them to 16 bytes, and add a check constraint" + seeSizes},
	}, {
		name:   "other bytes among IDs",
		values: join(of(20, version4, judge.Network), []judge.Value{judge.FromBytes([]byte{1, 2, 3})}),
	}, {
		name: "digits in bytes among IDs",
		values: join(of(20, version4, judge.Network),
			texts(2, version4, func(u uuid.UUID) string { return fmt.Sprintf("%x", uuid.Compact.Encode(u)) })),
		want: []string{"2 of 22 values are text in a column of bytes, "},
	}, {
		name:   "ULIDs",
		values: texts(20, ulid, uuid.Base32.Encode),
		want: []string{"20 of 20 values are ULIDs, which contain a time but no version; sort and compare them as " +
			"they are, but do not call Version, Time or a Mask; see https://github.com/seed-8298af95/" +
			"uuid/blob/main/docs/recipes.md#from-ulid-ksuid-and-typeid-libraries"},
	}, {
		name:   "ULIDs, each three times",
		values: repeated(3, texts(20, ulid, uuid.Base32.Encode)),
		want:   []string{"60 of 60 values are ULIDs, "},
	}, {
		name: "ULIDs with a counter",
		values: of(20, func() uuid.UUID {
			u, random := version7(), randomBytes()
			copy(u[6:], "constant")
			copy(u[14:], random[14:])
			return u
		}, judge.Network),
		want: []string{"20 of 20 values are ULIDs, "},
	}, {
		name: "random bytes after the milliseconds of 2005",
		values: of(20, func() uuid.UUID {
			u, random := uuid.MinV7(time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)), randomBytes()
			copy(u[6:], random[6:])
			return u
		}, judge.Network),
	}, {
		name:   "two forms",
		values: join(texts(8, version4, uuid.UUID.String), texts(2, version4, uuid.Braced.Encode)),
		want: []string{"10 values have several forms: 36 characters (8), 36 characters in braces (2); " +
			"a condition matches only one of them; convert them to one form" + seeForms},
	}, {
		name: "two forms and a cut text",
		values: join(join(texts(8, version4, uuid.UUID.String), texts(2, version4, uuid.Braced.Encode)),
			[]judge.Value{cutText}),
		want: []string{"1 of 11 values is text truncated to 16 characters; ",
			"10 values have several forms: 36 characters (8), 36 characters in braces (2); "},
	}, {
		name:   "base 64, of which some could be base 58",
		values: texts(100, version4, uuid.Base64URL.Encode),
	}, {
		name:   "capitals",
		values: texts(8, version4, capitals),
		want: []string{"8 of 8 values are in upper case, which a condition with a uuid.UUID does not find in " +
			"PostgreSQL and SQLite; convert them to lower case" + seeForms},
	}, {
		name:   "seven capitals and a text that is no ID",
		values: join(texts(7, version4, capitals), []judge.Value{judge.FromText("x")}),
	}, {
		name:   "upper and lower case",
		values: join(texts(8, version4, capitals), texts(8, version4, uuid.UUID.String)),
		want:   []string{"16 values have several forms: 36 characters (8), 36 characters in upper case (8); "},
	}, {
		name:   "hexadecimal digits of bytes in upper case",
		values: texts(20, version4, func(u uuid.UUID) string { return strings.ToUpper(uuid.Compact.Encode(u)) }),
	}, {
		name:   "versions 4 and 7",
		values: join(of(8, version4, judge.Network), of(2, version7, judge.Network)),
		want: []string{"8 of 10 values have version 4, and 2 have version 7: lists and ranges by time give " +
			"wrong results; see https://github.com/seed-8298af95/uuid/blob/main/docs/version4.md"},
	}, {
		name: "versions 4 and 7 among random bytes",
		values: join(join(of(8, version4, judge.Network), of(2, version7, judge.Network)),
			of(10, func() uuid.UUID { return withVersion(version4(), 0) }, judge.Network)),
	}, {
		name:   "version 4, and version 7 with times in seconds",
		values: join(of(8, version4, judge.Network), of(2, seconds7, judge.Network)),
		want:   []string{"2 of 10 values have a time before 1995; "},
	}, {
		name: "times from 1995 on",
		values: join(of(8, version7, judge.Network),
			of(1, at(time.Date(1995, 1, 1, 0, 0, 0, 0, time.UTC)), judge.Network)),
	}, {
		name: "a time at the end of 1994",
		values: join(of(8, version7, judge.Network),
			of(1, at(time.Date(1994, 12, 31, 23, 59, 59, 0, time.UTC)), judge.Network)),
		want: []string{"1 of 9 values has a time before 1995; "},
	}, {
		name: "times before 1995 and in the future",
		values: join(join(of(20, version7, judge.Network), of(2, seconds7, judge.Network)),
			of(3, at(now.AddDate(3, 0, 0)), judge.Network)),
		want: []string{"2 of 25 values have a time before 1995, and 3 in the future; "},
	}, {
		name:   "all times in the future",
		values: of(20, func() uuid.UUID { return version7Before(now.AddDate(3, 0, 0)) }, judge.Network),
		want:   []string{"20 of 20 values have a time in the future; "},
	}, {
		name:   "a time in the future",
		values: join(of(8, version7, judge.Network), of(1, at(now.AddDate(3, 0, 0)), judge.Network)),
		want: []string{"1 of 9 values has a time in the future; look for a wrong clock or a wrong unit; " +
			"see https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md#on-time"},
	}, {
		name:   "times in seconds, each twice",
		values: repeated(2, of(10, seconds7, judge.Network)),
		want:   []string{"20 of 20 values have a time before 1995; "},
	}, {
		name: "several things",
		values: join(texts(8, version4, capitals),
			texts(8, at(now.AddDate(-40, 0, 0)), func(u uuid.UUID) string { return "{" + u.String() + "}" })),
		want: []string{"16 values have several forms: ", "8 of 16 values have a time before 1995; "},
	}, {
		name:   "google's version 6",
		values: of(20, func() uuid.UUID { return google6(now, seeded.Uint64()) }, judge.Network),
		want: []string{"20 of 20 values are version 6 as google/uuid 1.6.0 wrote it, whose time is wrong by RFC " +
			"9562; do not call Time or V6ToV1; see https://github.com/seed-8298af95/uuid/blob/main/docs/" +
			"moving.md#from-googleuuid-gofrsuuid-and-satorigouuid"},
	}, {
		name: "version 6 from before google's",
		values: of(20, func() uuid.UUID {
			return google6(now.AddDate(-10, 0, 0).Add(withinAnHour()), seeded.Uint64())
		}, judge.Network),
		want: []string{"20 of 20 values have a time before 1995; "},
	}, {
		name:   "google's version 6 from 2023 on",
		values: of(20, func() uuid.UUID { return google6(in2023.Add(withinAnHour()), seeded.Uint64()) }, judge.Network),
		want:   []string{"20 of 20 values are version 6 as google/uuid 1.6.0 wrote it, "},
	}, {
		name: "version 6 that would be google's of 2022",
		values: of(20, func() uuid.UUID {
			return google6(in2023.Add(-time.Second-withinAnHour()), seeded.Uint64())
		}, judge.Network),
		want: []string{"20 of 20 values have a time before 1995; "},
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
		want:   []string{"8 of 8 values are in upper case, "},
	}, {
		name:   "the clock of another time zone",
		values: join(of(8, version7, judge.Network), of(1, at(now.Add(48*time.Hour-time.Millisecond)), judge.Network)),
	}, {
		name:   "two days ahead",
		values: join(of(8, version7, judge.Network), of(1, at(now.Add(48*time.Hour)), judge.Network)),
		want:   []string{"1 of 9 values has a time in the future; "},
	}, {
		name:   "two wrong orders of as many values",
		values: join(of(20, version7, judge.Microsoft), of(20, version4, judge.JavaLegacy)),
		want:   []string{"20 of 40 values are in the byte order of BSON "},
	}, {
		name: "three values of which one is from the future, each three times",
		values: repeated(3, join(of(2, version7, judge.Network),
			of(1, at(now.AddDate(3, 0, 0)), judge.Network))),
		want: []string{"3 of 9 values have a time in the future; "},
	}, {
		name:   "version 4, and one time in the future",
		values: join(of(8, version4, judge.Network), of(1, at(now.AddDate(3, 0, 0)), judge.Network)),
	}, {
		name:   "version 4, and one time in seconds",
		values: join(of(8, version4, judge.Network), of(1, seconds7, judge.Network)),
		want:   []string{"1 of 9 values has a time before 1995; "},
	}, {
		name:   "equal bytes that look like version 1",
		values: of(20, func() uuid.UUID { return withPrefix("0123456789ab1012", 1) }, judge.Network),
	}, {
		name:   "equal bytes that look like version 1 of 1582",
		values: of(20, func() uuid.UUID { return withPrefix("0000000000001000", 1) }, judge.Network),
	}, {
		name:   "cut digits, and a seventh of other bytes",
		values: join(texts(18, version7, cutDigits(7)), repeated(3, otherDigits)),
	}, {
		name:   "cut digits, and a tenth of other bytes",
		values: join(texts(18, version7, cutDigits(7)), repeated(2, otherDigits)),
		want:   []string{"18 of 20 values are text truncated to 16 characters; "},
	}, {
		name: "cut digits, the last of them without a letter",
		values: join(texts(8, version7, cutDigits(7)),
			[]judge.Value{judge.FromText(fmt.Sprintf("%x", "0189012345677890"))}),
		want: []string{"9 of 9 values are text truncated to 16 characters; "},
	}, {
		name:   "four cut digits, each three times",
		values: repeated(3, texts(4, version7, cutDigits(7))),
		want:   []string{"12 of 12 values are text truncated to 16 characters; "},
	}, {
		name:   "three cut digits, each four times",
		values: repeated(4, texts(3, version7, cutDigits(7))),
	}, {
		name:   "five hexadecimal tokens with version 4, each twice",
		values: repeated(2, texts(5, version4, cutDigits(4))),
	}, {
		name:   "hexadecimal tokens with version 4",
		values: texts(12, version4, cutDigits(4)),
		want:   []string{"12 of 12 values are text truncated to 16 characters; "},
	}, {
		name:   "hexadecimal tokens, of which a tenth has no version",
		values: join(texts(36, version4, cutDigits(4)), texts(4, version4, cutDigits(0))),
		want:   []string{"40 of 40 values are text truncated to 16 characters; "},
	}, {
		name:   "hexadecimal tokens, of which more than a tenth has no version",
		values: join(texts(35, version4, cutDigits(4)), texts(5, version4, cutDigits(0))),
	}, {
		name:   "four ULIDs, each three times",
		values: repeated(3, texts(4, ulid, uuid.Base32.Encode)),
		want:   []string{"12 of 12 values are ULIDs, "},
	}, {
		name:   "three ULIDs, each four times",
		values: repeated(4, texts(3, ulid, uuid.Base32.Encode)),
	}, {
		name:   "ULIDs, and as many of version 7",
		values: join(of(10, ulidOfNoVersion, judge.Network), of(10, version7, judge.Network)),
		want:   []string{"20 of 20 values are ULIDs, "},
	}, {
		name:   "ULIDs, and more of version 7",
		values: join(of(10, ulidOfNoVersion, judge.Network), of(11, version7, judge.Network)),
	}, {
		name:   "ULIDs, and a tenth of other bytes",
		values: join(of(18, ulid, judge.Network), repeated(2, []judge.Value{judge.FromBytes(noOrder[:])})),
		want:   []string{"18 of 20 values are ULIDs, "},
	}, {
		name:   "ULIDs of 2012",
		values: of(20, func() uuid.UUID { return ulidAt(time.Date(2012, 1, 1, 0, 0, 0, 0, time.UTC)) }, judge.Network),
		want:   []string{"20 of 20 values are ULIDs, "},
	}, {
		name: "random bytes after the milliseconds of 2011",
		values: of(20, func() uuid.UUID {
			return ulidAt(time.Date(2011, 12, 31, 23, 59, 59, 0, time.UTC))
		}, judge.Network),
	}, {
		name: "different times before equal bytes",
		values: of(20, func() uuid.UUID {
			u := uuid.MinV7(now.Add(-withinAnHour()))
			copy(u[6:], "constant..")
			return u
		}, judge.Network),
	}, {
		name: "base 64, of which one cannot be base 58",
		values: join(texts(1, version4, func(uuid.UUID) string { return "1_9z3nFjeJ44HMBeuqGNxQ" }),
			texts(8, version4, in58And64)),
	}, {
		name: "base 64, base 58 and bytes",
		values: join(join(texts(1, version4, func(uuid.UUID) string { return "1_9z3nFjeJ44HMBeuqGNxQ" }),
			texts(8, version4, in58And64)),
			join(texts(1, version4, func(uuid.UUID) string { return "1C9z3nFjeJ44HMBeuqGNxt" }),
				of(2, version4, judge.Network))),
		want: []string{"12 values have several forms: 16 bytes (2), 22 digits of base 58 (1), " +
			"22 digits of base 64 (9); "},
	}, {
		name:   "base 58, of which all could be base 64",
		values: join(texts(8, version4, in58And64), texts(1, version4, uuid.Base58.Encode)),
	},
}

// in58And64 returns digits of base 58 that are also digits of base 64.
func in58And64(u uuid.UUID) string { return uuid.Base58.Encode(u)[:21] + "Q" }

// noOrder is not a UUID in any order, because no byte contains a version.
var noOrder = uuid.FromUint64s(0x0102_0304_0506_0708, 0x0102_0304_0506_0708)

var (
	cutText     = judge.FromBytes([]byte("{01890000-0000-7"))
	otherDigits = []judge.Value{judge.FromText(uuid.Compact.Encode(noOrder))}
	in2023      = time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)
	seconds7    = at(time.UnixMilli(now.Unix()))
)

// withPrefix returns a UUID of a version that begins with the digits, and is random otherwise.
func withPrefix(digits string, version byte) uuid.UUID {
	random := uuid.Compact.Encode(randomBytes())
	return withVersion(uuid.MustParse(digits+random[len(digits):]), version)
}

// version2OfOne returns a version 2 UUID of one user, which differs from others only in the clock sequence.
func version2OfOne() uuid.UUID {
	u := uuid.MustParse("000003e8-21b0-21f1-8000-9a123b80441e")
	u[8] |= byte(seeded.UintN(64))
	return u
}

// version1s returns ten version 1 UUIDs of one node with different times and one clock sequence.
func version1s(clockSeq byte) []uuid.UUID {
	ids := make([]uuid.UUID, 10)
	for i := range ids {
		t := now.Add(time.Duration(-i*i*i) * time.Microsecond)
		ids[i] = must(uuid.NewV1At(t))
		ids[i][8], ids[i][9] = 0x80, clockSeq
		copy(ids[i][10:], node[:])
	}
	return ids
}

// counted returns n UUIDs that differ only in the last byte.
func counted(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = uuid.MinV7(now)
		ids[i][15] = byte(i)
	}
	return ids
}

// cutDigits returns a function that makes the first half of a UUID's digits, with another version.
func cutDigits(version byte) func(u uuid.UUID) string {
	return func(u uuid.UUID) string { return fmt.Sprintf("%x", uuid.Compact.Encode(withVersion(u, version))[:16]) }
}

func randomBytes() uuid.UUID { return uuid.FromUint64s(seeded.Uint64(), seeded.Uint64()) }

func ulid() uuid.UUID { return ulidAt(now) }

func ulidAt(t time.Time) uuid.UUID {
	u, random := uuid.MinV7(t), randomBytes()
	copy(u[6:], random[6:])
	return u
}

// ulidOfNoVersion returns a ULID that does not look like a UUID of any version.
func ulidOfNoVersion() uuid.UUID { return withVersion(ulid(), 0) }

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
			r := judge.Judge(test.values, now)
			for i, v := range r.Verdicts {
				if i >= len(test.want) || !strings.HasPrefix(v.String(), test.want[i]) {
					t.Errorf("verdict %d: %v", i, v)
				}
				checkPage(t, v.Page)
				checkKind(t, r, v)
			}
			if len(r.Verdicts) != len(test.want) {
				t.Errorf("%d verdicts, want %q", len(r.Verdicts), test.want)
			}
		})
	}
}

// checkKind reports an error if a verdict's Count is not in its sentence, or if the verdict does not say whether the
// values are the UUIDs that they seem to be.
func checkKind(t *testing.T, r judge.Report, v judge.Verdict) {
	t.Helper()
	counted := strings.HasPrefix(v.What, fmt.Sprintf("%d ", v.Count))
	wrong := false
	switch v.Kind {
	case judge.WrongOrder, judge.TwoOrders, judge.CutText, judge.ULIDs, judge.TextInBytes:
		wrong = true
	case judge.MixedVersions: // there are fewer of version 7
		counted = strings.Contains(v.What, fmt.Sprintf("and %d have version 7", v.Count))
	case judge.OddTimes:
		counted = v.Count == r.Past+r.Future
	}
	if !counted || v.IsWrong() != wrong {
		t.Errorf("Count is %d and IsWrong returns %v for: %v", v.Count, v.IsWrong(), v)
	}
}

// TestReport checks the numbers in a report.
func TestReport(t *testing.T) {
	values := join(of(10, version7, judge.Microsoft), of(3, uuid.Nil, judge.Network))
	values = join(values, of(2, uuid.Max, judge.Network))
	values = join(values, []judge.Value{judge.FromText("x"), judge.FromText(""), cutText})
	r := judge.Judge(values, now)
	want := judge.Report{Values: 18, Nil: 3, Max: 2, Order: judge.Microsoft, Explained: 10}
	want.Forms[judge.Bytes] = 15
	want.Forms[judge.NoForm] = 2
	want.Forms[judge.Cut] = 1
	want.Versions[7] = 10
	want.Verdicts = r.Verdicts
	if fmt.Sprint(r) != fmt.Sprint(want) || r.Other() != 11 {
		t.Errorf("got  %v\nwant %v", r, want)
	}
	if v := r.Verdicts[0]; v.Count != 10 || v.Of != 16 || v.Order != judge.Microsoft || !v.IsWrong() {
		t.Errorf("the verdict is %+v", v)
	}
	both := judge.Judge(join(of(10, version7, judge.Microsoft), of(30, version4, judge.Network)), now)
	if v := both.Verdicts[0]; v.Order != judge.Microsoft || both.Explained != 40 || both.Order != judge.Network {
		t.Errorf("two writers: %v", both)
	}
	google := judge.Judge(of(8, func() uuid.UUID { return google6(now, seeded.Uint64()) }, judge.Network), now)
	if google.Versions[6] != 8 {
		t.Errorf("google's version 6: %v", google)
	}
	mixed := judge.Judge(join(of(2, version4, judge.Network), of(8, version7, judge.Network)), now)
	if v := mixed.Verdicts[0]; v.Count != 2 || v.Of != 10 {
		t.Errorf("versions 4 and 7: %+v", v)
	}
	few := judge.Judge(of(3, version7, judge.Network), now)
	if few.Explained != 3 || few.Versions[7] != 3 {
		t.Errorf("three values: %v", few)
	}
}
