package uuiderror

import (
	"net/http"

	"github.com/seed-8298af95/uuid"
)

func docWrong(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil { // want `goes on`
		http.Error(w, "no UUID", http.StatusBadRequest)
	}
	use(id)
}

func docRight(w http.ResponseWriter, r *http.Request) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		http.Error(w, "no UUID", http.StatusBadRequest)
		return
	}
	use(id)
}
