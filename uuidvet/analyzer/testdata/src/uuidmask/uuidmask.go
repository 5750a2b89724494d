package uuidmask

import (
	"fmt"
	"log"
	"models"
	"testing"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type Patient struct{}

var mask *uuid.Mask

func (Patient) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type Plain struct{ uuid.Plain[int] }

type visit struct {
	patient uuid.ID[Patient]
	room    int
}

type embeds struct {
	Room int
	visit
}

type open struct {
	Patient uuid.ID[Patient]
	plain   uuid.ID[Plain]
	unread  uuid.ID[models.Unknown]
}

type named struct{ patient uuid.ID[Patient] }

func (named) String() string { return "" }

type byPointer struct{ patient uuid.ID[Patient] }

func (*byPointer) String() string { return "" }

type worker struct{ jobs chan visit }

type tree struct {
	children []tree
	A        struct{ B struct{ C struct{ D visit } } }
}

func wrong(t *testing.T, v visit, e embeds, list []visit) {
	fmt.Println(v)                                             // want `plain bytes of the masked ID.*#what-a-mask-does-not-cover`
	log.Printf("%d: %+v", 1, &v)                               // want `plain bytes`
	_ = fmt.Errorf("no doctor for %v", e)                      // want `plain bytes`
	t.Logf("%s", list)                                         // want `plain bytes`
	fmt.Print(struct{ id uuid.ID[models.Embeds] }{})           // want `plain bytes`
	fmt.Print(struct{ id uuid.ID[models.Nested] }{})           // want `plain bytes`
	fmt.Print(map[string]visit{})                              // want `plain bytes`
	fmt.Print(byPointer{})                                     // want `plain bytes`
	fmt.Print([]byPointer{})                                   // want `plain bytes`
	fmt.Print(&tree{})                                         // want `plain bytes`
	fmt.Print(map[visit]int{})                                 // want `plain bytes`
	fmt.Print(struct{ inner struct{ ID uuid.ID[Patient] } }{}) // want `plain bytes`
}

func hide(m *uuid.Mask, given uuid.UUID) {
	m.Hide(uuid.NewV4())            // want `Hide is for version 7`
	m.Hide(uuid.UUID(google.New())) // want `Hide is for version 7`
	id := uuid.New()
	m.Hide(id) // want `Hide is for version 7`
	m.Hide(uuid.NewV7())
	m.Hide(given)
	m.Reveal(uuid.NewV4())
	id = uuid.NewV7()
	m.Hide(id)
}

func right(v visit, o open, n named, p []*visit) {
	fmt.Println(v.patient, v.room, o, &o, n, p)
	fmt.Printf("%T %p\n", v, &v)
	fmt.Println(make(chan visit), worker{}, &byPointer{}, map[string]*byPointer{})
}
