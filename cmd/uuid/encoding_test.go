package main

import (
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

func TestConvertEveryEncoding(t *testing.T) {
	for _, u := range []uuid.UUID{uuid.MustParse(v1ID), uuid.MustParse(v7ID), uuid.Nil(), uuid.Max()} {
		for _, from := range encodings {
			for _, to := range encodings {
				got := output(t, "convert", "-from", from.name, "-f", to.name, "--", string(from.value.encode(nil, u)))
				if want := string(to.value.encode(nil, u)) + "\n"; got != want {
					t.Errorf("%s from %s to %s is %s, want %s", u, from.name, to.name, got, want)
				}
			}
		}
	}
}

// TestRecognizedEncodings verifies which encodings are recognized. An ID in base58, base64url or decimal may
// also be valid in another encoding.
func TestRecognizedEncodings(t *testing.T) {
	needFrom := map[string]bool{"decimal": true, "base58": true, "base64url": true}
	for range 1000 {
		u := uuid.NewV7() // not v4, because 32 digits are also a decimal number below 10^32
		for _, e := range encodings {
			text := string(e.value.encode(nil, u))
			got, _, err := recognize(text)
			if e.name == "guid-bytes" { // looks like compact
				got = got.BytesLE()
			}
			switch {
			case needFrom[e.name] && (err == nil || !strings.Contains(err.Error(), "need -from")):
				t.Errorf("%s, %s of %s: %v, %v", text, e.name, u, got, err)
			case !needFrom[e.name] && (err != nil || got != u):
				t.Errorf("%s, %s of %s: %v, %v", text, e.name, u, got, err)
			}
		}
	}
}
