package pgxuuid

import (
	"database/sql/driver"
	"reflect"

	"github.com/jackc/pgx/v5/pgtype"
)

// A slice is a slice of what holds UUIDs, for pgx's codec of arrays. It hands out
// pointers to the elements: unlike copies they are not allocated.
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
	// A zero Null is NULL; the other types give text or bytes.
	if zero, _ := reflect.Zero(elem).Interface().(driver.Valuer).Value(); isBytes(zero) {
		wrap = newSlice
	}
	return &slicePlan{wrap: wrap}, wrap(value), true
}

func isBytes(value driver.Value) bool {
	_, ok := value.([]byte)
	return ok
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

// wrapPointer is a pgtype.TryWrapEncodePlanFunc for pointers to pointers. It makes a nil
// pointer behind a pointer NULL where the column is not known; pgx calls its method Value.
func wrapPointer(value any) (plan pgtype.WrappedEncodePlanNextSetter, next any, ok bool) {
	t := reflect.TypeOf(value)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Pointer || held(t) == nil {
		return nil, nil, false
	}
	return new(pointerPlan), reflect.Zero(t.Elem()).Interface(), true
}

// A pointerPlan encodes what a pointer points to.
type pointerPlan struct{ next pgtype.EncodePlan }

func (p *pointerPlan) SetNext(next pgtype.EncodePlan) { p.next = next }

func (p *pointerPlan) Encode(value any, buf []byte) ([]byte, error) {
	v := reflect.ValueOf(value).Elem()
	if v.IsNil() {
		return nil, nil
	}
	return p.next.Encode(v.Interface(), buf)
}
