// Package checked is like what protoc-gen-go-grpc and protoc-gen-validate generate.
package checked

import (
	"context"

	"google.golang.org/grpc"
)

type Request struct {
	Id      string
	Ids     []string
	Name    string
	Names   []string
	OwnerId *string
	User    *User
}

func (r *Request) GetId() string      { return r.Id }
func (r *Request) GetIds() []string   { return r.Ids }
func (r *Request) GetName() string    { return r.Name }
func (r *Request) GetNames() []string { return r.Names }
func (r *Request) GetOwnerId() string { return *r.OwnerId }
func (r *Request) GetUser() *User     { return r.User }

type User struct{ Id, Name string }

func (u *User) GetId() string   { return u.Id }
func (u *User) GetName() string { return u.Name }

type CheckedServer interface {
	Get(context.Context, *Request) (*Request, error)
}

func RegisterCheckedServer(s grpc.ServiceRegistrar, srv CheckedServer) {}
