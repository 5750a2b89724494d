package frameworks

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	chcolumn "github.com/ClickHouse/clickhouse-go/v2/lib/column"
	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"github.com/fxamacker/cbor/v2"
	"github.com/hamba/avro/v2"
	"github.com/labstack/echo/v5"
	"github.com/parquet-go/parquet-go"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
	"github.com/seed-8298af95/uuid/integration/internal/readme"
	"github.com/vmihailenco/msgpack/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// These types are the type arguments of the typed IDs.
type (
	bare     struct{}
	prefixed struct{}
	masked   struct{}
	both     struct{}
	inBytes  struct{}
)

func (prefixed) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }
func (masked) IDKind() uuid.Kind   { return uuid.Kind{Mask: &userMask} }
func (both) IDKind() uuid.Kind     { return uuid.Kind{Prefix: "user", Mask: &userMask} }
func (inBytes) IDKind() uuid.Kind  { return uuid.Kind{Binary: true} }

var userMask, _ = uuid.NewMask([]byte("a key of 16 byte"), []byte("user"))

var exampleV7 = uuid.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")

// A sample contains the example UUID in one of the library's types.
type sample struct {
	id, slice, doc any
	bytes          []byte     // id[:]
	new, newDoc    func() any // return pointers to a new ID and a new document
}

func (s sample) text() string { return s.id.(fmt.Stringer).String() }

// parsed parses a string into a value of the sample's type.
func (s sample) parsed(text string) (any, error) {
	dst := s.new()
	return dst, dst.(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
}

func sampleOf[T ~[16]byte](id T) sample {
	type doc struct {
		ID T `bson:"id" redis:"id" avro:"id" parquet:"id" query:"id"`
	}
	raw := [16]byte(id)
	return sample{
		id: id, slice: []T{id}, doc: &doc{id}, bytes: raw[:],
		new: func() any { return new(T) }, newDoc: func() any { return new(doc) },
	}
}

var samples = []struct {
	name string
	sample
}{
	{"`ID[T]`", sampleOf(uuid.ID[uuid.Plain[bare]](exampleV7))},
	{"with `Prefix`", sampleOf(uuid.ID[prefixed](exampleV7))},
	{"with `Mask`", sampleOf(uuid.ID[masked](exampleV7))},
	{"with both", sampleOf(uuid.ID[both](exampleV7))},
	{"with `Binary`", sampleOf(uuid.ID[inBytes](exampleV7))},
	{"with all three", sampleOf(shop.AccountID(exampleV7))},
	{"`Binary`", sampleOf(uuid.Binary(exampleV7))},
	{"`GUID`", sampleOf(uuid.GUID(exampleV7))},
}

// An outlet writes a sample with a package and reads it back. written is a string or a byte slice.
// read is a pointer to the value or document that was read, or nil if the outlet only writes.
type outlet struct {
	name, through string
	trip          func(t *testing.T, s sample) (written, read any, err error)
}

// try calls trip and returns a panic as an error.
func (o outlet) try(t *testing.T, s sample) (written, read any, err error) {
	defer recovered(&err)
	return o.trip(t, s)
}

// documents returns the trip function for an encoder.
func documents(
	marshal func(any) ([]byte, error), unmarshal func([]byte, any) error,
) func(*testing.T, sample) (any, any, error) {
	return func(_ *testing.T, s sample) (any, any, error) {
		data, err := marshal(s.doc)
		if err != nil {
			return nil, nil, err
		}
		dst := s.newDoc()
		return data, dst, unmarshal(data, dst)
	}
}

// argument returns the trip function for a query argument, which the of function takes from the
// sample.
func argument(query string, of func(sample) any) func(*testing.T, sample) (any, any, error) {
	return func(t *testing.T, s sample) (any, any, error) {
		var text string
		err := clickHouse().QueryRowContext(t.Context(), query, of(s)).Scan(&text)
		return text, nil, err
	}
}

func single(s sample) any { return s.id }
func slice(s sample) any  { return s.slice }

// textual returns the trip function for a package that reads an ID from the result of its String
// method.
func textual(read func(text string, s sample) (any, error)) func(*testing.T, sample) (any, any, error) {
	return func(_ *testing.T, s sample) (any, any, error) {
		text := s.text()
		dst, err := read(text, s)
		return text, dst, err
	}
}

// avroOutlet returns the trip function for a field of an Avro record.
func avroOutlet(field string) func(*testing.T, sample) (any, any, error) {
	schema := avro.MustParse(`{"type": "record", "name": "thing", "fields": [{"name": "id", "type": ` + field + `}]}`)
	return documents(
		func(v any) ([]byte, error) { return avro.Marshal(schema, v) },
		func(data []byte, dst any) error { return avro.Unmarshal(schema, data, dst) },
	)
}

func parquetMarshal(v any) ([]byte, error) {
	var b bytes.Buffer
	w := parquet.NewWriter(&b)
	err := errors.Join(w.Write(v), w.Close())
	return b.Bytes(), err
}

func parquetUnmarshal(data []byte, dst any) error {
	return parquet.NewReader(bytes.NewReader(data)).Read(dst)
}

var outlets = []outlet{
	{"labstack/echo/v5", "query", textual(func(text string, s sample) (any, error) {
		dst := s.newDoc()
		request := httptest.NewRequest("GET", "/?id="+url.QueryEscape(text), nil)
		return dst, echo.BindQueryParams(echo.New().NewContext(request, httptest.NewRecorder()), dst)
	})},
	{"hamba/avro/v2", "`string`, `uuid`", avroOutlet(`{"type": "string", "logicalType": "uuid"}`)},
	{"hamba/avro/v2", "`fixed`, `uuid`",
		avroOutlet(`{"type": "fixed", "name": "id", "size": 16, "logicalType": "uuid"}`)},
	{"parquet-go/parquet-go", "as 16 bytes", documents(parquetMarshal, parquetUnmarshal)},
	{"apache/cassandra-gocql-driver/v2", "`uuid`", func(_ *testing.T, s sample) (any, any, error) {
		data, err := gocql.Marshal(cqlUUID, s.id)
		if err != nil {
			return nil, nil, err
		}
		dst := s.new()
		return data, dst, gocql.Unmarshal(cqlUUID, data, dst)
	}},
	{"redis/go-redis/v9", "`Set`, `Get(…).Scan`", func(t *testing.T, s sample) (any, any, error) {
		key := redisKey()
		if err := redisDB.Set(t.Context(), key, s.id, time.Minute).Err(); err != nil {
			return nil, nil, err
		}
		written, err := redisDB.Get(t.Context(), key).Bytes()
		dst := s.new()
		return written, dst, errors.Join(err, redisDB.Get(t.Context(), key).Scan(dst))
	}},
	{"redis/go-redis/v9", "`HSet`, `HGetAll(…).Scan`", func(t *testing.T, s sample) (any, any, error) {
		key := redisKey()
		if err := redisSetField(key, s.id); err != nil {
			return nil, nil, err
		}
		written, err := redisDB.HGet(t.Context(), key, "id").Bytes()
		dst := s.newDoc()
		return written, dst, errors.Join(err, redisDB.HGetAll(t.Context(), key).Scan(dst))
	}},
	{"redis/go-redis/v9", "`String` in `HSet`, `HGetAll(…).Scan`", func(t *testing.T, s sample) (any, any, error) {
		key := redisKey()
		text := s.id.(fmt.Stringer).String()
		dst := s.newDoc()
		return text, dst, errors.Join(redisSetField(key, text), redisDB.HGetAll(t.Context(), key).Scan(dst))
	}},
	{"vmihailenco/msgpack/v5", "`Marshal`", documents(msgpack.Marshal, msgpack.Unmarshal)},
	{"fxamacker/cbor/v2", "`Marshal`", documents(cbor.Marshal, cbor.Unmarshal)},
	{"mongodb/mongo-go-driver/v2", "`bson`", documents(bson.Marshal, bson.Unmarshal)},
	{"ClickHouse/clickhouse-go/v2", "row", func(_ *testing.T, s sample) (any, any, error) {
		col, err := chcolumn.Type("UUID").Column("id", new(chcolumn.ServerContext))
		if err == nil {
			err = col.AppendRow(s.id)
		}
		if err != nil {
			return nil, nil, err
		}
		dst := s.new()
		return fmt.Sprint(col.Row(0, false)), dst, col.ScanRow(dst, 0)
	}},
	{"ClickHouse/clickhouse-go/v2", "argument", argument("select toString(?)", single)},
	{"ClickHouse/clickhouse-go/v2", "argument, in a slice", argument("select toString(arrayElement(?, 1))", slice)},
}

// in returns the table cell, which shows the form in which the sample was written and whether it
// was read back.
func (s sample) in(written, read any, err error) string {
	if written == nil {
		return "error"
	}
	text := fmt.Sprint(written)
	if b, ok := written.([]byte); ok {
		text = string(b)
	}
	// Without a prefix or a mask, String returns the plain UUID, so check for the plain UUID first.
	form := "**another form**"
	le, shown := exampleV7.BytesLE(), s.id.(fmt.Stringer).String()
	switch {
	case strings.Contains(text, string(exampleV7[:])):
		form = "16 bytes"
	case strings.Contains(text, string(le[:])):
		form = "**bytes of another UUID**"
	case strings.Contains(text, exampleV7.String()):
		form = "text"
	case strings.Contains(text, shown):
		form = "`String()`"
	}
	if read == nil && err == nil {
		return form
	}
	if err != nil {
		return form + ", not read"
	}
	if got := reflect.ValueOf(read).Elem().Interface(); got != s.id &&
		got != reflect.ValueOf(s.doc).Elem().Interface() {
		return form + ", **changed**"
	}
	return form
}

// TestTyped sends typed IDs, Binary and GUID through packages that check for methods, and compares
// the written forms with the table in README.md.
func TestTyped(t *testing.T) {
	header := []string{"Package", "Through"}
	for _, s := range samples {
		header = append(header, s.name)
	}
	var rows [][]string
	for _, o := range slices.Concat(outlets, arrowOutlets) {
		row := []string{o.name, o.through}
		for _, s := range samples {
			written, read, err := o.try(t, s.sample)
			row = append(row, s.in(written, read, err))
		}
		rows = append(rows, row)
	}
	readme.Block(t, "README.md", "typed", readme.Table(header, rows))
}

// TestClickHouseSlices checks README.md's claims about slices of IDs with a prefix or a mask.
func TestClickHouseSlices(t *testing.T) {
	finds := func(ids any) bool {
		var found bool
		const query = "select has(?, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f')"
		if err := clickHouse().QueryRowContext(t.Context(), query, ids).Scan(&found); err != nil {
			t.Error(err)
		}
		return found
	}
	stores := func(text string) string {
		col, err := chcolumn.Type("UUID").Column("id", new(chcolumn.ServerContext))
		if err == nil {
			_, err = col.Append([]string{text})
		}
		if err != nil {
			return "error"
		}
		return fmt.Sprint(col.Row(0, false))
	}
	for _, s := range samples {
		text := s.id.(fmt.Stringer).String()
		plain := text == exampleV7.String()
		if finds(s.slice) != plain {
			t.Errorf("%s: a slice as an argument finds it: %t", s.name, !plain)
		}
		want := "error"
		if _, err := uuid.ParseStrict(text); err == nil {
			want = text // the driver cannot tell a masked UUID from a plain UUID
		}
		if got := stores(text); got != want {
			t.Errorf("%s: a slice of %s is stored as %s, want %s", s.name, text, got, want)
		}
	}
	if !finds([]uuid.UUID{exampleV7}) || stores(exampleV7.String()) != exampleV7.String() {
		t.Error("a slice of UUIDs does not work")
	}
}
