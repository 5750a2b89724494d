package main

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// several converts some of the values that a call returns where a statement
// returns or assigns them all.
func (b *boundary) several(s site, t types.Type) {
	from, ok := t.(*types.Tuple)
	to, ok2 := s.target.(*types.Tuple)
	if !ok || !ok2 || from.Len() != to.Len() || !b.converts(from, to) {
		return
	}
	assign, _ := s.stmt.(*ast.AssignStmt)
	var names, values, targets []string
	for i := range from.Len() {
		if assign != nil && isBlank(assign.Lhs[i]) {
			names = append(names, "_")
			continue
		}
		x, y := from.At(i).Type(), to.At(i).Type()
		name := b.fresh(b.stem(i, x, y), s, assign != nil)
		value := name
		if b.meet(x, y) {
			typ := b.typeName(y)
			if typ == "" {
				return
			}
			value = operator(typ) + "(" + name + ")"
		}
		names, values = append(names, name), append(values, value)
		if assign != nil {
			targets = append(targets, b.source(assign.Lhs[i]))
		}
	}
	// A conversion takes a single value, so each result is assigned to a variable first.
	b.converted[s.expr] = true
	b.insert(s.listed.Pos(), strings.Join(names, ", ")+" := "+b.source(s.expr)+"\n")
	if assign == nil {
		b.replace(s.expr.Pos(), s.expr.End(), strings.Join(values, ", "))
		return
	}
	b.replace(s.stmt.Pos(), s.stmt.End(), strings.Join(targets, ", ")+" = "+strings.Join(values, ", "))
}

// converts reports whether one of several values needs a conversion.
func (b *boundary) converts(from, to *types.Tuple) bool {
	for i := range from.Len() {
		if b.meet(from.At(i).Type(), to.At(i).Type()) {
			return true
		}
	}
	return false
}

// stem returns the name of a variable for the value i of several, to use if it is free.
func (b *boundary) stem(i int, from, to types.Type) string {
	switch {
	case b.meet(from, to):
		return "ID"
	case types.Identical(from, types.Universe.Lookup("error").Type()):
		return "err"
	}
	return "v" + strconv.Itoa(i)
}

// fresh returns a name that the declaration around a site does not have. Where
// nothing follows that could mean another one, it may have err.
func (b *boundary) fresh(stem string, s site, followed bool) string {
	if stem == "err" && !followed {
		return stem
	}
	name, used := strings.ToLower(stem), b.names(s.expr)
	for i := 1; used[name]; i++ {
		name = "old" + strings.ToUpper(stem[:1]) + stem[1:]
		if i > 1 {
			name += strconv.Itoa(i)
		}
	}
	used[name] = true
	return name
}

// names returns the names in the declaration around an expression, with those
// that fresh has given away.
func (b *boundary) names(e ast.Expr) map[string]bool {
	decl := units(b.file)[b.place(e.Pos()).unit]
	if b.used[decl] == nil {
		b.used[decl] = map[string]bool{}
		for n := range ast.Preorder(decl) {
			if id, ok := n.(*ast.Ident); ok {
				b.used[decl][id.Name] = true
			}
		}
	}
	return b.used[decl]
}
