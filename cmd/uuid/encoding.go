package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
)

var encodings = []choice[uuid.Encoding]{
	{"canonical", uuid.Canonical},
	{"compact", uuid.Compact},
	{"braced", uuid.Braced},
	{"urn", uuid.URN},
	{"decimal", uuid.Decimal},
	{"oid", uuid.OID},
	{"base32", uuid.Base32},
	{"base58", uuid.Base58},
	{"base64url", uuid.Base64URL},
}

// An encoder appends the text of an ID.
type encoder func([]byte, uuid.UUID) []byte

// A decoder returns the ID that a text is.
type decoder func(string) (uuid.UUID, error)

// recognize returns the ID that a text is as a TypeID with a prefix, or in one encoding
// only. Of the encodings only base64url has an underscore. If the text is an ID in none, the
// error is that of the encoding in which most of it is right.
func recognize(text string) (uuid.UUID, error) {
	if strings.Contains(text, "_") && !resembles(text, uuid.Base64URL) {
		_, id, err := uuid.ParseTypeID(text)
		return id, err
	}
	id, err := uuid.ParseStrict(text)
	if err == nil {
		return id, nil // a text with these dashes is in no other encoding
	}
	var found []string
	reach := -1
	for _, e := range encodings {
		if !resembles(text, e.value) {
			continue
		}
		u, decodeErr := e.value.Decode(text)
		var parseErr *uuid.ParseError
		if decodeErr == nil {
			id, found = u, append(found, e.name)
		} else if errors.As(decodeErr, &parseErr) && parseErr.Offset > reach {
			err, reach = decodeErr, parseErr.Offset
		}
	}
	switch len(found) {
	case 0:
		return uuid.UUID{}, err
	case 1:
		return id, nil
	}
	return uuid.UUID{}, fmt.Errorf("%q may be %s; say which with -from", text, strings.Join(found, " or "))
}

// resembles reports whether an ID in encoding e looks like the text at first
// sight.
func resembles(text string, e uuid.Encoding) bool {
	switch e {
	case uuid.Decimal:
		return strings.Trim(text, "0123456789") == ""
	case uuid.OID:
		return strings.HasPrefix(text, "2.25.")
	}
	return len(text) == len(e.Encode(uuid.Max()))
}

// convert prints IDs in another encoding.
func convert(s *session, o *options, args []string) error {
	if o.encode == nil {
		return misuse("missing flag -f or -prefix")
	}
	return s.forEach(args, o.decode, func(u uuid.UUID) error { return s.print(u, o.encode) })
}
