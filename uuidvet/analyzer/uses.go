package analyzer

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// uses contains the places where variables and some expressions are used, in the order of the text.
type uses struct {
	byVar map[*types.Var][]cursor
	byKey map[string][]cursor
}

// findUses finds all uses of variables, and of expressions that look like the wanted ones.
func (p *pass) findUses(wanted []ast.Expr) *uses {
	found := &uses{make(map[*types.Var][]cursor), make(map[string][]cursor)}
	lengths := make(map[token.Pos]bool) // rules out nearly all expressions, so their keys are not needed
	for _, e := range wanted {
		lengths[e.End()-e.Pos()] = true
	}
	for c := range p.root.Preorder() {
		e, ok := c.Node().(ast.Expr)
		if !ok {
			continue
		}
		id, isIdent := e.(*ast.Ident)
		if isIdent && id.Name == "_" {
			continue
		}
		if isIdent {
			if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok {
				found.byVar[v] = append(found.byVar[v], c)
			}
		}
		if lengths[e.End()-e.Pos()] {
			key := p.key(e)
			found.byKey[key] = append(found.byKey[key], c)
		}
	}
	return found
}

// of returns the uses of expressions with a key that begin in a part of the text.
func (u *uses) of(key string, from, to token.Pos) []cursor { return between(u.byKey[key], from, to) }

// ofVar returns the uses of a variable in a part of the text.
func (u *uses) ofVar(v *types.Var, from, to token.Pos) []cursor {
	return between(u.byVar[v], from, to)
}

func between(list []cursor, from, to token.Pos) []cursor {
	if from >= to {
		return nil
	}
	return list[indexOf(list, from):indexOf(list, to)]
}

func indexOf(list []cursor, pos token.Pos) int {
	i, _ := slices.BinarySearchFunc(list, pos, func(c cursor, pos token.Pos) int {
		return cmp.Compare(c.Node().Pos(), pos)
	})
	return i
}
