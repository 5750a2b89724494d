package uuidmethod

import "github.com/seed-8298af95/uuid"

type Made struct{}

func (Made) IDBINARY() bool { return true }

var made = uuid.NewID[Made]() // want `Made has IDBINARY, which has no effect`
