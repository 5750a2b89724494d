package uuidhex

import (
	"fmt"
	"log"
	"models"
	std "uuid"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type User struct{ ID uuid.ID[uuid.Plain[User]] }

func wrong(u uuid.UUID, p *google.UUID, s std.UUID, user *User, typed uuid.ID[models.Bytes], all []uuid.UUID) {
	fmt.Printf("%d%% %x\n", 5, u)                // want `%x prints 72 digits.*write id\[:\]`
	log.Printf("%032X", s)                       // want `%X prints 72 digits`
	_ = fmt.Errorf("user %x: %w", p, error(nil)) // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", user.ID)               // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", google.New())          // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x %x", *p, (u))            // want `%x prints 72 digits` `%x prints 72 digits`
	_ = fmt.Sprintf("%x", &u)                    // want `%x prints 72 digits`
	(*log.Logger).Printf(nil, "%x", u)           // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", typed)                 // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", uuid.GUID(u))          // want `%x prints 72 digits`
	_ = fmt.Sprintf("%x", all[0])                // want `%x prints 72 digits`
	guid := uuid.GUID(u)
	_ = fmt.Sprintf("%x", guid) // want `%x prints 72 digits`
	defer log.Printf("%x", u)   // want `%x prints 72 digits`
	go log.Printf("%x", u)      // want `%x prints 72 digits`
	logf("%x", u)               // want `%x prints 72 digits`
}

func logf(format string, args ...any) {}

func right(u uuid.UUID, f gofrs.UUID, hash [16]byte, masked uuid.ID[models.Embeds], unread uuid.ID[models.Unknown], shares uuid.ID[models.Shares], sets uuid.ID[models.Sets]) {
	fmt.Printf("%x %x\n", shares, sets)
	fmt.Printf("%x %x %x %s\n", u[:], f, hash, u)
	fmt.Printf("%x %x\n", masked, unread)
	fmt.Printf("%[1]x %*x\n", u, 3, 4)
	fmt.Println("%x", u)
	fmt.Sscanf("", "%x", &u)
	listf("%x", u)
}

func listf(form string, ids ...uuid.UUID) {}

func unread(pointer uuid.ID[models.Pointer], parens uuid.ID[models.Parens], closure uuid.ID[models.Closure], other uuid.ID[models.Other]) {
	fmt.Printf("%x %x %x %x\n", pointer, parens, closure, other)
}
