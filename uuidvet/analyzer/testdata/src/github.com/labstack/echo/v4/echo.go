package echo

import "net/http"

type Context interface {
	Request() *http.Request
	Param(name string) string
	QueryParam(name string) string
	Get(key string) any
}
