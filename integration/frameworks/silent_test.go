package frameworks

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/doug-martin/goqu/v9"
	_ "github.com/doug-martin/goqu/v9/dialect/sqlite3"
	"github.com/go-openapi/spec"
	"github.com/jinzhu/copier"
	"github.com/oapi-codegen/runtime"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/swaggo/swag"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gorm.io/driver/mysql"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// A silence describes a tool that changes an ID or shows the plain ID, usually without an error,
// and code that avoids this problem. The test fails if the tool no longer has the problem.
type silence struct {
	tool, through string
	does          func(t *testing.T) string // returns the wrong result
	instead       string                    // code to write instead
	then          func(t *testing.T) string // returns the result of the code in instead
}

var maskedID = uuid.ID[masked](exampleV7)

// seen returns the table cell for the form in which a tool wrote exampleV7.
func seen(written string) string {
	for _, form := range []struct{ written, name string }{
		{maskedID.String(), "the hidden ID"},
		{exampleV7.String(), "the plain ID"},
		{string(exampleV7[:]), "16 bytes"},
	} {
		if strings.Contains(written, form.written) {
			return form.name
		}
	}
	return "**another value**"
}

// oapiParam writes a path parameter with oapi-codegen's runtime.
func oapiParam(value any) func(*testing.T) string {
	return func(t *testing.T) string {
		text, err := runtime.StyleParamWithLocation("simple", false, "id", runtime.ParamLocationPath, value)
		if err != nil {
			t.Error(err)
		}
		return seen(text)
	}
}

// arrowStores fills a UUID column and reads it.
func arrowStores(fill func(*extensions.UUIDBuilder) error) func(*testing.T) string {
	return func(t *testing.T) string {
		column := arrowColumn(func(b *extensions.UUIDBuilder) {
			if err := fill(b); err != nil {
				t.Error(err)
			}
		})
		return seen(column.ValueStr(0))
	}
}

// goquStores inserts a 16-byte ID with goqu and reads the column.
func goquStores(prepared bool) func(*testing.T) string {
	return func(t *testing.T) string {
		db := openBytes(t)["sqlite"]
		insert := goqu.Dialect("sqlite3").Insert("things").Prepared(prepared)
		query, args, err := insert.Rows(goqu.Record{"id": uuid.Binary(exampleV7)}).ToSQL()
		if err != nil {
			t.Fatal(err)
		}
		var stored []byte
		_, created := db.Exec("create table things (id blob)")
		_, inserted := db.Exec(query, args...)
		if err := errors.Join(created, inserted, db.QueryRow("select id from things").Scan(&stored)); err != nil {
			t.Fatal(err)
		}
		return seen(string(stored))
	}
}

// copied uses copier to copy source to a struct with a string field.
func copied(source any) func(*testing.T) string {
	return func(t *testing.T) string {
		var dto struct{ ID string }
		if err := copier.Copy(&dto, source); err != nil {
			t.Error(err)
		}
		return seen(dto.ID)
	}
}

// bsonBinary returns the form and the subtype of the binary value that a MongoDB driver writes.
func bsonBinary(marshal func(any) ([]byte, error), value any) func(*testing.T) string {
	return func(t *testing.T) string {
		data, err := marshal(map[string]any{"id": value})
		if err != nil {
			t.Fatal(err)
		}
		subtype, id := bson.Raw(data).Lookup("id").Binary()
		return fmt.Sprintf("%s, subtype %d", seen(string(id)), subtype)
	}
}

// bson1Reads reports whether driver v1 reads data from driver v2.
func bson1Reads(t *testing.T) string {
	type doc struct{ ID uuid.UUID }
	data, err := bson.Marshal(doc{exampleV7})
	if err != nil {
		t.Fatal(err)
	}
	var got doc
	return yesOrError(bson1.Unmarshal(data, &got), got.ID == exampleV7)
}

// bson2Reads reports whether driver v2 reads data from driver v1.
func bson2Reads(t *testing.T) string {
	type doc struct{ ID uuid.UUID }
	data, err := bson1.Marshal(doc{exampleV7})
	if err != nil {
		t.Fatal(err)
	}
	var got doc
	return yesOrError(bson.Unmarshal(data, &got), got.ID == exampleV7)
}

func yesOrError(err error, same bool) string {
	switch {
	case err != nil:
		return "error"
	case same:
		return "yes"
	}
	return "**changed**"
}

// bunMany reads a has-many relation. Child determines the type of the foreign key.
func bunMany[Child any](t *testing.T) string {
	type parent struct {
		bun.BaseModel `bun:"table:parents,alias:p"`
		ID            uuid.Binary `bun:"id,pk"`
		Children      []*Child    `bun:"rel:has-many,join:id=parent_id"`
	}
	db := openBytes(t)["sqlite"]
	// The parent's hexadecimal key is exampleV7.
	for _, statement := range []string{
		"create table parents (id blob)", "create table children (id blob, parent_id blob)",
		"insert into parents values (x'017f22e279b07cc398c4dc0c0c07398f')",
		"insert into children values (x'00', x'017f22e279b07cc398c4dc0c0c07398f')",
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	var got []parent
	err := bun.NewDB(db, sqlitedialect.New()).NewSelect().Model(&got).Relation("Children").Scan(ctx)
	return yesOrError(err, len(got) == 1 && len(got[0].Children) == 1)
}

type nullableChild struct {
	bun.BaseModel `bun:"table:children,alias:c"`
	ParentID      *uuid.Binary `bun:"parent_id"`
}

type requiredChild struct {
	bun.BaseModel `bun:"table:children,alias:c"`
	ParentID      uuid.Binary `bun:"parent_id"`
}

// bunStores returns the type of a column that bun created and the number of bytes in a stored ID.
func bunStores[Model any](row Model) func(*testing.T) string {
	return func(t *testing.T) string {
		pool := openSchema(t, "public")
		db := bun.NewDB(pool, pgdialect.New())
		if _, err := db.NewCreateTable().Model(&row).Temp().Exec(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := db.NewInsert().Model(&row).Exec(ctx); err != nil {
			t.Fatal(err)
		}
		var column string
		var size int
		if err := pool.QueryRow(sizeQuery).Scan(&column, &size); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("`%s`, %d bytes", column, size)
	}
}

// sizeQuery returns the type of the column of table silent and the number of bytes in its ID. For a
// variable-length type, pg_column_size includes a length byte.
const sizeQuery = "select pg_typeof(id)::text, pg_column_size(id) - case pg_typeof(id)::text when 'uuid' then 0 " +
	"else 1 end from silent"

type bunBare struct {
	bun.BaseModel `bun:"table:silent"`
	ID            uuid.UUID `bun:"id"`
}

type bunTyped struct {
	bun.BaseModel `bun:"table:silent"`
	ID            uuid.UUID `bun:"id,type:uuid"`
}

// gormColumn returns the type of the key column that AutoMigrate creates in MariaDB.
func gormColumn[Model any](t *testing.T) string {
	db, err := gorm.Open(mysql.New(mysql.Config{Conn: openBytes(t)["mysql"]}), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Migrator().DropTable(new(Model))
	if err := db.AutoMigrate(new(Model)); err != nil {
		return "error"
	}
	columns, err := db.Migrator().ColumnTypes(new(Model))
	if err != nil || len(columns) != 1 {
		t.Fatal(columns, err)
	}
	column, _ := columns[0].ColumnType()
	return "`" + column + "`"
}

type gormBare struct{ ID uuid.Binary }

type gormTyped struct {
	ID uuid.Binary `gorm:"type:binary(16)"`
}

// xmlOf returns "XML" if encode writes well-formed XML, and otherwise the first tag.
func xmlOf(encode func(*xml.Encoder) error) func(*testing.T) string {
	return func(t *testing.T) string {
		var b bytes.Buffer
		if err := encode(xml.NewEncoder(&b)); err != nil {
			t.Error(err)
		}
		if err := xml.Unmarshal(b.Bytes(), new(struct{})); err != nil {
			name, _, _ := strings.Cut(b.String(), ">")
			return "`" +
				strings.ReplaceAll(name, "github.com/seed-8298af95/uuid/integration/frameworks.masked", "main.T") +
				">`, not XML"
		}
		return "XML"
	}
}

// swaggerSchema describes the schema that swag generates for a field of a model.
func swaggerSchema(model, field string) func(*testing.T) string {
	return func(t *testing.T) string {
		s := swaggerSchemas(t)["swaggo."+model].Properties[field]
		if s.Ref.String() != "" {
			return "an object"
		}
		text := "type `" + strings.Join(s.Type, ", ") + "`"
		if s.Items != nil {
			text += " of `" + strings.Join(s.Items.Schema.Type, ", ") + "`"
		}
		if s.Format != "" {
			text += ", format `" + s.Format + "`"
		}
		return text
	}
}

var swaggerDefinitions spec.Definitions

// swaggerSchemas returns the schemas that swag generates for package swaggo. Parsing is slow, so it
// happens only once.
func swaggerSchemas(t *testing.T) spec.Definitions {
	if swaggerDefinitions == nil {
		parser := swag.New(swag.SetParseDependency(1), swag.SetDebugger(log.New(io.Discard, "", 0)))
		if err := parser.ParseAPI("swaggo", "swaggo.go", 2); err != nil {
			t.Fatal(err)
		}
		swaggerDefinitions = parser.GetSwagger().Definitions
	}
	return swaggerDefinitions
}

var silences = []silence{
	{
		"doug-martin/goqu/v9", "`Insert` of a `Binary`", goquStores(false),
		"`goqu.SetDefaultPrepared(true)`", goquStores(true),
	}, {
		"oapi-codegen/runtime", "client, slice of masked IDs", oapiParam([]uuid.ID[masked]{maskedID}),
		"a slice of their `String()`", oapiParam([]string{maskedID.String()}),
	}, {
		"oapi-codegen/runtime", "client, struct with a masked ID", oapiParam(struct{ ID uuid.ID[masked] }{maskedID}),
		"the string as the field", oapiParam(struct{ ID string }{maskedID.String()}),
	}, {
		"jinzhu/copier", "masked ID to a `string`", copied(struct{ ID uuid.ID[masked] }{maskedID}),
		"copy the `String()`", copied(struct{ ID string }{maskedID.String()}),
	}, {
		"mongodb/mongo-go-driver v1", "`UUID`", bsonBinary(bson1.Marshal, exampleV7),
		"driver v2", bsonBinary(bson.Marshal, exampleV7),
	}, {
		"mongodb/mongo-go-driver v1", "read data from v2", bson1Reads,
		"upgrade all readers first: v2 can read data from v1", bson2Reads,
	}, {
		"apache/arrow-go/v18", "`AppendValueFromString` of a masked ID",
		arrowStores(func(b *extensions.UUIDBuilder) error {
			return b.AppendValueFromString(maskedID.String())
		}),
		"`AppendBytes(id)`", arrowStores(func(b *extensions.UUIDBuilder) error { b.AppendBytes(maskedID); return nil }),
	}, {
		"uptrace/bun", "has-many by `Binary`, `*Binary` foreign key", bunMany[nullableChild],
		"a key that is never NULL", bunMany[requiredChild],
	}, {
		"uptrace/bun", "`CreateTable`, PostgreSQL, no type", bunStores(bunBare{ID: exampleV7}),
		"`bun:\"id,type:uuid\"`", bunStores(bunTyped{ID: exampleV7}),
	}, {
		"gorm.io/gorm", "`AutoMigrate`, MariaDB, `Binary` key, no type", gormColumn[gormBare],
		"`gorm:\"type:binary(16)\"`", gormColumn[gormTyped],
	}, {
		"encoding/xml", "`ID[T]` at the top", xmlOf(func(e *xml.Encoder) error { return e.Encode(maskedID) }),
		"`EncodeElement` with a name, or a field", xmlOf(func(e *xml.Encoder) error {
			return e.EncodeElement(maskedID, xml.StartElement{Name: xml.Name{Local: "id"}})
		}),
	}, {
		"swaggo/swag", "`ID[T]`", swaggerSchema("Bare", "id"),
		"`swaggertype:\"string\" format:\"uuid\"`", swaggerSchema("Tagged", "id"),
	}, {
		"swaggo/swag", "`Null`", swaggerSchema("Bare", "null"),
		"`swaggertype:\"string\" format:\"uuid\"`", swaggerSchema("Tagged", "null"),
	},
}

// TestSilences runs each tool in silences with and without the code that avoids its problem.
func TestSilences(t *testing.T) {
	var rows [][]string
	for _, s := range slices.Concat(silences, moreSilences) {
		does, then := s.does(t), s.then(t)
		if does == then {
			t.Errorf("%s, %s: both results are %q: does the tool still have the problem?", s.tool, s.through, does)
		}
		rows = append(rows, []string{s.tool, s.through, does, s.instead, then})
	}
	readme.Block(t, "README.md", "silences",
		readme.Table([]string{"Tool", "Through", "Result", "Write instead", "Result then"}, rows))
}
