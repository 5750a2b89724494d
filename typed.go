package uuid

import (
	"database/sql/driver"
	"errors"
	"reflect"
	"strconv"
	"time"
)

// An ID is a [UUID] with a type, so code that uses an ID[User] as an ID[Order] does not compile.
// The method IDKind of T returns a [Kind], which determines how IDs are written as text and stored
// in a database:
//
//	type UserID = uuid.ID[User]
//
//	func (User) IDKind() uuid.Kind { return uuid.Kind{Prefix: "user"} }
//
// If you need only the type, write ID[Plain[User]], which needs no method.
//
// The conversions UUID(id) and ID[User](u) cost nothing. Use *ID[T] if an ID may be missing: nil is
// NULL in SQL and null in JSON. In queries, pass an ID without a conversion, and convert only
// bounds, as in ID[User](MinV7(t)).
//
// Functions that read or write the text of an ID panic if T's Kind has a forbidden Prefix, or if
// its Mask field points to a nil or zero Mask. Package fmt recovers from the panic, so call String
// in a test to find such a mistake.
type ID[T Kinded] [16]byte

// Kinded is the constraint for the T of an [ID]. IDKind is called on a zero T each time an ID is
// read or written, so it must not use its receiver. Use an empty struct for T if you can. T must
// not be a pointer or an interface, because the zero value is then nil: write ID[User], not
// ID[*User].
type Kinded interface{ IDKind() Kind }

// A Kind determines how the IDs of a type are written as text and stored in a database. The zero
// Kind selects canonical text for both.
//
// With a Mask, text is written with [Mask.Hide] and read with [Mask.Reveal]. Nil is not hidden, and
// an ID of any version other than 7 causes an error. Binary encodings and databases contain the ID
// itself, unless the database's client library stores text, as DynamoDB's does. If an ID is in an
// unexported field, package fmt prints the ID's bytes. The [Masks] page lists all limits.
//
// If the type T of an ID[T] embeds a type that has an IDKind method, T inherits the method. If T
// declares its own IDKind, the method must start from the Kind that the embedded type's method
// returns, or T's IDs lose the Mask; see the example.
//
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
type Kind struct {
	// Prefix makes the text a TypeID (https://github.com/jetify-com/typeid, version 0.3.0), such as
	// user_01h455vb4pex5vsknk084sn02q: the prefix, an underscore and 26 base32 digits. A prefix has
	// 1 to 63 characters: letters from a to z, and underscores between letters. Parsing any text
	// other than a TypeID with this prefix is an error, so an order's TypeID cannot be parsed as a
	// user's. Without a prefix, text is canonical, but upper case is also accepted.
	//
	// Columns and query arguments contain the UUID without the prefix. A JSON document contains the
	// TypeID, so compare doc->>'user' with id.String().
	Prefix string

	Binary bool // Value returns 16 bytes, as Binary.Value does; take the same care with gorm

	// GUID makes Value return, and Scan read, 16 bytes in Microsoft's order, for SQL Server's
	// uniqueidentifier. It overrides Binary. Like the type GUID, the field GUID is wrong for a
	// column of type uuid.
	GUID bool

	// Mask points to the variable that holds the Mask, which hides the time in text. If the field
	// is nil, text shows the time. Set the variable before the first use of an ID, and do not
	// change it afterwards. Only text needs the Mask, so a program without the key can copy IDs
	// between databases.
	//
	// The field points to a variable because most programs read the key and make the Mask only
	// after package initialization. Until then the variable is nil, so reading or writing text
	// panics instead of showing the time.
	Mask **Mask

	// As of Go 1.27, the compiler keeps a struct in registers if it has at most four fields and
	// four words. With a fifth, ParseID takes half as long again. TestKindStaysInRegisters checks
	// this.
}

// Plain is a [Kinded] with the zero [Kind], for IDs that need only a type. T may be any type.
type Plain[T any] struct{}

// IDKind returns the zero Kind.
func (Plain[T]) IDKind() Kind { return Kind{} }

// NewID returns a new ID from [NewV7].
func NewID[T Kinded]() ID[T] { return ID[T](NewV7()) }

// ParseID parses s as the text of an ID, in the form that T's [Kind] determines. For any other
// input, it returns the zero ID and a [*ParseError].
func ParseID[T Kinded](s string) (id ID[T], err error) {
	err = parseID(&id, s)
	return id, err
}

// UUID returns id as a UUID.
func (id ID[T]) UUID() UUID { return UUID(id) }

// String returns the text of id, in the form that T's [Kind] determines. If T's Mask cannot hide
// id, String returns a text such as "!(uuid.ID[main.User] of version 4)".
func (id ID[T]) String() string {
	var buf [maxTypeIDLen]byte
	text, err := id.AppendText(buf[:0])
	if err != nil {
		return "!(uuid.ID[" + nameOfType[T]() + "] of version " +
			strconv.Itoa(int(UUID(id).Version())) + ")"
	}
	return string(text)
}

// AppendText implements [encoding.TextAppender] with the text of [ID.String]. If T's Mask cannot
// hide id, it returns b and an error.
func (id ID[T]) AppendText(b []byte) ([]byte, error) {
	text, err := kindOf[T]().append(b, (*UUID)(&id))
	if err != nil {
		checkKind[T]()
	}
	return text, err
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

// UnmarshalBinary is [UUID.UnmarshalBinary]. If T has a Mask, errors do not contain the input.
func (id *ID[T]) UnmarshalBinary(b []byte) error {
	return redact[T]((*UUID)(id).UnmarshalBinary(b))
}

// Compare is [UUID.Compare]. If T has no Mask, the IDs' texts sort in the same order if they are
// compared byte by byte, as in Go.
func (id ID[T]) Compare(other ID[T]) int { return UUID(id).Compare(UUID(other)) }

// IsNil reports whether id is the Nil UUID.
func (id ID[T]) IsNil() bool { return id == ID[T]{} }

// IsZero is [ID.IsNil]; see [UUID.IsZero].
func (id ID[T]) IsZero() bool { return id.IsNil() }

// Time is [UUID.Time].
func (id ID[T]) Time() (time.Time, bool) { return UUID(id).Time() }

// Scan reads an ID from a database. It accepts the same values as [UUID.Scan] or, if T's Kind has
// GUID, as [GUID.Scan], and also T's TypeIDs. If T has a Mask, the error does not contain the
// input.
//
// For text from a client, use [ParseID]. Scan reveals a hidden ID only if it is a TypeID. In any
// other form, a hidden ID looks like a stored ID, so Scan returns the wrong ID and no error.
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
	// All other values, even invalid ones, contain no text that an error could show.
	if kindOf[T]().GUID {
		return (*GUID)(id).Scan(src)
	}
	return (*UUID)(id).Scan(src)
}

// Value implements [database/sql/driver.Valuer] with the canonical text of id.UUID() or, if T's
// [Kind] has Binary or GUID, with 16 bytes.
func (id ID[T]) Value() (driver.Value, error) {
	switch k := kindOf[T](); {
	case k.GUID:
		return GUID(id).Value()
	case k.Binary:
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
	return redact[T]((*UUID)(id).UnmarshalBSONValue(typ, data))
}

// kindOf returns the Kind of T.
func kindOf[T Kinded]() Kind {
	var zero T
	return zero.IDKind()
}

// checkKind panics if the Kind of T is invalid: if it has a forbidden prefix, or a Mask that is nil
// or zero. It is called only after an error, because an invalid Kind cannot read or write any text.
func checkKind[T Kinded]() {
	k := kindOf[T]()
	if badPrefixIndex(k.Prefix) >= 0 {
		panicKind[T]("has the Prefix " + strconv.Quote(k.Prefix) +
			", which is not 1 to 63 letters from a to z, or underscores between them")
	}
	if problem := k.maskProblem(); problem != "" {
		panicKind[T]("points to a " + problem)
	}
}

// panicKind panics because of a problem with the Kind of T.
func panicKind[T Kinded](problem string) {
	const cannot = "uuid: cannot read or write the text of an ID: the Kind of "
	panic(cannot + nameOfType[T]() + " " + problem)
}

// nameOfType returns the name of T, for messages.
func nameOfType[T any]() string { return reflect.TypeFor[T]().String() }

// maskProblem returns what is wrong with the Mask of k, or "".
func (k Kind) maskProblem() string {
	if k.Mask == nil {
		return ""
	}
	return (*k.Mask).problem()
}

var errNullID = errors.New(cannotScanNULL + "*ID or sql.Null[ID]")

// errInvalidMask is the error for a nil or zero Mask, which checkKind turns into a panic.
var errInvalidMask = errors.New("uuid: use of a nil or zero Mask")

// append appends the text of an ID of kind k.
func (k Kind) append(b []byte, u *UUID) ([]byte, error) {
	if k.Mask != nil {
		hidden, err := k.hide(u)
		if err != nil {
			return b, err
		}
		u = &hidden
	}
	if k.Prefix == "" {
		return u.AppendText(b)
	}
	text, ok := appendTypeID(b, k.Prefix, u)
	if !ok {
		return b, prefixError(k.Prefix)
	}
	return text, nil
}

// hide returns u as the Mask of k hides it.
func (k Kind) hide(u *UUID) (UUID, error) {
	switch {
	case k.maskProblem() != "": // even if u is Nil, which is not hidden
		return UUID{}, errInvalidMask
	case u.IsNil():
		return UUID{}, nil // Nil has no time to hide, and readers must be able to recognize Nil
	}
	return (*k.Mask).Hide(*u)
}

// parseID parses s, the text of an ID, into id.
func parseID[T Kinded, S string | []byte](id *ID[T], s S) error {
	err := parseKind((*UUID)(id), kindOf[T](), s)
	if err != nil {
		checkKind[T]()
	}
	return err
}

// parseKind parses s, the text of an ID of kind k, into u. Unlike parseID, it is compiled once and
// not for each T.
func parseKind[S string | []byte](u *UUID, k Kind, s S) error {
	switch {
	case u == nil:
		return errNilDestination
	case k.Mask != nil:
		return parseMasked(u, k, s)
	case !decodeKind(u, k, s):
		return kindError(k, s)
	}
	return nil
}

// parseMasked is parseKind for a kind with a Mask.
func parseMasked[S string | []byte](u *UUID, k Kind, s S) error {
	var shown UUID // not u, which must not change if Reveal fails
	switch {
	case k.maskProblem() != "": // before s is decoded, so that each text shows the problem
		return errInvalidMask
	case !decodeKind(&shown, k, s):
		return kindError(k, s)
	case shown.IsNil(): // never hidden
		*u = shown
		return nil
	}
	revealed, err := (*k.Mask).Reveal(shown)
	if err != nil {
		return notV4Error(k, s, shown)
	}
	*u = revealed
	return nil
}

// decodeKind decodes s without the Mask. If s is not the text of an ID of kind k, it returns false
// and leaves u unchanged.
func decodeKind[S string | []byte](u *UUID, k Kind, s S) bool {
	if k.Prefix == "" {
		return parseCanonical(u, s)
	}
	start := len(s) - base32Len
	return hasTypePrefix(s, start, k.Prefix) && base32Decode(u, s[start:])
}

// kindError returns the error for an s that decodeKind rejects.
func kindError[S string | []byte](k Kind, s S) *ParseError {
	if k.Prefix == "" {
		return formError(s, "", "", "")
	}
	return typeIDError(s, k.Prefix)
}

// notV4Error returns the error for u, parsed from s, if u is not a version 4 UUID. A Mask makes
// only version 4 UUIDs.
func notV4Error[S string | []byte](k Kind, s S, u UUID) *ParseError {
	version, variant := 14, 19 // in xxxxxxxx-xxxx-Mxxx-Nxxx-xxxxxxxxxxxx
	if k.Prefix != "" {
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

// parseStored parses text from a database, which may have any form that Parse accepts.
func parseStored[T Kinded, S string | []byte](id *ID[T], s S) error {
	u := (*UUID)(id)
	if parseCanonical(u, s) {
		return nil
	}
	// Only a TypeID contains an underscore.
	if kindOf[T]().Prefix != "" && lastUnderscore(s) >= 0 {
		return redact[T](parseID(id, s))
	}
	if !parseOther(u, s) {
		return redact[T](parseError(s))
	}
	return nil
}

// redact removes the input from err if T has a Mask. The input may be a stored ID, which must not
// appear in error messages.
func redact[T Kinded](err error) error {
	if err, ok := err.(*ParseError); ok && kindOf[T]().Mask != nil {
		return err.withoutInput()
	}
	return err
}
