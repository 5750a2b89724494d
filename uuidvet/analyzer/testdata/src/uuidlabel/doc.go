package uuidlabel

import "github.com/seed-8298af95/uuid"

func docWrong() string {
	id := uuid.NewV7()
	name := "worker-" + id.String()[:8] // want `use the end`
	return name
}

func docRight() string {
	id := uuid.NewV7()
	name := "worker-" + id.String()[24:]
	return name
}
