package uuid

import (
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
)

// An idType describes how a type T formats, masks and stores its IDs. Each interface contains the
// zero value of T, or is nil if T does not have the method. The methods are called each time, and
// no result is cached.
type idType struct {
	key      any    // a nil *T, by which idTypeOf finds this idType
	name     string // name of T or, if T is a pointer, of its element
	prefix   interface{ IDPrefix() string }
	mask     interface{ IDMask() *Mask }
	binary   interface{ IDBinary() bool }
	fault    string // what is wrong with T; functions that parse or format text panic with it
	unmasked bool   // text shows the ID itself: T has no Mask and no fault
}

// idTypes contains the idType of each T in use. A stored slice never changes. A program has few
// types, so a linear search takes 2 ns. A sync.Map lookup takes longer than formatting a plain ID.
var idTypes atomic.Pointer[[]*idType]

// idTypeOf returns the idType of T.
func idTypeOf[T any]() *idType {
	if known := idTypes.Load(); known != nil {
		for _, t := range *known {
			if _, ok := t.key.(*T); ok {
				return t
			}
		}
	}
	return newIDType((*T)(nil))
}

// newIDType makes an idType and adds it to idTypes. If two goroutines add one at the same time, one
// of the two is lost and recreated later.
func newIDType(key any) *idType {
	base := reflect.TypeOf(key).Elem()
	if base.Kind() == reflect.Pointer {
		base = base.Elem() // ID[*User] and ID[User] use the same methods
	}
	t := &idType{key: key, name: base.String()}
	zero := reflect.New(base).Interface() // a pointer has the methods of its element too
	s := search{visited: make(map[visit]bool)}
	s.visit(base, false)
	t.prefix = methodOf[interface{ IDPrefix() string }](t, zero, s.found[0], "IDPrefix() string")
	t.binary = methodOf[interface{ IDBinary() bool }](t, zero, s.found[1], "IDBinary() bool")
	t.mask = methodOf[interface{ IDMask() *Mask }](t, zero, s.found[2], "IDMask() *uuid.Mask")
	t.unmasked = t.mask == nil && t.fault == ""
	// The slice is new, because other goroutines read the old slice without a lock.
	all := []*idType{t}
	if known := idTypes.Load(); known != nil {
		all = append(all, *known...)
	}
	idTypes.Store(&all)
	return t
}

// methodOf returns zero, the zero value of T, as an M: an interface with one of the three methods.
// It returns nil if T lacks the method. If the search found it nevertheless, methodOf sets t.fault:
// without the IDMask that T is meant to have, text would show the time of an ID.
func methodOf[M any](t *idType, zero any, found finding, signature string) M {
	m, ok := zero.(M)
	switch {
	case ok && found.mayBeNil:
		return any(nilGuard{zero, t.name}).(M)
	case !ok && found.seen:
		name, _, _ := strings.Cut(signature, "(")
		t.fault = "uuid: " + t.name + " has an " + name + ", but not the method " + signature
	}
	return m
}

// A search looks for the three methods, with any signature, in T and in the types that T embeds or
// points to, at any depth. T inherits the method at the shallowest depth. So if T lacks a method
// that the search finds, a field hides it, or two methods at the same depth hide each other.
type search struct {
	visited map[visit]bool
	found   [3]finding // IDPrefix, IDBinary and IDMask
}

// A visit is a type, and whether T reaches it through a pointer or an interface.
type visit struct {
	reflect.Type
	mayBeNil bool
}

// A finding describes what a search found under the name of a method.
type finding struct {
	seen     bool // a method or, for IDMask, a field
	mayBeNil bool // a method of an embedded pointer or interface, which is nil in the zero T
}

// visit searches t. If mayBeNil is set, t belongs to a pointer that may be nil in the zero T.
func (s *search) visit(t reflect.Type, mayBeNil bool) {
	if s.visited[visit{t, mayBeNil}] {
		return // a type may embed a pointer to itself
	}
	s.visited[visit{t, mayBeNil}] = true
	mayBeNil = mayBeNil || t.Kind() == reflect.Interface
	for i, has := range hasMethods(t) {
		s.found[i].seen = s.found[i].seen || has
		s.found[i].mayBeNil = s.found[i].mayBeNil || has && mayBeNil
	}
	switch t.Kind() {
	case reflect.Pointer:
		s.visit(t.Elem(), true)
	case reflect.Struct:
		for i := range t.NumField() {
			field := t.Field(i)
			if field.Name == "IDMask" {
				s.found[2].seen = true
			}
			if field.Anonymous {
				s.visit(field.Type, mayBeNil)
			}
		}
	}
}

// hasMethods reports which of the three methods t or *t has. MethodByName is called with constants,
// so the linker can still remove methods with other names.
func hasMethods(t reflect.Type) (has [3]bool) {
	if t.Kind() != reflect.Interface { // a pointer to an interface has no methods
		t = reflect.PointerTo(t)
	}
	_, has[0] = t.MethodByName("IDPrefix")
	_, has[1] = t.MethodByName("IDBinary")
	_, has[2] = t.MethodByName("IDMask")
	return has
}

// A nilGuard calls the methods of a T that may inherit them from a nil pointer or interface. Its
// panics name T and the method, which a runtime error does not.
type nilGuard struct {
	zero any
	name string // name of T
}

func (g nilGuard) IDPrefix() string {
	defer g.explain("IDPrefix")
	return g.zero.(interface{ IDPrefix() string }).IDPrefix()
}

func (g nilGuard) IDBinary() bool {
	defer g.explain("IDBinary")
	return g.zero.(interface{ IDBinary() bool }).IDBinary()
}

func (g nilGuard) IDMask() *Mask {
	defer g.explain("IDMask")
	return g.zero.(interface{ IDMask() *Mask }).IDMask()
}

// explain leaves other panics, such as that of a method without its key, as they are.
func (g nilGuard) explain(method string) {
	r := recover()
	if err, ok := r.(runtime.Error); ok {
		r = "uuid: " + method + " of a zero " + g.name + ": " + err.Error()
	}
	if r != nil {
		panic(r)
	}
}
