package uuid_test

import (
	"encoding/binary"
	"slices"
	"strings"
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

func TestBSONErrors(t *testing.T) {
	u := example[:]
	long := bsonBinary(4, u)
	long[0]++
	const (
		binary  = "cannot read a BSON binary, its length is wrong"
		text    = "cannot read a BSON string, its length or its last byte is wrong"
		subtype = "; a UUID has subtype 4"
	)
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x01, make([]byte, 8), "cannot read a BSON value of type 0x01"},
		{0x07, make([]byte, 12), "cannot read a BSON value of type 0x07"},
		{0x05, bsonBinary(1, u), "cannot read binary subtype 1 from BSON" + subtype},
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
	} {
		checkBSONError(t, tt.typ, tt.data, func(err error) {
			if err == nil || err.Error() != "uuid: "+tt.want {
				t.Errorf("0x%02x, %x: error %v, want %s", tt.typ, tt.data, err, tt.want)
			}
		})
	}
	for _, tt := range []struct {
		typ    byte
		data   []byte
		input  string
		offset int
		reason string
	}{
		{0x05, bsonBinary(4, u[:15]), string(u[:15]), 15, "invalid length"},
		{0x05, bsonBinary(4, append(u[:16:16], 0)), string(u) + "\x00", 17, "invalid length"},
		{0x05, bsonBinary(4, nil), "", 0, "invalid length"},
		{0x05, bsonBinary(0, u[:15]), string(u[:15]), 15, "invalid length"},
		{0x05, bsonBinary(4, []byte(canonicalText)), canonicalText, 36, "invalid length"},
		{0x02, bsonString(""), "", 0, "invalid length"},
		{0x02, bsonString(string(u)), string(u), 16, "invalid length"},
		{0x02, bsonString("x" + canonicalText[1:]), "x" + canonicalText[1:], 0, "invalid hexadecimal digit"},
	} {
		checkBSONError(t, tt.typ, tt.data, func(err error) { checkParseError(t, err, tt.input, tt.offset, tt.reason) })
	}
	dst := before
	err := dst.UnmarshalBSONValue(0x0a, nil)
	if err == nil || !strings.Contains(err.Error(), "use Null or a pointer") || dst != before {
		t.Errorf("null: got %v, %v; want an error that names Null", dst, err)
	}
}

// checkBSONError checks the error of reading a value into each type, and that it leaves
// the destination as it was.
func checkBSONError(t *testing.T, typ byte, data []byte, check func(error)) {
	t.Helper()
	for _, column := range columns {
		dst := pointerTo[reader](column.of(before))
		check(dst.UnmarshalBSONValue(typ, data))
		if got := pointee(dst); got != column.of(before) {
			t.Errorf("%s: after 0x%02x, %x, it is %v", column.name, typ, data, got)
		}
	}
}
