package encoders

import (
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// bad returns a document whose field id is text or bytes that are not a UUID.
func (e encoder) bad(value string) []byte {
	data, err := e.marshal(e.badDoc(value))
	if err != nil {
		panic(err)
	}
	return data
}

func (e encoder) badDoc(value string) any {
	switch {
	case e.name == "encoding/gob":
		return doc[raw]{raw(value)}
	case e.binary:
		return doc[[]byte]{[]byte(value)}
	}
	return doc[string]{value}
}

// raw is a type of bytes that gob sends in the same way as a UUID.
type raw []byte

func (r raw) MarshalBinary() ([]byte, error) { return r, nil }

// TestRefuse decodes values that are not UUIDs with every encoder. The error must show the value, and
// the field must keep its old one.
func TestRefuse(t *testing.T) {
	for _, e := range all() {
		values := trip.BadTexts()
		if e.binary {
			values = trip.BadBytes()
		}
		for _, v := range values {
			value := fmt.Sprintf("%s", v)
			refuse(t, e, e.bad(value), ids.Example(), v)
			if value != "" { // which is a missing Null
				refuse(t, e, e.bad(value), valid(ids.Example()), v)
			}
		}
	}
}

// refuse decodes data into a field and checks the error, which must be about found.
func refuse[T comparable](t *testing.T, e encoder, data []byte, before T, found any) {
	t.Helper()
	got := doc[T]{before}
	err := e.unmarshal(data, &got)
	if got.ID != before {
		t.Errorf("%s: %.80q left %v", e.name, data, got.ID)
	}
	if err == nil {
		t.Errorf("%s: %.80q without an error", e.name, data)
	} else if err := trip.Explains(err, found); err != nil {
		t.Errorf("%s: %v", e.name, err)
	}
}

// TestWrongType decodes values that are neither texts nor bytes with every encoder.
func TestWrongType(t *testing.T) {
	for _, e := range all() {
		for _, data := range e.wrong {
			got := doc[uuid.UUID]{ids.Example()}
			if err := e.unmarshal([]byte(data), &got); err == nil || got.ID != ids.Example() {
				t.Errorf("%s: %q as %v, %v", e.name, data, got.ID, err)
			}
		}
	}
}
