package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A behaviour is something that compiles before and after and behaves
// differently. The report and the table in README.md are made from the rows of
// behaviours; a line of the report begins with the name of its row.
type behaviour struct {
	name  string
	of    []*library // that it has to do with
	looks string     // what find looks for
	text  string     // what differs, and what to do; %s is what find tells
	find  finder
	stops bool // whether nothing is written if there is one
}

// A finder tells s of the places in n, a node without its children, at which a
// behaviour differs.
type finder func(s *scout, n ast.Node)

var (
	oldLibraries = []*library{google, gofrs, satori}
	likeGofrs    = []*library{gofrs, satori}
	onlyGoogle   = []*library{google}
	onlyOurs     = []*library{superset}
	allLibraries = append(oldLibraries, superset)
)

const nodeText = "the node is random, never a hardware address"

// behaviours is what differs.
var behaviours = []behaviour{
	{
		"dependency", allLibraries,
		"a value with the old type in it that reaches, as an interface, a module that asserts that type or compares with it by reflection",
		"%s looks for the old type at run time and finds the new one: move that module first, or keep the old type in what it gets",
		values(isOldType, (*scout).looksForOld), true,
	},
	{
		"dynamic type", allLibraries,
		"an assertion, a type switch, reflect.TypeOf or a function that is called by reflection, with the type of the library, while other modules or kept files have it",
		"only values of the new type match; those of the old type may still come from %s: it may have to list both",
		dynamicTypes, false,
	},
	{
		"embedded", allLibraries,
		"a struct that embeds a type of the library, whose methods it has",
		"the struct that embeds it %s",
		embedding, false,
	},

	{
		"Scan", onlyGoogle, "the method Scan of UUID or NullUUID",
		`"" is an error, and so is NULL for a UUID, which is left as it was`,
		mentions("UUID.Scan", "NullUUID.Scan"), false,
	},
	{
		"column", onlyGoogle,
		"a UUID that a database fills: &id as an argument of Scan or in a slice of any, a field with a tag such as db, gorm or bun, " +
			"or any field of what goes by pointer to a package that uses database/sql",
		`Scan returns an error for NULL and "", which google/uuid reads as nothing; if the column may be NULL, use Null or a pointer`,
		anyOf(tagged(columnTags, isColumn), scanned, fields(isColumn, readsColumns)), false,
	},
	{
		"BSON", oldLibraries,
		"a field with a bson tag, or a value with a UUID in it that reaches version 2 of MongoDB's driver",
		"version 2 of MongoDB's driver writes binary subtype 4 for it and reads 0 and 4; a query by it does not find subtype 0, which the old type wrote: " +
			"convert the collection first, as integration/frameworks/mongoconvert does, or query for both (see UUID.UnmarshalBSONValue)",
		anyOf(tagged(bsonTag, named("UUID")), fieldsAndValues(named("UUID"), inPackage(mongo))), false,
	},
	{
		"BSON", onlyOurs,
		"the same",
		"version 2 of MongoDB's driver writes binary subtype 0 for it, and returns an error for subtype 4, the old one",
		anyOf(tagged(bsonTag, named("UUID")), fieldsAndValues(named("UUID"), inPackage(mongo))), false,
	},
	{
		"omitempty", oldLibraries, "a UUID of a library without an IsZero method, with omitempty in a yaml or bson tag",
		"in YAML and BSON it leaves the Nil UUID out, which has an IsZero method",
		tagged(omitTag, omittable), false,
	},
	{
		"omitempty", onlyOurs, "the same",
		"in YAML and BSON it no longer leaves the Nil UUID out, which has no IsZero method",
		tagged(omitTag, omittable), false,
	},
	{
		"gob", allLibraries, "gob.Register of a type of the library",
		"gob registers the type under its path, which streams that were written before do not have: use RegisterName",
		registered, false,
	},
	{
		"gob", onlyOurs, "a value with a UUID in it that reaches encoding/gob",
		"gob writes it as an array, for the standard type has no MarshalBinary, and cannot read what was written before: convert it",
		values(isOldType, inPackage("^encoding/gob$")), false,
	},
	{
		"gob", likeGofrs, "a value with a NullUUID in it that reaches encoding/gob",
		"gob writes it as bytes and not as a struct, and cannot read what was written before: convert it",
		fieldsAndValues(named("NullUUID"), inPackage("^encoding/gob$")), false,
	},
	{
		"missing", likeGofrs, "a NullUUID with a yaml, xml, toml, form, query, schema or env tag, or in a value that reaches an encoder of XML, YAML or TOML",
		"it is a text and no longer an object with UUID and Valid; old XML is read as missing, old YAML and TOML not at all",
		anyOf(tagged(textTags, named("NullUUID")), fieldsAndValues(named("NullUUID"), inPackage(textEncoders))), false,
	},
	{
		"missing", onlyGoogle, "the same, or the methods of a NullUUID for text and binary",
		"the text of a missing one is empty, not null, and empty text is read as missing",
		anyOf(tagged(textTags, named("NullUUID")), fieldsAndValues(named("NullUUID"), inPackage(textEncoders)),
			mentions("NullUUID.MarshalText", "NullUUID.UnmarshalText", "NullUUID.UnmarshalBinary")), false,
	},
	{
		"JSON", oldLibraries, "a NullUUID with a json tag, or in a value that reaches a function that decodes JSON",
		`"" is read as missing, and was an error: check for it if a client may send it`,
		anyOf(tagged(jsonTag, named("NullUUID")), fieldsAndValues(named("NullUUID"), decodesJSON)), false,
	},

	{
		"printed", oldLibraries, "a NullUUID, or with google/uuid a Version, Variant or Domain, in a value that is printed or logged",
		"%s prints in another form: a NullUUID as its text or as nothing, a Version as a number, a Domain in lower case",
		printedForms(inPackage(loggers)), false,
	},
	{
		"flags", likeGofrs, "%s, %v or %q with flags or a width",
		"%s: there is no Format method, and fmt applies the flags and the width, which the old one ignores",
		formatFlags, false,
	},
	{
		"error text", oldLibraries, "a string with a piece of an error text of the library",
		"errors have other texts here; errors.As finds a *ParseError with Offset and Reason",
		literals(errorTexts), false,
	},
	{
		"type name", oldLibraries, "the string NullUUID",
		"the type is called Null here, for package reflect too",
		literals(typeNames), false,
	},
	{
		"old path", allLibraries, "the path of a library in a string, a comment or a //go:generate line",
		"it names %s, which the code does not use any more: change the text, or what reads it",
		oldPaths, false,
	},
	{
		"text form", likeGofrs, "a string that is a UUID of 32 digits in braces or after urn:uuid:",
		"Parse refuses 32 digits in braces or after urn:uuid:",
		literals(oddForms), false,
	},
	{
		"text form", onlyGoogle, "a string that is a UUID between two other characters",
		"Parse refuses a UUID between other characters than braces",
		literals(wrappedForms), false,
	},
	{
		"text form", onlyGoogle, "Parse, ParseBytes, MustParse or Validate of what a regular expression has found",
		"Parse refuses a UUID between other characters than braces: find the UUID alone",
		submatches, false,
	},
	{
		"parse error", onlyOurs, "Parse",
		"the error is no *ParseError",
		mentions("Parse"), false,
	},

	{
		"version 1", onlyGoogle, "NewUUID", nodeText,
		mentions("NewUUID"), false,
	},
	{
		"version 1", likeGofrs, "NewV1 and NewV1AtTime", nodeText,
		mentions("NewV1", "NewV1AtTime"), false,
	},
	{
		"version 6", onlyGoogle, "NewV6",
		"google/uuid 1.6.0 lays version 6 out wrongly, so that the two sort apart",
		mentions("NewV6"), false,
	},
	{
		"version 7", onlyOurs, "NewV7",
		"in order as long as the clock does not go back",
		mentions("NewV7"), false,
	},
	{
		"variant", oldLibraries, "the method Version",
		"0 unless the variant is RFC 9562's",
		mentions("UUID.Version"), false,
	},
}

// A scout looks for behaviours in one file.
type scout struct {
	m       *module
	file    *file
	info    *types.Info
	plan    *plan
	row     *behaviour
	flow    *flow
	deps    *dependencies
	others  string                  // where values of the old type may come from
	printed map[ast.Expr]printedArg // the arguments of printing calls
	found   []finding
	stops   []finding
}

// differences are what the table finds.
type differences struct {
	differs      []finding
	stops        []finding // why nothing is written
	dependencies []finding // that import a library
}

// differences returns what behaves differently in the files of the module. What
// keeps the library behaves as it did.
func (m *module) differences(p *plan) *differences {
	deps := m.dependencies()
	var rows []*behaviour
	for i := range behaviours {
		if b := &behaviours[i]; slices.ContainsFunc(b.of, m.imports) {
			rows = append(rows, b)
		}
	}
	flow := m.flow()
	others := m.foreignUsers()
	for _, f := range m.frozenUsers() {
		others = append(others, m.relative(f.path))
	}
	found := &differences{dependencies: deps.users()}
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		f := m.files[path]
		if f.frozen != "" {
			continue
		}
		s := &scout{m: m, file: f, info: f.pkg.TypesInfo, plan: p, flow: flow, deps: deps, others: strings.Join(others, ", "), printed: map[ast.Expr]printedArg{}}
		for arg := range printed(s.info, f.syntax) {
			s.printed[arg.expr] = arg
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if decl, ok := n.(ast.Decl); ok && p.level(f, decl.Pos()) == keepOld {
				return false
			}
			for _, s.row = range rows {
				if n != nil {
					s.row.find(s, n)
				}
			}
			return true
		})
		found.differs, found.stops = append(found.differs, s.found...), append(found.stops, s.stops...)
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
func (m *module) frozenUsers() []*file {
	var users []*file
	for _, path := range slices.Sorted(maps.Keys(m.files)) {
		if f := m.files[path]; f.frozen != "" && m.contains(path) && m.mentionsLibrary(path) {
			users = append(users, f)
		}
	}
	return users
}

// imports reports whether a file of the module imports a library.
func (m *module) imports(l *library) bool {
	for _, f := range m.files {
		for _, p := range f.pkg.Types.Imports() {
			if m.libraryOf(p) == l {
				return true
			}
		}
	}
	return false
}

// tell notes the row of the table at pos.
func (s *scout) tell(pos token.Pos, detail ...any) {
	text := s.row.text
	if len(detail) > 0 {
		text = fmt.Sprintf(text, detail...)
	}
	f := s.m.findingAt(s.file, pos, s.row.name, text)
	if s.row.stops {
		s.stops = append(s.stops, f)
	} else {
		s.found = append(s.found, f)
	}
}

// behaviourTable returns the rows as README.md has them.
func behaviourTable() string {
	var b strings.Builder
	b.WriteString("| in the report | from | looks for | what differs |\n|---|---|---|---|\n")
	for _, row := range behaviours {
		var from []string
		for _, l := range row.of {
			if l == superset {
				from = append(from, "here (`-to std`)")
			} else {
				from = append(from, l.name)
			}
		}
		text := strings.ReplaceAll(row.text, "%s", "…")
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.name, strings.Join(from, ", "), row.looks, text)
	}
	return b.String()
}
