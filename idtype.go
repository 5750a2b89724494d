package uuid

import (
	"reflect"
	"strings"
	"sync/atomic"
)

// A form describes the text, the Mask and the stored value of the IDs of a type T. For each method
// that T has, it keeps a zero value of T. It calls the methods each time, and caches no result.
type form struct {
	key    any    // a nil *T, by which formOf finds the form
	name   string // name of T or, if T is a pointer, of its element
	prefix interface{ IDPrefix() string }
	mask   interface{ IDMask() *Mask }
	binary interface{ IDBinary() bool }
	fault  string // mistake in T; functions that parse or format text panic with it
	plain  bool   // text shows the ID itself: T has no Mask and no mistake
}

// forms contains the forms of the types in use. A stored slice never changes. A program has few
// types, so a linear search takes 2 ns. A sync.Map lookup takes longer than formatting a plain ID.
var forms atomic.Pointer[[]*form]

// formOf returns the form of T.
func formOf[T any]() *form {
	if known := forms.Load(); known != nil {
		for _, f := range *known {
			if _, ok := f.key.(*T); ok {
				return f
			}
		}
	}
	return newForm((*T)(nil))
}

// newForm makes the form of T and adds it to forms. If two goroutines add a form at the same moment,
// one form is lost, and is made again later.
func newForm(key any) *form {
	base := reflect.TypeOf(key).Elem()
	if base.Kind() == reflect.Pointer && base.Name() == "" && base.Elem().Kind() != reflect.Interface {
		base = base.Elem() // so ID[*User] and ID[User] use the same methods
	}
	f := &form{key: key, name: base.String()}
	zero := reflect.New(base).Interface() // a pointer has the methods of its element too
	f.prefix, _ = zero.(interface{ IDPrefix() string })
	f.mask, _ = zero.(interface{ IDMask() *Mask })
	f.binary, _ = zero.(interface{ IDBinary() bool })
	f.findFault(base)
	f.plain = f.mask == nil && f.fault == ""
	// The slice is new, because other goroutines read the old slice without a lock.
	all := []*form{f}
	if known := forms.Load(); known != nil {
		all = append(all, *known...)
	}
	forms.Store(&all)
	return f
}

// findFault sets f.fault if T seems to have one of the three methods but does not. Without this
// check, an IDMask with a wrong signature would leave the time of each ID visible.
func (f *form) findFault(base reflect.Type) {
	seems := hasMethods(reflect.PointerTo(base))
	if base.Kind() == reflect.Interface { // a pointer to an interface has no methods
		seems = hasMethods(base)
	}
	// A field hides an embedded type's method of the same name. A struct that embeds two types with
	// the same method has neither method.
	for i := 0; base.Kind() == reflect.Struct && i < base.NumField(); i++ {
		field := base.Field(i)
		embedsMask := field.Anonymous && (hasMethods(field.Type)[1] || hasMethods(reflect.PointerTo(field.Type))[1])
		seems[1] = seems[1] || embedsMask || field.Name == "IDMask"
	}
	has := [...]bool{f.prefix != nil, f.mask != nil, f.binary != nil}
	for i, method := range [...]string{"IDPrefix() string", "IDMask() *uuid.Mask", "IDBinary() bool"} {
		if seems[i] && !has[i] {
			name, _, _ := strings.Cut(method, "(")
			f.fault = "uuid: " + f.name + " has an " + name + ", but not the method " + method
		}
	}
}

// hasMethods reports for each of the three names whether t has a method with this name and any
// signature. The names are constants, so the linker can remove methods with other names.
func hasMethods(t reflect.Type) (has [3]bool) {
	_, has[0] = t.MethodByName("IDPrefix")
	_, has[1] = t.MethodByName("IDMask")
	_, has[2] = t.MethodByName("IDBinary")
	return has
}
