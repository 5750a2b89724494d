package uuidkind

import (
	"models"
	"strings"

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
	A uuid.ID[*User]          // want `the zero \*User gets its IDKind from a nil pointer or interface, so using its IDs panics.*pkg.go.dev/.*#Kind`
	B uuid.ID[*Holds]         // want `zero \*Holds`
	C uuid.ID[uuid.Kinded]    // want `zero github.com/.*Kinded`
	D uuid.ID[Holds]          // want `zero Holds`
	E uuid.ID[Either]         // want `zero Either`
	F repository[*User]       // want `zero \*User`
	G []uuid.ID[*models.Text] // want `zero \*models.Text`
	H uuid.ID[Middle]         // want `zero Middle`
	I uuid.ID[*Row]           // want `zero \*Row`
	J uuid.ID[*Value]         // want `zero \*Value`
	K uuid.ID[Deep]           // want `zero Deep`
}

// A method with a pointer receiver works through a nil pointer, unless a field is behind it.
type Row struct{ *Pointer }

type Value struct{ Pointer }

type Middle struct{ *Value }

type Deep struct {
	Row2 *Row
	*Row
}

type throughNil struct {
	A uuid.ID[*Pointer]
	B uuid.ID[Row]
	C repository[*Pointer]
	D uuid.ID[struct{ *Pointer }]
	E uuid.ID[struct{ Row }]
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

type prefixed struct{ kind uuid.Kind }

func assigned(p *uuid.Kind, all []uuid.Kind, holds *prefixed) uuid.Kind {
	var k uuid.Kind
	k.Prefix = "order-line"                 // want `forbids this prefix`
	p.Prefix = "Order"                      // want `forbids this prefix`
	(*p).Prefix = "order_"                  // want `forbids this prefix`
	all[0].Prefix = "1st"                   // want `forbids this prefix`
	holds.kind.Prefix = "é"                 // want `forbids this prefix`
	k.Prefix, k.Binary = "order line", true // want `forbids this prefix`
	const name = "Order"
	k.Prefix = name // want `forbids this prefix`
	text := "Order"
	k.Prefix = text // want `forbids this prefix`
	k.Prefix = "order"
	k.Prefix = ""
	k.Prefix = strings.ToLower(text)
	k.Binary, k.Prefix = true, "order"
	text = strings.ToLower(text)
	k.Prefix = text
	var other struct{ Prefix string }
	other.Prefix = "Order"
	if k.Prefix == "Order" {
		k.Prefix += "x"
	}
	return k
}

var (
	elements = []*uuid.Kind{{Prefix: "User"}, {Prefix: "user"}} // want `forbids this prefix`
	byName   = map[string]uuid.Kind{
		"a": {Prefix: "user-id"}, // want `forbids this prefix`
		"b": {Prefix: "user_id"},
	}
	array   = [...]uuid.Kind{1: {Prefix: "User"}}                                  // want `forbids this prefix`
	nested  = [][]uuid.Kind{{{Prefix: "User"}}}                                    // want `forbids this prefix`
	unkeyed = uuid.Kind{"User", false, false, nil}                                 // want `forbids this prefix`
	inList  = []uuid.Kind{{"User", false, false, nil}, {"user", true, false, nil}} // want `forbids this prefix`
	pointer = &uuid.Kind{"_", true, false, nil}                                    // want `forbids this prefix`
	right1  = uuid.Kind{"user", false, false, nil}
	right2  = []other{{"User"}}
	right3  = map[string]string{"Prefix": "User"}
)

// Derived IDKinds do not change what is known of the embedded type: nobody hides its Mask.
type DropsCopy struct{ Patient }

func (d DropsCopy) IDKind() uuid.Kind { // want `hides the IDKind of Patient`
	k := d.Patient.IDKind()
	k.Mask = nil
	return k
}

type DropsAgain struct{ Patient }

func (d DropsAgain) IDKind() uuid.Kind { // want `hides the IDKind of Patient`
	k := d.Patient.IDKind()
	k.Mask = nil
	return k
}

type KeepsAfter struct{ Patient }

func (d KeepsAfter) IDKind() uuid.Kind {
	k := d.Patient.IDKind()
	k.Binary = true
	return k
}

type HidesAfter struct{ Patient }

func (HidesAfter) IDKind() uuid.Kind { return uuid.Kind{"after", false, false, nil} } // want `hides the IDKind of Patient`

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
	use(uuid.Kind{Prefix: "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz_abcdefghij"})
	use(uuid.Kind{}, uuid.Kind{Prefix: ""}, uuid.Kind{Prefix: "a"}, uuid.Kind{Prefix: "user_account"}, uuid.Kind{Prefix: name})
	use(other{Prefix: "User"})
}
