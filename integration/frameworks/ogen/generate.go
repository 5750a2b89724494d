// Package ogen has the code that ogen generates for an API with UUIDs. Version 1.24 panics if Go 1.27 runs it.
package ogen

//go:generate go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target . --package ogen --config ogen.yml --clean things.yaml
