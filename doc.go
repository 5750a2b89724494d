// Package uuid makes, reads, formats and stores the UUIDs of RFC 9562: versions 1 to 8, Nil, Max.
//
// The package is a superset of the standard library's package uuid. A program for the standard
// package compiles with this import path and behaves the same; for exceptions see [Moving].
// Conversions between the two packages' UUID types cost nothing.
//
// # In a service
//
//   - Make: use [NewV7] for keys and other IDs that sort by time, [NewV4] for opaque IDs, [FillV7]
//     for a slice of IDs, and [NewV5] for the same ID from the same name.
//   - Read: use [Parse] for r.PathValue("id") and r.FormValue("id"). JSON, form decoders, gin, echo
//     and flag.TextVar accept UUIDs directly. Clients may see the error, a [*ParseError].
//   - Store: use [UUID] for columns of type uuid or text, [Binary] for MySQL's BINARY(16), SQLite's
//     BLOB and PostgreSQL's bytea, and [GUID] for SQL Server. With pgx, use
//     [github.com/seed-8298af95/uuid/pgxuuid].
//   - Missing IDs: a zero [Null] is NULL in SQL, null in JSON and empty text. A nil *UUID, *ID[T]
//     or *Binary is NULL and null. If a field is null or absent in JSON, its UUID remains Nil.
//   - Types: an [ID] is a UUID with a type. Methods of the type can add a prefix to the text of its
//     IDs (TypeID), hide their time ([Masks]), and store them as 16 bytes.
//   - Search by time: id >= uuid.MinV7(a) AND id < uuid.MinV7(b) finds the IDs made at or after time
//     a and before time b. The example of [MinV7] reads a table page by page and misses no row.
//   - Order on one machine across restarts: use a [Generator] with a [FileStore].
//   - Tests: in a testing/synctest bubble, UUIDs have the bubble's time. After
//     testing/cryptotest.SetGlobalRandom (Go 1.26), random bits depend only on its seed. For Go 1.25
//     see Example (Deterministic).
//
// Do not use a UUID as a trace ID: OpenTelemetry's ratio sampler reads byte 8, which has the
// variant.
//
// # Safety
//
// All functions are safe for concurrent use. Only [FileStore] uses the file system. No function
// uses the network or reads a hardware address. If a function may panic, its documentation says so.
// A method that returns an error leaves its receiver unchanged. Functions that make or read UUIDs
// do not allocate on success. Functions that write UUIDs allocate only the result. The
// documentation of a function names its exceptions; for details see [Guarantees].
//
// [Moving]: https://github.com/seed-8298af95/uuid/blob/main/docs/moving.md
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
// [Guarantees]: https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md
package uuid
