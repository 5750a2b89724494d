package uuid

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"strconv"
)

// Scan implements [database/sql.Scanner]. It accepts
//
//   - a string or []byte in a form that [Parse] accepts
//   - a 16-byte []byte or array, such as another package's UUID
//
// Any other value, including "" and NULL, causes an error. For a column that may be NULL, use
// [Null].
func (u *UUID) Scan(src any) error {
	if u == nil {
		return errNilDestination
	}
	// Nearly all values have one of these types. Package reflect, which is slow, handles other
	// types.
	switch src := src.(type) {
	case string:
		ok := parseCanonical(u, src) || parseOther(u, src)
		if !ok {
			return parseError(src)
		}
		return nil
	case []byte: // never NULL, even if it is nil: some drivers send "" as a nil slice
		if len(src) == binaryLen {
			*u = UUID(src)
			return nil
		}
		return u.UnmarshalText(src)
	case UUID:
		*u = src
		return nil
	case nil:
		return errNull
	}
	// A loop, because reflect cannot convert an array whose element type is a named byte type.
	v := reflect.ValueOf(src)
	t := v.Type()
	if t.Kind() != reflect.Array || t.Len() != binaryLen || t.Elem().Kind() != reflect.Uint8 {
		return errors.New("uuid: cannot scan a value of type " + typeName(t))
	}
	for i := range u {
		u[i] = byte(v.Index(i).Uint())
	}
	return nil
}

// Value implements [database/sql/driver.Valuer] with the canonical text.
func (u UUID) Value() (driver.Value, error) { return u.String(), nil }

const cannotScanNULL = "uuid: cannot scan NULL: for a column that may be NULL, use "

var errNull = errors.New(cannotScanNULL + "Null or a pointer")

// typeName returns the name of t with full package paths, because many packages are named uuid. For
// an unnamed struct or function it returns the kind.
func typeName(t reflect.Type) string {
	switch name := t.Name(); {
	case t.PkgPath() != "":
		return t.PkgPath() + "." + name
	case name != "":
		return name
	}
	// t.String omits package paths, so typeName composes the name of an unnamed type from its
	// parts.
	switch t.Kind() {
	case reflect.Pointer:
		return "*" + typeName(t.Elem())
	case reflect.Slice:
		return "[]" + typeName(t.Elem())
	case reflect.Array:
		return "[" + strconv.Itoa(t.Len()) + "]" + typeName(t.Elem())
	}
	return t.Kind().String()
}
