//go:build go1.27

// Shows conversions from and to the standard package.
package uuid_test

import (
	"encoding/hex"
	"fmt"
	std "uuid"

	"github.com/seed-8298af95/uuid"
)

// Generated code may use the standard package's type in fields. A conversion between the types
// costs nothing. FillV7 fills a slice of either type.
func Example_standardType() {
	ids := make([]std.UUID, 1000)
	row := struct{ ID std.UUID }{std.MustParse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")}

	key, err := hex.DecodeString("2b7e151628aed2a6abf7158809cf4f3c") // use a secret key
	if err != nil {
		panic(err)
	}
	mask, err := uuid.NewMask(key, []byte("order"))
	if err != nil {
		panic(err)
	}
	shown, err := mask.Hide(uuid.UUID(row.ID)) // row.ID has the standard type
	text := uuid.Base58.Encode(uuid.UUID(row.ID))
	row.ID = std.UUID(uuid.NewV7())
	uuid.FillV7(ids) // ids is a []std.UUID
	if err != nil {
		panic(err)
	}
	fmt.Println(shown.Version(), text, uuid.UUID(row.ID).Version())
	fmt.Println(len(ids), ids[0].Compare(ids[999]))
	// Output:
	// 4 1BihbxwwQ4NZZpKRH9JDCz 7
	// 1000 -1
}
