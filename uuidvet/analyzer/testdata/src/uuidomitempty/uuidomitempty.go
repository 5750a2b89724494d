package uuidomitempty

import (
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type User struct{ uuid.Plain[int] }

type wrong struct {
	A uuid.UUID     `json:"a,omitempty"`                           // want `never omits 16 bytes.*delete it, or write omitzero \(Go 1.24\)`
	B google.UUID   `db:"b" json:"b,omitempty" yaml:"b,omitempty"` // want `never omits 16 bytes`
	C std.UUID      `json:",string,omitempty"`                     // want `never omits 16 bytes`
	D gofrs.UUID    `json:"omitempty,omitempty"`                   // want `never omits 16 bytes`
	E uuid.ID[User] "json:\"e,omitempty\""                         // want `never omits 16 bytes`
	G [16]byte      `json:"g,omitempty"`                           // want `never omits 16 bytes`
	F uuid.Binary   `json:"f,omitempty"`                           // want `never omits 16 bytes`
}

type right struct {
	A uuid.UUID    `json:"a,omitzero"`
	B *google.UUID `json:"b,omitempty"`
	C google.UUID  `json:"c,omitempty,omitzero"`
	D std.UUID     `json:"omitempty" yaml:"d,omitempty"`
	E []uuid.UUID  `json:"e,omitempty"`
	F []byte       `json:"f,omitempty"`
}
