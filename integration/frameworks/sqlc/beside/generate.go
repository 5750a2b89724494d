// Package beside is what sqlc generates for a table with columns of the standard package's
// type and of ours.
package beside

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
