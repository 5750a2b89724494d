// Package shop defines typed IDs for users and orders.
package shop

import "github.com/seed-8298af95/uuid"

// UserID and OrderID are distinct types, so confusing them is a compile error.
type (
	UserID  = uuid.ID[User]
	OrderID = uuid.ID[Order]
)

// User and Order are the types that the IDs identify.
type (
	User  struct{}
	Order struct{}
)

func (User) IDKind() uuid.Kind  { return uuid.Kind{Prefix: "user"} }
func (Order) IDKind() uuid.Kind { return uuid.Kind{Prefix: "order"} }
