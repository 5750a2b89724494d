package fiber

type Ctx struct{}

func (c *Ctx) Params(key string, defaultValue ...string) string    { return "" }
func (c *Ctx) Get(key string, defaultValue ...string) string       { return "" }
func (c *Ctx) Query(key string, defaultValue ...string) string     { return "" }
func (c *Ctx) FormValue(key string, defaultValue ...string) string { return "" }
func (c *Ctx) GetReqHeaders() map[string][]string                  { return nil }
func (c *Ctx) Cookies(key string, defaultValue ...string) string   { return "" }
func (c *Ctx) Path(override ...string) string                      { return "" }
func (c *Ctx) OriginalURL() string                                 { return "" }
func (c *Ctx) JSON(data any) error                                 { return nil }
func (c *Ctx) Response() *Response                                 { return nil }
func (c *Ctx) Locals(key any, value ...any) any                    { return nil }

type Response struct{}

func (r *Response) StatusCode() int { return 0 }
