//go:build go1.27

package frameworks

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	std "uuid"

	"github.com/fxamacker/cbor/v2"
	"github.com/gin-gonic/gin/binding"
	"github.com/go-playground/validator/v10"
	"github.com/go-viper/mapstructure/v2"
	goccy "github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"gopkg.in/yaml.v3"
	"gorm.io/gorm/schema"
)

// A note contains an ID from this library or from the standard library.
type note[T std.UUID | uuid.UUID] struct {
	ID T `json:"id" bson:"id" yaml:"id" form:"id" query:"id" mapstructure:"id" validate:"required,uuid"`
}

// A tagged contains IDs whose tags let encoders omit them.
type tagged[T std.UUID | uuid.UUID] struct {
	ID  T  `json:"id,omitzero" bson:"id,omitempty" yaml:"id,omitempty"`
	Ref *T `json:"ref,omitzero" bson:"ref,omitempty" yaml:"ref,omitempty"`
}

// A specimen contains the example UUID in one package's type, by itself and inside structs.
type specimen struct {
	id, doc    any
	nilTagged  any // ID is Nil, and Ref points to Nil
	ptr, blank func() any
	embedding  any // pointer to a struct that embeds the ID and has a Name field
}

func specimenOf[T std.UUID | uuid.UUID](embedding any) specimen {
	var none T
	return specimen{
		embedding: embedding,
		id:        T(example), doc: note[T]{T(example)}, nilTagged: tagged[T]{Ref: &none},
		ptr: func() any { return new(T) }, blank: func() any { return new(note[T]) },
	}
}

// A difference passes both UUID types to a package that may check for a method that only uuid.UUID
// has.
type difference struct {
	methods string // methods that the package checks for, or ""
	name    string
	what    string // part of the package under test
	write   func(t *testing.T, s specimen) (any, error)
	read    func(t *testing.T, written any, s specimen) (any, error) // nil if the package does not read data
}

// marshaler returns a write function that uses an encoder.
func marshaler(f func(any) ([]byte, error)) func(*testing.T, specimen) (any, error) {
	return func(_ *testing.T, s specimen) (any, error) { return f(s.doc) }
}

func unmarshaler(f func([]byte, any) error) func(*testing.T, any, specimen) (any, error) {
	return func(_ *testing.T, written any, s specimen) (any, error) {
		dst := s.blank()
		err := f(written.([]byte), dst)
		return reflect.ValueOf(dst).Elem().Interface(), err
	}
}

// omitting returns a write function that reports whether an encoder omits the Nil UUID.
func omitting(f func(any) ([]byte, error)) func(*testing.T, specimen) (any, error) {
	return func(_ *testing.T, s specimen) (any, error) {
		data, err := f(s.nilTagged)
		verb := map[bool]string{true: "writes ", false: "omits "}
		writesNil, writesPointer := bytes.Contains(data, []byte("id")), bytes.Contains(data, []byte("ref"))
		if writesNil == writesPointer {
			return verb[writesNil] + "Nil and a pointer to Nil", err
		}
		return verb[writesNil] + "Nil, " + verb[writesPointer] + "a pointer to Nil", err
	}
}

// embedding returns a write function for a struct that embeds an ID. Embedding promotes the ID's
// methods, so the encoder may write only the ID and omit the other fields.
func embedding(marshal func(any) ([]byte, error)) func(*testing.T, specimen) (any, error) {
	return func(_ *testing.T, s specimen) (any, error) {
		reflect.ValueOf(s.embedding).Elem().FieldByName("Name").SetString("some name")
		data, err := marshal(s.embedding)
		if bytes.Contains(data, []byte("some name")) {
			return "writes the other fields", nil
		}
		if err != nil {
			return nil, err
		}
		return "omits the other fields", nil
	}
}

func gobMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func bsonMarshal(v any) ([]byte, error) { return bson.Marshal(map[string]any{"v": v}) }

var differences = []difference{
	{
		"MarshalBinary, UnmarshalBinary", "encoding/gob", "encoding",
		marshaler(gobMarshal),
		unmarshaler(func(data []byte, v any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(v) }),
	},
	{"MarshalBinary, UnmarshalBinary", "vmihailenco/msgpack/v5", "encoding", marshaler(msgpack.Marshal),
		unmarshaler(msgpack.Unmarshal)},
	{"MarshalBinary, UnmarshalBinary", "fxamacker/cbor/v2", "encoding", marshaler(cbor.Marshal),
		unmarshaler(cbor.Unmarshal)},
	{
		"MarshalBinary, UnmarshalBinary", "redis/go-redis/v9", "`Set`, `Get`",
		func(t *testing.T, s specimen) (any, error) {
			key := redisKey()
			if err := redisDB.Set(t.Context(), key, s.id, time.Minute).Err(); err != nil {
				return nil, err
			}
			return redisDB.Get(t.Context(), key).Bytes()
		},
		func(t *testing.T, written any, s specimen) (any, error) {
			dst := s.ptr()
			err := redis.NewStringResult(string(written.([]byte)), nil).Scan(dst)
			return reflect.ValueOf(dst).Elem().Interface(), err
		},
	},
	{"MarshalBSONValue, UnmarshalBSONValue", "mongodb/mongo-go-driver/v2", "encoding", marshaler(bson.Marshal),
		unmarshaler(bson.Unmarshal)},
	{"MarshalBinary", "encoding/gob", "a struct that embeds the ID", embedding(gobMarshal), nil},
	{"MarshalBinary", "vmihailenco/msgpack/v5", "a struct that embeds the ID", embedding(msgpack.Marshal), nil},
	{"MarshalBinary", "fxamacker/cbor/v2", "a struct that embeds the ID", embedding(cbor.Marshal), nil},
	{"MarshalBSONValue", "mongodb/mongo-go-driver/v2", "a struct that embeds the ID", embedding(bsonMarshal), nil},
	{"IsZero", "mongodb/mongo-go-driver/v2", "`omitempty`", omitting(bson.Marshal), nil},
	{"IsZero", "gopkg.in/yaml.v3", "`omitempty`", omitting(yaml.Marshal), nil},
	{"IsZero", "goccy/go-yaml", "`omitempty`", omitting(goccy.Marshal), nil},
	{"IsZero", "encoding/json", "`omitzero`", omitting(json.Marshal), nil},
	{
		"Value", "database/sql", "argument",
		func(_ *testing.T, s specimen) (any, error) {
			return driver.DefaultParameterConverter.ConvertValue(s.id)
		}, nil,
	},
	{"Value, Scan", "jackc/pgx/v5", "`uuid`", pgxWrite("uuid"), pgxRead("uuid")},
	{"Value, Scan", "jackc/pgx/v5", "`text`", pgxWrite("text"), pgxRead("text")},
	{"Value, Scan", "jackc/pgx/v5", "`bytea`", pgxWrite("bytea"), pgxRead("bytea")},
	{
		"Value, Scan", "gorm.io/gorm", "field's column",
		func(_ *testing.T, s specimen) (any, error) {
			parsed, err := schema.Parse(reflect.New(reflect.TypeOf(s.doc)).Interface(), new(sync.Map),
				schema.NamingStrategy{})
			if err != nil {
				return nil, err
			}
			return "type `" + string(parsed.LookUpField("ID").DataType) + "`", nil
		}, nil,
	},
	{"", "google/jsonschema-go", "schema", schemaType(googlePlain), nil},
	{"", "invopop/jsonschema", "schema", schemaType(invopopPlain), nil},
	{"", "danielgtaylor/huma/v2", "schema", schemaType(humaPlain), nil},
	{"", "swaggest/jsonschema-go", "schema", schemaType(swaggestPlain), nil},
	{
		"UnmarshalParam", "gin-gonic/gin", "form",
		func(*testing.T, specimen) (any, error) { return example.String(), nil },
		func(_ *testing.T, written any, s specimen) (any, error) {
			dst := s.blank()
			err := binding.MapFormWithTag(dst, url.Values{"id": {written.(string)}}, "form")
			return reflect.ValueOf(dst).Elem().Interface(), err
		},
	},
	{
		"UnmarshalParam", "labstack/echo/v4", "query",
		func(*testing.T, specimen) (any, error) { return example.String(), nil },
		func(_ *testing.T, written any, s specimen) (any, error) {
			dst := s.blank()
			request := httptest.NewRequest("GET", "/?id="+written.(string), nil)
			err := new(echo.DefaultBinder).BindQueryParams(echo.New().NewContext(request, nil), dst)
			return reflect.ValueOf(dst).Elem().Interface(), err
		},
	},
	{
		"Value", "go-playground/validator/v10", "`required,uuid`",
		func(_ *testing.T, s specimen) (any, error) {
			return "valid", validator.New().Struct(s.doc)
		}, nil,
	},
	{
		"UnmarshalBinary", "go-viper/mapstructure/v2", "`TextUnmarshallerHookFunc`",
		func(*testing.T, specimen) (any, error) { return example.String(), nil },
		func(_ *testing.T, written any, s specimen) (any, error) {
			dst := s.blank()
			decoder, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
				DecodeHook: mapstructure.TextUnmarshallerHookFunc(), Result: dst,
			})
			if err == nil {
				err = decoder.Decode(map[string]any{"id": written})
			}
			return reflect.ValueOf(dst).Elem().Interface(), err
		},
	},
}

// schemaType returns a write function that returns the type of the ID in a generated schema.
func schemaType(generate generator) func(*testing.T, specimen) (any, error) {
	return func(_ *testing.T, s specimen) (any, error) {
		schema, err := generate.schema(s.doc)
		if err != nil {
			return nil, err
		}
		return "type `" + schema.Properties["id"].Type + "`", nil
	}
}

func pgxWrite(typ string) func(*testing.T, specimen) (any, error) {
	return func(t *testing.T, s specimen) (any, error) {
		var stored string
		err := pgxTo(t).QueryRow(t.Context(), "select $1::"+typ+"::text", s.id).Scan(&stored)
		return stored, err
	}
}

func pgxRead(typ string) func(*testing.T, any, specimen) (any, error) {
	return func(t *testing.T, written any, s specimen) (any, error) {
		dst := s.ptr()
		err := pgxTo(t).QueryRow(t.Context(), "select $1::text::"+typ, written).Scan(dst)
		return reflect.ValueOf(dst).Elem().Interface(), err
	}
}

func pgxTo(t *testing.T) *pgx.Conn {
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// describe returns the table cell for the form in which a package wrote the example.
func describe(written any, err error) string {
	if err != nil {
		return "error"
	}
	text := fmt.Sprint(written)
	if b, ok := written.([]byte); ok {
		text = string(b)
	}
	hexed := fmt.Sprintf(`\x%x`, example.String())
	// PostgreSQL shows a bytea as \x followed by hexadecimal digits. In BSON, the byte before the
	// value is the subtype.
	switch at := strings.Index(text, string(example[:])); {
	case text == `\x`+uuid.Compact.Encode(example):
		return "16 bytes"
	case text == hexed:
		return "text, 36 bytes"
	case strings.Contains(text, example.String()):
		return "text"
	case at > 0 && bson.Raw(text).Validate() == nil:
		return fmt.Sprintf("16 bytes, subtype %d", text[at-1])
	case at >= 0:
		return "16 bytes"
	case text == fmt.Sprint(std.UUID{}), len(text) > 64, !isText(text):
		return "an array of 16 numbers"
	}
	return text
}

func isText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// nobody lists the methods of UUID that no package checks for.
var nobody = []string{
	"AppendBinary", "BytesLE", "ClockSeq", "DCE", "IsNil", "Node", "Time", "URN", "Uint64s", "Variant", "Version",
}

// TestDifferences compares how packages treat uuid.UUID and the standard type. Each method that the
// standard type lacks must be either in the table or in nobody.
func TestDifferences(t *testing.T) {
	ours, theirs := reflect.TypeFor[*uuid.UUID](), reflect.TypeFor[*std.UUID]()
	var looked []string
	for _, d := range differences {
		looked = append(looked, strings.Split(d.methods, ", ")...)
	}
	for i := range ours.NumMethod() {
		name := ours.Method(i).Name
		if _, has := theirs.MethodByName(name); !has && slices.Contains(looked, name) == slices.Contains(nobody, name) {
			t.Errorf("the method %s must be either in the table or in nobody", name)
		}
	}

	here := specimenOf[uuid.UUID](new(struct {
		uuid.UUID
		Name string
	}))
	there := specimenOf[std.UUID](new(struct {
		std.UUID
		Name string
	}))
	var rows [][]string
	for _, d := range differences {
		written, err := d.write(t, here)
		writtenThere, errThere := d.write(t, there)
		row := []string{strings.ReplaceAll("`"+strings.ReplaceAll(d.methods, ", ", "`, `")+"`", "``", ""), d.name,
			d.what, describe(written, err), describe(writtenThere, errThere), "", ""}
		if d.read != nil {
			row[5] = d.reads(t, writtenThere, errThere, here)
			row[6] = d.reads(t, written, err, there)
			if err == nil && d.reads(t, written, err, here) != "yes" {
				t.Errorf("%s does not read the UUID that it wrote", d.name)
			}
		}
		same := row[3] == row[4] && row[5] == row[6]
		if same {
			row[4] = "the same"
		}
		// The migrate tool must have a row for each difference. Its rows for a struct that embeds
		// an ID cover all encoders, including those that treat both types equally.
		has := len(moving(d)) > 0
		if has == same && !(has && strings.HasPrefix(d.what, "a struct")) {
			t.Errorf("%s through %s: same results: %v, but a row in migrate/differences: %v", d.name, d.what, same, has)
		}
		rows = append(rows, row)
	}
	header := []string{"Method", "Package", "Through", "Here", "Standard package", "Ours reads theirs",
		"Theirs reads ours"}
	readme.Block(t, "README.md", "differences", readme.Table(header, rows))
}

// reads decodes the written data into the type of s and returns the table cell, or "" if writing
// failed.
func (d difference) reads(t *testing.T, written any, err error, s specimen) string {
	if err != nil {
		return ""
	}
	got, err := d.read(t, written, s)
	switch {
	case err != nil:
		return "error"
	case got == s.id || got == s.doc:
		return "yes"
	}
	return "**changed**"
}
