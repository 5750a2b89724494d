package analyzer

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
)

// An assignment gives a variable or a field a value.
type assignment struct {
	end   token.Pos // uses after this position see the value
	value ast.Expr  // an expression, or a call whose first result is assigned; nil if the value is not known
	list  ast.Expr  // what a range statement ranges over, if the variable is one of its variables
	at    cursor    // the variable or field
}

// assignmentsOf returns the assignments to a variable or field, in the order of the text.
func (p *pass) assignmentsOf(obj types.Object) []assignment {
	if p.assignments == nil {
		p.assignments = p.findAssignments()
	}
	return p.assignments[obj]
}

func (p *pass) findAssignments() map[types.Object][]assignment {
	found := make(map[types.Object][]assignment)
	for c := range p.root.Preorder((*ast.Ident)(nil)) {
		v, ok := p.TypesInfo.ObjectOf(c.Node().(*ast.Ident)).(*types.Var)
		if !ok {
			continue
		}
		for c.ParentEdgeKind() == edge.SelectorExpr_Sel || c.ParentEdgeKind() == edge.ParenExpr_X {
			c = c.Parent()
		}
		if a, ok := assignmentTo(c); ok {
			a.at = c
			found[v] = append(found[v], a)
		}
	}
	for c := range p.root.Preorder((*ast.TypeSwitchStmt)(nil)) {
		n := c.Node().(*ast.TypeSwitchStmt)
		assign, ok := n.Assign.(*ast.AssignStmt)
		if !ok {
			continue
		}
		for _, clause := range n.Body.List { // each has a variable of its own
			v := p.TypesInfo.Implicits[clause]
			found[v] = append(found[v], assignment{end: assign.End(), value: assign.Rhs[0], at: c})
		}
	}
	for _, list := range found {
		slices.SortStableFunc(list, func(a, b assignment) int { return cmp.Compare(a.end, b.end) })
	}
	return found
}

// assignmentTo returns the assignment to the variable or field at c, if there is one.
func assignmentTo(c cursor) (assignment, bool) {
	role, i := c.ParentEdge()
	parent := c.Parent().Node()
	switch role {
	case edge.AssignStmt_Lhs:
		n := parent.(*ast.AssignStmt)
		a := assignment{end: n.End()} // all values are read before one is set
		if i < len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
			a.value = n.Rhs[i]
		}
		return a, true
	case edge.ValueSpec_Names:
		n := parent.(*ast.ValueSpec)
		if i < len(n.Values) {
			return assignment{end: n.Values[i].End(), value: n.Values[i]}, true
		}
		return assignment{end: n.End()}, true
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		x := parent.(*ast.RangeStmt).X
		return assignment{end: x.End(), list: x}, true
	case edge.UnaryExpr_X:
		// Code that gets the pointer may set the variable.
		n := parent.(*ast.UnaryExpr)
		return assignment{end: n.End()}, n.Op == token.AND
	}
	return assignment{}, false
}

// lastAssignment returns the last assignment before a use of a local variable. A variable of the
// package has none, because functions and files have no order.
func (p *pass) lastAssignment(use *ast.Ident) (last assignment, ok bool) {
	v, ok := p.TypesInfo.ObjectOf(use).(*types.Var)
	if !ok || v.Kind() == types.PackageVar {
		return assignment{}, false
	}
	return p.assignmentBefore(v, use.Pos())
}

// assignmentBefore returns the last assignment to a variable that ends at or before a position.
func (p *pass) assignmentBefore(v *types.Var, pos token.Pos) (last assignment, ok bool) {
	list := p.assignmentsOf(v)
	i, _ := slices.BinarySearchFunc(list, pos+1, func(a assignment, pos token.Pos) int {
		return cmp.Compare(a.end, pos)
	})
	if i == 0 {
		return assignment{}, false
	}
	return list[i-1], true
}

// origin follows local variables and fields of composite literals to the expression to which they were last set, and
// pointers to what they point to. It returns the last expression that it reaches. Like all functions here that follow
// values, it goes by the order of the text and ignores branches and loops.
func (p *pass) origin(e ast.Expr) ast.Expr { return memo(p.origins, e, p.findOrigin) }

func (p *pass) findOrigin(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	switch x := e.(type) {
	case *ast.Ident:
		// Each step goes back in the text, so there is an end.
		if last, ok := p.lastAssignment(x); ok && last.value != nil {
			return p.origin(last.value)
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return p.origin(x.X)
		}
	case *ast.SelectorExpr:
		if value := p.fieldOfLiteral(x); value != nil {
			return p.origin(value)
		}
	}
	return e
}

// valueOf is like origin, and also follows variables of the package that only their declaration sets.
func (p *pass) valueOf(e ast.Expr) ast.Expr {
	for range maxDepth {
		e = p.origin(e)
		id, ok := e.(*ast.Ident)
		if !ok {
			break
		}
		v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok || v.Kind() != types.PackageVar {
			break
		}
		all := p.assignmentsOf(v)
		if len(all) != 1 || all[0].value == nil {
			break
		}
		e = all[0].value
	}
	return e
}

// fieldOfLiteral returns what a composite literal sets the field x.f to, or nil if x is not a literal
// or if another statement sets the field.
func (p *pass) fieldOfLiteral(field *ast.SelectorExpr) ast.Expr {
	literal, ok := p.origin(field.X).(*ast.CompositeLit)
	if !ok || p.assignmentsOf(p.TypesInfo.ObjectOf(field.Sel)) != nil {
		return nil
	}
	for _, e := range literal.Elts {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == field.Sel.Name {
			return pair.Value
		}
	}
	return nil
}

// passOn contains the functions whose result begins with the ID or the text in their first argument.
var passOn = map[string]set{
	"encoding/hex": setOf("EncodeToString"),
	"net/url":      setOf("PathUnescape QueryUnescape"),
	"strings":      setOf("Replace ReplaceAll Split SplitN ToLower ToUpper Trim TrimPrefix TrimSpace TrimSuffix"),
}

// passOnUUID contains such functions of UUID packages.
var passOnUUID = setOf("Must Encode")

// source is like origin, and also follows the functions in passOn, conversions and x[:] to their
// arguments.
func (p *pass) source(e ast.Expr) ast.Expr { return memo(p.sources, e, p.findSource) }

func (p *pass) findSource(e ast.Expr) ast.Expr {
	e = p.origin(e)
	switch x := e.(type) {
	case *ast.SliceExpr:
		if isWhole(x) {
			return p.source(x.X)
		}
	case *ast.CallExpr:
		f := p.callee(x)
		isPassedOn := passOn[f.path][f.name] || p.callsUUID(x, passOnUUID) || p.isConversion(x)
		if len(x.Args) > 0 && isPassedOn {
			return p.source(x.Args[0])
		}
	}
	return e
}

// constantString returns the value of a constant string, or "".
func (p *pass) constantString(e ast.Expr) string {
	v := p.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(v)
}

// constantInt returns the value of a constant integer.
func (p *pass) constantInt(e ast.Expr) (n int64, ok bool) {
	v := p.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}
