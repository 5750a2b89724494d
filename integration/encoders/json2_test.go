//go:build !go1.27

package encoders

// json2 returns nil because Go versions before 1.27 lack encoding/json/v2.
func json2() []encoder { return nil }
