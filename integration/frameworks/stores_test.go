package frameworks

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/hamba/avro/v2"
	"github.com/parquet-go/parquet-go"
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
	"go.mongodb.org/mongo-driver/v2/bson"
)

var mongo = roundTrip{
	write: func(c carrier) (any, error) { return bson.Marshal(c) },
	read:  func(written any, c carrier) error { return bson.Unmarshal(written.([]byte), c) },
	form: func(written any) string {
		subtype, data, ok := bson.Raw(written.([]byte)).Lookup("id").BinaryOK()
		if !ok || !bytes.Equal(data, example[:]) {
			return ""
		}
		return fmt.Sprintf("binary, subtype %d", subtype)
	},
	missing: document(nil),
	bad:     []any{document(garbage), document(bson.Binary{Subtype: 4, Data: []byte(garbage)})},
}

// document returns a BSON document whose id field has the given value.
func document(id any) []byte {
	data, err := bson.Marshal(bson.M{"id": id})
	if err != nil {
		panic(err)
	}
	return data
}

var cqlUUID = gocql.NewNativeType(4, gocql.TypeUUID, "")

var cassandra = roundTrip{
	write:   func(c carrier) (any, error) { return gocql.Marshal(cqlUUID, c.field()) },
	read:    func(written any, c carrier) error { return gocql.Unmarshal(cqlUUID, written.([]byte), c.pointer()) },
	form:    known,
	missing: []byte(nil),
	bad:     []any{[]byte(garbage)},
}

// A cqlQuery provides the Bind and Scan methods of gocql's Query that the snippets call.
type cqlQuery struct {
	data []byte
	err  error
}

func (q *cqlQuery) Bind(v any)          { q.data, q.err = gocql.Marshal(cqlUUID, v) }
func (q *cqlQuery) Scan(dest any) error { return gocql.Unmarshal(cqlUUID, q.data, dest) }

// cassandraLine returns the round trips with a conversion to [16]byte, which is impossible for a
// Null.
func cassandraLine() places {
	value, pointer := cassandra, cassandra
	value.write = func(c carrier) (any, error) {
		var query cqlQuery
		id := c.(*doc[uuid.UUID]).ID
		//snippet:apache/cassandra-gocql-driver/v2
		query.Bind([16]byte(id))
		//end
		return query.data, query.err
	}
	value.read = func(written any, c carrier) error {
		query := cqlQuery{data: written.([]byte)}
		var id uuid.UUID
		//snippet:apache/cassandra-gocql-driver/v2
		err := query.Scan((*[16]byte)(&id))
		//end
		return c.keep(id, err)
	}
	pointer.write = func(c carrier) (any, error) {
		var query cqlQuery
		id := c.(*doc[*uuid.UUID]).ID
		//snippet:apache/cassandra-gocql-driver/v2

		// *UUID
		query.Bind((*[16]byte)(id))
		//end
		return query.data, query.err
	}
	pointer.read = func(written any, c carrier) error {
		query := cqlQuery{data: written.([]byte)}
		var id *uuid.UUID
		//snippet:apache/cassandra-gocql-driver/v2
		var dest *[16]byte
		err := query.Scan(&dest)
		id = (*uuid.UUID)(dest)
		//end
		c.set(id)
		return err
	}
	return places{{value, pointer, cassandra}}
}

// dynamo returns the round trip through DynamoDB's attribute values.
func dynamo(encoder []func(*attributevalue.EncoderOptions), decoder []func(*attributevalue.DecoderOptions)) roundTrip {
	type item = map[string]types.AttributeValue
	return roundTrip{
		write: func(c carrier) (any, error) { return attributevalue.MarshalMapWithOptions(c, encoder...) },
		read: func(written any, c carrier) error {
			return attributevalue.UnmarshalMapWithOptions(written.(item), c, decoder...)
		},
		form: func(written any) string {
			switch id := written.(item)["id"].(type) {
			case *types.AttributeValueMemberS:
				return known(id.Value)
			case *types.AttributeValueMemberB:
				return known(id.Value)
			}
			return ""
		},
		missing: item{"id": &types.AttributeValueMemberNULL{Value: true}},
		bad: []any{ // DynamoDB distinguishes strings from bytes
			item{"id": &types.AttributeValueMemberS{Value: garbage}},
			item{"id": &types.AttributeValueMemberB{Value: []byte(garbage)}},
		},
	}
}

func dynamoLine() roundTrip {
	//snippet:aws/aws-sdk-go-v2
	encoder := func(o *attributevalue.EncoderOptions) { o.UseEncodingMarshalers = true }
	decoder := func(o *attributevalue.DecoderOptions) { o.UseEncodingUnmarshalers = true }
	//end
	return dynamo([]func(*attributevalue.EncoderOptions){encoder}, []func(*attributevalue.DecoderOptions){decoder})
}

// parquetFile returns the round trip through a Parquet file. row converts a document to a row, and
// get copies a row's ID into a document.
func parquetFile[Row any](row func(carrier) Row, get func(Row, carrier), options ...parquet.WriterOption) roundTrip {
	return roundTrip{
		write: func(c carrier) (any, error) { return parquetOf(row(c), options...) },
		read: func(written any, c carrier) error {
			rows, err := parquet.Read[Row](readerOf(written))
			for _, r := range rows {
				get(r, c)
			}
			return err
		},
		form: func(written any) string {
			file, err := parquet.OpenFile(readerOf(written))
			if err != nil {
				return ""
			}
			return parquetType(file.Schema().Fields()[0])
		},
		missing: parquetNull,
		bad:     []any{parquetGarbage},
	}
}

// parquetDocs returns the round trip through a Parquet file whose rows are documents.
func parquetDocs[T uuid.UUID | *uuid.UUID | uuid.Null](options ...parquet.WriterOption) roundTrip {
	return parquetFile(
		func(c carrier) doc[T] { return *c.(*doc[T]) },
		func(row doc[T], c carrier) { *c.(*doc[T]) = row },
		options...,
	)
}

// parquetOf returns a Parquet file with one row.
func parquetOf[T any](row T, options ...parquet.WriterOption) ([]byte, error) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, options...)
	_, err := w.Write([]T{row})
	err = errors.Join(err, w.Close())
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// These files contain null and a string that is not a UUID.
var (
	parquetNull, _    = parquetOf(doc[*uuid.UUID]{})
	parquetGarbage, _ = parquetOf(struct {
		ID string `parquet:"id"`
	}{garbage})
)

func readerOf(written any) (*bytes.Reader, int64) {
	r := bytes.NewReader(written.([]byte))
	return r, r.Size()
}

// parquetType returns a column's type, or "" if the field consists of several columns.
func parquetType(field parquet.Field) string {
	if !field.Leaf() {
		return ""
	}
	return "`" + field.Type().String() + "`"
}

// parquetLine returns the round trips through Parquet's UUID logical type.
func parquetLine() places {
	type row struct {
		//snippet:parquet-go/parquet-go
		ID uuid.UUID `parquet:"id,uuid"`
		//end
	}
	//snippet:parquet-go/parquet-go

	// a *UUID cannot have this tag, so pass a schema to the writer
	schema := parquet.NewSchema("thing", parquet.Group{"id": parquet.Optional(parquet.UUID())})
	//end
	return places{{
		parquetFile(
			func(c carrier) row { return row{c.(*doc[uuid.UUID]).ID} },
			func(r row, c carrier) { c.set(&r.ID) },
		),
		parquetDocs[*uuid.UUID](schema),
		parquetDocs[uuid.Null](schema),
	}}
}

// avroField returns the round trip through a field of an Avro record.
func avroField(schema string, bad []byte) roundTrip {
	s := avro.MustParse(`{"type": "record", "name": "thing", "fields": [{"name": "id", "type": ` + schema + `}]}`)
	return roundTrip{
		write: func(c carrier) (any, error) { return avro.Marshal(s, c) },
		read:  func(written any, c carrier) error { return avro.Unmarshal(s, written.([]byte), c) },
		form:  known,
		bad:   []any{bad},
	}
}

// avroFields returns the places for a schema. For a kind whose ID can be missing, the field is a
// union of the schema and null.
func avroFields(schema, bad string) places {
	union := avroField(`["null", `+schema+`]`, []byte("\x02"+bad))
	union.missing = []byte("\x00")
	return places{{avroField(schema, []byte(bad)), union, union}}
}

var stores = []framework{
	{name: "mongodb/mongo-go-driver/v2", through: "`bson`", asIs: every(mongo)},
	{name: "apache/cassandra-gocql-driver/v2", through: "`uuid`", asIs: every(cassandra), line: cassandraLine()},
	{name: "aws/aws-sdk-go-v2", through: "DynamoDB's `attributevalue`", asIs: every(dynamo(nil, nil)),
		line: every(dynamoLine())},
	{name: "parquet-go/parquet-go", through: "as 16 bytes",
		asIs: places{{parquetDocs[uuid.UUID](), parquetDocs[*uuid.UUID](), parquetDocs[uuid.Null]()}}},
	{name: "parquet-go/parquet-go", through: "as UUID", line: parquetLine()},
	{name: "apache/arrow-go/v18", through: "`UUIDBuilder`", line: arrowUUID()},
	{name: "hamba/avro/v2", through: "`string`, `uuid`",
		asIs: avroFields(`{"type": "string", "logicalType": "uuid"}`, "\x0e"+garbage)},
	{name: "hamba/avro/v2", through: "`fixed`, `uuid`",
		asIs: avroFields(`{"type": "fixed", "name": "id", "size": 16, "logicalType": "uuid"}`, garbage)},
}

// TestMongoLegacy checks that every type rejects the legacy subtype.
func TestMongoLegacy(t *testing.T) {
	for _, k := range kinds {
		c := k.with(&example)
		err := bson.Unmarshal(document(bson.Binary{Subtype: 3, Data: example[:]}), c)
		if err == nil || !strings.Contains(err.Error(), "uuid: cannot read binary subtype 3") ||
			k.name != "*UUID" && !equal(c.get(), &example) {
			t.Errorf("%s: %v, %v", k.name, c.field(), err)
		}
	}
}

// TestTypedMongo checks that BSON holds the plain IDs of a type that hides them, and NULL.
func TestTypedMongo(t *testing.T) {
	type doc struct {
		Missing, Optional *shop.AccountID
		Many              []shop.AccountID
	}
	id := shop.AccountID(exampleV7)
	want, plain := doc{nil, &id, []shop.AccountID{id}}, bson.Binary{Subtype: 4, Data: id[:]}
	data, err := bson.Marshal(want)
	raw, err2 := bson.Marshal(bson.D{{Key: "missing"}, {Key: "optional", Value: plain},
		{Key: "many", Value: bson.A{plain}}})
	var got doc
	if err := errors.Join(err, err2, bson.Unmarshal(data, &got)); err != nil || !bytes.Equal(data, raw) ||
		!reflect.DeepEqual(got, want) {
		t.Errorf("%x, want %x; %v, want %v; %v", data, raw, got, want, err)
	}
}

// TestMongoOrders reads what the drivers for C# and Java wrote with the legacy subtype, as
// docs/start.md says. The bytes are those of MongoDB's specification.
func TestMongoOrders(t *testing.T) {
	want := uuid.MustParse("00112233-4455-6677-8899-aabbccddeeff")
	java := []byte("\x77\x66\x55\x44\x33\x22\x11\x00\xff\xee\xdd\xcc\xbb\xaa\x99\x88")
	slices.Reverse(java[:8])
	slices.Reverse(java[8:])
	csharp, err := uuid.FromBytesLE([]byte("\x33\x22\x11\x00\x55\x44\x77\x66\x88\x99\xaa\xbb\xcc\xdd\xee\xff"))
	if uuid.UUID(java) != want || csharp != want || err != nil {
		t.Errorf("Java %v, C# %v, %v; want %v", uuid.UUID(java), csharp, err, want)
	}
}
