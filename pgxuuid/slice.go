package pgxuuid

import (
	"database/sql/driver"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// A slice adapts a Go slice of values that contain UUIDs to pgx's array codec. It returns pointers
// to the elements, because copying an element would allocate.
type slice struct{ value reflect.Value }

// An idSlice is a slice that pgx sends as uuid[] unless PostgreSQL asks for a different type. A
// slice of Binary or GUID is not an idSlice, because the column may be a bytea[].
type idSlice struct{ slice }

func newSlice(v any) any   { return slice{reflect.ValueOf(v)} }
func newIDSlice(v any) any { return idSlice{slice{reflect.ValueOf(v)}} }

func (s slice) Dimensions() []pgtype.ArrayDimension {
	// pgx sends a nil slice as NULL before it asks for the dimensions.
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
	// Binary, GUID and an ID[T] whose Kind has Binary or GUID return bytes from Value. Call Value to
	// find out, because only IDKind knows the Kind.
	zero, _ := reflect.Zero(elem).Interface().(driver.Valuer).Value()
	if _, isBytes := zero.([]byte); isBytes {
		wrap = newSlice
	}
	return &slicePlan{wrap: wrap}, wrap(value), true
}

// A slicePlan wraps a Go slice with the wrap function, and encodes the result.
type slicePlan struct {
	wrap func(any) any
	next pgtype.EncodePlan
}

func (p *slicePlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *slicePlan) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(p.wrap(value), buf)
}

// wrapPointer is a pgtype.TryWrapEncodePlanFunc for pointers to pointers. If the column type is
// unknown, pgx calls Value. For a pointer to a nil pointer, this call would panic. wrapPointer
// sends NULL instead.
func wrapPointer(value any) (plan pgtype.WrappedEncodePlanNextSetter, next any, ok bool) {
	t := reflect.TypeOf(value)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Pointer || held(t) == nil {
		return nil, nil, false
	}
	// Pgx uses only the type of next, to find the next plan.
	return new(pointerPlan), reflect.Zero(t.Elem()).Interface(), true
}

// A pointerPlan encodes the value that a pointer points to.
type pointerPlan struct{ next pgtype.EncodePlan }

func (p *pointerPlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *pointerPlan) Encode(value any, buf []byte) ([]byte, error) {
	v := reflect.ValueOf(value).Elem() // value is not nil, because pgx checks that
	if v.IsNil() {
		return nil, nil
	}
	return p.next.Encode(v.Interface(), buf)
}
