package main

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/build"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// helpers contains declarations that the command adds to a package that used a name without a
// counterpart. The verb %[1]s is replaced with the name of the target's package.
var helpers = map[string]string{
	"NullUUID": `// NullUUID keeps the name of embedded fields.
type NullUUID = %[1]s.Null`,
	"mustUUID": `// mustUUID returns id. It panics if err is not nil.
func mustUUID(id %[1]s.UUID, err error) %[1]s.UUID {
	if err != nil {
		panic(err)
	}
	return id
}`,
	"uuidOrNil": `// uuidOrNil parses s. It returns the Nil UUID if s is not a UUID.
func uuidOrNil(s string) %[1]s.UUID {
	id, _ := %[1]s.Parse(s)
	return id
}`,
	"uuidFromBytesOrNil": "// uuidFromBytesOrNil converts b to a UUID. " +
		"It returns the Nil UUID if b is not 16 bytes long.\n" + `func uuidFromBytesOrNil(b []byte) %[1]s.UUID {
	id, _ := %[1]s.FromBytes(b)
	return id
}`,
	"uuidBytes": `// uuidBytes returns a copy of id's bytes.
func uuidBytes(id %[1]s.UUID) []byte { return id[:] }`,
	"uuidStrings": `// uuidStrings returns ids as strings.
func uuidStrings(ids []%[1]s.UUID) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	return texts
}`,
	"unquotedUUID": `// unquotedUUID removes the quotes around a UUID in JSON.
func unquotedUUID[T ~string | ~[]byte](text T) T {
	if len(text) == 38 && text[0] == '"' && text[37] == '"' {
		return text[1:37]
	}
	return text
}`,
	"validateUUID": `// validateUUID returns an error if s is not a UUID.
func validateUUID(s string) error {
	_, err := %[1]s.Parse(s)
	return err
}`,
	"validUUID": `// validUUID reports whether s is a UUID.
func validUUID(s string) bool {
	_, err := %[1]s.Parse(s)
	return err == nil
}`,
	"equalUUID": `// equalUUID reports whether a and b are equal.
func equalUUID(a, b %[1]s.UUID) bool { return a == b }`,
}

// rewriteAll applies the rules to all files at the levels in the plan.
func (m *module) rewriteAll(p *plan) *result {
	res := &result{
		sources:    map[string][]byte{},
		kept:       map[string][][]piece{},
		plan:       p,
		done:       map[string]int{},
		simplified: map[place]bool{},
	}
	users := map[string][]*rewriter{} // the files that need helpers, by package
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		f := m.files[path]
		if f.frozen != "" {
			continue
		}
		if r := m.rewrite(f, p, res); len(r.helpers) > 0 {
			key := filepath.Dir(path) + " " + f.syntax.Name.Name
			users[key] = append(users[key], r)
		}
	}
	for _, files := range users {
		m.addHelpers(res, files)
	}
	return res
}

// addHelpers appends the helpers that a package's files need to one of these files. It prefers a
// file that is not a test and has no build constraint.
func (m *module) addHelpers(res *result, files []*rewriter) {
	home := slices.MinFunc(files, func(a, b *rewriter) int {
		return cmp.Compare(m.reluctance(a.file), m.reluctance(b.file))
	})
	path := home.file.path
	var names []string
	for _, r := range files {
		names = append(names, r.helpers...)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if m.hasHelper(home.file, name) {
			continue // an earlier run added the helper
		}
		text := strings.ReplaceAll(helperText(name), "%[1]s", home.name)
		res.sources[path] = slices.Concat(bytes.TrimRight(res.sources[path], "\n"), []byte("\n\n"+text+"\n"))
	}
}

// reluctance returns a lower number for a file that is a better place for helpers.
func (m *module) reluctance(f *file) int {
	n := 0
	if strings.HasSuffix(f.path, "_test.go") {
		n += 2
	}
	// These values match no file name that ends in an operating system or an architecture.
	unknown := build.Context{GOOS: "unknown", GOARCH: "unknown", Compiler: "gc"}
	everywhere, err := unknown.MatchFile(filepath.Dir(f.path), filepath.Base(f.path))
	if err != nil || !everywhere || buildLine(f.syntax) != "" {
		n++
	}
	return n
}

// helperText returns the declaration of a helper. The name may end in a number that helperName
// added.
func helperText(name string) string {
	base := strings.TrimRight(name, "0123456789")
	return strings.ReplaceAll(helpers[base], base, name)
}

// helperName returns a helper's name in the package of f. It adds a number if the name is used for
// something else, even in a file for another operating system.
func (m *module) helperName(f *file, name string) string {
	if name == "NullUUID" {
		return name // the embedded field needs this name, and null has checked that it is free
	}
	free := name
	for i := 2; m.mentions(f, free) && !m.hasHelper(f, free); i++ {
		free = name + strconv.Itoa(i)
	}
	return free
}

// hasHelper reports whether an earlier run added a helper to the package of f.
func (m *module) hasHelper(f *file, name string) bool {
	// The first line of a helper is its comment, which does not depend on the target's name in the
	// file.
	comment, _, _ := strings.Cut(helperText(name), "\n")
	for path, src := range m.packageText(f) {
		// A helper in a file that no configuration loads may be missing where f is compiled.
		if m.files[path] != nil && bytes.Contains(src, []byte(comment)) {
			return true
		}
	}
	return false
}

// mentions reports whether the package of f contains a name. It also reads files that no
// configuration loads. Every mention counts, because a local declaration could shadow the helper.
func (m *module) mentions(f *file, name string) bool {
	mention := regexp.MustCompile(`\b` + name + `\b`)
	return slices.ContainsFunc(slices.Collect(maps.Values(m.packageText(f))), mention.Match)
}

// packageText returns the Go files in the directory of f that have the same package clause.
func (m *module) packageText(f *file) map[string][]byte {
	dir, pkg := filepath.Dir(f.path), f.syntax.Name.Name
	key := dir + " " + pkg
	if m.texts[key] == nil {
		m.texts[key] = map[string][]byte{}
		clause := regexp.MustCompile(`(?m)^package ` + pkg + `\b`)
		entries, _ := os.ReadDir(dir) // load has already read this directory
		for _, entry := range entries {
			path := filepath.Join(dir, entry.Name())
			if src, err := os.ReadFile(path); err == nil && filepath.Ext(path) == ".go" && clause.Match(src) {
				m.texts[key][path] = src
			}
		}
	}
	return m.texts[key]
}

// withImport adds an import to a file.
func withImport(src []byte, imp newImport) []byte {
	return editImports(src, func(fset *token.FileSet, f *ast.File) {
		name := imp.name
		if name == path.Base(imp.path) {
			name = ""
		}
		astutil.AddNamedImport(fset, f, name, imp.path)
	})
}

// editImports returns a file after change has edited its imports. It returns src if the file cannot
// be parsed.
func editImports(src []byte, change func(fset *token.FileSet, f *ast.File)) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	change(fset, f)
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		return src
	}
	return b.Bytes()
}

// finish formats changed files that were formatted before, restores CRLF line endings, and drops
// unchanged files from the result.
func (m *module) finish(res *result) {
	for path, src := range res.sources {
		orig := m.files[path].src
		before := withoutCR(orig)
		src = m.formatLike(before, withoutCR(src))
		switch {
		case bytes.Equal(src, before):
			delete(res.sources, path)
			delete(res.kept, path)
		case len(before) < len(orig):
			res.reformat(path, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
		default:
			res.reformat(path, src)
		}
	}
}

// formatLike formats src if the original file was formatted. Otherwise it returns src unchanged.
func (m *module) formatLike(before, src []byte) []byte {
	formatted, err := format.Source(before)
	if err != nil || !bytes.Equal(formatted, before) {
		return src
	}
	formatted, err = format.Source(m.regroup(src))
	if err != nil {
		return src
	}
	return formatted
}

func withoutCR(src []byte) []byte { return bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")) }

// regroup moves an import of the standard uuid package to the group of standard packages.
func (m *module) regroup(src []byte) []byte {
	if m.target != standard {
		return src
	}
	return editImports(src, func(fset *token.FileSet, f *ast.File) {
		i := slices.IndexFunc(f.Imports, func(spec *ast.ImportSpec) bool { return importPath(spec) == standard })
		if i < 0 || len(f.Imports) == 1 {
			return
		}
		name := ""
		if f.Imports[i].Name != nil {
			name = f.Imports[i].Name.Name
		}
		// The first import group contains the standard packages, and astutil adds a new standard
		// import to it.
		astutil.DeleteNamedImport(fset, f, name, standard)
		astutil.AddNamedImport(fset, f, name, standard)
	})
}
