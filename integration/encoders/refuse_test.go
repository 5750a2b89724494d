package encoders

import (
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// bad returns a document whose field id is a text, or the bytes, of no UUID.
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

// raw is bytes that gob sends the way it sends a UUID.
type raw []byte

func (r raw) MarshalBinary() ([]byte, error) { return r, nil }

// TestRefuse gives every encoder what is no UUID: an error has to say what was
// found, and the field has to keep its value.
func TestRefuse(t *testing.T) {
	for _, e := range all() {
		values := trip.BadTexts()
		if e.binary {
			values = trip.BadBytes()
		}
		for _, v := range values {
			value := fmt.Sprintf("%s", v)
			refuse(t, e, e.bad(value), ids.Example(), v)
			if value != "" {
				refuse(t, e, e.bad(value), valid(ids.Example()), v)
			}
		}
	}
}

// refuse reads data into a field and checks the error, of which found is the
// subject.
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

// TestWrongType gives every encoder values that are neither texts nor bytes.
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
