package uuidrequest

import (
	"net/http"

	"github.com/seed-8298af95/uuid"
)

func inTest(r *http.Request) uuid.UUID { return uuid.MustParse(r.PathValue("id")) }
