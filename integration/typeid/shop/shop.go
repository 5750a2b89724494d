// Package shop defines the IDs of a program with users and orders.
package shop

import "github.com/seed-8298af95/uuid"

// UserID and OrderID are different types. So a program that uses one for the other does not
// compile.
type (
	UserID  = uuid.ID[User]
	OrderID = uuid.ID[Order]
)

// User and Order are the types of the identified objects.
type (
	User  struct{}
	Order struct{}
)

func (User) IDPrefix() string  { return "user" }
func (Order) IDPrefix() string { return "order" }
