package uuidkey

import (
	"github.com/seed-8298af95/uuid"
	"gorm.io/gorm"
)

func doc(db *gorm.DB, id uuid.Binary) {
	db.Delete(&User{}, id) // want `16 keys`
	db.Delete(&User{}, "id = ?", id)
}
