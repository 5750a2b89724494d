package frameworks

import (
	"database/sql"
	"fmt"
	html "html/template"
	"io"
	"reflect"
	"strings"
	"testing"
	text "text/template"

	"cloud.google.com/go/spanner"
	"github.com/brianvoe/gofakeit/v7"
	"github.com/fatih/structs"
	"github.com/go-faker/faker/v4"
	jet "github.com/go-jet/jet/v2/postgres"
	ozzo "github.com/go-ozzo/ozzo-validation/v4"
	"github.com/go-pg/pg/v10"
	"github.com/go-pg/pg/v10/orm"
	google "github.com/google/uuid"
	"github.com/gorilla/schema"
	"github.com/lib/pq"
	"github.com/seed-8298af95/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// jetArgument returns the form of the argument that jet makes from an ID.
func jetArgument(id fmt.Stringer) func(*testing.T) string {
	return func(*testing.T) string {
		_, args := jet.SELECT(jet.UUID(id)).Sql()
		return seen(fmt.Sprint(args...))
	}
}

// spannerValue returns the form in which Spanner's client sends a value. The client makes a value
// for a row as it makes one for a parameter or a mutation.
func spannerValue(value any) func(*testing.T) string {
	return func(t *testing.T) string {
		row, err := spanner.NewRow([]string{"id"}, []any{value})
		if err != nil {
			t.Fatal(err)
		}
		if typ := row.ColumnType(0).Code.String(); typ != "UUID" {
			return "a `" + typ + "`"
		}
		return seen(row.ColumnValue(0).GetStringValue())
	}
}

// pqStores returns the form in which PostgreSQL receives an array from lib/pq.
func pqStores(typ string, array any) func(*testing.T) string {
	return func(t *testing.T) string {
		db, err := sql.Open("postgres", address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var stored []byte
		// unnest returns the elements of an array of any dimensions.
		if err := db.QueryRow("select id from unnest($1::"+typ+"[]) id limit 1", array).Scan(&stored); err != nil {
			return "error"
		}
		if typ == "bytea" && len(stored) == len(exampleV7.String()) {
			return "**stored as text**"
		}
		return seen(string(stored))
	}
}

// goPGStores returns the type of a column that go-pg created and the number of bytes in a stored
// ID.
func goPGStores(row any) func(*testing.T) string {
	return func(t *testing.T) string {
		options, err := pg.ParseURL(address)
		if err != nil {
			t.Fatal(err)
		}
		options.PoolSize = 1 // only one connection sees the temporary table
		db := pg.Connect(options)
		defer db.Close()
		if err := db.Model(row).CreateTable(&orm.CreateTableOptions{Temp: true}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Model(row).Insert(); err != nil {
			t.Fatal(err)
		}
		var column string
		var size int
		if _, err := db.QueryOne(pg.Scan(&column, &size), sizeQuery); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("`%s`, %d bytes", column, size)
	}
}

type pgBare struct {
	//lint:ignore U1000 go-pg looks for a field of this name
	tableName struct{}  `pg:"silent"`
	ID        uuid.UUID `pg:"id"`
}

type pgTyped struct {
	//lint:ignore U1000 go-pg looks for a field of this name
	tableName struct{}  `pg:"silent"`
	ID        uuid.UUID `pg:"id,type:uuid"`
}

// bson1Null returns the form in which MongoDB's driver v1 writes a Null.
func bson1Null(t *testing.T) string {
	data, err := bson1.Marshal(map[string]any{"id": null(&exampleV7)})
	if err != nil {
		t.Fatal(err)
	}
	if bson.Raw(data).Lookup("id").Type == bson.TypeEmbeddedDocument {
		return "a document"
	}
	return "**another value**"
}

// schemaEncodes encodes a pointer with gorilla/schema.
func schemaEncodes(encoder *schema.Encoder) func(*testing.T) string {
	return func(*testing.T) (result string) {
		defer func() {
			if recover() != nil {
				result = "**panic**"
			}
		}()
		doc := struct {
			ID *uuid.UUID `schema:"id"`
		}{&exampleV7}
		values := make(map[string][]string)
		if err := encoder.Encode(doc, values); err != nil {
			return "error"
		}
		return seen(values["id"][0])
	}
}

func schemaEncoder() *schema.Encoder {
	encoder := schema.NewEncoder()
	encoder.RegisterEncoder(uuid.UUID{}, func(v reflect.Value) string { return v.Interface().(uuid.UUID).String() })
	return encoder
}

// validated reports whether ozzo-validation accepts a value.
func validated(value any, rule ozzo.Rule) func(*testing.T) string {
	return func(*testing.T) string {
		if ozzo.Validate(value, rule) != nil {
			return "rejects it"
		}
		return "accepts it"
	}
}

// faked returns what a package for test data writes into an ID.
func faked(fill func(any) error) func(*testing.T) string {
	return func(t *testing.T) string {
		for range 100 { // by chance, some of them have the version and variant of a UUID
			var doc struct{ ID uuid.UUID }
			if err := fill(&doc); err != nil {
				t.Fatal(err)
			}
			if v := doc.ID.Version(); v < 1 || v > 8 {
				return "16 random bytes without a version"
			}
		}
		return "UUIDs"
	}
}

// unfaked is like faked, but the field is skipped.
func unfaked(fill func(any) error) func(*testing.T) string {
	return func(t *testing.T) string {
		doc := struct {
			ID uuid.UUID `fake:"skip" faker:"-"`
		}{exampleV7}
		if err := fill(&doc); err != nil {
			t.Fatal(err)
		}
		return seen(doc.ID.String())
	}
}

func fakeit(doc any) error { return gofakeit.Struct(doc) }

func fake(doc any) error { return faker.FakeData(doc) }

// templated executes a condition on a Nil ID and a missing Owner in both packages for templates.
func templated(condition string) func(*testing.T) string {
	return func(t *testing.T) string {
		source := "{{if " + condition + "}}true{{else}}false{{end}}"
		var doc struct {
			ID    uuid.UUID
			Owner uuid.Null
		}
		var results [2]strings.Builder
		for i, template := range []interface{ Execute(io.Writer, any) error }{
			html.Must(html.New("").Parse(source)), text.Must(text.New("").Parse(source)),
		} {
			if err := template.Execute(&results[i], doc); err != nil {
				t.Error(err)
			}
		}
		if results[0].String() != results[1].String() {
			t.Errorf("%s is %s in HTML, %s in text", condition, &results[0], &results[1])
		}
		return results[0].String()
	}
}

// mapped converts a struct with an Owner to a map with fatih/structs.
func mapped(doc any) func(*testing.T) string {
	return func(*testing.T) string {
		if owner, ok := structs.Map(doc)["Owner"].(string); ok {
			return seen(owner)
		}
		return "a map"
	}
}

var (
	none  = uuid.Nil()
	owner = null(&exampleV7)
)

// moreSilences are the silences in drivers and query builders, and then in tools that do not
// concern databases.
var moreSilences = []silence{
	{
		"go-jet/jet/v2", "`UUID(id)` of a masked ID", jetArgument(maskedID),
		"`UUID(id.UUID())`", jetArgument(maskedID.UUID()),
	}, {
		"cloud.google.com/go/spanner", "`Null`", spannerValue(owner),
		"`spanner.NullUUID`", spannerValue(spanner.NullUUID{UUID: google.UUID(owner.UUID), Valid: owner.Valid}),
	}, {
		"lib/pq", "`Array` of `[]Binary`, `bytea[]`",
		pqStores("bytea", pq.Array([]uuid.Binary{uuid.Binary(exampleV7)})),
		"`ByteaArray` of their bytes", pqStores("bytea", pq.ByteaArray{exampleV7[:]}),
	}, {
		"lib/pq", "`Array` of `[]UUID`, `bytea[]`", pqStores("bytea", pq.Array([]uuid.UUID{exampleV7})),
		"`ByteaArray` of their bytes", pqStores("bytea", pq.ByteaArray{exampleV7[:]}),
	}, {
		"lib/pq", "`Array` of `[][16]byte`, `text[]`", pqStores("text", pq.Array([][16]byte{exampleV7})),
		"`Array` of `[]UUID`", pqStores("text", pq.Array([]uuid.UUID{exampleV7})),
	}, {
		"go-pg/pg/v10", "`CreateTable`, no type", goPGStores(&pgBare{ID: exampleV7}),
		"`pg:\"id,type:uuid\"`", goPGStores(&pgTyped{ID: exampleV7}),
	}, {
		"mongodb/mongo-go-driver v1", "`Null`", bson1Null,
		"driver v2", bsonBinary(bson.Marshal, owner),
	}, {
		"gorilla/schema", "encoder, `*UUID`", schemaEncodes(schema.NewEncoder()),
		"`RegisterEncoder`", schemaEncodes(schemaEncoder()),
	}, {
		"go-ozzo/ozzo-validation/v4", "`Required`, Nil", validated(none, ozzo.Required),
		"`NotIn(uuid.Nil().String())`", validated(none, ozzo.NotIn(none.String())),
	}, {
		"go-ozzo/ozzo-validation/v4", "`NotIn(id)`, the same ID", validated(exampleV7, ozzo.NotIn(exampleV7)),
		"`NotIn(id.String())`", validated(exampleV7, ozzo.NotIn(exampleV7.String())),
	}, {
		"brianvoe/gofakeit/v7", "`Struct`", faked(fakeit),
		"`fake:\"skip\"`, and set the field", unfaked(fakeit),
	}, {
		"go-faker/faker/v4", "`FakeData`", faked(fake),
		"`faker:\"-\"`, and set the field", unfaked(fake),
	}, {
		"html/template, text/template", "`{{if .ID}}`, Nil", templated(".ID"),
		"`{{if not .ID.IsNil}}`", templated("not .ID.IsNil"),
	}, {
		"html/template, text/template", "`{{if .Owner}}`, missing `Null`", templated(".Owner"),
		"`{{if .Owner.Valid}}`", templated(".Owner.Valid"),
	}, {
		"fatih/structs", "`Map` of a `Null`", mapped(struct{ Owner uuid.Null }{owner}),
		"`structs:\",string\"`", mapped(struct {
			Owner uuid.Null `structs:",string"`
		}{owner}),
	},
}
