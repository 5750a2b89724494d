package analyzer

import (
	"go/types"
	"strings"
)

// A shown is a value that package fmt prints, perhaps inside another value. Its methods follow
// fmt/print.go, and find out whether the output shows the bytes of a masked ID.
type shown struct {
	t          types.Type
	by         directive
	reach      reach
	isPart     bool // inside another value
	isErroring bool // as what follows %!d, where fmt calls no methods
}

// A reach says on which values package reflect, and therefore package fmt, can call methods.
type reach int

const (
	open     reach = iota
	embedded       // in an embedded field of an unexported type: not of itself, but of its exported fields
	closed         // in an unexported field: neither of itself, nor of what is in it
)

// showsMasked reports whether package fmt shows the bytes of a masked ID if it prints a value of type
// t. isWrapped says that the function is like fmt.Errorf, which knows %w.
func (p *pass) showsMasked(t types.Type, by directive, isWrapped bool) bool {
	v := shown{t: t, by: by}
	switch by.verb {
	case 'T':
		return false
	case 'p':
		return !hasAddress(t) && p.showsWrong(v)
	case 'w':
		if !isWrapped || !hasMethod(t, "Error") {
			return p.showsWrong(v)
		}
		v.by.verb = 'v'
	}
	return p.shows(v)
}

func (p *pass) shows(v shown) bool { return memo(p.shown, v, p.findShown) }

func (p *pass) findShown(v shown) bool {
	if v.reach == open && !v.isErroring && v.by.callsMethodOf(v.t) {
		return false
	}
	if p.kindOf(identified(v.t)).mask == yes {
		return true
	}
	switch t := v.t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Interface:
		return false // the types do not show the value
	case *types.Struct:
		for field := range t.Fields() {
			if p.shows(v.field(field)) {
				return true
			}
		}
		return false
	case *types.Map:
		return p.shows(v.part(t.Key())) || p.shows(v.part(t.Elem()))
	case *types.Slice:
		return p.shows(v.part(t.Elem()))
	case *types.Array:
		return p.shows(v.part(t.Elem()))
	case *types.Pointer:
		if !v.isPart && isComposite(t.Elem()) {
			return p.shows(v.part(t.Elem()))
		}
	}
	isAddress := strings.ContainsRune("vpbodxX", v.by.verb)
	return !isAddress && p.showsWrong(v)
}

// showsWrong reports whether a verb that does not suit a value shows the bytes: fmt then prints the value as if it were
// the whole argument, without calling methods.
func (p *pass) showsWrong(v shown) bool {
	if v.isErroring {
		return false
	}
	return p.shows(shown{t: v.t, by: directive{verb: 'v'}, reach: v.reach, isErroring: true})
}

// field returns a field of v.
func (v shown) field(f *types.Var) shown {
	part := v.part(f.Type())
	switch {
	case v.reach == closed:
	case f.Exported():
		part.reach = open
	case f.Embedded():
		part.reach = embedded
	default:
		part.reach = closed
	}
	return part
}

// part returns a value of type t inside of v.
func (v shown) part(t types.Type) shown {
	if v.reach == embedded {
		v.reach = closed
	}
	v.t, v.isPart = t, true
	return v
}

// callsMethodOf reports whether a directive calls a method of a value of type t.
func (d directive) callsMethodOf(t types.Type) bool {
	switch {
	case hasMethod(t, "Format"):
		return true
	case d.isGoSyntax():
		return hasMethod(t, "GoString")
	case strings.ContainsRune("vsxXq", d.verb):
		return hasMethod(t, "Error") || hasMethod(t, "String")
	}
	return false
}

// isGoSyntax reports whether a directive is %#v.
func (d directive) isGoSyntax() bool { return d.verb == 'v' && strings.Contains(d.flags, "#") }

// fmtMethods contains the methods that package fmt calls, with the number of their parameters.
var fmtMethods = map[string]int{"Format": 2, "GoString": 0, "Error": 0, "String": 0}

// hasMethod reports whether a value of type t has a method with a name and a signature that package fmt calls.
func hasMethod(t types.Type, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	f, ok := obj.(*types.Func)
	if !ok || f.Signature().Params().Len() != fmtMethods[name] {
		return false
	}
	if name == "Format" {
		return f.Signature().Results().Len() == 0
	}
	results := f.Signature().Results()
	return results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.String])
}

// isComposite reports whether fmt prints what a pointer to t points to, and not the address.
func isComposite(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Array, *types.Slice, *types.Struct, *types.Map:
		return true
	}
	return false
}

// hasAddress reports whether %p prints the address of a value of type t.
func hasAddress(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}
