package encoders

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
)

func showText(data []byte, id uuid.UUID) string {
	names := strings.NewReplacer(id.String(), "ID", uuid.Nil().String(), "NIL", "\n", " ⏎ ")
	return code(names.Replace(strings.TrimSpace(string(data))))
}

// showHex returns a function that formats a document in hexadecimal, with placeholders for the
// field name and the UUID.
func showHex(field string) func([]byte, uuid.UUID) string {
	return func(data []byte, id uuid.UUID) string {
		zero := uuid.Nil()
		parts := []struct {
			name  string
			bytes []byte
		}{
			{"id:", []byte(field)},
			{"ID", id[:]},
			{`"ID"`, []byte(id.String())},
			{"NIL", zero[:]},
		}
		var words []string
		for len(data) > 0 {
			word, length := fmt.Sprintf("%02x", data[0]), 1 // one byte, unless a placeholder matches
			for _, p := range parts {
				if bytes.HasPrefix(data, p.bytes) {
					word, length = p.name, len(p.bytes)
				}
			}
			words, data = append(words, word), data[length:]
		}
		return code(strings.Join(words, " "))
	}
}

// showGob formats only the field's value, because the rest of the gob stream describes types.
func showGob(data []byte, id uuid.UUID) string {
	zero := uuid.Nil()
	switch {
	case bytes.Contains(data, id[:]):
		return "ID"
	case bytes.Contains(data, gobNumbers(id)):
		return "16 numbers"
	case bytes.Contains(data, zero[:]):
		return "NIL"
	}
	return "not sent"
}

// gobNumbers returns the gob encoding of the bytes of id as 16 numbers.
func gobNumbers(id [16]byte) (numbers []byte) {
	for _, b := range id {
		if b >= 0x80 {
			numbers = append(numbers, 0xff) // gob's marker for a one-byte number
		}
		numbers = append(numbers, b)
	}
	return numbers
}

func code(s string) string {
	if s == "" {
		return "empty"
	}
	return "`" + s + "`"
}
