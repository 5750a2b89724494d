// Package ruled is like what protoc-gen-go-grpc generates of messages with rules of protovalidate.
package ruled

import (
	"context"

	_ "example.com/gen/buf/validate"
	"google.golang.org/grpc"
)

type Request struct {
	Id  string
	Ids []string
}

func (r *Request) GetId() string    { return r.Id }
func (r *Request) GetIds() []string { return r.Ids }

type RuledServer interface {
	Get(context.Context, *Request) (*Request, error)
}

func RegisterRuledServer(s grpc.ServiceRegistrar, srv RuledServer) {}
