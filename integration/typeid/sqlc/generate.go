// Package sqlc is code that sqlc generates for tables whose columns have typed IDs.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
