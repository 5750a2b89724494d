package uuid

import (
	"fmt"
	"slices"
	"strings"
)

// String returns the canonical text form of u, 36 characters in lower case, as
// specified in RFC 9562 section 4: f81d4fae-7dec-11d0-a765-00a0c91e6bf6.
// The string is the only allocation, and none if it does not outlive the caller.
func (u UUID) String() string {
	b := new([canonicalLen]byte)
	hexEncode(b, &u)
	return stringOf(b)
}

// URN returns the Uniform Resource Name of u, 45 characters:
// urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6. The string is the only
// allocation.
func (u UUID) URN() string { return URN.Encode(u) }

// AppendText implements [encoding.TextAppender]. It appends what [UUID.String]
// returns; the error is always nil.
func (u UUID) AppendText(b []byte) ([]byte, error) {
	n := len(b)
	b = slices.Grow(b, canonicalLen)[:n+canonicalLen]
	hexEncode((*[canonicalLen]byte)(b[n:]), &u)
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler]. The text is what
// [UUID.String] returns; the error is always nil.
func (u UUID) MarshalText() ([]byte, error) {
	return u.AppendText(make([]byte, 0, canonicalLen))
}

// AppendBinary implements [encoding.BinaryAppender]. It appends the 16 bytes
// of u in network byte order; the error is always nil.
func (u UUID) AppendBinary(b []byte) ([]byte, error) { return append(b, u[:]...), nil }

// MarshalBinary implements [encoding.BinaryMarshaler]. The result is the 16
// bytes of u in network byte order; the error is always nil.
func (u UUID) MarshalBinary() ([]byte, error) { return u.AppendBinary(nil) }

// Format implements [fmt.Formatter]:
//
//	%v %s  f81d4fae-7dec-11d0-a765-00a0c91e6bf6
//	%q     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
//	%x %X  the 32 digits without dashes, in lower or upper case
//	%#v    Go syntax
//
// Width, flags and all other verbs do what they do for a string with %v, %s and
// %q, and else for a [16]byte.
func (u UUID) Format(s fmt.State, verb rune) {
	switch verb {
	case 'v':
		if s.Flag('#') {
			// The type is named as in the standard library's output.
			text := strings.TrimPrefix(fmt.Sprintf("%#v", [16]byte(u)), "[16]uint8")
			fmt.Fprint(s, "uuid.UUID", text)
			return
		}
		fmt.Fprintf(s, fmt.FormatString(s, 's'), u.String())
	case 's', 'q':
		fmt.Fprintf(s, fmt.FormatString(s, verb), u.String())
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), [16]byte(u))
	}
}
