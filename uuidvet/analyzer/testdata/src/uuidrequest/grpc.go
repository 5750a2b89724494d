package uuidrequest

import (
	"context"
	"strings"
	"users/pb"

	google "github.com/google/uuid"
	"github.com/seed-8298af95/uuid"
	"google.golang.org/grpc"
)

type server struct {
	pb.UnimplementedUsersServer
	client pb.UsersClient
	cached *pb.UserRequest
}

func (s *server) Get(ctx context.Context, req *pb.UserRequest) (*pb.UserResponse, error) {
	use(uuid.MustParse(req.GetId()))                      // want `a panic here`
	use(google.MustParse(req.Id))                         // want `a panic here`
	use(google.Must(google.Parse(req.GetUser().Id)))      // want `a panic here`
	use(uuid.MustParse(req.User.GetId()))                 // want `a panic here`
	use(uuid.MustParse(req.Ids[0]))                       // want `a panic here`
	use(uuid.MustParse(req.GetUsers()[0].GetId()))        // want `a panic here`
	use(uuid.MustParse(req.ByName["x"].Tags[0]))          // want `a panic here`
	use(uuid.MustParse(strings.TrimSpace(req.GetById()))) // want `a panic here`
	for _, text := range req.GetIds() {
		use(uuid.MustParse(text)) // want `a panic here`
	}
	for _, user := range req.Users {
		use(uuid.MustParse(user.GetId())) // want `a panic here`
	}
	user := req.GetUser()
	text := user.GetId()
	id, _ := google.Parse(text) // want `becomes an ID of its first digits`
	use(id)
	var other, _ = uuid.Parse(req.GetUser().GetId()) // want `becomes the Nil UUID`
	use(other)
	if kind, ok := req.Kind.(*pb.UserRequest_ById); ok {
		use(uuid.MustParse(kind.ById)) // want `a panic here`
	}
	switch kind := req.Kind.(type) {
	case *pb.UserRequest_ById:
		use(uuid.MustParse(kind.ById)) // want `a panic here`
	}
	switch kind := any(s.cached).(type) {
	case *pb.UserRequest:
		use(uuid.MustParse(kind.Id))
	}
	func() { use(uuid.MustParse(req.GetId())) }() // want `a panic here`
	if req.GetEnabled() {
		use(uuid.MustParse(req.GetId())) // want `a panic here`
	}

	// a client's response, and messages that are built here
	res, err := s.client.Get(ctx, req)
	use(uuid.MustParse(res.GetId()), err)
	built := &pb.UserRequest{Id: "x"}
	use(uuid.MustParse(built.GetId()), uuid.MustParse(built.Id))
	use(uuid.MustParse((&pb.User{}).GetId()), uuid.MustParse(s.cached.GetId()))
	stream, err := s.client.Chat(ctx)
	answer, err := stream.Recv()
	use(uuid.MustParse(answer.GetId()))
	use(uuid.MustParse(ctx.Value("user").(string)))
	_, _ = uuid.Parse(req.GetId())
	if !uuid.Valid(req.GetUser().GetId()) {
		return nil, err
	}
	use(uuid.MustParse(req.GetUser().GetId()))
	_, err = uuid.Parse(req.Id)
	req = built
	use(uuid.MustParse(req.GetId()))
	return nil, err
}

func (s *server) List(req *pb.UserRequest, stream grpc.ServerStreamingServer[pb.UserResponse]) error {
	use(uuid.MustParse(req.GetId())) // want `a panic here`
	if err := req.Validate(); err != nil {
		return err
	}
	use(uuid.MustParse(req.GetId()), uuid.MustParse(req.GetUser().GetId()))
	return nil
}

func (s *server) Chat(stream grpc.BidiStreamingServer[pb.UserRequest, pb.UserResponse]) error {
	for {
		req, err := stream.Recv()
		if err != nil {
			return err
		}
		use(uuid.MustParse(req.GetId())) // want `a panic here`
	}
}

func (s *server) Upload(stream pb.Users_UploadServer) error {
	req, err := stream.Recv()
	use(uuid.MustParse(req.User.Id)) // want `a panic here`
	if err := check(req); err != nil {
		return err
	}
	use(uuid.MustParse(req.GetUser().Id))
	return err
}

func check(*pb.UserRequest) error { return nil }

// No function Register…Server takes these.
func (s *server) Find(ctx context.Context, req *pb.UserRequest) (*pb.UserResponse, error) {
	use(uuid.MustParse(req.GetId()))
	return nil, nil
}

type worker struct{}

func (worker) Get(ctx context.Context, req *pb.UserRequest) (*pb.UserResponse, error) {
	use(uuid.MustParse(req.GetId()))
	return nil, nil
}

func get(ctx context.Context, req *pb.UserRequest) (*pb.UserResponse, error) {
	use(uuid.MustParse(req.GetId()))
	return nil, nil
}

// byValue has its methods on values.
type byValue struct{ *server }

func (byValue) Get(_ context.Context, in *pb.UserRequest) (*pb.UserResponse, error) {
	use(uuid.MustParse(in.GetId())) // want `a panic here`
	return nil, nil
}
