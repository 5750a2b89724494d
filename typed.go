package uuid

import (
	"database/sql/driver"
	"strconv"
	"time"
)

// An ID is a [UUID] with a type, so code that uses an ID[User] as an ID[Order] does not compile.
// The conversions UUID(id) and ID[User](u) cost nothing.
//
// An ID contains no value of T, so T may have a field of type ID[T]. Three optional methods of T
// choose the text of its IDs, hide their time and choose their form in a database:
//
//	type UserID = uuid.ID[User]
//
//	func (User) IDPrefix() string   { return "user" }   // text is a TypeID
//	func (User) IDMask() *uuid.Mask { return userMask } // text hides the time
//	func (User) IDBinary() bool     { return true }     // stored as 16 bytes
//
// The methods may have a pointer receiver. All calls, even concurrent ones, share one zero T. The
// methods must not change it, and must always return the same result. A type that embeds User
// inherits them, and ID[*User] uses them too.
//
// # Text
//
// With IDPrefix, the text of an ID is a TypeID (https://github.com/jetify-com/typeid, version
// 0.3.0), such as user_01h455vb4pex5vsknk084sn02q: the prefix, an underscore and 26 digits. The
// prefix has up to 63 characters: letters from a to z, and underscores between letters. If it is
// empty, the text is only the digits. Without IDPrefix, the text is canonical, and upper case is
// read too. Other text is an error, so an order's TypeID cannot be parsed as a user's.
//
// # Masks
//
// With IDMask, formatting uses [Mask.Hide], and parsing uses [Mask.Reveal]. Nil is not hidden. A
// Mask hides only version 7: formatting another version is an error, as is parsing a version 7
// UUID.
//
// Give each type a prefix, and use the prefix as the tweak. Then the same UUID has a different
// hidden form in each type, and the prefix distinguishes a hidden ID from the UUID in the database.
//
// A Mask affects only text. [ID.Value], binary encodings and BSON contain the ID itself, and
// package fmt prints the bytes of an ID in an unexported field. [Masks] lists all limits.
//
// # Databases
//
// A database stores the UUID, without a prefix or Mask:
//
//   - as text, in columns of type uuid or text
//   - with IDBinary as 16 bytes, in the columns of [Binary]
//   - with pgxuuid, in all of these columns
//   - but not in SQL Server's uniqueidentifier, which needs a [GUID]
//
// Use *ID[T] if an ID may be missing: nil is NULL or null. In queries, convert only time bounds:
// ID[User](MinV7(t)).
//
// WARNING: with IDBinary, gorm's db.Delete(&User{}, id) can DELETE ALL ROWS; see [Binary].
//
// # Mistakes
//
// Functions that parse or format text panic if
//
//   - a prefix is forbidden
//   - IDMask returns a nil or zero Mask
//   - one of these methods has the wrong signature, or panics because T embeds a nil pointer
//   - T embeds a type with one of these methods, but does not inherit the method
//   - T has or inherits an IDMask field
//   - T is an interface or a pointer to a pointer, and has such a method
//
// A test that calls NewID[T]().String() finds these mistakes. Printing an ID does not, because fmt
// recovers. Other functions, such as [ID.Scan] of a UUID, do not panic, except that [ID.Value]
// panics if IDBinary does.
//
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
type ID[T any] [16]byte

// NewID returns a new ID from [NewV7].
func NewID[T any]() ID[T] { return ID[T](NewV7()) }

// ParseID parses an ID; see [ID]. For other input, it returns the zero ID and a [*ParseError].
func ParseID[T any](s string) (id ID[T], err error) {
	err = parseID(&id, s)
	return id, err
}

// UUID returns id as a UUID.
func (id ID[T]) UUID() UUID { return UUID(id) }

// String returns the text of id; see [ID]. If T's Mask cannot hide id, the text is like
// "!(uuid.ID[main.User] of version 4)".
func (id ID[T]) String() string {
	var buf [maxTypeIDLen]byte
	text, err := id.AppendText(buf[:0])
	if err != nil {
		return "!(uuid.ID[" + idTypeOf[T]().name + "] of version " +
			strconv.Itoa(int(UUID(id).Version())) + ")"
	}
	return string(text)
}

// AppendText implements [encoding.TextAppender]. It appends the text of [ID.String]. It returns b
// and an error if T's Mask cannot hide id.
func (id ID[T]) AppendText(b []byte) ([]byte, error) {
	t := idTypeOf[T]()
	switch {
	case t.unmasked && t.prefix == nil:
		return UUID(id).AppendText(b)
	case t.unmasked:
		text, ok := appendTypeID(b, t.prefix.IDPrefix(), (*UUID)(&id))
		if ok {
			return text, nil
		}
	}
	return t.append(b, UUID(id)) // panics if the prefix was rejected
}

// MarshalText implements [encoding.TextMarshaler]; see [ID.AppendText].
func (id ID[T]) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler]. It parses text as [ParseID] does.
func (id *ID[T]) UnmarshalText(b []byte) error { return parseID(id, b) }

// UnmarshalParam is [ID.UnmarshalText] for a string.
func (id *ID[T]) UnmarshalParam(param string) error { return parseID(id, param) }

// AppendBinary is [UUID.AppendBinary].
func (id ID[T]) AppendBinary(b []byte) ([]byte, error) { return UUID(id).AppendBinary(b) }

// MarshalBinary is [UUID.MarshalBinary].
func (id ID[T]) MarshalBinary() ([]byte, error) { return UUID(id).MarshalBinary() }

// UnmarshalBinary is [UUID.UnmarshalBinary]. With a Mask, errors omit the input.
func (id *ID[T]) UnmarshalBinary(b []byte) error {
	return withhold[T]((*UUID)(id).UnmarshalBinary(b))
}

// Compare is [UUID.Compare]. If T has no Mask, strings sort like their IDs.
func (id ID[T]) Compare(other ID[T]) int { return UUID(id).Compare(UUID(other)) }

// IsNil reports whether id is the Nil UUID.
func (id ID[T]) IsNil() bool { return id == ID[T]{} }

// IsZero is [ID.IsNil]; see [UUID.IsZero].
func (id ID[T]) IsZero() bool { return id.IsNil() }

// Time is [UUID.Time].
func (id ID[T]) Time() (time.Time, bool) { return UUID(id).Time() }

// Scan reads an ID from a database. For text from a client use [ParseID]. Scan reveals a hidden
// TypeID. A hidden UUID in another form gives a wrong ID and no error.
//
// Scan accepts the same values as [UUID.Scan]. If T has a prefix, it also accepts T's TypeIDs. If T
// has a Mask, the error does not contain the input.
func (id *ID[T]) Scan(src any) error {
	if id == nil {
		return errNilDestination
	}
	// Only text can have a form that T chooses. UUID.Scan reads all other values.
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

// Value implements [database/sql/driver.Valuer] with the canonical text of id.UUID(), or with its
// 16 bytes if T's IDBinary returns true. It never returns an error.
func (id ID[T]) Value() (driver.Value, error) {
	if binary := idTypeOf[T]().binary; binary != nil && binary.IDBinary() {
		return Binary(id).Value()
	}
	return UUID(id).Value()
}

// MarshalBSONValue is [UUID.MarshalBSONValue].
func (id ID[T]) MarshalBSONValue() (typ byte, data []byte, err error) {
	return UUID(id).MarshalBSONValue()
}

// UnmarshalBSONValue is like [UUID.UnmarshalBSONValue], but parses a string as [ID.Scan] does.
func (id *ID[T]) UnmarshalBSONValue(typ byte, data []byte) error {
	// As in Scan, only text can have a form that T chooses.
	switch {
	case id == nil:
		return errNilDestination
	case typ == bsonString:
		text, err := bsonText(data)
		if err != nil {
			return err
		}
		return parseStored(id, text)
	case typ == bsonNull:
		return errBSONNullID
	}
	return withhold[T]((*UUID)(id).UnmarshalBSONValue(typ, data))
}

// prefixAndMask returns the prefix and the Mask of T, or "" and nil.
func (t *idType) prefixAndMask() (prefix string, mask *Mask) {
	// A bad method or Mask causes a panic only here, where text is parsed or formatted. So a
	// program that has no key, and whose IDMask returns nil, can still copy IDs as bytes.
	if t.fault != "" {
		panic(t.fault)
	}
	if t.prefix != nil {
		prefix = t.prefix.IDPrefix()
	}
	if t.mask != nil {
		mask = t.mask.IDMask()
		if fault := mask.fault(); fault != "" {
			panic("uuid: IDMask of " + t.name + " returns a " + fault)
		}
	}
	return prefix, mask
}

// append appends the text of u.
func (t *idType) append(b []byte, u UUID) ([]byte, error) {
	prefix, mask := t.prefixAndMask()
	// Nil has no time to hide, and readers must be able to recognize Nil.
	if mask != nil && !u.IsNil() {
		hidden, err := mask.Hide(u)
		if err != nil {
			return b, err
		}
		u = hidden
	}
	if t.prefix == nil {
		return u.AppendText(b)
	}
	text, ok := appendTypeID(b, prefix, &u)
	if !ok {
		t.panicPrefix(prefix)
	}
	return text, nil
}

// panicPrefix panics because the specification forbids T's prefix.
func (t *idType) panicPrefix(prefix string) {
	panic("uuid: " + t.name + " has the IDPrefix " + strconv.Quote(prefix) +
		", which is not 1 to 63 letters from a to z, or underscores between them")
}

// parseID parses s into id.
func parseID[T any, S string | []byte](id *ID[T], s S) error {
	if id == nil {
		return errNilDestination
	}
	// Try the two common forms first. parseText handles masks, errors and faults in T.
	t := idTypeOf[T]()
	u, start := (*UUID)(id), len(s)-base32Len
	switch {
	case t.unmasked && t.prefix == nil && parseCanonical(u, s):
		return nil
	case t.unmasked && t.prefix != nil &&
		hasTypePrefix(s, start, t.prefix.IDPrefix()) && base32Decode(u, s[start:]):
		return nil
	}
	return parseText(t, u, s)
}

// parseText parses s, the text of an ID of type t, into u.
func parseText[S string | []byte](t *idType, u *UUID, s S) error {
	prefix, mask := t.prefixAndMask()
	var shown UUID // not u, which must not change if Reveal fails
	var ok bool
	if t.prefix == nil {
		ok = parseCanonical(&shown, s)
	} else {
		start := len(s) - base32Len
		ok = hasTypePrefix(s, start, prefix) && base32Decode(&shown, s[start:])
	}
	switch {
	case !ok && t.prefix == nil:
		return formError(s, "", "", "")
	case !ok && prefixFault(prefix) >= 0:
		// A forbidden prefix is a programming error. Check for it only here: hasTypePrefix rejects
		// such a prefix, so valid text needs no separate check.
		t.panicPrefix(prefix)
	case !ok:
		return typeIDError(s, prefix)
	case mask != nil && !shown.IsNil(): // Nil is never hidden
		revealed, err := mask.Reveal(shown)
		if err != nil {
			return notV4Error(t, s, shown)
		}
		shown = revealed
	}
	*u = shown
	return nil
}

// notV4Error returns the error for u, parsed from s, if u is not a version 4 UUID. A Mask makes
// only version 4 UUIDs.
func notV4Error[S string | []byte](t *idType, s S, u UUID) *ParseError {
	version, variant := 14, 19 // in xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx
	if t.prefix != nil {
		// The 26 digits encode 130 bits: two zero bits, then the UUID. Its version begins at bit
		// 48, and its variant at bit 64.
		start := len(s) - base32Len
		version, variant = start+(2+48)/5, start+(2+64)/5
	}
	if u[6]>>4 != 4 {
		return newParseError(s, version, reasonVersion)
	}
	return newParseError(s, variant, reasonVariant)
}

// parseStored is parseID for text from a database, which may have any form that Parse accepts.
func parseStored[T any, S string | []byte](id *ID[T], s S) error {
	u := (*UUID)(id)
	ok := parseCanonical(u, s)
	if ok {
		return nil
	}
	// Only a TypeID has 26 bytes or an underscore. parseText panics if T has a fault.
	if len(s) == base32Len || len(s) > base32Len && lastUnderscore(s) >= 0 {
		if t := idTypeOf[T](); t.prefix != nil || t.fault != "" {
			return withhold[T](parseText(t, u, s))
		}
	}
	ok = parseOther(u, s)
	if !ok {
		return withhold[T](parseError(s))
	}
	return nil
}

// withhold removes the input from err if T has a Mask. The input may be a stored ID, which must not
// appear in error messages. If T's fault is set, T may be meant to have a Mask, so withhold removes
// the input too.
func withhold[T any](err error) error {
	if err, ok := err.(*ParseError); ok {
		if t := idTypeOf[T](); t.mask != nil || t.fault != "" {
			return err.withoutInput()
		}
	}
	return err
}
