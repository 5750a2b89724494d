package uuidhex

import (
	"fmt"
	"log"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type User struct{ ID uuid.ID[uuid.Plain[User]] }

func wrong(u uuid.UUID, p *google.UUID, s std.UUID, user *User) {
	fmt.Printf("%d%% %x\n", 5, u)                // want `%x prints 72 digits.*write id\[:\]`
	log.Printf("%032X", s)                       // want `%X prints 72 digits`
	_ = fmt.Errorf("user %x: %w", p, error(nil)) // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", user.ID)               // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", google.New())          // want `%x prints 72 digits`
}

func right(u uuid.UUID, f gofrs.UUID, hash [16]byte) {
	fmt.Printf("%x %x %x %s\n", u[:], f, hash, u)
	fmt.Printf("%[1]x %*x\n", u, 3, 4)
	fmt.Println("%x", u)
}
