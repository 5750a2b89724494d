// Package entid is what ent generates for the types of IDs that package ent has not.
package entid

// What nothing here uses is removed.
//
//go:generate go run -mod=mod entgo.io/ent/cmd/ent@v0.14.5 generate ./schema
//go:generate rm -r enttest hook
