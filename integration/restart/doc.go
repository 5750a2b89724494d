// Package restart tests that UUIDs stay in order when the processes that share a
// [github.com/seed-8298af95/uuid.FileStore] are killed or closed, and replaced by new processes.
package restart
