package uuid

import (
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
)

// A form is what T says of its IDs: a zero value to ask, by the methods that it has. Those that
// it has not are nil. No answer is kept.
type form struct {
	key    any    // a nil *T, by which formOf finds the form
	name   string // of T or, if T is a pointer, of what it points to
	prefix interface{ IDPrefix() string }
	mask   interface{ IDMask() *Mask }
	binary interface{ IDBinary() bool }
	fault  string // what the functions of text panic with, or ""

	isPlain  bool // texts are canonical and show the ID itself
	isTypeID bool // texts are TypeIDs and show the ID itself
}

// forms are those of the types in use, few in a program. To look at one after the other takes
// 2 ns; a sync.Map takes longer than the text of a plain ID. A slice in use is never written to.
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

// newForm returns the form of T, and keeps it. If another goroutine does so at the same moment,
// one of the two is lost and made again.
func newForm(key any) *form {
	t := reflect.TypeOf(key).Elem()
	base := t
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		base = t.Elem()
	}
	f := form{key: key, name: base.String()}
	zero := reflect.Zero(reflect.PointerTo(base)) // has the methods of the type too
	if hasMethods(zero.Type()) != [3]bool{} {     // a T without them may be large, so none is made
		zero = reflect.New(base)
	}
	f.prefix, _ = zero.Interface().(interface{ IDPrefix() string })
	f.mask, _ = zero.Interface().(interface{ IDMask() *Mask })
	f.binary, _ = zero.Interface().(interface{ IDBinary() bool })
	f.findFault(t, base)
	isShown := f.mask == nil && f.fault == ""
	f.isPlain, f.isTypeID = isShown && f.prefix == nil, isShown && f.prefix != nil

	all := []form{f}
	if known := forms.Load(); known != nil {
		all = append(all, *known...)
	}
	forms.Store(&all)
	return &all[0]
}

// findFault sets f.fault. A Mask that is not found would show the time of each ID, so what seems
// to be one of the methods has to be one.
func (f *form) findFault(t, base reflect.Type) {
	seems := hasMethods(reflect.PointerTo(base))
	if t.Kind() == reflect.Interface { // it has methods, but its zero value has none
		seems = hasMethods(t)
	}
	for i := 0; base.Kind() == reflect.Struct && i < base.NumField(); i++ {
		field := base.Field(i) // a struct that embeds two types with a method has it from neither
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

// hasMethods reports which of the three names a method of t has, of any form. They are constants, so
// the linker need not keep the methods of all other names.
func hasMethods(t reflect.Type) (has [3]bool) {
	_, has[0] = t.MethodByName("IDPrefix")
	_, has[1] = t.MethodByName("IDMask")
	_, has[2] = t.MethodByName("IDBinary")
	return has
}

// prefixAndMask returns the prefix and the Mask that T says, or "" and nil.
func (f *form) prefixAndMask() (prefix string, mask *Mask) {
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

// panicPrefix says that T has a prefix which the specification forbids.
func (f *form) panicPrefix(prefix string) {
	panic("uuid: " + f.name + " has the IDPrefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}
