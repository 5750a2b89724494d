// Package uuid generates, parses, formats and stores the UUIDs of RFC 9562: versions 1 to 8, Nil
// and Max.
//
// The package is a superset of the standard library's package uuid. A program written for the
// standard package compiles with this import path and behaves the same; [Moving] lists the
// exceptions. Conversions between the two packages' UUID types cost nothing.
//
// # In a service
//
//   - Generate: use [NewV7] for keys and other IDs that sort by time, [NewV4] for opaque IDs,
//     [FillV7] for a slice of IDs, and [NewV5] for an ID derived from a name.
//   - Parse: use [Parse] for r.PathValue("id") and r.FormValue("id"). JSON, gin, echo and
//     flag.TextVar accept UUIDs directly. The error, a [*ParseError], is safe to send to
//     clients. [Requests] shows the responses.
//   - Store: use [UUID] for columns of type uuid or text, [Binary] for MySQL's BINARY(16), SQLite's
//     BLOB and PostgreSQL's bytea, and [GUID] for SQL Server. With pgx, use
//     [github.com/seed-8298af95/uuid/pgxuuid].
//   - Missing IDs: a zero [Null] and a nil *UUID, *ID[T] or *Binary are NULL in SQL and null in
//     JSON. As text, a zero Null is empty. With encoding/json, a null or absent field does not
//     change a UUID.
//   - Types: an [ID] is a UUID with a type, such as ID[User]. Its [Kind] can add a prefix to the
//     text (TypeID), hide the time ([Masks]), and store 16 bytes.
//   - Search by time: id >= uuid.MinV7(a) AND id < uuid.MinV7(b) finds the IDs made at or after a
//     and before b, if a and b are whole milliseconds. The [MinV7] example pages through a table
//     without missing a row.
//   - Order on one machine across restarts: use a [Generator] with a [FileStore].
//   - Tests: in a testing/synctest bubble, UUIDs use the bubble's clock. After
//     testing/cryptotest.SetGlobalRandom (Go 1.26), they depend only on its seed and the clock. For
//     Go 1.25, see the [NewGenerator] example.
//
// [Recipes] has code for retries, replays, short labels and more.
//
// # Safety
//
// All functions are safe for concurrent use. Only [FileStore] uses the file system. No function
// uses the network or reads a hardware address. If a function can panic, its documentation says so.
// If a method that parses or scans returns an error, its receiver is unchanged. Functions that
// generate or parse UUIDs do not allocate on success. Functions that format UUIDs allocate only the
// result. Each function documents its exceptions; see also [Guarantees].
//
// [Moving]: https://github.com/seed-8298af95/uuid/blob/main/docs/moving.md
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
// [Recipes]: https://github.com/seed-8298af95/uuid/blob/main/docs/recipes.md
// [Requests]: https://github.com/seed-8298af95/uuid/blob/main/docs/requests.md
// [Guarantees]: https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md
package uuid
