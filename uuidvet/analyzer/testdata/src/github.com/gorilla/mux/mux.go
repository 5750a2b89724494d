package mux

import "net/http"

func Vars(r *http.Request) map[string]string { return nil }

func CurrentRoute(r *http.Request) *Route { return nil }

func NewRouter() *Router { return nil }

type Router struct{}

func (r *Router) Handle(path string, handler http.Handler) *Route { return nil }

func (r *Router) HandleFunc(path string, f func(http.ResponseWriter, *http.Request)) *Route {
	return nil
}

func (r *Router) Path(template string) *Route { return nil }

func (r *Router) PathPrefix(template string) *Route { return nil }

func (r *Router) Host(template string) *Route { return nil }

func (r *Router) Queries(pairs ...string) *Route { return nil }

func (r *Router) Headers(pairs ...string) *Route { return nil }

type Route struct{}

func (r *Route) GetName() string { return "" }

func (r *Route) Path(template string) *Route { return nil }

func (r *Route) PathPrefix(template string) *Route { return nil }

func (r *Route) Queries(pairs ...string) *Route { return nil }

func (r *Route) Subrouter() *Router { return nil }

func (r *Route) HandlerFunc(f func(http.ResponseWriter, *http.Request)) *Route { return nil }
