//go:build !go1.27

package encoders

// json2 returns nil because Go before 1.27 does not have encoding/json/v2.
func json2() []encoder { return nil }
