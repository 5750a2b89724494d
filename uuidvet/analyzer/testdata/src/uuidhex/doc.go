package uuidhex

import (
	"fmt"

	"github.com/seed-8298af95/uuid"
)

func doc(id uuid.UUID) {
	fmt.Printf("%x", id) // want `72 digits`
	fmt.Printf("%x", id[:])
}
