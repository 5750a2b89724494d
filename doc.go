// Package uuid makes, reads, formats and stores UUIDs: versions 1 to 8, Nil and Max of RFC 9562.
//
// It is a superset of the standard library's package uuid: a program for that package
// compiles with this import path and behaves the same, with the exceptions that [Moving] lists.
// The conversions UUID(id) and std.UUID(id) cost nothing, where std is the standard package.
//
// # In a service
//
//   - Make: [NewV7] for keys and other IDs that sort by time, [NewV4] for opaque IDs, [FillV7]
//     for many at once, [NewV5] for the same ID from the same name.
//   - Read: [Parse] for r.PathValue("id") and r.FormValue("id"). JSON, form decoders, gin, echo
//     and flag.TextVar read UUIDs by themselves. The error is a [*ParseError], which may be shown.
//   - Store: [UUID] in columns of type uuid or text, [Binary] in MySQL's BINARY(16), SQLite's BLOB
//     and PostgreSQL's bytea, [GUID] in SQL Server. With pgx, use
//     [github.com/seed-8298af95/uuid/pgxuuid].
//   - Missing: a zero [Null] is NULL in SQL, null in JSON and empty text. A nil *UUID, *ID[T]
//     or *Binary is NULL and null. JSON without the field, or with null, leaves a UUID Nil;
//     [UUID.IsNil] finds that.
//   - Type: an [ID] is a UUID with a type. The type may give the text of its IDs a prefix (TypeID),
//     hide their time ([Masks]), and store them as 16 bytes.
//   - Find by time: id >= uuid.MinV7(a) AND id < uuid.MinV7(b) finds the IDs made from a until
//     before b. The example of [MinV7] reads a table page by page and misses no row.
//   - Keep the order of one machine across a restart: [Generator] with a [FileStore].
//   - Test: in a testing/synctest bubble the time is the bubble's, and after
//     testing/cryptotest.SetGlobalRandom (Go 1.26) the random bits come from its seed. See
//     Example (Deterministic) for Go 1.25.
//
// Do not use a UUID as a trace ID. OpenTelemetry's ratio sampler reads byte 8, which has the variant.
//
// # Safety
//
// All functions may be called from several goroutines at once. Only [FileStore] touches the
// file system; nothing touches the network or reads a hardware address. A function that may
// panic says so. A method that returns an error leaves its receiver unchanged. Functions that
// make or read UUIDs do not allocate on success. Functions that write them allocate only the
// result. The documentation of a function names exceptions; [Guarantees] has the details.
//
// [Moving]: https://github.com/seed-8298af95/uuid/blob/main/docs/moving.md
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
// [Guarantees]: https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md
package uuid
