// Package uuid stands for uuid where rewritten code is type-checked.
// TestStandIns writes it: go test -run TestStandIns -update
package uuid

func Max() UUID { panic(0) }

func MustParse(s string) UUID { panic(0) }

func New() UUID { panic(0) }

func NewV4() UUID { panic(0) }

func NewV7() UUID { panic(0) }

func Nil() UUID { panic(0) }

func Parse(s string) (UUID, error) { panic(0) }

type UUID [16]byte

func (UUID) String() string { panic(0) }

func (UUID) MarshalText() ([]byte, error) { panic(0) }

func (UUID) AppendText(b []byte) ([]byte, error) { panic(0) }

func (*UUID) UnmarshalText(b []byte) error { panic(0) }

func (UUID) Compare(v UUID) int { panic(0) }
