// Package models has types of IDs that other packages use.
package models

import "github.com/seed-8298af95/uuid"

var mask *uuid.Mask

type Text struct{}

func (Text) IDKind() uuid.Kind { return uuid.Kind{Prefix: "text"} }

type Bytes struct{}

func (Bytes) IDKind() uuid.Kind {
	return uuid.Kind{Prefix: "bytes", Binary: true}
}

type GUID struct{}

func (GUID) IDKind() (k uuid.Kind) {
	k.GUID = true
	return
}

type Masked struct{}

func (Masked) IDKind() uuid.Kind { return uuid.Kind{Prefix: "masked", Binary: true, Mask: &mask} }

type Takes struct{ Account Masked }

func (t Takes) IDKind() uuid.Kind {
	k := t.Account.IDKind()
	k.Prefix = "takes"
	return k
}

type Embeds struct {
	Name string
	Takes
}

type Drops struct{}

func (Drops) IDKind() uuid.Kind {
	const prefix = "drops"
	var k uuid.Kind
	k = uuid.Kind{Binary: true, Mask: &mask}
	k.Prefix = prefix
	k.Binary, k.Mask = false, nil
	return k
}

// Two has two variables, and returns the one that is not 16 bytes.
type Two struct{}

func (Two) IDKind() uuid.Kind {
	var k, x uuid.Kind
	x.Binary = true
	return k
}

// Initial sets its variable where it declares it.
type Initial struct{}

func (Initial) IDKind() uuid.Kind {
	var k = uuid.Kind{Binary: true}
	return k
}

// Other has a second variable after the one that it returns.
type Other struct{}

func (Other) IDKind() (k uuid.Kind) {
	k.Mask = &mask
	var x uuid.Kind
	x.Prefix = "other"
	return
}

// Path asks a variable, which is not its own field.
type Path struct{ Base Bytes }

func (Path) IDKind() uuid.Kind {
	o := struct{ Base Text }{}
	return o.Base.IDKind()
}

// Calls asks what a method returns.
type Calls struct{}

func (Calls) base() Text { return Text{} }

func (c Calls) IDKind() uuid.Kind { return c.base().IDKind() }

// Nested asks a field of a field.
type Nested struct{ Takes Takes }

func (n Nested) IDKind() uuid.Kind { return n.Takes.Account.IDKind() }

// Pointer sets its variable by a pointer, so it cannot be read.
type Pointer struct{}

func (Pointer) IDKind() uuid.Kind {
	var k uuid.Kind
	var p = &k
	p.Mask = &mask
	return k
}

// Parens sets its variable in parentheses.
type Parens struct{}

func (Parens) IDKind() (k uuid.Kind) {
	(k).Mask = &mask
	return k
}

// Closure sets its variable in a function.
type Closure struct{}

func (Closure) IDKind() uuid.Kind {
	k := uuid.Kind{}
	k.Prefix = func() string { k.Mask = &mask; return "closure" }()
	return k
}

var masked = uuid.Kind{Mask: &mask}

// Shares returns what a variable of the package has.
type Shares struct{}

func (Shares) IDKind() uuid.Kind {
	const doc = "a variable of the package"
	return masked
}

// Sets sets a variable of the package.
type Sets struct{}

func (Sets) IDKind() uuid.Kind {
	masked.Prefix = "sets"
	return masked
}

// Unknown has a method that cannot be read.
type Unknown struct{}

func (Unknown) IDKind() uuid.Kind {
	if mask == nil {
		return uuid.Kind{}
	}
	return uuid.Kind{Binary: mask != nil, Mask: &mask}
}

// Decided has a field that cannot be read.
type Decided struct{}

func (Decided) IDKind() uuid.Kind { return uuid.Kind{Binary: mask != nil, Mask: &mask} }
