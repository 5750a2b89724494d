// Package gqlgen contains the code that gqlgen generates for a schema with UUIDs. The code that
// executes queries is removed.
package gqlgen

//go:generate go tool gqlgen generate
//go:generate rm exec.go
