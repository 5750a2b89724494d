package judge_test

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/internal/judge"
)

// TestVerdicts checks what Judge says of made columns.
func TestVerdicts(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	version1 := func(i int) uuid.UUID { return mustMake(uuid.NewV1At(now.Add(-time.Duration(i) * time.Hour))) }
	version4 := func(int) uuid.UUID { return uuid.NewV4() }
	version7 := func(i int) uuid.UUID { return mustMake(uuid.NewV7At(now.Add(-time.Duration(i) * time.Minute))) }
	column := func(n int, f func(i int) judge.Value) []judge.Value {
		all := make([]judge.Value, n)
		for i := range all {
			all[i] = f(i)
		}
		return all
	}
	stored := func(n int, make func(i int) uuid.UUID, positions ...int) []judge.Value {
		return column(n, func(i int) judge.Value {
			u := make(i)
			var b [16]byte
			for k, p := range positions {
				b[k] = u[p]
			}
			return judge.FromBytes(b[:])
		})
	}
	texts := func(n int, f func(i int) string) []judge.Value {
		return column(n, func(i int) judge.Value { return judge.FromText(f(i)) })
	}
	microsoft := []int{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15}
	uuidToBin := []int{6, 7, 4, 5, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15}
	java := []int{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	halves := []int{8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7}
	network := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	for _, test := range []struct {
		name   string
		values []judge.Value
		want   string // how each verdict begins
	}{
		{"nothing", nil, ""},
		{"version 4", stored(20, version4, network...), ""},
		{"version 7 in Microsoft's order", stored(20, version7, microsoft...), "20 of 20 values are in Microsoft's order; use uuid.GUID"},
		{"seven in Microsoft's order", stored(7, version7, microsoft...), ""},
		{"version 1 in UUID_TO_BIN(x, 1)'s order", stored(20, version1, uuidToBin...), "20 of 20 values are in the order of MySQL's UUID_TO_BIN(x, 1); read"},
		{"version 4 in Java's order", stored(20, version4, java...), "20 of 20 values are in the order of Java's BSON subtype 3; reverse"},
		{"version 4 with swapped halves", stored(20, version4, halves...), "20 of 20 values are in an order that begins with the last eight bytes; swap"},
		{"two writers", append(stored(30, version4, network...), stored(10, version7, microsoft...)...),
			"10 of 40 values are in Microsoft's order and the others in network order, so two programs wrote them; correct"},
		{"cut texts", texts(20, func(i int) string { return fmt.Sprintf("%x", version4(i).String()[:16]) }),
			"20 of 20 values are the first 16 characters of a text"},
		{"cut digits", texts(20, func(i int) string { return fmt.Sprintf("%x", uuid.Compact.Encode(version7(i))[:16]) }),
			"20 of 20 values are the first 16 characters of a text"},
		{"texts in bytes", texts(20, func(i int) string { return fmt.Sprintf(`\x%x`, version4(i).String()) }),
			"20 of 20 values are text in a column of bytes"},
		{"ULIDs", texts(20, func(i int) string {
			u := version7(i)
			rand.Read(u[6:])
			return uuid.Base32.Encode(u)
		}), "20 of 20 values are ULIDs"},
		{"several forms", append(texts(8, func(i int) string { return version4(i).String() }), texts(2, func(i int) string { return "{" + version4(i).String() + "}" })...),
			"10 values have several forms: 8 36 characters, 2 in braces"},
		{"capitals", texts(20, func(i int) string { return strings.ToUpper(version4(i).String()) }), "20 of 20 values are in capitals"},
		{"hexadecimal digits in capitals", texts(20, func(i int) string { return strings.ToUpper(uuid.Compact.Encode(version4(i))) }), ""},
		{"versions 4 and 7", append(stored(8, version4, network...), stored(2, version7, network...)...), "8 of 10 values have version 4, and 2 have version 7"},
		{"times", append(stored(8, version7, network...), stored(1, func(int) uuid.UUID { return uuid.MinV7(now.AddDate(3, 0, 0)) }, network...)...),
			"1 of 9 values have a time in the future"},
		{"only Nil", stored(20, func(int) uuid.UUID { return uuid.Nil() }, network...), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, v := range judge.Judge(test.values, now).Verdicts {
				got = append(got, v.String())
			}
			if all := strings.Join(got, "\n"); !strings.HasPrefix(all, test.want) || len(got) > 1 || test.want == "" && all != "" {
				t.Errorf("got  %s\nwant %s", all, test.want)
			}
		})
	}
}

func mustMake(u uuid.UUID, err error) uuid.UUID {
	if err != nil {
		panic(err)
	}
	return u
}
