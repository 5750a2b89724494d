package uuid_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/seed-8298af95/uuid"
)

// bsonBinary and bsonString return a BSON value of their type.
func bsonBinary(subtype byte, b []byte) []byte {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(b)))
	return slices.Concat(length, []byte{subtype}, b)
}

func bsonString(s string) []byte {
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(s)+1)), s+"\x00"...)
}

func TestBSON(t *testing.T) {
	const exampleValue = "\x10\x00\x00\x00\x04\xf8\x1d\x4f\xae\x7d\xec\x11\xd0\xa7\x65\x00\xa0\xc9\x1e\x6b\xf6"
	if want := bsonBinary(4, example[:]); string(want) != exampleValue {
		t.Fatalf("bsonBinary has %x", want)
	}
	for _, tt := range nulls {
		wantType, want := byte(0x0a), []byte(nil)
		if tt.null.Valid {
			wantType, want = 0x05, bsonBinary(4, tt.null.UUID[:])
		}
		read := func(typ byte, data []byte) {
			t.Helper()
			n, u := uuid.Null{UUID: before, Valid: true}, before
			if err := n.UnmarshalBSONValue(typ, data); n != tt.null || err != nil {
				t.Errorf("Null.UnmarshalBSONValue(%d, %x): got %v, %v; want %v", typ, data, n, err, tt.null)
			}
			if err := u.UnmarshalBSONValue(typ, data); tt.null.Valid && (u != tt.null.UUID || err != nil) {
				t.Errorf("UnmarshalBSONValue(%d, %x): got %v, %v; want %v", typ, data, u, err, tt.null.UUID)
			}
		}
		typ, data, err := tt.null.MarshalBSONValue()
		if typ != wantType || !bytes.Equal(data, want) || err != nil {
			t.Errorf("%s: MarshalBSONValue() = 0x%02x, %x, %v; want 0x%02x, %x", tt.name, typ, data, err, wantType, want)
		}
		read(typ, data)
		if tt.null.Valid {
			read(0x05, bsonBinary(0, tt.null.UUID[:])) // as other libraries write it
			for _, form := range encodings[:4] {
				read(0x02, bsonString(form.encoding.Encode(tt.null.UUID)))
			}
		}
	}
}

func TestBSONErrors(t *testing.T) {
	u := example[:]
	long := bsonBinary(4, u)
	long[0]++
	const (
		binary  = "malformed BSON binary"
		text    = "malformed BSON string"
		subtype = "; a UUID has subtype 4"
	)
	for _, tt := range []struct {
		typ  byte
		data []byte
		want string
	}{
		{0x01, make([]byte, 8), "cannot read a BSON value of type 0x01"},
		{0x07, make([]byte, 12), "cannot read a BSON value of type 0x07"},
		{0x12, make([]byte, 8), "cannot read a BSON value of type 0x12"},
		{0x05, bsonBinary(1, u), "cannot read binary subtype 1 from BSON" + subtype},
		{0x05, bsonBinary(0x80, u), "cannot read binary subtype 128 from BSON" + subtype},
		{0x05, bsonBinary(3, u), "cannot read binary subtype 3 from BSON: its byte order depends on the driver that wrote it; " +
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

// checkBSONError checks the error of reading a value as a UUID and as a Null,
// and that it leaves both as they were.
func checkBSONError(t *testing.T, typ byte, data []byte, check func(error)) {
	t.Helper()
	u, n := before, uuid.Null{UUID: before, Valid: true}
	check(u.UnmarshalBSONValue(typ, data))
	check(n.UnmarshalBSONValue(typ, data))
	if u != before || n != (uuid.Null{UUID: before, Valid: true}) {
		t.Errorf("0x%02x, %x: the destinations have changed to %v and %v", typ, data, u, n)
	}
}
