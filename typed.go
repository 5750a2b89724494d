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
// an ID[Order] is wanted. The conversions UUID(id) and ID[User](u) cost nothing.
//
// An ID holds no value of T, so T may be the type that has the ID. T says by three
// methods what its IDs look like, hide and are stored as. Each of them may be left out:
//
//	type UserID = uuid.ID[User]
//
//	func (User) IDPrefix() string   { return "user" }   // text is a TypeID
//	func (User) IDMask() *uuid.Mask { return userMask } // text shows version 4
//	func (User) IDBinary() bool     { return true }     // Value is the 16 bytes
//
// The methods may be those of T or of *T. They are called on a zero value, concurrently,
// and must return the same each time. With a pointer receiver, each
// call allocates a zero T, unless its size is zero. A type that embeds User inherits
// all three.
//
// # Text
//
// With IDPrefix, the text of an ID is a TypeID (https://github.com/jetify-com/typeid,
// version 0.3.0): the prefix, an underscore and 26 digits in lower case, as in
// user_01h455vb4pex5vsknk084sn02q. A prefix has 1 to 63 letters from a to z, or
// underscores between them; with the prefix "", there is no underscore. Without
// IDPrefix, the text is the canonical form. Use no prefix if other programs expect
// that form.
//
// The functions that read text accept only T's own form, so they never take an order's
// TypeID for a user's. For another text the [*ParseError] says "wrong prefix" at offset
// 0, "invalid length" or, at the first wrong digit, "invalid digit" or "more than 128
// bits".
//
// # Masks
//
// With IDMask, text shows what [Mask.Hide] makes of the ID, and is read with
// [Mask.Reveal]; Nil is shown as Nil. Give each type a tweak of its own, best its
// prefix: then the hidden ID of another type is not found in the table. Give it a
// prefix too: [ID.Scan] reveals a TypeID, and takes a canonical text for the stored ID.
//
// A Mask hides version 7 only. What writes the text of another ID returns an error, and
// [ID.String] says so in its result; before a type in use gets a Mask, find such IDs
// with the queries in mask.go. A plain version 7 UUID in text is refused: "wrong
// version", or "wrong variant", at the digit that holds it.
//
// Links, caches, queues and JSON columns hold hidden IDs under their key. The example of
// [Mask.Reveal] has the steps of a change of the key.
//
// # What a Mask does not cover
//
// Only text is hidden. The ID itself is in [ID.Value], [ID.Compare] and [ID.Time]; in
// binary encodings ([ID.MarshalBinary], and through it gob, msgpack and CBOR; BSON),
// which are for storage, never for an answer; in id[:]; in what %d, %x of id[:] and %#v
// of package fmt print, and %+v of a struct whose field is not exported; and in JSON
// that a database makes of a column.
//
// # Databases
//
// A database stores the UUID, without prefix and not hidden: as text, for columns of
// type uuid or text, or with IDBinary as 16 bytes, for the columns of [Binary], and with
// pgxuuid for both; never for SQL Server's uniqueidentifier. No argument of a query needs
// wrapping. An ID that may be missing is a *ID[T]: NULL, and null in JSON. The bounds of a range of
// time are ID[User](MinV7(t)).
//
// # Mistakes
//
// The functions that write or read text panic if a prefix is forbidden, if IDMask
// returns nil or a Mask that [NewMask] did not make, or if T has one of the three names
// in another way: as a field, as a method of another form, from two embedded types, or
// as an interface type. A test that calls NewID[T]().String() finds the mistake;
// package fmt prints the panic and goes on. All else, such as [NewID], [ID.Value] and
// [ID.Scan] of a UUID, calls neither IDPrefix nor IDMask: a job without the key can
// work with IDs.
type ID[T any] [16]byte

// NewID returns a new ID, by [NewV7].
func NewID[T any]() ID[T] { return ID[T](NewV7()) }

// ParseID returns the ID whose text is s; see [ID]. If T has a Mask, s is the text of
// the hidden ID. For anything else ParseID returns the zero ID and a [*ParseError].
func ParseID[T any](s string) (id ID[T], err error) {
	err = parseID(&id, s)
	return id, err
}

// UUID returns id as a UUID.
func (id ID[T]) UUID() UUID { return UUID(id) }

// String returns the text of id; see [ID]. If T has a Mask that cannot hide id, String
// returns a text like "!(uuid.ID[main.User] of version 4)", without the ID.
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
// It returns b and an error if T has a Mask that cannot hide id.
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

// MarshalText implements [encoding.TextMarshaler]; see [ID.AppendText].
func (id ID[T]) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts what [ParseID]
// accepts.
func (id *ID[T]) UnmarshalText(b []byte) error { return parseID(id, b) }

// UnmarshalParam is [ID.UnmarshalText] for a string.
func (id *ID[T]) UnmarshalParam(param string) error { return parseID(id, param) }

// AppendBinary is [UUID.AppendBinary].
func (id ID[T]) AppendBinary(b []byte) ([]byte, error) { return UUID(id).AppendBinary(b) }

// MarshalBinary is [UUID.MarshalBinary].
func (id ID[T]) MarshalBinary() ([]byte, error) { return UUID(id).MarshalBinary() }

// UnmarshalBinary is [UUID.UnmarshalBinary].
func (id *ID[T]) UnmarshalBinary(b []byte) error { return (*UUID)(id).UnmarshalBinary(b) }

// Compare is [UUID.Compare]. The texts sort as the IDs do if T has no Mask.
func (id ID[T]) Compare(other ID[T]) int { return UUID(id).Compare(UUID(other)) }

// IsNil reports whether id is the Nil UUID.
func (id ID[T]) IsNil() bool { return id == ID[T]{} }

// IsZero is [ID.IsNil]; see [UUID.IsZero].
func (id ID[T]) IsZero() bool { return id.IsNil() }

// Time is [UUID.Time].
func (id ID[T]) Time() (time.Time, bool) { return UUID(id).Time() }

// Scan implements [database/sql.Scanner]. It accepts what [UUID.Scan] accepts, the ID
// itself. If T has a prefix, it also accepts a TypeID as [ParseID] does: a string or
// []byte of 26 bytes, or a longer one with an underscore.
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

// Value implements [database/sql/driver.Valuer]: the canonical text of id.UUID(), or
// its 16 bytes if IDBinary of T returns true. The error is always nil.
func (id ID[T]) Value() (driver.Value, error) {
	if f := formOf[T](); f.says.binary != nil && f.isBinary() {
		return Binary(id).Value()
	}
	return UUID(id).Value()
}

var errNullID = errors.New(cannotScanNULL + "*ID or sql.Null[ID]")

// MarshalBSONValue is [UUID.MarshalBSONValue].
func (id ID[T]) MarshalBSONValue() (typ byte, data []byte, err error) {
	return UUID(id).MarshalBSONValue()
}

// UnmarshalBSONValue is [UUID.UnmarshalBSONValue], and reads a string as [ID.Scan]
// does.
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

// ParseTypeID returns the prefix and the UUID of a TypeID, for gateways, logs and admin
// tools, which learn the prefix at run time. It may be any, or empty: check it. For
// anything else ParseTypeID returns a [*ParseError]. It knows no [Mask]: if the ID has
// one, u is the hidden UUID.
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

// AppendTypeID appends the TypeID of u with a prefix that is known at run time only. If
// the prefix is forbidden, it returns b and a [*ParseError] with the offset in the
// prefix. It knows no [Mask]: if the ID has one, u has to be the hidden UUID.
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
	says  methods // of a zero T; if fresh is set, of a nil *T: call those of zero() then
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

// isPrefixByte says which bytes the specification allows in a prefix.
var isPrefixByte = [256]bool{
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
		if !isPrefixByte[c] {
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
		if c := prefix[i]; s[i] != c || !isPrefixByte[c] {
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
		c, atEnd := prefix[i], i == 0 || i == len(prefix)-1
		if !isPrefixByte[c] || c == '_' && atEnd || i == maxPrefixLen {
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
