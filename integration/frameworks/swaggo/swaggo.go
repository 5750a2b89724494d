// Package swaggo is the input for the swag command: a handler with annotations, and models with and
// without the tags that their IDs need.
//
//	@title		Things
//	@version	1
package swaggo

import (
	"net/http"

	"github.com/seed-8298af95/uuid"
)

// Bare has no tags for swag.
type Bare struct {
	UUID   uuid.UUID     `json:"uuid"`
	ID     uuid.ID[Bare] `json:"id"`
	Null   uuid.Null     `json:"null"`
	Binary uuid.Binary   `json:"binary"`
}

// IDKind returns the zero Kind.
func (Bare) IDKind() uuid.Kind { return uuid.Kind{} }

// IDKind returns the zero Kind.
func (Tagged) IDKind() uuid.Kind { return uuid.Kind{} }

// Tagged has the tags for swag.
type Tagged struct {
	UUID   uuid.UUID       `json:"uuid" swaggertype:"string" format:"uuid"`
	ID     uuid.ID[Tagged] `json:"id" swaggertype:"string" format:"uuid"`
	Null   uuid.Null       `json:"null" swaggertype:"string" format:"uuid"`
	Binary uuid.Binary     `json:"binary" swaggertype:"string" format:"uuid"`
}

// Things responds with both models.
//
//	@Success	200	{object}	Bare
//	@Success	201	{object}	Tagged
//	@Router		/things [get]
func Things(w http.ResponseWriter, r *http.Request) {}
