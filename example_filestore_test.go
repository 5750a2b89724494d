package uuid_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-8298af95/uuid"
)

// A service whose IDs keep their order across a restart.
func ExampleNewFileStore() {
	dir, err := os.MkdirTemp("", "uuid")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "uuid.state") // in earnest: a place that stays

	var last UserID
	for range 2 { // two lives of one service
		g, err := uuid.NewGenerator(uuid.Options{Store: uuid.NewFileStore(path)})
		if err == nil {
			_, err = g.NewV7() // may wait: report readiness after this call
		}
		newUserID := func() (UserID, error) {
			id, err := g.NewV7()
			return UserID(id), err
		}
		if err != nil {
			panic(err)
		}

		// Now the service is ready.
		id, err := newUserID()
		if err != nil {
			panic(err)
		}
		fmt.Println(id.Compare(last) > 0)
		last = id

		// Without Close, the first call of the next start waits until the clock has passed
		// the saved time: for about one and a half seconds on a fast disk, at most for six.
		if err := g.Close(); err != nil {
			panic(err)
		}
	}
	// Output:
	// true
	// true
}
