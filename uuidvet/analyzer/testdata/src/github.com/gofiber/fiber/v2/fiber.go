package fiber

type Ctx struct{}

func (c *Ctx) Params(key string, defaultValue ...string) string { return "" }
func (c *Ctx) Get(key string, defaultValue ...string) string    { return "" }
func (c *Ctx) Locals(key any, value ...any) any                 { return nil }
