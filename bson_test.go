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
	for _, tt := range nulls {
		t.Run(tt.name, func(t *testing.T) {
			wantType, want := byte(0x0a), []byte(nil)
			if tt.null.Valid {
				wantType, want = 0x05, bsonBinary(4, tt.null.UUID[:])
			}
			if tt.name == "example" && string(want) != exampleValue {
				t.Fatalf("bsonBinary has %x", want)
			}
			typ, data, err := tt.null.MarshalBSONValue()
			if typ != wantType || !bytes.Equal(data, want) || err != nil {
				t.Errorf("Null.MarshalBSONValue() = 0x%02x, %x, %v; want 0x%02x, %x", typ, data, err, wantType, want)
			}
			dst := uuid.Null{UUID: before, Valid: true}
			if err := dst.UnmarshalBSONValue(typ, data); dst != tt.null || err != nil {
				t.Errorf("Null.UnmarshalBSONValue: got %v, %v; want %v", dst, err, tt.null)
			}
			if !tt.null.Valid {
				return
			}
			typ, data, err = tt.null.UUID.MarshalBSONValue()
			if typ != wantType || !bytes.Equal(data, want) || err != nil {
				t.Errorf("MarshalBSONValue() = 0x%02x, %x, %v; want 0x%02x, %x", typ, data, err, wantType, want)
			}
			u := before
			if err := u.UnmarshalBSONValue(typ, data); u != tt.null.UUID || err != nil {
				t.Errorf("UnmarshalBSONValue: got %v, %v; want %v", u, err, tt.null.UUID)
			}
			u, dst = before, uuid.Null{}
			generic := bsonBinary(0, tt.null.UUID[:]) // as other libraries write it
			if err := u.UnmarshalBSONValue(0x05, generic); u != tt.null.UUID || err != nil {
				t.Errorf("UnmarshalBSONValue of subtype 0: got %v, %v; want %v", u, err, tt.null.UUID)
			}
			if err := dst.UnmarshalBSONValue(0x05, generic); dst != tt.null || err != nil {
				t.Errorf("Null.UnmarshalBSONValue of subtype 0: got %v, %v; want %v", dst, err, tt.null)
			}
			for _, form := range encodings[:4] {
				u, dst := before, uuid.Null{}
				value := bsonString(form.encoding.Encode(tt.null.UUID))
				if err := u.UnmarshalBSONValue(0x02, value); u != tt.null.UUID || err != nil {
					t.Errorf("UnmarshalBSONValue of %q: got %v, %v", value, u, err)
				}
				if err := dst.UnmarshalBSONValue(0x02, value); dst != tt.null || err != nil {
					t.Errorf("Null.UnmarshalBSONValue of %q: got %v, %v", value, dst, err)
				}
			}
		})
	}
}

func TestBSONErrors(t *testing.T) {
	u := example[:]
	long := bsonBinary(4, u)
	long[0]++
	for _, tt := range []struct {
		name string
		typ  byte
		data []byte
		want string
	}{
		{"double", 0x01, make([]byte, 8), "uuid: cannot read a BSON value of type 0x01"},
		{"document", 0x03, []byte{5, 0, 0, 0, 0}, "uuid: cannot read a BSON value of type 0x03"},
		{"ObjectID", 0x07, make([]byte, 12), "uuid: cannot read a BSON value of type 0x07"},
		{"int64", 0x12, make([]byte, 8), "uuid: cannot read a BSON value of type 0x12"},
		{
			"subtype of functions", 0x05, bsonBinary(1, u),
			"uuid: cannot read binary subtype 1 from BSON; a UUID has subtype 4",
		}, {
			"subtype of the user", 0x05, bsonBinary(0x80, u),
			"uuid: cannot read binary subtype 128 from BSON; a UUID has subtype 4",
		}, {
			"legacy subtype", 0x05, bsonBinary(3, u),
			"uuid: cannot read binary subtype 3 from BSON: its byte order depends on the driver that wrote it; " +
				"read it as binary data, put the bytes in order, and store subtype 4",
		},
		{"nothing for a binary", 0x05, nil, "uuid: malformed BSON binary"},
		{"no subtype", 0x05, make([]byte, 4), "uuid: malformed BSON binary"},
		{"length too short", 0x05, append(bsonBinary(4, u), 0), "uuid: malformed BSON binary"},
		{"length too long", 0x05, long, "uuid: malformed BSON binary"},
		{"negative length", 0x05, append([]byte{0xff, 0xff, 0xff, 0xff, 4}, u...), "uuid: malformed BSON binary"},
		{"nothing for a string", 0x02, nil, "uuid: malformed BSON string"},
		{"no terminator", 0x02, append([]byte{36, 0, 0, 0}, canonicalText...), "uuid: malformed BSON string"},
		{"no room for the terminator", 0x02, make([]byte, 4), "uuid: malformed BSON string"},
		{"length of the string", 0x02, append(bsonString(canonicalText), 0), "uuid: malformed BSON string"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkBSONError(t, tt.typ, tt.data, func(err error) {
				if err == nil || err.Error() != tt.want {
					t.Errorf("error %v, want %s", err, tt.want)
				}
			})
		})
	}
	for _, tt := range []struct {
		name   string
		typ    byte
		data   []byte
		input  string
		offset int
		reason string
	}{
		{"15 bytes", 0x05, bsonBinary(4, u[:15]), string(u[:15]), 15, "invalid length"},
		{"17 bytes", 0x05, bsonBinary(4, append(u[:16:16], 0)), string(u) + "\x00", 17, "invalid length"},
		{"no bytes", 0x05, bsonBinary(4, nil), "", 0, "invalid length"},
		{"15 bytes of subtype 0", 0x05, bsonBinary(0, u[:15]), string(u[:15]), 15, "invalid length"},
		{"text as binary", 0x05, bsonBinary(4, []byte(canonicalText)), canonicalText, 36, "invalid length"},
		{"empty text", 0x02, bsonString(""), "", 0, "invalid length"},
		{"text of 16 bytes", 0x02, bsonString(string(u)), string(u), 16, "invalid length"},
		{"bad digit", 0x02, bsonString("x" + canonicalText[1:]), "x" + canonicalText[1:], 0, "invalid hexadecimal digit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkBSONError(t, tt.typ, tt.data, func(err error) {
				checkParseError(t, err, tt.input, tt.offset, tt.reason)
			})
		})
	}
	t.Run("null", func(t *testing.T) {
		dst := before
		err := dst.UnmarshalBSONValue(0x0a, nil)
		if err == nil || !strings.Contains(err.Error(), "use Null or a pointer") || dst != before {
			t.Errorf("got %v, %v; want an error that names Null", dst, err)
		}
	})
}

// checkBSONError checks the error of reading a value as a UUID and as a Null,
// and that it leaves both as they were.
func checkBSONError(t *testing.T, typ byte, data []byte, check func(error)) {
	t.Helper()
	u, n := before, uuid.Null{UUID: before, Valid: true}
	check(u.UnmarshalBSONValue(typ, data))
	check(n.UnmarshalBSONValue(typ, data))
	if u != before || n != (uuid.Null{UUID: before, Valid: true}) {
		t.Errorf("the destinations have changed to %v and %v", u, n)
	}
}
