package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// A piece is code that a change to a file keeps.
type piece struct {
	from int // offset in the old text
	to   int // offset in the new text
	n    int // length
}

// reformat replaces a file's text. The new text differs from the old one only in its format and its
// imports.
func (res *result) reformat(path string, src []byte) {
	var kept []piece
	to := landmarks(src)
	for mark, from := range landmarks(res.sources[path]) {
		if at, ok := to[mark]; ok {
			// n is 0, because only the mark itself has a known place: the code after it may be formatted
			// differently now.
			kept = append(kept, piece{from: from, to: at})
		}
	}
	res.sources[path], res.kept[path] = src, append(res.kept[path], kept)
}

// landmarks returns the offsets of the imports, comments and syntax nodes in a file. Each key is a
// kind and a number that counts the entries of this kind:
//
//   - The kind of an import is its text, because gofmt sorts imports.
//   - The kind of a comment is its text, because gofmt moves comments with the imports.
//   - The kind of a node is its type. gofmt keeps the order of nodes and removes only parentheses
//     and empty statements, so the numbers of all other nodes stay the same.
func landmarks(src []byte) map[string]int {
	fset, offsets, count := token.NewFileSet(), map[string]int{}, map[string]int{}
	f, _ := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	add := func(kind string, at ast.Node) {
		count[kind]++
		offsets[fmt.Sprint(count[kind], kind)] = fset.PositionFor(at.Pos(), false).Offset
	}
	for _, spec := range f.Imports {
		add(specName(spec)+spec.Path.Value, spec)
	}
	for _, unit := range units(f) {
		for n := range ast.Preorder(unit) {
			switch n.(type) {
			case *ast.Comment, *ast.CommentGroup: // added below, because only some comments are in nodes
			default:
				add(fmt.Sprintf("%T", n), n)
			}
		}
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			add(strings.Join(strings.Fields(c.Text), " "), c) // gofmt indents the lines of a comment
		}
	}
	return offsets
}

// follow returns where the code at an offset of an original file is in the new file. If the code was
// replaced, follow returns the offset of the replacement.
func (res *result) follow(path string, offset int) int {
	for _, kept := range res.kept[path] {
		// Of the pieces that start at or before offset, last starts last; the list may be unsorted.
		var last piece
		for _, p := range kept {
			if last.from <= p.from && p.from <= offset {
				last = p
			}
		}
		offset = last.to + min(offset-last.from, last.n)
	}
	return offset
}

// follow changes all places in the report from the original files to the new files.
func (m *module) follow(rep *report, res *result) {
	for _, list := range rep.lists() {
		for i := range *list {
			f := &(*list)[i]
			path := filepath.Join(m.dir, f.File)
			if orig := m.files[path]; orig != nil && f.Line > 0 {
				f.move(orig.src, m.textOf(path, res.sources), func(offset int) int { return res.follow(path, offset) })
			}
		}
	}
}

// move changes a finding's place from one text to another. The follow argument returns the offset
// in the new text for an offset in the old text.
func (f *finding) move(from, to []byte, follow func(offset int) int) {
	// The last element starts at the finding's line and contains the rest of the text.
	lines := bytes.SplitAfterN(from, []byte("\n"), f.Line)
	before := to[:follow(len(from)-len(lines[len(lines)-1])+f.Column-1)]
	f.Line, f.Column = bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n')
}
