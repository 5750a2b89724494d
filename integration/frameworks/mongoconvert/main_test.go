package main

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/seed-8298af95/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func ofSubtype(subtype byte, n int) bson.Binary {
	return bson.Binary{Subtype: subtype, Data: bytes.Repeat([]byte{0x42}, n)}
}

// TestConvert checks that convert changes the named fields and preserves values in other fields,
// with other subtypes and with other lengths.
func TestConvert(t *testing.T) {
	doc := func(subtype byte) bson.D {
		return bson.D{
			{Key: "_id", Value: ofSubtype(subtype, 16)},
			{Key: "hash", Value: ofSubtype(0, 16)},
			{Key: "short", Value: ofSubtype(0, 15)},
			{Key: "legacy", Value: ofSubtype(3, 16)},
			{Key: "items", Value: bson.A{
				bson.D{{Key: "product", Value: ofSubtype(subtype, 16)}, {Key: "n", Value: int32(1)}},
				bson.D{{Key: "product", Value: nil}},
			}},
			{Key: "tags", Value: bson.A{ofSubtype(subtype, 16), "text"}},
		}
	}
	// hash is not a named field, short has the wrong length, and legacy has the wrong subtype.
	fields := []string{"_id", "short", "legacy", "items.product", "tags"}
	if got := convert(doc(0), fields); !reflect.DeepEqual(got, doc(4)) {
		t.Errorf("got %v", got)
	}
	if got := convert(doc(4), fields); !reflect.DeepEqual(got, doc(4)) {
		t.Errorf("a converted document changed: %v", got)
	}
	if got := convert(doc(0), []string{"product", "items"}); !reflect.DeepEqual(got, doc(0)) {
		t.Errorf("other fields changed: %v", got)
	}
	if got := idOf(doc(4)); !reflect.DeepEqual(got, ofSubtype(4, 16)) {
		t.Errorf("_id %v", got)
	}
}

// TestDriver converts a document that the driver encoded from another library's type. The result
// must equal the document that the driver encodes from a uuid.UUID.
func TestDriver(t *testing.T) {
	type other [16]byte
	id := uuid.NewV7()
	data, err := bson.Marshal(bson.D{{Key: "_id", Value: other(id)}})
	if err != nil {
		t.Fatal(err)
	}
	var doc bson.D
	if err := bson.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	got, err := bson.Marshal(convert(doc, []string{"_id"}))
	if err != nil {
		t.Fatal(err)
	}
	want, err := bson.Marshal(bson.D{{Key: "_id", Value: id}})
	if err != nil || !bytes.Equal(got, want) || bytes.Equal(data, want) {
		t.Errorf("%x became %x, want %x, %v", data, got, want, err)
	}
}

// TestServer converts a collection on the server that INTEGRATION_MONGODB names. Queries by ID then
// find all documents, and a second run changes nothing.
func TestServer(t *testing.T) {
	address := os.Getenv("INTEGRATION_MONGODB")
	if address == "" {
		t.Skip("INTEGRATION_MONGODB is not set")
	}
	client, err := mongo.Connect(options.Client().ApplyURI(address))
	if err != nil {
		t.Fatal(err)
	}
	database := client.Database("uuid_integration_" + uuid.Compact.Encode(uuid.NewV7()))
	t.Cleanup(func() {
		ctx := context.Background() // the test's context is done
		if err := database.Drop(ctx); err != nil {
			t.Error(err)
		}
		client.Disconnect(ctx)
	})

	type other [16]byte // the driver writes subtype 0
	orders := database.Collection("orders")
	all := make([]uuid.UUID, 10)
	uuid.FillV7(all)
	for _, id := range all {
		order := bson.D{{Key: "_id", Value: other(id)}, {Key: "customer", Value: other(all[0])}}
		if _, err := orders.InsertOne(t.Context(), order); err != nil {
			t.Fatal(err)
		}
	}
	count := func(filter bson.D) int64 {
		n, err := orders.CountDocuments(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	byCustomer := bson.D{{Key: "customer", Value: all[0]}}
	if n := count(byCustomer); n != 0 {
		t.Errorf("a UUID finds %d documents of subtype 0", n)
	}
	for _, want := range []int{len(all), 0} {
		n, err := run(t.Context(), address, database.Name()+".orders", []string{"_id", "customer"})
		if n != want || err != nil {
			t.Errorf("converted %d documents, %v; want %d", n, err, want)
		}
	}
	for _, id := range all {
		if n := count(bson.D{{Key: "_id", Value: id}}); n != 1 {
			t.Errorf("%v finds %d documents, want 1", id, n)
		}
	}
	if all, customer := count(bson.D{}), count(byCustomer); all != 10 || customer != 10 {
		t.Errorf("%d documents, %d of the customer; want 10", all, customer)
	}
}
