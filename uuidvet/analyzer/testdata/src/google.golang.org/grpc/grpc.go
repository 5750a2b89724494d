package grpc

type ServiceRegistrar interface{ RegisterService(desc, impl any) }

type ServerStreamingServer[Res any] interface{ Send(*Res) error }

type BidiStreamingServer[Req, Res any] interface {
	Recv() (*Req, error)
	Send(*Res) error
}
