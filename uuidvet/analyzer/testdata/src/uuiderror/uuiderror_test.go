package uuiderror

import (
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestParse(t *testing.T) {
	id, err := uuid.Parse("")
	if err != nil {
		t.Error(err)
	}
	t.Log(id)
}
