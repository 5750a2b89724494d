package uuid

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// An ID is a [UUID] that knows what it identifies: an ID[User] does not compile where
// an ID[Order] is wanted. It has the same 16 bytes, is comparable with == and usable as
// a map key. The conversions UUID(id) and ID[User](u) cost nothing. The zero value is
// the [Nil] UUID. An ID holds no value of T, so T may be the type that has the ID.
//
// T says by three methods what its IDs look like, hide and are stored as. Each of them
// may be left out:
//
//	type User struct {
//		ID   UserID
//		Name string
//	}
//
//	type UserID = uuid.ID[User]
//
//	func (User) IDPrefix() string   { return "user" }   // text is a TypeID
//	func (User) IDMask() *uuid.Mask { return userMask } // text shows version 4
//	func (User) IDBinary() bool     { return true }     // Value is the 16 bytes
//
//	var _ interface { // finds a method of another form
//		IDPrefix() string
//		IDMask() *uuid.Mask
//		IDBinary() bool
//	} = User{}
//
// The methods may be those of T or of *T. They are called on a zero value, by several
// goroutines at once, and must return the same each time. A type that embeds User
// inherits all three. If a method has a pointer receiver, each call of it allocates a
// zero T, unless T is of size zero.
//
// # Text
//
// With IDPrefix, the text of an ID is a TypeID: the prefix, an underscore and 26 digits,
// as in user_01h455vb4pex5vsknk084sn02q. A prefix has 1 to 63 letters from a to z, or
// underscores between them. With the prefix "", a TypeID has neither prefix nor
// underscore. Without IDPrefix, the text is the canonical form of a UUID.
//
// Each function that reads text accepts only T's own form, so it never takes an order's
// TypeID for a user's. The digits of a TypeID are in lower case; the canonical form may
// have either case. For a text without T's prefix the [*ParseError] says "wrong prefix"
// at offset 0. Else it says "invalid length" or, at the first wrong digit, "invalid
// digit" or "more than 128 bits".
//
// [ParseTypeID] and [AppendTypeID] are for a prefix that is known at run time only.
//
// # Masks
//
// With IDMask, text shows the version 4 UUID that [Mask.Hide] makes of the ID, and text
// is read with [Mask.Reveal]. Nil is shown as Nil. So the millisecond in a version 7 ID
// stays inside: it is in no JSON, no URL and no log. Only text is hidden: [ID.Value],
// [ID.Compare] and [ID.Time] have the ID itself.
//
// Give each type a Mask with a tweak of its own, best its prefix. Then the hidden ID of
// another type reveals to a UUID that is not in the table:
//
//	id, err := uuid.ParseID[User](r.PathValue("id"))
//	if err == nil {
//		err = db.QueryRow("SELECT name FROM users WHERE id = ?", id).Scan(&name)
//	}
//	// not found: *uuid.ParseError, sql.ErrNoRows
//
// Give T a prefix too. [ID.Scan] takes a canonical text for what [ID.Value] wrote, and
// reveals a TypeID; so what is shown and what is stored cannot be confused.
//
// A Mask hides version 7 only. The functions that write the text of another ID return an
// error, and [ID.String] says so in its result. Before you add IDMask to a type in use,
// each of these must find nothing but Nil:
//
//	SELECT id FROM users WHERE id::text !~ '^.{14}7.{4}[89ab]'          -- PostgreSQL uuid
//	SELECT id FROM users WHERE encode(id, 'hex') !~ '^.{12}7...[89ab]'  -- PostgreSQL bytea
//	SELECT id FROM users WHERE hex(id) NOT REGEXP '^.{12}7...[89AB]'    -- MariaDB BINARY(16)
//	SELECT id FROM users WHERE hex(id) NOT GLOB '????????????7???[89AB]*' -- SQLite BLOB
//
// A plain version 7 UUID in text is refused: "wrong version", or "wrong variant", at the
// digit that holds it.
//
// What holds the text, such as links, caches, queues and JSON columns, holds the hidden
// ID under its key. A new key needs a restart. First deploy a fallback that finds the
// IDs which were shown under the old key: if the ID from ParseID is not in the table,
// look up old instead, where
//
//	shown, _ := userMask.Hide(id.UUID()) // the UUID that was in the text
//	old, err := oldMask.Reveal(shown)
//
// # What a Mask does not cover
//
// Binary encodings write the ID itself: [ID.MarshalBinary], and through it gob, msgpack
// and CBOR; and BSON. They are for storage, never for an answer. The ID itself is also
// in id[:], in what %d, %x of id[:] and %#v of package fmt print, in %+v of a struct
// whose field is not exported, and in JSON that a database makes of a column.
//
// # Databases
//
// A database stores the UUID, without prefix and not hidden. [ID.Value] returns the
// canonical form, for columns of type uuid or text. With IDBinary it returns the 16
// bytes, for MySQL's BINARY(16), SQLite's BLOB, PostgreSQL's bytea and Oracle's RAW(16),
// but never for SQL Server's uniqueidentifier; so an argument of a query needs no
// wrapping. [ID.Scan] reads both. For a column that may be NULL use *ID[T] or
// [database/sql.Null]. The bounds of a range of time are ID[User](MinV7(t)).
//
// # Mistakes
//
// The functions of text panic if T is not as described here: if a prefix is forbidden,
// if IDMask returns nil or a Mask that [NewMask] did not make, if a field or a method of
// another form has the name of one of the three, if T embeds two types that have it, or
// if T is an interface type that has it. These functions are [ID.String],
// [ID.AppendText], [ID.MarshalText], [ParseID], [ID.UnmarshalText], [ID.UnmarshalParam]
// and, for a TypeID, [ID.Scan] and [ID.UnmarshalBSONValue]. All others, such as [NewID]
// and [ID.Value], call neither IDPrefix nor IDMask, so a job without the key can work
// with IDs. A test that calls NewID[T]().String() finds the mistake. Package fmt does not
// pass the panic of String on, but prints it.
//
// # When not to use it
//
// A plain [UUID] is enough where the type is known at run time only, and in a short
// program. Do not give T a prefix if other programs store or expect the canonical text:
// a TypeID is another text of the same UUID.
//
// TypeIDs are specified, in version 0.3.0, at https://github.com/jetify-com/typeid.
type ID[T any] [16]byte

// NewID returns a new ID, a version 7 UUID from [NewV7]. It asks T nothing.
func NewID[T any]() ID[T] { return ID[T](NewV7()) }

// ParseID returns the ID whose text is s: a TypeID with the prefix of T or, if T has
// no prefix, the canonical form; see [ID]. If T has a Mask, s is the text of the hidden
// ID. For anything else ParseID returns the zero ID and a [*ParseError]. It does not
// allocate on success, but for a T as [ID] says.
func ParseID[T any](s string) (id ID[T], err error) {
	err = parseID(&id, s)
	return id, err
}

// UUID returns id as a UUID. The conversion ID[T](u) is its inverse.
func (id ID[T]) UUID() UUID { return UUID(id) }

// String returns the text of id, a TypeID or the canonical form; see [ID]. If T has a
// Mask, it is the text of the hidden ID. If the Mask cannot hide id, String returns a
// text like "!(uuid.ID[main.User] of version 4)", without the ID.
func (id ID[T]) String() string {
	f := formOf[T]()
	if f.plain {
		return UUID(id).String()
	}
	if f.quick {
		var buf [maxTypeIDLen]byte
		if text, ok := appendTypeID(buf[:0], f.says.prefix.IDPrefix(), (*UUID)(&id)); ok {
			return string(text)
		}
	}
	return f.text(UUID(id))
}

// AppendText implements [encoding.TextAppender]. It appends what [ID.String] returns.
// It returns b and an error if T has a Mask and the Mask cannot hide id.
func (id ID[T]) AppendText(b []byte) ([]byte, error) {
	f := formOf[T]()
	if f.plain {
		return UUID(id).AppendText(b)
	}
	if f.quick {
		if text, ok := appendTypeID(b, f.says.prefix.IDPrefix(), (*UUID)(&id)); ok {
			return text, nil
		}
	}
	return f.append(b, UUID(id))
}

// MarshalText implements [encoding.TextMarshaler] as [ID.AppendText] implements
// [encoding.TextAppender].
func (id ID[T]) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what [ParseID]
// accepts. For any other b it returns a [*ParseError] and leaves id unchanged.
func (id *ID[T]) UnmarshalText(b []byte) error { return parseID(id, b) }

// UnmarshalParam is [ID.UnmarshalText] for a string; see [UUID.UnmarshalParam].
func (id *ID[T]) UnmarshalParam(param string) error { return parseID(id, param) }

// AppendBinary implements [encoding.BinaryAppender] as [UUID.AppendBinary] does. It
// appends the 16 bytes of id, which no Mask hides.
func (id ID[T]) AppendBinary(b []byte) ([]byte, error) { return UUID(id).AppendBinary(b) }

// MarshalBinary implements [encoding.BinaryMarshaler] as [UUID.MarshalBinary] does. It
// returns the 16 bytes of id, which no Mask hides.
func (id ID[T]) MarshalBinary() ([]byte, error) { return UUID(id).MarshalBinary() }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler] as [UUID.UnmarshalBinary] does.
func (id *ID[T]) UnmarshalBinary(b []byte) error { return (*UUID)(id).UnmarshalBinary(b) }

// Compare returns -1, 0 or +1 as [UUID.Compare] does. The texts have the same order if
// T has no Mask.
func (id ID[T]) Compare(other ID[T]) int { return UUID(id).Compare(UUID(other)) }

// IsNil reports whether id is the [Nil] UUID, the zero value.
func (id ID[T]) IsNil() bool { return id == ID[T]{} }

// IsZero is [ID.IsNil] under the name that encoders look for, such as encoding/json
// for omitzero.
func (id ID[T]) IsZero() bool { return id.IsNil() }

// Time returns the time embedded in id and whether there is one, as [UUID.Time] does.
func (id ID[T]) Time() (time.Time, bool) { return UUID(id).Time() }

// Scan implements [database/sql.Scanner]. It accepts what [UUID.Scan] accepts, the ID
// itself. If T has a prefix, it also accepts, as a string or []byte, what [ParseID]
// accepts: a text of 26 bytes, or a longer one with an underscore, is a TypeID. Its
// error for NULL names *ID and [database/sql.Null]. After an error id is unchanged.
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

// Value implements [database/sql/driver.Valuer]. It returns the canonical form of id, as
// [UUID.Value] does, or the 16 bytes if IDBinary of T returns true. Neither has a prefix,
// and no Mask hides them. The error is always nil.
func (id ID[T]) Value() (driver.Value, error) {
	if f := formOf[T](); f.says.binary != nil && f.isBinary() {
		return Binary(id).Value()
	}
	return UUID(id).Value()
}

var errNullID = errors.New(cannotScanNULL + "*ID or sql.Null[ID]")

// MarshalBSONValue implements the ValueMarshaler of MongoDB's Go driver, as
// [UUID.MarshalBSONValue] does: the value has no prefix, and no Mask hides it.
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

// ParseTypeID returns the prefix and the UUID of a TypeID whose prefix is known at run
// time only, for gateways, logs and admin tools. The prefix may be empty, and it may be
// any: check it. For anything else than a TypeID, ParseTypeID returns a [*ParseError]. It
// does not allocate on success.
//
// ParseTypeID knows no Mask: if the [ID] has one, u is the hidden UUID.
func ParseTypeID(s string) (prefix string, u UUID, err error) {
	i := lastUnderscore(s)
	start := i + 1 // of the digits
	if i >= 0 {
		prefix = s[:i]
	}
	fault := prefixFault(prefix)
	if i == 0 {
		fault = 0
	}
	if fault >= 0 {
		return "", u, newParseError(s, fault, reasonBadPrefix)
	}
	if len(s)-start != base32Len || !base32Decode(&u, s[start:]) {
		return "", u, digitsError(s, start)
	}
	return prefix, u, nil
}

// AppendTypeID appends the TypeID of u with a prefix that is known at run time only, for
// gateways, logs and admin tools. With the prefix "", the TypeID has neither prefix nor
// underscore. If the specification forbids the prefix, AppendTypeID returns b and a
// [*ParseError] with the offset in the prefix.
//
// AppendTypeID knows no Mask: if the [ID] has one, u has to be the hidden UUID.
func AppendTypeID(b []byte, prefix string, u UUID) ([]byte, error) {
	text, ok := appendTypeID(b, prefix, &u)
	if !ok {
		return b, newParseError(prefix, prefixFault(prefix), reasonBadPrefix)
	}
	return text, nil
}

// appendTypeID appends a TypeID. It returns false if the specification forbids the
// prefix.
func appendTypeID(b []byte, prefix string, u *UUID) (text []byte, ok bool) {
	n, size := len(b), typeIDLen(prefix)
	b = slices.Grow(b, size)[:n+size]
	if !putPrefix(b[n:], prefix) {
		return nil, false
	}
	base32Encode((*[base32Len]byte)(b[len(b)-base32Len:]), u)
	return b, true
}

// A form is what T says of its IDs, by the methods that it has.
type form struct {
	id    any     // a nil *T, by which formOf finds the form
	name  string  // of T or, if T is a pointer, of what it points to
	says  methods // of a zero T
	plain bool    // texts are canonical, and show the ID itself
	quick bool    // texts are TypeIDs that show the ID itself, and T is of size zero
	empty bool    // T is of size zero
	fault string  // what the functions of text panic with, or ""

	// fresh returns a pointer to a new zero T. It is nil if no method can change the one
	// that says has.
	fresh func() any

	next *form
}

// The methods that a T has; the others are nil.
type methods struct {
	prefix interface{ IDPrefix() string }
	mask   interface{ IDMask() *Mask }
	binary interface{ IDBinary() bool }
}

// methodsOf returns the methods of a T, or of a pointer to one.
func methodsOf(zero any) (m methods) {
	m.prefix, _ = zero.(interface{ IDPrefix() string })
	m.mask, _ = zero.(interface{ IDMask() *Mask })
	m.binary, _ = zero.(interface{ IDBinary() bool })
	return m
}

// has reports which methods there are, in the order of signatures.
func (m methods) has() [3]bool {
	return [...]bool{m.prefix != nil, m.mask != nil, m.binary != nil}
}

var signatures = [...]string{"IDPrefix() string", "IDMask() *uuid.Mask", "IDBinary() bool"}

// forms is the first of the forms that are known, which are linked by next.
var forms atomic.Pointer[form]

// formOf returns the form of T. A program has few types of IDs, so it looks at one
// after the other.
func formOf[T any]() *form {
	for f := forms.Load(); f != nil; f = f.next {
		if _, ok := f.id.(*T); ok {
			return f
		}
	}
	return newForm((*T)(nil), func() any { return new(T) })
}

// newForm returns the form of T, and keeps it for formOf. If several goroutines do so at
// once, some forms are not kept, and made again.
func newForm(id any, fresh func() any) *form {
	t := reflect.TypeOf(id).Elem()
	base := t
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		base = t.Elem()
		fresh = func() any { return reflect.New(base).Interface() }
	}
	f := &form{id: id, name: base.String(), empty: base.Size() == 0}

	// A pointer has the methods of what it points to. Methods of a value cannot change
	// it, so all calls may share one.
	f.says = methodsOf(reflect.Zero(reflect.PointerTo(base)).Interface())
	has := f.says.has()
	if f.empty {
		f.says = methodsOf(fresh())
	} else if has != [3]bool{} {
		if shared := methodsOf(reflect.Zero(base).Interface()); shared.has() == has {
			f.says = shared
		} else {
			f.fresh = fresh
		}
	}
	for i, signature := range signatures {
		name, _, _ := strings.Cut(signature, "(")
		if !has[i] && mentions(t, name, make(map[reflect.Type]bool)) {
			f.fault = "uuid: " + f.name + " has an " + name + ", but not as its method " + signature
			if t.Kind() == reflect.Interface {
				f.fault = "uuid: " + f.name + " is an interface type, whose " + name + " cannot be called"
			}
		}
	}
	f.quick = f.fault == "" && f.says.prefix != nil && f.says.mask == nil && f.empty
	f.plain = f.fault == "" && f.says.prefix == nil && f.says.mask == nil

	f.next = forms.Load()
	forms.Store(f)
	return f
}

// mentions reports whether t, or what it embeds, has a method or a field of that name.
func mentions(t reflect.Type, name string, seen map[reflect.Type]bool) bool {
	pointer := t
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		pointer = reflect.PointerTo(t)
	}
	if hasMethod(pointer, name) {
		return true
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return false
	}
	seen[t] = true
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Name == name || field.Anonymous && mentions(field.Type, name, seen) {
			return true
		}
	}
	return false
}

// hasMethod reports whether t has a method of that name. If MethodByName were given a
// variable, the linker would keep all methods of a program.
func hasMethod(t reflect.Type, name string) (ok bool) {
	switch name {
	case "IDPrefix":
		_, ok = t.MethodByName("IDPrefix")
	case "IDMask":
		_, ok = t.MethodByName("IDMask")
	case "IDBinary":
		_, ok = t.MethodByName("IDBinary")
	}
	return ok
}

// ask returns the prefix and the Mask that T says, or "" and nil.
func (f *form) ask() (prefix string, mask *Mask) {
	if f.empty && f.fault == "" {
		prefix, mask = f.says.ofText()
	} else {
		prefix, mask = f.askWithCare()
	}
	if f.says.mask != nil && !mask.isMade() {
		panic("uuid: IDMask of " + f.name + " returns a Mask that NewMask did not make")
	}
	return prefix, mask
}

// ofText asks a T what its texts are made with.
func (m methods) ofText() (prefix string, mask *Mask) {
	if m.prefix != nil {
		prefix = m.prefix.IDPrefix()
	}
	if m.mask != nil {
		mask = m.mask.IDMask()
	}
	return prefix, mask
}

// askWithCare is ask for a T that may have a fault, or a nil pointer.
func (f *form) askWithCare() (string, *Mask) {
	if f.fault != "" {
		panic(f.fault)
	}
	defer f.explain()
	return f.zero().ofText()
}

// isBinary returns what IDBinary of T returns.
func (f *form) isBinary() bool {
	defer f.explain()
	return f.zero().binary.IDBinary()
}

// zero returns the methods of a zero T.
func (f *form) zero() methods {
	if f.fresh != nil {
		return methodsOf(f.fresh())
	}
	return f.says
}

// explain says whose method panics, for example because it is the method of a pointer
// that T embeds, and that is nil in a zero T.
func (f *form) explain() {
	switch r := recover().(type) {
	case nil:
	case runtime.Error:
		panic("uuid: a method of a zero " + f.name + " panics: " + r.Error())
	default:
		panic(r)
	}
}

// show returns the prefix, and the UUID that the text of u shows.
func (f *form) show(u UUID) (prefix string, shown UUID, err error) {
	prefix, mask := f.ask()
	if mask != nil && !u.IsNil() {
		u, err = mask.Hide(u)
	}
	return prefix, u, err
}

// append appends the text of u.
func (f *form) append(b []byte, u UUID) ([]byte, error) {
	prefix, u, err := f.show(u)
	if err != nil {
		return b, err
	}
	if f.says.prefix == nil {
		return u.AppendText(b)
	}
	text, ok := appendTypeID(b, prefix, &u)
	if !ok {
		f.panicPrefix(prefix)
	}
	return text, nil
}

// text returns the text of u, or what is wrong with it.
func (f *form) text(u UUID) string {
	var buf [maxTypeIDLen]byte
	text, err := f.append(buf[:0], u)
	if err != nil {
		return "!(uuid.ID[" + f.name + "] of version " + strconv.Itoa(int(u.Version())) + ")"
	}
	return string(text)
}

// panicPrefix says that T has a prefix which the specification forbids.
func (f *form) panicPrefix(prefix string) {
	panic("uuid: " + f.name + " has the IDPrefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}

// parseID sets id to the ID whose text is s.
func parseID[T any, S string | []byte](id *ID[T], s S) error {
	f := formOf[T]()
	if f.plain {
		return parseStrict((*UUID)(id), s)
	}
	start := len(s) - base32Len
	if f.quick && hasPrefix(s, start, f.says.prefix.IDPrefix()) && base32Decode((*UUID)(id), s[start:]) {
		return nil
	}
	return parseText(f, (*UUID)(id), s)
}

// parseText sets u to the ID whose text in a form is s.
func parseText[S string | []byte](f *form, u *UUID, s S) error {
	prefix, mask := f.ask()
	var hidden UUID
	to := u
	if mask != nil {
		to = &hidden
	}
	if f.says.prefix == nil {
		if err := parseStrict(to, s); err != nil {
			return err
		}
	} else if start := len(s) - base32Len; !hasPrefix(s, start, prefix) || !base32Decode(to, s[start:]) {
		return typeIDError(f, s, prefix)
	}
	if mask == nil {
		return nil
	}
	if !hidden.IsNil() {
		v, err := mask.Reveal(hidden)
		if err != nil {
			return versionError(f, s, hidden)
		}
		hidden = v
	}
	*u = hidden
	return nil
}

// versionError returns the error for the text s of a u that no Mask can have made.
func versionError[S string | []byte](f *form, s S, u UUID) *ParseError {
	version, variant := 14, 19 // in xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx
	if f.says.prefix != nil {
		// The digits have 130 bits, two of which are in front of the 128.
		start := len(s) - base32Len
		version, variant = start+(2+48)/5, start+(2+64)/5
	}
	if u[6]>>4 != 4 {
		return newParseError(s, version, reasonVersion)
	}
	return newParseError(s, variant, reasonVariant)
}

// parseStored is parseID for a text from a database, which may be one of a UUID too.
func parseStored[T any, S string | []byte](id *ID[T], s S) error {
	u := (*UUID)(id)
	if parseCanonical(u, s) {
		return nil
	}
	if len(s) == base32Len || len(s) > base32Len && lastUnderscore(s) >= 0 {
		if f := formOf[T](); f.says.prefix != nil || f.fault != "" {
			return parseText(f, u, s)
		}
	}
	if !parseOther(u, s) {
		return parseError(s)
	}
	return nil
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

// typeIDLen returns the length of a TypeID.
func typeIDLen(prefix string) int {
	if prefix == "" {
		return base32Len
	}
	return len(prefix) + len("_") + base32Len
}

// prefixFault returns the offset of the first byte that the specification forbids in a
// prefix, or -1.
func prefixFault(prefix string) int {
	for i := range len(prefix) {
		c := prefix[i]
		isLetter := 'a' <= c && c <= 'z'
		if !isLetter && (c != '_' || i == 0 || i == len(prefix)-1) || i == maxPrefixLen {
			return i
		}
	}
	return -1
}

// typeIDError returns the error for an s that is not a TypeID with the prefix.
func typeIDError[S string | []byte](f *form, s S, prefix string) *ParseError {
	if prefixFault(prefix) >= 0 {
		f.panicPrefix(prefix)
	}
	if start := len(s) - base32Len; hasPrefix(s, start, prefix) {
		return digitsError(s, start)
	}
	if string(s[:max(lastUnderscore(s), 0)]) != prefix {
		e := newParseError(s, 0, reasonWrongPrefix)
		e.want = prefix
		return e
	}
	return lengthError(s, strconv.Itoa(typeIDLen(prefix)))
}

// digitsError returns the error for an s whose digits, from start on, are wrong.
func digitsError[S string | []byte](s S, start int) *ParseError {
	if len(s)-start != base32Len {
		return lengthError(s, strconv.Itoa(start+base32Len))
	}
	offset, reason := base32Fault(s[start:])
	return newParseError(s, start+offset, reason)
}

const (
	reasonWrongPrefix = "wrong prefix"
	reasonBadPrefix   = "invalid prefix"
	reasonVersion     = "wrong version"
	reasonVariant     = "wrong variant"
)

// lastUnderscore returns the index of the last underscore in s, or -1.
func lastUnderscore[S string | []byte](s S) int {
	i := len(s) - 1
	for i >= 0 && s[i] != '_' {
		i--
	}
	return i
}
