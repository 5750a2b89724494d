package uuidrequest

import (
	"context"
	"users/checked"
	"users/ruled"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
)

type checkedServer struct{}

func (checkedServer) Get(_ context.Context, req *checked.Request) (*checked.Request, error) {
	use(uuid.MustParse(req.GetId()), google.MustParse(req.Id), uuid.MustParse(req.Ids[0]))
	use(uuid.MustParse(req.GetOwnerId()), uuid.MustParse(*req.OwnerId), uuid.MustParse(req.GetUser().GetId()))
	for _, text := range req.GetIds() {
		use(uuid.MustParse(text))
	}
	user := req.User
	id, _ := google.Parse(user.Id)
	use(id)

	use(uuid.MustParse(req.GetName()))           // want `a panic here`
	use(uuid.MustParse(req.GetUser().GetName())) // want `a panic here`
	for _, text := range req.GetNames() {
		use(uuid.MustParse(text)) // want `a panic here`
	}
	return nil, nil
}

type ruledServer struct{}

func (ruledServer) Get(_ context.Context, req *ruled.Request) (*ruled.Request, error) {
	use(uuid.MustParse(req.GetId()), uuid.MustParse(req.Ids[0]))
	for _, text := range req.GetIds() {
		use(uuid.MustParse(text))
	}
	return nil, nil
}
