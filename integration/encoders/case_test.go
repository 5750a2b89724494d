package encoders

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/seed-8298af95/uuid"
)

// These types are the documents that the tests encode.
type (
	doc[T any] struct {
		ID T `json:"id" xml:"id" yaml:"id" toml:"id" cbor:"id" msgpack:"id"`
	}
	omitEmpty[T any] struct {
		ID T `json:"id,omitempty" xml:"id,omitempty" yaml:"id,omitempty" toml:"id,omitempty" cbor:"id,omitempty" msgpack:"id,omitempty"`
	}
	omitZero[T any] struct {
		ID T `json:"id,omitzero" xml:"id" yaml:"id,omitzero" toml:"id,omitzero" cbor:"id,omitzero" msgpack:"id,omitzero"`
	}
)

// A testCase describes one way to use a UUID in a document, such as a pointer or a map key.
type testCase struct {
	name string

	// take encodes the document with id, decodes the result, and returns the encoded document.
	take func(e encoder, id uuid.UUID) (data []byte, err error)
}

var (
	errRefused = errors.New("not encoded")
	errChanged = errors.New("decoded to a different value")
)

// newCase returns a test case whose document contains the value that make returns for a UUID.
func newCase[T any](name string, make func(uuid.UUID) T) testCase {
	return testCase{name, func(e encoder, id uuid.UUID) ([]byte, error) {
		want := make(id)
		data, err := e.marshal(want)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", errRefused, err)
		}
		// The README tables show the encoded data even if decoding fails.
		var got T
		if err := e.unmarshal(data, &got); err != nil {
			return data, err
		}
		if !reflect.DeepEqual(got, want) {
			return data, fmt.Errorf("%w: %+v as %q as %+v", errChanged, want, data, got)
		}
		return data, nil
	}}
}

// constant returns a test case whose document does not depend on the UUID.
func constant[T any](name string, v T) testCase {
	return newCase(name, func(uuid.UUID) T { return v })
}

func valid(id uuid.UUID) uuid.Null { return uuid.Null{UUID: id, Valid: true} }

var cases = []testCase{
	newCase("value", func(id uuid.UUID) doc[uuid.UUID] { return doc[uuid.UUID]{id} }),
	constant("value, Nil", doc[uuid.UUID]{}),
	constant("value, Nil, omitempty", omitEmpty[uuid.UUID]{}),
	constant("value, Nil, omitzero", omitZero[uuid.UUID]{}),
	newCase("pointer", func(id uuid.UUID) doc[*uuid.UUID] { return doc[*uuid.UUID]{&id} }),
	constant("pointer, nil", doc[*uuid.UUID]{}),
	constant("pointer, nil, omitempty", omitEmpty[*uuid.UUID]{}),
	constant("pointer to Nil, omitempty", omitEmpty[*uuid.UUID]{new(uuid.UUID)}),
	constant("pointer to Nil, omitzero", omitZero[*uuid.UUID]{new(uuid.UUID)}),
	newCase("slice", func(id uuid.UUID) doc[[]uuid.UUID] { return doc[[]uuid.UUID]{[]uuid.UUID{id, uuid.Nil()}} }),
	newCase("map key",
		func(id uuid.UUID) doc[map[uuid.UUID]int] { return doc[map[uuid.UUID]int]{map[uuid.UUID]int{id: 1}} }),
	newCase("`Null`", func(id uuid.UUID) doc[uuid.Null] { return doc[uuid.Null]{valid(id)} }),
	constant("`Null`, Nil", doc[uuid.Null]{valid(uuid.Nil())}),
	constant("`Null`, Nil, omitzero", omitZero[uuid.Null]{valid(uuid.Nil())}),
	constant("`Null`, missing", doc[uuid.Null]{}),
	constant("`Null`, missing, omitempty", omitEmpty[uuid.Null]{}),
	constant("`Null`, missing, omitzero", omitZero[uuid.Null]{}),
	newCase("`Null`, slice",
		func(id uuid.UUID) doc[[]uuid.Null] { return doc[[]uuid.Null]{[]uuid.Null{valid(id), {}}} }),
	newCase("`Null`, map key", func(id uuid.UUID) doc[map[uuid.Null]int] {
		return doc[map[uuid.Null]int]{map[uuid.Null]int{valid(id): 1}}
	}),
	constant("`Null`, missing, map key", doc[map[uuid.Null]int]{map[uuid.Null]int{{}: 1}}),
	newCase("`Binary`", func(id uuid.UUID) doc[uuid.Binary] { return doc[uuid.Binary]{uuid.Binary(id)} }),
	newCase("`GUID`", func(id uuid.UUID) doc[uuid.GUID] { return doc[uuid.GUID]{uuid.GUID(id)} }),
}
