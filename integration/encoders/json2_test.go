//go:build !go1.27

package encoders

// json2 returns nothing: encoding/json/v2 comes with Go 1.27.
func json2() []encoder { return nil }
