package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"github.com/seed-8298af95/uuid"
)

// placeholders returns the encoder of placeholders. Equal IDs always get the same placeholder, so a
// reader can follow an ID from one log to the next. Two different IDs get the same placeholder with
// a probability of 1 in 2^64. The x keeps the digits apart from digits that follow. With the name of a
// key file, nobody can compute placeholders without the key.
func placeholders(keyFile string) (encoder, error) {
	sum := sha256.New()
	if keyFile != "" {
		key, err := readKey(keyFile)
		if err != nil {
			return nil, err
		}
		sum = hmac.New(sha256.New, key)
	}
	digest := make([]byte, 0, sha256.Size)
	return func(b []byte, u uuid.UUID) []byte {
		sum.Reset()
		sum.Write(u[:])
		return append(hex.AppendEncode(append(b, "id-"...), sum.Sum(digest)[:8]), 'x')
	}, nil
}
