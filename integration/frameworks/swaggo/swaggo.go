// Package swaggo is what the command swag reads: a handler with annotations, and models
// without the tags that their IDs need and with them.
//
//	@title		Things
//	@version	1
package swaggo

import (
	"net/http"

	"github.com/seed-8298af95/uuid"
)

// Bare has no tags.
type Bare struct {
	UUID   uuid.UUID     `json:"uuid"`
	ID     uuid.ID[Bare] `json:"id"`
	Null   uuid.Null     `json:"null"`
	Binary uuid.Binary   `json:"binary"`
}

// Tagged has them.
type Tagged struct {
	UUID   uuid.UUID       `json:"uuid" swaggertype:"string" format:"uuid"`
	ID     uuid.ID[Tagged] `json:"id" swaggertype:"string" format:"uuid"`
	Null   uuid.Null       `json:"null" swaggertype:"string" format:"uuid"`
	Binary uuid.Binary     `json:"binary" swaggertype:"string" format:"uuid"`
}

// Things answers with both.
//
//	@Success	200	{object}	Bare
//	@Success	201	{object}	Tagged
//	@Router		/things [get]
func Things(w http.ResponseWriter, r *http.Request) {}
