package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
)

// An edit replaces a file's bytes from start to end.
type edit struct {
	start, end int
	text       string
	outer      int // for an insertion around a node, the node's other end; 0 for other edits
}

// An editor collects the edits to a file.
type editor struct {
	fset  *token.FileSet
	src   []byte
	edits []edit
}

// offset returns the index of the byte at pos in the file.
func (ed *editor) offset(pos token.Pos) int { return ed.fset.File(pos).Offset(pos) }

// source returns a node's original source code.
func (ed *editor) source(n ast.Node) string {
	return string(ed.src[ed.offset(n.Pos()):ed.offset(n.End())])
}

// replace replaces the code from start to end with text.
func (ed *editor) replace(start, end token.Pos, text string) {
	ed.edits = append(ed.edits, edit{start: ed.offset(start), end: ed.offset(end), text: text})
}

// insert inserts text at pos.
func (ed *editor) insert(pos token.Pos, text string) { ed.replace(pos, pos, text) }

// wrap inserts text before and after a node.
func (ed *editor) wrap(n ast.Node, before, after string) {
	start, end := ed.offset(n.Pos()), ed.offset(n.End())
	ed.edits = append(ed.edits, edit{
		start: start,
		end:   start,
		text:  before,
		outer: end,
	}, edit{start: end, end: end, text: after, outer: start})
}

// unwrap replaces a call with its argument.
func (ed *editor) unwrap(call *ast.CallExpr, arg ast.Expr) {
	ed.replace(call.Pos(), arg.Pos(), "")
	ed.replace(arg.End(), call.End(), "")
}

// remove removes a node. If its lines contain nothing else, remove removes the whole lines.
func (ed *editor) remove(n ast.Node) {
	isSpace := func(c byte) bool { return c == ' ' || c == '\t' || c == ';' || c == '\r' }
	start, end := ed.offset(n.Pos()), ed.offset(n.End())
	from, to := start, end
	for from > 0 && isSpace(ed.src[from-1]) {
		from--
	}
	for to < len(ed.src) && isSpace(ed.src[to]) {
		to++
	}
	if from > 0 && ed.src[from-1] == '\n' && to < len(ed.src) && ed.src[to] == '\n' {
		start, end = from, to+1
	}
	ed.edits = append(ed.edits, edit{start: start, end: end})
}

// apply sets a file's text to src with the edits applied. It drops an edit inside a range that
// another edit replaces.
func (res *result) apply(path string, src []byte, edits []edit) {
	// At the same position, insertions that end a node come first, from the inner to the outer node.
	// Then come other insertions, and then insertions that start a node, from the outer to the inner.
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(
			cmp.Compare(a.start, b.start),
			cmp.Compare(rank(a), rank(b)),
			cmp.Compare(b.outer, a.outer),
			cmp.Compare(b.end, a.end),
		)
	})
	var out bytes.Buffer
	var kept []piece
	at := 0
	// The last edit is empty and keeps the rest of src.
	for _, e := range append(edits, edit{start: len(src), end: len(src)}) {
		if e.start < at {
			continue
		}
		kept = append(kept, piece{at, out.Len(), e.start - at})
		out.Write(src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	res.sources[path], res.kept[path] = out.Bytes(), append(res.kept[path], kept)
}

// rank orders edits at the same position. Insertions before a node follow other insertions, and
// replacements are last.
func rank(e edit) int {
	switch {
	case e.start < e.end:
		return 2
	case e.outer > e.start:
		return 1
	}
	return 0
}
