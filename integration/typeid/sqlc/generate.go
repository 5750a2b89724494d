// Package sqlc is what sqlc generates for tables whose columns have types of their own.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
