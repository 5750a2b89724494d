package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// helpers are declarations that code gets beside it where it used one that has no
// counterpart. %[1]s is the name of the target's package.
var helpers = map[string]string{
	"NullUUID": `// NullUUID is the type of embedded fields, which have its name.
type NullUUID = %[1]s.Null
`,
	"mustUUID": `// mustUUID returns id. It panics if err is not nil.
func mustUUID(id %[1]s.UUID, err error) %[1]s.UUID {
	if err != nil {
		panic(err)
	}
	return id
}
`,
	"uuidOrNil": `// uuidOrNil returns the UUID that s spells, or the Nil UUID if it spells none.
func uuidOrNil(s string) %[1]s.UUID {
	id, _ := %[1]s.Parse(s)
	return id
}
`,
	"uuidFromBytesOrNil": `// uuidFromBytesOrNil returns the UUID that b is, or the Nil UUID if b is none.
func uuidFromBytesOrNil(b []byte) %[1]s.UUID {
	id, _ := %[1]s.FromBytes(b)
	return id
}
`,
	"uuidBytes": `// uuidBytes returns a copy of the bytes of id.
func uuidBytes(id %[1]s.UUID) []byte { return id[:] }
`,
	"uuidStrings": `// uuidStrings returns the text of each of ids.
func uuidStrings(ids []%[1]s.UUID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return texts
}
`,
	"unquotedUUID": `// unquotedUUID returns text without the quotes that JSON has around a UUID.
func unquotedUUID[T ~string | ~[]byte](text T) T {
	if len(text) == 38 && text[0] == '"' && text[37] == '"' {
		return text[1:37]
	}
	return text
}
`,
	"validateUUID": `// validateUUID returns an error if s does not spell a UUID.
func validateUUID(s string) error {
	_, err := %[1]s.Parse(s)
	return err
}
`,
	"validUUID": `// validUUID reports whether s spells a UUID.
func validUUID(s string) bool {
	_, err := %[1]s.Parse(s)
	return err == nil
}
`,
	"equalUUID": `// equalUUID reports whether a and b are the same.
func equalUUID(a, b %[1]s.UUID) bool { return a == b }
`,
}

// rewriteAll applies the rules to all files as the plan says.
func (m *module) rewriteAll(p *plan) *result {
	res := &result{contents: map[string][]byte{}, notes: newNotes()}
	type pkg struct{ dir, name string }
	users := map[pkg]map[string]*rewritten{} // the files that need helpers
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		f := m.files[path]
		if f.frozen != "" {
			continue
		}
		rw := m.rewrite(f, p)
		res.notes.add(rw.notes)
		if rw.src == nil {
			continue
		}
		for _, imp := range rw.imports {
			rw.src = withImport(rw.src, imp)
		}
		res.contents[path] = rw.src
		if len(rw.helpers) > 0 {
			key := pkg{filepath.Dir(path), f.syntax.Name.Name}
			if users[key] == nil {
				users[key] = map[string]*rewritten{}
			}
			users[key][path] = rw
		}
	}
	for _, files := range users {
		m.addHelpers(res, files)
	}
	return res
}

// addHelpers puts the helpers that files of a package need at the end of one of
// them, which is no test if one of them is none.
func (m *module) addHelpers(res *result, files map[string]*rewritten) {
	var names []string
	paths := slices.Sorted(maps.Keys(files))
	home := paths[0]
	for _, path := range slices.Backward(paths) {
		names = append(names, files[path].helpers...)
		if !strings.HasSuffix(path, "_test.go") {
			home = path
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if m.files[home].pkg.Types.Scope().Lookup(name) != nil {
			continue // from an earlier run
		}
		text := strings.ReplaceAll(helpers[name], "%[1]s", files[home].name)
		res.contents[home] = slices.Concat(bytes.TrimRight(res.contents[home], "\n"), []byte("\n\n"+text))
	}
}

// withImport adds an import to a file.
func withImport(src []byte, imp newImport) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	name := imp.name
	if name == path.Base(imp.path) {
		name = ""
	}
	astutil.AddNamedImport(fset, f, name, imp.path)
	return source(fset, f, src)
}

// source returns the source of a file, or src if it cannot be printed.
func source(fset *token.FileSet, f *ast.File, src []byte) []byte {
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		return src
	}
	return b.Bytes()
}

// finish formats the files that change, if they were formatted, and forgets
// those that do not.
func (m *module) finish(res *result) {
	for path, src := range res.contents {
		orig := m.files[path].src
		before := withoutCR(orig)
		src = withoutCR(src)
		if formatted, err := format.Source(before); err == nil && bytes.Equal(formatted, before) {
			if formatted, err := format.Source(m.regroup(src)); err == nil {
				src = formatted
			}
		}
		switch {
		case bytes.Equal(src, before):
			delete(res.contents, path)
		case len(before) < len(orig):
			res.contents[path] = bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
		default:
			res.contents[path] = src
		}
	}
}

func withoutCR(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")) }

// regroup moves the import of a standard package to those of its kind.
func (m *module) regroup(src []byte) []byte {
	if m.target != standard {
		return src
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	for _, spec := range f.Imports {
		if spec.Path.Value != `"`+m.target+`"` {
			continue
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if len(f.Imports) > 1 && astutil.DeleteNamedImport(fset, f, name, m.target) {
			astutil.AddNamedImport(fset, f, name, m.target)
		}
		return source(fset, f, src)
	}
	return src
}
