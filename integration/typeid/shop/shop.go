// Package shop has the IDs of a program that has users and orders.
package shop

import "github.com/seed-8298af95/uuid"

// The IDs. Neither compiles where the other is wanted.
type (
	UserID  = uuid.ID[User]
	OrderID = uuid.ID[Order]
)

// User and Order say what an ID identifies.
type (
	User  struct{}
	Order struct{}
)

func (User) IDPrefix() string  { return "user" }
func (Order) IDPrefix() string { return "order" }
