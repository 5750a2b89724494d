package uuid

import (
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
)

// A form tells how the IDs of a type T look, what they hide and how they are stored. It has a
// zero value of T, once for each method of T, or nil if T does not have the method. The methods
// are called each time: their results are never kept.
type form struct {
	key    any    // a nil *T, by which formOf finds the form
	name   string // of T or, if T is a pointer, of its element
	prefix interface{ IDPrefix() string }
	mask   interface{ IDMask() *Mask }
	binary interface{ IDBinary() bool }
	fault  string // functions that read or write text panic with it, unless it is ""

	isPlain  bool // texts are canonical and show the ID itself
	isTypeID bool // texts are TypeIDs and show the ID itself
}

// forms has the forms of the types in use. A program has few types, so a search from one to the
// next takes 2 ns. A sync.Map takes longer than writing a plain ID. A slice in use never changes.
var forms atomic.Pointer[[]form]

// formOf returns the form of T.
func formOf[T any]() *form {
	if known := forms.Load(); known != nil {
		for i, f := 0, *known; i < len(f); i++ {
			if _, ok := f[i].key.(*T); ok {
				return &f[i]
			}
		}
	}
	return newForm((*T)(nil))
}

// newForm makes the form of T and adds it to forms. If two goroutines do so at the same moment,
// one form is lost, and made again later.
func newForm(key any) *form {
	// For T = *User the methods are those of User and *User, as for T = User.
	t := reflect.TypeOf(key).Elem()
	base := t
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		base = t.Elem()
	}
	f := form{key: key, name: base.String()}
	// A pointer has the methods of its element too. Only a type with one of the methods gets a zero
	// value, to call the method on. Other types may be large.
	zero := reflect.Zero(reflect.PointerTo(base))
	if hasMethods(zero.Type()) != [3]bool{} {
		zero = reflect.New(base)
	}
	f.prefix, _ = zero.Interface().(interface{ IDPrefix() string })
	f.mask, _ = zero.Interface().(interface{ IDMask() *Mask })
	f.binary, _ = zero.Interface().(interface{ IDBinary() bool })
	f.findFault(t, base)
	isShown := f.mask == nil && f.fault == ""
	f.isPlain, f.isTypeID = isShown && f.prefix == nil, isShown && f.prefix != nil

	// A new slice, because other goroutines read the old one without a lock.
	all := []form{f}
	if known := forms.Load(); known != nil {
		all = append(all, *known...)
	}
	forms.Store(&all)
	return &all[0]
}

// findFault sets f.fault if T seems to have one of the three methods and does not. A Mask that
// is not found would show the time of each ID.
func (f *form) findFault(t, base reflect.Type) {
	seems := hasMethods(reflect.PointerTo(base))
	if t.Kind() == reflect.Interface { // a pointer to an interface has no methods
		seems = hasMethods(t)
	}
	// A field hides a method of an embedded type. A struct that embeds two types with a method has
	// it from neither.
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

// hasMethods reports for each of the three names whether t has such a method, with any signature.
// The names are constants, so that the linker can leave out methods of other names.
func hasMethods(t reflect.Type) (has [3]bool) {
	_, has[0] = t.MethodByName("IDPrefix")
	_, has[1] = t.MethodByName("IDMask")
	_, has[2] = t.MethodByName("IDBinary")
	return has
}

// prefixAndMask returns the prefix and the Mask of T, or "" and nil.
func (f *form) prefixAndMask() (prefix string, mask *Mask) {
	// A mistake panics only where text is read or written. A program without the key can still pass
	// IDs on.
	if f.fault != "" {
		panic(f.fault)
	}
	if f.prefix != nil {
		prefix = f.prefix.IDPrefix()
	}
	if f.mask != nil {
		mask = f.mask.IDMask()
		if fault := mask.fault(); fault != "" {
			panic("uuid: IDMask of " + f.name + " returns a " + fault)
		}
	}
	return prefix, mask
}

// panicPrefix panics because the specification forbids the prefix of T.
func (f *form) panicPrefix(prefix string) {
	panic("uuid: " + f.name + " has the IDPrefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}
