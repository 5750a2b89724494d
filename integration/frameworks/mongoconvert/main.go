// Mongoconvert converts the UUIDs in a MongoDB collection from binary subtype 0 to binary subtype
// 4:
//
//	go run ./mongoconvert mongodb://127.0.0.1:27017 shop.orders _id customer items.product
//
// The arguments are a server, a collection and the names of the fields that contain UUIDs. A dot
// separates the names of nested fields, including fields in arrays. Mongoconvert does not change
// other fields, because 16 bytes of subtype 0 are not always a UUID.
//
// If the _id changes, mongoconvert inserts a copy of the document and then deletes the original.
// For a short time the collection contains both documents. Before you run mongoconvert:
//
//   - Stop the programs that write to the collection.
//   - Drop unique indexes on other fields.
//   - Make a backup.
//
// If mongoconvert is interrupted, run it again.
//
// Mongoconvert has never been run against MongoDB. One of its tests does so if INTEGRATION_MONGODB is
// the URI of a server; the others run without one. FerretDB 1.24 with SQLite refuses to convert an _id,
// because it considers the copy a duplicate of the original.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: mongoconvert SERVER DATABASE.COLLECTION FIELD…")
		os.Exit(2)
	}
	n, err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3:])
	fmt.Println(n, "documents converted")
	if err != nil {
		fmt.Fprintln(os.Stderr, "mongoconvert:", err)
		os.Exit(1)
	}
}

// run converts the documents of a collection and returns the number of changed documents.
func run(ctx context.Context, server, name string, fields []string) (n int, err error) {
	database, collection, _ := strings.Cut(name, ".")
	client, err := mongo.Connect(options.Client().ApplyURI(server))
	if err != nil {
		return 0, err
	}
	defer client.Disconnect(ctx)
	docs := client.Database(database).Collection(collection)
	all, err := docs.Find(ctx, bson.D{})
	if err != nil {
		return 0, err
	}
	defer all.Close(ctx)
	for all.Next(ctx) {
		var old bson.D
		if err := all.Decode(&old); err != nil {
			return n, err
		}
		// Find may also return a copy that replace has just inserted. The copy is already
		// converted, so it equals doc.
		doc := convert(old, fields)
		if !reflect.DeepEqual(doc, old) {
			if err := replace(ctx, docs, idOf(old), doc); err != nil {
				return n, fmt.Errorf("document with _id %v: %w", idOf(old), err)
			}
			n++
		}
	}
	return n, all.Err()
}

// replace replaces the document that has the given _id with doc.
func replace(ctx context.Context, docs *mongo.Collection, id any, doc bson.D) error {
	// MongoDB cannot change an _id, so a document with a new _id must be inserted before the old
	// document is deleted.
	if reflect.DeepEqual(idOf(doc), id) {
		_, err := docs.ReplaceOne(ctx, bson.D{{Key: "_id", Value: id}}, doc)
		return err
	}
	if _, err := docs.InsertOne(ctx, doc); err != nil {
		// The insertion also fails if an interrupted run has already inserted the new document.
		var there bson.D
		found := docs.FindOne(ctx, bson.D{{Key: "_id", Value: idOf(doc)}}).Decode(&there)
		if found != nil || !reflect.DeepEqual(there, doc) {
			return err
		}
	}
	_, err := docs.DeleteOne(ctx, bson.D{{Key: "_id", Value: id}})
	return err
}

func idOf(doc bson.D) any {
	for _, e := range doc {
		if e.Key == "_id" {
			return e.Value
		}
	}
	return nil
}

// convert returns a copy of doc in which the UUIDs in the named fields have subtype 4.
func convert(doc bson.D, fields []string) bson.D {
	return at("", doc, fields).(bson.D)
}

// at converts the value at a path and the values inside it. The elements of an array have the same
// path as the array.
func at(path string, value any, fields []string) any {
	switch value := value.(type) {
	case bson.D:
		copied := make(bson.D, len(value))
		for i, e := range value {
			copied[i] = bson.E{Key: e.Key, Value: at(strings.TrimPrefix(path+"."+e.Key, "."), e.Value, fields)}
		}
		return copied
	case bson.A:
		copied := make(bson.A, len(value))
		for i, v := range value {
			copied[i] = at(path, v, fields)
		}
		return copied
	case bson.Binary:
		// A 16-byte hash may have subtype 0 too, so convert only the named fields.
		for _, f := range fields {
			if f == path && value.Subtype == bson.TypeBinaryGeneric && len(value.Data) == 16 {
				return bson.Binary{Subtype: bson.TypeBinaryUUID, Data: value.Data}
			}
		}
	}
	return value
}
