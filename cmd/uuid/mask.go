package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-8298af95/uuid"
)

// masked returns the action of a command that prints what a method of a Mask makes of IDs.
func masked(method func(*uuid.Mask, uuid.UUID) (uuid.UUID, error)) action {
	return func(s *session, o *options, args []string) error {
		if o.keyFile == "" {
			return misuse("missing flag -key-file")
		}
		key, err := readKey(o.keyFile)
		if err != nil {
			return locate("flag -key-file", err)
		}
		mask, err := uuid.NewMask(key, []byte(o.tweak))
		if err != nil {
			return misuse("flag -tweak: " + reason(err))
		}
		convert := func(text string) (uuid.UUID, error) {
			u, err := o.decode(text)
			if err != nil {
				return u, err
			}
			return method(mask, u)
		}
		encode := o.encoder()
		return s.forEach(args, convert, func(u uuid.UUID) error { return s.print(u, encode) })
	}
}

// maxKeyFile is more than a key and the white space around it.
const maxKeyFile = 4 << 10

// readKey returns the key that is in a file: in hexadecimal digits or, if there is
// anything else in the file, as it is. Its errors tell nothing of the key.
func readKey(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return nil, err
	}
	found := fmt.Sprint(len(content), " bytes")
	digits := strings.TrimSpace(string(content))
	switch n := len(digits); {
	case len(content) > maxKeyFile:
		found = fmt.Sprint("more than ", maxKeyFile, " bytes")
	case strings.Trim(digits, "0123456789abcdefABCDEF") == "":
		if n == 32 || n == 48 || n == 64 {
			return hex.DecodeString(digits)
		}
		found = fmt.Sprint(n, " hexadecimal digits")
	case len(content) == 16 || len(content) == 24 || len(content) == 32:
		return content, nil
	}
	return nil, fmt.Errorf("%s in %s, want 32, 48 or 64 hexadecimal digits or 16, 24 or 32 raw bytes", found, name)
}
