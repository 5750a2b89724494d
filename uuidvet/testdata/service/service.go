// Package service has mistakes with google/uuid and gorm.
package service

import (
	"context"
	"net/http"

	"example.com/service/messages"
	"github.com/google/uuid"
	"gorm.io/gorm"
)

type User struct {
	ID    uuid.UUID `gorm:"type:binary(16)" json:"id,omitempty"` // uuidcolumn uuidomitempty
	Email string
}

func Delete(db *gorm.DB, r *http.Request) error {
	id := uuid.MustParse(r.PathValue("id")) // uuidrequest
	return db.Delete(&User{}, id[:]).Error  // uuidkey
}

func Others(db *gorm.DB, id uuid.UUID) (users []User, err error) {
	err = db.Where("id NOT IN (?)", id[:]).Find(&users).Error // uuidlist
	return users, err
}

func Label() string {
	return "user-" + uuid.Must(uuid.NewV7()).String()[:8] // uuidlabel
}

type Ruled struct{}

// Get is right, because an interceptor checks the rules of the message. Export data does not show that it has some.
func (Ruled) Get(_ context.Context, request *messages.Request) (*messages.Request, error) {
	return &messages.Request{ID: uuid.MustParse(request.GetID()).URN()}, nil
}
