package differences

var (
	old      = []string{Google, Gofrs, Satori}
	likeGofr = []string{Gofrs, Satori}
	null     = []string{"NullUUID"}
	parsers  = []string{"Parse", "ParseBytes", "MustParse", "Validate", "Valid", "FromString", "FromStringOrNil", "UUID.Parse", "UUID.UnmarshalText"}
)

const (
	textTags   = `\b(yaml|xml|toml|form|query|schema|env):"`
	columnTags = `\b(db|gorm|bun|pg|sql|xorm|alias|boil|reform):"`
	omitTags   = `\b(yaml|bson):"[^"]*,omitempty`
	jsonTags   = `\bjson:"([^-]|-[^"])` // a field with the tag "-" is not encoded
	zeroTags   = `\bjson:"[^"]*,omitzero`
	called     = `\{\{[^}]*\.`
	notFound   = "the method no longer exists, so the lookup fails at run time"
	byName     = "a template or a MethodByName call that names a missing method: "
)

// Table lists the rows in the order in which reports show them. The rows are grouped by subject,
// starting with differences that can lose data.
var Table = []Row{
	// Encoders.
	{Name: "BSON", From: old, To: Here, Looks: "a field with a bson tag, unless the module imports only another BSON package; a UUID passed to the package, or an import of the package",
		Package: "go.mongodb.org/mongo-driver/v2", Import: true, Tag: `\bbson:"`, Anywhere: true, Sure: true,
		Differs: "version 2 of MongoDB's driver writes the new type as binary subtype 4, and reads subtypes 0 and 4; a query with the new type does not find subtype 0, which the old type wrote",
		Do:      "convert the collection first, as integration/frameworks/mongoconvert does, or query for both subtypes (see UUID.UnmarshalBSONValue)"},
	{Name: "BSON", From: []string{Here}, To: Std, Looks: "a field with a bson tag, unless the module imports only another BSON package; a UUID passed to the package, or an import of the package",
		Package: "go.mongodb.org/mongo-driver/v2", Import: true, Tag: `\bbson:"`, Anywhere: true, Sure: true,
		Differs: "version 2 of MongoDB's driver writes the standard type as binary subtype 0, and cannot read subtype 4, which this library writes",
		Do:      "convert the collection, or keep this library's type for stored values"},
	{Name: "gob", From: likeGofr, To: Here, Looks: "a NullUUID passed to the package, or an import of the package",
		Package: "encoding/gob", Import: true, Types: null, Sure: true,
		Differs: "gob writes a NullUUID as bytes instead of a struct, and cannot read older data", Do: "convert the data"},
	{Name: "gob", From: []string{Here}, To: Std, Looks: "a UUID passed to the package, or an import of the package", Package: "encoding/gob", Import: true, Sure: true,
		Differs: "gob writes the standard type as an array, because it has no MarshalBinary method, and cannot read older data", Do: "convert the data"},
	{Name: "registered", From: append(old, Here), To: Here + " or " + Std, Looks: "a call to gob.Register with the type", Sure: true,
		Differs: "gob registers the type under its new path, but older streams contain the old path", Do: "use gob.RegisterName"},
	{Name: "msgpack", From: likeGofr, To: Here, Looks: "a NullUUID passed to the package, or an import of the package",
		Package: "github.com/vmihailenco/msgpack", Import: true, Types: null, Sure: true,
		Differs: "msgpack writes a NullUUID as 16 bytes instead of a map, and cannot read older data", Do: "convert the data"},
	{Name: "msgpack", From: []string{Here}, To: Std, Looks: "a UUID passed to the package, or an import of the package",
		Package: "github.com/vmihailenco/msgpack", Import: true, Sure: true,
		Differs: "msgpack writes the standard type as text instead of 16 bytes, and cannot read older data", Do: "convert the data, or keep this library's type for stored values"},
	{Name: "cbor", From: likeGofr, To: Here, Looks: "a NullUUID passed to the package, or an import of the package",
		Package: "github.com/fxamacker/cbor", Import: true, Types: null, Sure: true,
		Differs: "CBOR encodes a NullUUID as bytes instead of a map, and cannot decode older data", Do: "convert the data"},
	{Name: "redis", From: []string{Here}, To: Std, Looks: "a UUID passed to the package, or an import of the package",
		Package: "github.com/redis/go-redis", Was: "github.com/go-redis/redis", Import: true, Sure: true,
		Differs: `go-redis returns "can't marshal uuid.UUID", because the standard type has no MarshalBinary method, and cannot scan stored values`,
		Do:      "store id[:] or id.String(), and parse the values after reading them"},
	{Name: "omitempty", From: old, To: Here, Looks: "omitempty in a yaml or bson tag of a UUID or *UUID, if the old type has no IsZero method", Tag: omitTags, Zero: true, Sure: true,
		Differs: "in YAML and BSON, omitempty now leaves out the Nil UUID and a pointer to it, because the new type has an IsZero method", Do: "remove omitempty if Nil must be written"},
	{Name: "omitempty", From: []string{Here}, To: Std, Looks: "omitempty in a yaml or bson tag of a UUID or *UUID", Tag: omitTags, Zero: true, Sure: true,
		Differs: "in YAML and BSON, omitempty no longer leaves out the Nil UUID and a pointer to it, because the standard type has no IsZero method", Do: "use a pointer, and set it to nil"},
	{Name: "omitzero", From: old, To: Here, Looks: "omitzero in the json tag of a *UUID, if the old type has no IsZero method", Tag: zeroTags, Types: []string{"*UUID"}, Zero: true, Sure: true,
		Differs: "in JSON, omitzero now leaves out a pointer to the Nil UUID, because the new type has an IsZero method", Do: "remove omitzero if Nil must be written"},
	{Name: "omitzero", From: []string{Here}, To: Std, Looks: "omitzero in the json tag of a *UUID", Tag: zeroTags, Types: []string{"*UUID"}, Zero: true, Sure: true,
		Differs: "in JSON, omitzero no longer leaves out a pointer to the Nil UUID, because the standard type has no IsZero method", Do: "set the pointer to nil"},
	{Name: "JSON", From: []string{Satori}, To: Here, Looks: "a NullUUID with a json tag, or passed to the package", Package: "encoding/json", Tag: jsonTags, Types: null, Sure: true,
		Differs: `a NullUUID is encoded as a string or null instead of {"UUID": …, "Valid": …}`, Do: "tell the API's clients, or keep the old struct in the API"},
	{Name: "JSON", From: []string{Google, Gofrs}, To: Here, Looks: "a NullUUID with a json tag, or in a pointer passed to the package", Package: "encoding/json", Into: true, Tag: jsonTags, Types: null,
		Differs: `"" is decoded as a missing value instead of causing an error`, Do: `check for "" if clients may send it`},
	{Name: "missing", From: likeGofr, To: Here, Looks: "a NullUUID with a yaml, xml, toml, form, query, schema or env tag", Tag: textTags, Types: null, Sure: true,
		Differs: "a NullUUID is encoded as text instead of an object with UUID and Valid; old XML is decoded as missing, and old YAML and TOML cannot be decoded", Do: "convert stored data"},
	{Name: "missing", From: likeGofr, To: Here, Looks: "a NullUUID passed to the package", Package: "encoding/xml", Types: null, Sure: true,
		Differs: "XML encodes a NullUUID as text instead of the elements UUID and Valid, and decodes old XML as missing", Do: "convert stored data"},
	{Name: "missing", From: []string{Google}, To: Here, Looks: "a NullUUID with a yaml, xml, toml, form, query, schema or env tag, or a use of its MarshalText, UnmarshalText or UnmarshalBinary method", Tag: textTags, Types: null, Sure: true,
		Mentions: []string{"NullUUID.MarshalText", "NullUUID.UnmarshalText", "NullUUID.UnmarshalBinary"},
		Differs:  "a missing NullUUID is encoded as an empty string instead of null, and an empty string is decoded as missing", Do: "check the programs that read the encoded values"},
	{Name: "embedded", From: append(old, Here), To: Here + " or " + Std, Looks: "a struct that embeds one of the library's types and so gets its methods", Sure: true,
		Differs: "the struct's methods change, so encoders may start or stop encoding the whole struct as a UUID", Do: "give the field a name, or check the encoded struct"},
	// Databases and requests.
	{Name: "Scan", From: []string{Google}, To: Here, Looks: "UUID.Scan and NullUUID.Scan", Mentions: []string{"UUID.Scan", "NullUUID.Scan"}, Sure: true,
		Differs: `Scan returns an error for "" and for a UUID in quotes; UUID.Scan returns an error for NULL, and leaves the UUID unchanged`, Do: "use Null if the value may be NULL, and remove quotes before the call"},
	{Name: "Scan", From: []string{Gofrs, Satori}, To: Here, Looks: "NullUUID.Scan", Mentions: []string{"NullUUID.Scan"}, Sure: true,
		Differs: "after an error, Valid keeps its previous value instead of becoming true", Do: "check the error"},
	{Name: "column", From: []string{Google}, To: Here, Tag: columnTags, Looks: "&id passed to a Scan method, or a field with a tag such as db, gorm or bun",
		Differs: `Scan returns an error for NULL, "" and a UUID in quotes (data->'id'); google/uuid ignores NULL and "", and accepts the UUID in quotes`,
		Do:      "if the column may be NULL, use Null or a pointer; data->>'id' returns the value without quotes"},
	{Name: "pgx", From: []string{Here}, To: Std, Looks: "a UUID passed to the package, or an import of the package", Package: "github.com/jackc/pgx", Import: true,
		Differs: "pgx returns an error when it reads a text or bytea column into the standard type", Do: "change the column's type to uuid, or cast the column in the query"},
	{Name: "gorm", From: []string{Here}, To: Std, Looks: "a gorm tag, or an import of the package", Package: "gorm.io/gorm", Import: true, Tag: `\bgorm:"`,
		Differs: "gorm creates a bytes column instead of a text column for the standard type, unless the field specifies a column type", Do: `add gorm:"type:uuid"`},
	{Name: "ent", From: []string{Here}, To: Std, Looks: "an import of the package", Package: "entgo.io/ent", Import: true,
		Differs: "field.UUID does not accept the standard type, because that type has no Value method", Do: "keep this library's type in the schema, and generate the code again"},
	{Name: "gin", From: []string{Here}, To: Std, Looks: "a UUID passed to the package, or a field with a form, uri or header tag", Package: "github.com/gin-gonic/gin", Tag: `\b(form|uri|header):"`, Sure: true,
		Differs: "gin rejects a parameter of the standard type, because that type has no UnmarshalParam method", Do: "bind a string and parse it"},
	// Text.
	{Name: "parsed text", From: []string{Google}, To: Here, Looks: "Parse, ParseBytes, MustParse, Validate or UnmarshalText with a string that is not constant",
		Mentions: parsers,
		Differs:  "google/uuid ignores the first and last bytes of a 38-byte string, but this library requires braces there",
		Do:       "remove quotes and brackets first if the input may contain them"},
	{Name: "parsed text", From: likeGofr, To: Here, Looks: "FromString, FromStringOrNil, Parse or UnmarshalText with a string that is not constant",
		Mentions: parsers,
		Differs:  "Parse rejects 32 digits in braces or after urn:uuid:, and accepts URN:UUID: in upper case", Do: "check the input first if it may use one of these forms"},
	{Name: "parsed text", From: []string{Here}, To: Std, Looks: "Parse, MustParse, Valid or UnmarshalText with a string that is not constant",
		Mentions: parsers,
		Differs:  "the standard package rejects URN:UUID: in upper case, and its errors do not have type *ParseError",
		Do:       "convert the prefix to lower case first if the input may contain it"},
	{Name: "constant text", From: append(old, Here), To: Here + " or " + Std, Looks: "a parser call with a constant string that only one of the packages accepts", Sure: true,
		Mentions: parsers,
		Differs:  "only one of the packages accepts this string", Do: "write the UUID in its 36-character form"},
	{Name: "%x", From: []string{Gofrs}, To: Here, Sure: true, Looks: "%x or %X with a value whose type contains a UUID",
		Differs: "%x prints the bytes of the 36-character string instead of the UUID's 32 digits", Do: "print id[:], and check cache keys and hashes that are built from the output"},
	{Name: "%x of anything", From: []string{Gofrs}, To: Here, Looks: "%x or %X with a value whose type is an interface or a type parameter, or a format that is not constant",
		Differs: "for a UUID, %x prints the bytes of the 36-character string instead of the UUID's 32 digits", Do: "if the value may be a UUID, print its bytes"},
	{Name: "flags", From: likeGofr, To: Here, Looks: "%s, %v or %q with flags or a width, for a UUID whose old type has a Format method", Sure: true,
		Differs: "fmt applies the flags and the width, but the old type's Format method ignores them", Do: "remove the flags and the width"},
	{Name: "printed", From: old, To: Here, Looks: "a printed value that contains a NullUUID or, with google/uuid, a Version or Domain", Sure: true,
		Differs: "the output changes: a NullUUID is printed as its UUID or as an empty string, a Version as a number, and a Domain in lower case", Do: "check the programs that read the output"},
	{Name: "error text", From: old, To: Here, Looks: "a string that contains part of one of the library's error messages, unless it is passed to a function that returns an error, such as fmt.Errorf",
		Text:    `invalid UUID|invalid urn prefix|invalid bracketed UUID|Scan: (unable to scan|invalid)|uuid: (incorrect UUID|UUID must be exactly|cannot convert|could not|no HW address)`,
		Differs: "this library has different error messages", Do: "use errors.As to get a *ParseError with Offset and Reason"},
	{Name: "method by name", From: []string{Google}, To: Here, Looks: byName + "ClockSequence, NodeID or Domain",
		Text: called + `(ClockSequence|NodeID|Domain)\b`, Differs: notFound, Do: "replace the method name"},
	{Name: "method by name", From: likeGofr, To: Here, Looks: byName + "Bytes, Parse, Format, SetVersion or SetVariant",
		Text: called + `(Bytes|Parse|Format|SetVersion|SetVariant)\b`, Differs: notFound, Do: "replace the method name"},
	{Name: "method by name", From: []string{Here}, To: Std, Looks: byName + "IsNil, IsZero or IsMax",
		Text: called + `Is(Nil|Zero|Max)\b`, Differs: notFound, Do: "replace the method name"},
	{Name: "type name", From: old, To: Here, Looks: "the string NullUUID", Text: `^\*?(uuid\.)?NullUUID$`,
		Differs: "the type is called Null in this library, and package reflect reports that name", Do: "check for both names"},
	{Name: "old path", From: append(old, Here), To: Here + " or " + Std, Looks: "the path of the old package in a string, a comment or a //go:generate line",
		Differs: "the code no longer imports this path", Do: "update the path, or the code that reads it"},
	{Name: "dynamic type", From: append(old, Here), To: Here + " or " + Std,
		Looks:   "a type assertion, a type switch, reflect.TypeOf, reflect.TypeFor or a function called by reflection, with the old type, if other modules or unchanged files still use that type; an assertion, a type switch or reflect.TypeOf in an exported declaration that other modules can import",
		Differs: "only values of the new type match, but other code may still pass values of the old type", Do: "handle both types"},
	// Versions.
	{Name: "cut text", From: old, To: Here, Looks: "a UUID or its text cut from the left, such as id[:4] or id.String()[:8], if the module also calls NewV7", Needs: "NewV7",
		Differs: "a version 7 UUID starts with its time, so the first 8 of its 32 digits change only once in 65 s",
		Do:      "if the UUID may have version 7, cut from the right: the last 12 digits are random"},
	{Name: "version 1", From: old, To: Here, Looks: "NewUUID, NewV1 and NewV1AtTime", Mentions: []string{"NewUUID", "NewV1", "NewV1AtTime"}, Sure: true,
		Differs: "the node ID is random by default, and never a hardware address", Do: "use a Generator with Options.Node to set the node ID"},
	{Name: "version 6", From: []string{Google}, To: Here, Looks: "NewV6", Mentions: []string{"NewV6"}, Sure: true,
		Differs: "google/uuid 1.6.0 uses the wrong layout for version 6, so its UUIDs and the UUIDs from this library sort differently", Do: "do not sort old and new UUIDs together"},
	{Name: "version 7", From: []string{Here}, To: Std, Looks: "NewV7", Mentions: []string{"NewV7"},
		Differs: "the standard package can lose the order when the clock moves back", Do: "keep this library's Generator where order matters"},
}
