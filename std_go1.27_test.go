//go:build go1.27

package uuid_test

import std "uuid"

// StdUUID is the UUID of the standard package, with which ours is compared.
type StdUUID = std.UUID

// stdPackage is the package in the name of its type.
const stdPackage = "uuid"
