package uuidmask

import (
	"fmt"

	"github.com/seed-8298af95/uuid"
)

type UserID = uuid.ID[Patient]

func doc(mask *uuid.Mask, id UserID) {
	fmt.Println(struct{ user UserID }{id}) // want `plain bytes`
	fmt.Println(struct{ User UserID }{id})
	mask.Hide(uuid.NewV4()) // want `Hide is for version 7`
	mask.Hide(uuid.NewV7())
}
