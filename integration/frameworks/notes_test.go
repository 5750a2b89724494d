package frameworks

import (
	"io"
	"strings"
	"testing"

	"cloud.google.com/go/spanner"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	jet "github.com/go-jet/jet/v2/postgres"
	ozzo "github.com/go-ozzo/ozzo-validation/v4"
	"github.com/go-ozzo/ozzo-validation/v4/is"
	"github.com/go-pg/pg/v10/orm"
	"github.com/go-playground/validator/v10"
	"github.com/rs/zerolog"
	"github.com/seed-8298af95/uuid"
	bson1 "go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/v2/bson"
)

// TestNotes checks claims in README.md that the tables do not cover.
func TestNotes(t *testing.T) {
	none := uuid.Nil()
	if err := validator.New().Var(&none, "required"); err != nil {
		t.Errorf("validator: required refuses a pointer to Nil: %v", err)
	}
	if err := validator.New().Var(uuid.Null{}, "required,uuid7"); err != nil {
		t.Errorf("validator: Var checks a Null: %v", err)
	}
	document, err := bson1.Marshal(map[string]any{"id": uuid.Null{}})
	if err != nil {
		t.Fatal(err)
	}
	var read struct{ ID uuid.Null }
	if err := bson.Unmarshal(document, &read); err == nil {
		t.Errorf("MongoDB: driver v2 reads a Null from v1 as %+v", read)
	}
	if text := (spanner.Key{maskedID}).String(); text != "("+maskedID.String()+")" {
		t.Errorf("Spanner: the text of a key is %s", text)
	}
	if _, args := jet.SELECT(jet.UUID(uuid.Null{})).Sql(); args[0] != "" {
		t.Errorf("jet: a missing Null is sent as %v", args)
	}
	for _, value := range []any{exampleV7, uuid.Binary(exampleV7), maskedID} {
		if got := spannerValue(value)(t); got != "the plain ID" {
			t.Errorf("Spanner: %T is sent as %s", value, got)
		}
	}
	row, err := spanner.NewRow([]string{"ids"}, []any{[]uuid.ID[masked]{maskedID}})
	if err != nil {
		t.Fatal(err)
	}
	if got := row.ColumnValue(0).GetListValue().GetValues()[0].GetStringValue(); seen(got) != "the plain ID" {
		t.Errorf("Spanner: a slice is sent as %s", got)
	}
	for _, value := range []any{&example, (*uuid.UUID)(nil)} {
		if _, err := spanner.NewRow([]string{"id"}, []any{value}); err == nil {
			t.Error("Spanner: a *UUID is accepted")
		}
	}
	if err := ozzo.Validate(exampleV7, ozzo.In(exampleV7)); err == nil {
		t.Error("ozzo-validation: In accepts the ID")
	}
	if err := ozzo.Validate(uuid.Binary(exampleV7), is.UUID); err == nil {
		t.Error("ozzo-validation: is.UUID accepts a Binary")
	}
	if err := ozzo.Validate(maskedID, ozzo.NotIn(maskedID.UUID().String())); err == nil {
		t.Error("ozzo-validation: NotIn accepts a masked ID although its plain ID is in the list")
	}
	table, err := orm.NewCreateTableQuery(orm.NewQuery(nil, new(struct{ Owner uuid.Null })),
		nil).AppendQuery(orm.NewFormatter(), nil)
	if !strings.Contains(string(table), `"owner" jsonb`) {
		t.Errorf("go-pg: a Null is stored by %s, %v", table, err)
	}
	id, err := attributevalue.Marshal(example)
	if b, ok := id.(*types.AttributeValueMemberB); !ok || string(b.Value) != string(example[:]) || err != nil {
		t.Errorf("DynamoDB: %v, %v, want 16 bytes", id, err)
	}
	// attributevalue panics if the length is not 16.
	panics := func(f func()) (panicked bool) {
		defer func() { panicked = recover() != nil }()
		f()
		return
	}
	log := zerolog.New(io.Discard)
	if !panics(func() { log.Log().Stringer("id", (*uuid.UUID)(nil)) }) {
		t.Error("zerolog: Stringer does not panic if a *UUID is nil")
	}
	for n := range 20 {
		short := &types.AttributeValueMemberB{Value: make([]byte, n)}
		if panics(func() { attributevalue.Unmarshal(short, new(uuid.UUID)) }) != (n != len(none)) {
			t.Errorf("DynamoDB: reading %d bytes must panic unless the number is 16", n)
		}
	}
}
