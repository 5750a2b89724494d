package uuidmethod

import "github.com/seed-8298af95/uuid"

type Value struct{}

func (Value) IDMask() uuid.Mask { return uuid.Mask{} }

type Argument struct{}

func (*Argument) IDPrefix(string) string { return "" }

type Field struct{ IDBinary bool }

type Deep struct{ Field }

type Misspelt struct{}

func (Misspelt) IdMask() *uuid.Mask { return nil }

func (Misspelt) idPrefix() string { return "" }

type User struct{}

func (User) IDMask() *uuid.Mask        { return nil }
func (User) IDPrefix() (prefix string) { return "user" }

type Tenant struct{}

func (*Tenant) IDMask() *uuid.Mask { return nil }

type Both struct {
	User
	Tenant
}

type Interface interface{ IDBinary() bool }

type wrong struct {
	A uuid.ID[Value]     // want `Value has another IDMask, so its IDs panic or do without; write a method IDMask\(\) \*uuid.Mask \(https://pkg.go.dev/.*#ID\)`
	B uuid.ID[Argument]  // want `Argument has another IDPrefix`
	C uuid.ID[*Field]    // want `Field has a field IDBinary`
	D uuid.ID[Deep]      // want `Deep has a field IDBinary`
	E uuid.ID[Misspelt]  // want `Misspelt has IdMask, which has no effect; write a method IDMask` `Misspelt has idPrefix, which has no effect`
	F uuid.ID[Both]      // want `Both loses IDMask between two embedded types`
	G uuid.ID[Interface] // want `Interface has another IDBinary`
	H uuid.ID[Both]      // said once
}

type Inherits struct{ *User }

type Overrides struct{ Both }

func (*Overrides) IDMask() *uuid.Mask { return nil }

type Other struct{ IDMark, ID int }

type right[T Interface] struct {
	A uuid.ID[User]
	B uuid.ID[*Tenant]
	C uuid.ID[Inherits]
	D uuid.ID[Overrides]
	E uuid.ID[Other]
	F uuid.ID[any]
	H uuid.ID[*Interface]
	G uuid.ID[T]
}
