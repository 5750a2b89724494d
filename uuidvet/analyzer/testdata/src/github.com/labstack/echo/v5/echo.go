package echo

type Context struct{}

func (c *Context) Param(name string) string { return "" }
