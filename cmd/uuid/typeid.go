package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// A bareID is an ID whose text is a TypeID without prefix: the prefixes here are not
// those of types.
type bareID = uuid.ID[noPrefix]

type noPrefix struct{}

func (noPrefix) IDPrefix() string { return "" }

// typeIDPrefix is the pattern of the TypeID specification for prefixes, the empty one
// included.
var typeIDPrefix = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)

// typeIDEncoder returns the encoder of TypeIDs with a prefix.
func typeIDEncoder(prefix string) encoder {
	if prefix != "" {
		prefix += "_"
	}
	return func(b []byte, u uuid.UUID) []byte {
		b, _ = bareID(u).AppendText(append(b, prefix...)) // it has no error
		return b
	}
}

// decodeTypeID returns the ID of a TypeID with any prefix. The text has an underscore.
func decodeTypeID(text string) (uuid.UUID, error) {
	last := strings.LastIndexByte(text, '_')
	prefix, start := text[:last], last+1
	if prefix == "" || !typeIDPrefix.MatchString(prefix) {
		i := strings.IndexFunc(prefix, func(r rune) bool { return r != '_' && (r < 'a' || 'z' < r) })
		return uuid.UUID{}, typeIDError(text, max(i, 0), "invalid prefix")
	}
	id, err := uuid.ParseID[noPrefix](text[start:])
	if parseErr := (*uuid.ParseError)(nil); errors.As(err, &parseErr) {
		return uuid.UUID{}, typeIDError(text, start+parseErr.Offset, parseErr.Reason)
	}
	return id.UUID(), err
}

// typeIDError returns the library's error for a text. It has no more of a long one than
// the library's own.
func typeIDError(text string, offset int, reason string) error {
	return &uuid.ParseError{Input: text[:min(len(text), 64)], Offset: offset, Reason: reason}
}

// resemblesTypeID reports whether a text looks like a TypeID with a prefix at first
// sight. Of all other forms only base64url has an underscore.
func resemblesTypeID(text string) bool {
	return strings.Contains(text, "_") && !resembles(text, uuid.Base64URL)
}
