package pgxuuid

import (
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/seed-8298af95/uuid"
)

// A slice is a slice of one of the library's types, for pgx's codec of arrays.
// It hands out pointers to the elements: unlike copies they are not allocated.
type slice struct{ value reflect.Value }

// An idSlice is a slice of what is for a uuid, wherever it is sent. A slice of
// Binary or GUID may be for bytea.
type idSlice struct{ slice }

func newSlice(v any) any   { return slice{reflect.ValueOf(v)} }
func newIDSlice(v any) any { return idSlice{slice{reflect.ValueOf(v)}} }

func (s slice) Dimensions() []pgtype.ArrayDimension {
	if s.value.IsNil() {
		return nil
	}
	return []pgtype.ArrayDimension{{Length: int32(s.value.Len()), LowerBound: 1}}
}

func (s slice) Index(i int) any {
	elem := s.value.Index(i)
	if elem.Kind() != reflect.Pointer {
		elem = elem.Addr()
	}
	return elem.Interface()
}

func (s slice) IndexType() any { return reflect.New(base(s.value.Type().Elem())).Interface() }

// wrapSlice is a pgtype.TryWrapEncodePlanFunc for slices.
func wrapSlice(value any) (plan pgtype.WrappedEncodePlanNextSetter, next any, ok bool) {
	t := reflect.TypeOf(value)
	if t == nil || t.Kind() != reflect.Slice {
		return nil, nil, false
	}
	wrap := newIDSlice
	switch t := base(t.Elem()); t {
	case reflect.TypeFor[uuid.UUID](), reflect.TypeFor[uuid.Null]():
	case reflect.TypeFor[uuid.Binary](), reflect.TypeFor[uuid.GUID]():
		wrap = newSlice
	default:
		if !isIdentifier(t) {
			return nil, nil, false
		}
	}
	return &slicePlan{wrap: wrap}, wrap(value), true
}

// A slicePlan encodes what wrap makes of a slice.
type slicePlan struct {
	wrap func(any) any
	next pgtype.EncodePlan
}

func (p *slicePlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *slicePlan) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(p.wrap(value), buf)
}
