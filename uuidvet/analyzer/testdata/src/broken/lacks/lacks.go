// Package lacks does not type-check, because what it uses was not generated yet. The types of its
// variables, fields and functions are not known.
package lacks

import (
	"github.com/seed-8298af95/uuid"
	"gone"
)

var (
	Type     Missing
	Pointer  *Missing
	List     []Missing
	Map      map[string]Missing
	Call     = missing()
	Member   = uuid.UUID{}.Missing()
	Typed    uuid.ID[Missing]
	Untyped  uuid.ID
	Instance Generic[Missing]
	Foreign  gone.Type
	Made     = gone.New()
)

type Generic[T uuid.Kinded] struct{ ID uuid.ID[T] }

type Embeds struct {
	Missing
	gone.Type
	Name Missing
}

func (Embeds) IDKind() Missing { return Missing{} }

type Kinded struct{ Embedded }

type Embedded struct{ Field Missing }

func (e Embedded) IDKind() uuid.Kind { return e.Field.IDKind() }

type Hooked struct{ ID Missing }

func (h *Hooked) BeforeCreate(Missing) Missing { h.ID = missing(); return nil }

func Func(Missing) Missing { return missing() }

func Two() (Missing, error) { return missing(), nil }
