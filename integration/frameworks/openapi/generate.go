// Package openapi contains the code that oapi-codegen generates for an API with UUIDs.
package openapi

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config config.yaml things.yaml
