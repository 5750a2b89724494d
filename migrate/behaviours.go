package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A scout looks for what compiles and behaves differently afterwards.
type scout struct {
	m     *module
	file  *file
	info  *types.Info
	found []finding
}

// differences returns what in the files of the module behaves differently
// besides what the rules have said. What keeps the library behaves as it did.
func (m *module) differences(p *plan) []finding {
	uses := map[*library]bool{}
	for _, f := range m.files {
		for _, p := range f.pkg.Types.Imports() {
			if l := m.libraryOf(p); l != nil {
				uses[l] = true
			}
		}
	}
	foreign := append(m.foreignUsers(), m.frozenUsers()...)
	var found []finding
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		f := m.files[path]
		if !m.contains(path) {
			continue
		}
		s := &scout{m: m, file: f, info: f.pkg.TypesInfo}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if decl, ok := n.(ast.Decl); ok && p.level(f, decl.Pos()) == keepOld {
				return false
			}
			switch n := n.(type) {
			case *ast.BasicLit:
				s.literal(n, uses)
			case *ast.StructType:
				s.structType(n)
			case *ast.CallExpr:
				s.scan(n)
				s.register(n)
				s.reflect(n, foreign)
				s.callback(n, foreign)
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					s.assertion(n.Type, foreign)
				}
			case *ast.TypeSwitchStmt:
				for _, clause := range n.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						s.assertion(e, foreign)
					}
				}
			}
			return true
		})
		s.printing()
		found = append(found, s.found...)
	}
	return found
}

// foreignUsers returns the packages of other modules in whose API the types of
// a library may be.
func (m *module) foreignUsers() []string {
	users := map[string]bool{}
	for _, c := range m.configs {
		for _, pkg := range c.pkgs {
			walkImports(pkg.Types, func(p *types.Package) {
				if m.has(p) || m.libraryOf(p) != nil {
					return
				}
				for _, imported := range p.Imports() {
					if m.libraryOf(imported) != nil {
						users[p.Path()] = true
					}
				}
			})
		}
	}
	return slices.Sorted(maps.Keys(users))
}

// frozenUsers returns the files of the module that keep the types of a library.
func (m *module) frozenUsers() []string {
	var users []string
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		if m.files[path].frozen != "" && m.contains(path) && m.mentionsLibrary(path) {
			users = append(users, m.relative(path))
		}
	}
	return users
}

func (s *scout) note(pos token.Pos, name, text string) {
	p := s.file.fset.PositionFor(pos, false)
	s.found = append(s.found, finding{s.m.relative(p.Filename), p.Line, p.Column, name, text})
}

// libraryType returns the library and the name of a type of one that moves, or
// of what a pointer to one points to.
func (s *scout) libraryType(t types.Type) (*library, string) {
	named := namedType(t)
	if named == nil {
		return nil, ""
	}
	l, name := s.m.libraryOf(named.Obj().Pkg()), named.Obj().Name()
	if l == nil || !l.moves(name) {
		return nil, ""
	}
	return l, name
}

// errorTexts are what the errors of the libraries say.
var errorTexts = regexp.MustCompile(`invalid UUID (format|length)|invalid urn prefix|invalid bracketed UUID|invalid UUID \(got` +
	`|Scan: (unable to scan|invalid)|uuid: (incorrect UUID|UUID must be exactly|cannot convert|invalid UUID)` +
	`|uuid: (could not|no HW address)`)

// typeNames are names of types that have another one here.
var typeNames = regexp.MustCompile(`^\*?(uuid\.)?NullUUID$`)

// oddForms are texts that the libraries parse and Parse refuses.
var oddForms = regexp.MustCompile(`^(\{[0-9A-Fa-f]{32}\}|urn:uuid:[0-9A-Fa-f]{32})$`)

// uuidForms are the texts that Parse accepts.
var uuidForms = regexp.MustCompile(`^(?:[0-9A-Fa-f]{32}|(?:urn:uuid:)?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\})$`)

func isUUID(s string) bool { return uuidForms.MatchString(s) }

// wrappedForm is a UUID between two characters of any kind.
var wrappedForm = regexp.MustCompile(`^.[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}.$`)

func (s *scout) literal(lit *ast.BasicLit, uses map[*library]bool) {
	v := s.info.Types[lit].Value
	if v == nil || v.Kind() != constant.String || s.m.target != ours {
		return
	}
	switch text := constant.StringVal(v); {
	case len(uses) == 0:
	case errorTexts.MatchString(text):
		s.note(lit.Pos(), "error text", "errors have other texts here; errors.As finds a *ParseError with Offset and Reason")
	case typeNames.MatchString(text):
		s.note(lit.Pos(), "type name", "the type is called Null here, for package reflect too")
	case (uses[gofrs] || uses[satori]) && oddForms.MatchString(text):
		s.note(lit.Pos(), "text form", "Parse refuses 32 digits in braces or after urn:uuid:")
	case uses[google] && wrappedForm.MatchString(text) && !isUUID(text):
		s.note(lit.Pos(), "text form", "Parse refuses a UUID between other characters than braces")
	}
}

// structType looks at what is embedded and at the tags that encoders read.
func (s *scout) structType(st *ast.StructType) {
	for _, field := range st.Fields.List {
		t := s.info.TypeOf(field.Type)
		l, name := s.libraryType(t)
		if l == nil {
			continue
		}
		if len(field.Names) == 0 {
			if gained, lost := s.methodChanges(t, l.rule(name).new); gained != "" || lost != "" {
				text := "the struct that embeds it"
				if gained != "" {
					text += " gets the methods " + gained
				}
				if gained != "" && lost != "" {
					text += " and"
				}
				if lost != "" {
					text += " loses the methods " + lost
				}
				s.note(field.Pos(), name, text)
			}
		}
		if field.Tag == nil {
			continue
		}
		tag := field.Tag.Value
		if name == "UUID" && strings.Contains(tag, "bson:") {
			if s.m.target == ours {
				s.note(field.Pos(), "BSON", bsonHere)
			} else if l == superset {
				s.note(field.Pos(), "BSON", bsonThere)
			}
		}
		if name == "UUID" && strings.Contains(tag, "omitempty") && (strings.Contains(tag, "yaml:") || strings.Contains(tag, "bson:")) {
			had, has := hasMethod(t, "IsZero"), s.m.target == ours
			if _, isPointer := types.Unalias(t).(*types.Pointer); had != has && !isPointer {
				what := "leaves the Nil UUID out, which has an IsZero method"
				if !has {
					what = "no longer leaves the Nil UUID out, which has no IsZero method"
				}
				s.note(field.Pos(), "omitempty", "in YAML and BSON it "+what)
			}
		}
		if l == google && name == "NullUUID" && textTags.MatchString(tag) {
			s.note(field.Pos(), "text", "the text of a missing one is empty, not null, and empty text is read as missing")
		}
		if l == google && name == "UUID" && (strings.Contains(tag, "db:") || strings.Contains(tag, "gorm:")) {
			if _, isPointer := types.Unalias(t).(*types.Pointer); !isPointer {
				s.note(field.Pos(), "column", scanText)
			}
		}
	}
}

// textTags are tags of encoders that use MarshalText.
var textTags = regexp.MustCompile(`(yaml|xml|toml|form|query|schema|env):"`)

const (
	bsonHere = "MongoDB's driver writes binary subtype 4 for it, which a query does not find as subtype 0, the old one; " +
		"convert the collection first, or query for both: see UUID.UnmarshalBSONValue"
	bsonThere = "MongoDB's driver writes binary subtype 0 for it, and returns an error for subtype 4, the old one"
)

const scanText = `Scan returns an error for NULL and "", which google/uuid reads as nothing; if the column may be NULL, use Null or a pointer`

// methodChanges returns the exported methods that the target's type has and
// that of the library has not, and the other way round.
func (s *scout) methodChanges(t types.Type, newName string) (gained, lost string) {
	obj := s.m.configs[0].target.Scope().Lookup(newName)
	if obj == nil {
		return "", ""
	}
	before, after := methodNames(namedType(t)), methodNames(obj.Type())
	missing := func(from, in []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(from), func(name string) bool { return slices.Contains(in, name) }), ", ")
	}
	return missing(after, before), missing(before, after)
}

func methodNames(t types.Type) []string {
	var names []string
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		if f := set.At(i).Obj(); f.Exported() {
			names = append(names, f.Name())
		}
	}
	return names
}

// scan looks for rows that are scanned into a UUID.
func (s *scout) scan(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Scan" {
		return
	}
	for _, arg := range call.Args {
		t := s.info.TypeOf(arg)
		if p, ok := t.(*types.Pointer); ok {
			if l, name := s.libraryType(t); l == google && name == "UUID" {
				if _, twice := p.Elem().(*types.Pointer); !twice {
					s.note(arg.Pos(), "Scan", scanText)
				}
			}
		}
	}
}

// register looks for types that gob knows by their path.
func (s *scout) register(call *ast.CallExpr) {
	if !s.calls(call, "encoding/gob", "Register") {
		return
	}
	if l, _ := s.libraryType(s.info.TypeOf(call.Args[0])); l != nil {
		s.note(call.Pos(), "gob", "gob registers the type under its path, which streams that were written before do not have: use RegisterName")
	}
}

func (s *scout) calls(call *ast.CallExpr, pkg, name string) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := s.info.Uses[sel.Sel].(*types.Func)
	return ok && f.Pkg() != nil && f.Pkg().Path() == pkg && f.Name() == name && len(call.Args) > 0
}

func (s *scout) reflect(call *ast.CallExpr, foreign []string) {
	if s.calls(call, "reflect", "TypeOf") {
		s.dynamic(call.Args[0], s.info.TypeOf(call.Args[0]), foreign)
	}
}

func (s *scout) assertion(e ast.Expr, foreign []string) {
	if s.info.Types[e].IsType() {
		s.dynamic(e, s.info.TypeOf(e), foreign)
	}
}

// dynamic notes where values of the old type may come from another module and
// meet the new type at run time only.
func (s *scout) dynamic(e ast.Expr, t types.Type, foreign []string) {
	if l, name := s.libraryType(t); l != nil && len(foreign) > 0 {
		s.note(e.Pos(), name, "only values of the new type match; those of the old type may still come from "+strings.Join(foreign, ", ")+
			": it may have to list both")
	}
}

// callback notes functions that somebody calls by reflection, with values of the
// old type maybe.
func (s *scout) callback(call *ast.CallExpr, foreign []string) {
	argumentSites(s.info, call, func(e ast.Expr, target types.Type) {
		sig, ok := under(s.info.TypeOf(e)).(*types.Signature)
		if !ok || !types.IsInterface(target) {
			return
		}
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for i := range tuple.Len() {
				s.dynamic(e, tuple.At(i).Type(), foreign)
			}
		}
	})
}

// printing looks for verbs that a Format method has printed in its own way.
func (s *scout) printing() {
	for p := range printed(s.info, s.file.syntax) {
		for _, arg := range p.args {
			l, name := s.libraryType(s.info.TypeOf(arg.expr))
			if l == nil || name != "UUID" || !hasMethod(s.info.TypeOf(arg.expr), "Format") {
				continue
			}
			if strings.ContainsRune("svq", arg.verb) && arg.flag != "" {
				s.note(arg.expr.Pos(), "%"+arg.flag+string(arg.verb), "there is no Format method: fmt applies the flags and the width, which gofrs/uuid ignores")
			}
		}
	}
}
