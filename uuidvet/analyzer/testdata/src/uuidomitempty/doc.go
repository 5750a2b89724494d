package uuidomitempty

import "github.com/seed-8298af95/uuid"

type _ struct {
	Parent uuid.UUID `json:"parent,omitempty"` // want `never omits`
}

type _ struct {
	Parent uuid.UUID `json:"parent,omitzero"`
}
