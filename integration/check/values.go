// Package check runs the uuidcheck command on databases with planted faults and with none.
package check

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/seed-8298af95/uuid"
)

// A maker makes the value of row i: nil, a string or a []byte.
type maker func(i int) any

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

// v7Seconds is the ID of a program that took seconds for milliseconds.
func v7Seconds(i int) uuid.UUID { return v7At(time.UnixMilli(time.Now().Unix() - int64(i))) }

func asText(id func(int) uuid.UUID) maker {
	return func(i int) any { return id(i).String() }
}

func asBytes(id func(int) uuid.UUID) maker {
	return func(i int) any { u := id(i); return u[:] }
}

func encoded(e uuid.Encoding, id func(int) uuid.UUID) maker {
	return func(i int) any { return e.Encode(id(i)) }
}

func capitalized(value maker) maker {
	return func(i int) any { return strings.ToUpper(value(i).(string)) }
}

func textAsBytes(value maker) maker {
	return func(i int) any { return []byte(value(i).(string)) }
}

func bytesAsText(value maker) maker {
	return func(i int) any { return uuid.UUID(value(i).([]byte)).String() }
}

// reordered stores the bytes of an ID at other places.
func reordered(id func(int) uuid.UUID, places ...int) maker {
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

// mixed takes every nth value from the second maker.
func mixed(n int, most, few maker) maker {
	return func(i int) any {
		if i%n == n/2 {
			return few(i)
		}
		return most(i)
	}
}

func always(v any) maker { return func(int) any { return v } }

func hash16(int) any {
	b := make([]byte, 16)
	rand.Read(b)
	return b
}

func ulidBytes(i int) any {
	b := hash16(i).([]byte)
	u := v7(i)
	copy(b, u[:6])
	return b
}

func typeIDs(prefix string) maker {
	return func(i int) any {
		b, err := uuid.AppendTypeID(nil, prefix, v7(i))
		if err != nil {
			panic(err)
		}
		return string(b)
	}
}

func cutTo16(value maker) maker {
	return func(i int) any { return []byte(value(i).(string)[:16]) }
}

// insert returns the statement that inserts n rows with the values of each maker. hex writes bytes.
func insert(table string, n int, hex string, makers ...maker) string {
	var rows []string
	for i := range n {
		var values []string
		for _, value := range makers {
			switch v := value(i).(type) {
			case nil:
				values = append(values, "NULL")
			case string:
				values = append(values, "'"+v+"'")
			case []byte:
				values = append(values, fmt.Sprintf(hex, v))
			}
		}
		rows = append(rows, "("+strings.Join(values, ", ")+")")
	}
	return fmt.Sprintf("INSERT INTO %s VALUES %s", table, strings.Join(rows, ", "))
}
