// Package sqlc contains code that sqlc generates for tables with typed ID columns.
package sqlc

//go:generate go run github.com/sqlc-dev/sqlc/cmd/sqlc@v1.31.1 generate
