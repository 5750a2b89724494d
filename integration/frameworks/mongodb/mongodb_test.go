// Package mongodb verifies that the driver preserves UUIDs in MongoDB, and that MongoDB sorts them as
// UUID.Compare does. The tests need a server: INTEGRATION_MONGODB is its URI.
package mongodb

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/internal/ids"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type document struct {
	ID     uuid.UUID  `bson:"_id"`
	N      int        `bson:"n"`
	Parent uuid.Null  `bson:"parent"`
	Owner  *uuid.UUID `bson:"owner"`
}

// connect returns an empty collection in a new database. The database is dropped when the test ends.
func connect(t *testing.T) *mongo.Collection {
	t.Helper()
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
	return database.Collection("tasks")
}

// insert inserts a document for each ID. The documents with an odd n have a parent and an owner, which
// is the first ID.
func insert(t *testing.T, tasks *mongo.Collection, ids []uuid.UUID) {
	t.Helper()
	var documents []document
	for n, id := range ids {
		d := document{ID: id, N: n}
		if n%2 == 1 {
			d.Parent = uuid.Null{UUID: ids[0], Valid: true}
			d.Owner = &ids[0]
		}
		documents = append(documents, d)
	}
	if _, err := tasks.InsertMany(t.Context(), documents); err != nil {
		t.Fatal(err)
	}
}

// find returns the documents that match a filter, sorted by the field with the given name.
func find(t *testing.T, tasks *mongo.Collection, filter any, sort string) []document {
	t.Helper()
	cursor, err := tasks.Find(t.Context(), filter, options.Find().SetSort(bson.D{{Key: sort, Value: 1}}))
	if err != nil {
		t.Fatalf("%v: %v", filter, err)
	}
	var found []document
	if err := cursor.All(t.Context(), &found); err != nil {
		t.Fatalf("%v: %v", filter, err)
	}
	return found
}

func idsOf(documents []document) (ids []uuid.UUID) {
	for _, d := range documents {
		ids = append(ids, d.ID)
	}
	return ids
}

// TestRoundTrip stores and reads all IDs, with and without a parent and an owner. The server must have
// each ID as a binary value of subtype 4, and each missing one as null.
func TestRoundTrip(t *testing.T) {
	tasks := connect(t)
	all := ids.All()
	insert(t, tasks, all)
	found := find(t, tasks, bson.D{}, "n")
	if len(found) != len(all) {
		t.Fatalf("%d documents, want %d", len(found), len(all))
	}
	for n, d := range found {
		parent, owner := uuid.Null{}, "<nil>"
		if n%2 == 1 {
			parent, owner = uuid.Null{UUID: all[0], Valid: true}, all[0].String()
		}
		if d.ID != all[n] || d.N != n || d.Parent != parent || fmt.Sprint(d.Owner) != owner {
			t.Errorf("document %d is %+v", n, d)
		}
	}
	for n := range 2 {
		raw, err := tasks.FindOne(t.Context(), bson.D{{Key: "n", Value: n}}).Raw()
		if err != nil {
			t.Fatal(err)
		}
		if subtype, data, ok := raw.Lookup("_id").BinaryOK(); !ok || subtype != bson.TypeBinaryUUID ||
			string(data) != string(all[n][:]) {
			t.Errorf("_id is stored as %v", raw.Lookup("_id"))
		}
		want := bson.TypeNull
		if n == 1 {
			want = bson.TypeBinary
		}
		for _, field := range []string{"parent", "owner"} {
			if got := raw.Lookup(field).Type; got != want {
				t.Errorf("document %d: %s is stored as %v, want %v", n, field, got, want)
			}
		}
	}
}

// TestFind finds documents by their ID, by a list of IDs, and by a parent that is present or missing.
func TestFind(t *testing.T) {
	tasks := connect(t)
	all := ids.All()[:100]
	insert(t, tasks, all)
	for n, id := range all {
		if found := find(t, tasks, bson.D{{Key: "_id", Value: id}}, "n"); len(found) != 1 || found[0].N != n {
			t.Errorf("%v finds %+v, want document %d", id, found, n)
		}
	}
	in := bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: all[:10]}}}}
	if got := idsOf(find(t, tasks, in, "n")); !slices.Equal(got, all[:10]) {
		t.Errorf("a list of IDs finds %v, want %v", got, all[:10])
	}
	for name, parent := range map[string]any{"present": all[0], "a missing Null": uuid.Null{},
		"a nil pointer": (*uuid.UUID)(nil)} {
		if found := find(t, tasks, bson.D{{Key: "parent", Value: parent}}, "n"); len(found) != len(all)/2 {
			t.Errorf("%s finds %d documents, want %d", name, len(found), len(all)/2)
		}
	}
}

// TestOrder compares the server's order with UUID.Compare.
func TestOrder(t *testing.T) {
	tasks := connect(t)
	all := ids.All()
	insert(t, tasks, all)
	slices.SortFunc(all, uuid.UUID.Compare)
	if got := idsOf(find(t, tasks, bson.D{}, "_id")); !slices.Equal(got, all) {
		t.Error("the server does not sort as UUID.Compare")
	}
}

// TestRange selects a range of time from version 7 IDs.
func TestRange(t *testing.T) {
	tasks := connect(t)
	start := time.Date(2022, time.February, 22, 19, 22, 22, 0, time.UTC)
	var all []uuid.UUID
	for minute := range 10 {
		id, err := uuid.NewV7At(start.Add(time.Duration(minute) * time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, id)
	}
	insert(t, tasks, all)
	bounds := bson.D{
		{Key: "$gte", Value: uuid.MinV7(start.Add(2 * time.Minute))},
		{Key: "$lt", Value: uuid.MinV7(start.Add(6 * time.Minute))},
	}
	if got := idsOf(find(t, tasks, bson.D{{Key: "_id", Value: bounds}}, "_id")); !slices.Equal(got, all[2:6]) {
		t.Errorf("the range contains %v, want %v", got, all[2:6])
	}
}
