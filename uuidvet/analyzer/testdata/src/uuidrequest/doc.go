package uuidrequest

import (
	"net/http"

	"github.com/seed-8298af95/uuid"
)

func docMust(r *http.Request) {
	id := uuid.MustParse(r.PathValue("id")) // want `a panic here`
	use(id)
}

func docIgnored(r *http.Request) {
	id, _ := uuid.Parse(r.PathValue("id")) // want `becomes the Nil UUID`
	use(id)
}

func docRight(r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	use(id, err)
}
