package echo

import (
	"net/http"
	"net/url"
)

type Context struct{}

func (c *Context) Param(name string) string { return "" }

func (c *Context) ParamOr(name, value string) string        { return "" }
func (c *Context) QueryParam(name string) string            { return "" }
func (c *Context) QueryParamOr(name, value string) string   { return "" }
func (c *Context) QueryParams() url.Values                  { return nil }
func (c *Context) QueryString() string                      { return "" }
func (c *Context) FormValue(name string) string             { return "" }
func (c *Context) FormValueOr(name, value string) string    { return "" }
func (c *Context) Cookie(name string) (*http.Cookie, error) { return nil, nil }
func (c *Context) JSON(code int, i any) error               { return nil }
func (c *Context) Response() http.ResponseWriter            { return nil }
