package main

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// octets is Bytes, a copy of the bytes of a UUID. Where nobody retains or changes the copy,
// the bytes of the UUID itself are enough.
func octets(r *rewriter, x *ref) {
	if x.call == nil {
		left(r, x)
		return
	}
	star, path := receiver(r.info.Selections[x.expr.(*ast.SelectorExpr)])
	if path == "" && (star != "" || r.info.Types[x.recv].Addressable()) && r.isOnlyRead(x.at) {
		r.replace(x.recv.End(), x.call.End(), "[:]")
		r.done(x, "[:]")
		return
	}
	r.wrapReceiver(x, r.helper(x.rule.new)+"("+star, path+")")
	r.done(x, x.rule.new)
}

// readers lists the functions that neither retain nor change the bytes they get.
var readers = map[string]bool{
	"bytes.Equal": true, "bytes.Compare": true, "bytes.Contains": true, "bytes.HasPrefix": true, "bytes.HasSuffix": true,
	"encoding/hex.EncodeToString": true, "encoding/base64.EncodeToString": true, "encoding/base32.EncodeToString": true,
	"encoding/binary.Uint16": true, "encoding/binary.Uint32": true, "encoding/binary.Uint64": true,
	"bytes.Write": true, "strings.Write": true, "hash/fnv.Write": true, "io.Write": true,
}

// isOnlyRead reports whether nobody retains or changes the value of an
// expression.
func (r *rewriter) isOnlyRead(cur inspector.Cursor) bool {
	// A slice of the array itself lives as long as that, and shows changes of it.
	switch parent := cur.Parent().Node().(type) {
	case *ast.RangeStmt:
		return parent.X == cur.Node()
	case *ast.IndexExpr:
		kind := cur.Parent().ParentEdgeKind()
		return kind != edge.AssignStmt_Lhs && kind != edge.UnaryExpr_X && kind != edge.IncDecStmt_X
	case *ast.CallExpr:
		if tv := r.info.Types[parent.Fun]; tv.IsType() {
			basic, ok := tv.Type.Underlying().(*types.Basic)
			return ok && basic.Kind() == types.String
		}
		switch f := r.object(parent.Fun).(type) {
		case *types.Builtin:
			index := cur.ParentEdgeIndex()
			return f.Name() == "len" || index == 1 && (f.Name() == "copy" || f.Name() == "append" && parent.Ellipsis.IsValid())
		case *types.Func:
			return readers[qualifiedName(f)]
		}
	}
	return false
}
