package uuid

import (
	"reflect"
	"strings"
	"sync/atomic"
)

// An idType describes how a type T formats, masks and stores its IDs. Each interface contains
// the zero value of T, or is nil if T does not have the method. The methods are called each time, and
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
	if base.Kind() == reflect.Pointer && base.Name() == "" && base.Elem().Kind() != reflect.Interface {
		base = base.Elem() // ID[*User] and ID[User] use the same methods; other pointers have no methods
	}
	t := &idType{key: key, name: base.String()}
	zero := reflect.New(base).Interface() // a pointer has the methods of its element too
	t.prefix, _ = zero.(interface{ IDPrefix() string })
	t.mask, _ = zero.(interface{ IDMask() *Mask })
	t.binary, _ = zero.(interface{ IDBinary() bool })
	t.findFault(base)
	t.unmasked = t.mask == nil && t.fault == ""
	// The slice is new, because other goroutines read the old slice without a lock.
	all := []*idType{t}
	if known := idTypes.Load(); known != nil {
		all = append(all, *known...)
	}
	idTypes.Store(&all)
	return t
}

// findFault sets t.fault if T seems to define one of the three methods but does not. Without this
// check, an IDMask with the wrong signature would leave each ID's time visible.
func (t *idType) findFault(base reflect.Type) {
	seems := hasMethods(reflect.PointerTo(base))
	if base.Kind() == reflect.Interface { // a pointer to an interface has no methods
		seems = hasMethods(base)
	}
	// A field hides an embedded method of the same name, and two embedded methods hide each other.
	// Check this only for IDMask, because without it, T's text would show the ID.
	for i := 0; base.Kind() == reflect.Struct && i < base.NumField(); i++ {
		field := base.Field(i)
		embedsMask := field.Anonymous && (hasMethods(field.Type)[1] || hasMethods(reflect.PointerTo(field.Type))[1])
		seems[1] = seems[1] || embedsMask || field.Name == "IDMask"
	}
	has := [...]bool{t.prefix != nil, t.mask != nil, t.binary != nil}
	for i, method := range [...]string{"IDPrefix() string", "IDMask() *uuid.Mask", "IDBinary() bool"} {
		if seems[i] && !has[i] {
			name, _, _ := strings.Cut(method, "(")
			t.fault = "uuid: " + t.name + " has an " + name + ", but not the method " + method
		}
	}
}

// hasMethods reports which of the three methods t has, with any signature. MethodByName is called
// with constants, so the linker can still remove methods with other names.
func hasMethods(t reflect.Type) (has [3]bool) {
	_, has[0] = t.MethodByName("IDPrefix")
	_, has[1] = t.MethodByName("IDMask")
	_, has[2] = t.MethodByName("IDBinary")
	return has
}
