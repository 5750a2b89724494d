// Package sqlc contains the code that sqlc generates for a table with UUIDs.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
