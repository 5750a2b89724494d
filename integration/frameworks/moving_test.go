//go:build go1.27

package frameworks

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	std "uuid"

	"github.com/fxamacker/cbor/v2"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	satori "github.com/satori/go.uuid"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	moves "github.com/seed-8298af95/uuid/migrate/differences"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
)

// paths lists the import paths that cannot be derived from the names in the table.
var paths = map[string]string{
	"mongodb/mongo-go-driver/v2": "go.mongodb.org/mongo-driver/v2",
	"gorm.io/gorm":               "gorm.io/gorm",
}

// moving returns the rows in the migrate table that report d for a move to the standard package.
func moving(d difference) (rows []moves.Row) {
	path := paths[d.name]
	if path == "" {
		path = d.name
		if strings.Contains(d.methods, "UnmarshalParam") || strings.Count(d.name, "/") > 1 ||
			d.name == "gin-gonic/gin" {
			path = "github.com/" + d.name
		}
	}
	for _, r := range moves.Table {
		named := map[string]string{"a struct that embeds the ID": "embedded", "`omitempty`": "omitempty",
			"`omitzero`": "omitzero"}[d.what]
		isRow := r.Name == named || named == "" && r.Imported(path)
		// pgx treats both types equally in a uuid column, so no row reports this column.
		if isRow && r.Before == "" && slices.Contains(r.From, moves.Here) && d.what != "`uuid`" {
			rows = append(rows, r)
		}
	}
	return rows
}

// moved maps the packages in the rows to functions that write a value.
var moved = map[string]func(any) ([]byte, error){
	"encoding/gob": gobMarshal, "encoding/xml": xml.Marshal, "encoding/json": json.Marshal,
	"github.com/vmihailenco/msgpack": msgpack.Marshal, "github.com/fxamacker/cbor": cbor.Marshal,
	"go.mongodb.org/mongo-driver/v2": bson.Marshal, "": yaml.Marshal, // rows with only a tag
}

type before[U, N any] struct {
	UUID     U  `json:"id" bson:"id" yaml:"id,omitempty"`
	NullUUID N  `json:"null" bson:"-" yaml:"null"`
	Pointer  *U `json:"pointer,omitzero" bson:"-" yaml:"-"`
}

// specimens returns a struct with a UUID and a NullUUID for each library.
func specimens(id uuid.UUID) map[string]any {
	return map[string]any{
		moves.Google: before[google.UUID, google.NullUUID]{google.UUID(id),
			google.NullUUID{UUID: google.UUID(example), Valid: id != uuid.Nil()}, (*google.UUID)(&id)},
		moves.Gofrs: before[gofrs.UUID, gofrs.NullUUID]{gofrs.UUID(id),
			gofrs.NullUUID{UUID: gofrs.UUID(example), Valid: true}, (*gofrs.UUID)(&id)},
		moves.Satori: before[satori.UUID, satori.NullUUID]{satori.UUID(id),
			satori.NullUUID{UUID: satori.UUID(example), Valid: true}, (*satori.UUID)(&id)},
		moves.Here: before[uuid.UUID, uuid.Null]{id, uuid.Null{UUID: example, Valid: true}, &id},
	}
}

// TestMoving checks the migrate table: each package that a row names must treat the old and the new
// type differently. TestDifferences covers the rows for a move to the standard package.
func TestMoving(t *testing.T) {
	proven := map[string]bool{}
	for _, d := range differences {
		for _, r := range moving(d) {
			proven[r.Key()] = true
		}
	}
	for _, row := range moves.Table {
		if row.Before != "" {
			t.Run(row.Name+" before "+row.Before, func(t *testing.T) { proveRelease(t, row) })
			proven[row.Key()+row.Before] = true
			continue
		}
		if row.To != moves.Here || row.Package == "" && row.Tag == "" || row.Name == "column" {
			continue
		}
		for _, from := range row.From {
			if strings.HasPrefix(row.Name, "omit") && from == moves.Gofrs {
				continue // gofrs/uuid has had an IsZero method since version 5.3
			}
			t.Run(row.Name+" from "+from, func(t *testing.T) { proveMove(t, row, from) })
		}
		proven[row.Key()] = true
	}
	// No function in moved covers the "ent" and "column" rows. The ent row is correct as long as
	// the standard type is not a driver.Valuer.
	if _, ok := any(std.UUID{}).(driver.Valuer); ok {
		t.Error("ent: the standard type is a driver.Valuer")
	}
	for _, row := range moves.Table {
		if (row.Package != "" || row.Tag != "") && !proven[row.Key()+row.Before] && row.Name != "ent" &&
			row.Name != "column" {
			t.Errorf("no test checks %s", row.Key())
		}
	}
	shown := moves.Markdown(func(r moves.Row) bool { return r.Package != "" || r.Tag != "" })
	readme.Block(t, "README.md", "moving", shown)
}

// proveRelease checks that releases of pgx before the row's cannot read a uuid column into the standard
// type, and cannot write a slice of it, and that the row's release can.
func proveRelease(t *testing.T, row moves.Row) {
	const program = `package main

import (
	"fmt"
	"uuid"

	"github.com/jackc/pgx/v5/pgtype"
)

func main() {
	m := pgtype.NewMap()
	read := m.Scan(pgtype.UUIDOID, pgtype.BinaryFormatCode, make([]byte, 16), new(uuid.UUID))
	_, write := m.Encode(pgtype.UUIDArrayOID, pgtype.BinaryFormatCode, []uuid.UUID{{}}, nil)
	fmt.Println(read == nil, write == nil)
}
`
	for version, want := range map[string]string{"v5.0.0": "false false\n", "v5.6.0": "false false\n",
		row.Before: "true true\n"} {
		dir := t.TempDir()
		mod := "module m\n\ngo 1.27.0\n\nrequire " + row.Package + " " + version + "\n"
		err := errors.Join(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666),
			os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o666))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "run", "-mod=mod", ".")
		cmd.Dir = dir
		if got, err := cmd.Output(); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", version, got, err, want)
		}
	}
}

// proveMove checks that a package treats the old and the new type differently.
func proveMove(t *testing.T, row moves.Row, from string) {
	id := example
	if strings.HasPrefix(row.Name, "omit") {
		id = uuid.Nil()
	}
	if row.Name == "missing" && from == moves.Google {
		id = uuid.Nil() // makes the NullUUID missing too
	}
	values := specimens(id)
	// The JSON row describes how values are read. All other rows describe how values are written.
	if row.Name == "JSON" && from != moves.Satori {
		for name, fails := range map[string]bool{from: true, moves.Here: false} {
			dst := reflect.New(reflect.TypeOf(values[name])).Interface()
			if err := json.Unmarshal([]byte(`{"null": ""}`), dst); (err != nil) != fails {
				t.Errorf("%s: %v", name, err)
			}
		}
		return
	}
	if row.Name == "omitzero" {
		for name, omitted := range map[string]bool{from: false, moves.Here: true} {
			b, err := json.Marshal(values[name])
			if err != nil || bytes.Contains(b, []byte(`"pointer"`)) == omitted {
				t.Errorf("%s: %s, %v; want the pointer omitted: %v", name, b, err, omitted)
			}
		}
		return
	}
	field := func(name string) any {
		return reflect.ValueOf(values[name]).FieldByName(row.TypeNames()[0]).Interface()
	}
	encode, doc := moved[row.Package], func(name string) any { return map[string]any{"v": field(name)} }
	switch row.Package {
	case "encoding/gob", "encoding/xml":
		doc = field
	case "":
		doc = func(name string) any { return values[name] }
	}
	old, err := encode(doc(from))
	if err != nil {
		t.Fatal(err)
	}
	here, err := encode(doc(moves.Here))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(old, here) {
		t.Errorf("both types are written as %q", old)
	}
}
