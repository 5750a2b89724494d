package uuidcolumn

import (
	"database/sql"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	satori "github.com/satori/go.uuid"
	"github.com/seed-8298af95/uuid"
)

type Binary struct{}

func (Binary) IDBinary() bool { return true }

type Plain struct{}

type wrong struct {
	A uuid.UUID             `gorm:"type:binary(16);primaryKey"`      // want `36 characters of text.*#gorm-with-text-for-a-16-byte-column`
	B google.UUID           `json:"b" gorm:"index;TYPE: BINARY(16)"` // want `36 characters`
	C *gofrs.UUID           `gorm:"type:bytea"`                      // want `36 characters`
	D satori.UUID           `gorm:"type:blob"`                       // want `36 characters`
	E std.UUID              `gorm:"type:varbinary(16)"`              // want `36 characters`
	F uuid.Null             `gorm:"type:longblob"`                   // want `36 characters`
	G google.NullUUID       `gorm:"type:bytea;not null"`             // want `36 characters`
	H uuid.ID[Plain]        "gorm:\"type:binary(16)\""               // want `36 characters`
	I sql.Null[uuid.UUID]   `gorm:"type:bytea"`                      // want `36 characters`
	J struct{ google.UUID } `gorm:"type:bytea"`                      // want `36 characters`
}

type right struct {
	A uuid.Binary     `gorm:"type:binary(16);primaryKey"`
	B uuid.ID[Binary] `gorm:"type:bytea"`
	C uuid.GUID       `gorm:"type:binary(16)"`
	D uuid.UUID       `gorm:"type:uuid"`
	E google.UUID     `gorm:"type:char(36);column:binary"`
	F google.UUID     `gorm:"type:varbinary(36)"`
	G std.UUID        `gorm:"type:binary(16);serializer:uuid16"`
	H []byte          `gorm:"type:binary(16)"`
	I [16]byte        `gorm:"type:binary(16)"`
	J uuid.UUID       `db:"type:binary(16)"`
	K uuid.UUID
}
