package uuid_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

const base32Digits = "0123456789abcdefghjkmnpqrstvwxyz"

// Every byte at every place is a digit with its value, or an error at its offset.
func TestBase32EachByte(t *testing.T) {
	for _, text := range []string{"0123456789abcdefghjkmnpqrs", "7zyxwvtsrqpnmkjhgfedcba987"} {
		for i := range text {
			for c := range 256 {
				if c == '_' {
					continue // which ends a prefix
				}
				b := []byte(text)
				b[i] = byte(c)
				_, u, err := uuid.ParseTypeID(string(b))
				digit := strings.IndexByte(base32Digits, byte(c))
				reason := "invalid digit"
				if i == 0 && digit > 7 {
					digit, reason = -1, "more than 128 bits"
				}
				if digit < 0 {
					var e *uuid.ParseError
					if !errors.As(err, &e) || e.Offset != i || e.Reason != reason {
						t.Fatalf("%q: %v, want %s at offset %d", b, err, reason, i)
					}
					continue
				}
				number := new(big.Int)
				for _, c := range b {
					number.Lsh(number, 5).Add(number, big.NewInt(int64(strings.IndexByte(base32Digits, c))))
				}
				if want := uuid.UUID(number.FillBytes(make([]byte, 16))); err != nil || u != want {
					t.Fatalf("%q: %v, %v, want %v", b, u, err, want)
				}
				if again, err := uuid.AppendTypeID(nil, "", u); string(again) != string(b) || err != nil {
					t.Fatalf("%q became %q, %v", b, again, err)
				}
			}
		}
	}
}
