package uuidcolumn

import (
	"database/sql"
	"models"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	satori "github.com/satori/go.uuid"
	"github.com/seed-8298af95/uuid"
)

type Binary struct{}

func (Binary) IDKind() uuid.Kind { return uuid.Kind{Binary: true} }

type Plain struct{}

func (Plain) IDKind() uuid.Kind { return uuid.Kind{} }

type wrong struct {
	A uuid.UUID                 `gorm:"type:binary(16);primaryKey"`      // want `36 characters of text.*#gorm-with-text-for-a-16-byte-column`
	B google.UUID               `json:"b" gorm:"index;TYPE: BINARY(16)"` // want `36 characters`
	C *gofrs.UUID               `gorm:"type:bytea"`                      // want `36 characters`
	D satori.UUID               `gorm:"type:blob"`                       // want `36 characters`
	E std.UUID                  `gorm:"type:varbinary( 16 )"`            // want `36 characters`
	F uuid.Null                 `gorm:"type:longblob"`                   // want `36 characters`
	G google.NullUUID           `gorm:"not null; type:bytea"`            // want `36 characters`
	H uuid.ID[Plain]            "gorm:\"type:binary(16)\""               // want `36 characters`
	I sql.Null[uuid.UUID]       `gorm:"type:bytea"`                      // want `36 characters`
	J struct{ google.UUID }     `gorm:"type:bytea"`                      // want `36 characters`
	K uuid.ID[models.Text]      `gorm:"type:bytea"`                      // want `36 characters`
	L *uuid.ID[uuid.Plain[int]] `gorm:"type:bytea"`                      // want `36 characters`
	N uuid.GUID                 `gorm:"type:uuid"`                       // want `another UUID in a uuid column`
	O *uuid.ID[models.GUID]     `gorm:"primaryKey;type:UUID"`            // want `another UUID in a uuid column`
	P sql.Null[uuid.GUID]       `gorm:"type:uuid"`                       // want `another UUID in a uuid column`
	Q uuid.UUID                 `gorm:"type:tinyblob"`                   // want `36 characters`
	R uuid.UUID                 `gorm:"type:mediumblob"`                 // want `36 characters`
	S uuid.UUID                 `gorm:"type:binary"`                     // want `36 characters`
	T uuid.UUID                 `gorm:"type:varbinary(35)"`              // want `36 characters`
	U uuid.UUID                 `gorm:"type:varbinary(9)"`               // want `36 characters`
	V uuid.UUID                 `gorm:"type:varbinary(max)"`             // want `36 characters`
	M uuid.ID[models.Drops]     `gorm:"type:bytea"`                      // want `36 characters`
}

type right struct {
	A uuid.Binary     `gorm:"type:binary(16);primaryKey"`
	B uuid.ID[Binary] `gorm:"type:bytea"`
	C uuid.GUID       `gorm:"type:binary(16)"`
	D uuid.UUID       `gorm:"type:uuid"`
	E google.UUID     `gorm:"type:char(36);column:binary"`
	F google.UUID     `gorm:"type:varbinary(36)"`
	V google.UUID     `gorm:"type:varbinary(100)"`
	G std.UUID        `gorm:"type:binary(16);serializer:uuid16"`
	H []byte          `gorm:"type:binary(16)"`
	I [16]byte        `gorm:"type:binary(16)"`
	J uuid.UUID       `db:"type:binary(16)"`
	K uuid.UUID
	L uuid.ID[models.Bytes]   `gorm:"type:bytea"`
	M uuid.ID[models.GUID]    `gorm:"type:bytea"`
	N uuid.ID[models.Takes]   `gorm:"type:bytea"`
	O uuid.ID[models.Unknown] `gorm:"type:bytea"`
	P uuid.ID[models.Decided] `gorm:"type:bytea"`
	Q uuid.GUID               `gorm:"type:uniqueidentifier"`
	R uuid.ID[models.Bytes]   `gorm:"type:uuid"`
	S uuid.Binary             `gorm:"type:uuid"`
	T uuid.GUID               `gorm:"type:uuid;serializer:guid"`
	U uuid.ID[models.Calls]   `gorm:"type:bytea"`
}
