// This program prints IDs with %x. With uuidvet's fixes, it prints the 32 digits of each plain ID.
package main

import (
	"fmt"
	"log"
	"os"

	"github.com/seed-8298af95/uuid"
)

var mask *uuid.Mask

type hidden struct{}

func (hidden) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type row struct{ ID uuid.ID[uuid.Plain[row]] }

func main() {
	mask, _ = uuid.NewMask([]byte("0123456789abcdef"), nil)
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	for _, u := range []uuid.UUID{uuid.MustParse("01900000-0000-7000-8000-0000000000bb"), {}} {
		fmt.Printf("plain %x\n", u)
		p, r, g := &u, []row{{uuid.ID[uuid.Plain[row]](u)}}, uuid.GUID(u)
		log.Printf("typed %X, %x", r[0].ID, *p)
		fmt.Printf("guid %x\n", g)
		fmt.Printf("pointer %x, %x\n", p, (*uuid.UUID)(nil))
		fmt.Printf("masked %x\n", uuid.ID[hidden](u))
		func() {
			defer fmt.Printf("later %x\n", u)
			u = uuid.Max()
		}()
	}
}
