package mongodb

import (
	"context"
	"testing"

	"github.com/seed-8298af95/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// The tests in this file run the code in docs/start.md. TestStartEncoder needs no server.

type Task struct {
	ID     uuid.UUID `bson:"_id"`
	Parent uuid.Null `bson:"parent"`
	Title  string    `bson:"title"`
}

func storeTask(ctx context.Context, tasks *mongo.Collection) (Task, Task, error) {
	task := Task{ID: uuid.NewV7(), Title: "paint the shed"}
	var found Task
	_, err := tasks.InsertOne(ctx, task) // tasks is a *mongo.Collection
	if err == nil {
		err = tasks.FindOne(ctx, bson.M{"_id": task.ID}).Decode(&found)
	}

	return task, found, err
}

func TestStart(t *testing.T) {
	task, found, err := storeTask(t.Context(), connect(t))
	if err != nil || found != task {
		t.Errorf("%+v, %v, want %+v", found, err, task)
	}
}

// TestStartEncoder encodes the task and the filter as InsertOne and FindOne do, and decodes the task.
func TestStartEncoder(t *testing.T) {
	task := Task{ID: uuid.NewV7(), Title: "paint the shed"}
	plain := bson.Binary{Subtype: bson.TypeBinaryUUID, Data: task.ID[:]}
	stored, err := bson.Marshal(task)
	want, err2 := bson.Marshal(bson.D{{Key: "_id", Value: plain}, {Key: "parent"}, {Key: "title", Value: task.Title}})
	if err != nil || err2 != nil || string(stored) != string(want) {
		t.Errorf("the task is %x, %v, want %x, %v", stored, err, want, err2)
	}
	filter, err := bson.Marshal(bson.M{"_id": task.ID})
	want, err2 = bson.Marshal(bson.D{{Key: "_id", Value: plain}})
	if err != nil || err2 != nil || string(filter) != string(want) {
		t.Errorf("the filter is %x, %v, want %x, %v", filter, err, want, err2)
	}
	var found Task
	if err := bson.Unmarshal(stored, &found); err != nil || found != task {
		t.Errorf("%+v, %v, want %+v", found, err, task)
	}
}
