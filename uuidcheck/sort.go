package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed-8298af95/uuid/internal/judge"
)

const (
	hexDigits    = "0123456789abcdef"
	base32Digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base64Digits = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
)

// probes returns made-up texts whose order in a column shows how the column sorts and compares. They contain
// every pair of digits in one place, because a collation may treat "aa" as one letter.
func probes(kind kind, r spelling) []string {
	var texts []string
	switch {
	case kind == kindUUID:
		// A server that compares the last bytes first turns these around.
		for i := range 64 {
			texts = append(texts, fmt.Sprintf("019b%02xaa-%04x-7%03x-8%03x-%012x", i, 63-i, 63-i, 63-i, 63-i))
		}
	case r.form == judge.Base58:
		for _, d := range base58Digits {
			texts = append(texts, "1C"+string(d)+"2w4mK2m455S2BAXFht")
		}
	case r.form == judge.Base64URL:
		for _, d := range base64Digits {
			texts = append(texts, "AZ"+string(d)+"2w4mK2m455S2BAXFhtA")
		}
	case r.form == judge.Base32:
		texts = pairs(base32Digits, "01", "2KRFB6DSKE7RPX9WJCD3ZZ")
	case r.form == judge.TypeID:
		texts = pairs(strings.ToLower(base32Digits), r.prefix+"_01", "2krfb6dske7rpx9wjcd3zz")
	case r.form == judge.Digits && r.capitals:
		texts = pairs(strings.ToUpper(hexDigits), "019B", "5A400070008000000000000001")
	case r.form == judge.Digits:
		texts = pairs(hexDigits, "019b", "5a400070008000000000000001")
	case r.form == judge.CanonicalCapitals:
		texts = pairs(strings.ToUpper(hexDigits), "019B", "5A-4000-7000-8000-000000000001")
	default:
		texts = pairs(hexDigits, "019b", "5a-4000-7000-8000-000000000001")
	}
	rand.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	return texts
}

// pairs returns a text for each pair of digits.
func pairs(digits, before, after string) []string {
	var texts []string
	for _, a := range digits {
		for _, b := range digits {
			texts = append(texts, before+string(a)+string(b)+after)
		}
	}
	return texts
}

// An asker asks the database only once for the order of columns that sort alike.
type asker struct {
	server
	answers map[string]answer
}

type answer struct {
	sorted   []string
	distinct int
}

func (a *asker) Sort(ctx context.Context, c *column, texts []string) (sorted []string, distinct int, err error) {
	if c.sortKey == "" {
		return a.server.Sort(ctx, c, texts)
	}
	question := place(append(slices.Sorted(slices.Values(texts)), c.sortKey)...)
	known, ok := a.answers[question]
	if !ok {
		known.sorted, known.distinct, err = a.server.Sort(ctx, c, texts)
		if err != nil {
			return nil, 0, err
		}
		a.answers[question] = known
	}
	return known.sorted, known.distinct, nil
}
