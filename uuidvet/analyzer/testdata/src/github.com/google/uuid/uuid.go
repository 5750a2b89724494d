package uuid

import "io"

type UUID [16]byte

var Nil UUID

func New() UUID                                 { return UUID{} }
func NewV7() (UUID, error)                      { return UUID{}, nil }
func NewV7FromReader(r io.Reader) (UUID, error) { return UUID{}, nil }
func NewUUID() (UUID, error)                    { return UUID{}, nil }
func NewMD5(space UUID, data []byte) UUID       { return UUID{} }
func NewSHA1(space UUID, data []byte) UUID      { return UUID{} }
func ParseBytes(b []byte) (UUID, error)         { return UUID{}, nil }
func NewString() string                         { return "" }
func Must(u UUID, err error) UUID               { return u }
func NewRandom() (UUID, error)                  { return UUID{}, nil }
func Parse(s string) (UUID, error)              { return UUID{}, nil }
func MustParse(s string) UUID                   { return UUID{} }
func Validate(s string) error                   { return nil }
func (u UUID) String() string                   { return "" }
func (u UUID) Value() (any, error)              { return u.String(), nil }

type NullUUID struct {
	UUID  UUID
	Valid bool
}

func (n NullUUID) Value() (any, error) { return nil, nil }
