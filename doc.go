// Package uuid generates, parses, formats and stores the UUIDs of RFC 9562: versions 1 to 8, Nil
// and Max.
//
// The package is a superset of the standard library's package uuid. A program written for that
// package compiles with this import path and behaves the same, with the few exceptions listed on
// the [Moving] page. A conversion between the two UUID types costs nothing.
//
// # In a service
//
//   - Generate: use [NewV7] for keys and other IDs that sort by time, [NewV4] for opaque IDs,
//     [FillV7] for a slice of IDs, and [NewV5] for an ID derived from a name.
//   - Parse: use [Parse] for r.PathValue("id") and r.FormValue("id"). encoding/json, gin, echo and
//     flag.TextVar fill a UUID directly. The error for a malformed UUID is a [*ParseError]. Its
//     message is safe to send to clients; see the [Requests] page.
//   - Store: use [UUID] for columns of type uuid or text, [Binary] for MySQL's BINARY(16), SQLite's
//     BLOB and PostgreSQL's bytea, and [GUID] for SQL Server. With pgx, use
//     [github.com/seed-8298af95/uuid/pgxuuid].
//   - Missing IDs: use a [Null], or a pointer such as *UUID, *ID[T] or *Binary. A zero Null and a
//     nil pointer are NULL in SQL and null in JSON. A plain UUID cannot express that a JSON field
//     is missing: if the field is null or absent, encoding/json leaves the UUID unchanged.
//   - Types: an [ID] is a UUID with a type, such as ID[User]. Its [Kind] can add a prefix to the
//     text (TypeID), hide the time (see the [Masks] page), and select storage as 16 bytes.
//   - Search by time: id >= uuid.MinV7(a) AND id < uuid.MinV7(b) matches the IDs made at or after a
//     and before b, if a and b are whole milliseconds. The [MinV7] example reads a table page by
//     page.
//   - Order on one machine across restarts: use a [Generator] with a [FileStore].
//   - Tests: in a testing/synctest bubble, UUIDs use the bubble's clock. After
//     testing/cryptotest.SetGlobalRandom (Go 1.26), UUIDs depend only on the seed and the clock.
//     For Go 1.25, see the [NewGenerator] example.
//
// The [Recipes] page contains code for retries, replays, short labels and more.
//
// # Safety
//
// All functions are safe for concurrent use. Only [FileStore] touches the file system, and no
// function uses the network or reads a hardware address. A method that parses or scans leaves its
// receiver unchanged if it returns an error. Generating or parsing a UUID allocates only if it
// fails, and formatting a UUID allocates only the result. The documentation of each function states
// any exceptions, and when the function panics; see also the [Guarantees] page.
//
// [Moving]: https://github.com/seed-8298af95/uuid/blob/main/docs/moving.md
// [Masks]: https://github.com/seed-8298af95/uuid/blob/main/docs/masks.md
// [Recipes]: https://github.com/seed-8298af95/uuid/blob/main/docs/recipes.md
// [Requests]: https://github.com/seed-8298af95/uuid/blob/main/docs/requests.md
// [Guarantees]: https://github.com/seed-8298af95/uuid/blob/main/docs/guarantees.md
package uuid
