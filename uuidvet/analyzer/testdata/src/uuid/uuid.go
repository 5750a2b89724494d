// Package uuid is a stub, which Go 1.27's own package hides.
package uuid

type UUID [16]byte

func New() UUID                    { return UUID{} }
func NewV7() UUID                  { return UUID{} }
func Parse(s string) (UUID, error) { return UUID{}, nil }
func MustParse(s string) UUID      { return UUID{} }
func (u UUID) String() string      { return "" }
