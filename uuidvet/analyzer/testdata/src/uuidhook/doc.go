package uuidhook

import (
	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
)

type Always struct{ ID uuid.UUID }

func (u *Always) BeforeCreate(*gorm.DB) error {
	u.ID = uuid.NewV7() // want `replaces the ID`
	return nil
}

type IfNil struct{ ID uuid.UUID }

func (u *IfNil) BeforeCreate(*gorm.DB) error {
	if u.ID.IsNil() {
		u.ID = uuid.NewV7()
	}
	return nil
}

func doc(db *gorm.DB) {
	db.FirstOrCreate(&Always{})
	db.FirstOrCreate(&IfNil{})
}
