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
	called     = `\{\{[^}]*\.`
	notFound   = "the method is not found at run time"
	byName     = "a template, or MethodByName, with the names of methods that are gone: "
	fieldOr    = "a field with such a tag, or an argument of the package"
)

// Table lists the rows in the order of reports. Rows are grouped by subject, and rows that lose data
// are first.
var Table = []Row{
	// Encoders.
	{Name: "BSON", From: old, To: Here, Looks: "a field with a bson tag, an argument of the package, or an import of it",
		Package: "go.mongodb.org/mongo-driver/v2", Import: true, Tag: `\bbson:"`, Sure: true,
		Differs: "version 2 of MongoDB's driver writes binary subtype 4 for it and reads 0 and 4; a query by it does not find subtype 0, which the old type wrote",
		Do:      "convert the collection first, as integration/frameworks/mongoconvert does, or query for both (see UUID.UnmarshalBSONValue)"},
	{Name: "BSON", From: []string{Here}, To: Std, Looks: "a field with a bson tag, an argument of the package, or an import of it",
		Package: "go.mongodb.org/mongo-driver/v2", Import: true, Tag: `\bbson:"`, Sure: true,
		Differs: "version 2 of MongoDB's driver writes binary subtype 0 for it, and returns an error for subtype 4, the old one",
		Do:      "convert the collection, or keep the type for stored values"},
	{Name: "gob", From: likeGofr, To: Here, Looks: "a NullUUID in an argument of the package, or an import of it",
		Package: "encoding/gob", Import: true, Types: null, Sure: true,
		Differs: "gob writes a NullUUID as bytes and not as a struct, and cannot read older data", Do: "convert it"},
	{Name: "gob", From: []string{Here}, To: Std, Looks: "an argument of the package, or an import of it", Package: "encoding/gob", Import: true, Sure: true,
		Differs: "gob writes it as an array, for the standard type has no MarshalBinary, and cannot read older data", Do: "convert it"},
	{Name: "registered", From: append(old, Here), To: Here + " or " + Std, Looks: "gob.Register of the type", Sure: true,
		Differs: "gob registers the type under its path, which streams that were written before do not have", Do: "use RegisterName"},
	{Name: "msgpack", From: likeGofr, To: Here, Looks: "a NullUUID in an argument of the package, or an import of it",
		Package: "github.com/vmihailenco/msgpack", Import: true, Types: null, Sure: true,
		Differs: "msgpack writes a NullUUID as 16 bytes and not as a map, and cannot read older data", Do: "convert it"},
	{Name: "msgpack", From: []string{Here}, To: Std, Looks: "an argument of the package, or an import of it",
		Package: "github.com/vmihailenco/msgpack", Import: true, Sure: true,
		Differs: "msgpack writes it as text and not as 16 bytes, and cannot read older data", Do: "convert it, or keep the type for stored values"},
	{Name: "cbor", From: likeGofr, To: Here, Looks: "a NullUUID in an argument of the package, or an import of it",
		Package: "github.com/fxamacker/cbor", Import: true, Types: null, Sure: true,
		Differs: "CBOR has a NullUUID as bytes and not as a map, and old data cannot be read", Do: "convert it"},
	{Name: "redis", From: []string{Here}, To: Std, Looks: "an argument of the package, or an import of it",
		Package: "github.com/redis/go-redis", Was: "github.com/go-redis/redis", Import: true, Sure: true,
		Differs: `go-redis returns "can't marshal uuid.UUID", for the standard type has no MarshalBinary, and cannot Scan stored values`,
		Do:      "store id[:] or id.String(), and parse the values that are read"},
	{Name: "omitempty", From: old, To: Here, Looks: "omitempty in a yaml or bson tag of a UUID that had no IsZero method", Tag: omitTags, Zero: true, Sure: true,
		Differs: "in YAML and BSON it leaves the Nil UUID out, which has an IsZero method", Do: "drop omitempty if Nil has to be written"},
	{Name: "omitempty", From: []string{Here}, To: Std, Looks: "omitempty in a yaml or bson tag", Tag: omitTags, Zero: true, Sure: true,
		Differs: "in YAML and BSON it no longer leaves the Nil UUID out, which has no IsZero method", Do: "use a pointer"},
	{Name: "omitzero", From: []string{Here}, To: Std, Looks: "omitzero in the json tag of a *UUID", Tag: `\bjson:"[^"]*,omitzero`, Types: []string{"*UUID"}, Sure: true,
		Differs: "in JSON it no longer leaves out a pointer to the Nil UUID, which has no IsZero method", Do: "set the pointer to nil"},
	{Name: "JSON", From: []string{Satori}, To: Here, Looks: "a NullUUID with a json tag, or in an argument of the package", Package: "encoding/json", Tag: `\bjson:"`, Types: null, Sure: true,
		Differs: `a NullUUID is a string or null, and was {"UUID": …, "Valid": …}`, Do: "tell the clients, or keep the old struct for them"},
	{Name: "JSON", From: []string{Google, Gofrs}, To: Here, Looks: "a NullUUID with a json tag, or in a pointer that the package gets", Package: "encoding/json", Into: true, Tag: `\bjson:"`, Types: null,
		Differs: `"" is read as missing, and was an error`, Do: "check for it if a client may send it"},
	{Name: "missing", From: likeGofr, To: Here, Looks: "a NullUUID with a yaml, xml, toml, form, query, schema or env tag", Tag: textTags, Types: null, Sure: true,
		Differs: "it is a text and no longer an object with UUID and Valid; old XML is read as missing, old YAML and TOML not at all", Do: "convert stored data"},
	{Name: "missing", From: likeGofr, To: Here, Looks: "a NullUUID in an argument of the package", Package: "encoding/xml", Types: null, Sure: true,
		Differs: "XML has a NullUUID as a text and not as elements UUID and Valid, and reads old XML as missing", Do: "convert stored data"},
	{Name: "missing", From: []string{Google}, To: Here, Looks: "the same, or the methods of a NullUUID for text and binary", Tag: textTags, Types: null, Sure: true,
		Mentions: []string{"NullUUID.MarshalText", "NullUUID.UnmarshalText", "NullUUID.UnmarshalBinary"},
		Differs:  "the text of a missing one is empty, not null, and empty text is read as missing", Do: "tell those who read it"},
	{Name: "embedded", From: append(old, Here), To: Here + " or " + Std, Looks: "a struct that embeds a type of the library, whose methods it has", Sure: true,
		Differs: "the struct that embeds it has other methods, by which encoders may take the whole struct for the UUID, or no longer do", Do: "name the field, or encode it and see"},
	// Databases and requests.
	{Name: "Scan", From: []string{Google}, To: Here, Looks: "the methods Scan", Mentions: []string{"UUID.Scan", "NullUUID.Scan"}, Sure: true,
		Differs: `"" is an error, and so are NULL for a UUID, which is left as it was, and a text in quotes`, Do: "use Null, and take quotes off"},
	{Name: "Scan", From: []string{Gofrs, Satori}, To: Here, Looks: "the method Scan of NullUUID", Mentions: []string{"NullUUID.Scan"}, Sure: true,
		Differs: "after an error Valid is as it was before, and was true", Do: "look at the error"},
	{Name: "column", From: []string{Google}, To: Here, Tag: columnTags, Looks: "&id as an argument of a method Scan, or a field with a tag such as db, gorm or bun",
		Differs: `Scan returns an error for NULL, "" and a text in quotes (data->'id'), which google/uuid reads as nothing and as the UUID`,
		Do:      "if the column may be NULL, use Null or a pointer; data->>'id' has no quotes"},
	{Name: "pgx", From: []string{Here}, To: Std, Looks: "an argument of the package, or an import of it", Package: "github.com/jackc/pgx", Import: true,
		Differs: "pgx reads a column of type text or bytea into the standard type with an error", Do: "make the column uuid, or cast it in the query"},
	{Name: "gorm", From: []string{Here}, To: Std, Looks: "a gorm tag, or an import of the package", Package: "gorm.io/gorm", Import: true, Tag: `\bgorm:"`,
		Differs: "gorm makes a column of bytes for it, and not of text, where the field does not say its type", Do: `write gorm:"type:uuid"`},
	{Name: "ent", From: []string{Here}, To: Std, Looks: "an import of the package", Package: "entgo.io/ent", Import: true,
		Differs: "field.UUID does not take the standard type, because that has no method Value", Do: "keep the type in the schema, and generate the code again"},
	{Name: "gin", From: []string{Here}, To: Std, Looks: fieldOr + " (form, uri, header)", Package: "github.com/gin-gonic/gin", Tag: `\b(form|uri|header):"`, Sure: true,
		Differs: "gin refuses a parameter for it, for the standard type has no UnmarshalParam", Do: "bind a string and parse it"},
	// Text.
	{Name: "parsed text", From: []string{Google}, To: Here, Looks: "Parse, ParseBytes, MustParse, Validate and UnmarshalText of a text that is not constant",
		Mentions: parsers,
		Differs:  "google/uuid skips the first and the last of 38 bytes, whatever they are; Parse wants braces there",
		Do:       "take quotes and brackets off first, where a text may have them"},
	{Name: "parsed text", From: likeGofr, To: Here, Looks: "FromString, FromStringOrNil, Parse and UnmarshalText of a text that is not constant",
		Mentions: parsers,
		Differs:  "Parse refuses 32 digits in braces or after urn:uuid:, and takes URN:UUID: in capitals", Do: "check first, where a text may be so"},
	{Name: "parsed text", From: []string{Here}, To: Std, Looks: "Parse, MustParse, Valid and UnmarshalText of a text that is not constant",
		Mentions: parsers,
		Differs:  "the standard package refuses URN:UUID: in capitals, and its errors are no *ParseError",
		Do:       "lower the prefix first, where a text may have it"},
	{Name: "constant text", From: append(old, Here), To: Here + " or " + Std, Looks: "the same of a constant that one of the two refuses", Sure: true,
		Mentions: parsers,
		Differs:  "one of the packages parses this text and the other does not", Do: "write 36 characters"},
	{Name: "%x", From: []string{Gofrs}, To: Here, Sure: true, Looks: "%x and %X of a value whose type holds a UUID",
		Differs: "it prints the hexadecimal of the text, and printed 32 digits", Do: "print id[:]; look at keys of caches and hashes that are made so"},
	{Name: "%x of anything", From: []string{Gofrs}, To: Here, Looks: "the same of a value of an interface or a type parameter, and a format that is not constant",
		Differs: "of a UUID it prints the hexadecimal of the text, and printed 32 digits", Do: "if it may be a UUID, print its bytes"},
	{Name: "flags", From: likeGofr, To: Here, Looks: "%s, %v or %q with flags or a width, of a UUID with a Format method", Sure: true,
		Differs: "there is no Format method, and fmt applies the flags and the width, which the old one ignores", Do: "leave them out"},
	{Name: "printed", From: old, To: Here, Looks: "a NullUUID, or with google/uuid a Version, Variant or Domain, in a value that is printed", Sure: true,
		Differs: "it prints in another form: a NullUUID as its text or as nothing, a Version as a number, a Domain in lower case", Do: "look at who reads it"},
	{Name: "error text", From: old, To: Here, Looks: "a string with a piece of an error text of the library, unless errors.New or fmt.Errorf gets it",
		Text:    `invalid UUID|invalid urn prefix|invalid bracketed UUID|Scan: (unable to scan|invalid)|uuid: (incorrect UUID|UUID must be exactly|cannot convert|could not|no HW address)`,
		Differs: "errors have other texts here", Do: "errors.As finds a *ParseError with Offset and Reason"},
	{Name: "method by name", From: []string{Google}, To: Here, Looks: byName + "ClockSequence, NodeID and Domain",
		Text: called + `(ClockSequence|NodeID|Domain)\b`, Differs: notFound, Do: "change the name"},
	{Name: "method by name", From: likeGofr, To: Here, Looks: byName + "Bytes, Parse, Format, SetVersion and SetVariant",
		Text: called + `(Bytes|Parse|Format|SetVersion|SetVariant)\b`, Differs: notFound, Do: "change the name"},
	{Name: "method by name", From: []string{Here}, To: Std, Looks: byName + "IsNil, IsZero and IsMax",
		Text: called + `Is(Nil|Zero|Max)\b`, Differs: notFound, Do: "change the name"},
	{Name: "type name", From: old, To: Here, Looks: "the string NullUUID", Text: `^\*?(uuid\.)?NullUUID$`,
		Differs: "the type is called Null here, for package reflect too", Do: "look for both"},
	{Name: "old path", From: append(old, Here), To: Here + " or " + Std, Looks: "the path of a library in a string, a comment or a //go:generate line",
		Differs: "the code does not use it any more", Do: "change the text, or the code that reads it"},
	{Name: "dynamic type", From: append(old, Here), To: Here + " or " + Std,
		Looks:   "an assertion, a type switch, reflect.TypeOf or TypeFor, or a function that is called by reflection, with the type of the library, while other modules or kept files have it",
		Differs: "only values of the new type match, and those of the old type may still come from elsewhere", Do: "list both types"},
	// Versions.
	{Name: "version 1", From: old, To: Here, Looks: "NewUUID, NewV1 and NewV1AtTime", Mentions: []string{"NewUUID", "NewV1", "NewV1AtTime"}, Sure: true,
		Differs: "the node is random, never a hardware address", Do: "a Generator with Options.Node has another"},
	{Name: "version 6", From: []string{Google}, To: Here, Looks: "NewV6", Mentions: []string{"NewV6"}, Sure: true,
		Differs: "google/uuid 1.6.0 lays version 6 out wrongly, so that the two sort apart", Do: "do not sort by both"},
	{Name: "version 7", From: []string{Here}, To: Std, Looks: "NewV7", Mentions: []string{"NewV7"},
		Differs: "in order as long as the clock does not go back", Do: "keep a Generator where order matters"},
}
