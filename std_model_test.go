//go:build !go1.27

package uuid_test

import "github.com/seed-8298af95/uuid"

// A StdUUID has the methods of the standard package's UUID and no others, where
// that package does not exist yet. TestStandardMethods has the list.
type StdUUID [16]byte

const stdPackage = "uuid_test"

func (u StdUUID) String() string                      { return uuid.UUID(u).String() }
func (u StdUUID) AppendText(b []byte) ([]byte, error) { return uuid.UUID(u).AppendText(b) }
func (u StdUUID) MarshalText() ([]byte, error)        { return uuid.UUID(u).MarshalText() }
func (u *StdUUID) UnmarshalText(b []byte) error       { return (*uuid.UUID)(u).UnmarshalText(b) }
func (u StdUUID) Compare(v StdUUID) int               { return uuid.UUID(u).Compare(uuid.UUID(v)) }
