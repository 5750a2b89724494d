package uuidkind

import "github.com/seed-8298af95/uuid"

type Line struct{}

func (Line) IDKind() uuid.Kind {
	return uuid.Kind{Prefix: "order-line"} // want `forbids this prefix`
}

type Right struct{}

func (Right) IDKind() uuid.Kind {
	return uuid.Kind{Prefix: "order_line"}
}

func docWrong() {
	var id uuid.ID[*User] // want `zero \*User`
	use(id)
}

func docRight() {
	var id uuid.ID[User]
	use(id)
}
