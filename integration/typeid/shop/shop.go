// Package shop defines the IDs of a program with users and orders.
package shop

import "github.com/seed-8298af95/uuid"

// UserID and OrderID are different types, so the compiler reports an error if a program confuses them.
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
