package encoders

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
)

func all() []encoder { return slices.Concat(textEncoders(), binaryEncoders(), json2()) }

// TestTrip checks that every UUID survives a round trip through every encoder, in each test case.
func TestTrip(t *testing.T) {
	for _, e := range all() {
		for _, c := range cases {
			for _, id := range ids.All() {
				_, err := c.take(e, id)
				var want error
				switch {
				case slices.Contains(e.without, c.name):
					want = errRefused
				case slices.Contains(e.loses, c.name):
					want = errChanged
				}
				if !errors.Is(err, want) {
					t.Errorf("%s, %s: got %v, want %v", e.name, c.name, err, want)
				}
			}
		}
	}
}

// TestReadme checks the encoder tables in README.md.
func TestReadme(t *testing.T) {
	check(t, "encoders-text", textEncoders())
	check(t, "encoders-binary", binaryEncoders())
	if e := json2(); e != nil {
		check(t, "encoders-json2", e)
	}
}

func check(t *testing.T, block string, encoders []encoder) {
	header := []string{"Field"}
	for _, e := range encoders {
		header = append(header, e.name)
	}
	var rows [][]string
	for _, c := range cases {
		row := []string{c.name}
		for _, e := range encoders {
			row = append(row, c.written(e))
		}
		rows = append(rows, row)
	}
	for _, r := range reads {
		row := []string{r.name}
		for _, e := range encoders {
			row = append(row, r.read(e))
		}
		rows = append(rows, row)
	}
	readme.Check(t, block, header, rows)
}

// written returns the encoder's output for the example UUID.
func (c testCase) written(e encoder) string {
	data, err := c.take(e, ids.Example())
	if errors.Is(err, errRefused) {
		return "error"
	}
	return e.show(data, ids.Example())
}

// reads lists the table rows that begin with "read". They decode into a field that already contains
// a UUID.
var reads = []struct {
	name string
	read func(encoder) string
}{
	{"read null into value", func(e encoder) string { return readNull(e, ids.Example()) }},
	{"read null into pointer", func(e encoder) string { return readNull(e, pointer(ids.Example())) }},
	{"read null into `Null`", func(e encoder) string { return readNull(e, valid(ids.Example())) }},
	{"read `[1]` into value", func(e encoder) string { return readArray(e, ids.Example()) }},
	{"read empty into value", func(e encoder) string { return readEmpty(e, ids.Example()) }},
	{"read empty into `Null`", func(e encoder) string { return readEmpty(e, valid(ids.Example())) }},
}

func readNull[T comparable](e encoder, before T) string {
	if e.null == "" {
		return "no null"
	}
	return readInto(e, []byte(e.null), before)
}

func readEmpty[T comparable](e encoder, before T) string {
	return readInto(e, e.bad(""), before)
}

func readArray[T comparable](e encoder, before T) string {
	data, err := e.marshal(doc[[]int]{[]int{1}})
	if err != nil {
		return "no array"
	}
	return readInto(e, data, before)
}

// readInto decodes data into a field that contains before, and returns the cell for the README
// table.
func readInto[T comparable](e encoder, data []byte, before T) string {
	var zero T
	got := doc[T]{before}
	err := e.unmarshal(data, &got)
	// before is not the zero value, so "unchanged" and "set to zero" are distinct results.
	switch {
	case err != nil:
		return "error"
	case got.ID == before:
		return "unchanged"
	case got.ID != zero:
		return "**changed**"
	}
	switch any(zero).(type) {
	case uuid.UUID:
		return "Nil"
	case uuid.Null:
		return "missing"
	}
	return "nil"
}

func pointer(id uuid.UUID) *uuid.UUID { return &id }
