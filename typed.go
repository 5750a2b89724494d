package uuid

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"time"
)

// An ID is a [UUID] that knows what it identifies: an ID[User] does not compile where
// an ID[Order] is wanted. It has the same 16 bytes, is comparable with == and usable as
// a map key. The conversions UUID(id) and ID[User](u) cost nothing. The zero value is
// the [Nil] UUID. T is only a name: an ID holds no value of T. So T may be the type
// that has the ID:
//
//	type User struct {
//		ID   uuid.ID[User]
//		Name string
//	}
//
// # Text
//
// If T or *T has a method IDPrefix() string, the text of an ID is a TypeID: the prefix,
// an underscore and 26 digits, which sort as the bytes do. T is best an empty struct:
//
//	type User struct{}
//
//	func (User) IDPrefix() string { return "user" }
//
//	type UserID = uuid.ID[User] // user_01h455vb4pex5vsknk084sn02q
//
// IDPrefix must always return the same prefix. Each text calls it on a zero T, which
// costs an allocation unless T is of size zero. A prefix has 1 to 63 letters from a to
// z, or underscores between them. With the prefix "", a TypeID has neither prefix nor
// underscore.
//
// Any other prefix is a programming mistake, and so is a T that is an interface type with
// the method. The functions that write text panic: [ID.String], [ID.AppendText] and
// [ID.MarshalText]. So do those that read it: [ParseID], [ID.UnmarshalText] and
// [ID.UnmarshalParam], and [ID.Scan] and [ID.UnmarshalBSONValue] if they are given a
// TypeID. All others, such as [NewID] and [ID.Value], do not look at the prefix. A test
// that calls NewID[T]().String() finds the mistake. Package fmt does not pass the panic of
// String on, but prints it.
//
// If T has no such method, the text is the canonical form of a UUID.
//
// Each function that reads text accepts only T's own form, so it never takes an order's
// TypeID for a user's. The digits of a TypeID are in lower case; the canonical form may
// have either case. The error is a [*ParseError]: "wrong prefix" at offset 0 if another
// prefix precedes the last underscore, "invalid length", or, at the first wrong digit,
// "invalid digit" or "more than 128 bits".
//
// # Databases
//
// A database stores the plain UUID: [ID.Value] returns the canonical form, for columns
// of type uuid or text. For a column of 16 bytes, such as MySQL's BINARY(16), pass
// [Binary](id). [ID.Scan] reads both. For a column that may be NULL use *ID[T] or
// [database/sql.Null].
//
// # When not to use it
//
// A plain [UUID] is enough where the type is known at run time only, and in a short
// program. Do not give T a prefix if other programs store or expect the canonical text:
// a TypeID is another text of the same UUID.
//
// TypeIDs are specified, in version 0.3.0, at https://github.com/jetify-com/typeid.
type ID[T any] [16]byte

// NewID returns a new ID, a version 7 UUID from [NewV7]. It does not look at the prefix
// of T.
func NewID[T any]() ID[T] { return ID[T](NewV7()) }

// ParseID returns the ID whose text is s: a TypeID with the prefix of T or, if T has
// no prefix, the canonical form; see [ID]. For anything else it returns the zero ID and
// a [*ParseError]. ParseID does not allocate on success if T is of size zero or has no
// prefix. It panics if the prefix is forbidden.
func ParseID[T any](s string) (id ID[T], err error) {
	err = parseID(&id, s)
	return id, err
}

// UUID returns id as a UUID. The conversion ID[T](u) is its inverse.
func (id ID[T]) UUID() UUID { return UUID(id) }

// String returns the text of id, a TypeID or the canonical form; see [ID]. It allocates
// the string only. Like all functions that write text, it panics if the prefix of T is
// forbidden.
func (id ID[T]) String() string {
	m := markerOf[T]()
	if m == nil {
		return UUID(id).String()
	}
	prefix := m.IDPrefix()
	b := newTypeID(typeIDLen(prefix))
	if !putPrefix(b, prefix) {
		panicPrefix(m, prefix)
	}
	base32Encode((*[base32Len]byte)(b[len(b)-base32Len:]), (*UUID)(&id))
	return stringOf(b)
}

// AppendText implements [encoding.TextAppender]. It appends what [ID.String] returns;
// the error is always nil.
func (id ID[T]) AppendText(b []byte) ([]byte, error) {
	m := markerOf[T]()
	if m == nil {
		return UUID(id).AppendText(b)
	}
	prefix := m.IDPrefix()
	n, size := len(b), typeIDLen(prefix)
	if cap(b)-n < size {
		b = slices.Grow(b, size)
	}
	b = b[:n+size]
	if !putPrefix(b[n:], prefix) {
		panicPrefix(m, prefix)
	}
	base32Encode((*[base32Len]byte)(b[len(b)-base32Len:]), (*UUID)(&id))
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler]. It returns what [ID.String] returns;
// the error is always nil.
func (id ID[T]) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what [ParseID]
// accepts. For any other b it returns a [*ParseError] and leaves id unchanged.
func (id *ID[T]) UnmarshalText(b []byte) error { return parseID(id, b) }

// UnmarshalParam is [ID.UnmarshalText] for a string; see [UUID.UnmarshalParam].
func (id *ID[T]) UnmarshalParam(param string) error { return parseID(id, param) }

// Compare returns -1, 0 or +1 as [UUID.Compare] does. The texts have the same order.
func (id ID[T]) Compare(other ID[T]) int { return UUID(id).Compare(UUID(other)) }

// IsNil reports whether id is the [Nil] UUID, the zero value.
func (id ID[T]) IsNil() bool { return id == ID[T]{} }

// IsZero is [ID.IsNil] under the name that encoders look for, such as encoding/json
// for omitzero.
func (id ID[T]) IsZero() bool { return id.IsNil() }

// Time returns the time embedded in id and whether there is one, as [UUID.Time] does.
func (id ID[T]) Time() (time.Time, bool) { return UUID(id).Time() }

// Scan implements [database/sql.Scanner]. It accepts what [UUID.Scan] accepts and, as a
// string or []byte, what [ParseID] accepts. If T has a prefix, Scan reads a text of 26
// bytes, or a longer one with an underscore, as a TypeID, and any other text as a UUID.
// Its error for NULL names *ID and [database/sql.Null]. After an error id is unchanged.
func (id *ID[T]) Scan(src any) error {
	if id == nil {
		return errNilDestination
	}
	switch src := src.(type) {
	case string:
		return parseStored(id, src)
	case []byte:
		if len(src) != binaryLen {
			return parseStored(id, src)
		}
	case nil:
		return errNullID
	}
	return (*UUID)(id).Scan(src)
}

// Value implements [database/sql/driver.Valuer]. It returns the canonical form, without
// the prefix, as [UUID.Value] does; for columns of 16 bytes see [Binary]. The error is
// always nil.
func (id ID[T]) Value() (driver.Value, error) { return UUID(id).Value() }

var errNullID = errors.New(cannotScanNULL + "*ID or sql.Null[ID]")

// MarshalBSONValue implements the ValueMarshaler of MongoDB's Go driver, as
// [UUID.MarshalBSONValue] does: the prefix is not in the value.
func (id ID[T]) MarshalBSONValue() (typ byte, data []byte, err error) {
	return UUID(id).MarshalBSONValue()
}

// UnmarshalBSONValue implements the ValueUnmarshaler of MongoDB's Go driver. It accepts
// what [UUID.UnmarshalBSONValue] accepts and, as a string, what [ID.Scan] accepts.
// After an error id is unchanged.
func (id *ID[T]) UnmarshalBSONValue(typ byte, data []byte) error {
	switch typ {
	case bsonString:
		text, err := bsonText(data)
		if err != nil {
			return err
		}
		return parseStored(id, text)
	case bsonNull:
		return errBSONNullID
	}
	return (*UUID)(id).UnmarshalBSONValue(typ, data)
}

// A marker has the prefix of a T whose IDs are TypeIDs. It is a pointer to a zero T, or to a
// zero value of what a T points to.
type marker interface{ IDPrefix() string }

// markerOfSized is markerOf for a T that is not of size zero. Such a T may be large, so
// none is made before it is known that there is a method to call. *T has those of T too.
func markerOfSized[T any]() marker {
	if _, ok := any((*T)(nil)).(marker); ok {
		return any(new(T)).(marker)
	}
	return markerOfReference(reflect.TypeFor[T]())
}

// markerOfReference is markerOf for a t to which a pointer has no method IDPrefix. If t is
// a pointer type itself, the method is called on a pointer to a zero value: it need not
// expect nil. There is no method to call if t is an interface type.
func markerOfReference(t reflect.Type) marker {
	kind := t.Kind()
	if kind != reflect.Pointer && kind != reflect.Interface || !t.Implements(reflect.TypeFor[marker]()) {
		return nil
	}
	if kind == reflect.Interface {
		panic("uuid: ID[" + t.String() + "] has no prefix: an interface type's IDPrefix cannot be called")
	}
	return reflect.New(t.Elem()).Interface().(marker)
}

const (
	maxPrefixLen = 63
	maxTypeIDLen = maxPrefixLen + len("_") + base32Len
)

// isPrefixLetter says which bytes the specification allows in a prefix.
var isPrefixLetter = [256]bool{
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true,
	'j': true, 'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true, 'q': true, 'r': true,
	's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true, '_': true,
}

// hasPrefixEnds reports whether the specification allows the length, the first and the
// last byte of a prefix of letters and underscores. Only a letter has the bit 0x20.
func hasPrefixEnds(prefix string) bool {
	return len(prefix) <= maxPrefixLen && prefix[0]&prefix[len(prefix)-1]&0x20 != 0
}

// putPrefix writes the prefix and an underscore to dst, or nothing if the prefix is empty.
// It returns false if the specification forbids the prefix. It can be inlined.
func putPrefix(dst []byte, prefix string) bool {
	n := len(prefix)
	if n == 0 {
		return true
	}
	if !hasPrefixEnds(prefix) {
		return false
	}
	dst[n] = '_'
	for i := range dst[:n] {
		c := prefix[i]
		if !isPrefixLetter[c] {
			return false
		}
		dst[i] = c
	}
	return true
}

// hasPrefix reports whether s has, before the index start, what putPrefix writes. It returns
// false if the specification forbids the prefix. It can be inlined.
func hasPrefix[S string | []byte](s S, start int, prefix string) bool {
	n := len(prefix)
	if n == 0 {
		return start == 0
	}
	if start != n+1 || s[n] != '_' || !hasPrefixEnds(prefix) {
		return false
	}
	for i := range n {
		if c := prefix[i]; s[i] != c || !isPrefixLetter[c] {
			return false
		}
	}
	return true
}

// panicPrefix says that m has a prefix which the specification forbids.
func panicPrefix(m marker, prefix string) {
	panic("uuid: " + reflect.TypeOf(m).Elem().String() + " has the IDPrefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}

// typeIDLen returns the length of a TypeID.
func typeIDLen(prefix string) int {
	if prefix == "" {
		return base32Len
	}
	return len(prefix) + len("_") + base32Len
}

// newTypeID returns n bytes for a TypeID, or fewer if n is more than a TypeID can have. As of
// Go 1.27 an allocation is faster if its size is a constant; these sizes waste nothing up to
// 21 letters of prefix.
func newTypeID(n int) []byte {
	switch {
	case n <= 32:
		return new([32]byte)[:n]
	case n <= 48:
		return new([48]byte)[:n]
	}
	return new([maxTypeIDLen]byte)[:min(n, maxTypeIDLen)]
}

// parseID sets id to the ID whose text is s.
func parseID[T any, S string | []byte](id *ID[T], s S) error {
	m := markerOf[T]()
	if m == nil {
		return parseStrict((*UUID)(id), s)
	}
	prefix := m.IDPrefix()
	start := len(s) - base32Len // of the digits
	if hasPrefix(s, start, prefix) && base32Decode((*UUID)(id), asBase32Array(s[start:])) {
		return nil
	}
	return typeIDError(s, m, prefix)
}

// parseStored is parseID for a text from a database, which may be one of a UUID too.
func parseStored[T any, S string | []byte](id *ID[T], s S) error {
	u := (*UUID)(id)
	if parseCanonical(u, s) {
		return nil
	}
	if len(s) == base32Len || len(s) > base32Len && lastUnderscore(s) >= 0 {
		err := parseID(id, s)
		if err == nil || markerOf[T]() != nil {
			return err
		}
	}
	if !parseOther(u, s) {
		return parseError(s)
	}
	return nil
}

// typeIDError returns the error for an s that parseTypeID does not accept.
func typeIDError[S string | []byte](s S, m marker, prefix string) *ParseError {
	var text [maxTypeIDLen]byte
	if !putPrefix(text[:], prefix) {
		panicPrefix(m, prefix)
	}
	i := len(s) - base32Len
	if !hasPrefix(s, i, prefix) {
		if string(s[:max(lastUnderscore(s), 0)]) != prefix {
			return newParseError(s, 0, reasonWrongPrefix)
		}
		return newParseError(s, len(s), reasonLength)
	}
	if base32Values[s[i]] != 0 && s[i] > '7' {
		return newParseError(s, i, reasonOverflow)
	}
	for base32Values[s[i]] != 0 {
		i++
	}
	return newParseError(s, i, reasonDigit)
}

const reasonWrongPrefix = "wrong prefix"

// lastUnderscore returns the index of the last underscore in s, or -1.
func lastUnderscore[S string | []byte](s S) int {
	i := len(s) - 1
	for i >= 0 && s[i] != '_' {
		i--
	}
	return i
}
