// Package messages is like what protoc-gen-go-grpc generates of a message with rules of protovalidate.
package messages

import (
	"context"

	_ "example.com/service/gen/buf/validate"
)

type Request struct{ ID string }

func (r *Request) GetID() string { return r.ID }

type RuledServer interface {
	Get(context.Context, *Request) (*Request, error)
}

func RegisterRuledServer(registrar any, server RuledServer) {}
