// Package beside has the code that sqlc generates for a table with UUIDs of the standard
// package and of this library.
package beside

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
