package main

import (
	"encoding/hex"
	"errors"
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

// readKey returns the key that is in a file. Its errors tell nothing of the key.
func readKey(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, err
	}
	digits := strings.TrimSpace(string(text))
	switch len(digits) {
	case 32, 48, 64:
	default:
		return nil, fmt.Errorf("%d bytes in %s, want 32, 48 or 64 hexadecimal digits", len(digits), name)
	}
	key, err := hex.DecodeString(digits)
	if err != nil {
		return nil, errors.New("not only hexadecimal digits in " + name)
	}
	return key, nil
}
