// Package sqlc contains the code that sqlc generates for tables with UUIDs and typed IDs.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
