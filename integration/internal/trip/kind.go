package trip

import (
	"database/sql"

	"github.com/seed-8298af95/uuid"
)

// A Kind is a Go type for IDs. The tests pass values of this type as query arguments and scan into
// variables of this type.
type Kind struct {
	Name     string
	Nullable bool // the type can represent NULL

	value func(id *uuid.UUID) any          // converts id to the type; nil is NULL
	dest  func(id *uuid.UUID) any          // like value, but returns a pointer for Scan
	read  func(dest any) *uuid.UUID        // inverse of dest
	watch func(dest any) func() *uuid.UUID // returns a function that reads the value that a failed Scan must not change
}

// newKind returns the Kind for type T. The to and from functions convert between T and an ID, where
// a nil ID is NULL.
func newKind[T any](name string, nullable bool, to func(*uuid.UUID) T, from func(T) *uuid.UUID) Kind {
	read := func(dest any) *uuid.UUID { return from(*dest.(*T)) }
	return Kind{
		Name:     name,
		Nullable: nullable,
		value:    func(id *uuid.UUID) any { return to(id) },
		dest:     func(id *uuid.UUID) any { v := to(id); return &v },
		read:     read,
		watch:    func(dest any) func() *uuid.UUID { return func() *uuid.UUID { return read(dest) } },
	}
}

// Kinds returns the library's types, the pointer and sql.Null types for nullable columns, and
// [16]byte.
func Kinds() []Kind {
	return []Kind{
		plain[uuid.UUID]("UUID"),
		pointer[uuid.UUID]("*UUID"),
		newKind("Null", true, toNull, fromNull),
		sqlNull[uuid.UUID]("sql.Null[UUID]"),
		plain[uuid.Binary]("Binary"),
		pointer[uuid.Binary]("*Binary"),
		sqlNull[uuid.Binary]("sql.Null[Binary]"),
		plain[uuid.GUID]("GUID"),
		plain[userID]("ID[T]"),
		pointer[userID]("*ID[T]"),
		sqlNull[userID]("sql.Null[ID[T]]"),
		plain[[16]byte]("[16]byte"),
	}
}

// A userID is stored as a UUID, although its String method returns a TypeID.
type userID = uuid.ID[user]

type user struct{}

func (user) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

// sixteen is the constraint for types whose underlying type is [16]byte. Their bytes must be in
// network byte order.
type sixteen interface{ ~[16]byte }

func plain[T sixteen](name string) Kind {
	return newKind(name, false,
		func(id *uuid.UUID) T { return T(*id) },
		func(v T) *uuid.UUID { id := uuid.UUID(v); return &id })
}

func pointer[T sixteen](name string) Kind {
	k := newKind(name, true, toPointer[T], fromPointer[T])
	// Scan points the pointer at a new value before it converts the source, so a failed Scan may
	// change the pointer. It must not change the value that the old pointer refers to.
	k.watch = func(dest any) func() *uuid.UUID {
		v := *dest.(**T)
		return func() *uuid.UUID { return fromPointer(v) }
	}
	return k
}

func toPointer[T sixteen](id *uuid.UUID) *T {
	if id == nil {
		return nil
	}
	v := T(*id)
	return &v
}

func fromPointer[T sixteen](v *T) *uuid.UUID {
	if v == nil {
		return nil
	}
	id := uuid.UUID(*v)
	return &id
}

func sqlNull[T sixteen](name string) Kind {
	return newKind(name, true,
		func(id *uuid.UUID) sql.Null[T] { n := toNull(id); return sql.Null[T]{V: T(n.UUID), Valid: n.Valid} },
		func(n sql.Null[T]) *uuid.UUID { return fromNull(uuid.Null{UUID: uuid.UUID(n.V), Valid: n.Valid}) })
}

func toNull(id *uuid.UUID) uuid.Null {
	if id == nil {
		return uuid.Null{}
	}
	return uuid.Null{UUID: *id, Valid: true}
}

func fromNull(n uuid.Null) *uuid.UUID {
	if !n.Valid {
		return nil
	}
	return &n.UUID
}
