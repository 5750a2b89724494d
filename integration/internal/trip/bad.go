package trip

import "strings"

// BadTexts returns strings that are not UUIDs.
func BadTexts() []any {
	return []any{
		"",
		"garbage",
		"f81d4fae7dec11d",   // 15 bytes
		"f81d4fae7dec11d0",  // 16 bytes
		"f81d4fae7dec11d0a", // 17 bytes
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf",
		"f81d4fae-7dec-11d0-a765-00a0c91e6bfg",
		"f81d4fae-7dec-11d0-a765-00a0c91e6bf6 ",
		strings.Repeat("f81d4fae-7dec-11d0-a765-00a0c91e6bf6", 100),
	}
}

// BadBytes returns binary values that are not UUIDs.
func BadBytes() []any {
	b := []byte("\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6\xf8")
	return []any{b[:0], []byte("garbage"), b[:15], b[:17], []byte(strings.Repeat(string(b), 100))}
}
