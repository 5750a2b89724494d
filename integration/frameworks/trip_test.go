package frameworks

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// A doc is a document that a framework fills, stores or writes. Its field has the tags that all the
// frameworks need.
type doc[T uuid.UUID | *uuid.UUID | uuid.Null] struct {
	ID T `json:"id" uri:"id" form:"id" header:"id" param:"id" params:"id" query:"id" reqHeader:"id" mapstructure:"id" db:"id" bun:"id" bson:"id" dynamodbav:"id" avro:"id" parquet:"id" redis:"id"`
}

// A carrier is a pointer to a doc.
type carrier interface {
	get() *uuid.UUID                    // nil for a missing ID
	set(id *uuid.UUID)                  // a nil id sets a UUID to Nil
	keep(id uuid.UUID, err error) error // sets the ID unless err is set, and returns err
	like(id *uuid.UUID) carrier         // returns a new document of the same kind
	field() any                         // returns the ID with the field's type
	pointer() any                       // returns a pointer to the field
}

func (d *doc[T]) field() any   { return d.ID }
func (d *doc[T]) pointer() any { return &d.ID }

func (d *doc[T]) get() *uuid.UUID {
	switch id := d.field().(type) {
	case uuid.UUID:
		return &id
	case *uuid.UUID:
		return id
	case uuid.Null:
		return pointer(id)
	}
	panic("unreachable")
}

func (d *doc[T]) set(id *uuid.UUID) {
	switch dst := d.pointer().(type) {
	case *uuid.UUID:
		*dst = null(id).UUID
	case **uuid.UUID:
		*dst = id
	case *uuid.Null:
		*dst = null(id)
	}
}

func (d *doc[T]) keep(id uuid.UUID, err error) error {
	if err == nil {
		d.set(&id)
	}
	return err
}

// like returns a document of the same kind with a copy of id, because a framework may write through
// the pointer.
func (d *doc[T]) like(id *uuid.UUID) carrier {
	c := new(doc[T])
	if id != nil {
		c.keep(*id, nil)
	}
	return c
}

func null(id *uuid.UUID) uuid.Null {
	if id == nil {
		return uuid.Null{}
	}
	return uuid.Null{UUID: *id, Valid: true}
}

func pointer(n uuid.Null) *uuid.UUID {
	if !n.Valid {
		return nil
	}
	return &n.UUID
}

// A kind is one of the Go types for an ID.
type kind struct {
	name string
	none string // README.md's word for a missing ID, or "" if an ID of this type cannot be missing
	new  func() carrier
}

var kinds = [...]kind{
	plain:    {"UUID", "", func() carrier { return new(doc[uuid.UUID]) }},
	optional: {"*UUID", "nil", func() carrier { return new(doc[*uuid.UUID]) }},
	nullable: {"Null", "missing", func() carrier { return new(doc[uuid.Null]) }},
}

// These constants are indexes into kinds.
const (
	plain = iota
	optional
	nullable
)

// with returns a document of kind k with the given ID.
func (k kind) with(id *uuid.UUID) carrier { return k.new().like(id) }

// A roundTrip sends a document through a framework and back.
type roundTrip struct {
	// write passes a document to the framework and returns the data that the framework wrote. read
	// makes the framework read that data into a document.
	write func(c carrier) (written any, err error)
	read  func(written any, c carrier) error

	// form describes how the ID was written, or returns "" if other programs would not read the
	// data as a UUID. form is nil if the framework does not write the data itself.
	form func(written any) string

	// Data for read without an ID, with an empty ID, and with "garbage" in place of the ID. A nil
	// value means that such data cannot exist.
	missing, empty any
	bad            []any

	// show formats human-readable output as Markdown. For other data, show is nil.
	show func(written any) string
}

const garbage = "garbage"

var example = ids.Example()

// absent represents a missing parameter.
type absent struct{}

// errNoPlace is the error from write if a missing ID cannot be written.
var errNoPlace = errors.New("cannot be missing here")

// path returns the round trip through a framework that reads an ID from a string that is always
// present.
func path(read func(text string, c carrier) error) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			if id := c.get(); id != nil {
				return id.String(), nil
			}
			return nil, errNoPlace
		},
		read: func(written any, c carrier) error { return read(written.(string), c) },
		bad:  []any{garbage},
	}
}

// parameter returns the round trip through a framework that reads an ID from an optional parameter.
// texts contains one value, or is empty if the parameter is missing.
func parameter(read func(texts []string, c carrier) error) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) {
			if id := c.get(); id != nil {
				return id.String(), nil
			}
			return absent{}, nil
		},
		read: func(written any, c carrier) error {
			if text, ok := written.(string); ok {
				return read([]string{text}, c)
			}
			return read(nil, c) // the parameter is missing
		},
		missing: absent{},
		empty:   "",
		bad:     []any{garbage},
	}
}

var (
	errChanged = errors.New("another UUID comes back, without an error")
	errTaken   = errors.New("an invalid value is accepted")
	errForm    = errors.New("the output does not have the form of a UUID")
	errPanic   = errors.New("panic")
)

// take sends one document of kind k for each ID through the framework, and one without an ID if the
// kind can represent that. It returns the first error.
func (w roundTrip) take(k kind, all []uuid.UUID) error {
	if _, err := w.writes(k); err != nil {
		return err
	}
	for _, id := range all {
		if err := w.pass(k, &id); err != nil {
			return err
		}
	}
	if k.none != "" {
		if err := w.pass(k, nil); err != nil && !errors.Is(err, errNoPlace) {
			return err
		}
	}
	for _, bad := range w.bad {
		// Accept any error for a bad value here. refuses checks whether the error explains the
		// value.
		switch err := w.try(bad, k.with(&example)); {
		case err == nil:
			return errTaken
		case errors.Is(err, errPanic):
			return err
		}
	}
	return nil
}

// pass writes and reads a document with one ID.
func (w roundTrip) pass(k kind, id *uuid.UUID) (err error) {
	defer recovered(&err)
	written, err := w.write(k.with(id))
	if err != nil {
		return err
	}
	got := k.with(nil)
	if err := w.read(written, got); err != nil {
		return err
	}
	if !equal(got.get(), id) {
		return errChanged
	}
	return nil
}

func equal(a, b *uuid.UUID) bool { return a == b || a != nil && b != nil && *a == *b }

// try calls read and returns a panic as an error.
func (w roundTrip) try(written any, c carrier) (err error) {
	defer recovered(&err)
	return w.read(written, c)
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", errPanic, r)
	}
}

// writes returns the form in which an ID of kind k is written.
func (w roundTrip) writes(k kind) (form string, err error) {
	defer recovered(&err)
	if w.form == nil {
		return "", nil
	}
	written, err := w.write(k.with(&example))
	if err != nil {
		return "", err
	}
	form = w.form(written)
	if form == "" {
		return "", errForm
	}
	return form, nil
}

// misses returns the table entry for a missing ID: the output itself if it is human-readable, and
// otherwise the value in a document of kind k after reading.
func (w roundTrip) misses(k kind) string {
	if w.show == nil {
		return w.reads(w.missing, k)
	}
	if k.none == "" {
		return ""
	}
	written, err := w.write(k.with(nil))
	if err != nil {
		return ""
	}
	return w.show(written)
}

// reads reads written into a document of kind k and returns the table entry for the result.
func (w roundTrip) reads(written any, k kind) string {
	if written == nil {
		return ""
	}
	c := k.with(nil)
	err := w.try(written, c)
	// refuses checks the value after an error.
	switch id := c.get(); {
	case errors.Is(err, errPanic):
		return "**panic**"
	case err != nil:
		return "error"
	case id == nil:
		return k.none
	case id.IsNil():
		return "Nil"
	default:
		return "**" + id.String() + "**"
	}
}

// refuses reads each bad value and returns the table entries. changes reports whether a failed read
// changed the ID in the document.
func (w roundTrip) refuses(k kind) (results []string, changes bool) {
	for _, bad := range w.bad {
		c := k.with(&example)
		result := "error"
		if err := w.try(bad, c); trip.Explains(err, garbage) != nil {
			result = "its own error"
		}
		results = append(results, result)
		// A decoder may set a *UUID to a new value before it reads the UUID, so a changed pointer
		// is allowed.
		changes = changes || k.name != "*UUID" && !equal(c.get(), &example)
	}
	return results, changes
}

// known returns the form in which the data contains the example, "text" or "16 bytes", or "" if the
// data contains neither.
func known(written any) string {
	data := fmt.Sprint(written)
	if b, ok := written.([]byte); ok {
		data = string(b)
	}
	switch {
	case strings.Contains(data, example.String()):
		return "text"
	case strings.Contains(data, string(example[:])):
		return "16 bytes"
	}
	return ""
}
