package echo

import (
	"net/http"
	"net/url"
)

type Context interface {
	Request() *http.Request
	Param(name string) string
	QueryParam(name string) string
	QueryParams() url.Values
	QueryString() string
	FormValue(name string) string
	Cookie(name string) (*http.Cookie, error)
	JSON(code int, i any) error
	Response() *Response
	Get(key string) any
}

type Response struct{ Committed bool }
