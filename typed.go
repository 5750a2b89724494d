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
// underscore. Any other prefix is a programming mistake: all functions that read or
// write text panic. So they do if T is an interface type with the method.
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
// TypeIDs are specified, in version 0.3.0, at https://github.com/jetify-com/typeid.
type ID[T any] [16]byte

// NewID returns a new ID, a version 7 UUID from [NewV7].
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
	prefix, ok := prefixOf[T]()
	if !ok {
		return UUID(id).String()
	}
	var text [maxTypeIDLen]byte
	return string(appendTypeID(text[:0], prefix, (*UUID)(&id)))
}

// AppendText implements [encoding.TextAppender]. It appends what [ID.String] returns;
// the error is always nil.
func (id ID[T]) AppendText(b []byte) ([]byte, error) {
	prefix, ok := prefixOf[T]()
	if !ok {
		return UUID(id).AppendText(b)
	}
	return appendTypeID(b, prefix, (*UUID)(&id)), nil
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
// string or []byte, what [ParseID] accepts. If T has a prefix, Scan reads a text with an
// underscore, or of 26 bytes, as a TypeID, and any other text as a UUID. Its error for
// NULL names *ID and [database/sql.Null]. After an error id is unchanged.
func (id *ID[T]) Scan(src any) error {
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

// prefixed is what a T has whose IDs are TypeIDs.
type prefixed interface{ IDPrefix() string }

// prefixOf returns the prefix of T and whether it has one. It panics if the
// specification forbids the prefix.
func prefixOf[T any]() (prefix string, ok bool) {
	// A T of size zero costs nothing. Of others, which may be large, none is made
	// before it is known that there is a method to call. *T has those of T too.
	if sizeOf[T]() > 0 {
		if _, ok := any((*T)(nil)).(prefixed); !ok {
			return prefixOfReference(reflect.TypeFor[T]())
		}
	}
	p, ok := any(new(T)).(prefixed)
	if !ok {
		return "", false
	}
	prefix = p.IDPrefix()
	if !isPrefix(prefix) {
		panicPrefix(reflect.TypeFor[T](), prefix)
	}
	return prefix, true
}

// prefixOfReference is prefixOf for a t to which a pointer has no method IDPrefix. If t is
// a pointer type itself, the method is called on a pointer to a zero value: it need not
// expect nil. There is no method to call if t is an interface type.
func prefixOfReference(t reflect.Type) (prefix string, ok bool) {
	kind := t.Kind()
	if kind != reflect.Pointer && kind != reflect.Interface || !t.Implements(reflect.TypeFor[prefixed]()) {
		return "", false
	}
	if kind == reflect.Interface {
		panic("uuid: ID[" + t.String() + "] has no prefix: an interface type's IDPrefix cannot be called")
	}
	prefix = reflect.New(t.Elem()).Interface().(prefixed).IDPrefix()
	if !isPrefix(prefix) {
		panicPrefix(t, prefix)
	}
	return prefix, true
}

const (
	maxPrefixLen = 63
	maxTypeIDLen = maxPrefixLen + len("_") + base32Len
)

// isPrefix reports whether the specification allows the prefix.
func isPrefix(prefix string) bool {
	for i := range len(prefix) {
		if c := prefix[i]; c-'a' > 'z'-'a' && c != '_' {
			return false
		}
	}
	n := len(prefix)
	return n == 0 || n <= maxPrefixLen && prefix[0] != '_' && prefix[n-1] != '_'
}

// panicPrefix says that t has a prefix which the specification forbids.
func panicPrefix(t reflect.Type, prefix string) {
	panic("uuid: ID[" + t.String() + "] has the prefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}

// appendTypeID appends the TypeID of u to b.
func appendTypeID(b []byte, prefix string, u *UUID) []byte {
	n := len(b)
	start := n + len(prefix) // of the digits
	if prefix != "" {
		start++
	}
	b = slices.Grow(b, start-n+base32Len)[:start+base32Len]
	if prefix != "" {
		copy(b[n:], prefix)
		b[start-1] = '_'
	}
	base32Encode((*[base32Len]byte)(b[start:]), u)
	return b
}

// parseID sets id to the ID whose text is s.
func parseID[T any, S string | []byte](id *ID[T], s S) error {
	prefix, ok := prefixOf[T]()
	if !ok {
		return parseStrict((*UUID)(id), s)
	}
	return parseTypeID((*UUID)(id), s, prefix)
}

// parseStored is parseID for a text from a database, which may be one of a UUID too.
func parseStored[T any, S string | []byte](id *ID[T], s S) error {
	u := (*UUID)(id)
	if parseCanonical(u, s) {
		return nil
	}
	if prefix, ok := prefixOf[T](); ok && (len(s) == base32Len || lastUnderscore(s) >= 0) {
		return parseTypeID(u, s, prefix)
	}
	if !parseOther(u, s) {
		return parseError(s)
	}
	return nil
}

// parseTypeID sets u to the UUID of the TypeID s.
func parseTypeID[S string | []byte](u *UUID, s S, prefix string) error {
	start := len(s) - base32Len // of the digits
	if !hasPrefix(s, start, prefix) || !base32Decode(u, asBase32Array(s[start:])) {
		return typeIDError(s, prefix)
	}
	return nil
}

// hasPrefix reports whether s has, before the index start, the prefix and an underscore,
// or nothing if the prefix is empty.
func hasPrefix[S string | []byte](s S, start int, prefix string) bool {
	if prefix == "" {
		return start == 0
	}
	if start != len(prefix)+1 || s[len(prefix)] != '_' {
		return false
	}
	for i := range len(prefix) {
		if s[i] != prefix[i] {
			return false
		}
	}
	return true
}

// typeIDError returns the error for an s that parseTypeID does not accept.
func typeIDError[S string | []byte](s S, prefix string) *ParseError {
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
