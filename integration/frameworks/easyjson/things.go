// Package easyjson is what easyjson generates for structs with UUIDs.
package easyjson

import (
	"github.com/seed-8298af95/uuid"
	"github.com/seed-8298af95/uuid/integration/frameworks/shop"
)

//go:generate go run github.com/mailru/easyjson/easyjson@v0.9.2 -all things.go

// A Thing has an ID in each type that holds one.
type Thing struct {
	ID    uuid.UUID  `json:"id"`
	Boss  *uuid.UUID `json:"boss"`
	Owner uuid.Null  `json:"owner"`
}

// A Member has the other types. Those with a parameter can only be values: easyjson writes the
// name of the type for all else, and cannot write that of a parameter.
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
