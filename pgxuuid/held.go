package pgxuuid

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// isOurs reports whether t is one of the library's types for a UUID.
func isOurs(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[uuid.UUID](), reflect.TypeFor[uuid.Null](), reflect.TypeFor[uuid.Binary](), guid:
		return true
	}
	return t.PkgPath() == guid.PkgPath() && strings.HasPrefix(t.Name(), "ID[")
}

var guid = reflect.TypeFor[uuid.GUID]()

func isSQLNull(t reflect.Type) bool {
	return t.PkgPath() == "database/sql" && strings.HasPrefix(t.Name(), "Null[")
}

// held returns the library's type within type t, or nil. t may be one of the library's types, a
// pointer to it, an sql.Null of it, or a struct that embeds it.
func held(t reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	return heldWithin(t, 8) // limits the depth, because a type can contain itself; real types are not nested that deeply
}

func heldWithin(t reflect.Type, depth int) reflect.Type {
	switch {
	case isOurs(t):
		return t
	case depth == 0:
		return nil
	case t.Kind() == reflect.Pointer:
		return heldWithin(t.Elem(), depth-1)
	case isSQLNull(t):
		return heldWithin(t.Field(0).Type, depth-1)
	}
	return embedded(t, depth)
}

// embedded returns the library's type in the embedded fields of a struct with a Value method, or nil.
// The method may be promoted from one of the fields. Package reflect does not say which one. If one
// of them is a GUID, embedded returns GUID, so fromEmbedding checks the byte order.
func embedded(t reflect.Type, depth int) (found reflect.Type) {
	if t.Kind() != reflect.Struct || !t.Implements(reflect.TypeFor[driver.Valuer]()) {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); found != guid && f.Anonymous {
			if h := heldWithin(f.Type, depth-1); h != nil {
				found = h
			}
		}
	}
	return found
}

// An encodable is a value to send. The zero encodable is NULL.
type encodable struct {
	valid bool
	id    uuid.UUID
	bytes [16]byte     // for a bytea: the bytes of id or of a GUID
	other driver.Value // if not nil, the result of a Value method, which pgx encodes
}

func fromUUID(id uuid.UUID) encodable { return encodable{valid: true, id: id, bytes: id} }

func fromGUID(g uuid.GUID) encodable { return encodable{valid: true, id: g.UUID(), bytes: g} }

func fromNull(n uuid.Null) encodable {
	if !n.Valid {
		return encodable{}
	}
	return fromUUID(n.UUID)
}

// An identifier is a type with a UUID method, such as GUID and ID[T].
type identifier interface{ UUID() uuid.UUID }

// toEncodable converts a value. held must not return nil for its type.
func toEncodable(value any) (encodable, error) {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return encodable{}, nil
		}
		// Do not dereference the last pointer, because Interface would then copy the UUID and
		// allocate.
		if isOurs(v.Type().Elem()) {
			break
		}
		v = v.Elem()
	}
	switch value := v.Interface().(type) {
	case uuid.UUID:
		return fromUUID(value), nil
	case *uuid.UUID:
		return fromUUID(*value), nil
	case uuid.Null:
		return fromNull(value), nil
	case *uuid.Null:
		return fromNull(*value), nil
	case uuid.Binary:
		return fromUUID(uuid.UUID(value)), nil
	case *uuid.Binary:
		return fromUUID(uuid.UUID(*value)), nil
	case uuid.GUID:
		return fromGUID(value), nil
	case *uuid.GUID:
		return fromGUID(*value), nil
	}
	// An sql.Null is a struct too, so test for it before other structs.
	if t := v.Type(); isSQLNull(t) {
		if !v.Field(1).Bool() {
			return encodable{}, nil
		}
		return toEncodable(v.Field(0).Interface())
	} else if t.Kind() == reflect.Struct {
		return fromEmbedding(v.Interface().(driver.Valuer))
	}
	// Only ID[T] remains. The switch above cannot list ID[T], because ID is generic.
	return fromUUID(v.Interface().(identifier).UUID()), nil
}

// fromEmbedding converts a struct that embeds one of the library's types. The Value method is
// either declared on the struct or promoted from the embedded type.
func fromEmbedding(s driver.Valuer) (encodable, error) {
	value, err := s.Value()
	if err != nil || value == nil {
		return encodable{}, err
	}
	switch value := value.(type) {
	case string:
		if id, err := uuid.ParseStrict(value); err == nil {
			return fromUUID(id), nil
		}
	case []byte:
		if len(value) != len(uuid.UUID{}) {
			break
		}
		if held(reflect.TypeOf(s)) != guid {
			return fromUUID(uuid.UUID(value)), nil
		}
		// The struct embeds a GUID, but its own Value method may return the UUID's bytes. Compare
		// value with the result of the struct's UUID method to determine the byte order. ok is false if
		// another embedded field hides this method.
		id, ok := s.(identifier)
		switch {
		case ok && uuid.GUID(value) == id.UUID().GUID():
			return fromGUID(uuid.GUID(value)), nil
		case ok && uuid.UUID(value) == id.UUID():
			return fromUUID(uuid.UUID(value)), nil
		default:
			return encodable{}, fmt.Errorf("pgxuuid: cannot tell whether the bytes from %T are in UUID or GUID order; pass the GUID itself", s)
		}
	}
	return encodable{valid: true, other: value}, nil
}
