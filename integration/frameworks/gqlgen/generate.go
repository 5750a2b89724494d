// Package gqlgen contains the code that gqlgen generates for a schema with UUIDs, without exec.go,
// which executes queries.
package gqlgen

//go:generate go tool gqlgen generate
//go:generate rm exec.go
