// Package gqlgen is what gqlgen generates for a schema with UUIDs, but for the
// code that executes queries.
package gqlgen

//go:generate go tool gqlgen generate
//go:generate rm exec.go
