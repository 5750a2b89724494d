// Package easyjson has the code that easyjson generates for structs with UUIDs.
package easyjson

import (
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

//go:generate go run github.com/mailru/easyjson/easyjson@v0.9.2 -all things.go

// A Thing has an ID of each type that the table in README.md has.
type Thing struct {
	ID    uuid.UUID  `json:"id"`
	Boss  *uuid.UUID `json:"boss"`
	Owner uuid.Null  `json:"owner"`
}

// A Member has IDs of the other types. A field of a generic type must be a value. For a pointer, a
// slice or a map easyjson writes the type name, and it cannot write the name of the type argument.
type Member struct {
	ID       shop.MemberID                    `json:"id"`
	Referrer *shop.EntMemberID                `json:"referrer"`
	All      []shop.EntMemberID               `json:"all"`
	Names    map[shop.EntMemberID]string      `json:"names"`
	Of       map[uuid.UUID][]shop.EntMemberID `json:"of"`
	Bytes    []uuid.Binary                    `json:"bytes"`
	GUID     *uuid.GUID                       `json:"guid"`
	Null     []uuid.Null                      `json:"null"`
	Left     uuid.UUID                        `json:"left,omitempty"`
}
