// Package pb is like what protoc-gen-go-grpc generates.
package pb

import (
	"context"

	"google.golang.org/grpc"
)

type User struct {
	Id   string
	Tags []string
}

func (u *User) GetId() string { return u.Id }

type UserRequest struct {
	Id     string
	Ids    []string
	User   *User
	Users  []*User
	ByName map[string]*User
	Kind   isUserRequest_Kind
}

type isUserRequest_Kind interface{ isKind() }

type UserRequest_ById struct{ ById string }

func (*UserRequest_ById) isKind() {}

func (r *UserRequest) GetId() string     { return r.Id }
func (r *UserRequest) GetById() string   { return "" }
func (r *UserRequest) GetIds() []string  { return r.Ids }
func (r *UserRequest) GetUser() *User    { return r.User }
func (r *UserRequest) GetUsers() []*User { return r.Users }
func (r *UserRequest) String() string    { return "" }
func (r *UserRequest) Validate() error   { return nil }
func (r *UserRequest) GetEnabled() bool  { return false }

type UserResponse struct{ Id string }

func (r *UserResponse) GetId() string { return r.Id }

type UsersClient interface {
	Get(ctx context.Context, in *UserRequest) (*UserResponse, error)
	Chat(ctx context.Context) (Users_ChatClient, error)
}

type Users_ChatClient interface {
	Recv() (*UserResponse, error)
	Send(*UserRequest) error
}

type UsersServer interface {
	Get(context.Context, *UserRequest) (*UserResponse, error)
	List(*UserRequest, grpc.ServerStreamingServer[UserResponse]) error
	Chat(grpc.BidiStreamingServer[UserRequest, UserResponse]) error
	Upload(Users_UploadServer) error
	mustEmbedUnimplementedUsersServer()
}

type Users_UploadServer interface {
	SendAndClose(*UserResponse) error
	Recv() (*UserRequest, error)
}

type UnimplementedUsersServer struct{}

func (UnimplementedUsersServer) Get(context.Context, *UserRequest) (*UserResponse, error) {
	return nil, nil
}

func (UnimplementedUsersServer) List(*UserRequest, grpc.ServerStreamingServer[UserResponse]) error {
	return nil
}

func (UnimplementedUsersServer) Chat(grpc.BidiStreamingServer[UserRequest, UserResponse]) error {
	return nil
}

func (UnimplementedUsersServer) Upload(Users_UploadServer) error { return nil }

func (UnimplementedUsersServer) mustEmbedUnimplementedUsersServer() {}

func RegisterUsersServer(s grpc.ServiceRegistrar, srv UsersServer) {}
