package uuidkind

import (
	"models"

	"github.com/seed-8298af95/uuid"
)

var mask *uuid.Mask

type User struct{ Name string }

func (User) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }

type Patient struct{}

func (p Patient) IDKind() uuid.Kind { return uuid.Kind{Prefix: "patient", Mask: &mask} }

type Pointer struct{}

func (*Pointer) IDKind() uuid.Kind { return uuid.Kind{} }

type Holds struct{ *User }

type Either struct{ uuid.Kinded }

type repository[T uuid.Kinded] struct{ ids []uuid.ID[T] }

func use(...any) {}

type wrong struct {
	A uuid.ID[*User]          // want `the zero \*User has its IDKind from a nil pointer or interface, so its IDs panic.*pkg.go.dev/.*#Kind`
	B uuid.ID[*Pointer]       // want `zero \*Pointer`
	C uuid.ID[uuid.Kinded]    // want `zero github.com/.*Kinded`
	D uuid.ID[Holds]          // want `zero Holds`
	E uuid.ID[Either]         // want `zero Either`
	F repository[*User]       // want `zero \*User`
	G []uuid.ID[*models.Text] // want `zero \*models.Text`
}

func wrongCalls() {
	use(uuid.NewID[*User]())        // want `zero \*User`
	use(uuid.ParseID[*Patient]("")) // want `zero \*Patient`
}

type Admin struct {
	Patient
	Level int
}

func (Admin) IDKind() uuid.Kind { return uuid.Kind{Prefix: "admin"} } // want `hides the IDKind of Patient, so text shows the time.*k := x.Patient.IDKind\(\)`

type Nurse struct{ models.Embeds }

func (n *Nurse) IDKind() uuid.Kind { // want `hides the IDKind of Embeds`
	k := uuid.Kind{}
	k.Prefix = "nurse"
	return k
}

type Doctor struct {
	Patient
	User
}

func (d Doctor) IDKind() uuid.Kind { return d.User.IDKind() } // want `hides the IDKind of Patient`

func prefixes() uuid.Kind {
	use(uuid.Kind{Prefix: "User"})                // want `forbids this prefix`
	use(uuid.Kind{Prefix: "_user"})               // want `forbids this prefix`
	use(&uuid.Kind{Mask: &mask, Prefix: "user2"}) // want `forbids this prefix`
	use([]uuid.Kind{{Prefix: "user-id"}})         // want `forbids this prefix`
	const long = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl"
	use(uuid.Kind{Prefix: long})      // want `forbids this prefix`
	return uuid.Kind{Prefix: "user_"} // want `forbids this prefix`
}

type Took struct{ Patient }

func (t Took) IDKind() uuid.Kind {
	k := t.Patient.IDKind()
	k.Prefix = "took"
	return k
}

type Own struct{ Patient }

func (Own) IDKind() uuid.Kind { return uuid.Kind{Mask: &mask} }

type Field struct{ Patient Patient }

func (Field) IDKind() uuid.Kind { return uuid.Kind{} }

type Inherits struct{ Patient }

type Unread struct{ Patient }

func (u Unread) IDKind() uuid.Kind { return kindOf(u.Patient) }

func kindOf(k uuid.Kinded) uuid.Kind { return k.IDKind() }

type None struct{}

func (None) IDKind() {}

func IDKind() uuid.Kind { return uuid.Kind{} }

type right[T uuid.Kinded] struct {
	A uuid.ID[User]
	B uuid.ID[Inherits]
	C uuid.ID[uuid.Plain[*User]]
	D uuid.ID[T]
	E repository[T]
	F *uuid.ID[User]
}

type other struct{ Prefix string }

func rightPrefixes(name string) {
	use(uuid.Kind{}, uuid.Kind{Prefix: ""}, uuid.Kind{Prefix: "a"}, uuid.Kind{Prefix: "user_account"}, uuid.Kind{Prefix: name})
	use(other{Prefix: "User"})
}
