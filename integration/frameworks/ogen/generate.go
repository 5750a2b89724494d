// Package ogen contains the code that ogen generates for an API with UUIDs. The ogen v1.24.0
// command panics if it is built with Go 1.27.
package ogen

//go:generate go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target . --package ogen --config ogen.yml --clean things.yaml
