package uuid

type UUID [16]byte

func NewV4() UUID                  { return UUID{} }
func (u UUID) String() string      { return "" }
func (u UUID) Value() (any, error) { return u.String(), nil }
