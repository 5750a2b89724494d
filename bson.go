package uuid

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Version 2 of MongoDB's driver finds the methods in this file by name. The BSON specification,
// https://bsonspec.org, defines the layout of values. A string or a binary begins with its length
// in little-endian order.

// The types of BSON values that this file reads or writes, and the subtypes of binary data.
const (
	bsonString = 0x02
	bsonBinary = 0x05
	bsonNull   = 0x0a

	bsonGeneric    = 0x00
	bsonLegacyUUID = 0x03
	bsonUUID       = 0x04
)

// bsonSizeLen is the size, in bytes, of the length field of a string or a binary.
const bsonSizeLen = 4

// MarshalBSONValue implements ValueMarshaler of MongoDB's Go driver, version 2, with binary data of
// subtype 4.
func (u UUID) MarshalBSONValue() (typ byte, data []byte, err error) {
	data = make([]byte, 0, bsonSizeLen+1+binaryLen)
	data = binary.LittleEndian.AppendUint32(data, uint32(binaryLen))
	data = append(data, bsonUUID)
	return bsonBinary, append(data, u[:]...), nil
}

// UnmarshalBSONValue implements ValueUnmarshaler of MongoDB's Go driver, version 2. It accepts
// binary data of subtypes 4 and 0, and a string in a form that [Parse] accepts. Any other value
// causes an error. So does the legacy subtype 3, because its byte order depends on the driver that
// wrote the value. For a value that may be null, use [Null].
//
// Some packages write subtype 0, which a query for subtype 4 does not match; see docs/start.md in
// the repository.
func (u *UUID) UnmarshalBSONValue(typ byte, data []byte) error {
	return u.set(fromBSON(typ, data))
}

// MarshalBSONValue is like [UUID.MarshalBSONValue], but returns null if n.Valid is false.
func (n Null) MarshalBSONValue() (typ byte, data []byte, err error) {
	if !n.Valid {
		return bsonNull, nil, nil
	}
	return n.UUID.MarshalBSONValue()
}

// UnmarshalBSONValue is like [UUID.UnmarshalBSONValue], but null sets n to Null{}.
func (n *Null) UnmarshalBSONValue(typ byte, data []byte) error {
	if typ == bsonNull {
		return n.clear()
	}
	return n.set(fromBSON(typ, data))
}

// MarshalBSONValue is [UUID.MarshalBSONValue].
func (u Binary) MarshalBSONValue() (typ byte, data []byte, err error) {
	return UUID(u).MarshalBSONValue()
}

// UnmarshalBSONValue is [UUID.UnmarshalBSONValue].
func (u *Binary) UnmarshalBSONValue(typ byte, data []byte) error {
	return (*UUID)(u).UnmarshalBSONValue(typ, data)
}

// MarshalBSONValue is [UUID.MarshalBSONValue].
func (g GUID) MarshalBSONValue() (typ byte, data []byte, err error) {
	return UUID(g).MarshalBSONValue()
}

// UnmarshalBSONValue is [UUID.UnmarshalBSONValue].
func (g *GUID) UnmarshalBSONValue(typ byte, data []byte) error {
	return (*UUID)(g).UnmarshalBSONValue(typ, data)
}

const cannotReadNull = "uuid: cannot read null from BSON: for a value that may be null, use "

var (
	errBSONNull   = errors.New(cannotReadNull + "Null or a pointer")
	errBSONNullID = errors.New(cannotReadNull + "*ID")
	errBSONLegacy = errors.New("uuid: cannot read binary subtype 3 from BSON: " +
		"its byte order depends on the driver that wrote it; " +
		"read it as binary data, put the bytes in order, and store subtype 4")
)

// fromBSON returns the UUID in a BSON value.
func fromBSON(typ byte, data []byte) (UUID, error) {
	switch typ {
	case bsonNull:
		return UUID{}, errBSONNull
	case bsonString:
		text, err := bsonText(data)
		if err != nil {
			return UUID{}, err
		}
		return ParseBytes(text)
	case bsonBinary:
		b, ok := bsonBody(data, 1) // 1 byte for the subtype, which the length excludes
		if !ok {
			return UUID{}, errors.New("uuid: cannot read a BSON binary: its length is wrong")
		}
		// Every driver writes subtype 0 in network byte order, but subtype 3 in one of three
		// orders. A wrong guess would return a valid UUID that is not the stored one.
		switch subtype := data[bsonSizeLen]; subtype {
		case bsonUUID, bsonGeneric:
			return FromBytes(b)
		case bsonLegacyUUID:
			return UUID{}, errBSONLegacy
		default:
			const format = "uuid: cannot read binary subtype %d from BSON: a UUID has subtype 4"
			return UUID{}, fmt.Errorf(format, subtype)
		}
	}
	return UUID{}, fmt.Errorf("uuid: cannot read a BSON value of type 0x%02x", typ)
}

// bsonBody returns the part of a BSON value after its length field and the next skip bytes, and
// reports whether the length is right.
func bsonBody(data []byte, skip int) ([]byte, bool) {
	if len(data) < bsonSizeLen+skip {
		return nil, false
	}
	body := data[bsonSizeLen+skip:]
	return body, uint64(binary.LittleEndian.Uint32(data)) == uint64(len(body))
}

// bsonText returns the contents of a BSON string, without the final zero byte.
func bsonText(data []byte) ([]byte, error) {
	text, ok := bsonBody(data, 0)
	if n := len(text) - 1; ok && n >= 0 && text[n] == 0 {
		return text[:n], nil
	}
	return nil, errors.New("uuid: cannot read a BSON string: its length or its last byte is wrong")
}
