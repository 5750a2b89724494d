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

// held returns the library's type that a value of type t holds: t itself, what it points
// to, what an sql.Null has, or what a struct embeds. It returns nil if there is none.
func held(t reflect.Type) reflect.Type {
	if t == nil {
		return nil
	}
	return heldWithin(t, 8) // a type may contain itself
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

// embedded returns what the embedded fields hold from which a struct can have its method
// Value. Package reflect does not say which field that is. A GUID goes before the others,
// because its bytes are in another order.
func embedded(t reflect.Type, depth int) (found reflect.Type) {
	valuer := reflect.TypeFor[driver.Valuer]()
	if t.Kind() != reflect.Struct || !t.Implements(valuer) {
		return nil
	}
	for i := range t.NumField() {
		if f := t.Field(i); found != guid && f.Anonymous && f.Type.Implements(valuer) {
			if h := heldWithin(f.Type, depth-1); h != nil {
				found = h
			}
		}
	}
	return found
}

// A content is what is to be encoded of a value. The zero content is NULL.
type content struct {
	valid bool
	id    uuid.UUID
	bytes [16]byte     // id, or the GUID
	other driver.Value // if not nil, the result of a Value method that pgx encodes
}

func of(id uuid.UUID) content { return content{valid: true, id: id, bytes: id} }

func ofGUID(g uuid.GUID) content { return content{valid: true, id: g.UUID(), bytes: g} }

// An identifier says which UUID it is, as GUID and ID[T] do.
type identifier interface{ UUID() uuid.UUID }

// contentOf returns the content of a value whose type holds a UUID.
func contentOf(value any) (content, error) {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return content{}, nil
		}
		if isOurs(v.Type().Elem()) {
			break // the pointer says it without an allocation
		}
		v = v.Elem()
	}
	switch value := v.Interface().(type) {
	case uuid.UUID:
		return of(value), nil
	case *uuid.UUID:
		return of(*value), nil
	case uuid.Null:
		return ofNull(value), nil
	case *uuid.Null:
		return ofNull(*value), nil
	case uuid.Binary:
		return of(uuid.UUID(value)), nil
	case *uuid.Binary:
		return of(uuid.UUID(*value)), nil
	case uuid.GUID:
		return ofGUID(value), nil
	case *uuid.GUID:
		return ofGUID(*value), nil
	}
	if t := v.Type(); isSQLNull(t) {
		if !v.Field(1).Bool() {
			return content{}, nil
		}
		return contentOf(v.Field(0).Interface())
	} else if t.Kind() == reflect.Struct {
		return ofEmbedding(v.Interface().(driver.Valuer))
	}
	return of(v.Interface().(identifier).UUID()), nil // an ID[T] or a pointer to one
}

func ofNull(n uuid.Null) content {
	if !n.Valid {
		return content{}
	}
	return of(n.UUID)
}

// ofEmbedding returns the content of a struct that embeds one of the library's types. Its
// method Value may be that of the embedded type or one of its own.
func ofEmbedding(s driver.Valuer) (content, error) {
	value, err := s.Value()
	if err != nil || value == nil {
		return content{}, err
	}
	switch value := value.(type) {
	case string:
		if id, err := uuid.ParseStrict(value); err == nil {
			return of(id), nil
		}
	case []byte:
		if len(value) != len(uuid.UUID{}) {
			break
		}
		if held(reflect.TypeOf(s)) != guid {
			return of(uuid.UUID(value)), nil
		}
		id, ok := s.(identifier)
		switch {
		case ok && uuid.GUID(value) == id.UUID().GUID():
			return ofGUID(uuid.GUID(value)), nil
		case !ok || uuid.UUID(value) != id.UUID():
			return content{}, fmt.Errorf("pgxuuid: cannot tell whether the bytes of %T are those of a UUID or of a GUID; pass the GUID itself", s)
		}
	}
	return content{valid: true, other: value}, nil
}
