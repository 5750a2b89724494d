package frameworks

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"github.com/seed-8298af95/uuid/integration/internal/trip"
)

// A doc is what a framework fills, stores or writes. Its field has the tags of
// them all.
type doc[T uuid.UUID | *uuid.UUID | uuid.Null] struct {
	ID T `json:"id" uri:"id" form:"id" header:"id" param:"id" params:"id" query:"id" reqHeader:"id" mapstructure:"id" db:"id" bun:"id" bson:"id" dynamodbav:"id" avro:"id" parquet:"id" redis:"id"`
}

// A carrier is a pointer to a doc.
type carrier interface {
	get() *uuid.UUID                    // nil is missing
	set(id *uuid.UUID)                  // a UUID cannot be missing: it is Nil then
	keep(id uuid.UUID, err error) error // sets id unless there is an error, which it returns
	like(id *uuid.UUID) carrier         // another one of the same kind
	field() any                         // the ID, of whatever type
	pointer() any                       // a pointer to it
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

// like copies id, because a framework may write to what a pointer points at.
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

// A kind is a Go type for an ID.
type kind struct {
	name string
	none string // what it is when it is missing, "" if it cannot be
	new  func() carrier
}

var kinds = [...]kind{
	plain:    {"UUID", "", func() carrier { return new(doc[uuid.UUID]) }},
	optional: {"*UUID", "nil", func() carrier { return new(doc[*uuid.UUID]) }},
	nullable: {"Null", "missing", func() carrier { return new(doc[uuid.Null]) }},
}

// The indexes of kinds.
const (
	plain = iota
	optional
	nullable
)

// with returns a document of kind k.
func (k kind) with(id *uuid.UUID) carrier { return k.new().like(id) }

// A way is how a document passes a framework.
type way struct {
	// write returns what the framework makes of a document, and read reads it.
	write func(c carrier) (written any, err error)
	read  func(written any, c carrier) error

	// form names the form in which the ID was written. It is empty if nobody
	// else would take that for a UUID. The function is nil where it is not the
	// framework that writes.
	form func(written any) string

	// What is written where there is no ID and where it is empty, and what is
	// written where there is "garbage" instead. They are nil where that cannot
	// be.
	missing, empty any
	bad            []any

	// show returns what is written, in Markdown. It is nil unless that is for
	// people to read.
	show func(written any) string
}

const garbage = "garbage"

var example = ids.Example()

// absent is what is written where there is no ID.
type absent struct{}

// errNoPlace is the error of a write where an ID cannot be missing.
var errNoPlace = errors.New("cannot be missing here")

// path is the way through a framework that reads an ID from a text which is
// always there.
func path(read func(text string, c carrier) error) way {
	return way{
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

// parameter is the way through a framework that reads an ID from the one text
// in texts, or from none.
func parameter(read func(texts []string, c carrier) error) way {
	return way{
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
			return read(nil, c)
		},
		missing: absent{},
		empty:   "",
		bad:     []any{garbage},
	}
}

var (
	errChanged = errors.New("another UUID comes back, without an error")
	errTaken   = errors.New("what is no UUID is taken for one")
	errForm    = errors.New("it is written in a form of its own")
	errPanic   = errors.New("panic")
)

// take takes all IDs, and none if k can be missing, in documents of kind k and
// returns what goes wrong first.
func (w way) take(k kind, all []uuid.UUID) error {
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
		switch err := w.try(bad, k.with(&example)); {
		case err == nil:
			return errTaken
		case errors.Is(err, errPanic):
			return err
		}
	}
	return nil
}

// pass takes one ID.
func (w way) pass(k kind, id *uuid.UUID) (err error) {
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

// try reads into a document and returns a panic as an error.
func (w way) try(written any, c carrier) (err error) {
	defer recovered(&err)
	return w.read(written, c)
}

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%w: %v", errPanic, r)
	}
}

// writes returns the form in which the ID of a document of kind k is written.
func (w way) writes(k kind) (form string, err error) {
	defer recovered(&err)
	if w.form == nil {
		return "", nil
	}
	written, err := w.write(k.with(&example))
	if err != nil {
		return "", err
	}
	if form = w.form(written); form == "" {
		return "", errForm
	}
	return form, nil
}

// misses returns what a document of kind k holds after it was read from what is
// written without an ID, or what is shown of one without an ID.
func (w way) misses(k kind) string {
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

// reads returns what a document of kind k holds after it was read.
func (w way) reads(written any, k kind) string {
	if written == nil {
		return ""
	}
	c := k.with(nil)
	err := w.try(written, c)
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

// refuses returns what becomes of a document of kind k that had an ID when what
// is read is no UUID.
func (w way) refuses(k kind) (results []string) {
	for _, bad := range w.bad {
		c := k.with(&example)
		result := "error"
		if err := w.try(bad, c); trip.Explains(err, garbage) != nil {
			result = "its own error"
		}
		// A pointer may be set before what it points at is read.
		if k.name != "*UUID" && !equal(c.get(), &example) {
			result += ", and changed"
		}
		results = append(results, result)
	}
	return results
}

// known is the form of text or bytes.
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
