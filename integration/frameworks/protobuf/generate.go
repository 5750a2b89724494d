// Package protobuf contains the code that protoc-gen-go generates for a message with UUIDs.
package protobuf

//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.75.0 generate --template buf.gen.yaml
