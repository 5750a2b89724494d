// Package caller is a caller of the library, for TestEscape. It has no instance of a
// generic function or type of the library: as of Go 1.27 escape analysis sees what
// instances of the same package do, and not what those of the library do.
package caller

import (
	"time"

	"github.com/seed-8298af95/uuid"
)

func parse(s string, b []byte) {
	uuid.Parse(s)
	uuid.ParseBytes(b)
	uuid.ParseStrict(s)
	uuid.Valid(s)
	uuid.MustParse(s)
	uuid.FromBytes(b)
	uuid.Base32.Decode(s)
}

func set(s string, b []byte, src any) {
	var u uuid.UUID
	u.UnmarshalText(b)
	u.UnmarshalParam(s)
	u.UnmarshalBinary(b)
	u.UnmarshalBSONValue(2, b)
	u.Scan(src)
	var n uuid.Null
	n.UnmarshalText(b)
	n.UnmarshalParam(s)
	n.UnmarshalBinary(b)
	n.UnmarshalJSON(b)
	n.UnmarshalBSONValue(2, b)
	n.Scan(src)
	var binary uuid.Binary
	binary.UnmarshalText(b)
	binary.Scan(src)
	var guid uuid.GUID
	guid.UnmarshalText(b)
	guid.Scan(src)
}

func get(u uuid.UUID, b []byte) {
	_ = u.String()
	u.AppendText(b)
	u.MarshalText()
	u.AppendBinary(b)
	uuid.Base32.Append(b, u)
	u.Compare(u)
	u.Time()
	u.Node()
	uuid.GUID(u).Compare(uuid.GUID(u))
	u.BytesLE()
	uuid.FromBytesLE(b)
	uuid.HasV9Checksum(u)
}

func construct(space uuid.UUID, s string, b []byte, t time.Time) {
	uuid.NewV3(space, s)
	uuid.NewV3(space, b)
	uuid.NewV5(space, s)
	uuid.NewV5(space, b)
	uuid.NewV8Name(uuid.HashSpaceSHA2_256, space, s)
	uuid.NewV7At(t)
	uuid.MinV7(t)
	var ids [10]uuid.UUID
	uuid.FillV4(ids[:])
	uuid.FillV7(ids[:])
}

func mask(m *uuid.Mask, u uuid.UUID) {
	m.Hide(u)
	m.Reveal(u)
}
