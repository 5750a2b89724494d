package uuid

import (
	"fmt"
	"time"
)

type UUID [16]byte

func NewV7() (UUID, error)                  { return UUID{}, nil }
func NewV7AtTime(t time.Time) (UUID, error) { return UUID{}, nil }
func Must(u UUID, err error) UUID           { return u }
func FromString(s string) (UUID, error)     { return UUID{}, nil }
func FromStringOrNil(s string) UUID         { return UUID{} }
func (u UUID) Bytes() []byte                { return u[:] }
func (u UUID) String() string               { return "" }
func (u UUID) IsNil() bool                  { return u == UUID{} }
func (u UUID) Value() (any, error)          { return u.String(), nil }
func (u UUID) Format(fmt.State, rune)       {}
