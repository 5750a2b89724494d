// Package shop has the IDs of a program that has users and orders.
package shop

import "github.com/seed-8298af95/uuid"

// UserID and OrderID are different types, so one does not compile in place of the other.
type (
	UserID  = uuid.ID[User]
	OrderID = uuid.ID[Order]
)

// User and Order are the types of the things that IDs identify.
type (
	User  struct{}
	Order struct{}
)

func (User) IDPrefix() string  { return "user" }
func (Order) IDPrefix() string { return "order" }
