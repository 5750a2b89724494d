// Package restart tests that a [github.com/seed-8298af95/uuid.FileStore] keeps the order of UUIDs
// while processes of one host replace each other, and are killed or closed.
package restart
