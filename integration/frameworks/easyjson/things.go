// Package easyjson contains the code that easyjson generates for structs with UUIDs.
package easyjson

import (
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

//go:generate go run github.com/mailru/easyjson/easyjson@v0.9.2 -all things.go

// A Thing contains an ID of each type in README.md's first table.
type Thing struct {
	ID    uuid.UUID  `json:"id"`
	Boss  *uuid.UUID `json:"boss"`
	Owner uuid.Null  `json:"owner"`
}

// A Member contains IDs of the other types. For a pointer, a slice or a map, the generated code
// contains the name of the element type, and easyjson cannot write type arguments. Only ID
// therefore has a generic type.
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
