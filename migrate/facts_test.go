package main

import (
	"go/token"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid/migrate/differences"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// TestRecursiveType checks that the search for UUIDs in a type that contains itself ends.
func TestRecursiveType(t *testing.T) {
	t.Parallel()
	recursive := types.NewNamed(types.NewTypeName(token.NoPos, types.NewPackage("a", "a"), "T", nil), nil, nil)
	recursive.SetUnderlying(types.NewSlice(recursive))
	if new(scout).mayBe(recursive, "Format") {
		t.Error("type T []T may contain a UUID")
	}
}

// TestDatabases checks which imports make the report mention version 4 keys.
func TestDatabases(t *testing.T) {
	t.Parallel()
	i := slices.IndexFunc(differences.Table, func(row differences.Row) bool { return row.Name == "version 4" })
	beside := regexp.MustCompile(differences.Table[i].Beside)
	for path, want := range map[string]bool{
		"database/sql": true, "github.com/jackc/pgx/v4": true, "github.com/jackc/pgx/v5/pgxpool": true,
		"github.com/jmoiron/sqlx": true,
		"gorm.io/gorm":            true, "github.com/uptrace/bun": true, "entgo.io/ent/dialect": true,
		"xorm.io/xorm":                true,
		"github.com/gobuffalo/pop/v6": true, "github.com/ory/pop/v6": true, "github.com/go-pg/pg/v10": true,
		"github.com/gocql/gocql":                    true,
		"github.com/volatiletech/sqlboiler/v4/boil": true, "go.mongodb.org/mongo-driver/mongo": true,
		"cloud.google.com/go/spanner": true,
		"database/sql/driver":         false, "example.com/database/sql": false, "gorm.io/gormless": false,
		"net/http": false,
	} {
		if got := beside.MatchString(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

// TestTags checks which tags of a field each row reports.
func TestTags(t *testing.T) {
	t.Parallel()
	const omit, zero = `"id,omitempty"`, `"id,omitzero"`
	for name, tags := range map[string]struct{ reported, other []string }{
		"BSON": {[]string{`bson:"id"`}, []string{`json:"id"`, `abson:"id"`}},
		"omitempty": {
			[]string{"yaml:" + omit, "bson:" + omit, `yaml:"id,flow,omitempty"`},
			[]string{"json:" + omit, `yaml:"omitempty"`, "yaml:" + zero},
		},
		"omitzero": {[]string{"json:" + zero, `json:",string,omitzero"`}, []string{"json:" + omit, "yaml:" + zero}},
		"JSON":     {[]string{`json:"id"`, `json:"-,"`}, []string{`json:"-"`, `yaml:"id"`}},
		"missing": {
			[]string{`yaml:"id"`, `xml:"id"`, `toml:"id"`, `form:"id"`, `query:"id"`, `schema:"id"`, `env:"ID"`},
			[]string{`json:"id"`, `dotenv:"ID"`},
		},
		"column": {
			[]string{
				`db:"id"`, `gorm:"type:uuid"`, `bun:"id"`, `pg:"id"`, `sql:"id"`, `xorm:"id"`, `alias:"id"`,
				`boil:"id"`, `reform:"id"`,
			},
			[]string{`json:"id"`, `adb:"id"`},
		},
		"gorm": {[]string{`gorm:"primaryKey"`}, []string{`db:"id"`}},
		"gin":  {[]string{`form:"id"`, `uri:"id"`, `header:"id"`}, []string{`json:"id"`, `query:"id"`}},
	} {
		found := false
		for _, row := range differences.Table {
			if row.Name != name || row.Tag == "" {
				continue
			}
			found = true
			tag := regexp.MustCompile(row.Tag)
			for _, s := range tags.reported {
				if !tag.MatchString("`" + s + "`") {
					t.Errorf("%s: %s is not reported", row.Key(), s)
				}
			}
			for _, s := range tags.other {
				if tag.MatchString("`" + s + "`") {
					t.Errorf("%s: %s is reported", row.Key(), s)
				}
			}
		}
		if !found {
			t.Errorf("no row %s has a tag", name)
		}
	}
}

// TestTexts checks which strings and functions the patterns of the rows match.
func TestTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		row            string
		pattern        func(differences.Row) string
		matched, other []string
	}{
		{
			row:     "error text",
			pattern: func(row differences.Row) string { return row.Text },
			matched: []string{
				"invalid UUID length: 3", "invalid urn prefix", "invalid bracketed UUID format",
				"Scan: unable to scan type int into UUID", "Scan: invalid", "uuid: incorrect UUID length",
				"uuid: UUID must be exactly 16 bytes", "uuid: cannot convert int to UUID", "uuid: could not convert",
				"uuid: no HW address found",
			},
			other: []string{"no UUID", "uuid: cannot parse text", "incorrect UUID"},
		},
		{
			row:     "method by name: google/uuid to here",
			pattern: func(row differences.Row) string { return row.Text },
			matched: []string{"{{.ClockSequence}}", "{{.NodeID}}", "{{with .ID.Domain}}"},
			other:   []string{"{{.NodeIDs}}", "NodeID", "{{.String}}"},
		},
		{
			row:     "method by name: gofrs/uuid, satori/go.uuid to here",
			pattern: func(row differences.Row) string { return row.Text },
			matched: []string{"{{.Bytes}}", "{{.Parse}}", "{{.Format}}", "{{.SetVersion}}", "{{.SetVariant}}"},
			other:   []string{"{{.BytesLE}}", "{{.Version}}"},
		},
		{
			row:     "method by name: here to std",
			pattern: func(row differences.Row) string { return row.Text },
			matched: []string{"{{if .ID.IsNil}}", "{{.IsZero}}"},
			other:   []string{"{{.Is}}", "{{.IsNilOrZero}}"},
		},
		{
			row:     "type name",
			pattern: func(row differences.Row) string { return row.Text },
			matched: []string{"NullUUID", "uuid.NullUUID", "*uuid.NullUUID", "*NullUUID"},
			other:   []string{"a NullUUID", "NullUUIDs"},
		},
		{
			row:     "gin",
			pattern: func(row differences.Row) string { return row.Calls },
			matched: []string{
				"Bind", "BindQuery", "BindUri", "BindHeader", "ShouldBind", "ShouldBindQuery", "ShouldBindUri",
				"MustBindWith", "MapForm", "MapFormWithTag",
			},
			other: []string{"BindJSON", "ShouldBindJSON", "JSON"},
		},
		{
			row:     "JSON: google/uuid, gofrs/uuid to here",
			pattern: func(row differences.Row) string { return row.Calls },
			matched: []string{"Unmarshal", "Decode"},
			other:   []string{"Marshal", "Encode"},
		},
		{
			row:     "BSON",
			pattern: func(row differences.Row) string { return row.Through },
			matched: []string{"ToBSON", "BSON"},
			other:   []string{"Insert"},
		},
	} {
		found := false
		for _, row := range differences.Table {
			if row.Name != tt.row && row.Key() != tt.row {
				continue
			}
			found = true
			pattern := regexp.MustCompile(tt.pattern(row))
			for _, s := range tt.matched {
				if !pattern.MatchString(s) {
					t.Errorf("%s: %q is not reported", row.Key(), s)
				}
			}
			for _, s := range tt.other {
				if pattern.MatchString(s) {
					t.Errorf("%s: %q is reported", row.Key(), s)
				}
			}
		}
		if !found {
			t.Errorf("no row %s", tt.row)
		}
	}
}

// TestLoggers checks which packages print the arguments of all their functions.
func TestLoggers(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"fmt": true, "log": true, "log/slog": true, "go.uber.org/zap": true, "github.com/rs/zerolog": true,
		"github.com/rs/zerolog/log": true, "github.com/sirupsen/logrus": true, "github.com/go-logr/logr": true,
		"golang.org/x/exp/slog": true, "example.com/fmt": false, "example.com/catalog": false, "net/http": false,
	} {
		if got := loggers.MatchString(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

// TestAccepted checks which text each package parses.
func TestAccepted(t *testing.T) {
	t.Parallel()
	const digits, text = "F81D4FAE7DEC11D0a76500a0c91e6bf6", "F81D4FAE-7DEC-11D0-a765-00a0c91e6bf6"
	every := []string{differences.Google, differences.Gofrs, differences.Satori, differences.Here, ours, standard}
	gofrsAndSatori := []string{differences.Gofrs, differences.Satori}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{digits, every},
		{text, every},
		{"{" + text + "}", every},
		{"urn:uuid:" + text, every},
		{"URN:uuid:" + text, []string{differences.Google, differences.Here, ours}},
		{"\"" + text + "\"", []string{differences.Google}},
		{"\n" + text + "\n", []string{differences.Google}},
		{"{" + digits + "}", gofrsAndSatori},
		{"urn:uuid:" + digits, gofrsAndSatori},
		{"{urn:uuid:" + text + "}", nil},
		{"{" + text, nil},
		{text + "}", nil},
		{" " + text, nil},
		{text[1:], nil},
		{"g" + text[1:], nil},
		{digits + "0", nil},
		{"F81D4FAE7DEC-11D0-a765-00a0c91e6bf6", nil},
		{"", nil},
	} {
		for name, pattern := range accepted {
			if got := pattern.MatchString(tt.text); got != slices.Contains(tt.want, name) {
				t.Errorf("%s, %q: %t", name, tt.text, got)
			}
		}
	}
}

// TestVersionOf checks which version of a module decides about a row.
func TestVersionOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		module *packages.Module
		want   string
	}{
		{nil, ""}, // the standard library
		{&packages.Module{Version: "v5.6.0"}, "v5.6.0"},
		{&packages.Module{Version: "v5.6.0", Replace: &packages.Module{Version: "v5.7.0"}}, "v5.7.0"},
		{&packages.Module{Version: "v5.6.0", Replace: &packages.Module{Path: "../pgx"}}, "v5.6.0"},
	} {
		if got := versionOf(&packages.Package{Module: tt.module}); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// TestREADME checks that the table in README.md matches the rows in package differences.
func TestREADME(t *testing.T) {
	t.Parallel()
	const begin, end = "<!-- go test -run TestREADME -update . writes the table -->\n", "<!-- end of the table -->\n"
	src, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(src), begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("README.md has no table")
	}
	want := differences.Markdown(func(differences.Row) bool { return true })
	if *update {
		if err := os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if table != want {
		t.Errorf("README.md has a different table: run go test -run TestREADME -update .\n%s", want)
	}
}

// TestReportNames checks that each name at the start of a line in a golden report is a rule or a row
// of package differences. The exceptions are declarations that are not rewritten, and names for
// which a library has no rule.
func TestReportNames(t *testing.T) {
	t.Parallel()
	declaration := regexp.MustCompile(`^(func|type|var|const) \S+$`)
	line := regexp.MustCompile(`(?m)^  ([^:\n]+): (.*)\n      \S+:\d+:\d+$`)
	places := regexp.MustCompile(` \(\d+ places\)$`)
	known := []string{"go vet", "go line"} // reported by vet.go and gomod.go
	for _, l := range []*library{google, gofrs, superset} {
		for _, r := range l.rules {
			known = append(known, r.old)
		}
		known = append(known, l.paths...)
	}
	for _, row := range differences.Table {
		known = append(known, row.Name)
	}
	for _, path := range filesAt(t, "testdata/*/*.txtar") {
		archive := readArchive(t, path)
		report := string(archive.Files[len(archive.Files)-1].Data)
		report, _, _ = strings.Cut(report, "\nNot edited\n")
		for _, match := range line.FindAllStringSubmatch(report, -1) {
			name, text := match[1], places.ReplaceAllString(match[2], "")
			if !slices.Contains(known, name) && !declaration.MatchString(name) && text != superset.others &&
				text != google.others {
				t.Errorf("%s: %q is neither a rule nor a row of package differences", path, name)
			}
		}
	}
}

// TestStops checks that the command refuses to write if a package with values of the old type
// imports a module that looks for this type at run time. The -despite flag with the module's path
// allows writing, and -anyway does not.
func TestStops(t *testing.T) {
	t.Parallel()
	archive := readArchive(t, "testdata/golden/reach.txtar")
	dir := t.TempDir()
	writeModule(t, dir, "", slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return !strings.HasPrefix(f.Name, "_") && f.Name != "go.mod" && f.Name != "pops/pops.go" &&
			!strings.HasPrefix(f.Name, "seal")
	}))
	before := snapshot(t, dir)
	if status, out, _ := migrateIn(t, dir); status != forbidden ||
		!strings.Contains(out, " -despite example.com/pop -C ") {
		t.Errorf("exit status %d: %s", status, out)
	}
	stop := regexp.MustCompile(`\n  example\.com/pop: the module checks for types of gofrs/uuid at run time, in ` +
		`example\.com/pop \(model\.go:13\), .*\n      example\.com/m/pops example\.com/m/seals\n`)
	status, out, stderr := migrateIn(t, dir, "-w", "-anyway", "-despite", "example.com/names")
	if status != failed || !strings.Contains(stderr, "no files were written") || !stop.MatchString(out) {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
	if !maps.Equal(before, snapshot(t, dir)) {
		t.Error("something has changed")
	}
	if status, out, stderr := migrateIn(t, dir, "-w", "-despite", "example.com/pop"); status != done ||
		strings.Contains(out, "Reasons not to write") {
		t.Errorf("exit status %d: %s%s", status, out, stderr)
	}
}

// TestImportBeforeKept checks that the report lists the import of a package that may receive UUIDs,
// even if the first declaration after the imports keeps the old type.
func TestImportBeforeKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const src = `package a

import (
	"encoding/gob"

	"github.com/gofrs/uuid/v5"
)

var N = kept(uuid.UUID{})

func kept[T interface{ Bytes() []byte }](id T) int { return len(id.Bytes()) }

type T struct{ ID uuid.NullUUID }

func Write(e *gob.Encoder, t any) error { return e.Encode(t) }
`
	writeModule(t, dir, "", []txtar.File{{Name: "a.go", Data: []byte(src)}})
	_, out, stderr := migrateIn(t, dir)
	if !strings.Contains(out, "\n  var N: the new code would not compile: ") ||
		!strings.Contains(out, "\n  gob: the package is imported; ") {
		t.Errorf("%s%s", out, stderr)
	}
}

// TestFinders checks that each search has a function and a row of the table.
func TestFinders(t *testing.T) {
	t.Parallel()
	for search := differences.ByFields + 1; search < differences.Searches; search++ {
		if finders[search] == nil {
			t.Errorf("search %d has no function", search)
		}
		if !slices.ContainsFunc(differences.Table, func(row differences.Row) bool { return row.Search == search }) {
			t.Errorf("no row has search %d", search)
		}
	}
}
