package uuid_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-8298af95/uuid"
)

// A generator whose order outlives the process.
func ExampleNewFileStore() {
	dir, err := os.MkdirTemp("", "uuid")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "uuid.state") // in earnest: a place that stays

	var last uuid.UUID
	for range 2 { // two lives of one service
		g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
		if err != nil {
			panic(err)
		}
		id, err := g.NewV7()
		if err != nil {
			panic(err)
		}
		fmt.Println(id.Compare(last) > 0)
		last = id
		// Without Close the next start waits until the clock has passed what was saved: on
		// a fast disk for up to one and a half seconds, at most for six.
		if err := g.Close(); err != nil {
			panic(err)
		}
	}
	// Output:
	// true
	// true
}
