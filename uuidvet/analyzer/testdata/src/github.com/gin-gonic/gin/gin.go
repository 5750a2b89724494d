package gin

import "net/http"

type Context struct {
	Request *http.Request
	Errors  []error
}

func (c *Context) Error(err error) *Context  { return c }
func (c *Context) AbortWithStatus(code int)  {}
func (c *Context) IsAborted() bool           { return false }
func (c *Context) JSON(code int, obj any)    {}
func (c *Context) GetHeader(k string) string { return "" }

func (c *Context) Param(key string) string            { return "" }
func (c *Context) Query(key string) string            { return "" }
func (c *Context) GetQuery(key string) (string, bool) { return "", false }
func (c *Context) GetString(key string) string        { return "" }
