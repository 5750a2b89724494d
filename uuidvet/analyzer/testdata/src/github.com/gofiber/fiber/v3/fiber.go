package fiber

type Ctx interface {
	Params(key string, defaultValue ...string) string
}
