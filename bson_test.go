package uuid_test

import (
	"encoding/binary"
	"slices"
	"testing"
)

// bsonBinary and bsonString return a BSON value of their type.
func bsonBinary(subtype byte, b []byte) []byte {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(b)))
	return slices.Concat(length, []byte{subtype}, b)
}

func bsonString(s string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(s)+1)), s+"\x00"...)
}

// TestBSONErrors reads into each type, which is left as it was.
func TestBSONErrors(t *testing.T) {
	u := example[:]
	long := bsonBinary(4, u)
	long[0]++
	const (
		binary  = "cannot read a BSON binary, its length is wrong"
		text    = "cannot read a BSON string, its length or its last byte is wrong"
		length  = "invalid length at offset "
		lengths = ", want 32, 36, 38 or 45 bytes"
	)
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x01, make([]byte, 8), "cannot read a BSON value of type 0x01"},
		{0x07, make([]byte, 12), "cannot read a BSON value of type 0x07"},
		{0x05, bsonBinary(1, u), "cannot read binary subtype 1 from BSON; a UUID has subtype 4"},
		{0x05, bsonBinary(3, u), "cannot read binary subtype 3 from BSON, its byte order depends on the driver that wrote it; " +
			"read it as binary data, put the bytes in order, and store subtype 4"},
		{0x05, nil, binary},
		{0x05, make([]byte, 4), binary}, // no subtype
		{0x05, append(bsonBinary(4, u), 0), binary},
		{0x05, long, binary},
		{0x05, append([]byte{0xff, 0xff, 0xff, 0xff, 4}, u...), binary}, // a negative length
		{0x02, nil, text},
		{0x02, append([]byte{36, 0, 0, 0}, canonicalText...), text}, // no terminator
		{0x02, make([]byte, 4), text},
		{0x02, append(bsonString(canonicalText), 0), text},
		{0x05, bsonBinary(4, nil), `cannot parse "" (0 bytes): ` + length + "0, want 16 bytes"},
		{0x05, bsonBinary(4, []byte("0123456789abcde")), `cannot parse "0123456789abcde" (15 bytes): ` + length + "15, want 16 bytes"},
		{0x05, bsonBinary(0, []byte("0123456789abcdefg")), `cannot parse "0123456789abcdefg" (17 bytes): ` + length + "17, want 16 bytes"},
		{0x02, bsonString(""), `cannot parse "" (0 bytes): ` + length + "0" + lengths},
		{0x02, bsonString("0123456789abcdef"), `cannot parse "0123456789abcdef" (16 bytes): ` + length + "16" + lengths},
		{0x02, bsonString("x" + canonicalText[1:]), `cannot parse "x` + canonicalText[1:] + `" (36 bytes): invalid hexadecimal digit at offset 0`},
		{0x0a, nil, "cannot read null from BSON; for a value that may be null use Null or a pointer"},
	} {
		for _, column := range columns {
			want := "uuid: " + tt.want
			dst := pointerTo[reader](column.of(before))
			err := dst.UnmarshalBSONValue(tt.typ, tt.data)
			if isNull := tt.typ == 0x0a && column.name == "Null"; !isNull && (err == nil || err.Error() != want || pointee(dst) != column.of(before)) {
				t.Errorf("%s: 0x%02x, %x: %v, %v; want %s", column.name, tt.typ, tt.data, pointee(dst), err, want)
			}
		}
	}
}
