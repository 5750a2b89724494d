package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// keyForms ends the description of a flag whose value is the name of a key file.
const keyForms = "contains 32, 48 or 64 hexadecimal digits; \"openssl rand -hex 32\" generates them"

// maxKeyFile is the maximum number of bytes that readKey reads, so a huge file cannot fill memory.
// The longest key and its line ending need only 66 bytes.
const maxKeyFile = 100

// readKey reads a hexadecimal key from a file. Its errors never contain any part of the key.
func readKey(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, err
	}
	digits := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	key, err := hex.DecodeString(digits)
	if n := len(key); err != nil || n != 16 && n != 24 && n != 32 {
		return nil, fmt.Errorf("%q does not contain a key: want 32, 48 or 64 hexadecimal digits; "+
			"convert a raw key with: od -An -v -tx1 RAW | tr -d ' \\n' >KEY", name)
	}
	_, err = uuid.NewMask(key, nil) // checks the key, so a later error from NewMask is about the tweak
	return key, err
}
