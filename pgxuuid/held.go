package pgxuuid

import (
	"bytes"
	"database/sql/driver"
	"encoding"
	"fmt"
	"reflect"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// isOurs reports whether t is one of the library's types for a UUID.
func isOurs(t reflect.Type) bool {
	switch t {
	case plain, reflect.TypeFor[uuid.Null](), reflect.TypeFor[uuid.Binary](), reflect.TypeFor[uuid.GUID]():
		return true
	}
	return t.PkgPath() == plain.PkgPath() && strings.HasPrefix(t.Name(), "ID[")
}

var plain = reflect.TypeFor[uuid.UUID]()

// isGUID reports whether the Value method of t, one of the library's types, returns 16 bytes in
// Microsoft's order. GUID's does, and that of an ID[T] whose Kind has GUID. The Kind of T is known
// only from a value.
func isGUID(t reflect.Type) bool {
	id, v := uuid.UUID{1}, reflect.New(t)
	if err := v.Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(id[:]); err != nil {
		return false // cannot happen, because the library's types accept 16 bytes
	}
	value, _ := v.Elem().Interface().(driver.Valuer).Value()
	b, ok := value.([]byte)
	return ok && uuid.UUID(b) != id
}

func isSQLNull(t reflect.Type) bool {
	return t.PkgPath() == "database/sql" && strings.HasPrefix(t.Name(), "Null[")
}

// held returns the library's type within type t, or nil. t may be one of the library's types, a
// pointer to it, an sql.Null of it, or a struct that embeds it.
func held(t reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	// The limit is necessary because a type can contain itself. Real types are not nested so deeply.
	return heldWithin(t, 8)
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
// of them is a GUID by isGUID, embedded returns that one, so fromEmbedding checks the byte order.
func embedded(t reflect.Type, depth int) (found reflect.Type) {
	if t.Kind() != reflect.Struct || !t.Implements(reflect.TypeFor[driver.Valuer]()) {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.Anonymous {
			if h := heldWithin(f.Type, depth-1); h != nil && (found == nil || !isGUID(found)) {
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
	guid  bool         // a bytea gets the bytes in Microsoft's order
	other driver.Value // if not nil, the result of a Value method, which pgx encodes
}

// bytes returns the bytes for a bytea.
func (e encodable) bytes() [16]byte {
	if e.guid {
		return e.id.BytesLE()
	}
	return e.id
}

// toEncodable converts a value. held must not return nil for its type, and guid is the result of
// isGUID for the type that held returns.
func toEncodable(value any, guid bool) (encodable, error) {
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
		return encodable{valid: true, id: value}, nil
	case *uuid.UUID:
		return encodable{valid: true, id: *value}, nil
	case uuid.Null:
		return encodable{valid: value.Valid, id: value.UUID}, nil
	case *uuid.Null:
		return encodable{valid: value.Valid, id: value.UUID}, nil
	case uuid.Binary:
		return encodable{valid: true, id: uuid.UUID(value)}, nil
	case *uuid.Binary:
		return encodable{valid: true, id: uuid.UUID(*value)}, nil
	case uuid.GUID:
		return encodable{valid: true, id: uuid.UUID(value), guid: guid}, nil
	case *uuid.GUID:
		return encodable{valid: true, id: uuid.UUID(*value), guid: guid}, nil
	}
	// An sql.Null is a struct too, so test for it before other structs.
	if t := v.Type(); isSQLNull(t) {
		if !v.Field(1).Bool() {
			return encodable{}, nil
		}
		return toEncodable(v.Field(0).Interface(), guid)
	} else if t.Kind() == reflect.Struct {
		return fromEmbedding(v.Interface().(driver.Valuer), guid)
	}
	// Only ID[T] remains. The switch above cannot list ID[T], because ID is generic.
	id := v.Interface().(interface{ UUID() uuid.UUID }).UUID()
	return encodable{valid: true, id: id, guid: guid}, nil
}

// fromEmbedding converts a struct that embeds one of the library's types. The Value method is
// either declared on the struct or promoted from the embedded type.
func fromEmbedding(s driver.Valuer, guid bool) (encodable, error) {
	value, err := s.Value()
	if err != nil || value == nil {
		return encodable{}, err
	}
	switch value := value.(type) {
	case string:
		if id, err := uuid.ParseStrict(value); err == nil {
			return encodable{valid: true, id: id}, nil
		}
	case []byte:
		if len(value) != len(uuid.UUID{}) {
			break
		}
		if !guid {
			return encodable{valid: true, id: uuid.UUID(value)}, nil
		}
		// The struct embeds a GUID, but its own Value method may return the UUID's bytes. Compare
		// value with the result of the struct's MarshalBinary method, which is in network order. b is
		// empty if another embedded field hides this method.
		var b []byte
		if m, ok := s.(encoding.BinaryMarshaler); ok {
			b, err = m.MarshalBinary()
		}
		if id, err2 := uuid.FromBytes(b); err == nil && err2 == nil {
			// Go 1.25 to 1.27 cannot compile a comparison of arrays with == here for 386 and arm.
			switch le := id.BytesLE(); {
			case bytes.Equal(value, le[:]):
				return encodable{valid: true, id: id, guid: true}, nil
			case bytes.Equal(value, id[:]):
				return encodable{valid: true, id: id}, nil
			}
		}
		return encodable{}, fmt.Errorf("pgxuuid: cannot tell whether the bytes from %T are in UUID or GUID order; "+
			"pass the GUID itself", s)
	}
	return encodable{valid: true, other: value}, nil
}
