package uuid_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-8298af95/uuid"
)

// User says what a UserID identifies, and what its text begins with.
type User struct{}

func (User) IDPrefix() string { return "user" }

type UserID = uuid.ID[User] // user_01h455vb4pex5vsknk084sn02q

// Order does so for an OrderID.
type Order struct{}

func (Order) IDPrefix() string { return "order" }

type OrderID = uuid.ID[Order]

// A Purchase has its own ID and that of the buyer. Go keeps them apart: a UserID does
// not compile in place of an OrderID.
type Purchase struct {
	ID    OrderID `json:"id"`
	Buyer UserID  `json:"buyer"`
}

func ExampleID() {
	buyer, err := uuid.ParseID[User]("user_01h455vb4pex5vsknk084sn02q")
	if err != nil {
		panic(err)
	}
	purchase := Purchase{ID: uuid.NewID[Order](), Buyer: buyer}
	fmt.Println(purchase.ID.UUID().Version(), purchase.Buyer)

	// In JSON an ID has its prefix.
	b, err := json.Marshal(map[string]UserID{"buyer": buyer})
	fmt.Println(string(b), err)

	// In a database it is a UUID: db.Exec("INSERT INTO users (id) VALUES ($1)", buyer).
	value, err := buyer.Value()
	fmt.Println(value, err)
	var scanned UserID
	fmt.Println(scanned.Scan(value), scanned == buyer)

	// The text of a user's ID is not that of an order's ID.
	err = json.Unmarshal([]byte(`{"id":"user_01h455vb4pex5vsknk084sn02q"}`), &purchase)
	fmt.Println(err)
	// Output:
	// 7 user_01h455vb4pex5vsknk084sn02q
	// {"buyer":"user_01h455vb4pex5vsknk084sn02q"} <nil>
	// 01890a5d-ac96-774b-bcce-b302099a8057 <nil>
	// <nil> true
	// uuid: cannot parse "user_01h455vb4pex5vsknk084sn02q" (31 bytes): wrong prefix at offset 0
}
