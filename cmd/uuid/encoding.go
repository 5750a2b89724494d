package main

import (
	"strings"

	"github.com/seed-8298af95/uuid"
)

// encodings contains all encodings of the library and guid-bytes. A value without a name, such as
// "Encoding(99)", is not an encoding.
var encodings = func() (all []choice[form]) {
	for e := uuid.Canonical; !strings.Contains(e.String(), "("); e++ {
		all = append(all, choice[form]{strings.ToLower(e.String()), form{e.Append, e.Decode}})
	}
	return append(all, choice[form]{"guid-bytes", form{appendGUID, parseGUID}})
}()

// A form is a text form of IDs.
type form struct {
	encode encoder
	decode decoder
}

// appendGUID appends the digits of the bytes of u in Microsoft's order.
func appendGUID(b []byte, u uuid.UUID) []byte { return uuid.Compact.Append(b, u.BytesLE()) }

// parseGUID parses what appendGUID appends, and bytes in the forms in which other programs print them.
func parseGUID(text string) (uuid.UUID, error) {
	if p, ok := parseBytes(text); ok {
		return p.bytes.BytesLE(), nil
	}
	u, err := uuid.Compact.Decode(strings.NewReplacer(" ", "", "-", "", ":", "").Replace(text))
	return u.BytesLE(), err
}

// An encoder appends the text form of an ID to a slice.
type encoder func([]byte, uuid.UUID) []byte

// A decoder parses the text form of an ID.
type decoder func(string) (uuid.UUID, error)
