package encoders

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// secret identifies masked IDs with a prefix. Their text form contains a version 4 UUID in place of
// the plain ID.
type secret struct{}

func (secret) IDKind() uuid.Kind { return uuid.Kind{Prefix: "secret", Mask: &secretMask} }

var secretMask, _ = uuid.NewMask([]byte("a key of 16 byte"), []byte("secret"))

// TestMasked checks that text encoders write the masked ID and binary encoders write the plain ID.
func TestMasked(t *testing.T) {
	type document struct {
		ID   uuid.ID[secret]  `json:"id" xml:"id" yaml:"id" toml:"id" cbor:"id" msgpack:"id"`
		Next *uuid.ID[secret] `json:"next" xml:"next" yaml:"next" toml:"next" cbor:"next" msgpack:"next"`
	}
	id := uuid.NewID[secret]()
	for _, e := range all() {
		t.Run(e.name, func(t *testing.T) {
			data, err := e.marshal(document{id, &id})
			if err != nil {
				t.Fatal(err)
			}
			// The document contains the ID twice.
			texts, plain := strings.Count(string(data), id.String()), bytes.Count(data, id[:])
			if e.binary && (texts != 0 || plain != 2) || !e.binary && (texts != 2 || plain != 0) {
				t.Errorf("%q contains the masked ID %d times and the plain ID %d times", data, texts, plain)
			}
			var got document
			if err := e.unmarshal(data, &got); got.ID != id || got.Next == nil || *got.Next != id || err != nil {
				t.Errorf("got %v, %v; want %v", got, err, id)
			}
		})
	}
}
