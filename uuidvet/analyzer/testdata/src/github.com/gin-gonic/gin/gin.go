package gin

import "net/http"

type Context struct{ Request *http.Request }

func (c *Context) Param(key string) string            { return "" }
func (c *Context) Query(key string) string            { return "" }
func (c *Context) GetQuery(key string) (string, bool) { return "", false }
func (c *Context) GetString(key string) string        { return "" }
