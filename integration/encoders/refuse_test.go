package encoders

import (
	"fmt"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// bad returns an encoded document whose id field contains an invalid value. The value is text or
// bytes, depending on the encoder.
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

// raw is a byte slice that gob encodes like a UUID, with MarshalBinary.
type raw []byte

func (r raw) MarshalBinary() ([]byte, error) { return r, nil }

// TestRefuse checks that every encoder returns an error for invalid values. The error must contain
// the value, and the field must not change.
func TestRefuse(t *testing.T) {
	for _, e := range all() {
		values := trip.BadTexts()
		if e.binary {
			values = trip.BadBytes()
		}
		for _, v := range values {
			value := fmt.Sprintf("%s", v)
			refuse(t, e, e.bad(value), ids.Example(), v)
			if value != "" { // Null accepts an empty value
				refuse(t, e, e.bad(value), valid(ids.Example()), v)
			}
		}
	}
}

// refuse decodes data into a field that contains before. It checks that the error describes found
// and that the field does not change.
func refuse[T comparable](t *testing.T, e encoder, data []byte, before T, found any) {
	t.Helper()
	got := doc[T]{before}
	err := e.unmarshal(data, &got)
	if got.ID != before {
		t.Errorf("%s: decoding %.80q set the field to %v", e.name, data, got.ID)
	}
	if err == nil {
		t.Errorf("%s: decoding %.80q returned no error", e.name, data)
	} else if err := trip.Explains(err, found); err != nil {
		t.Errorf("%s: %v", e.name, err)
	}
}

// TestWrongType checks that every encoder rejects values that are neither text nor bytes.
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
