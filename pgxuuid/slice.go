package pgxuuid

import (
	"database/sql/driver"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// A slice adapts a Go slice of values that hold UUIDs to pgx's codec for arrays. It returns
// pointers to the elements, because a copy of an element would be an allocation.
type slice struct{ value reflect.Value }

// An idSlice is a slice that is sent as uuid[] in every mode. A slice of Binary or GUID is not an
// idSlice, because its column may be a bytea[].
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

func (s slice) IndexType() any {
	t := s.value.Type().Elem()
	if t.Kind() != reflect.Pointer {
		t = reflect.PointerTo(t)
	}
	return reflect.Zero(t).Interface()
}

// wrapSlice is a pgtype.TryWrapEncodePlanFunc for slices.
func wrapSlice(value any) (plan pgtype.WrappedEncodePlanNextSetter, next any, ok bool) {
	t := reflect.TypeOf(value)
	if t == nil || t.Kind() != reflect.Slice || t.Implements(reflect.TypeFor[driver.Valuer]()) {
		return nil, nil, false
	}
	elem := held(t.Elem())
	if elem == nil {
		return nil, nil, false
	}
	wrap := newIDSlice
	// Binary, GUID and an ID[T] with IDBinary return bytes from Value. The call is needed,
	// because the Go type of an ID[T] does not show whether T has IDBinary.
	zero, _ := reflect.Zero(elem).Interface().(driver.Valuer).Value()
	if _, isBytes := zero.([]byte); isBytes {
		wrap = newSlice
	}
	return &slicePlan{wrap: wrap}, wrap(value), true
}

// A slicePlan wraps a slice and encodes the result.
type slicePlan struct {
	wrap func(any) any
	next pgtype.EncodePlan
}

func (p *slicePlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *slicePlan) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(p.wrap(value), buf)
}

// wrapPointer is a pgtype.TryWrapEncodePlanFunc for pointers to pointers. If pgx has no type for
// the column, it would call the Value method of a nil pointer that a pointer points to.
// wrapPointer encodes such a nil pointer as NULL.
func wrapPointer(value any) (plan pgtype.WrappedEncodePlanNextSetter, next any, ok bool) {
	t := reflect.TypeOf(value)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Pointer || held(t) == nil {
		return nil, nil, false
	}
	return new(pointerPlan), reflect.Zero(t.Elem()).Interface(), true // pgx needs only the type, to find the next plan
}

// A pointerPlan encodes the value that a pointer points to.
type pointerPlan struct{ next pgtype.EncodePlan }

func (p *pointerPlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *pointerPlan) Encode(value any, buf []byte) ([]byte, error) {
	v := reflect.ValueOf(value).Elem() // value is not nil, because pgx has a check for nil
	if v.IsNil() {
		return nil, nil
	}
	return p.next.Encode(v.Interface(), buf)
}
