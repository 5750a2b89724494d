// Each of these types has a mistake, so this file must not compile; see TestMistakesDoNotCompile.
package mistakes

import "github.com/seed-8298af95/uuid"

type (
	none      struct{}
	misspelt  struct{}
	signature struct{}
	pointer   struct{}
	field     struct{ IDKind uuid.Kind }
	right     struct{}
	twice     struct {
		right
		uuid.Plain[int]
	}
	hidden struct {
		right
		IDKind uuid.Kind
	}
)

func (misspelt) IdKind() uuid.Kind           { return uuid.Kind{} }
func (signature) IDKind() (uuid.Kind, error) { return uuid.Kind{}, nil }
func (*pointer) IDKind() uuid.Kind           { return uuid.Kind{} }
func (right) IDKind() uuid.Kind              { return uuid.Kind{} }

var (
	_ uuid.ID[none]
	_ uuid.ID[misspelt]
	_ uuid.ID[signature]
	_ uuid.ID[pointer]
	_ uuid.ID[field]
	_ uuid.ID[right]
	_ uuid.ID[twice]
	_ uuid.ID[hidden]
)
