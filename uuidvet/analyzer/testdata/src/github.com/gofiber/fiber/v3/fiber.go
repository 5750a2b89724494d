package fiber

type Ctx interface {
	Queries() map[string]string
	JSON(data any) error
	Response() *Response
	Params(key string, defaultValue ...string) string
}

type Response struct{}

func (r *Response) StatusCode() int { return 0 }
