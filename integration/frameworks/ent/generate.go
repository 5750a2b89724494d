package ent

// The second command removes packages that the tests do not use.
//
//go:generate go run -mod=mod entgo.io/ent/cmd/ent@v0.14.5 generate ./schema
//go:generate rm -r enttest hook
