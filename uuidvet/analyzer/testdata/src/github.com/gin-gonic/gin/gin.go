package gin

import "net/http"

type Param struct{ Key, Value string }

type Params []Param

type Context struct {
	Params  Params
	Request *http.Request
	Errors  []error
}

func (c *Context) Error(err error) *Context  { return c }
func (c *Context) AbortWithStatus(code int)  {}
func (c *Context) IsAborted() bool           { return false }
func (c *Context) JSON(code int, obj any)    {}
func (c *Context) GetHeader(k string) string { return "" }

func (c *Context) Param(key string) string                  { return "" }
func (c *Context) Query(key string) string                  { return "" }
func (c *Context) GetQuery(key string) (string, bool)       { return "", false }
func (c *Context) DefaultQuery(key, value string) string    { return "" }
func (c *Context) QueryArray(key string) []string           { return nil }
func (c *Context) PostForm(key string) string               { return "" }
func (c *Context) DefaultPostForm(key, value string) string { return "" }
func (c *Context) GetPostForm(key string) (string, bool)    { return "", false }
func (c *Context) Cookie(name string) (string, error)       { return "", nil }
func (c *Context) GetString(key string) string              { return "" }
