// Package uuid makes, reads, formats and stores UUIDs: versions 1 to 8, Nil and Max of RFC 9562.
//
// It is a superset of the standard library's package uuid: a program for that package
// compiles with this import path and behaves the same, except that [Parse] also reads
// URN:UUID:, [NewV7] keeps its order when the clock steps back by up to 10 s and has 54 new
// random bits, not 62, where it counts on, and packages that look for methods, such as gob,
// BSON and gorm, find more. To move from there, from google/uuid or gofrs/uuid, see [Moving].
//
// # Which version
//
// [NewV7] is for keys, and whatever else sorts by time. [NewV4], also called [New],
// is for opaque, random IDs. [NewV5] and [NewV8Hash] return the same ID for the same name,
// [NewV7At] one for a past event, [FillV4] and [FillV7] many at once. The other versions are
// for formats that require them.
//
// # Storing
//
// A [UUID] is for columns of type uuid or text, a [Binary] for MySQL's BINARY(16), SQLite's
// BLOB and PostgreSQL's bytea, a [GUID] for SQL Server. With pgx, use
// [github.com/seed-8298af95/uuid/pgxuuid]. For MongoDB see [UUID.UnmarshalBSONValue].
//
// # Mixing with the standard type
//
// The conversions UUID(id) and std.UUID(id) cost nothing; std is the standard package.
//
// # A request's path and query
//
// [Parse] reads r.PathValue("id") and r.FormValue("id"). JSON, form decoders, gin, echo and
// flag.TextVar read UUIDs by themselves. The error is a [*ParseError]: one line that may be
// shown. For other text forms see [Encoding].
//
// # Nullable
//
// A zero [Null] is NULL in SQL, null in JSON, and the empty text. A nil *UUID, *ID[T]
// or *Binary is NULL and null.
//
// # Ranges of time and pages
//
// The IDs from a up to, but not including, b have
//
//	id >= uuid.MinV7(a) AND id < uuid.MinV7(b)
//
// A page begins after the last ID of the page before it, and ends below MinV7 of a time before
// which no writer commits any more; see the example of [MinV7]. [UUID.Time] returns an ID's time.
//
// # IDs with a type
//
// An [ID] is a UUID with a type. The type may say that the text of its IDs is a TypeID with a
// prefix, that it hides the time, and that their column has 16 bytes.
//
// # Hiding the time
//
// A [Mask] turns a version 7 UUID into a version 4 UUID and back, under a key.
//
// # More than one machine
//
// IDs of different machines are unique without coordination, and in the order of their clocks.
// A [Generator] with a [FileStore] keeps the order of one machine across a restart.
//
// # Testing
//
// In a testing/synctest bubble, the time in IDs is the bubble's. After
// testing/cryptotest.SetGlobalRandom (Go 1.26), the package-level functions draw all random bits
// from its seed. With both they return the same IDs each time. On Go 1.25, use
// NewGenerator(Options{Now: clock, Rand: source}); see Example (Deterministic).
//
// # Safety
//
// All functions may be called from several goroutines at once. Only [FileStore] touches the
// file system; nothing touches the network or reads a hardware address. A function that may
// panic says so. A method that returns an error leaves its receiver unchanged. Unless the
// documentation says otherwise, what makes or reads a UUID does not allocate on success, and
// what writes one allocates its result only. The build tag purego turns off package unsafe and
// assembly, which there is for arm64 and amd64.
//
// [Moving]: https://github.com/seed-8298af95/uuid#moving
package uuid
