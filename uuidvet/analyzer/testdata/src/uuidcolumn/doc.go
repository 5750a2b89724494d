package uuidcolumn

import "github.com/seed-8298af95/uuid"

type _ struct {
	ID uuid.UUID `gorm:"type:binary(16)"` // want `36 characters`
}

type _ struct {
	ID uuid.Binary `gorm:"type:binary(16)"`
}
