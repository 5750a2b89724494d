// Package beside contains the code that sqlc generates for a table whose UUID columns use both the
// standard package's type and this library's type.
package beside

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
